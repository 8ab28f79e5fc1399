//! Junctions and branches where a module made by hand shows more than games do; every run of the other tests is shadowed by branches too.

use crate::support::{Builder, K, R, act, apply, krk, position};
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_module::program::StatementKind::{Again, If, Jump, Stop, While};
use adv_module::{Frame, SearchMode, StrategyId, Who};
use adv_vm::{
    Branch, Ending, Engine, Failure, Junction, Limits, Mode, Node, StuckCause, Subject, Wanted,
};

const START: &str = "7k/8/8/8/8/8/8/K5R1 w - - 0 1";

fn branch(
    engine: &mut Engine,
    id: StrategyId,
    at: &Junction,
    fen: &str,
    wanted: Wanted,
) -> (Branch, Vec<Node>) {
    let mut tree = vec![];
    let subject = Subject::Strategy(id);
    let branch = engine.branch(subject, at, &position(fen), Mode::Strong, wanted, &mut tree);
    (branch, tree)
}

/// The junction after the tree that is played.
fn behind(engine: &mut Engine, id: StrategyId, fen: &str) -> Junction {
    let at = engine.junction(Subject::Strategy(id), &position(fen));
    let at = at.expect("the strategy fits");
    match branch(engine, id, &at, fen, Wanted::First).0 {
        Branch::Tree { next, .. } => next,
        other => panic!("no tree: {other:?}"),
    }
}

fn moves(tree: &[Node], ply: u16) -> Vec<String> {
    let nodes = tree.iter().filter(|node| node.ply == ply);
    nodes.map(|node| node.mv.to_string()).collect()
}

/// The ways through a loop's body meet at its head, whichever action made the move.
#[test]
fn ways_that_come_to_the_same_place_are_one_junction() {
    let mut b = Builder::default();
    let (yes, on_a1) = (b.truth(true), b.stands(Frame::Current, Who::Us, K, "a1"));
    let (one, two) = (b.king_to("a2"), b.king_to("b3"));
    let inner = b.strategy("inner", vec![act(two, 1, None)]);
    let id = b.strategy(
        "loop",
        vec![
            While {
                condition: yes,
                end: 6,
            },
            If {
                condition: on_a1,
                otherwise: 4,
            },
            act(one, 3, None),
            Jump(5),
            apply(inner),
            Again(0),
        ],
    );
    let mut engine = b.engine();
    let by_action = behind(&mut engine, id, START);
    let by_strategy = behind(&mut engine, id, "7k/8/8/8/8/8/K7/6R1 w - - 0 1");
    assert_eq!(by_action, by_strategy);
    assert_eq!(by_action.to_words(), [0, 1, 0, 0]);
    let begun = engine.junction(Subject::Strategy(id), &position(START));
    assert_eq!(
        begun,
        Ok(by_action),
        "the loop is where the strategy begins"
    );
}

#[test]
fn an_end_tells_where_it_is() {
    let mut b = Builder::default();
    let stop = b.strategy("stop", vec![Stop(Some("enough".to_owned()))]);
    let outer = b.strategy("outer", vec![apply(stop)]);
    let nothing = b.strategy("nothing", Vec::new());
    let mut engine = b.engine();
    for (id, strategy, statement, expected) in [
        (outer, stop, 0, Ending::Stop(Some("enough".to_owned()))),
        (nothing, nothing, 0, Ending::EndOfStrategy),
    ] {
        let at = engine.junction(Subject::Strategy(id), &position(START));
        let at = at.expect("the strategy fits");
        let (branch, tree) = branch(&mut engine, id, &at, START, Wanted::Every);
        let Branch::Ends { ending, origin } = branch else {
            panic!("not over: {branch:?}");
        };
        assert_eq!(ending, expected);
        assert_eq!(origin.strategy, Some(strategy));
        assert_eq!(origin.statement, Some(statement));
        assert!(tree.is_empty());
    }
}

/// The shortest bound is the one of the tree that is played: what takes longer is not among the others.
#[test]
fn every_tree_is_within_the_bound_of_the_first() {
    let mut b = Builder::default();
    let better = b.stands(Frame::Current, Who::Us, K, "a2 b2 c3");
    let piece = b.advice("up", better, 1 << K, 3);
    b.module.advice[piece.index()].mode = SearchMode::Shortest;
    let mut engine = b.engine();
    let subject = Subject::Advice(piece);
    let mut ask = |fen: &str| {
        let position = position(fen);
        let at = engine.junction(subject, &position).expect("it fits");
        let (wanted, mut tree) = (Wanted::Every, Vec::new());
        engine.branch(subject, &at, &position, Mode::Strong, wanted, &mut tree);
        tree
    };
    let near = ask(START);
    assert_eq!(moves(&near, 1), ["a1a2", "a1b2"], "not b1, which needs two");
    assert_eq!(near.len(), 2);
    // From d1 no move is enough, and each first move has all its second ones.
    let far = ask("7k/8/8/8/8/8/8/3K2R1 w - - 0 1");
    assert_eq!(moves(&far, 1), ["d1c1", "d1c2", "d1d2"]);
    let below_c2 = &far[far.iter().position(|n| n.mv.to_string() == "d1c2").unwrap()..];
    let first_reply: Vec<&Node> = below_c2[2..].iter().take_while(|n| n.ply == 3).collect();
    let answers: Vec<String> = first_reply.iter().map(|n| n.mv.to_string()).collect();
    assert_eq!(answers, ["c2b2", "c2c3"]);
}

