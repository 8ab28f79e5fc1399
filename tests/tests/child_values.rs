//! Values of keys after moves that an engine remembers: what looks at nothing but the position after a move is taken over where it was worked out before, and
//! everything that can be seen is as if it were worked out each time, wherever a limit ends it.

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_testkit::Numbers;
use adv_vm::Limits;

use crate::common::three::{agree, three_engines};

/// Keys that may take long. Of the first three a value is known by the position after the move; of the others it is not, or not always.
const KEYS: [&str; 9] = [
    "new.work",
    "-new.work",
    "(new.work, -dist(TO, B.K))",
    "new.work - work",
    "new.work + root.work",
    "new.work + dist(FROM, TO)",
    "(if turned (SQ(W.K) = a1 ∨ file(R) = 2) then new.work else -new.work)",
    "(if new.satisfiable(near) then new.work else 7)",
    "work",
];

fn source(key: &str) -> String {
    format!(
        "material  W: K, R;  B: K
example   \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"

number weight(x: board) = 10 * dist(x, W.K) + manhattan(x, SQ(R))

/// Squares that he can reach, each with its weight: more of them take longer.
number work = sum x in REACH(SQ(B.K), ~(FILE(R) ∪ RANK(R))) : weight(x)

advice near
  better   dist(W.K, B.K) < 4
  us       K
  them     none
  depth    1
end-advice

advice one
  better   work < root.work
  us       K, R by {key}
  them     none
  depth    1
end-advice

advice two
  better   us-to-move ∧ work < root.work
  us       K, R by {key}
  them     any
  depth    4
end-advice

plan last = near, one, two
"
    )
}

/// Positions of which many lead to the same ones.
fn positions() -> Vec<Position> {
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("three men make a class");
    let mut numbers = Numbers::new(5);
    let mut found = Vec::new();
    while found.len() < 60 {
        let first = numbers.bits() % class.len();
        found.extend(class.range(first..first + 8).map(|(_, position)| position));
    }
    found
}

#[test]
fn values_that_are_known_change_nothing_that_can_be_seen() {
    // Values are kept beside rows of native code.
    if !crate::common::has_native("values_that_are_known_change_nothing_that_can_be_seen") {
        return;
    }
    let positions = positions();
    let limits = Limits::default();
    for (at, key) in KEYS.iter().enumerate() {
        let mut engines = three_engines("child-values.adv", &source(key), limits);
        let pieces = ["one", "two"];
        agree(&mut engines, &pieces, &positions, limits, key);
        for step in 1..8 {
            let fuel = Limits {
                fuel: step * step * step * 211,
                ..limits
            };
            agree(&mut engines, &pieces, &positions[..12], fuel, key);
        }
        let [plain, native, knowing] = &engines;
        assert_eq!((plain.known_values(), native.known_values()), (0, 0));
        let known = knowing.known_values();
        match at {
            0..3 => assert!(known > 500, "{key}: {known}"),
            _ => assert_eq!(known, 0, "{key}"),
        }
    }
}
