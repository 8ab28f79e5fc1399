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

/// Mates on full boards, whose nodes are remembered.
const MATES: &str = "\
advice checks
  better  mate
  us      any where new.check by new.replies
  depth   9 shortest
end-advice
advice by-replies
  better  mate
  us      any by new.replies
  cost    after-us bits(new.replies)
  effort  2 cheapest
  depth   9
end-advice
table t
  otherwise checks, by-replies
end-table
";

#[test]
fn a_search_that_remembers_allocates_nothing_for_a_node() {
    let roots = [
        "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1",
        "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16",
    ];
    let roots = roots.map(|fen| adv_chess::notation::parse_fen(fen).expect("a position"));
    for native in [true, false] {
        let mut engine = Engine::new(linked("mates.adv", MATES), Limits::default());
        match native {
            true => engine.set_native_after(1),
            false => engine.set_native(false),
        }
        engine.set_uncounted(true);
        let all = |engine: &mut Engine| {
            for root in &roots {
                let decided = engine.decide(TableId(0), root, Replies::TestedFirst);
                assert!(decided.expect("within the limits").positions > 0);
            }
        };
        all(&mut engine);
        let counted = allocation_counter::measure(|| all(&mut engine));
        assert_eq!(counted.count_total, 0, "native: {native}: {counted:?}");
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
