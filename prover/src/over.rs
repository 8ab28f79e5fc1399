//! Goes over the positions that a claim without play speaks of, and has each counted. The order of positions decides and never that of
//! threads, so what is counted is the same with any number of them.

use std::collections::HashSet;

use adv_chess::{Color, Material, Position};
use adv_module::FnId;
use adv_module::program::FromSet;

use crate::candidates::Candidates;
use crate::error::ProveError;
use crate::goals::{Goals, Judge};
use crate::random::{drawn, numbered_classes};
use crate::report::EXAMPLES;
use crate::roots::{all_classes, each_of_class, listed};
use crate::share::share;
use crate::task::Task;
use crate::watch::Phase;

/// How many drawn positions a thread asks at a time.
const PIECE: usize = 256;

/// What one thread counts of a stretch.
#[derive(Default)]
pub(crate) struct Part<C> {
    /// The positions of the claim.
    pub(crate) positions: u64,
    /// The first positions that are shown.
    pub(crate) examples: Vec<Position>,
    /// What this claim counts besides.
    pub(crate) counts: C,
}

/// What a claim counts of its positions.
pub(crate) trait Summed: Default + Send {
    /// Both together.
    fn add(&mut self, other: &Self);
}

impl<C: Summed> Part<C> {
    /// Shows a position, unless there are enough.
    pub(crate) fn show(&mut self, position: &Position) {
        if self.examples.len() < EXAMPLES {
            self.examples.push(*position);
        }
    }

    /// Adds another, which comes later in the order of positions.
    fn add(&mut self, mut other: Part<C>) {
        self.positions += other.positions;
        self.examples.append(&mut other.examples);
        self.examples.truncate(EXAMPLES);
        self.counts.add(&other.counts);
    }
}

/// One thread's question to each position.
pub(crate) trait Ask {
    /// What is counted besides the positions.
    type Counts: Summed;

    /// Counts a position of the claim.
    fn ask(
        &mut self,
        judge: &mut Judge<'_>,
        position: &Position,
        part: &mut Part<Self::Counts>,
    ) -> Result<(), ProveError>;
}

/// What all positions of the claim come to, of those only in which a premise holds where there is one; `None` where it was ended.
pub(crate) fn over<A: Ask>(
    task: &Task<'_>,
    premise: Option<FnId>,
    asking: &(impl Fn() -> A + Sync),
) -> Result<Option<Part<A::Counts>>, ProveError> {
    let (from, watch) = (&task.claim.from, task.watch);
    watch.begin(Phase::Consulting, 0);
    let mut engine = task.engine.clone();
    engine.set_interrupt(Some(watch.stop().clone()));
    let goals = Goals::default();
    let tests: Vec<FnId> = from.condition.into_iter().chain(premise).collect();
    let worker = || (Judge::new(&goals, &engine), asking());
    let fits = |judge: &mut Judge<'_>, position: &Position| {
        for test in &tests {
            if !judge.holds(*test, position, position.turn())? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let ask = |(judge, asking): &mut (Judge<'_>, A), part: &mut Part<_>, position: &Position| {
        part.positions += 1;
        asking.ask(judge, position, part)
    };
    let mut all = Part::default();
    if let Some(positions) = listed(from)? {
        let (mut worker, mut seen) = (worker(), HashSet::new());
        for position in positions {
            if seen.insert(position) && fits(&mut worker.0, &position)? {
                ask(&mut worker, &mut all, &position)?;
            }
        }
        return Ok(Some(all));
    }
    let material = engine.module().material.as_ref();
    let material = Material {
        counts: material.ok_or(ProveError::NoMaterial)?.counts,
    };
    let turns = &Color::ALL;
    let FromSet::Random(count) = from.set else {
        // Positions that are looked at once take no memory.
        for class in all_classes(&material, turns, 0, watch)? {
            watch.add_known(class.len());
            let parts = each_of_class(
                &Candidates::of(&class, &engine, tests.iter().copied()),
                &class,
                watch,
                worker,
                |worker, part, _, position| {
                    if fits(&mut worker.0, position)? {
                        ask(worker, part, position)?;
                    }
                    Ok(true)
                },
                |_, looked| watch.add_done(looked),
            )?;
            let Some(parts) = parts else {
                return Ok(None);
            };
            parts.into_iter().for_each(|part| all.add(part));
        }
        return Ok(Some(all));
    };
    let drawn = drawn(
        (&material, turns, numbered_classes(&material, turns)),
        (count, from.seed),
        tests.clone(),
        (&engine, watch),
        || Judge::new(&goals, &engine),
        fits,
        |positions| {
            let pieces: Vec<&[Position]> = positions.chunks(PIECE).collect();
            let parts = share(
                pieces.len(),
                |_| worker(),
                |worker, at| {
                    let mut part = Part::default();
                    for position in pieces.get(at).copied().unwrap_or_default() {
                        ask(worker, &mut part, position)?;
                    }
                    Ok(part)
                },
            )?;
            parts.into_iter().for_each(|part| all.add(part));
            Ok(())
        },
    )?;
    Ok(drawn.then_some(all))
}
