//! Strategies as they are played: the sample game of SDL's paper, its p-strategies, what satisfies each action, and the totals.
//!
//! ```text
//! 8 . . . . . . . .     The paper's example (Karapetyan 1986, section 3): K-R-VS-K plays 1.Ke5 and mates with 9.Ra8.
//! 6 . . . . K . R .
//! 5 . . k . . . . .
//! ```

use crate::runs::Runs;
use adv_chess::notation::{parse_fen, parse_move, san};
use adv_chess::{ClassIndex, Color, Game, Material, Position, Role};
use adv_module::op::Op;
use adv_module::program::{Class, Function, Place, Program, Statement, StatementKind};
use adv_module::{AdviceId, AdviceKind, ConstId, FnId, Needs, Reg, StrategyId, Ty, link, verify};
use adv_testkit::{Size, runs_in};
use adv_vm::{Done, Ending, Engine, Limits, Mode, PStrategy, Step, Strategy, StuckCause, Subject};
use serde_json::Value;

fn engine(name: &str) -> Engine {
    engine_of(&format!("examples/{name}"))
}

fn engine_of(path: &str) -> Engine {
    let text = crate::common::read(path);
    Engine::new(crate::common::linked(path, &text), Limits::default())
}

fn position(fen: &str) -> Position {
    parse_fen(fen).expect("the case has a position")
}

/// The records of SDL's cases of a kind, of which there is one at least.
fn cases(kind: &str) -> Vec<Value> {
    let text = crate::common::read("tests/cases/sdl/sdl_cases.json");
    let mut all: Vec<Value> = serde_json::from_str(&text).expect("the cases are JSON");
    all.retain(|case| case["kind"] == kind);
    assert!(!all.is_empty(), "no case of the kind {kind}");
    all
}

fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    case[field].as_str().unwrap_or_default()
}

fn list(case: &Value, field: &str) -> Vec<String> {
    let values = case[field].as_array().into_iter().flatten();
    values
        .filter_map(|v| v.as_str().map(str::to_owned))
        .collect()
}

/// The record of an action of a name.
fn action(module: &Program, name: &str) -> AdviceId {
    let at = module
        .advice
        .iter()
        .position(|a| a.kind == AdviceKind::Action && a.name == name);
    AdviceId(at.unwrap_or_else(|| panic!("no action {name}")) as u16)
}

/// The same program with a strategy that does one action and nothing else.
fn only(engine: &Engine, name: &str, change: impl FnOnce(&mut Program, AdviceId)) -> Engine {
    let mut module = engine.module().clone();
    let advice = action(&module, name);
    module.strategies[0].body = vec![Statement {
        kind: StatementKind::Action {
            advice,
            in_class: None,
            then: 1,
            failed: None,
        },
        place: Place::default(),
    }];
    change(&mut module, advice);
    let module = verify(module).expect("the change is sound");
    Engine::new(
        link(module, &[]).expect("nothing is missing"),
        Limits::default(),
    )
}

/// Lets an action begin with one move only.
fn begin_with(module: &mut Program, advice: AdviceId, from: u8, to: u8) {
    let mut constant = |word: u64| {
        let pool = &mut module.constants;
        let at = pool.iter().position(|c| *c == word).unwrap_or_else(|| {
            pool.push(word);
            pool.len() - 1
        });
        ConstId(at as u32)
    };
    let (from, to) = (constant(1 << from), constant(1 << to));
    let (a, b) = (Reg(0), Reg(1));
    let function = FnId(module.functions.len() as u32);
    module.functions.push(Function {
        name: "this-move".to_owned(),
        params: Vec::new(),
        result: Ty::Truth,
        needs: Needs::MOVE,
        registers: 2,
        code: vec![
            Op::From { dst: a },
            Op::Board { dst: b, k: from },
            Op::Eq { dst: a, a, b },
            Op::JumpIfNot { a, to: 7 },
            Op::To { dst: a },
            Op::Board { dst: b, k: to },
            Op::Eq { dst: a, a, b },
            Op::Return { src: a },
        ],
        places: Vec::new(),
        place: Place::default(),
    });
    let us = &mut module.advice[advice.index()].us;
    let first = match us.phases.iter().position(|(plies, _)| plies.contains(&0)) {
        Some(at) => us.phases[at].1.clone(),
        None => us.every.clone(),
    };
    let first: Vec<Class> = first
        .into_iter()
        .map(|mut class| {
            assert_eq!(class.filter, None, "these actions have no `where`");
            class.filter = Some(function);
            class
        })
        .collect();
    us.phases.retain(|(plies, _)| !plies.contains(&0));
    us.phases.insert(0, (vec![0], first));
}

