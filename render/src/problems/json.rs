//! Rows of problems as objects: `docs/schema/solve.json`.

use adv_record::solve::{Solved, SolvedCounts, SolvedRow};
use serde_json::Value;

use crate::json::value;

/// The row without its game, which is a form of its own.
fn plain(row: &SolvedRow) -> SolvedRow {
    SolvedRow {
        pgn: None,
        ..row.clone()
    }
}

/// A row as an object. The game is left out.
pub fn json(row: &SolvedRow) -> Value {
    value(&plain(row))
}

/// All rows as one object. `interrupted` says that the rest was not solved.
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
