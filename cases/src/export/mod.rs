//! A base in formats that other programs read, and back: EPD and PGN for the positions, JSON lines for everything.
//!
//! [`import`] reads the text of [`export`] back as the same base, numbers included. Imported texts are no case files: they have no sums,
//! so every part is checked as that of a new case.

mod epd;
mod jsonl;
mod pgn;
mod quoted;

use std::sync::Arc;

use crate::base::{CaseBase, Record};
use crate::case::{Case, CaseFact, Name, Saying};
use crate::fault::CaseFault;
use crate::read::{MAX_BYTES, MAX_CASES};
use crate::record::{Names, count, fact_of, saying_of, seen_of};

/// The formats for exchange with other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// EPD: a line for each case, with the position, and all else as operations.
    Epd,
    /// PGN: a game without moves for each case, with the position and all else as tags.
    Pgn,
    /// JSON lines: an object for each case, on a line of its own.
    Jsonl,
}

impl Format {
    /// All formats, in their order of declaration.
    pub const ALL: [Format; 3] = [Format::Epd, Format::Pgn, Format::Jsonl];

    /// Guesses the format of an exported text by its first character that is no blank.
    pub fn guess(bytes: &[u8]) -> Format {
        match bytes.trim_ascii_start().first() {
            Some(b'{') => Format::Jsonl,
            Some(b'[') => Format::Pgn,
            _ => Format::Epd,
        }
    }
}

/// Writes a base in a format; the text is empty where the base has no cases.
pub fn export(base: &CaseBase, format: Format) -> String {
    let mut text = String::new();
    for (place, record) in base.records().iter().enumerate() {
        match format {
            Format::Epd => epd::write(&mut text, record),
            Format::Pgn => {
                if place > 0 {
                    text.push('\n');
                }
                pgn::write(&mut text, record);
            }
            Format::Jsonl => jsonl::write(&mut text, record),
        }
    }
    text
}

/// Reads an exported text back as the base.
///
/// # Errors
/// [`CaseFault`] for a text that is no such export, with the line.
pub fn import(bytes: &[u8], format: Format) -> Result<CaseBase, CaseFault> {
    if bytes.len() > MAX_BYTES {
        let what = format!(
            "the text has {} bytes, expected at most {MAX_BYTES}",
            bytes.len()
        );
        return Err(CaseFault::import(1, what));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        CaseFault::import(line, "the line is no UTF-8 text")
    })?;
    let found = match format {
        Format::Epd => epd::read(text),
        Format::Pgn => pgn::read(text),
        Format::Jsonl => jsonl::read(text),
    };
    let (records, lines): (Vec<Record>, Vec<usize>) = found?.into_iter().unzip();
    if records.len() > MAX_CASES {
        let what = format!("a base has at most {MAX_CASES} cases");
        return Err(CaseFault::import(1, what));
    }
    CaseBase::from_records(records).map_err(|(place, fault)| {
        let line = lines.get(place).copied().unwrap_or(1);
        CaseFault::import(line, fault.0)
    })
}

/// The parts of a case that is read from EPD or PGN, in the words of the case file.
#[derive(Debug, Default)]
struct Parts {
    number: Option<String>,
    seen: Option<String>,
    facts: Vec<String>,
    /// Edited texts, each after the number of its fact, from 1.
    texts: Vec<String>,
    note: Option<String>,
}

/// The edited texts of a case as words, each after the number of its fact, from 1.
fn text_words(case: &Case) -> Vec<String> {
    let of = |(place, fact): (usize, &CaseFact)| -> Vec<String> {
        let words = |saying: &Saying| {
            let (lang, slot) = (&saying.lang, saying.slot.word());
            format!("{} {lang} {slot} {}", place + 1, saying.text)
        };
        fact.texts.iter().map(words).collect()
    };
    case.facts.iter().enumerate().flat_map(of).collect()
}

impl Parts {
    /// Assembles the record of a case from its parts and its position.
    fn record(self, position: adv_chess::Position, names: &mut Names) -> Result<Record, String> {
        let number = self.number.ok_or("the number of the case is missing")?;
        let number = count(&number).ok_or("the number of the case is no number")?;
        let seen = self.seen.ok_or("the viewer and the stage are missing")?;
        let (viewer, stage) = seen_of(&seen, names)?;
        let mut facts = Vec::new();
        for words in &self.facts {
            facts.push(fact_of(words, names)?);
        }
        for words in &self.texts {
            let (place, saying) = words.split_once(' ').unwrap_or((words, ""));
            let saying = saying_of(saying, names)?;
            let place = count(place).and_then(|place| place.checked_sub(1));
            let fact = place.and_then(|place| facts.get_mut(place as usize));
            let fact: &mut CaseFact = fact.ok_or("a text belongs to no fact")?;
            fact.texts.push(saying);
        }
        Ok(Record {
            number,
            case: Case {
                position,
                viewer,
                stage,
                facts,
                note: self.note,
            },
        })
    }
}

/// A name that shares its text with no other, for text that is in no base.
fn name(text: &str) -> Name {
    Arc::from(text)
}
