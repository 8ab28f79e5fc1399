//! JSON lines: an object for each case, whose names are those of the case file.

use adv_chess::{Color, notation};
use serde::{Deserialize, Serialize};

use super::name;
use crate::base::Record;
use crate::case::{Case, CaseFact, Name, Saying, Slot};
use crate::fault::{CaseFault, quoted};
use crate::record::{side_of, squares_of};
use crate::write::squares_text;

/// A case as a JSON object, with the names of the case file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseObject {
    case: u32,
    fen: String,
    viewer: String,
    stage: Option<String>,
    facts: Vec<FactObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// A fact of a case as a JSON object; its worth is for White, in hundredths of a pawn.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactObject {
    pattern: String,
    side: String,
    squares: Vec<String>,
    worth: i32,
    plan: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    texts: Vec<TextObject>,
}

/// An edited text of a fact as a JSON object.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TextObject {
    lang: String,
    slot: String,
    text: String,
}

pub(super) fn write(text: &mut String, record: &Record) {
    // Objects of strings and numbers can always be written.
    if let Ok(line) = serde_json::to_string(&CaseObject::of(record)) {
        text.push_str(&line);
        text.push('\n');
    }
}

pub(super) fn read(text: &str) -> Result<Vec<(Record, usize)>, CaseFault> {
    let mut records = Vec::new();
    for (place, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let object: CaseObject = serde_json::from_str(line).map_err(|error| {
            let what = error.to_string();
            let what = what.split(" at line").next().unwrap_or_default();
            CaseFault::import(place + 1, format!("no object of a case: {what}"))
        })?;
        let record = object.record();
        let record = record.map_err(|what| CaseFault::import(place + 1, what))?;
        records.push((record, place + 1));
    }
    Ok(records)
}

impl CaseObject {
    fn of(record: &Record) -> CaseObject {
        let case = &record.case;
        CaseObject {
            case: record.number,
            fen: notation::fen(&case.position),
            viewer: letter(case.viewer),
            stage: case.stage.as_deref().map(str::to_owned),
            facts: case.facts.iter().map(FactObject::of).collect(),
            note: case.note.clone(),
        }
    }

    fn record(self) -> Result<Record, String> {
        let position = notation::parse_fen(&self.fen).map_err(|error| error.to_string())?;
        let facts: Result<Vec<CaseFact>, String> =
            self.facts.into_iter().map(FactObject::fact).collect();
        Ok(Record {
            number: self.case,
            case: Case {
                position,
                viewer: side_of(&self.viewer)?,
                stage: self.stage.as_deref().map(name),
                facts: facts?,
                note: self.note,
            },
        })
    }
}

impl FactObject {
    fn of(fact: &CaseFact) -> FactObject {
        let squares = match fact.squares {
            0 => Vec::new(),
            squares => squares_text(squares)
                .split(',')
                .map(str::to_owned)
                .collect(),
        };
        let texts = fact.texts.iter().map(|saying| TextObject {
            lang: saying.lang.to_string(),
            slot: saying.slot.word().to_owned(),
            text: saying.text.clone(),
        });
        FactObject {
            pattern: fact.pattern.to_string(),
            side: letter(fact.side),
            squares,
            worth: fact.worth,
            plan: fact.plan.iter().map(Name::to_string).collect(),
            texts: texts.collect(),
        }
    }

    fn fact(self) -> Result<CaseFact, String> {
        let squares = match self.squares.is_empty() {
            true => 0,
            false => squares_of(&self.squares.join(","))?,
        };
        let texts: Result<Vec<Saying>, String> = self
            .texts
            .into_iter()
            .map(|text| {
                let slot = Slot::from_word(&text.slot);
                Ok(Saying {
                    lang: name(&text.lang),
                    slot: slot
                        .ok_or_else(|| format!("{} is no text of a fact", quoted(&text.slot)))?,
                    text: text.text,
                })
            })
            .collect();
        Ok(CaseFact {
            pattern: name(&self.pattern),
            side: side_of(&self.side)?,
            squares,
            worth: self.worth,
            plan: self.plan.iter().map(|text| name(text)).collect(),
            texts: texts?,
        })
    }
}

fn letter(side: Color) -> String {
    side.letter().to_string()
}
