//! Goes over the positions that a claim without play speaks of, and has each counted. The order of positions decides and never that of
//! threads, so what is counted is the same with any number of them.

use std::collections::HashSet;

use adv_chess::{ClassIndex, Color, Material, Position, notation};
use adv_module::program::FromSet;

use crate::error::ProveError;
use crate::random::{Drawn, Shuffle, numbered_classes, position_of, tries};
use crate::report::EXAMPLES;
use crate::roots::{all_classes, with_en_passant};
use crate::share::share;
use crate::states::CHUNK;
use crate::task::Task;
use crate::watch::Phase;
use crate::windows::Windows;

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
        let chunks = class.len().div_ceil(CHUNK);
        task.watch.add_known(class.len());
        let parts = share(
            chunks as usize,
            |_| asking(),
            |asking, chunk| {
                let mut part = Part::default();
                if task.watch.stopped() {
                    part.interrupted = true;
                    return Ok(part);
                }
                let begin = chunk as u64 * CHUNK;
                for (_, position) in class.range(begin..begin + CHUNK) {
                    asking.ask(&position, &mut part)?;
                    for with in with_en_passant(&position) {
                        asking.ask(&with, &mut part)?;
                    }
                }
                task.watch.add_done(CHUNK);
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
    let len = classes.first().map_or(0, ClassIndex::len);
    let shuffle = Shuffle::new(2 * len, seed);
    let position = |place| Some(position_of(&classes, shuffle.at(place))?.1);
    let tries = tries(count, true);
    let mut all = Part::default();
    let mut windows = Windows::of((2 * len).min(tries));
    while let Some(blocks) = windows.next(count, all.positions) {
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
                let asked = block.filter_map(position);
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
                    for position in block.clone().filter_map(position) {
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
    match 2 * len > tries {
        true => Err(rare(count, all.positions, tries)),
        false => Ok(all),
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