fn begin(engine: &mut Engine, fen: &str) -> (Strategy, Step) {
    let subject = Subject::Strategy(StrategyId(0));
    Strategy::begin(engine, subject, &position(fen), Mode::Strong).expect("the figures are there")
}

/// A p-strategy as an indented text.
fn tree_text(engine: &Engine, p_strategy: &PStrategy) -> String {
    let answer = &p_strategy.consultation;
    let tree = answer.tree.as_ref().expect("a p-strategy has a tree");
    let advice = answer.advice.expect("a p-strategy has an action");
    let mut lines = vec![engine.module().advice[advice.index()].name.clone()];
    let mut path = vec![*tree.root()];
    for node in tree.nodes() {
        path.truncate(usize::from(node.ply));
        let before = path[path.len() - 1];
        lines.push(format!(
            "{}{}",
            "  ".repeat(usize::from(node.ply)),
            san(&before, node.mv)
        ));
        path.push(before.play(node.mv));
    }
    lines.join("\n")
}

/// The strategy in the signs of this language, and in those that the paper prints.
const LISTINGS: [&str; 2] = [
    "examples/karapetyan-1986.adv",
    "tests/cases/sdl/k-r-vs-k-1986.adv",
];

#[test]
fn the_sample_game_of_the_paper_is_played() {
    let games = LISTINGS.map(|listing| cases("game").into_iter().map(move |case| (listing, case)));
    for (listing, case) in games.into_iter().flatten() {
        let mut engine = engine_of(listing);
        let (mut strategy, mut step) = begin(&mut engine, text(&case, "fen"));
        let mut game = Game::new(position(text(&case, "fen")));
        let mut replies = list(&case, "replies").into_iter();
        let (mut moves, mut actions, mut trees) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(ours) = step.our_move() {
            moves.push(
                san(game.position(), ours)
                    .trim_end_matches(['+', '#'])
                    .to_owned(),
            );
            game.play(ours).expect("a legal move");
            let p_strategy = strategy.p_strategy().expect("a p-strategy").clone();
            let advice = p_strategy.consultation.advice.expect("an action");
            actions.push(engine.module().advice[advice.index()].name.clone());
            if let Step::Yield(_) = step {
                trees.push(tree_text(&engine, &p_strategy));
            }
            let reply = replies.next().map(|square| {
                parse_move(game.position(), &format!("K{square}")).expect("the paper's reply")
            });
            step = strategy
                .resume(&mut engine, reply)
                .expect("the reply is taken");
            if let Some(reply) = reply {
                game.play(reply).expect("a legal reply");
            }
        }
        assert_eq!(moves, list(&case, "moves"));
        assert_eq!(actions, list(&case, "actions"));
        let Step::Done(Done { ending, goal, .. }) = step else {
            panic!("the game ends: {step:?}")
        };
        assert!(matches!(ending, Ending::Checkmate { .. }));
        assert_eq!(goal, Some(true), "his king has no legal move");
        let game = format!("{} {}", game.movetext(), game.result());
        insta::with_settings!({ snapshot_path => "../cases/snapshots", omit_expression => true }, {
            insta::assert_snapshot!("sample_game", format!("{game}\n\n{}", trees.join("\n\n")));
        });
    }
}

#[test]
fn the_conditions_as_they_are_printed_have_no_first_move() {
    let printed = crate::common::read("tests/cases/diagnostics/strategies/printed-1986.adv");
    let line = "⊥ = N. L(W. K))\n";
    for plies in [1, 3, 5] {
        let deeper = format!("{} within {plies} plies\n", line.trim_end());
        let program = printed.replacen(line, &deeper, 1);
        assert_ne!(program, printed, "LINE is where it was");
        let linked = crate::common::linked("printed.adv", &program);
        let mut engine = Engine::new(linked, Limits::default());
        for case in cases("game") {
            let (_, step) = begin(&mut engine, text(&case, "fen"));
            let Step::Stuck(stuck) = step else {
                panic!("within {plies} plies: {step:?}")
            };
            assert_eq!(stuck.cause, StuckCause::NoPStrategy);
        }
    }
}

