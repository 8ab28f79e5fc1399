//! The reference by itself: figures of the literature, and what the language says of single words.
//!
//! The comparison of the machine with the reference shows that both say the same; these tests show that it is the right thing.

use adv_compiler::hir::Hir;
use adv_reference::adapter::{checked_program, libraries};
use adv_reference::native_krk;
use adv_reference::reference::moves::candidates;
use adv_reference::reference::{
    Cause, Ending, Played, RefOutcome, RefStep, RefTree, Reference, Replies, Reply, Value, View,
    position,
};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode};

const KRK: &str = include_str!("../../examples/krk-advice.adv");

/// Every 5,001st of the 175,168 king-and-rook roots: rule, piece, move and count are those of the table written by hand in Rust.
#[test]
fn the_textbook_table_counts_as_the_book_does() {
    let program = checked_program(KRK).unwrap();
    let reference = Reference::new(&program, libraries());
    for (replies, native) in [
        (Replies::OneByOne, native_krk::BookReplies::OneByOne),
        (Replies::TestedFirst, native_krk::BookReplies::TestedFirst),
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
                .map(|advice| program.advice[advice].name.node.as_str());
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

fn value(program: &Hir, name: &str, fen: &str) -> Value {
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

/// A game of a program's first strategy against an opponent that picks among so many moves in the fixed order, for so many moves.
fn play(program: &Hir, fen: &str, moves: usize, pick: impl Fn(usize) -> usize) -> Played {
    let reference = Reference::new(program, libraries());
    reference.refill(u64::MAX, u64::MAX);
    let mut made = 0;
    let mut opponent = |chess: &Chess, _: &RefTree| {
        made += 1;
        let legal = candidates(chess);
        match made < moves {
            true => Reply::Move(legal[pick(legal.len())].step.uci(), false),
            false => Reply::Enough,
        }
    };
    reference.play(0, &position(fen).unwrap(), &mut opponent)
}

/// The step's action and its tree.
fn told(program: &Hir, step: &RefStep) -> (String, String) {
    let RefStep::Yield { outcome, .. } = step else {
        return (format!("{step:?}"), String::new());
    };
    let advice = &program.advice[outcome.satisfied().unwrap()];
    let tree = outcome.tree.as_ref().unwrap().tree_text();
    (advice.name.node.clone(), tree)
}

const KRK_SDL: &str = include_str!("../../examples/endgames/krk-sdl.adv");

/// The strategy of the SDL paper, made whole, mates in 74 moves at most.
#[test]
fn the_strategy_mates() {
    let program = checked_program(KRK_SDL).unwrap();
    for (fen, first) in [
        ("8/8/4K1R1/2k5/8/8/8/8 w - - 0 1", "LINE"),
        ("8/8/8/8/8/k1K5/8/1R6 w - - 0 1", "LINE"),
    ] {
        let played = play(&program, fen, 75, |legal| legal / 2);
        assert_eq!(played.fault, None);
        assert_eq!(told(&program, &played.steps[0]).0, first);
        let mate = RefStep::Done {
            ending: Ending::Checkmate(Color::Black),
            goal: Some(true),
        };
        assert_eq!(played.steps.last(), Some(&mate), "{fen}");
    }
}

const HEAD: &str =
    "strat s for W (in-class: figures - W: K, R; B: K; descr - any; out-class: on-the-fourth)\n";
const RANK: &str = "descriptor on-the-fourth = rank(W.R) = 3\n";

/// A game from a2, h2 against h8 of a strategy with this body.
fn game_of(body: &str) -> (Hir, Played) {
    let text = format!("{RANK}{HEAD}{body}\nend-strat\n");
    let program = checked_program(&text).unwrap_or_else(|e| panic!("{e}"));
    let played = play(&program, "7k/8/8/8/8/8/K6R/8 b - - 0 1", 4, |_| 0);
    assert_eq!(played.refused, Some(Cause::OtherSide(Color::White)));
    let played = play(&program, "8/7k/8/8/8/8/K5R1/8 w - - 0 1", 4, |_| 0);
    (program, played)
}

/// Without a prefix an out-class speaks of the position before our move, with `new.` of the one after it, with `root.` of the first.
#[test]
fn an_action_compares_positions() {
    let (program, played) = game_of(
        "action up (any, new.rank(R) = rank(R) + 1 & new.rank(R) = root.rank(R) + 2) us R within 3",
    );
    let (name, tree) = told(&program, &played.steps[0]);
    assert_eq!(name, "up");
    // One rank by the first move, one by the second, whatever the reply; the shortest in the fixed order.
    assert_eq!(tree, "[g2g3[h7h6[g3g4] h7h8[g3g4]]]");
    assert!(matches!(&played.steps[1], RefStep::Follow(m) if m == "g3g4"));
    let done = RefStep::Done {
        ending: Ending::LastStatement,
        goal: Some(true),
    };
    assert_eq!(played.steps.get(2), Some(&done));
    // The rook has to have been on the third rank already.
    let (program, played) = game_of("action past (any, rank(R) = 2) us R within 3");
    let (_, tree) = told(&program, &played.steps[0]);
    assert_eq!(tree, "[g2g3[h7h6[g3a3] h7h8[g3a3]]]");
    let (_, played) = game_of("action far (any, new.SQ(R) = a8) otherwise stop \"no\"");
    let stop = RefStep::Done {
        ending: Ending::Stop(Some("no".to_owned())),
        goal: Some(false),
    };
    assert_eq!(played.steps, [stop]);
}

/// `prefer` orders over the classes; the classes' order breaks ties.
#[test]
fn a_preference_orders_all_moves() {
    let first = |prefer: &str| {
        let (program, played) = game_of(&format!("action go (any, any) us R then K {prefer}"));
        told(&program, &played.steps[0]).1
    };
    assert_eq!(first(""), "[g2b2]");
    assert_eq!(first("prefer dist(TO, a1)"), "[a2a1]");
    assert_eq!(first("prefer -rank(TO)"), "[g2g8]");
    assert_eq!(first("prefer dist(TO, a2)"), "[g2b2]");
}

/// A round of a loop without a move ends the run, at the loop; one with a move does not.
#[test]
fn a_loop_needs_a_move() {
    let (_, played) = game_of(
        "do-while us-to-move\n  if rank(R) < 3 then action up (any, new.rank(R) = rank(R) + 1) us R end-if\nend-do",
    );
    assert_eq!((played.steps.len(), played.rounds), (3, 2));
    let RefStep::Stuck { at, cause, tried } = &played.steps[2] else {
        panic!("{:?}", played.steps);
    };
    assert_eq!((*cause, tried.len()), (Cause::LoopWithoutMove, 0));
    let text = format!("{RANK}{HEAD}");
    let place = (
        text.len() as u32,
        (text.len() + "do-while us-to-move".len()) as u32,
    );
    assert_eq!(at.place, place);
}
