//! The workloads by which passes are measured: positions of whole classes, and what a program says of them as one number.

use std::hash::{DefaultHasher, Hash, Hasher};

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_vm::{Branch, Engine, Mode, Replies, Subject, Wanted};

/// All answers of a program in one word.
pub type Sum = u64;

/// A program and its task.
pub struct Workload {
    /// What it is called.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The program's path below the root.
    pub program: &'static str,
    /// The positions.
    pub roots: fn() -> Vec<Position>,
    /// Asks for all of them.
    pub run: fn(&mut Engine, &[Position]) -> Sum,
}

/// All of them, in the order in which they are measured.
pub const ALL: &[Workload] = &[
    Workload {
        name: "krk-advice",
        about: "the textbook table, every ninth position",
        program: "examples/krk-advice.adv",
        roots: || spread(&[Role::King, Role::Rook], 9),
        run: |engine, roots| table(engine, "krk", Replies::OneByOne, roots),
    },
    Workload {
        name: "krk-strategy",
        about: "the ten steps, every fifth position",
        program: "examples/endgames/krk-strategy.adv",
        roots: || spread(&[Role::King, Role::Rook], 5),
        run: |engine, roots| table(engine, "krk", Replies::TestedFirst, roots),
    },
    Workload {
        name: "krk-sdl",
        about: "games of the SDL strategy from every 101st position",
        program: "examples/endgames/krk-sdl.adv",
        roots: || spread(&[Role::King, Role::Rook], 101),
        run: games,
    },
    Workload {
        name: "kbnk",
        about: "king, bishop and knight, every 2003rd position",
        program: "tests/benches/programs/kbnk-try.adv",
        roots: || spread(&[Role::King, Role::Bishop, Role::Knight], 2003),
        run: |engine, roots| table(engine, "kbnk", Replies::TestedFirst, roots),
    },
    Workload {
        name: "kpk",
        about: "the book's king and pawn, every 1501st position",
        program: "examples/kpk.adv",
        roots: || spread(&[Role::King, Role::Pawn], 1501),
        run: |engine, roots| table(engine, "kpk", Replies::TestedFirst, roots),
    },
    Workload {
        name: "kqk",
        about: "king and queen, every 101st position",
        program: "examples/kpk.adv",
        roots: || spread(&[Role::King, Role::Queen], 101),
        run: |engine, roots| table(engine, "kqk", Replies::TestedFirst, roots),
    },
];

/// Positions with White to move, White having these men against the bare king.
fn spread(men: &[Role], step: usize) -> Vec<Position> {
    let material = Material::new(men, &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("few men make a class");
    class
        .iter()
        .map(|(_, position)| position)
        .step_by(step)
        .collect()
}

/// What a table says of each position.
fn table(engine: &mut Engine, name: &str, replies: Replies, roots: &[Position]) -> Sum {
    let table = engine.table(name).expect("the program has the table");
    let mut sum = DefaultHasher::new();
    for root in roots {
        let decision = engine
            .decide(table, root, replies)
            .expect("no limit is reached");
        let advice = decision.advice.map(|advice| advice.0);
        let mv = decision.mv.map(|mv| (mv.from, mv.to));
        (advice, mv, decision.positions).hash(&mut sum);
    }
    sum.finish()
}

/// Moves of ours in a game, at most.
const LONGEST: usize = 60;

/// Games of the strategy; of the replies the middle one is played.
fn games(engine: &mut Engine, roots: &[Position]) -> Sum {
    let strategy = engine.strategy("K-R-VS-K").expect("the program has it");
    let subject = Subject::Strategy(strategy);
    let mut sum = DefaultHasher::new();
    let mut tree = Vec::new();
    for root in roots {
        let mut at = engine
            .junction(subject, root)
            .expect("the strategy is for these positions");
        let mut position = *root;
        for _ in 0..LONGEST {
            let asked = engine.branch(
                subject,
                &at,
                &position,
                Mode::Weak,
                Wanted::First,
                &mut tree,
            );
            let Branch::Tree { chosen, next, .. } = asked else {
                break;
            };
            let Some(first) = tree.first() else { break };
            (chosen.advice.0, first.mv.from, first.mv.to).hash(&mut sum);
            position = position.play(first.mv);
            let replies = position.legal_moves();
            let Some(&reply) = replies.get(replies.len() / 2) else {
                break;
            };
            position = position.play(reply);
            at = next;
            if position.pieces(Color::White, Role::Rook) == 0 {
                break;
            }
        }
    }
    sum.finish()
}
