//! Honesty: what an explanation of the library tells of positions of random games, held against the reference evaluator, which shares no code with
//! the machine and its searches.
//!
//! ```text
//!   told fact        the reference finds it: squares, worth, and every sentence word for word
//!   done             the plan's goal holds as the men stand
//!   forced           the tree keeps the rules of forcing-trees against every reply that the plan considers, and its leaves meet the goal
//!   possible         no forced tree; in the tree they pass, we neither take nor give check, and its leaves meet the goal
//!   refuted          the reference finds no tree either
//!   total            the sum of what the facts are worth that are counted
//! ```
//!
//! `ADV_POSITIONS=2000` says how many positions are tried, and `ADV_POSITION_FILE=games.epd` that they come from a file of EPD lines in place of random
//! games (`tests/cases/games/make.py` makes one from games that an engine plays with blunders). Where the reference comes to its budget nothing is compared; how often that may be is
//! part of the test.

use std::rc::Rc;
use std::sync::Arc;

use adv::explain::{ExplainOptions, Explainer, Fact, PlanTold, Verdict, find};
use adv::program::EvaluationId;
use adv::render::explanation::{Shown, json, text};
use adv::{Color, Engine, Limits, Outcome, PerfectPlay, Position, Tree};
use adv_chess::Material;
use adv_chess::placing::Placements;
use adv_compiler::hir::{Hir, When};
use adv_reference::adapter::{Machine, checked_program, libraries, ref_tree};
use adv_reference::generate::cases::Games;
use adv_reference::reference::{Fault, RefFact, Reference, Replies, View, position as chess_of};
use adv_testkit::Numbers;

use crate::common::{position, rulebook};

const LIBRARY: &str =
    "use std.patterns\nuse std.placement\n\nevaluation static\n  stage endgame\nend-evaluation\n";

/// Positions that are tried where nothing is said.
const USUAL: usize = 40;
/// Expressions and positions for each question to the reference.
const STEPS: u64 = 3_000_000;
const POSITIONS: u64 = 4_000;

/// Where positions come from: the file that is asked for, or games of random moves.
struct Source {
    lines: Option<std::vec::IntoIter<Position>>,
    games: Games,
    numbers: Numbers,
}

impl Source {
    fn new(seed: u64) -> Source {
        let lines = std::env::var("ADV_POSITION_FILE").ok().map(|file| {
            let text = std::fs::read_to_string(&file);
            let text = text.unwrap_or_else(|error| panic!("{file}: {error}"));
            let positions = text.lines().map(|line| {
                let fields: Vec<&str> = line.split_whitespace().take(4).collect();
                position(&format!("{} 0 1", fields.join(" ")))
            });
            positions.collect::<Vec<_>>().into_iter()
        });
        Source {
            lines,
            games: Games::default(),
            numbers: Numbers::new(seed),
        }
    }

    /// The next position: of the file, or so many plies further in a random game, the number of plies drawn by the caller's rule.
    fn next(&mut self, plies: impl Fn(&mut Numbers) -> usize) -> Position {
        match &mut self.lines {
            Some(lines) => lines.next().expect("the file has too few positions"),
            None => {
                let first = plies(&mut self.numbers);
                (0..first).fold(self.games.next(&mut self.numbers), |_, _| {
                    self.games.next(&mut self.numbers)
                })
            }
        }
    }
}

/// How often each kind of verdict was held, and how often the reference came to its budget.
#[derive(Debug, Default)]
struct Held {
    facts: usize,
    done: usize,
    forced: usize,
    possible: usize,
    refuted: usize,
    unsettled: usize,
    budget: usize,
}

#[test]
fn what_is_told_is_so() {
    let count = std::env::var("ADV_POSITIONS").ok();
    let count: usize = count
        .and_then(|text| text.parse().ok())
        .unwrap_or(adv_testkit::sized(USUAL / 6, USUAL));
    let program = checked_program(LIBRARY).unwrap_or_else(|error| panic!("{error}"));
    let linked = rulebook("library.adv", LIBRARY);
    let explainer = Explainer::new(linked.linked(), Limits::default());
    let mut explainer = explainer.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program.patterns.len(), linked.program().patterns.len());
    let mut source = Source::new(12);
    let mut held = Held::default();
    for _ in 0..count {
        // Three positions of ten come from one game.
        let position = source.next(|numbers| if numbers.percent(30) { 3 } else { 37 });
        hold(&mut explainer, &program, &position, &mut held);
    }
    println!("{count} positions: {held:?}");
    assert!(held.facts > 2 * count, "{held:?}");
    assert!(held.forced + held.refuted > count / 2, "{held:?}");
    assert!(
        held.budget * 4 < held.forced + held.refuted + held.possible,
        "{held:?}"
    );
}

