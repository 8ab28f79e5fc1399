//! A base as the text of a file.

use std::fmt::Write as _;

use adv_chess::notation;
use adv_chess::squares::{file_major, file_of, rank_of};

use crate::base::{CaseBase, Record};
use crate::case::{Case, CaseFact, Name};
use crate::read::HEADER;
use crate::sum::{RunningSum, digits, fnv1a};

/// Writes a base as the text of a case file, from which [`crate::read()`] returns the base again.
pub fn write(base: &CaseBase) -> String {
    let mut text = format!("{HEADER}\n");
    let mut sums = RunningSum::new();
    for record in base.records() {
        let start = text.len();
        write_record(&mut text, record);
        let written = text.get(start..).unwrap_or_default().bytes();
        let sum = digits(fnv1a(written));
        sums.add(sum.as_bytes());
        let _ = writeln!(text, "sum {sum}");
    }
    let _ = writeln!(text, "end {} {}", base.records().len(), digits(sums.get()));
    text
}

/// Writes the lines of a record before its `sum` line.
fn write_record(text: &mut String, record: &Record) {
    let case = &record.case;
    let _ = writeln!(text, "case {}", record.number);
    let _ = writeln!(text, "fen {}", notation::fen(&case.position));
    let _ = writeln!(text, "seen {}", seen_words(case));
    for fact in &case.facts {
        let _ = writeln!(text, "xp {}", fact_words(fact));
        for saying in &fact.texts {
            let (lang, slot) = (&saying.lang, saying.slot.word());
            let _ = writeln!(text, "say {lang} {slot} {}", saying.text);
        }
    }
    if let Some(note) = &case.note {
        let _ = writeln!(text, "note {note}");
    }
}

/// Writes the viewer and the stage of a case: `W endgame`; the stage is `-` where there is none.
pub(crate) fn seen_words(case: &Case) -> String {
    let stage = case.stage.as_deref().unwrap_or("-");
    format!("{} {stage}", case.viewer.letter())
}

/// Writes a fact on one line: `backward-open B a7 50 attack-by-file`.
pub(crate) fn fact_words(fact: &CaseFact) -> String {
    let (pattern, side) = (&fact.pattern, fact.side.letter());
    let squares = squares_text(fact.squares);
    let plan = plan_words(&fact.plan);
    format!("{pattern} {side} {squares} {} {plan}", fact.worth)
}

/// Writes the pieces-of-advice of a plan with commas between them; `-` for none.
pub(crate) fn plan_words(plan: &[Name]) -> String {
    match plan.is_empty() {
        true => "-".to_owned(),
        false => plan.join(","),
    }
}

/// Writes a set of squares in the language's order, a1 to a8, b1 to h8, with commas between them; `-` for none.
pub fn squares_text(squares: u64) -> String {
    if squares == 0 {
        return "-".to_owned();
    }
    let mut text = String::new();
    for square in file_major(squares) {
        if !text.is_empty() {
            text.push(',');
        }
        text.push(char::from(b'a' + file_of(square)));
        text.push(char::from(b'1' + rank_of(square)));
    }
    text
}
