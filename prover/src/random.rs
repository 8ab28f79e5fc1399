//! Positions drawn at random for a claim.
//!
//! Random positions are the first of all numbers of the class, in an order that the seed shuffles, that fit the claim. So no position
//! is drawn twice, and a class with fewer positions than the claim names gives all it has. The positions of a class that has more numbers
//! than [`MOST_SHUFFLED`] are drawn man by man, until there are enough different ones. Where hardly any fits, those of numbered classes are found by the
//! condition (`draw.rs`); drawing ends after [`tries`] where that cannot be.

use std::collections::HashSet;

use adv_chess::numbers::SplitMix64;
use adv_chess::placing::Placements;
use adv_chess::{ClassIndex, Color, Material, Position};
use adv_module::FnId;
use adv_vm::Engine;

use crate::draw::{Draw, tries};
use crate::error::ProveError;
use crate::share::share;
use crate::watch::Watch;

/// The numbers of larger classes are not shuffled: those of up to five men are.
const MOST_SHUFFLED: u64 = 1 << 30;

/// The most positions that are handed over at once of those that have no number.
const BATCH: usize = 1 << 12;

/// The classes of random positions, where they are numbered; else their positions are drawn man by man.
pub(crate) fn numbered_classes(material: &Material, turns: &[Color]) -> Option<Vec<ClassIndex>> {
    let classes = turns.iter().map(|turn| {
        let class = ClassIndex::new(*material, *turn).ok();
        class.filter(|class| class.len() <= MOST_SHUFFLED)
    });
    classes.collect()
}

/// The position of a number that is counted through all classes, which have as many each.
fn position_of(classes: &[ClassIndex], number: u64) -> Option<Position> {
    let len = classes.first()?.len();
    let at = number.checked_div(len)? as usize;
    classes.get(at)?.position(number % len)
}

/// Draws so many positions that fit, by a seed, and hands them over in their order, some at a time; false where the watch ended it. They
/// are of numbered classes, or of a material and these sides to move where there are none. `conditions` are those that `fits` asks.
///
/// # Errors
/// [`ProveError::Rare`] where hardly any fits, and those of `fits` and `take`.
pub(crate) fn drawn<W>(
    (material, turns, classes): (&Material, &[Color], Option<Vec<ClassIndex>>),
    (count, seed): (u64, u64),
    conditions: Vec<FnId>,
    (engine, watch): (&Engine, &Watch),
    worker: impl Fn() -> W + Sync,
    fits: impl Fn(&mut W, &Position) -> Result<bool, ProveError> + Sync,
    mut take: impl FnMut(Vec<Position>) -> Result<(), ProveError>,
) -> Result<bool, ProveError> {
    let rare = |found, tried| ProveError::Rare {
        wanted: count,
        found,
        tried,
    };
    let Some(classes) = classes else {
        let mut placed = Placed::new(material, turns, seed)?;
        let (mut worker, tries) = (worker(), tries(count, false));
        let (mut seen, mut batch) = (HashSet::new(), Vec::new());
        for tried in 0..tries {
            if tried.is_multiple_of(1024) {
                if watch.stopped() {
                    return Ok(false);
                }
                let known = seen.len() as u64;
                if !watch.hold((seen.capacity() * size_of::<Position>()) as u64) {
                    return Err(ProveError::no_room(known, watch.memory().1));
                }
            }
            if let Some(position) = placed.draw()
                && !seen.contains(&position)
                && fits(&mut worker, &position)?
            {
                seen.insert(position);
                batch.push(position);
            }
            let all = seen.len() as u64 >= count;
            if all || batch.len() == BATCH {
                take(std::mem::take(&mut batch))?;
            }
            if all {
                return Ok(true);
            }
        }
        return Err(rare(seen.len() as u64, tries));
    };
    let mut draw = Draw::new(&classes, conditions, (count, seed));
    let mut found = 0;
    while let Some(blocks) = draw.next(found, engine, watch)? {
        let parts = share(
            blocks.len(),
            |_| worker(),
            |worker, at| {
                let numbers = draw.numbers(blocks.get(at).cloned().unwrap_or_default());
                let (mut positions, mut error) = (Vec::new(), None);
                for position in numbers.filter_map(|number| position_of(&classes, number)) {
                    // What is drawn is thrown away where the proof was ended.
                    match fits(worker, &position) {
                        _ if watch.stopped() => break,
                        Ok(true) => positions.push(position),
                        Ok(false) => {}
                        Err(stop) => {
                            error = Some(stop);
                            break;
                        }
                    }
                }
                Ok((positions, error))
            },
        )?;
        if watch.stopped() {
            return Ok(false);
        }
        let mut batch = Vec::new();
        for (mut positions, error) in parts {
            positions.truncate((count - found) as usize);
            found += positions.len() as u64;
            batch.append(&mut positions);
            // What comes after the last one wanted was looked at in vain.
            if let Some(error) = error.filter(|_| found < count) {
                return Err(error);
            }
        }
        take(batch)?;
    }
    // A class that has been gone through gives all it has.
    match found >= count || draw.is_complete() {
        true => Ok(true),
        false => Err(rare(found, draw.tries())),
    }
}

/// Draws positions man by man, each side to move as likely as the other.
struct Placed {
    sides: Vec<Placements>,
    turns: SplitMix64,
}

impl Placed {
    /// The positions of a seed.
    fn new(material: &Material, turns: &[Color], seed: u64) -> Result<Placed, ProveError> {
        let mut numbers = SplitMix64::new(seed);
        let sides: Result<Vec<Placements>, _> = turns
            .iter()
            .map(|turn| Placements::new(*material, *turn, numbers.bits()))
            .collect();
        let too_large = |_| ProveError::TooLarge {
            class: material.name(),
            numbers: None,
        };
        Ok(Placed {
            sides: sides.map_err(too_large)?,
            turns: numbers,
        })
    }

    /// One try.
    fn draw(&mut self) -> Option<Position> {
        let side = self.turns.bits() as usize % self.sides.len().max(1);
        self.sides.get_mut(side)?.draw()
    }
}
