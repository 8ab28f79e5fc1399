//! Goes over the positions that a claim without play speaks of, and has each counted. The order of positions decides and never that of
//! threads, so what is counted is the same with any number of them.

use adv_chess::{ClassIndex, Color, Material, Position, notation};
use adv_module::program::FromSet;
use rayon::prelude::*;

use crate::error::ProveError;
use crate::random::{Drawn, Shuffle, numbered_classes, tries};
use crate::report::EXAMPLES;
use crate::roots::{all_classes, with_en_passant};
use crate::states::CHUNK;
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
            for fen in fens {
                let position = notation::parse_fen(fen).map_err(|_| ProveError::NoMaterial)?;
                asking.ask(&position.without_clocks(), &mut part)?;
            }
            part
        }
        FromSet::All => all(task, &material()?, asking)?,
        FromSet::Random(count) => random(task, &material()?, *count, asking())?,
    };
    Ok(Some(part).filter(|part| !part.interrupted))
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
        let parts: Result<Vec<Part<A::Counts>>, ProveError> = (0..chunks)
            .into_par_iter()
            .map_init(asking, |asking, chunk| {
                let mut part = Part::default();
                if task.watch.stopped() {
                    part.interrupted = true;
                    return Ok(part);
                }
                let begin = chunk * CHUNK;
                for (_, position) in class.range(begin..begin + CHUNK) {
                    asking.ask(&position, &mut part)?;
                    for with in with_en_passant(&position) {
                        asking.ask(&with, &mut part)?;
                    }
                }
                task.watch.add_done(CHUNK);
                Ok(part)
            })
            .collect();
        all = parts?.into_iter().fold(all, Part::add);
    }
    Ok(all)
}

fn random<A: Ask>(
    task: &Task<'_>,
    material: &Material,
    count: u64,
    mut asking: A,
) -> Result<Part<A::Counts>, ProveError> {
    let seed = task.claim.from.seed;
    let mut part = Part::default();
    let mut tried = 0u64;
    let mut ask = |position: Option<Position>, part: &mut Part<A::Counts>| {
        if tried.is_multiple_of(1024) && task.watch.stopped() {
            part.interrupted = true;
            return Ok(false);
        }
        tried += 1;
        if let Some(position) = position {
            asking.ask(&position, part)?;
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