/// Every pattern of the library finds for both sides what the reference finds, and tells of it the same; with the colours exchanged it finds the same
/// facts exchanged.
#[test]
fn every_pattern_finds_what_the_reference_finds() {
    let count = std::env::var("ADV_POSITIONS").ok();
    let count: usize = count.and_then(|text| text.parse().ok()).unwrap_or(8);
    let mut machine = Machine::compile(LIBRARY).unwrap_or_else(|error| panic!("{error}"));
    let program = machine.program.clone();
    let reference = Reference::new(&program, libraries());
    let linked = rulebook("library.adv", LIBRARY);
    let mut engine = linked.engine(Limits::default());
    let mut source = Source::new(13);
    let mut facts = 0;
    for _ in 0..count {
        let position = source.next(|numbers| numbers.between(1, 12));
        let fen = adv_chess::notation::fen(&position);
        let chess = chess_of(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let view = View::of(&chess);
        for (index, pattern) in program.patterns.iter().enumerate() {
            for side in [shakmaty::Color::White, shakmaty::Color::Black] {
                reference.refill(50_000_000, POSITIONS);
                let expected = reference.facts(index, &view, side);
                let expected = expected.unwrap_or_else(|fault| panic!("{fen}: {fault:?}"));
                let found = machine.facts(index, &fen, side);
                assert_eq!(found.as_ref(), Ok(&expected), "{fen} {}", pattern.name.node);
                facts += expected.len();
            }
        }
        let of = |engine: &mut Engine, position: &Position| {
            let found = find(engine, EvaluationId(0), position);
            found.unwrap_or_else(|stop| panic!("{fen}: {stop}")).facts
        };
        let exchanged = of(&mut engine, &position.mirror());
        let back: Vec<Fact> = exchanged.iter().map(Fact::exchanged).collect();
        assert_eq!(back, of(&mut engine, &position), "{fen}");
    }
    println!("{count} positions: {facts} facts");
    assert!(facts > 5 * count, "{facts}");
}

/// Where tables know the position (of a file that is asked for, all positions of few men), no told plan begins with a move that throws the value away, and the headline is the tables'.
#[test]
fn what_tables_know_is_not_told_otherwise() {
    let mut values = PerfectPlay::in_memory();
    let mut positions = Vec::new();
    for men in [
        "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",
        "8/8/4k3/8/4K3/4R3/8/8 w - - 0 1",
    ] {
        let material = Material::of(&position(men));
        let prepared = values.prepare(&material, &mut |_, _| {});
        prepared.unwrap_or_else(|error| panic!("{error}"));
        for turn in Color::ALL {
            let placements = Placements::new(material, turn, 7);
            let mut placements = placements.unwrap_or_else(|error| panic!("{error:?}"));
            positions.extend((0..200).filter_map(|_| placements.draw()).take(60));
        }
    }
    // Of a file the positions of few men too.
    for at in Source::new(0).lines.into_iter().flatten() {
        if at.occupied().count_ones() <= adv::tables::MAX_MEN && at.has_legal_move() {
            let prepared = values.prepare(&Material::of(&at), &mut |_, _| {});
            prepared.unwrap_or_else(|error| panic!("{error}"));
            positions.push(at);
        }
    }
    println!("{} positions", positions.len());
    let values = Arc::new(values);
    let linked = rulebook("library.adv", LIBRARY);
    let explainer = Explainer::new(linked.linked(), Limits::default());
    let mut explainer = explainer.unwrap_or_else(|error| panic!("{error}"));
    explainer.set_oracle(Some(values.clone()));
    let (mut first_moves, mut decided) = (0, 0);
    for at in positions {
        let fen = adv_chess::notation::fen(&at);
        let explained = explainer.explain(EvaluationId(0), &at, &ExplainOptions::default());
        let explained = explained.unwrap_or_else(|error| panic!("{fen}: {error}"));
        if explained.end.is_some() {
            continue;
        }
        let before = values
            .outcome(&at)
            .unwrap_or_else(|| panic!("{fen}: not known"));
        assert_eq!(
            explained.worth.map(|worth| worth.outcome),
            Some(before),
            "{fen}"
        );
        let shown = Shown {
            language: "en",
            limit: 1_000_000,
            all: "--all",
        };
        let words = match (before, at.turn()) {
            (Outcome::Draw, _) => "drawn ",
            (Outcome::Win, Color::White) | (Outcome::Loss, Color::Black) => "won for White ",
            _ => "won for Black ",
        };
        let text = text(explainer.program(), &explained, &shown);
        assert!(text.contains(words), "{fen}: {text}");
        decided += usize::from(before != Outcome::Draw);
        let plans = explained.told.iter().flat_map(|told| {
            let pieces = told.plan.iter().map(|of| &of.verdict);
            pieces.chain(told.together.as_ref())
        });
        let served = explained.served.map(|served| served.mv);
        for mv in plans
            .filter_map(|of| of.first_move(at.turn()))
            .chain(served)
        {
            let after = values.outcome(&at.play(mv));
            let after = after.unwrap_or_else(|| panic!("{fen}: {mv} is not known"));
            assert!(after.for_the_other() >= before, "{fen}: {mv}");
            first_moves += 1;
        }
    }
    assert!(
        first_moves > 50 && decided > 50,
        "{first_moves} moves, {decided} decided"
    );
}

/// Holds all that is told of a position.
fn hold(explainer: &mut Explainer, program: &Hir, position: &Position, held: &mut Held) {
    let fen = adv_chess::notation::fen(position);
    let explained = explainer
        .explain(EvaluationId(0), position, &ExplainOptions::default())
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    if explained.end.is_some() {
        assert!(
            position.legal_moves().is_empty() || position.is_dead(),
            "{fen}"
        );
        return;
    }
    let shown = Shown {
        language: "en",
        limit: 1_000_000,
        all: "--all",
    };
    let object = json(explainer.program(), &explained, &shown);
    let chess = chess_of(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let judge = Judge {
        reference: Reference::new(program, libraries()),
        program,
        view: View::of(&chess),
        position,
        chess: &chess,
        fen: &fen,
    };
    for (told, words) in explained
        .told
        .iter()
        .zip(object["told"].as_array().into_iter().flatten())
    {
        let fact = judge.fact(&told.fact);
        assert_eq!(told.fact.worth, fact.worth, "{fen}");
        held.facts += 1;
        let own = told.fact.side == explained.viewer;
        let purpose = if own { &fact.texts[2] } else { &fact.texts[3] };
        for (word, text) in [
            ("called", &fact.texts[0]),
            ("belief", &fact.texts[1]),
            ("purpose", purpose),
        ] {
            let said = words[word].as_str().unwrap_or_default();
            assert_eq!(said, text, "{fen}");
        }
        for plan in &told.plan {
            judge.plan(&told.fact, plan, held);
        }
    }
    let total: i64 = explained
        .facts
        .iter()
        .map(|fact| counted(fact, &explained.facts, program))
        .sum();
    assert_eq!(explained.total, total, "{fen}");
}

/// What a fact adds to the value of its position for White: nothing where it requires a plan, or where a fact that requires none is a narrower case of it.
fn counted(fact: &Fact, facts: &[Fact], program: &Hir) -> i64 {
    let pattern = |of: &Fact| &program.patterns[of.pattern.index()];
    let free = |of: &Fact| {
        let views = [&pattern(of).us, &pattern(of).them];
        let mut plans = views.into_iter().flatten().flat_map(|view| &view.plan);
        !plans.any(|plan| plan.required)
    };
    let narrower = |of: &&Fact| {
        let meets = of.squares & fact.squares != 0 || of.squares == 0 && fact.squares == 0;
        let takes = pattern(of).excludes.contains(&fact.pattern) && of.side == fact.side;
        takes && meets && of.worth != 0 && free(of)
    };
    match free(fact) && !facts.iter().any(|of| narrower(&of)) {
        true if fact.side == adv::Color::White => fact.worth,
        true => -fact.worth,
        false => 0,
    }
}

/// The reference in one position.
struct Judge<'a> {
    reference: Reference<'a>,
    program: &'a Hir,
    view: View,
    position: &'a Position,
    chess: &'a shakmaty::Chess,
    fen: &'a str,
}

impl Judge<'_> {
    /// The reference's fact for a told one.
    fn fact(&self, fact: &Fact) -> RefFact {
        let side = shakmaty::Color::from_white(fact.side == adv::Color::White);
        self.reference.refill(50_000_000, POSITIONS);
        let facts = self.reference.facts(fact.pattern.index(), &self.view, side);
        let facts = facts.unwrap_or_else(|fault| panic!("{}: {fault:?}", self.fen));
        let mut same = facts
            .into_iter()
            .filter(|of| of.squares.bits() == fact.squares);
        let found = same.next();
        found.unwrap_or_else(|| panic!("{}: there is no fact {fact:?}", self.fen))
    }

    /// Holds the verdict on a piece of a plan.
    fn plan(&self, fact: &Fact, plan: &PlanTold, held: &mut Held) {
        let advice = plan.advice.index();
        self.reference
            .set_here(adv_reference::reference::Squares::from_bits(fact.squares));
        self.reference.refill(STEPS, POSITIONS);
        let root = Rc::new(self.view.clone());
        let holds_at = |node: &Rc<View>| {
            let piece = self
                .program
                .advice
                .get(advice)
                .expect("a piece of the program");
            let better = self
                .reference
                .better(piece, node, node, &root, self.view.turn());
            better.unwrap_or_else(|fault| panic!("{}: {fault:?}", self.fen))
        };
        let what = || {
            format!(
                "{} {:?} {}",
                self.fen, fact, self.program.advice[advice].name
            )
        };
        match &plan.verdict {
            Verdict::Done => {
                // Whatever the goal says of when it is asked.
                let mut piece = self.program.advice[advice].clone();
                piece.better.when = When::Always;
                let us = self.view.turn();
                let better = self.reference.better(&piece, &root, &root, &root, us);
                assert_eq!(better, Ok(true), "{}", what());
                held.done += 1;
            }
            Verdict::Forced(tree) => {
                let tree = ref_tree(tree);
                let us = self.view.turn();
                match self.reference.check(&tree, advice, self.chess, us) {
                    _ if self.reference.is_exhausted() => held.budget += 1,
                    Ok(()) => held.forced += 1,
                    Err(rule) => panic!("{}: {rule}", what()),
                }
            }
            Verdict::Possible { tree, .. } => {
                assert!(quiet(tree, self.position), "{}", what());
                let leaves = leaves(tree, self.position);
                for leaf in leaves {
                    let fen = adv_chess::notation::fen(&leaf);
                    let chess = chess_of(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
                    assert!(holds_at(&Rc::new(View::of(&chess))), "{} at {fen}", what());
                }
                if self.tree_exists(advice, held) == Some(true) {
                    panic!("{}: it is forced", what());
                }
                held.possible += 1;
            }
            Verdict::Refuted => match self.tree_exists(advice, held) {
                Some(true) => panic!("{}: there is a tree", what()),
                Some(false) => held.refuted += 1,
                None => {}
            },
            Verdict::Idea => panic!("{}: no move was tried", what()),
            Verdict::Unsettled(_) => held.unsettled += 1,
        }
    }

    /// Whether the reference finds a tree; `None` beyond its budget.
    fn tree_exists(&self, advice: usize, held: &mut Held) -> Option<bool> {
        let found = self
            .reference
            .consult_advice(advice, &self.view, Replies::TestedFirst);
        match found {
            Ok(outcome) => Some(outcome.tree.is_some()),
            Err(Fault::Budget) => {
                held.budget += 1;
                None
            }
            Err(fault) => panic!("{}: {fault:?}", self.fen),
        }
    }
}

/// The positions at the ends of a tree.
fn leaves(tree: &Tree, root: &Position) -> Vec<Position> {
    let mut found = Vec::new();
    let mut open = vec![(None, *root)];
    while let Some((at, position)) = open.pop() {
        let below: Vec<usize> = tree.children(at).collect();
        if below.is_empty() {
            found.push(position);
        }
        open.extend(
            below
                .into_iter()
                .map(|node| (Some(node), position.play(tree.nodes()[node].mv))),
        );
    }
    found
}

/// Whether in a tree the other side passes, but in check, and ours takes nothing and gives no check.
fn quiet(tree: &Tree, root: &Position) -> bool {
    let mut open = vec![(None, *root)];
    while let Some((at, position)) = open.pop() {
        for node in tree.children(at) {
            let mv = tree.nodes()[node].mv;
            let after = position.play(mv);
            let ours = position.turn() == root.turn();
            let takes = after.occupied().count_ones() < position.occupied().count_ones();
            let fine = match ours {
                true => !takes && !after.in_check(after.turn()),
                false => mv.is_pass() || position.in_check(position.turn()),
            };
            if !fine {
                return false;
            }
            open.push((Some(node), after));
        }
    }
    true
}
