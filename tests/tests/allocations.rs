//! A consultation allocates nothing after the first ones: buffers, tables and native code are kept, and the next consultations find them as
//! large as they need.

mod common;

use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_module::TableId;
use adv_vm::{Branch, Engine, Limits, Mode, Replies, Subject, Wanted};
use common::{linked, read};

/// Every so many positions of king and rook against king.
fn positions() -> Vec<Position> {
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let class = ClassIndex::new(material, Color::White).expect("three men have a numbering");
    (0..class.len())
        .step_by(211)
        .filter_map(|number| class.position(number))
        .collect()
}

/// The programs: one of small trees, one of single moves.
const PROGRAMS: [&str; 2] = ["krk-advice.adv", "endgames/krk-strategy.adv"];

/// An engine that compiles what it runs at once, or that never does.
fn engine(name: &str, native: bool) -> Engine {
    let path = format!("examples/{name}");
    let mut engine = Engine::new(linked(name, &read(path)), Limits::default());
    match native {
        true => engine.set_native_after(1),
        false => engine.set_native(false),
    }
    engine
}

/// Every program in both ways.
fn engines() -> impl Iterator<Item = (String, Engine)> {
    let ways = [true, false];
    let all = PROGRAMS
        .into_iter()
        .flat_map(move |name| ways.map(|native| (name, native)));
    all.map(|(name, native)| (format!("{name}, native: {native}"), engine(name, native)))
}

#[test]
fn a_decision_allocates_nothing_after_the_first_ones() {
    let positions = positions();
    assert!(positions.len() > 700);
    for (name, mut engine) in engines() {
        let all = |engine: &mut Engine| {
            let mut moves = 0;
            for position in &positions {
                let decided = engine.decide(TableId(0), position, Replies::OneByOne);
                moves += usize::from(decided.is_ok_and(|decision| decision.mv.is_some()));
            }
            moves
        };
        assert_eq!(all(&mut engine), positions.len(), "{name}");
        let counted = allocation_counter::measure(|| {
            all(&mut engine);
        });
        assert_eq!(counted.count_total, 0, "{name}: {counted:?}");
    }
}

#[test]
fn a_branch_of_a_proof_allocates_nothing_after_the_first_ones() {
    let positions = positions();
    for (name, mut engine) in engines() {
        let subject = Subject::Table(TableId(0));
        let first = positions.first().expect("there are positions");
        let junction = engine.junction(subject, first).expect("it plays for White");
        let mut tree = Vec::new();
        let mut all = |engine: &mut Engine| {
            for position in &positions {
                let mode = Mode::Strong;
                let branch =
                    engine.branch(subject, &junction, position, mode, Wanted::First, &mut tree);
                assert!(matches!(branch, Branch::Tree { .. }), "{name}");
            }
        };
        all(&mut engine);
        let counted = allocation_counter::measure(|| all(&mut engine));
        assert_eq!(counted.count_total, 0, "{name}: {counted:?}");
    }
}
