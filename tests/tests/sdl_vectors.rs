//! The values of SDL's boards and descriptors, computed by an independent implementation, against the language and its library.
//!
//! `tests/cases/sdl/sdl_cases.json` has 39 boards and 23 descriptors with the position and the value of each. A descriptor that
//! speaks of two positions, as an action's out-class does, is evaluated for the move that leads from one to the other:
//!
//! ```text
//! advice step            // N.L(W.R) = L(B.K)  after 5.Rb6+
//!   better  them-to-move ∧ SQ(W.K) = d4 ∧ SQ(W.R) = b6
//!   us      any where N.L(W.R) = L(B.K)
//!   depth   1
//! ```
//!
//! Only that move fulfils the better-goal, so there is a tree exactly if the descriptor selects it.

use crate::common::{position, read};
use adv_chess::notation::{fen, parse_fen};
use adv_chess::{Color, Position};
use adv_vm::{Engine, Options};
use serde_json::Value;

/// The cases of one kind.
fn cases(kind: &str) -> Vec<Value> {
    let text = read("tests/cases/sdl/sdl_cases.json");
    let mut all: Vec<Value> = serde_json::from_str(&text).expect("the vectors are a list");
    all.retain(|case| case["kind"] == kind);
    all
}

/// A field that is a text.
fn text<'c>(case: &'c Value, field: &str) -> &'c str {
    case[field]
        .as_str()
        .unwrap_or_else(|| panic!("{case} has no {field}"))
}

/// The expression of a case; the vectors write the letter `V` for `∨`.
fn expression(case: &Value) -> String {
    text(case, "expr").replace(" V ", " ∨ ")
}

/// A program with the men of the paper's example and nothing taken from the library by name.
fn program(rest: &str) -> Engine {
    crate::common::engine("vector.adv", &format!("material W: K, R;  B: K\n{rest}\n"))
}

/// The word that a definition has in a position.
fn value(engine: &mut Engine, name: &str, at: &Position) -> u64 {
    let exports = &engine.module().exports;
    let export = exports.iter().find(|export| export.name == name);
    let function = export.map(|export| export.functions[0]);
    let function = function.unwrap_or_else(|| panic!("no export `{name}`"));
    engine
        .evaluate(function, &[], at, Color::White)
        .unwrap_or_else(|stop| panic!("{name}: {stop}"))
}

/// The squares of a word, in the order of the vectors: file by file.
fn squares(board: u64) -> Vec<String> {
    let all = (0..8u8).flat_map(|file| (0..8u8).map(move |rank| (file, rank)));
    all.filter(|(file, rank)| board >> (8 * rank + file) & 1 == 1)
        .map(|(file, rank)| format!("{}{}", char::from(b'a' + file), rank + 1))
        .collect()
}

/// The position of a board, whose squares do not depend on the side to move. Two vectors show a check to Black with White to move,
/// who could take the king; they are evaluated with Black to move.
fn of_a_board(case: &Value, turned: &mut usize) -> Position {
    let fen = text(case, "fen");
    parse_fen(fen).unwrap_or_else(|_| {
        *turned += 1;
        position(&fen.replace(" w ", " b "))
    })
}

#[test]
fn every_board_has_the_squares_of_its_vector() {
    let (mut run, mut turned) = (0, 0);
    let mut wrong = Vec::new();
    for case in cases("board") {
        let expr = expression(&case);
        let mut engine = program(&format!("board VECTOR = {expr}"));
        let found = squares(value(
            &mut engine,
            "VECTOR",
            &of_a_board(&case, &mut turned),
        ));
        let wanted: Vec<&str> = case["squares"]
            .as_array()
            .expect("a board has squares")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        if found != wanted {
            wrong.push(format!("{case}\n  found {found:?}"));
        }
        run += 1;
    }
    assert_eq!((run, turned), (39, 2));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The better-goal that only one position after our move fulfils.
fn only(after: &Position) -> String {
    let men = |color, role| squares(after.pieces(color, role)).join(", ");
    format!(
        "them-to-move ∧ SQ(W.K) = {{{}}} ∧ SQ(W.R) = {{{}}} ∧ SQ(B.K) = {{{}}}",
        men(Color::White, adv_chess::Role::King),
        men(Color::White, adv_chess::Role::Rook),
        men(Color::Black, adv_chess::Role::King)
    )
}

/// Whether a descriptor selects the move that leads from a position to another.
fn selects(descriptor: &str, before: &Position, after: &Position) -> bool {
    let better = only(after);
    let mut engine = program(&format!(
        "advice step\n  better {better}\n  us any where {descriptor}\n  depth 1\nend-advice\n\
         advice free\n  better {better}\n  us any\n  depth 1\nend-advice"
    ));
    let mut first_move = |name: &str| {
        let advice = engine.advice(name).expect("the program defines it");
        let answer = engine.try_advice(advice, before, &Options::default());
        answer
            .unwrap_or_else(|failure| panic!("{descriptor}: {failure}"))
            .first_move()
    };
    let leads = first_move("free").unwrap_or_else(|| panic!("no move leads to {}", fen(after)));
    let selected = first_move("step");
    assert!(selected.is_none_or(|m| m == leads), "{descriptor}");
    selected.is_some()
}

#[test]
fn every_descriptor_has_the_truth_of_its_vector() {
    let mut run = 0;
    let mut wrong = Vec::new();
    for case in cases("descriptor") {
        let expr = expression(&case);
        let before = position(text(&case, "fen"));
        let found = match case["after_fen"].as_str() {
            Some(after) => selects(&expr, &before, &position(after)),
            None => {
                let mut engine = program(&format!("descriptor vector = {expr}"));
                value(&mut engine, "vector", &before) != 0
            }
        };
        if Some(found) != case["value"].as_bool() {
            wrong.push(format!("{case}\n  found {found}"));
        }
        run += 1;
    }
    assert_eq!(run, 23);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Boards and descriptors are run above; the other kinds are moves, games and totals.
#[test]
fn no_vector_is_of_an_unknown_kind() {
    let counts = [
        ("board", 39),
        ("descriptor", 23),
        ("game_step", 9),
        ("p_strategy_node", 3),
        ("game", 1),
        ("failure", 6),
        ("exhaustive", 6),
    ];
    for (kind, count) in counts {
        assert_eq!(cases(kind).len(), count, "{kind}");
    }
    let all: Vec<Value> = serde_json::from_str(&read("tests/cases/sdl/sdl_cases.json"))
        .expect("the vectors are a list");
    let named: usize = counts.iter().map(|(_, count)| count).sum();
    assert_eq!(all.len(), named);
}