/// What all trees cost together is under one budget, and what is left of them is not handed out.
#[test]
fn a_limit_may_stop_every_where_it_does_not_stop_the_first() {
    let make = |positions| {
        let mut b = Builder::default();
        let better = b.king_stands("a2 b1 b2");
        let piece = b.action(better, 1 << K | 1 << R, 1);
        let id = b.strategy("up", vec![act(piece, 1, None)]);
        let limits = Limits {
            positions,
            ..Limits::default()
        };
        (b.engine_under(limits), id)
    };
    let (mut engine, id) = make(10);
    let at = engine.junction(Subject::Strategy(id), &position(START));
    let at = at.expect("the strategy fits");
    let (first, tree) = branch(&mut engine, id, &at, START, Wanted::First);
    assert!(matches!(first, Branch::Tree { .. }) && tree.len() == 1);
    let (every, tree) = branch(&mut engine, id, &at, START, Wanted::Every);
    let Branch::Stuck { cause, .. } = every else {
        panic!("not stopped: {every:?}");
    };
    let stopped = matches!(cause, StuckCause::Failure(Failure::Stopped { .. }));
    assert!(stopped && tree.is_empty(), "{cause:?}");
    let (mut engine, id) = make(1_000);
    let (_, tree) = branch(&mut engine, id, &at, START, Wanted::Every);
    assert_eq!(moves(&tree, 1), ["a1a2", "a1b1", "a1b2"]);
}

/// What a table chooses by itself is the branch of a run that has no strategy: shallow pieces before deeper ones and behind them, positions
/// that have to be turned, and a table that finds nothing.
#[test]
fn a_table_by_itself_is_consulted_as_a_branch() {
    let mut b = Builder::default();
    let near = b.stands(Frame::Current, Who::Us, K, "c3 c4 d3 d4 d5");
    let rook = b.stands(Frame::Current, Who::Us, R, "a1 b2 c3 d4 e5 f6 g7 h8");
    let edge = b.stands(Frame::Current, Who::Them, K, "a1 a2 a3 a4 a5 a6 a7 a8");
    let up = b.advice("up", near, 1 << K, 1);
    let across = b.advice("across", rook, 1 << R, 1);
    let away = b.advice("away", edge, 1 << K | 1 << R, 3);
    let lists: [&[_]; 4] = [&[up, across], &[up, away, across], &[away, up], &[across]];
    let mut names = ["one", "two", "three", "four"].into_iter();
    let mut name = || names.next().expect("a name for each");
    let tables = lists.map(|list| b.table(name(), Some(krk(true)), list));
    let mut engine = b.engine();
    let of = |white: &[Role], black: &[Role], turn| {
        let class = ClassIndex::new(Material::new(white, black), turn).expect("a class");
        let all = class.iter().map(|(_, position)| position);
        all.step_by(251).collect::<Vec<Position>>()
    };
    let (two, one) = ([Role::King, Role::Rook], [Role::King]);
    let positions = [
        of(&two, &one, Color::White),
        of(&one, &two, Color::Black),
        of(&two, &two, Color::White),
    ];
    let (mut found, mut nothing, mut unsaid) = (0, 0, 0);
    for table in tables {
        for mode in [Mode::Strong, Mode::Weak] {
            let subject = Subject::Table(table);
            let at = engine.junction(subject, &position(START)).expect("it fits");
            let mirrored = engine.junction(subject, &positions[1][0]).expect("it fits");
            let mut branches = engine.branches(subject, mode, Wanted::First);
            for position in positions.iter().flatten() {
                let at = if position.turn() == Color::White {
                    &at
                } else {
                    &mirrored
                };
                let (mut tree, mut alone) = (Vec::new(), Vec::new());
                let consulted = branches.consult(position, &mut alone);
                let branch = branches.branch(at, position, &mut tree);
                match consulted {
                    Some(Some(chosen)) => {
                        let (next, again) = (at.clone(), None);
                        assert_eq!(
                            branch,
                            Branch::Tree {
                                chosen,
                                next,
                                again
                            }
                        );
                        assert_eq!(alone, tree);
                        found += 1;
                    }
                    Some(None) => {
                        let stuck = matches!(
                            branch,
                            Branch::Stuck {
                                cause: StuckCause::NoAdvice,
                                ..
                            }
                        );
                        assert!(stuck, "{branch:?}");
                        nothing += 1;
                    }
                    None => unsaid += 1,
                }
            }
        }
    }
    assert!(
        found > 1000 && nothing > 100 && unsaid > 1000,
        "{found} {nothing} {unsaid}"
    );
    let mut every = engine.branches(Subject::Table(tables[0]), Mode::Strong, Wanted::Every);
    assert_eq!(every.consult(&position(START), &mut Vec::new()), None);
}
