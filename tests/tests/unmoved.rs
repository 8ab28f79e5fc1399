//! Holding-goals that say the same after all replies that take nothing: native code tests one of these replies, and everything that can be
//! seen is as if each were tested, wherever a limit ends it.

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_testkit::Numbers;
use adv_vm::Limits;

use crate::common::three::{agree, three_engines};

/// Holding-goals of the knight's side against the rook. After replies the first six look at our men alone, or at the root too; the others do not, at
/// least for one of the sides.
const GOALS: [&str; 11] = [
    "SQ(N) ≠ ∅",
    "SQ(N) ≠ ∅ ∧ ¬hangs",
    "dist(B.K, N) ≤ 2",
    "white-to-move ∨ SQ(N) = ∅ ∨ dist(B.K, N) = 1",
    "dist(B.K, N) ≤ root.dist(B.K, N) ∨ SQ(N) = ∅",
    "rank(SQ(B.K)) > 0 ∧ file(SQ(N)) ≠ 3",
    "SQ(N) = ∅ ∨ dist(N, R) > 1",
    "white-to-move ∨ SQ(N) ⊄ ATT(W)",
    "dist(W.K, B.K) > 2 ∨ SQ(N) ≠ ∅",
    "SQ(N) ≠ ∅ ∧ (white-to-move ∨ ¬mated(B))",
    "count({x in STEP(N) : rank(x) < 4}) > 1",
];

fn source(goal: &str) -> String {
    format!(
        "material  W: K, R;  B: K, N
example   \"8/5k2/8/4K2R/8/2n5/8/8 b - - 0 1\"

descriptor hangs = white-to-move ∧ SQ(N) ⊆ ATT(W) ∧ SQ(N) ⊄ ATT(B.K)

advice stands
  better   us-to-move ∧ dist(B.K, N) < root.dist(B.K, N)
  holding  {goal}
  us       K, N
  depth    2
end-advice

advice stands-longer
  better   us-to-move ∧ dist(W.K, N) > 4
  holding  {goal}
  us       K then N
  them     K then R
  depth    4
end-advice

plan last = stands, stands-longer
"
    )
}

/// Positions of these men, many of them with the knight where it can be taken.
fn positions() -> Vec<Position> {
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King, Role::Knight]);
    let class = ClassIndex::new(material, Color::Black).expect("four men make a class");
    let mut numbers = Numbers::new(23);
    let drawn = std::iter::repeat_with(|| class.position(numbers.bits() % class.len()));
    drawn.flatten().take(60).collect()
}

#[test]
fn replies_that_take_nothing_cost_as_much_as_if_each_were_tested() {
    let positions = positions();
    let limits = Limits::default();
    for goal in GOALS {
        let mut engines = three_engines("unmoved.adv", &source(goal), limits);
        let mut agree = |positions: &[Position], limits| {
            agree(
                &mut engines,
                &["stands", "stands-longer"],
                positions,
                limits,
                goal,
            )
        };
        // Code is made at the first questions.
        agree(&positions[..4], limits);
        let answered = agree(&positions, limits);
        assert_eq!(answered, 4 * positions.len() as u64);
        for step in 1..10 {
            let fuel = Limits {
                fuel: step * step * step * 61,
                ..limits
            };
            agree(&positions[..12], fuel);
            let positions_of = Limits {
                positions: step * step * 5,
                ..limits
            };
            agree(&positions[..12], positions_of);
        }
    }
}
