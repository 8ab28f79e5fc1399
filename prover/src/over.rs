//! Goes over the positions that a claim without play speaks of, and has each counted. The order of positions decides and never that of
//! threads, so what is counted is the same with any number of them.

use std::collections::HashSet;

use adv_chess::{Color, Material, Position, notation};
use adv_module::program::FromSet;

use crate::candidates::Candidates;
use crate::draw::{Draw, tries};
use crate::error::ProveError;
use crate::random::{Drawn, numbered_classes, position_of};
use crate::report::EXAMPLES;
use crate::roots::{all_classes, length, pieces, stretch, with_en_passant};
use crate::share::share;
use crate::task::Task;
use crate::watch::Phase;

/// What one thread counts of a stretch.
#[derive(Default)]
pub(crate) struct Part<C> {
    /// The positions of the claim.
    pub(crate) positions: u64,
    /// The first positions that are shown.
    pub(crate) examples: Vec<Position>,
    /// What this claim counts besides.
    pub(crate) counts: C,
    /// The stretch was ended before its end.
    interrupted: bool,
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

    /// Both together; the other comes later in the order of positions.
    fn add(mut self, mut other: Part<C>) -> Part<C> {
        self.positions += other.positions;
        self.examples.append(&mut other.examples);
        self.examples.truncate(EXAMPLES);
        self.counts.add(&other.counts);
        self.interrupted |= other.interrupted;
        self
    }
}

/// One thread's question to each position.
pub(crate) trait Ask {
    /// What is counted besides the positions.
    type Counts: Summed;

    /// Counts a position, unless the claim does not speak of it.
    fn ask(&mut self, position: &Position, part: &mut Part<Self::Counts>)
    -> Result<(), ProveError>;
}

/// What all positions of the claim come to; `None` where it was ended.
pub(crate) fn over<A: Ask>(
    task: &Task<'_>,
    asking: &(impl Fn() -> A + Sync),
) -> Result<Option<Part<A::Counts>>, ProveError> {
    task.watch.begin(Phase::Consulting, 0);
    let material = || {
        let declared = task.engine.module().material.as_ref();
        let declared = declared.ok_or(ProveError::NoMaterial)?;
        Ok(Material {
            counts: declared.counts,
        })
    };
    let part = match &task.claim.from.set {
        FromSet::One(fen) => {
            let position = notation::parse_fen(fen).map_err(|_| ProveError::NoMaterial)?;
            let mut part = Part::default();
            asking().ask(&position, &mut part)?;
            part
        }
        FromSet::List(fens) => {
            let mut part = Part::default();
            let mut asking = asking();
            let mut seen = HashSet::new();
            for fen in fens {
                let position = notation::parse_fen(fen).map_err(|_| ProveError::NoMaterial)?;
                ask_once(&mut asking, &mut seen, position.without_clocks(), &mut part)?;
            }
            part
        }
        FromSet::All => all(task, &material()?, asking)?,
        FromSet::Random(count) => random(task, &material()?, *count, asking)?,
    };
    Ok(Some(part).filter(|part| !part.interrupted))
}

/// Asks for a position, unless it has been counted.
fn ask_once<A: Ask>(
    asking: &mut A,
    seen: &mut HashSet<Position>,
    position: Position,
    part: &mut Part<A::Counts>,
) -> Result<(), ProveError> {
    let before = part.positions;
    if !seen.contains(&position) {
        asking.ask(&position, part)?;
        if part.positions > before {
            seen.insert(position);
        }
    }
    Ok(())
}

