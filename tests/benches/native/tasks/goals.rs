//! The goals of the programs by hand, each by itself, against the definitions that they were written from: every position.
//!
//! A difference in a goal shows in the decisions too, but there it does not say which goal it is.

use adv_chess::{ClassIndex, Color, Material, Position, Role};

use crate::common;
use crate::native::squares::bit;
use crate::native::{kpk, strategy};

/// A definition's name, and what it is by hand: 1 or 0 for a descriptor, a set of squares for a board.
type Goal<M> = (&'static str, fn(M) -> i64);

/// The squares for which something holds, as a word of the machine.
fn squares(holds: impl Fn(u8) -> bool) -> i64 {
    let set = (0..64).filter(|&square| holds(square));
    set.fold(0, |set, square| set | bit(square)) as i64
}

const STRATEGY: [Goal<strategy::Men>; 10] = [
    ("room", |men| men.room().into()),
    ("exposed", |men| men.exposed().into()),
    ("divides", |men| men.divides().into()),
    ("walk", |men| men.walk().into()),
    ("l-pattern", |men| men.l_pattern().into()),
    ("same-edge", |men| men.same_edge().into()),
    ("rook-lives", |men| men.rook_lives().into()),
    ("mate-waits", |men| men.mate_waits().into()),
    ("HOME", |men| squares(|square| men.is_home(square))),
    ("NEW-EDGE", |men| squares(|square| men.is_new_edge(square))),
];

const PAWN: [Goal<kpk::Men>; 6] = [
    ("KEYS", |men| kpk::KEYS[usize::from(men.pawn)] as i64),
    ("pawn-safe", |men| men.pawn_safe().into()),
    ("runs", |men| men.runs().into()),
    ("reaches-key-square", |men| men.reaches_key_square().into()),
    ("in-the-race", |men| men.in_the_race().into()),
    ("leads-with-opposition", |men| {
        men.leads_with_opposition().into()
    }),
];

/// Evaluates goals by hand and on the machine in every position of White's king and another man against the bare king, Black to
/// move; how many values were compared.
fn compare<M: Copy>(program: &str, role: Role, men: fn([u8; 3]) -> M, goals: &[Goal<M>]) -> usize {
    let mut engine = common::engine(program, &common::read(program));
    let exports = &engine.module().exports;
    let function = |name: &str| {
        let export = exports.iter().find(|export| export.name == name);
        let export = export.unwrap_or_else(|| panic!("{program} has no `{name}`"));
        export.functions[0]
    };
    let functions: Vec<_> = goals.iter().map(|(name, _)| function(name)).collect();
    let material = Material::new(&[Role::King, role], &[Role::King]);
    let class = ClassIndex::new(material, Color::Black).expect("three men make a class");
    let mut compared = 0;
    for (_, position) in class.iter() {
        let at = |color, role| Position::pieces(&position, color, role).trailing_zeros() as u8;
        let squares = [
            at(Color::White, Role::King),
            at(Color::White, role),
            at(Color::Black, Role::King),
        ];
        for ((name, goal), function) in goals.iter().zip(&functions) {
            let on_machine = engine
                .evaluate(*function, &[], &position, Color::White)
                .unwrap_or_else(|stop| panic!("{name} in {position:?}: {stop}"));
            let by_hand = goal(men(squares)) as u64;
            assert_eq!(on_machine, by_hand, "{name} in {position:?}");
            compared += 1;
        }
    }
    compared
}

/// Holds every goal against its definition.
///
/// # Panics
/// Where they differ.
pub fn goals_agree() {
    let three = |[king, rook, enemy]: [u8; 3]| strategy::Men { king, rook, enemy };
    let compared = compare(
        "examples/endgames/krk-strategy.adv",
        Role::Rook,
        three,
        &STRATEGY,
    );
    let three = |[king, pawn, enemy]: [u8; 3]| kpk::Men { king, pawn, enemy };
    let compared = compared + compare("examples/kpk.adv", Role::Pawn, three, &PAWN);
    println!("goals: {compared} values alike");
}
