//! Cases for readers: a line each, or a case whole.

use std::fmt::Write as _;

use adv_chess::{Color, drawing, geometry, notation, squares};

use crate::base::CaseBase;
use crate::case::{Case, CaseFact};

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

/// Writes a fact in a few words: `backward-open B a7`.
pub fn fact_text(fact: &CaseFact) -> String {
    let squares: Vec<String> = squares::file_major(fact.squares)
        .map(geometry::square_name)
        .collect();
    let text = format!(
        "{} {} {}",
        fact.pattern,
        fact.side.letter(),
        squares.join(",")
    );
    text.trim_end().to_owned()
}

/// Writes a table with a line for each case: number, viewer, stage, total for White, facts and note; empty without cases.
pub fn list_text(base: &CaseBase) -> String {
    let stage = |case: &Case| case.stage.clone().unwrap_or_else(|| "-".into());
    let stage_width = base
        .cases()
        .iter()
        .map(|case| stage(case).len())
        .max()
        .unwrap_or(0);
    let number_width = base
        .cases()
        .last()
        .map_or(0, |case| case.number.to_string().len());
    let mut text = String::new();
    for case in base.cases() {
        let facts: Vec<String> = case.facts.iter().map(fact_text).collect();
        let _ = write!(
            text,
            "{:number_width$}  {}  {:stage_width$}  {:>6}  {}",
            case.number,
            case.viewer.name(),
            stage(case),
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
pub fn case_text(case: &Case) -> String {
    let mut text = format!("case {}, seen by {}", case.number, case.viewer.name());
    if let Some(stage) = &case.stage {
        let _ = write!(text, ", {stage}");
    }
    text.push_str("\n\n");
    text += &drawing::board_text(&case.position, case.viewer == Color::Black, false);
    let _ = writeln!(text, "\n{}\n", notation::fen(&case.position));
    for (fact, place) in case.facts.iter().zip(1..) {
        let worth = pawns_text(i64::from(fact.worth));
        let _ = writeln!(text, "{place}  {}  {worth}", fact_text(fact));
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
