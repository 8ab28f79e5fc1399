//! What `TAKEN` is at a node, in positions that can be worked through by hand (`tests/cases/taken`), and what is refused.
//!
//! Random programs are compared with the reference in `differential.rs` and `refutations.rs`, with any memory in `memory.rs`.

use adv::{Engine, Options, Subject};
use adv_vm::{Branch, Failure, Mode, Replies, Stop, StuckCause, Wanted};

use crate::common::{engine, position, read};

/// The pawn e2 may be taken in passing by d4.
const PASSING: &str = "7k/8/8/8/3p4/8/4P1N1/K7 w - - 0 1";
/// The rook on d5 is taken by c6, the knight on h3 by g4.
const TWO_PAWNS: &str = "7k/8/2p5/8/6p1/7N/8/K2R4 w - - 0 1";
/// A rook on d5 is taken by c6, one on c1 by the bishop g5.
const TWO_SQUARES: &str = "7k/8/2p5/6b1/8/8/8/K2R4 w - - 0 1";
/// The bishop takes back on d5, where a pawn and a rook can take.
const TAKEN_BACK: &str = "7k/8/2p5/r7/8/8/6B1/1K1R4 w - - 0 1";

fn exchanges() -> Engine {
    engine("exchanges.adv", &read("tests/cases/taken/exchanges.adv"))
}

/// The tree of a piece, its moves in preorder; `None` where there is none.
fn tree(engine: &mut Engine, piece: &str, fen: &str, replies: Replies) -> Option<(String, u64)> {
    let advice = engine.advice(piece).expect("a piece of the file");
    let options = Options {
        replies,
        ..Options::default()
    };
    let answer = engine.try_advice(advice, &position(fen), &options);
    let answer = answer.expect("no limit is reached");
    let positions = answer.positions();
    let tree = answer.tree?;
    let moves: Vec<String> = tree
        .nodes()
        .iter()
        .map(|node| node.mv.to_string())
        .collect();
    Some((moves.join(" "), positions))
}

#[test]
fn what_was_taken_can_be_worked_out_by_hand() {
    let mut engine = exchanges();
    for (piece, fen, wanted) in [
        ("in-passing", PASSING, Some("g2e3")),
        ("beside-it", PASSING, None),
        ("violated", TWO_PAWNS, Some("h3f2")),
        ("refuted", TWO_PAWNS, None),
        ("collected", TWO_SQUARES, Some("a1a2")),
        ("met", TAKEN_BACK, Some("d1d5 c6d5 g2d5 a5d5 g2d5")),
        ("met-once", TAKEN_BACK, Some("d1d5 c6d5 g2d5")),
        ("asked-inside", PASSING, None),
    ] {
        let found = tree(&mut engine, piece, fen, Replies::TestedFirst);
        let moves = found.as_ref().map(|(moves, _)| moves.as_str());
        assert_eq!(moves, wanted, "{piece}");
        // Replies are tested first in any case; one by one the root counts besides.
        let one_by_one = tree(&mut engine, piece, fen, Replies::OneByOne);
        let counted = found.map(|(moves, positions)| (moves, positions + 1));
        assert_eq!(one_by_one, counted, "{piece}");
    }
}

#[test]
fn a_piece_that_speaks_of_taken_has_one_tree() {
    let mut engine = exchanges();
    let at = position(TAKEN_BACK);
    let subject = Subject::Advice(engine.advice("met").expect("declared"));
    let junction = engine.junction(subject, &at).expect("it may be asked");
    let mut branch = |wanted| {
        let mut nodes = Vec::new();
        let branch = engine.branch(subject, &junction, &at, Mode::Strong, wanted, &mut nodes);
        (branch, nodes.len())
    };
    assert!(matches!(branch(Wanted::First), (Branch::Tree { .. }, 5)));
    let (refused, _) = branch(Wanted::Every);
    let Branch::Stuck { cause, .. } = refused else {
        panic!("{refused:?}");
    };
    let stop = match cause {
        StuckCause::Failure(Failure::Stopped { stop, .. }) => stop,
        cause => panic!("{cause:?}"),
    };
    assert_eq!((stop, stop.code()), (Stop::OneTree, "S0008"));
}
