//! What `adv bench` relies on: counting changes no answer, and the report adds up and has the shape that its schema promises.

use crate::drawn::schema;
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_render::bench::{self, Bench, Timing};
use adv_vm::{Decision, Engine, Replies, Subject};
use serde_json::Value;

/// Every so many positions of king and rook against king.
const STRIDE: usize = 997;

fn positions() -> Vec<Position> {
    let krk = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let class = ClassIndex::new(krk, Color::White).expect("a class");
    let all = class.iter().map(|(_, position)| position);
    all.step_by(STRIDE).collect()
}

fn engine(file: &str) -> Engine {
    crate::common::engine(file, &crate::common::read(file))
}

fn ask(engine: &mut Engine, positions: &[Position]) -> Vec<Decision> {
    let table = engine.table("krk").expect("the table");
    let ask = |position| engine.decide(table, position, Replies::TestedFirst);
    let all: Result<Vec<Decision>, _> = positions.iter().map(ask).collect();
    all.expect("every position is the table's")
}

#[test]
fn counting_changes_no_answer() {
    let positions = positions();
    let mut engine = engine("examples/krk-advice.adv");
    let plain = ask(&mut engine, &positions);
    let mut counting = engine.counting();
    assert_eq!(ask(&mut counting, &positions), plain);
    let counts = counting.counted();
    let tested: u64 = plain.iter().map(|decision| decision.positions).sum();
    assert_eq!(counts.positions(), tested);
    // The same again, in the other order.
    let mut counting = engine.counting();
    let backwards: Vec<Position> = positions.iter().rev().copied().collect();
    ask(&mut counting, &backwards);
    let again = counting.counted();
    assert_eq!(again.pieces, counts.pieces);
}

#[test]
fn a_report_adds_up_and_has_the_shape_that_its_schema_promises() {
    let promised = schema::load("docs/schema/bench.json");
    let engine = engine("examples/krk-advice.adv");
    let mut counting = engine.counting();
    let asked = ask(&mut counting, &positions()).len() as u64;
    let counts = counting.counted();
    for games in [None, Some(3)] {
        let report = bench::json(&Bench {
            module: engine.module(),
            subject: Subject::Table(engine.table("krk").expect("the table")),
            from: "some positions",
            games,
            asked,
            answered: asked,
            rules: &[],
            counts: &counts,
            definitions: &[],
            limit: 5,
            timing: Timing {
                seconds: vec![0.3, 0.1, 0.2],
                without_code: Vec::new(),
            },
        });
        let wrong = schema::errors(&promised, "Bench", &report);
        assert!(wrong.is_empty(), "{wrong:?}\n{report:#}");
        assert_eq!(report["timing"]["median"], 0.2);
        for rows in ["lines", "definitions"] {
            for of in ["weight", "instructions"] {
                let rows = report[rows].as_array().into_iter().flatten();
                let sum: u64 = rows.filter_map(|row| row[of].as_u64()).sum();
                assert_eq!(Value::from(sum), report[of], "{of}");
            }
        }
    }
}
