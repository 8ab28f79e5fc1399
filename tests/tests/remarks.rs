//! What `adv run` says of a move, for twenty positions out of the library of endgames: the remark of a teacher, held as one snapshot.
//!
//! A remark is good when a person who knows chess and not this program understands it; the snapshot is there to be read.

use crate::common::{engine, position, read};
use adv_chess::drawing::board_text;
use adv_module::TableId;
use adv_render::text::remark;
use adv_vm::Options;

/// The program, its table and the position.
const POSITIONS: &[(&str, &str, &str)] = &[
    ("kqk", "kqk", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"),
    ("kqk", "kqk", "4k3/1Q6/8/8/8/8/8/4K3 w - - 0 1"),
    ("kqk", "kqk", "k7/8/1Q6/8/8/8/8/K7 w - - 0 1"),
    ("krk-strategy", "krk", "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"),
    ("krk-strategy", "krk", "1k6/8/1K6/8/8/8/8/7R w - - 0 1"),
    ("kpk", "kpk", "8/8/8/P6k/8/8/8/K7 w - - 0 1"),
    ("kpk", "kpk", "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1"),
    ("kpk", "kpk", "8/1P6/k7/8/K7/8/8/8 w - - 0 1"),
    ("kpk", "kpk", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"),
    ("kpk-hold", "hold", "8/8/8/2k5/P7/1K6/8/8 b - - 0 1"),
    ("kpk-hold", "hold", "8/4k3/8/3PK3/8/8/8/8 b - - 0 1"),
    ("kqkr", "kqkr", "1k6/1r6/2K5/Q7/8/8/8/8 w - - 0 1"),
    ("kqkr", "kqkr", "8/1k6/8/8/8/8/1r6/4Q2K w - - 0 1"),
    ("kqkp", "kqkp", "8/8/8/8/1K2Q3/8/3p4/2k5 w - - 0 1"),
    ("krkp", "krkp", "7K/7R/k7/8/p7/8/8/8 w - - 0 1"),
    ("krk", "krk", "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"),
    ("kbbk", "kbbk", "8/8/8/8/7B/8/3k4/K2B4 w - - 0 1"),
    ("kbnk", "kbnk", "7N/8/3B4/8/8/8/k1K5/8 w - - 0 1"),
    ("knkr", "knkr", "8/5k2/3K4/7R/8/2n5/8/8 b - - 0 1"),
    ("kpkp", "kpkp", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"),
];

#[test]
fn remarks_read_like_a_teachers() {
    let mut all = String::new();
    for (name, table, fen) in POSITIONS {
        let file = format!("{name}.adv");
        let mut engine = engine(&file, &read(format!("examples/endgames/{file}")));
        let tables = &engine.module().tables;
        let at = tables.iter().position(|found| found.name == *table);
        let at = at.unwrap_or_else(|| panic!("{file} has no table `{table}`"));
        let position = position(fen);
        let answer = engine.consult(TableId(at as u16), &position, &Options::default());
        let answer = answer.unwrap_or_else(|failure| panic!("{file}, {fen}: {failure}"));
        let said = remark(engine.module(), &answer);
        assert!(!said.is_empty(), "{file} has no move in {fen}");
        assert!(answer.because.is_some(), "{file} gives no reason in {fen}");
        let board = board_text(&position, false, false);
        let turn = position.turn();
        all.push_str(&format!("{file}\n{board}{turn} to move  {fen}\n\n{said}\n"));
    }
    insta::assert_snapshot!("remarks", all);
}
