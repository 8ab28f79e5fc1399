//! Cases for readers: a line each, or a case whole.

use std::fmt::Write as _;

use adv_chess::{Color, drawing, notation};

use crate::base::{CaseBase, Record};
use crate::case::{CaseFact, Name};
use crate::write::squares_text;

/// Writes hundredths of a pawn as pawns, with a sign: `+1.30`, `-0.50`, `0.00`.
pub fn pawns_text(worth: i64) -> String {
    let sign = match worth.signum() {
        -1 => "-",
        0 => "",
        _ => "+",
    };
    let worth = worth.unsigned_abs();
    format!("{sign}{}.{:02}", worth / 100, worth % 100)
}

/// Writes a fact in a few words, for a list of cases: `backward-open B a7`.
fn short(fact: &CaseFact) -> String {
    let text = format!("{} {}", fact.pattern, fact.side.letter());
    match fact.squares {
        0 => text,
        squares => format!("{text} {}", squares_text(squares)),
    }
}

/// Writes a table with a line for each case: number, viewer, stage, total for White, facts and note; empty without cases.
pub fn list_text(base: &CaseBase) -> String {
    let stage = |record: &Record| -> Name {
        let stage = record.case.stage.clone();
        stage.unwrap_or_else(|| Name::from("-"))
    };
    let records = base.records().iter();
    let stages = records.clone().map(|record| stage(record).len());
    let stage_width = stages.max().unwrap_or(0);
    let last = records.clone().map(|record| record.number).max();
    let number_width = last.map_or(0, |number| number.to_string().len());
    let mut text = String::new();
    for record in records {
        let case = &record.case;
        let facts: Vec<String> = case.facts.iter().map(short).collect();
        let _ = write!(
            text,
            "{:number_width$}  {}  {:stage_width$}  {:>6}  {}",
            record.number,
            case.viewer.name(),
            stage(record),
            pawns_text(case.total()),
            facts.join("; ")
        );
        if let Some(note) = &case.note {
            let _ = write!(text, "  \"{note}\"");
        }
        text.push('\n');
    }
    text
}

/// Writes a whole case for readers: the board as its viewer sees it, the FEN, the facts with plans and texts, the note.
pub fn case_text(record: &Record) -> String {
    let case = &record.case;
    let mut text = format!("case {}, seen by {}", record.number, case.viewer.name());
    if let Some(stage) = &case.stage {
        let _ = write!(text, ", {stage}");
    }
    text.push_str("\n\n");
    text += &drawing::board_text(&case.position, case.viewer == Color::Black, false);
    let _ = writeln!(text, "\n{}\n", notation::fen(&case.position));
    for (place, fact) in case.facts.iter().enumerate() {
        let worth = pawns_text(i64::from(fact.worth));
        let _ = writeln!(text, "{}  {}  {worth}", place + 1, short(fact));
        if !fact.plan.is_empty() {
            let _ = writeln!(text, "   plan  {}", fact.plan.join(", "));
        }
        for saying in &fact.texts {
            let (lang, slot) = (&saying.lang, saying.slot.word());
            let _ = writeln!(text, "   {lang} {slot}  {}", saying.text);
        }
    }
    let _ = writeln!(text, "\ntogether {} for White", pawns_text(case.total()));
    if let Some(note) = &case.note {
        let _ = writeln!(text, "note  {note}");
    }
    text
}
