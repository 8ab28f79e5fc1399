//! Patterns: their facts for both sides, what is told of them, their plans, and their names as descriptors, against the reference.

use adv_reference::adapter::{Machine, libraries};
use adv_reference::reference::{RefFact, Reference, View, position};
use shakmaty::Color;

const PROGRAM: &str = r#"
board BACK(x: board, s: side) = if s = W then SHIFT(x, 0, -1) else SHIFT(x, 0, 1)
descriptor few = count(W.* ∪ B.*) ≤ 8
/// The squares of the fact that are attacked.
board HIT = HERE ∩ ATT(them)

pattern rammed in pawn.rammed
  fact    us.P ∩ BACK(them.P, us)  each square  where count(FILE(HERE) ∩ us.P) = 1
  worth   if few then -20 else -10 * rank(HERE)
  called  "{us ? white|black} pawn {HERE} against a {them ? white|black} one"
  belief  "it stands on the file {HERE as files} and the rank {HERE as ranks}"
  for them  purpose "attack it"  plan attack
end-pattern

pattern rooks in piece.rook
  fact    us.R  each file
  worth   25 * count(HERE)
  called  "{count(HERE) ? rook|rooks} {HERE as men}"
  for us  purpose "double on {FILE(HERE) as files}, with {HIT} attacked"  plan advance
end-pattern

pattern island in pawn.island
  fact    us.P  each group
  worth   count(HERE)
  excludes  pawn.rammed
  called  "{count(HERE)} {count(HERE) ? pawn|pawns} on {HERE}"
end-pattern

pattern men in piece
  fact    us.* \ us.P \ us.K
  worth   count(MV(us.K)) - count(HERE)
  called  "{HERE as men}"
end-pattern

pattern turn in game
  fact    us-to-move
  worth   10
  called  "to move, {count(HERE)} squares"
end-pattern

advice attack
  better  after-us HERE ∩ ATT(us) ≠ ∅
  us      any
  depth   3 shortest
end-advice

advice advance
  better  after-us HERE ∩ us.R = ∅ ∧ RANK(HERE) ∩ us.R = ∅
  us      us.R from HERE
  depth   1
end-advice

advice first
  better  count(them.*) < root.count(them.*)
  depth   1
end-advice

table asked
  if rammed(us) and not rammed(them)  then first
  else-if rooks(B)                    then first
  otherwise                                first
end-table

prove rammed(W) ⇒ rammed(B) from example
example "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1"
"#;

const FENS: &[&str] = &[
    "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1",
    "r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 b - - 0 1",
    "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
];

fn facts(fen: &str, name: &str, us: Color) -> Vec<RefFact> {
    let mut machine = Machine::compile(PROGRAM).unwrap_or_else(|message| panic!("{message}"));
    let mut patterns = machine.program.patterns.iter();
    let index = patterns.position(|pattern| pattern.name.node == name);
    let index = index.unwrap_or_else(|| panic!("no `{name}`"));
    let facts = machine.facts(index, fen, us);
    facts.unwrap_or_else(|stop| panic!("{stop}"))
}

#[test]
fn facts_are_told_as_they_are_written() {
    let rammed = facts(FENS[0], "rammed", Color::Black);
    let [_, _, _, fact] = rammed.as_slice() else {
        panic!("four pawns: {rammed:?}");
    };
    assert_eq!(fact.squares.bits(), 1 << 51, "d7");
    assert_eq!(fact.worth, -60);
    assert_eq!(fact.texts[0], "black pawn d7 against a white one");
    assert_eq!(fact.texts[1], "it stands on the file d and the rank 7");
    assert_eq!(fact.texts[2..], ["", "attack it"]);
    let rooks = facts(FENS[0], "rooks", Color::White);
    let [fact] = rooks.as_slice() else {
        panic!("one file: {rooks:?}");
    };
    assert_eq!(
        (fact.worth, fact.texts[0].as_str()),
        (50, "rooks Rc2 and Rc5")
    );
    assert_eq!(fact.texts[2], "double on c, with no square attacked");
    let islands = facts(FENS[0], "island", Color::White);
    let told: Vec<&str> = islands.iter().map(|fact| fact.texts[0].as_str()).collect();
    assert_eq!(
        told,
        [
            "2 pawns on a2 and b3",
            "2 pawns on g2 and h2",
            "3 pawns on d6, e5 and f4"
        ]
    );
    let turn = facts(FENS[0], "turn", Color::White);
    assert_eq!(turn[0].texts[0], "to move, 0 squares");
    assert_eq!(facts(FENS[0], "turn", Color::Black), []);
    assert_eq!(facts(FENS[4], "men", Color::White), []);
}

#[test]
fn both_evaluators_find_the_same_facts_and_plans() {
    let mut machine = Machine::compile(PROGRAM).unwrap_or_else(|message| panic!("{message}"));
    let program = machine.program.clone();
    let reference = Reference::new(&program, libraries());
    let (mut facts, mut trees) = (0, 0);
    for fen in FENS {
        let chess = position(fen).unwrap_or_else(|message| panic!("{message}"));
        let view = View::of(&chess);
        for (index, pattern) in program.patterns.iter().enumerate() {
            for us in [Color::White, Color::Black] {
                reference.refill(1_000_000, 10_000);
                let expected = reference.facts(index, &view, us);
                let expected = expected.unwrap_or_else(|fault| panic!("{fen}: {fault:?}"));
                let found = machine.facts(index, fen, us);
                assert_eq!(found.as_ref(), Ok(&expected), "{fen} {}", pattern.name.node);
                facts += expected.len();
                let planner = if us == view.turn() {
                    &pattern.us
                } else {
                    &pattern.them
                };
                for planned in planner.iter().flat_map(|of| &of.plan) {
                    for fact in &expected {
                        reference.refill(9_000_000, 100_000);
                        reference.set_here(fact.squares);
                        let replies = adv_reference::reference::Replies::TestedFirst;
                        let expected =
                            reference.consult_advice(planned.advice.index(), &view, replies);
                        let expected = expected.unwrap_or_else(|fault| panic!("{fault:?}"));
                        let found = machine.consult_plan(planned.advice.index(), fact.squares, fen);
                        trees += usize::from(expected.tree.is_some());
                        assert_eq!(found, Ok(expected), "{fen} {:?}", fact.squares);
                    }
                }
            }
        }
    }
    assert!(facts >= 20 && trees >= 3, "{facts} facts, {trees} trees");
}
