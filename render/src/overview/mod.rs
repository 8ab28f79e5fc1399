//! The claims of many programs in one table, a row for each: the claim, the verdict, the lengths, the rules used.
//!
//! ```text
//!   Report, Scan ──▶ ClaimRow ──▶ text       for people, the claim last for it is long
//!                        ├─▶ markdown   for a page; the program is a link to its file
//!                        ├─▶ csv        for a spreadsheet, with a position in which the claim fails
//!                        └─▶ Objects    the row's words about the program, beside the whole report of its claim as JSON
//! ```
//!
//! Nothing of it depends on the time or on the number of threads, but for the seconds, which are shown only on request.

mod row;

use serde_json::{Value, json};

pub use row::{ClaimOutcome, ClaimRow, Play, ProgramSummary, material_of_claim, short_claim};

use crate::TextForm;
use crate::block::{Block, Column, Row, Span, Table, Text};
use crate::proof::numbers::many;
use crate::rows::Csv;
use crate::visible;

/// Columns of the table, in the order of [`ClaimRow::cells`].
const COLUMNS: [Column; 11] = [
    Column::free("program"),
    Column::free("class"),
    Column::free("claim"),
    Column::number("positions", 0),
    Column::free("verdict"),
    Column::number("worst", 0),
    Column::number("mean", 0),
    Column::number("optimal worst", 0),
    Column::number("optimal mean", 0),
    Column::number("rules", 0),
    Column::number("lines", 0),
];
/// Column for seconds, which exists only on request.
const TIME: Column = Column::number("time", 0);
/// Index of the claim's column in [`COLUMNS`].
const CLAIM: usize = 2;

/// Table as text in columns, with the explanation of the numbers below it; lines end with a line feed. Empty without rows.
pub fn text(rows: &[ClaimRow], times: bool) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut table = table(rows, times);
    // The claim is moved to the end, where it may be as long as it is.
    let claim = table.columns.remove(CLAIM);
    table.columns.push(claim);
    for row in &mut table.rows {
        let claim = row.cells.remove(CLAIM);
        row.cells.push(claim);
    }
    let below = format!(
        "{}\nworst and mean: our moves to the goal; optimal: the same with perfect play; rules: used, of all in the program",
        summary(rows)
    );
    let below = Block::plain(below);
    TextForm::Terminal.text(&[Block::Table(table), below])
}

/// Table of the claims in Markdown. A program is a link to its file as it was named.
pub fn markdown(rows: &[ClaimRow], times: bool) -> String {
    TextForm::Markdown.text(&[Block::Table(table(rows, times))])
}

/// Table of the claims as comma-separated values, the first line being the names of the fields.
pub fn csv(rows: &[ClaimRow], times: bool) -> Vec<u8> {
    let mut csv = Csv::new();
    let head: Vec<&str> = row::CSV_HEAD
        .split(',')
        .chain(times.then_some("seconds"))
        .collect();
    csv.record(&head);
    for row in rows {
        csv.record(&row.fields(times));
    }
    csv.finish()
}

fn table(rows: &[ClaimRow], times: bool) -> Table {
    let row = |row: &ClaimRow| {
        let cells = row.cells(times).into_iter().enumerate();
        let cells = cells.map(|(at, cell)| {
            let cell = visible::line(&cell).into_owned();
            match at {
                0 => Text(vec![Span::File(cell, row.file.clone())]),
                CLAIM => Text::source(cell),
                _ => Text::plain(cell),
            }
        });
        Row {
            cells: cells.collect(),
            ..Row::default()
        }
    };
    Table {
        columns: COLUMNS.into_iter().chain(times.then_some(TIME)).collect(),
        rows: rows.iter().map(row).collect(),
        is_summary: false,
    }
}

/// Reports of claims as JSON objects, each with the table's columns about the program as `program`.
#[derive(Debug, Default)]
pub struct Objects(Vec<Value>);

impl Objects {
    /// Adds the JSON report of a claim, with the columns of its row about the program.
    pub fn add(&mut self, row: &ClaimRow, mut report: Value) {
        report["program"] = json!({
            "name": row.program,
            "file": row.file,
            "class": row.class,
            "lines": row.lines,
            "rules": row.written.map(|written| json!({ "used": row.used, "written": written })),
        });
        self.0.push(report);
    }

    /// Text of all reports as one JSON array, indented over several lines.
    pub fn text(self) -> String {
        format!("{:#}\n", Value::Array(self.0))
    }
}

/// Sentence that counts claims, programs and outcomes: `5 claims of 3 programs: 4 proved, 1 measured`.
pub fn summary(rows: &[ClaimRow]) -> String {
    let claims = rows.iter().filter(|row| !row.claim.is_empty()).count() as u64;
    let mut programs: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    programs.dedup();
    let words: Vec<String> = ClaimOutcome::WORDS
        .into_iter()
        .filter_map(|word| {
            let count = rows.iter().filter(|row| row.outcome.word() == word).count();
            (count > 0).then(|| format!("{count} {word}"))
        })
        .collect();
    format!(
        "{} of {}: {}",
        many(claims, "claim", "claims"),
        many(programs.len() as u64, "program", "programs"),
        words.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<ClaimRow> {
        let row = ClaimRow {
            program: "krk".to_owned(),
            file: "ends/krk.adv".to_owned(),
            class: Some("KRvK".to_owned()),
            claim: "krk reaches mate".to_owned(),
            outcome: ClaimOutcome::Proved,
            positions: Some(175_168),
            play: Some(Play {
                worst: 33,
                moves: 3_174_219,
                positions: 175_168,
            }),
            perfect: None,
            used: Some(6),
            written: Some(7),
            lines: Some(98),
            seconds: Some(1.26),
            fails_in: None,
        };
        let second = ClaimRow {
            program: "a b".to_owned(),
            file: "ends/a b.adv".to_owned(),
            claim: "a | b".to_owned(),
            outcome: ClaimOutcome::Measured(1, 8),
            play: None,
            used: None,
            ..row.clone()
        };
        vec![row, second]
    }

    #[test]
    fn the_claim_ends_the_line_and_numbers_stand_at_the_right() {
        let shown = text(&rows(), false);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[0].ends_with("rules  lines  claim"), "{shown}");
        assert!(
            lines[1].starts_with("krk      KRvK     175,168  proved "),
            "{shown}"
        );
        assert!(lines[1].contains("   33  18.12  "), "{shown}");
        assert!(lines[2].contains("measured: 12.5 %"), "{shown}");
        assert!(lines[2].ends_with("  a | b"), "{shown}");
        assert_eq!(lines[4], "2 claims of 2 programs: 1 proved, 1 measured");
        assert!(!shown.contains("1.3 s") && text(&rows(), true).contains("1.3 s"));
        assert_eq!(text(&[], true), "");
    }

    #[test]
    fn a_bar_in_a_claim_does_not_end_its_cell() {
        let shown = markdown(&rows(), true);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(
            lines[2],
            "| [krk](ends/krk.adv) | KRvK | `krk reaches mate` | 175,168 | proved | 33 | 18.12 | – | – | 6/7 | 98 | 1.3 s |"
        );
        assert!(
            lines[3].starts_with("| [a b](ends/a%20b.adv) | KRvK | `a \\| b` |"),
            "{shown}"
        );
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        assert!(lines.iter().all(|line| bars(line) == 13), "{shown}");
    }
}
