//! The paper's own search, written by hand for the benchmarks, against the vectors of its specification.
//!
//! The vectors were counted with the order in which cozy-chess hands out its moves, so with that library the counts are exact;
//! with an order that both libraries share, both count the same.

#[path = "../benches/native/entropy.rs"]
#[allow(dead_code, reason = "the benchmark uses the rest")]
mod entropy;

use entropy::{Facts, Formula, Game, Order, Outcome, Question, STEP, search};
use serde_json::Value;
use shakmaty::{Chess, Move, Position, san::San};

use crate::common::read;

fn vectors() -> Value {
    serde_json::from_str(&read("tests/cases/ers/ers_cases.json")).expect("the vectors are JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn count(value: &Value) -> u64 {
    value.as_u64().expect("a count")
}

/// The question of a row of the paper's table.
fn question(row: &Value) -> Question {
    Question {
        formula: Formula::Code,
        divisor: number(&row["div"]),
        horizon: number(&row["max_virtual"]),
        longest: 17,
        order: Order::Generator,
        first: None,
        most: u64::MAX,
    }
}

/// Qd4-b6, which the vectors try first in their second column.
const QB6: Option<(u8, u8)> = Some((27, 41));

fn assert_counts(outcome: Outcome, vector: &Value, row: &Value) {
    assert_eq!(outcome.nodes, count(&vector["nodes"]), "nodes of {row}");
    assert_eq!(
        u64::from(outcome.deepest),
        count(&vector["max_depth"]),
        "depth of {row}"
    );
    assert_eq!(
        outcome.solved(),
        count(&vector["solved"]) == 1,
        "solved in {row}"
    );
}

#[test]
fn moves_cost_what_the_vectors_say() {
    let vectors = vectors();
    for case in vectors["cost_cases"].as_array().expect("cases") {
        let check = case["kind"] == "check";
        let of = |name: &str| if check { 0 } else { count(&case[name]) };
        let facts = Facts {
            check,
            change: of("delta_cp") as i32,
            taken: None,
            choices: of("legal_moves") as usize,
        };
        let cost = Formula::Code.cost(facts, number(&case["div"]));
        assert!(
            (cost - number(&case["cost"])).abs() < 1e-6,
            "{case}: {cost}"
        );
    }
}

#[test]
fn the_book_line_is_as_long_as_the_vectors_say() {
    let vectors = vectors();
    let root = &vectors["paper_position"];
    let line = root["book_line"].as_str().expect("a line");
    let start = Chess::read(root["fen"].as_str().expect("a FEN")).expect("a position");
    for row in vectors["table"].as_array().expect("rows") {
        let mut board = start.clone();
        let mut length = 0.0;
        for san in line.split(' ') {
            let san: San = san.parse().expect("SAN");
            let m: Move = san.to_move(&board).expect("a legal move");
            let mut child = board.clone();
            child.play_unchecked(m);
            let facts = Facts {
                check: child.is_check(),
                change: (child.material() - board.material()).abs(),
                taken: None,
                choices: board.legal_moves().len(),
            };
            length += Formula::Code.cost(facts, number(&row["div"]));
            board = child;
        }
        assert!(board.is_checkmate());
        let said = number(&row["book_line_virtual_length"]);
        assert!((length - said).abs() < 0.001, "{row}: {length}");
    }
}

#[test]
fn the_first_rows_count_what_the_vectors_count() {
    let vectors = vectors();
    let fen = vectors["paper_position"]["fen"].as_str().expect("a FEN");
    let root = cozy_chess::Board::read(fen).expect("a position");
    for row in vectors["table"]
        .as_array()
        .expect("rows")
        .iter()
        .take(adv_testkit::sized(2, 4))
    {
        let plain = question(row);
        assert_counts(search(&root, &plain), &row["ours_generator_order"], row);
        let first = Question {
            first: QB6,
            ..plain
        };
        assert_counts(search(&root, &first), &row["ours_root_qb6_first"], row);
    }
}

#[test]
fn plain_alpha_beta_counts_what_the_vectors_count() {
    let vectors = vectors();
    let fen = vectors["paper_position"]["fen"].as_str().expect("a FEN");
    let root = cozy_chess::Board::read(fen).expect("a position");
    let row = &vectors["table"][0];
    let uniform = vectors["ablation"].as_array().expect("rows");
    let uniform = uniform.iter().find(|case| case["cost"] == "uniform");
    let nodes = uniform.expect("plain alpha-beta")["plies_nodes"].clone();
    for (ply, nodes) in (1..).zip(nodes.as_array().expect("counts").iter().take(6)) {
        let question = Question {
            formula: Formula::Uniform,
            horizon: STEP * f64::from(ply),
            ..question(row)
        };
        assert_eq!(search(&root, &question).nodes, count(nodes), "{ply} plies");
    }
}

#[test]
fn both_libraries_count_the_same_in_one_order() {
    let vectors = vectors();
    let row = &vectors["table"][1];
    for position in vectors["positions"].as_array().expect("positions") {
        let fen = position["fen"].as_str().expect("a FEN");
        let (shakmaty, cozy) = (Chess::read(fen), cozy_chess::Board::read(fen));
        let (shakmaty, cozy) = (shakmaty.expect("legal"), cozy.expect("legal"));
        for formula in [Formula::Code, Formula::Published] {
            let question = Question {
                formula,
                order: Order::Common,
                most: 20_000,
                ..question(row)
            };
            assert_eq!(
                search(&shakmaty, &question),
                search(&cozy, &question),
                "{fen}"
            );
        }
    }
}
