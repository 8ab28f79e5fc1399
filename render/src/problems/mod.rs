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

mod table;

use std::collections::BTreeMap;

use adv_chess::Color;
use adv_record::solve::{Solved, SolvedCounts};
use adv_vm::Tree;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::drawing::Explained;
use crate::json::{moves_of, value};
use crate::pgn::{Movetext, head_of_tree, variations};
use crate::text::{joined, longest_line};
pub use adv_record::solve::{
    Book, BookVerdict, Budget, Continuation, Duals, Length, SolveOutcome, SolvedRow, Try,
};
use table::duals_lines;
pub use table::{CSV_HEAD, Columns, csv, head, row, summary};

/// Decimal number with one place, from thousandths, such as an effort: `2.0`.
fn wholes(thousandths: u32) -> String {
    let tenths = (u64::from(thousandths) + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Result that a file of rows keeps: it is written as JSON, and read back.
pub trait Kept: Serialize + DeserializeOwned {}

impl<R: Serialize + DeserializeOwned> Kept for R {}

/// Result with the inputs that it depends on, for a file of rows from which a later run continues.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "R: Kept")]
pub struct KeptRow<R> {
    /// Inputs that all rows of a run share: the program, the questions and the budgets.
    pub of: String,
    /// Inputs of this row alone: the position and the question.
    pub key: String,
    /// Result for these inputs.
    pub row: R,
}

impl<R: Kept> KeptRow<R> {
    /// Line of the file of rows: the kept row as JSON.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Kept row that a line of the file holds; `None` where the line is no such row.
    pub fn of_text(text: &str) -> Option<KeptRow<R>> {
        serde_json::from_str(text).ok()
    }
}

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

/// SAN of a move with its number in a problem: `first` is the side that moves first in the line, `ply` counts from 0.
pub fn numbered(first: Color, ply: usize, san: &str) -> String {
    let (number, dots) = match first {
        Color::White => (ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "…" }),
        Color::Black => (
            ply.div_ceil(2) + 1,
            if ply.is_multiple_of(2) { "…" } else { "." },
        ),
    };
    format!("{number}{dots}{san}")
}

/// Moves of a line in SAN with numbers before White's moves and before the first one; `from` is the ply of the first, counted from 0.
pub fn numbered_line(first: Color, from: usize, sans: &[String]) -> String {
    let words = sans.iter().enumerate().map(|(index, san)| {
        let ply = from + index;
        let white = (first == Color::White) == ply.is_multiple_of(2);
        match white || index == 0 {
            true => numbered(first, ply, san),
            false => san.clone(),
        }
    });
    joined(words, " ")
}

/// Longest line of a tree as moves in SAN, the first of those that are equally long.
pub fn deepest_line(tree: &Tree) -> Vec<String> {
    let moves = moves_of(*tree.root(), longest_line(tree));
    moves.into_iter().map(|mv| mv.san).collect()
}

/// Remarks for the game of a problem, by the index of the tree's node that they follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnNotes {
    /// Other moves that mate as soon, in SAN, by the node of our move.
    pub choices: BTreeMap<usize, Vec<String>>,
}

/// Game in PGN for a solved row, with set-up position and result `*`; without a tree it has no moves, and a comment says why.
pub fn pgn(row: &SolvedRow, explained: &Explained<'_>, notes: &PgnNotes) -> String {
    let answer = explained.answer;
    let title = match (&row.id, explained.title()) {
        (Some(id), _) => id.clone(),
        (None, title) if title.is_empty() => format!("position {}", row.number),
        (None, title) => title,
    };
    let mut out = Movetext::new(head_of_tree(title, answer.us, &answer.position));
    out.comment(&remark(row));
    if let (SolveOutcome::Found, Some(tree)) = (row.result, &answer.tree) {
        variations(&mut out, explained, tree, &|node| {
            let others = notes.choices.get(&node)?;
            Some(format!("or {}", others.join(" or ")))
        });
    }
    out.word("*");
    out.finish()
}

/// Comment at the head of the game: the result, its reason, keys and duals, and the verdict on the book.
fn remark(row: &SolvedRow) -> String {
    let mut parts = Vec::new();
    match row.result {
        SolveOutcome::Found => {
            let what = match (row.length, row.mate_in) {
                (Some(length), _) => format!("mate {}", length.words()),
                (None, Some(moves)) => format!("mate in {moves}"),
                (None, None) => "the goal is reached".to_owned(),
            };
            let by = row.by.as_deref().unwrap_or("?");
            parts.push(format!("{what}, by {by}"));
        }
        SolveOutcome::None => parts.push(format!("{} finds nothing", row.asked)),
        SolveOutcome::Undecided => parts.push(match row.ended {
            Some(budget) => format!("undecided: the budget of {} ended", budget.word()),
            None => "undecided".to_owned(),
        }),
    }
    parts.extend(row.because.clone());
    if let Some(duals) = &row.duals {
        let lines = duals_lines(row, duals).into_iter();
        parts.extend(lines.map(|(head, words)| format!("{head}: {words}")));
    }
    parts.extend(
        row.verdict
            .map(|verdict| format!("the book: {}", verdict.words())),
    );
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_from_the_diagram() {
        assert_eq!(numbered(Color::White, 0, "Ra6"), "1.Ra6");
        assert_eq!(numbered(Color::White, 7, "Kc8"), "4…Kc8");
        assert_eq!(numbered(Color::Black, 0, "Ra6"), "1…Ra6");
        assert_eq!(numbered(Color::Black, 1, "Kc8"), "2.Kc8");
        let line = ["Qb6+", "axb6", "Bxb6+"].map(str::to_owned);
        assert_eq!(numbered_line(Color::White, 0, &line), "1.Qb6+ axb6 2.Bxb6+");
        assert_eq!(numbered_line(Color::Black, 0, &line), "1…Qb6+ 2.axb6 Bxb6+");
        assert_eq!(numbered_line(Color::White, 1, &line[..2]), "1…Qb6+ 2.axb6");
    }
}
