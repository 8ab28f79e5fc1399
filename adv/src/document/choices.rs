//! A position for each piece-of-advice in which it is chosen: the example, those of the tests, then positions drawn by a fixed seed.

use std::collections::BTreeMap;

use adv_chess::Position;
use adv_render::document::DocShown;
use adv_vm::{Consultation, Engine, Limits, Options, Subject};

use super::limits;
use crate::chess::parse_position;
use crate::games::Draw;
use crate::load::Rulebook;

/// Number of positions drawn at random for each table or strategy.
const DRAWN: u32 = 400;
/// Maximum number of positions that a search in a drawn position may test, so that examples are of quick choices.
const MOST_TESTED: u64 = 5_000;
/// Number of positions tested by all searches together after which no further position is drawn.
const MOST_IN_ALL: u64 = 200_000;
/// Seed of the random positions, fixed so that pages stay the same.
const SEED: u64 = 1;

/// Example positions for a page: for each piece-of-advice one in which it is chosen, for each table and strategy one that it answers.
#[derive(Default)]
pub struct AllChosen {
    /// For each piece-of-advice, by its name with arguments, the position in which it is chosen.
    advice: BTreeMap<String, DocShown>,
    /// For each table or strategy, by its name, the first position that it answers.
    subjects: BTreeMap<String, DocShown>,
    /// Number of positions that were consulted, for the note on a piece-of-advice without one.
    looked_at: usize,
}

impl AllChosen {
    /// The position in which a piece-of-advice is chosen, or a note that none was found; `None` where no position was looked at.
    pub fn of_advice(&self, name: &str, is_plain: bool) -> Option<DocShown> {
        let called = format!("{name}(");
        let mut chosen = self.advice.iter();
        let found = chosen.find(|(own, _)| *own == name || (!is_plain && own.starts_with(&called)));
        match found {
            Some((_, shown)) => Some(shown.clone()),
            None if self.looked_at > 0 => Some(DocShown::Note(format!(
                "No position was found in which it is chosen; {} were looked at.",
                self.looked_at
            ))),
            None => None,
        }
    }

    /// The answer of a table or strategy in the first position that it answers; `None` where it answered in none.
    pub fn of_subject(&self, name: &str) -> Option<DocShown> {
        self.subjects.get(name).cloned()
    }

    /// Consults a subject in one position and keeps the answer. Returns the number of positions tested: the whole limit without an answer.
    fn take(
        &mut self,
        engine: &mut Engine,
        subject: Subject,
        position: &Position,
        place: &str,
    ) -> u64 {
        let Ok(answer) = engine.ask(subject, position, &Options::default()) else {
            return engine.limits().positions;
        };
        let module = engine.module();
        let answered = answer.consultation();
        let shown = answered.and_then(|answer| shown(answer, place));
        let tested = answered.map_or(MOST_TESTED, Consultation::positions);
        let Some(shown) = shown else {
            return tested;
        };
        let advice = answered.and_then(|answer| answer.advice);
        if let Some(advice) = advice.and_then(|id| module.advice.get(id.index())) {
            self.advice
                .entry(advice.name.clone())
                .or_insert_with(|| shown.clone());
        }
        let name = subject.name(module).to_owned();
        self.subjects.entry(name).or_insert(shown);
        tested
    }
}

/// A consultation in the form that a page has for it; `None` where no move was found.
fn shown(answer: &Consultation, place: &str) -> Option<DocShown> {
    let tree = answer.tree.as_ref()?;
    let first = tree.nodes().first()?;
    Some(DocShown::Chosen {
        position: answer.position,
        mv: first.mv,
        because: answer.because.clone(),
        place: place.to_owned(),
    })
}

/// Finds positions in which each of a program's pieces-of-advice is chosen: the example, those of tests, then random ones.
pub fn of_program(rulebook: &Rulebook, example: Option<&Position>) -> AllChosen {
    let program = rulebook.program();
    let mut all = AllChosen::default();
    if program.advice.is_empty() && program.strategies.is_empty() {
        return all;
    }
    let mut engine = rulebook.engine(limits());
    let players: Vec<Subject> = subjects(rulebook);
    let mut first: Vec<(Position, String)> = Vec::new();
    first.extend(example.map(|position| (*position, "the example".to_owned())));
    for test in &program.tests {
        if let Ok(position) = parse_position(&test.fen) {
            first.push((position, format!("the test \"{}\"", test.name)));
        }
        let subject = match test.subject {
            adv_module::program::Subject::Advice(id) => Some(Subject::Advice(id)),
            _ => None,
        };
        if let (Some(subject), Some((position, place))) = (subject, first.last().cloned()) {
            all.take(&mut engine, subject, &position, &place);
        }
    }
    for (position, place) in &first {
        for subject in &players {
            if subject.serves(program, position) {
                all.take(&mut engine, *subject, position, place);
            }
        }
    }
    all.looked_at = first.len();
    let wanted = |all: &AllChosen| {
        let mut plain = program
            .advice
            .iter()
            .filter(|advice| !advice.kind.is_action());
        plain.any(|advice| !all.advice.contains_key(&advice.name))
    };
    engine.set_limits(Limits {
        positions: MOST_TESTED,
        ..limits()
    });
    let mut tested = 0;
    for subject in players {
        if !wanted(&all) || tested > MOST_IN_ALL {
            break;
        }
        let Ok(drawn) = Draw::new(subject, SEED, DRAWN).positions(&mut engine) else {
            continue;
        };
        for (index, position) in drawn.iter().enumerate() {
            if !wanted(&all) || tested > MOST_IN_ALL {
                break;
            }
            let place = format!("position {} of {DRAWN} that were drawn", index + 1);
            all.looked_at += 1;
            tested += all.take(&mut engine, subject, position, &place);
        }
    }
    all
}

/// The program's strategies, then its tables, which are consulted for example positions.
fn subjects(rulebook: &Rulebook) -> Vec<Subject> {
    let program = rulebook.program();
    let strategies = program
        .strategies
        .iter()
        .map(|strategy| strategy.name.as_str());
    let tables = program.tables.iter().map(|table| table.name.as_str());
    let names = strategies.chain(tables);
    names
        .filter_map(|name| Subject::named(program, name))
        .collect()
}
