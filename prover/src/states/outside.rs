//! What is wanted of a slice that comes later: a bit a number, until it is explored itself.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::CHUNK;

/// The words of a chunk's bits.
pub(crate) const WORDS: usize = (CHUNK / 64) as usize;

/// The bits of a layer, by chunks as its records will be.
pub(crate) struct Outside {
    chunks: Vec<OnceLock<Box<[AtomicU64; WORDS]>>>,
}

impl Outside {
    /// Nothing is wanted of so many numbers.
    pub(super) fn new(numbers: u64) -> Outside {
        let mut chunks = Vec::new();
        chunks.resize_with(numbers.div_ceil(CHUNK) as usize, OnceLock::new);
        Outside { chunks }
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

    /// The chunks of which something is wanted, with their bits.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = (u64, [u64; WORDS])> + '_ {
        let of = |words: &Box<[AtomicU64; WORDS]>| {
            std::array::from_fn(|at| words.get(at).map_or(0, |w| w.load(Ordering::Relaxed)))
        };
        let all = (0..).zip(&self.chunks);
        all.filter_map(move |(at, chunk)| Some((at, of(chunk.get()?))))
    }
}
