//! The order in which random positions are drawn from numbered classes.
//!
//! All numbers of the classes are shuffled by the seed and looked at in turn. Where hardly any fits, those that may are listed
//! ([`Candidates`]) and sorted by their places, so that the same ones come in the same order.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use adv_chess::ClassIndex;
use adv_chess::numbers::{SplitMix64, mix};
use adv_module::FnId;
use adv_vm::Engine;

use crate::candidates::Candidates;
use crate::error::ProveError;
use crate::goals::{Goals, Judge};
use crate::roots::{pieces, stretch};
use crate::share::share;
use crate::watch::Watch;
use crate::windows::Windows;

/// The places that are looked at before it is asked whether hardly any fits.
const LEAST_DRAWN: u64 = 1 << 16;

/// Hardly any fits where less than one in so many does.
const RARE: u64 = 1 << 10;

/// The most candidates that are looked at: beyond them drawing goes on.
const MOST_LISTED: u64 = 1 << 23;

/// How many positions are drawn for so many that are wanted, before it is said that hardly any fits. Of numbered classes these are all
/// positions of four men.
pub(crate) fn tries(wanted: u64, numbered: bool) -> u64 {
    let least = if numbered { 1 << 25 } else { 1 << 20 };
    wanted.saturating_mul(1000).max(least)
}

/// A drawing of positions for a claim.
pub(crate) struct Draw<'c> {
    classes: &'c [ClassIndex],
    conditions: Vec<FnId>,
    wanted: u64,
    tries: u64,
    shuffle: Shuffle,
    windows: Windows,
    /// All numbers that fit and come after those that were drawn, by their places, where they are listed.
    listed: Option<Vec<u64>>,
    /// It was tried to list them: they may be too many, or there is no time.
    tried: bool,
}

impl Draw<'_> {
    /// The drawing of so many positions that fit conditions, by a seed.
    pub(crate) fn new(
        classes: &[ClassIndex],
        conditions: Vec<FnId>,
        (wanted, seed): (u64, u64),
    ) -> Draw<'_> {
        let all = classes.iter().map(ClassIndex::len).sum();
        let tries = tries(wanted, true);
        Draw {
            classes,
            conditions,
            wanted,
            tries,
            shuffle: Shuffle::new(all, seed),
            windows: Windows::of(all.min(tries)),
            listed: None,
            tried: false,
        }
    }

    /// How many numbers are looked at at most, unless those that fit can be listed.
    pub(crate) const fn tries(&self) -> u64 {
        self.tries
    }

    /// True where all numbers have been looked at once there are no blocks any more.
    pub(crate) fn is_complete(&self) -> bool {
        self.listed.is_some() || self.shuffle.bound <= self.tries
    }

    /// The blocks of places that are looked at next, if this many fit of those before.
    pub(crate) fn next(
        &mut self,
        found: u64,
        engine: &Engine,
        watch: &Watch,
    ) -> Result<Option<Vec<Range<u64>>>, ProveError> {
        let looked = self.windows.looked();
        let rare = found < self.wanted && found * RARE < looked && looked >= LEAST_DRAWN;
        if rare && !self.tried {
            self.tried = true;
            self.listed = self.list(engine, watch)?;
            if let Some(numbers) = &mut self.listed {
                numbers.retain(|number| self.shuffle.place(*number) >= looked);
                numbers.sort_unstable_by_key(|number| self.shuffle.place(*number));
                self.windows = Windows::of(numbers.len() as u64);
            }
        }
        Ok(self.windows.next(self.wanted, found))
    }

    /// The numbers of a block, counted through all classes.
    pub(crate) fn numbers(&self, block: Range<u64>) -> impl Iterator<Item = u64> + '_ {
        block.filter_map(|place| match &self.listed {
            Some(numbers) => numbers.get(place as usize).copied(),
            None => Some(self.shuffle.at(place)),
        })
    }

    /// All numbers whose positions fit the conditions, and those in which one cannot be decided; `None` where too many have to be looked at.
    fn list(&self, engine: &Engine, watch: &Watch) -> Result<Option<Vec<u64>>, ProveError> {
        let goals = Goals::default();
        let looked = AtomicU64::new(0);
        let (mut listed, mut first) = (Vec::new(), 0);
        for class in self.classes {
            let candidates = Candidates::of(class, engine, self.conditions.iter().copied());
            let parts = share(
                pieces(class.len()),
                |_| Judge::new(&goals, engine),
                |judge, piece| {
                    let mut numbers = Vec::new();
                    let goes_on = candidates.each(stretch(piece), &mut |number, position| {
                        let holds = |condition: &FnId| {
                            let holds = judge.holds(*condition, &position, position.turn());
                            holds.unwrap_or(true)
                        };
                        if self.conditions.iter().all(holds) {
                            numbers.push(first + number);
                        }
                        let looked = looked.fetch_add(1, Ordering::Relaxed);
                        Ok(looked < MOST_LISTED && !watch.stopped())
                    })?;
                    Ok(goes_on.then_some(numbers))
                },
            )?;
            let Some(parts) = parts.into_iter().collect::<Option<Vec<_>>>() else {
                return Ok(None);
            };
            listed.extend(parts.into_iter().flatten());
            first += class.len();
        }
        Ok(Some(listed))
    }
}

/// A shuffled order of the numbers below a bound: a network of Feistel's over the next even number of bits, numbers beyond the bound
/// being sent round again.
#[derive(Clone, Debug)]
pub struct Shuffle {
    bound: u64,
    half: u32,
    keys: [u64; 4],
}

impl Shuffle {
    /// The order that a seed makes.
    pub fn new(bound: u64, seed: u64) -> Shuffle {
        let bits = u64::BITS - bound.max(2).saturating_sub(1).leading_zeros();
        let mut numbers = SplitMix64::new(seed);
        let keys = [0; 4].map(|_: u64| numbers.bits());
        Shuffle {
            bound,
            half: bits.div_ceil(2),
            keys,
        }
    }

    /// The number at a place below the bound.
    pub fn at(&self, place: u64) -> u64 {
        let mut number = place;
        loop {
            let mask = (1 << self.half) - 1;
            let (mut left, mut right) = (number >> self.half, number & mask);
            for key in self.keys {
                (left, right) = (right, left ^ mix(right ^ key) & mask);
            }
            number = left << self.half | right;
            if number < self.bound {
                return number;
            }
        }
    }

    /// The place of a number below the bound: the opposite of [`Shuffle::at`].
    fn place(&self, number: u64) -> u64 {
        let mut place = number;
        loop {
            let mask = (1 << self.half) - 1;
            let (mut left, mut right) = (place >> self.half, place & mask);
            for key in self.keys.iter().rev() {
                (left, right) = (right ^ mix(left ^ key) & mask, left);
            }
            place = left << self.half | right;
            if place < self.bound {
                return place;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_shuffle_is_a_permutation() {
        for bound in [1, 2, 3, 64, 65, 1000, 4097] {
            let shuffle = Shuffle::new(bound, 7);
            let all: BTreeSet<u64> = (0..bound).map(|place| shuffle.at(place)).collect();
            assert_eq!(all.len() as u64, bound);
            assert!(all.iter().all(|n| *n < bound));
            assert!((0..bound).all(|place| shuffle.place(shuffle.at(place)) == place));
        }
        let first = |seed| {
            (0..8)
                .map(|p| Shuffle::new(1000, seed).at(p))
                .collect::<Vec<_>>()
        };
        assert_ne!(first(1), first(2));
    }
}
