//! A claim without play: a descriptor that holds in every position, or wherever another one does; or its share where another one holds
//! and where that does not.
//!
//! Both sides may be to move; `us` is the side that is.

use adv_chess::Position;
use adv_module::FnId;
use adv_vm::Worth;

use crate::error::ProveError;
use crate::goals::{Goals, Judge};
use crate::over::{Ask, Summed, over};
use crate::report::{EXAMPLES, Scan, Verdict};
use crate::task::Task;

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

impl Summed for ScannedPart {
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

    fn positions(&self) -> u64 {
        self.positions
    }

    fn interrupt(&mut self) {
        self.interrupted = true;
    }

    fn interrupted(&self) -> bool {
        self.interrupted
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

impl Ask for Question<'_> {
    type Part = ScannedPart;

    fn ask(&mut self, position: &Position, part: &mut ScannedPart) -> Result<(), ProveError> {
        let us = position.turn();
        if let Some(condition) = self.condition
            && !self.judge.holds(condition, position, us)?
        {
            return Ok(());
        }
        part.positions += 1;
        if let Some(premise) = self.premise
            && !self.judge.holds(premise, position, us)?
        {
            if self.share && self.judge.holds(self.conclusion, position, us)? {
                part.others_held += 1;
            }
            return Ok(());
        }
        part.premises += 1;
        if !self.judge.holds(self.conclusion, position, us)? {
            part.broken += 1;
            if part.examples.len() < EXAMPLES && !self.share {
                part.examples.push(*position);
            }
        }
        Ok(())
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
    let Some(part) = over(task, &question)? else {
        return Ok(None);
    };
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
        weighed: None,
    }))
}
