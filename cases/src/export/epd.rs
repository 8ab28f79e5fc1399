//! EPD: a line for each case.
//!
//! ```text
//! r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - hmvc 0; fmvn 1; id "1"; seen "W endgame"; xp "backward-open B a7 50 attack-by-file" …;
//! ```
//!
//! `hmvc` and `fmvn` are the clocks. `xp` has an operand for each fact, `say` one for each edited text with the number of its fact.

use std::fmt::Write as _;

use adv_chess::notation;

use super::quoted::{quote, unquote};
use super::{Parts, text_words};
use crate::base::Record;
use crate::fault::{CaseFault, quoted};
use crate::record::Names;
use crate::write::{fact_words, seen_words};

pub(super) fn write(text: &mut String, record: &Record) {
    let case = &record.case;
    let fen = notation::fen(&case.position);
    let fields: Vec<&str> = fen.split(' ').collect();
    if let [board, turn, castling, ep, half, full] = fields[..] {
        let _ = write!(
            text,
            "{board} {turn} {castling} {ep} hmvc {half}; fmvn {full};"
        );
    }
    let _ = write!(
        text,
        " id \"{}\"; seen {};",
        record.number,
        quote(&seen_words(case))
    );
    text.push_str(" xp");
    for fact in &case.facts {
        let _ = write!(text, " {}", quote(&fact_words(fact)));
    }
    text.push(';');
    let texts = text_words(case);
    if !texts.is_empty() {
        text.push_str(" say");
        for words in &texts {
            let _ = write!(text, " {}", quote(words));
        }
        text.push(';');
    }
    if let Some(note) = &case.note {
        let _ = write!(text, " note {};", quote(note));
    }
    text.push('\n');
}

pub(super) fn read(text: &str) -> Result<Vec<(Record, usize)>, CaseFault> {
    let mut names = Names::default();
    let mut records = Vec::new();
    for (place, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let record = record(line, &mut names);
        let record = record.map_err(|what| CaseFault::import(place + 1, what))?;
        records.push((record, place + 1));
    }
    Ok(records)
}

fn record(line: &str, names: &mut Names) -> Result<Record, String> {
    let mut at = line.splitn(5, ' ');
    let fields: Vec<&str> = at.by_ref().take(4).collect();
    let mut rest = at.next().unwrap_or_default();
    let mut clocks = ["0".to_owned(), "1".to_owned()];
    let mut parts = Parts::default();
    while let Some((operation, operands, after)) = operation(rest)? {
        rest = after;
        let one = || operands.first().cloned().unwrap_or_default();
        match operation {
            "hmvc" => clocks[0] = one(),
            "fmvn" => clocks[1] = one(),
            "id" => parts.number = Some(one()),
            "seen" => parts.seen = Some(one()),
            "xp" => parts.facts = operands,
            "say" => parts.texts = operands,
            "note" => parts.note = Some(one()),
            // Operations of other programs are passed over.
            _ => {}
        }
    }
    let fen = format!("{} {}", fields.join(" "), clocks.join(" "));
    let position = notation::parse_fen(&fen).map_err(|error| error.to_string())?;
    parts.record(position, names)
}

/// An operation of an EPD line: its name, its operands and the text after it.
type Operation<'a> = (&'a str, Vec<String>, &'a str);

fn operation(text: &str) -> Result<Option<Operation<'_>>, String> {
    let text = text.trim_start();
    if text.is_empty() {
        return Ok(None);
    }
    let end = text.find([' ', ';']).unwrap_or(text.len());
    let (word, mut rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let mut operands = Vec::new();
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix(';') {
            return Ok(Some((word, operands, after)));
        }
        if let Some((operand, after)) = unquote(rest) {
            operands.push(operand);
            rest = after;
            continue;
        }
        let end = rest.find([' ', ';', '"']).unwrap_or(rest.len());
        let (operand, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if operand.is_empty() {
            return Err(format!(
                "the operation {} has no end, expected `;`",
                quoted(word)
            ));
        }
        operands.push(operand.to_owned());
        rest = after;
    }
}