fn all<A: Ask>(
    task: &Task<'_>,
    material: &Material,
    asking: &(impl Fn() -> A + Sync),
) -> Result<Part<A::Counts>, ProveError> {
    let mut all = Part::default();
    // Positions that are looked at once take no memory.
    for class in all_classes(material, &Color::ALL, 0, task.watch)? {
        task.watch.add_known(class.len());
        let candidates = Candidates::of(&class, task.engine, task.claim.from.condition);
        let parts = share(
            pieces(class.len()),
            |_| asking(),
            |asking, piece| {
                let mut part = Part::default();
                let mut visited = 0u64;
                let goes_on = candidates.each(stretch(piece), &mut |_, position| {
                    if visited.is_multiple_of(1024) && task.watch.stopped() {
                        return Ok(false);
                    }
                    visited += 1;
                    asking.ask(&position, &mut part)?;
                    for with in with_en_passant(&position) {
                        asking.ask(&with, &mut part)?;
                    }
                    Ok(true)
                })?;
                part.interrupted = !goes_on;
                task.watch.add_done(length(piece, class.len()));
                Ok(part)
            },
        )?;
        all = parts.into_iter().fold(all, Part::add);
    }
    Ok(all)
}

fn random<A: Ask>(
    task: &Task<'_>,
    material: &Material,
    count: u64,
    asking: &(impl Fn() -> A + Sync),
) -> Result<Part<A::Counts>, ProveError> {
    let seed = task.claim.from.seed;
    let Some(classes) = numbered_classes(material, &Color::ALL) else {
        return random_unnumbered(task, material, count, asking());
    };
    let conditions = task.claim.from.condition.into_iter().collect();
    let mut draw = Draw::new(&classes, conditions, (count, seed));
    let position = |number| Some(position_of(&classes, number)?.1);
    let mut all = Part::default();
    while let Some(blocks) = draw.next(all.positions, task.engine, task.watch)? {
        let parts = share(
            blocks.len(),
            |_| asking(),
            |asking, at| {
                let mut part = Part::default();
                if task.watch.stopped() {
                    part.interrupted = true;
                    return Ok(Ok(part));
                }
                let block = blocks.get(at).cloned().unwrap_or_default();
                let asked = draw.numbers(block).filter_map(position);
                let asked = asked.map(|position| asking.ask(&position, &mut part));
                Ok(asked.collect::<Result<(), ProveError>>().map(|()| part))
            },
        )?;
        for (block, part) in blocks.iter().zip(parts) {
            match part {
                Ok(part) if part.interrupted || all.positions + part.positions <= count => {
                    all = all.add(part);
                }
                // The last one wanted is in this block, and perhaps what could not be answered comes after it.
                _ => {
                    let mut asking = asking();
                    for position in draw.numbers(block.clone()).filter_map(position) {
                        if all.positions < count {
                            asking.ask(&position, &mut all)?;
                        }
                    }
                }
            }
            if all.interrupted || all.positions >= count {
                return Ok(all);
            }
        }
    }
    // A class that has been gone through gives all it has.
    match draw.is_complete() {
        true => Ok(all),
        false => Err(rare(count, all.positions, draw.tries())),
    }
}

/// The same where the classes are not numbered.
fn random_unnumbered<A: Ask>(
    task: &Task<'_>,
    material: &Material,
    count: u64,
    mut asking: A,
) -> Result<Part<A::Counts>, ProveError> {
    let mut part = Part::default();
    let mut drawn = Drawn::new(material, &Color::ALL, task.claim.from.seed)?;
    let tries = tries(count, false);
    let mut seen = HashSet::new();
    for tried in 0..tries {
        if tried.is_multiple_of(1024) {
            if task.watch.stopped() {
                part.interrupted = true;
                return Ok(part);
            }
            if !task
                .watch
                .hold((seen.capacity() * size_of::<Position>()) as u64)
            {
                return Err(ProveError::OutOfMemory {
                    known: part.positions,
                    consulted: part.positions,
                    limit: task.watch.memory().1,
                });
            }
        }
        if let Some(position) = drawn.draw() {
            ask_once(&mut asking, &mut seen, position, &mut part)?;
        }
        if part.positions >= count {
            return Ok(part);
        }
    }
    Err(rare(count, part.positions, tries))
}

/// Hardly any position fits.
fn rare(wanted: u64, found: u64, tried: u64) -> ProveError {
    ProveError::Rare {
        wanted,
        found,
        tried,
    }
}
