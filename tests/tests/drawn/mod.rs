//! What the tests of drawings share: consultations and games with their facts, and readers of the formats.

pub mod movetext;
pub use adv_reference::schema;
pub mod syntax;

use adv_chess::Game;
use adv_module::Program;
use adv_render::{Explained, Finish, Plan, Played};
use adv_vm::{Consultation, Engine, Mode, NodeFacts, Options, Origin, Step, Strategy, Subject};

use crate::common::{engine, position};

/// A consultation that owns everything.
pub struct Shown {
    module: Program,
    /// The answer.
    pub answer: Consultation,
    facts: Vec<Option<NodeFacts>>,
    origin: Option<Origin>,
}

impl Shown {
    /// What the formats take.
    pub fn explained(&self) -> Explained<'_> {
        Explained {
            module: &self.module,
            answer: &self.answer,
            facts: self.facts.clone(),
            origin: self.origin,
            brought: None,
        }
    }
}

/// The facts of every node of a tree.
fn facts(engine: &mut Engine, answer: &Consultation) -> Vec<Option<NodeFacts>> {
    let nodes = answer.tree.as_ref().map_or(0, |tree| tree.nodes().len());
    (0..nodes)
        .map(|node| engine.facts(answer, node).ok())
        .collect()
}

/// What a table or a piece-of-advice of a program answers.
pub fn consulted_in(name: &str, text: &str, subject: &str, fen: &str) -> Shown {
    let mut engine = engine(name, text);
    let options = Options {
        why: true,
        ..Options::default()
    };
    let position = position(fen);
    let answer = match (engine.table(subject), engine.advice(subject)) {
        (Some(table), _) => engine.consult(table, &position, &options),
        (None, Some(advice)) => engine.try_advice(advice, &position, &options),
        (None, None) => panic!("{name} has no {subject}"),
    };
    let answer = answer.unwrap_or_else(|failure| panic!("{name}: {failure}"));
    Shown {
        facts: facts(&mut engine, &answer),
        module: engine.module().clone(),
        answer,
        origin: None,
    }
}

/// A game that owns everything.
pub struct Run {
    module: Program,
    game: Game,
    player: String,
    plans: Vec<Plan>,
    finish: Finish,
}

impl Run {
    /// What the formats take.
    pub fn played(&self) -> Played<'_> {
        Played {
            module: &self.module,
            game: &self.game,
            us: self.game.start().turn(),
            player: self.player.clone(),
            opponent: "a defence \"by hand\"".into(),
            plans: self.plans.clone(),
            finish: self.finish.clone(),
        }
    }

    /// The p-strategies one by one.
    pub fn trees(&self) -> Vec<Shown> {
        self.plans
            .iter()
            .map(|plan| Shown {
                module: self.module.clone(),
                answer: plan.p_strategy.consultation.clone(),
                facts: plan.facts.clone(),
                origin: Some(plan.p_strategy.origin),
            })
            .collect()
    }
}

/// Plays a program's only strategy, or else the table or piece-of-advice of the name, against the first legal reply for so many
/// moves of ours.
pub fn played_by(
    name: &str,
    text: &str,
    subject: &str,
    fen: &str,
    moves: usize,
    mode: Mode,
) -> Run {
    let mut engine = engine(name, text);
    let start = position(fen);
    let what = engine
        .strategy(subject)
        .map(Subject::Strategy)
        .or_else(|| engine.table(subject).map(Subject::Table))
        .or_else(|| engine.advice(subject).map(Subject::Advice))
        .unwrap_or_else(|| panic!("{name} has no {subject}"));
    let (mut run, mut step) = Strategy::begin(&mut engine, what, &start, mode)
        .unwrap_or_else(|failure| panic!("{name}: {failure}"));
    let mut game = Game::new(start);
    let mut plans = Vec::new();
    let mut ours = 0;
    let finish = loop {
        match &step {
            Step::Yield(p_strategy) => plans.push(Plan {
                from: game.len(),
                facts: facts(&mut engine, &p_strategy.consultation),
                p_strategy: p_strategy.clone(),
                brought: None,
            }),
            Step::Follow(_) => {}
            Step::Done(done) => break Finish::Done(done.clone()),
            Step::Stuck(stuck) => break Finish::Stuck(stuck.clone()),
        }
        if ours == moves {
            plans.pop_if(|plan| plan.from == game.len());
            break Finish::Open(format!("the limit of {moves} moves is reached"));
        }
        let mv = step
            .our_move()
            .expect("a step that is not the end has a move");
        game.play(mv).expect("our move is legal");
        ours += 1;
        let reply = game.position().legal_moves().first().copied();
        if let Some(reply) = reply {
            game.play(reply).expect("a legal reply");
        }
        step = run
            .resume(&mut engine, reply)
            .unwrap_or_else(|error| panic!("{name}: {error:?}"));
    };
    Run {
        module: engine.module().clone(),
        game,
        player: subject.to_owned(),
        plans,
        finish,
    }
}
