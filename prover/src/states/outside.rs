//! What is wanted of states that are decided elsewhere: of later slices, or of other shards. A bit a number, and positions that have none.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use adv_chess::Position;

use super::extras::Extra;
use super::{CHUNK, Layer, lock};
use crate::owner::Owner;
use crate::record::{ROOT, Record, WANTED};

/// The words of a chunk's bits.
pub(crate) const WORDS: usize = (CHUNK / 64) as usize;

/// What is wanted of a layer elsewhere, by chunks as its records are.
pub(crate) struct Outside {
    /// Whose the states are that are decided here; none are where no shard has them.
    owner: Option<Owner>,
    chunks: Vec<OnceLock<Box<[AtomicU64; WORDS]>>>,
    extras: Mutex<Extra>,
    /// What was said already.
    said: Mutex<Said>,
}

/// The bits that were said, and how many of the positions.
#[derive(Default)]
struct Said {
    chunks: BTreeMap<u64, [u64; WORDS]>,
    extras: usize,
}

impl Outside {
    /// Nothing is wanted of so many numbers, of which those of an owner are decided here.
    pub(super) fn new(numbers: u64, owner: Option<Owner>) -> Outside {
        let mut chunks = Vec::new();
        chunks.resize_with(numbers.div_ceil(CHUNK) as usize, OnceLock::new);
        Outside {
            owner,
            chunks,
            extras: Mutex::default(),
            said: Mutex::default(),
        }
    }

    /// True where a number is decided here.
    #[inline]
    pub(crate) fn has(&self, number: u64) -> bool {
        self.owner
            .is_some_and(|owner| owner.has_chunk(number / CHUNK))
    }

    /// True where a position without a number is decided here.
    pub(super) fn has_extra(&self, position: &Position) -> bool {
        self.owner.is_some_and(|owner| owner.has_extra(position))
    }

    /// Wants a number; true where it was not wanted before. `hold` is told of the bytes that this takes.
    pub(super) fn want(&self, number: u64, hold: impl FnOnce(u64)) -> bool {
        let Some(chunk) = self.chunks.get((number / CHUNK) as usize) else {
            return false;
        };
        let words = chunk.get_or_init(|| {
            hold(CHUNK / 8);
            Box::new([const { AtomicU64::new(0) }; WORDS])
        });
        let at = (number % CHUNK) as usize;
        let bit = 1 << (at % 64);
        let word = words.get(at / 64);
        // Looked at first: most are wanted many times.
        word.is_some_and(|word| {
            word.load(Ordering::Relaxed) & bit == 0
                && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
        })
    }

    /// Wants a position without a number; true where it was not wanted before.
    pub(super) fn want_extra(&self, position: &Position, root: bool) -> bool {
        let record = Record(if root { ROOT | WANTED } else { WANTED });
        lock(&self.extras).add(position, record, &[])
    }

    /// The chunks of which something is wanted, with their bits.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = (u64, [u64; WORDS])> + '_ {
        let all = (0..).zip(&self.chunks);
        all.filter_map(move |(at, chunk)| Some((at, bits_of(chunk.get()?))))
    }

    /// What is wanted of a chunk.
    fn wanted(&self, chunk: u64) -> [u64; WORDS] {
        let words = self.chunks.get(chunk as usize).and_then(OnceLock::get);
        words.map_or([0; WORDS], |words| bits_of(words))
    }

    /// Lets go of what is wanted, and of what was told: it is known where it has to be.
    pub(super) fn forget(&mut self) {
        *self = Outside {
            chunks: Vec::new(),
            said: Mutex::default(),
            extras: Mutex::default(),
            owner: self.owner,
        };
    }

    /// The positions without a number that are wanted, each with whether it is one of the claim.
    pub(crate) fn extras(&self) -> Vec<(Position, bool)> {
        let extras = lock(&self.extras);
        let all = extras.iter();
        all.map(|(position, record, _)| (position, record.is_root()))
            .collect()
    }

    /// Tells what is wanted and was not told before.
    pub(crate) fn sent(
        &self,
        mut bits: impl FnMut(u64, [u64; WORDS]),
        mut extra: impl FnMut(&Position, bool),
    ) {
        let mut said = lock(&self.said);
        for (chunk, now) in self.chunks() {
            let before = said.chunks.entry(chunk).or_insert([0; WORDS]);
            let new: [u64; WORDS] = std::array::from_fn(|at| {
                let pair = now.get(at).zip(before.get(at));
                pair.map_or(0, |(now, before)| now & !before)
            });
            if new != [0; WORDS] {
                *before = now;
                bits(chunk, new);
            }
        }
        let all = self.extras();
        for (position, root) in all.iter().skip(said.extras) {
            extra(position, *root);
        }
        said.extras = all.len();
    }
}

fn bits_of(words: &[AtomicU64; WORDS]) -> [u64; WORDS] {
    std::array::from_fn(|at| words.get(at).map_or(0, |w| w.load(Ordering::Relaxed)))
}

impl Layer {
    /// Which states of a chunk are decided here: a bit each.
    pub(crate) fn decided_bits(&self, chunk: u64) -> [u64; WORDS] {
        let mut bits = [0; WORDS];
        for number in self.decided(self.chunk(chunk)) {
            let place = (number % CHUNK) as usize;
            if let Some(word) = bits.get_mut(place / 64) {
                *word |= 1 << (place % 64);
            }
        }
        bits
    }

    /// Which states of a chunk are decided here, or wanted of another shard.
    pub(crate) fn wanted_bits(&self, chunk: u64) -> [u64; WORDS] {
        let mut bits = self.decided_bits(chunk);
        if let Some(outside) = self.wanted_outside() {
            for (word, wanted) in bits.iter_mut().zip(outside.wanted(chunk)) {
                *word |= wanted;
            }
        }
        bits
    }
}
