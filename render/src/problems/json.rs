//! Rows of problems as objects: `docs/schema/solve.json`.

use adv_record::solve::{Solved, SolvedCounts, SolvedRow};
use serde_json::Value;

use crate::json::value;

/// Copy of a row without the text of its game, for JSON: the game is a form of its own.
fn plain(row: &SolvedRow) -> SolvedRow {
    SolvedRow {
        pgn: None,
        ..row.clone()
    }
}

/// JSON object of one solved row, without its game.
pub fn json(row: &SolvedRow) -> Value {
    value(&plain(row))
}

/// JSON object of all solved rows, with their counts. `interrupted`: the run ended before every problem was solved.
pub fn object(rows: &[SolvedRow], interrupted: bool) -> Value {
    let is_as_said = |row: &&SolvedRow| !row.is_undecided() && row.is_as_said();
    value(&Solved {
        rows: rows.iter().map(plain).collect(),
        counts: SolvedCounts {
            rows: rows.len(),
            as_said: rows.iter().filter(is_as_said).count(),
            undecided: rows.iter().filter(|row| row.is_undecided()).count(),
            tested: rows.iter().map(|row| row.tested).sum(),
        },
        interrupted,
    })
}
