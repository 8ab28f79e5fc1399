//! Problems that were solved, a row each: the question, the solution and its bound, the positions and the time, and the comparison with the
//! book.
//!
//! ```text
//!   SolvedRow ──▶ row      a line of a table, and lines below it for keys, tries, set play and duals; in Markdown one line
//!             ├─▶ csv      a record under CSV_HEAD          ├─▶ json  an object (docs/schema/solve.json)
//!             └─ pgn       the tree as a game, written while the tree is at hand
//! ```
//!
//! A row is plain data: moves are words already, so that it can be kept in a file and taken up again. Missing values are left out in text,
//! empty in comma-separated values and null in JSON.

mod json;
mod lines;
mod pgn;
mod table;

use serde::{Deserialize, Serialize};

pub use adv_record::solve::{
    Book, BookVerdict, Budget, Continuation, Duals, Length, SolveOutcome, SolvedRow, Try,
};
pub use json::{json, object};
pub use lines::{deepest_line, numbered, numbered_line};
pub use pgn::{PgnNotes, pgn};
pub use table::{CSV_HEAD, Columns, csv, head, row, summary};

/// Decimal number with one place, from thousandths, such as an effort: `2.0`.
fn wholes(thousandths: u32) -> String {
    let tenths = (u64::from(thousandths) + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Row of a solved problem with the inputs that it depends on, for a file of rows from which a later run continues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptRow {
    /// Inputs that all rows of a run share: the program, the questions and the budgets.
    pub of: String,
    /// Inputs of this row alone: the position and the question.
    pub key: String,
    /// Result of the search for that position and question.
    pub row: SolvedRow,
}

impl KeptRow {
    /// Line of the file of rows: the kept row as JSON.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Kept row that a line of the file holds; `None` where the line is no such row.
    pub fn of_text(text: &str) -> Option<KeptRow> {
        serde_json::from_str(text).ok()
    }
}
