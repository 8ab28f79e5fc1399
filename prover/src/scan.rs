//! A claim without play: a descriptor that holds in every position, or wherever another one does; or its share where another one holds
//! and where that does not.
//!
//! Both sides may be to move; `us` is the side that is.

use adv_chess::{ClassIndex, Color, Material, Position, notation};
use adv_module::FnId;
use adv_module::program::FromSet;
use adv_vm::Worth;
use rayon::prelude::*;

use crate::error::ProveError;
use crate::goals::{Goals, Judge};
use crate::random::{Drawn, Shuffle, numbered_classes, tries};
use crate::report::{EXAMPLES, Scan, Verdict};
use crate::roots::{all_classes, with_en_passant};
use crate::states::CHUNK;
use crate::task::Task;
use crate::watch::Phase;

/// What one thread counts of a stretch.
#[derive(Default)]
struct ScannedPart {
    positions: u64,
    premises: u64,
    broken: u64,
    others_held: u64,
    examples: Vec<Position>,
    interrupted: bool,
}

impl ScannedPart {
    fn add(mut self, mut other: ScannedPart) -> ScannedPart {
        self.positions += other.positions;
        self.premises += other.premises;
        self.broken += other.broken;
        self.others_held += other.others_held;
        self.examples.append(&mut other.examples);
        self.examples.truncate(EXAMPLES);
        self.interrupted |= other.interrupted;
        self
    }
}

struct Question<'g> {
    judge: Judge<'g>,
    condition: Option<FnId>,
    premise: Option<FnId>,
    conclusion: FnId,
    /// A share is wanted: the other positions count too, and there are no examples.
    share: bool,
}

impl Question<'_> {
    fn ask(&mut self, position: &Position, part: &mut ScannedPart) -> Result<bool, ProveError> {
        let us = position.turn();
        if let Some(condition) = self.condition
            && !self.judge.holds(condition, position, us)?
        {
            return Ok(false);
        }
        part.positions += 1;
        if let Some(premise) = self.premise
            && !self.judge.holds(premise, position, us)?
        {
            if self.share && self.judge.holds(self.conclusion, position, us)? {
                part.others_held += 1;
            }
            return Ok(true);
        }
        part.premises += 1;
        if !self.judge.holds(self.conclusion, position, us)? {
            part.broken += 1;
            if part.examples.len() < EXAMPLES && !self.share {
                part.examples.push(*position);
            }
        }
        Ok(true)
    }
}

/// Settles such a claim; `None` where it was ended.
pub(crate) fn scan(
    task: &Task<'_>,
    premise: Option<FnId>,
    conclusion: FnId,
) -> Result<Option<Scan>, ProveError> {
    let goals = Goals::default();
    let claim = task.claim;
    let mut engine = task.engine.clone();
    engine.set_interrupt(Some(task.watch.stop().clone()));
    let engine = &engine;
    let question = || Question {
        judge: Judge::new(&goals, engine),
        condition: claim.from.condition,
        premise,
        conclusion,
        share: claim.share,
    };
    task.watch.begin(Phase::Consulting, 0);
    let material = || {
        let declared = task.engine.module().material.as_ref();
        let declared = declared.ok_or(ProveError::NoMaterial)?;
        Ok(Material {
            counts: declared.counts,
        })
    };
    let part = match &claim.from.set {
        FromSet::One(fen) => {
            let position = notation::parse_fen(fen).map_err(|_| ProveError::NoMaterial)?;
            let mut part = ScannedPart::default();
            question().ask(&position, &mut part)?;
            part
        }
        FromSet::List(fens) => {
            let mut part = ScannedPart::default();
            let mut question = question();
            for fen in fens {
                let position = notation::parse_fen(fen).map_err(|_| ProveError::NoMaterial)?;
                question.ask(&position.without_clocks(), &mut part)?;
            }
            part
        }
        FromSet::All => all(task, &material()?, &question)?,
        FromSet::Random(count) => random(task, &material()?, *count, question())?,
    };
    if part.interrupted {
        return Ok(None);
    }
    let mut engine = task.engine.clone();
    let mut zones = Vec::new();
    if !claim.zones.is_empty() {
        for position in &part.examples {
            // A zone that reaches a limit is not drawn, and the claim is what it is.
            let seen = engine.zones_at(&claim.zones, position, position.turn());
            zones.push(seen.unwrap_or_default());
        }
    }
    let worth = |position: &Position| -> Option<Worth> {
        task.perfect
            .as_ref()
            .and_then(|oracle| oracle.worth(position))
    };
    Ok(Some(Scan {
        verdict: if claim.share {
            Verdict::Measured
        } else if part.broken > 0 {
            Verdict::Refuted
        } else if part.premises == 0 {
            // Nothing was asked of the conclusion: there is no position, or the premise holds in none.
            Verdict::Empty
        } else {
            Verdict::Proved
        },
        positions: part.positions,
        premises: part.premises,
        broken: part.broken,
        others_held: part.others_held,
        examples: part.examples.iter().map(|p| (*p, worth(p))).collect(),
        zones,
    }))
}