#[test]
fn each_step_of_the_sample_game_has_the_moves_that_would_do() {
    let engine = engine("karapetyan-1986.adv");
    for case in cases("game_step") {
        let at = position(text(&case, "fen"));
        let name = text(&case, "action");
        // The second move of the first tree ends it, so that the bound is what is left of it.
        let depth = case["depth"].as_u64().expect("a depth in plies") as u16;
        let satisfies = |from, to| {
            let mut one = only(&engine, name, |module, id| {
                begin_with(module, id, from, to);
                module.advice[id.index()].depth = depth;
            });
            matches!(begin(&mut one, text(&case, "fen")).1, Step::Yield(_))
        };
        let mut found: Vec<String> = at
            .legal_moves()
            .into_iter()
            .filter(|m| satisfies(m.from, m.to))
            .map(|m| san(&at, m).trim_end_matches(['+', '#']).to_owned())
            .collect();
        let mut expected = list(&case, "satisfying_moves");
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{case}");
        let mut chosen = only(&engine, name, |_, _| ());
        let (_, step) = begin(&mut chosen, text(&case, "fen"));
        let first = step.our_move().map(|m| san(&at, m));
        let first = first.as_deref().map(|m| m.trim_end_matches(['+', '#']));
        assert_eq!(first, Some(text(&case, "chosen")), "{case}");
    }
}

#[test]
fn the_tree_of_the_first_action_is_the_papers() {
    let engine = engine("karapetyan-1986.adv");
    for case in cases("p_strategy_node") {
        let mut one = only(&engine, text(&case, "action"), |_, _| ());
        let (_, step) = begin(&mut one, text(&case, "fen"));
        let at = position(text(&case, "fen"));
        let chosen = step.our_move().map(|m| san(&at, m));
        assert_eq!(chosen.as_deref(), Some(text(&case, "chosen")), "{case}");
    }
}

#[test]
fn actions_fail_where_the_paper_s_do() {
    let engine = engine("karapetyan-1986.adv");
    for case in cases("failure") {
        let mut one = only(&engine, text(&case, "action"), |_, _| ());
        let (mut strategy, step) = begin(&mut one, text(&case, "fen"));
        if text(&case, "expect").contains("loses the rook") {
            let taken = parse_move(strategy.position(), "Kxc6").expect("the rook can be taken");
            let step = strategy
                .resume(&mut one, Some(taken))
                .expect("a legal reply");
            assert!(matches!(step, Step::Done(_)), "{step:?}");
            continue;
        }
        let Step::Stuck(stuck) = step else {
            panic!("{case}: {step:?}")
        };
        assert_eq!(stuck.cause, StuckCause::NoPStrategy, "{case}");
        assert!(
            !stuck.tried[0].why.is_empty(),
            "it is told what failed: {case}"
        );
    }
}

/// What all defences together make of some positions.
#[derive(Debug, PartialEq, Eq)]
struct Totals {
    /// The positions consulted.
    asked: usize,
    /// Those from which the strategy mates whatever is replied.
    forced: usize,
    /// The most moves of ours that one of those mates takes.
    longest: u32,
}

/// Plays the first strategy of an example from all positions of king and rook against king, against all replies.
fn totals(name: &str) -> Totals {
    let mut runs = Runs::new(engine(name));
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("a class of three men");
    let subject = Subject::Strategy(StrategyId(0));
    let (mut asked, mut roots) = (0, Vec::new());
    for (_, position) in class.iter() {
        asked += 1;
        let begun = Strategy::begin(&mut runs.engine, subject, &position, Mode::Strong);
        roots.extend(runs.node(begun.expect("the figures are there").0));
        runs.explore();
    }
    let found = runs.moves_to_mate();
    let mates: Vec<u32> = roots.iter().filter_map(|&root| found[root]).collect();
    Totals {
        asked,
        forced: mates.len(),
        longest: mates.iter().copied().max().unwrap_or(0),
    }
}

#[test]
fn the_repaired_strategy_mates_from_every_position_against_every_defence() {
    let expected = Totals {
        asked: 175_168,
        forced: 175_168,
        longest: 74,
    };
    assert_eq!(totals("krk-sdl.adv"), expected);
}

/// It is stuck in most positions after long searches in vain.
#[test]
fn the_paper_s_strategy_mates_from_few_positions() {
    if !runs_in(Size::All, "the_paper_s_strategy_mates_from_few_positions") {
        return;
    }
    let expected = Totals {
        asked: 175_168,
        forced: 1_893,
        longest: 12,
    };
    assert_eq!(totals("karapetyan-1986.adv"), expected);
}
