//! The marks by which threads agree on who does a piece of work.
//!
//! ```text
//!   chunk      |----|----|----|----| … |      32 stretches of 128 numbers
//!   put          1         1                  some state of it waits to be decided
//!   at work      1    1                       a thread decides states of it
//! ```
//!
//! A stretch is what a thread takes: small enough that no thread is left alone with the last states of a proof for long.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::record::CHUNK;

/// The stretches of a chunk.
const STRETCHES: u32 = 32;

/// How many numbers a stretch has: one thread at a time works through them.
pub(crate) const STRETCH: u64 = CHUNK / STRETCHES as u64;

const ALL_PUT: u64 = (1 << STRETCHES) - 1;

/// The wishes that something be done in each stretch of a chunk, by one thread at a time. A wish can be put again while a thread is at
/// work on what it stood for.
#[derive(Debug, Default)]
pub(crate) struct Wish(AtomicU64);

const fn put(stretch: u32) -> u64 {
    1 << (stretch % STRETCHES)
}

const fn at_work(stretch: u32) -> u64 {
    put(stretch) << STRETCHES
}

impl Wish {
    /// Something is to be done in a stretch.
    pub(crate) fn put(&self, stretch: u32) {
        self.0.fetch_or(put(stretch), Ordering::AcqRel);
    }

    /// Something is to be done in all stretches.
    pub(crate) fn put_all(&self) {
        self.0.fetch_or(ALL_PUT, Ordering::AcqRel);
    }

    /// True where something is to be done.
    pub(crate) fn is_put(&self) -> bool {
        self.0.load(Ordering::Acquire) & ALL_PUT != 0
    }

    /// Claims the work of the first stretch, not before a given one, that no thread is at. The thread that claims it sees all states
    /// wanted before.
    pub(crate) fn take(&self, from: u32) -> Option<u32> {
        // Looked at first, so that threads that look for work do not write where there is none.
        let mut seen = self.0.load(Ordering::Relaxed);
        loop {
            let later = ALL_PUT.checked_shl(from).unwrap_or_default();
            let open = seen & !(seen >> STRETCHES) & ALL_PUT & later;
            if open == 0 {
                return None;
            }
            let stretch = open.trailing_zeros();
            let taken = seen & !put(stretch) | at_work(stretch);
            let exchanged =
                self.0
                    .compare_exchange(seen, taken, Ordering::AcqRel, Ordering::Relaxed);
            match exchanged {
                Ok(_) => return Some(stretch),
                Err(now) => seen = now,
            }
        }
    }

    /// The thread that claimed a stretch is done.
    pub(crate) fn done(&self, stretch: u32) {
        self.0.fetch_and(!at_work(stretch), Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_taken_by_one_at_a_time() {
        let wish = Wish::default();
        assert!(!wish.is_put() && wish.take(0).is_none());
        wish.put(5);
        assert!(wish.is_put());
        assert_eq!(wish.take(6), None);
        assert_eq!(wish.take(5), Some(5));
        assert!(!wish.is_put());
        wish.put(5);
        assert!(wish.is_put() && wish.take(0).is_none());
        wish.done(5);
        assert_eq!(wish.take(0), Some(5));
        wish.done(5);
        assert!(!wish.is_put() && wish.take(0).is_none());
    }

    #[test]
    fn all_stretches_are_taken_in_order() {
        let wish = Wish::default();
        wish.put_all();
        for stretch in 0..STRETCHES {
            assert!(wish.is_put());
            assert_eq!(wish.take(stretch), Some(stretch));
        }
        assert!(!wish.is_put());
        assert_eq!(wish.take(STRETCHES), None);
        (0..STRETCHES).for_each(|stretch| wish.put(stretch));
        assert!(wish.is_put() && wish.take(0).is_none());
        (0..STRETCHES).for_each(|stretch| wish.done(stretch));
        assert_eq!(wish.take(31), Some(31));
        assert_eq!(wish.take(0), Some(0));
    }

    #[test]
    fn stretches_are_a_chunk() {
        assert_eq!(STRETCH * u64::from(STRETCHES), CHUNK);
    }
}