fn all<'g>(
    task: &Task<'_>,
    material: &Material,
    question: &(impl Fn() -> Question<'g> + Sync),
) -> Result<ScannedPart, ProveError> {
    let mut all = ScannedPart::default();
    // Positions that are looked at once take no memory.
    for class in all_classes(material, &Color::ALL, 0, task.watch)? {
        let chunks = class.len().div_ceil(CHUNK);
        task.watch.add_known(class.len());
        let parts: Result<Vec<ScannedPart>, ProveError> = (0..chunks)
            .into_par_iter()
            .map_init(question, |question, chunk| {
                let mut part = ScannedPart::default();
                if task.watch.stopped() {
                    part.interrupted = true;
                    return Ok(part);
                }
                let begin = chunk * CHUNK;
                for (_, position) in class.range(begin..begin + CHUNK) {
                    question.ask(&position, &mut part)?;
                    for with in with_en_passant(&position) {
                        question.ask(&with, &mut part)?;
                    }
                }
                task.watch.add_done(CHUNK);
                Ok(part)
            })
            .collect();
        all = parts?.into_iter().fold(all, ScannedPart::add);
    }
    Ok(all)
}

fn random(
    task: &Task<'_>,
    material: &Material,
    count: u64,
    mut question: Question<'_>,
) -> Result<ScannedPart, ProveError> {
    let seed = task.claim.from.seed;
    let mut part = ScannedPart::default();
    let mut tried = 0u64;
    let mut ask = |position: Option<Position>, part: &mut ScannedPart| {
        if tried.is_multiple_of(1024) && task.watch.stopped() {
            part.interrupted = true;
            return Ok(false);
        }
        tried += 1;
        if let Some(position) = position {
            question.ask(&position, part)?;
        }
        Ok(part.positions < count)
    };
    let Some(classes) = numbered_classes(material, &Color::ALL) else {
        let mut drawn = Drawn::new(material, &Color::ALL, seed)?;
        let tries = tries(count, false);
        for _ in 0..tries {
            if !ask(drawn.draw(), &mut part)? {
                return Ok(part);
            }
        }
        return Err(rare(count, part.positions, tries));
    };
    let len = classes.first().map_or(0, ClassIndex::len);
    let shuffle = Shuffle::new(2 * len, seed);
    let tries = tries(count, true);
    for place in 0..(2 * len).min(tries) {
        let number = shuffle.at(place);
        let class = classes.get((number / len) as usize);
        let position = class.and_then(|class| class.position(number % len));
        if !ask(position, &mut part)? {
            return Ok(part);
        }
    }
    // A class that has been gone through gives all it has.
    match 2 * len > tries {
        true => Err(rare(count, part.positions, tries)),
        false => Ok(part),
    }
}

/// Hardly any position fits.
fn rare(wanted: u64, found: u64, tried: u64) -> ProveError {
    ProveError::Rare {
        wanted,
        found,
        tried,
    }
}
