//! The report on a program's `test` items, for people and for tools.
//!
//! ```text
//! examples/kpk.adv
//!   ok    Kc2 is the move
//!   FAIL  room, line 44
//!           expect room = 12: room 14, 12
//!
//! 1 passed, 1 failed
//! ```
//!
//! As JSON: `{ "tests": [ { "file", "name", "line", "passed", "failures": ["…"], "accepted": "path" | null } ], "passed", "failed",
//! "claims_not_run", "stale": ["path"], "broken": ["file"] }`.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// Result of one `test` item of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// File that contains the test.
    pub file: String,
    /// Name of the test.
    pub name: String,
    /// Line of the test in its file, from 1; `None` without a source.
    pub line: Option<u32>,
    /// Descriptions of the test's failures, each in one or more lines; empty for a test that passes.
    pub failures: Vec<String>,
    /// Path of the snapshot file that the run wrote for the test; `None` if it wrote none.
    pub accepted: Option<String>,
}

/// Results of all tests of a run, with what else was found in their files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Results of the tests, those of a file together.
    pub cases: Vec<Case>,
    /// Number of `prove` and `measure` items, which `adv test` does not run; `adv prove` settles them.
    pub claims: usize,
    /// Paths of snapshot files that no test compares with any more.
    pub stale: Vec<String>,
    /// Names of the files that could not be compiled or read.
    pub broken: Vec<String>,
}

impl Report {
    /// Number of tests that failed.
    pub fn failed(&self) -> usize {
        self.cases
            .iter()
            .filter(|case| !case.failures.is_empty())
            .count()
    }

    /// True when every test passed and every file could be used.
    pub fn is_good(&self) -> bool {
        self.failed() == 0 && self.broken.is_empty()
    }
}

/// Text of one test's result, under a heading for its file if that differs from the file of the test before.
pub fn case(case: &Case, file_before: Option<&str>) -> String {
    let mut text = String::new();
    if file_before != Some(case.file.as_str()) {
        let _ = writeln!(text, "{}", case.file);
    }
    match (case.failures.as_slice(), case.line) {
        ([], _) => {
            let _ = writeln!(text, "  ok    {}", case.name);
        }
        (_, Some(line)) => {
            let _ = writeln!(text, "  FAIL  {}, line {line}", case.name);
        }
        (_, None) => {
            let _ = writeln!(text, "  FAIL  {}", case.name);
        }
    }
    for line in case.failures.iter().flat_map(|failure| failure.lines()) {
        let _ = writeln!(text, "{}", format!("          {line}").trim_end());
    }
    if let Some(path) = &case.accepted {
        let _ = writeln!(text, "        wrote {path}");
    }
    text
}

/// Text after the tests: stale snapshots, unusable files, and the counts last.
pub fn closing(report: &Report) -> String {
    let mut text = String::new();
    for path in &report.stale {
        let _ = writeln!(
            text,
            "stale: {path} belongs to no test; delete it, or name a test that it is for"
        );
    }
    for file in &report.broken {
        let _ = writeln!(text, "not tested: {file}");
    }
    if !text.is_empty() || !report.cases.is_empty() {
        text.push('\n');
    }
    let failed = report.failed();
    let _ = write!(
        text,
        "{} passed, {failed} failed",
        report.cases.len() - failed
    );
    match report.claims {
        0 => {}
        1 => text.push_str("; `adv prove` settles 1 claim"),
        more => {
            let _ = write!(text, "; `adv prove` settles {more} claims");
        }
    }
    match report.broken.len() {
        0 => {}
        1 => text.push_str("; 1 file could not be tested"),
        more => {
            let _ = write!(text, "; {more} files could not be tested");
        }
    }
    text.push('\n');
    text
}

/// Report as JSON for tools.
pub fn json(report: &Report) -> Value {
    let tests: Vec<Value> = report
        .cases
        .iter()
        .map(|case| {
            json!({
                "file": case.file,
                "name": case.name,
                "line": case.line,
                "passed": case.failures.is_empty(),
                "failures": case.failures,
                "accepted": case.accepted,
            })
        })
        .collect();
    let failed = report.failed();
    json!({
        "tests": tests,
        "passed": report.cases.len() - failed,
        "failed": failed,
        "claims_not_run": report.claims,
        "stale": report.stale,
        "broken": report.broken,
    })
}
