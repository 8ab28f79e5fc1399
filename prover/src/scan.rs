//! A claim without play: a descriptor that holds in every position, or wherever another one does; or its share where another one holds
//! and where that does not.
//!
//! Both sides may be to move; `us` is the side that is.

use adv_chess::Position;
use adv_module::FnId;
use adv_module::program::FromSet;
use adv_vm::Stop;

use crate::error::ProveError;
use crate::goals::{Goals, Judge, stopped};
use crate::over::{Ask, Part, Summed, over};
use crate::report::{Scan, Verdict};
use crate::share::share;
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

struct Question<'g> {
    judge: Judge<'g>,
    condition: Option<FnId>,
    premise: Option<FnId>,
    conclusion: FnId,
    /// A share is wanted: the other positions count too, and there are no examples.
    share: bool,
}

impl Ask for Question<'_> {
    type Counts = Held;

    fn ask(&mut self, position: &Position, part: &mut Part<Held>) -> Result<(), ProveError> {
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
                part.counts.others_held += 1;
            }
            return Ok(());
        }
        part.counts.premises += 1;
        if !self.judge.holds(self.conclusion, position, us)? {
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
    let goals = Goals::default();
    let claim = task.claim;
    let mut engine = task.engine.clone();
    engine.set_interrupt(Some(task.watch.stop().clone()));
    let engine = &engine;
    // All positions are looked at once. Others are told when it is known which of them count.
    let at_once = matches!(claim.from.set, FromSet::All);
    let asking = || Poll {
        judge: Judge::new(&goals, engine),
        condition: claim.from.condition,
        premise: premise.filter(|_| !claim.share),
        conclusion,
        tell: at_once.then(&teller),
    };
    let polled = over(task, &asking).and_then(|part| {
        let Some(part) = part else {
            return Ok(None);
        };
        let chunks: Vec<&[(Position, bool)]> = part.counts.chunks(CHUNK).collect();
        share(
            chunks.len(),
            |_| teller(),
            |tell, at| {
                let mut answers = chunks.get(at).copied().unwrap_or_default().iter();
                answers.try_for_each(|(position, holds)| {
                    tell(position, *holds).map_err(|stop| stopped(position, stop))
                })
            },
        )?;
        Ok(Some(part.positions))
    });
    match polled {
        Err(error) if error.is_interruption() => Ok(None),
        polled => polled,
    }
}

/// Number of positions that a thread is given at a time.
const CHUNK: usize = 256;

struct Poll<'g, T> {
    judge: Judge<'g>,
    condition: Option<FnId>,
    premise: Option<FnId>,
    conclusion: FnId,
    /// `None` where answers are gathered.
    tell: Option<T>,
}

impl Summed for Vec<(Position, bool)> {
    fn add(&mut self, other: &Vec<(Position, bool)>) {
        self.extend(other);
    }
}

impl<T: FnMut(&Position, bool) -> Result<(), Stop>> Ask for Poll<'_, T> {
    type Counts = Vec<(Position, bool)>;

    fn ask(
        &mut self,
        position: &Position,
        part: &mut Part<Self::Counts>,
    ) -> Result<(), ProveError> {
        let us = position.turn();
        for test in self.condition.into_iter().chain(self.premise) {
            if !self.judge.holds(test, position, us)? {
                return Ok(());
            }
        }
        let holds = self.judge.holds(self.conclusion, position, us)?;
        part.positions += 1;
        match &mut self.tell {
            Some(tell) => tell(position, holds).map_err(|stop| stopped(position, stop)),
            None => {
                part.counts.push((*position, holds));
                Ok(())
            }
        }
    }
}
