//! The mark by which threads agree on who does a piece of work.

use std::sync::atomic::{AtomicU8, Ordering};

/// The wish that something be done by one thread at a time. It can be put again while one is at work on what it stood for.
#[derive(Debug, Default)]
pub(crate) struct Wish(AtomicU8);

const PUT: u8 = 1;
const AT_WORK: u8 = 2;

impl Wish {
    /// Something is to be done.
    pub(crate) fn put(&self) {
        self.0.fetch_or(PUT, Ordering::AcqRel);
    }

    /// True where something is to be done.
    pub(crate) fn is_put(&self) -> bool {
        self.0.load(Ordering::Acquire) & PUT != 0
    }

    /// Claims the work of a chunk if no thread has it. The thread that claims it sees all states wanted before.
    pub(crate) fn take(&self) -> bool {
        // Looked at first, so that threads that look for work do not write where there is none.
        self.0.load(Ordering::Relaxed) == PUT
            && self
                .0
                .compare_exchange(PUT, AT_WORK, Ordering::AcqRel, Ordering::Relaxed)
                .is_ok()
    }

    /// The thread that claimed the chunk is done.
    pub(crate) fn done(&self) {
        self.0.fetch_and(!AT_WORK, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_taken_by_one_at_a_time() {
        let wish = Wish::default();
        assert!(!wish.is_put() && !wish.take());
        wish.put();
        assert!(wish.is_put() && wish.take());
        assert!(!wish.is_put());
        wish.put();
        assert!(wish.is_put() && !wish.take());
        wish.done();
        assert!(wish.take());
        wish.done();
        assert!(!wish.is_put() && !wish.take());
    }
}
