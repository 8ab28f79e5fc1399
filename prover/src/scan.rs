//! A claim without play: a descriptor that holds in every position, or wherever another one does.
//!
//! Both sides may be to move; `us` is the side that is.

use adv_chess::{Color, Material, Position, notation};
use adv_module::FnId;
use adv_module::program::FromSet;
use adv_vm::Worth;
use rayon::prelude::*;

use crate::error::ProveError;
use crate::goals::{Goals, Judge};
use crate::report::{EXAMPLES, Scan, Verdict};
use crate::roots::{Shuffle, class_of, with_en_passant};
use crate::states::CHUNK;
use crate::task::Task;
use crate::watch::Phase;

/// What one thread counts of a stretch.
#[derive(Default)]
struct ScannedPart {
    positions: u64,
    premises: u64,
    broken: u64,
    examples: Vec<Position>,
    interrupted: bool,
}

impl ScannedPart {
    fn add(mut self, mut other: ScannedPart) -> ScannedPart {
        self.positions += other.positions;
        self.premises += other.premises;
        self.broken += other.broken;
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
            return Ok(true);
        }
        part.premises += 1;
        if !self.judge.holds(self.conclusion, position, us)? {
            part.broken += 1;
            if part.examples.len() < EXAMPLES {
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
    let question = || Question {
        judge: Judge::new(&goals, task.engine),
        condition: claim.from.condition,
        premise,
        conclusion,
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
        FromSet::All => all(task, &material()?, &question)?,
        FromSet::Random(count) => random(task, &material()?, *count, question())?,
    };
    if part.interrupted {
        return Ok(None);
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
        examples: part.examples.iter().map(|p| (*p, worth(p))).collect(),
    }))
}

fn all<'g>(
    task: &Task<'_>,
    material: &Material,
    question: &(impl Fn() -> Question<'g> + Sync),
) -> Result<ScannedPart, ProveError> {
    let mut all = ScannedPart::default();
    for turn in Color::ALL {
        let class = class_of(material, turn)?;
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
    let classes = [
        class_of(material, Color::White)?,
        class_of(material, Color::Black)?,
    ];
    let len = classes[0].len();
    let shuffle = Shuffle::new(2 * len, task.claim.from.seed);
    let mut part = ScannedPart::default();
    for place in 0..2 * len {
        if part.positions >= count {
            break;
        }
        if place % 1024 == 0 && task.watch.stopped() {
            part.interrupted = true;
            break;
        }
        let number = shuffle.at(place);
        let class = classes.get((number / len) as usize);
        if let Some(position) = class.and_then(|class| class.position(number % len)) {
            question.ask(&position, &mut part)?;
        }
    }
    Ok(part)
}
