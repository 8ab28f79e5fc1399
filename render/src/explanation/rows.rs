//! A row for each of many explained positions.

use adv_chess::geometry::square_name;
use adv_chess::notation::fen;
use adv_chess::squares;
use adv_explain::{Explanation, Sign};
use adv_module::program::Program;

use super::json::value;
use super::text::{Shown, first, headline};
use super::words::words;
use crate::json::word;

/// Heads of the columns: the first line of a table of explanations as comma-separated values.
pub const CSV_HEAD: &str = "number,id,fen,total,sign,value,facts\n";

/// Names of the told facts with side and squares: `backward-open(B) a7, rook-halfopen(W) a1 a4`.
fn facts(program: &Program, explanation: &Explanation) -> String {
    let told = explanation.told.iter().map(|told| {
        let pattern = program.patterns.get(told.fact.pattern.index());
        let side = told.fact.side.letter().to_ascii_uppercase();
        let mut text = format!("{}({side})", pattern.map_or("?", |of| &of.name));
        for square in squares::file_major(told.fact.squares) {
            text.push(' ');
            text.push_str(&square_name(square));
        }
        text
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Row for people about one explained position: its number, the headline, the facts, and the position's name, `id`.
pub fn row(
    program: &Program,
    explanation: &Explanation,
    number: u64,
    id: Option<&str>,
    shown: &Shown<'_>,
) -> String {
    let words = words(shown.language);
    let mut headline = headline(program, explanation, words);
    if let Some(first) = first(explanation, words) {
        headline.push_str(&format!("  {first}"));
    }
    let id = id.map_or_else(String::new, |id| format!("  {id}"));
    let facts = facts(program, explanation);
    let below = match facts.as_str() {
        "" => String::new(),
        facts => format!("        {facts}\n"),
    };
    format!("{number:>6}  {headline}{id}\n{below}")
}

/// Row of comma-separated values about one explained position, under [`CSV_HEAD`].
pub fn csv(program: &Program, explanation: &Explanation, number: u64, id: Option<&str>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record([
        number.to_string(),
        id.unwrap_or_default().to_owned(),
        fen(&explanation.position),
        explanation.total.to_string(),
        explanation.judgement().map_or("", Sign::ascii).to_owned(),
        explanation
            .outcome()
            .map(value)
            .map_or_else(String::new, word),
        facts(program, explanation),
    ]);
    let bytes = match written {
        Ok(()) => writer.into_inner().unwrap_or_default(),
        // Writing into memory does not fail.
        Err(_) => Vec::new(),
    };
    String::from_utf8(bytes).unwrap_or_default()
}
