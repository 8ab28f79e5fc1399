//! A row for each of many explained positions.

use adv_chess::geometry::square_name;
use adv_chess::notation::fen;
use adv_chess::squares;
use adv_explain::{Explanation, Sign};
use adv_module::program::Program;

use super::json::value;
use super::text::{Shown, Telling};
use crate::json::word;
use crate::rows::Csv;
use crate::text::joined;

/// Heads of the columns: the first line of a table of explanations as comma-separated values.
pub const CSV_HEAD: &str = "number,id,fen,total,sign,value,facts\n";

/// Names of the told facts with side and squares: `backward-open(B) a7, rook-halfopen(W) a1 a4`.
fn facts(program: &Program, explanation: &Explanation) -> String {
    let told = explanation.told.iter().map(|told| {
        let pattern = program.patterns.get(told.fact.pattern.index());
        let side = told.fact.side.letter().to_ascii_uppercase();
        let name = pattern.map_or("?", |of| &of.name);
        let squares = squares::file_major(told.fact.squares).map(square_name);
        joined([format!("{name}({side})")].into_iter().chain(squares), " ")
    });
    joined(told, ", ")
}

/// Row for people about one explained position: its number, the headline, the facts, and the position's name, `id`.
pub fn row(
    program: &Program,
    explanation: &Explanation,
    number: u64,
    id: Option<&str>,
    shown: &Shown<'_>,
) -> String {
    let telling = Telling::new(program, explanation, shown);
    let headline = [telling.headline()].into_iter().chain(telling.first());
    let headline = joined(headline.chain(id.map(str::to_owned)), "  ");
    let below = match facts(program, explanation).as_str() {
        "" => String::new(),
        facts => format!("        {facts}\n"),
    };
    format!("{number:>6}  {headline}\n{below}")
}

/// Row of comma-separated values about one explained position, under [`CSV_HEAD`].
pub fn csv(program: &Program, explanation: &Explanation, number: u64, id: Option<&str>) -> String {
    let mut lines = Csv::new();
    let value = explanation
        .outcome()
        .map(value)
        .map_or_else(String::new, word);
    lines.record(&[
        number.to_string(),
        id.unwrap_or_default().to_owned(),
        fen(&explanation.position),
        explanation.total.to_string(),
        explanation.judgement().map_or("", Sign::ascii).to_owned(),
        value,
        facts(program, explanation),
    ]);
    String::from_utf8(lines.finish()).unwrap_or_default()
}
