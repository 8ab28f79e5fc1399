//! What `TAKEN` is at a node, in positions that can be worked through by hand (`tests/cases/taken`), and what is refused.
//!
//! Random programs are compared with the reference in `differential.rs` and `refutations.rs`, with any memory in `memory.rs`.

use adv::proof::Verdict;
use adv::{Engine, Limits, Options, Subject};
use adv_reference::adapter::{checked_program, libraries};
use adv_reference::reference::{Reference, Replies as RefReplies, View};
use adv_vm::{Branch, Failure, Mode, Replies, Stop, StuckCause, TraceEvent, Wanted};

use crate::common::{engine, position, read, rulebook, settled};

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

/// White to move draws by 1.Kg7 alone.
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

fn reti() -> String {
    read("tests/cases/taken/reti.adv")
}

/// Whether a piece has a tree, and how many positions were tested.
fn asked(engine: &mut Engine, piece: &str, fen: &str) -> (bool, u64) {
    let advice = engine.advice(piece).expect("a piece of the file");
    let answer = engine.try_advice(advice, &position(fen), &Options::default());
    let answer = answer.expect("no limit is reached");
    (answer.tree.is_some(), answer.positions())
}

#[test]
fn the_study_takes_as_many_positions_as_in_the_prototype() {
    // The last bound of `hold` by itself.
    let mut engine = engine(
        "reti.adv",
        &reti().replace("depth    13 shortest", "depth    11"),
    );
    for (piece, positions) in [
        ("hold", 3_689),
        ("hold-without-taken", 4_538),
        ("hold-by-zones-alone", 2_786),
        ("hold-by-zones", 247),
    ] {
        assert_eq!(
            asked(&mut engine, piece, RETI),
            (true, positions),
            "{piece}"
        );
    }
    // Black's half: after each move of White's zones he holds too.
    let moves = [
        "7K/2P5/k7/7p/8/8/8/8 b - - 0 1",
        "8/6K1/k1P5/7p/8/8/8/8 b - - 0 1",
        "8/7K/k1P5/7p/8/8/8/8 b - - 0 1",
    ];
    let half = moves.map(|fen| asked(&mut engine, "hold-soon-by-zones", fen));
    assert_eq!(half, [(true, 9), (true, 15), (true, 14)]);
    assert!(247 + half.iter().map(|(_, positions)| positions).sum::<u64>() <= 287);
}

#[test]
fn one_move_draws_and_the_others_lose() {
    let mut engine = engine("reti.adv", &reti());
    let holds = tree(&mut engine, "hold", RETI, Replies::TestedFirst);
    assert!(holds.is_some_and(|(moves, _)| moves.starts_with("h8g7 ")));
    assert!(!asked(&mut engine, "win", RETI).0);
    for (mv, fen, lost) in [
        ("1.c7", "7K/2P5/k7/7p/8/8/8/8 b - - 0 1", true),
        ("1.Kg8", "6K1/8/k1P5/7p/8/8/8/8 b - - 0 1", true),
        ("1.Kh7", "8/7K/k1P5/7p/8/8/8/8 b - - 0 1", true),
        ("1.Kg7", "8/6K1/k1P5/7p/8/8/8/8 b - - 0 1", false),
    ] {
        assert_eq!(asked(&mut engine, "win", fen).0, lost, "{mv}");
    }
}

#[test]
fn the_draw_is_proved_against_every_reply() {
    let claim = "prove hold from example reaches saved(W, B)";
    let settled = settled("reti.adv", &reti(), claim);
    assert_eq!(settled.report().verdict, Verdict::Proved);
}

/// The lines that the paper tells: 1.c7 Kb7 2.c8Q Kxc8; 2.Kg7 Kxc7; 2.Kg8 Kxc7; 1.Kg7.
#[test]
fn the_story_of_the_paper_is_searched_in_its_order() {
    let mut engine = engine("reti.adv", &reti());
    engine.trace(Some(1_000));
    asked(&mut engine, "hold-by-zones", RETI);
    let trace = engine.traced();
    let made: Vec<(u16, String)> = trace
        .entries
        .iter()
        .filter_map(|entry| match &entry.event {
            TraceEvent::Node { mv, .. } => Some((entry.ply, mv.to_string())),
            _ => None,
        })
        .collect();
    let mut left = made.iter();
    for (ply, mv) in [
        (1, "c6c7"),
        (2, "a6b7"),
        (3, "c7c8q"),
        (4, "b7c8"),
        (3, "h8g7"),
        (4, "b7c7"),
        (3, "h8g8"),
        (4, "b7c7"),
        (1, "h8g7"),
    ] {
        let found = left.any(|one| *one == (ply, mv.to_owned()));
        assert!(found, "{ply} {mv}: {made:?}");
    }
    // The king's steps to c7 and c8 are tried because men were lost there.
    let firsts = made.iter().filter(|(ply, _)| *ply == 1);
    assert_eq!(firsts.filter(|(_, mv)| mv == "h8g8").count(), 0);
}

#[test]
fn the_study_is_the_same_with_any_memory_natively_and_interpreted() {
    let pieces = ["hold", "hold-by-zones-alone", "hold-by-zones", "win"];
    let book = rulebook("reti.adv", &reti());
    let answer = |engine: &mut Engine, piece| tree(engine, piece, RETI, Replies::TestedFirst);
    let mut plain = book.engine(Limits::default());
    plain.set_native(false);
    for piece in pieces {
        let wanted = answer(&mut plain, piece);
        for memory in [0, 256, 1 << 14, 64 << 20] {
            let mut engine = book.engine(Limits {
                memory,
                ..Limits::default()
            });
            engine.set_uncounted(true);
            engine.set_native_after(1);
            let found = answer(&mut engine, piece);
            let moves = |of: &Option<(String, u64)>| of.as_ref().map(|(moves, _)| moves.clone());
            assert_eq!(moves(&found), moves(&wanted), "{piece}, {memory} bytes");
            let tested = |of: &Option<(String, u64)>| of.as_ref().map_or(0, |(_, tested)| *tested);
            assert!(tested(&found) <= tested(&wanted), "{piece}, {memory} bytes");
        }
    }
}

#[test]
fn the_reference_finds_the_tree_of_the_paper() {
    let text = reti();
    let checked = checked_program(&text).expect("it compiles");
    let reference = Reference::new(&checked, libraries());
    reference.refill(u64::MAX, 2_000);
    let named = |piece: &adv_compiler::hir::Advice| piece.name.node == "hold-by-zones";
    let index = checked.advice.iter().position(named).expect("declared");
    let chess = adv_reference::reference::position(RETI).expect("a position");
    let found = reference.consult_advice(index, &View::of(&chess), RefReplies::TestedFirst);
    let found = found.expect("within the budget");
    assert_eq!(found.tried[0].positions, 247);
    let mut engine = engine("reti.adv", &text);
    let (moves, _) =
        tree(&mut engine, "hold-by-zones", RETI, Replies::TestedFirst).expect("a tree");
    let text = found.tree.expect("a tree").tree_text();
    // Without the brackets, and without the numbers of replies that are left out.
    let bare = text.replace(['[', ']'], " ");
    let words = bare.split(' ').filter_map(|word| word.split('|').next());
    let words = words.filter(|word| !word.is_empty());
    assert_eq!(words.collect::<Vec<_>>().join(" "), moves);
}
