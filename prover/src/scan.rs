//! A claim without play: a descriptor that holds in every position, or wherever another one does; or its share where another one holds
//! and where that does not.
//!
//! Both sides may be to move; `us` is the side that is.

use adv_chess::Position;
use adv_module::FnId;
use adv_vm::Stop;

use crate::error::ProveError;
use crate::goals::{Judge, stopped};
use crate::over::{Ask, Part, Summed, over};
use crate::report::{Scan, Verdict};
use crate::task::Task;

/// What such a claim counts.
#[derive(Default)]
struct Held {
    premises: u64,
    broken: u64,
    others_held: u64,
}

impl Summed for Held {
    fn add(&mut self, other: &Held) {
        self.premises += other.premises;
        self.broken += other.broken;
        self.others_held += other.others_held;
    }
}

struct Question {
    premise: Option<FnId>,
    conclusion: FnId,
    /// A share is wanted: the other positions count too, and there are no examples.
    share: bool,
}

impl Ask for Question {
    type Counts = Held;

    fn ask(
        &mut self,
        judge: &mut Judge<'_>,
        position: &Position,
        part: &mut Part<Held>,
    ) -> Result<(), ProveError> {
        let us = position.turn();
        if let Some(premise) = self.premise
            && !judge.holds(premise, position, us)?
        {
            if self.share && judge.holds(self.conclusion, position, us)? {
                part.counts.others_held += 1;
            }
            return Ok(());
        }
        part.counts.premises += 1;
        if !judge.holds(self.conclusion, position, us)? {
            part.counts.broken += 1;
            if !self.share {
                part.show(position);
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
    let claim = task.claim;
    let question = || Question {
        premise,
        conclusion,
        share: claim.share,
    };
    let Some(part) = over(task, None, &question)? else {
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
    Ok(Some(Scan {
        verdict: if claim.share {
            Verdict::Measured
        } else if part.counts.broken > 0 {
            Verdict::Refuted
        } else if part.counts.premises == 0 {
            // Nothing was asked of the conclusion: there is no position, or the premise holds in none.
            Verdict::Empty
        } else {
            Verdict::Proved
        },
        positions: part.positions,
        premises: part.counts.premises,
        broken: part.counts.broken,
        others_held: part.counts.others_held,
        examples: task.with_worth(&part.examples),
        zones,
        weighed: None,
        rests_on: Vec::new(),
    }))
}

/// Tells each position of a claim without play once, with the truth of its conclusion: of `P ⇒ Q` those in which `P` holds, of a share
/// all. `teller` makes for each thread what is told. Returns the number of positions; `None` where it was ended.
///
/// # Errors
/// As [`crate::prove`], and where what is told fails.
pub fn poll<T>(
    task: &Task<'_>,
    premise: Option<FnId>,
    conclusion: FnId,
    teller: impl Fn() -> T + Sync,
) -> Result<Option<u64>, ProveError>
where
    T: FnMut(&Position, bool) -> Result<(), Stop>,
{
    let premise = premise.filter(|_| !task.claim.share);
    match over(task, premise, &|| Poll(conclusion, teller())) {
        Err(error) if error.is_interruption() => Ok(None),
        polled => Ok(polled?.map(|part| part.positions)),
    }
}

/// Tells the truth of a conclusion.
struct Poll<T>(FnId, T);

impl Summed for () {
    fn add(&mut self, (): &()) {}
}

impl<T: FnMut(&Position, bool) -> Result<(), Stop>> Ask for Poll<T> {
    type Counts = ();

    fn ask(
        &mut self,
        judge: &mut Judge<'_>,
        position: &Position,
        _: &mut Part<()>,
    ) -> Result<(), ProveError> {
        let holds = judge.holds(self.0, position, position.turn())?;
        (self.1)(position, holds).map_err(|stop| stopped(position, stop))
    }
}
