//! The reference by itself: figures of the literature, and what the language says of single words.
//!
//! The comparison of the machine with the reference shows that both say the same; these tests show that it is the right thing.

use adv_compiler::hir::Program;
use adv_tests::adapter::{checked_program, libraries};
use adv_tests::native_krk;
use adv_tests::reference::{RefOutcome, Reference, Replies, Value, View, position};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, EnPassantMode};

const KRK: &str = include_str!("../../examples/krk-advice.adv");

/// Every 5,001st of the 175,168 king-and-rook roots: rule, piece, move and count are those of the table written by hand in Rust.
#[test]
fn the_textbook_table_counts_as_the_book_does() {
    let program = checked_program(KRK).unwrap();
    let reference = Reference::new(&program, libraries());
    for (replies, native) in [
        (Replies::OneByOne, native_krk::Replies::OneByOne),
        (Replies::TestedFirst, native_krk::Replies::TestedFirst),
    ] {
        for chess in native_krk::roots().step_by(5_001) {
            let book = native_krk::consult(&chess, native);
            reference.refill(u64::MAX, u64::MAX);
            let found = reference
                .consult_table(0, &View::of(&chess), replies)
                .unwrap();
            let fen = Fen::from_position(&chess, EnPassantMode::Legal);
            let name = found
                .satisfied()
                .map(|advice| program.advice[advice].name.as_str());
            assert_eq!(
                found.rule.map(|rule| rule + 1),
                Some(usize::from(book.rule)),
                "{fen}"
            );
            assert_eq!(name, book.advice, "{fen}");
            let played = found.tree.as_ref().map(|tree| tree.moves[0].0.clone());
            let wanted = book
                .mv
                .map(|m| m.to_uci(CastlingMode::Standard).to_string());
            assert_eq!(played, wanted, "{fen}");
            let positions: u64 = found.tried.iter().map(|tried| tried.positions).sum();
            assert_eq!(positions, book.positions, "{replies:?} {fen}");
        }
    }
}

const PUSH_PAWN: &str = "
material W: K, P; B: K

/// Straight lines to c8, squared: the order of Euclid's distance.
number way = (file(TO) - 2) * (file(TO) - 2) + (7 - rank(TO)) * (7 - rank(TO))

advice push-pawn
  better   SQ(W.Q) ∪ SQ(W.R) ∪ SQ(W.B) ∪ SQ(W.N) ≠ ∅
  holding  SQ(P) ≠ ∅ ∨ SQ(W.Q) ≠ ∅
  us       P as Q
  them     K by way
  depth    9
end-advice

table kpk
  otherwise push-pawn
end-table
";

/// Fig. 4 of Bratko, Kononenko, Mozetic: push-pawn fails with 1 5 1 5 1 4 1 1 positions.
#[test]
fn push_pawn_visits_the_positions_of_the_paper() {
    let program = checked_program(PUSH_PAWN).unwrap();
    let reference = Reference::new(&program, libraries());
    let chess = position("5k2/8/8/8/8/2P5/8/3K4 w - - 0 1").unwrap();
    let found = reference
        .consult_table(0, &View::of(&chess), Replies::TestedFirst)
        .unwrap();
    assert_eq!(found.satisfied(), None);
    assert_eq!(found.tried[0].by_depth, [0, 1, 5, 1, 5, 1, 4, 1, 1]);
    assert_eq!(found.tried[0].positions, 19);
}

fn value(program: &Program, name: &str, fen: &str) -> Value {
    let index = program
        .functions
        .iter()
        .position(|f| f.name.node == name)
        .unwrap();
    let reference = Reference::new(program, libraries());
    reference
        .evaluate(index, Vec::new(), &View::of(&position(fen).unwrap()))
        .unwrap()
}

/// `STEP`, `MV`, `ATT` and `GUARD` side by side.
#[test]
fn what_men_reach() {
    let program = checked_program(
        "number step = count(STEP(W.R))\nnumber mv = count(MV(W.R))\nnumber att = count(ATT(W.R))\n\
         number guard = count(GUARD(W))\ndescriptor through = h4 ∈ GUARD(W)\ndescriptor stopped = h4 ∉ ATT(W)\n",
    )
    .unwrap();
    // The rook d4 looks at its king d1 and at the enemy's on g4.
    let fen = "8/8/8/8/3R2k1/8/8/3K4 b - - 0 1";
    let n = |name: &str| value(&program, name, fen).number().unwrap();
    assert_eq!(n("att"), 3 + 3 + 4 + 3); // c4 b4 a4, e4 f4 g4, d5 to d8, d3 d2 d1
    assert_eq!(n("mv"), 13 - 2); // neither its own king nor the enemy's
    assert_eq!(n("guard"), 13 + 1 + 4); // h4 behind the king; c1, e1, c2, e2 by the own king
    for truth in ["through", "stopped"] {
        assert_eq!(value(&program, truth, fen), Value::Truth(true), "{truth}");
    }
}

/// A program that is `mirrored` answers a position of reversed colours with moves of that position.
#[test]
fn reversed_colours_are_answered_in_their_own_moves() {
    let program = checked_program(
        "material W: K, R; B: K mirrored\nadvice give-mate\n  better mate\n  us R\n  depth 1\nend-advice\n\
         table t for W\n  otherwise give-mate\nend-table\n",
    )
    .unwrap();
    let reference = Reference::new(&program, libraries());
    let consult = |fen: &str| -> RefOutcome {
        let chess = position(fen).unwrap();
        reference
            .consult_table(0, &View::of(&chess), Replies::TestedFirst)
            .unwrap()
    };
    let straight = consult("7k/8/6K1/8/8/8/8/R7 w - - 0 1");
    let reversed = consult("r7/8/8/8/8/6k1/8/7K b - - 0 1");
    assert_eq!(straight.tree.unwrap().tree_text(), "[a1a8]");
    assert_eq!(reversed.tree.unwrap().tree_text(), "[a8a1]");
    assert!(reversed.mirrored && !straight.mirrored);
    assert_eq!(
        consult("7k/8/6K1/8/8/8/8/R7 b - - 0 1"),
        RefOutcome::default()
    );
}
