//! Where a thread looks for work: the chunks of all layers, round and round from a place of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::states::Layer;

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

/// The chunks of the layers that a thread knows; the extra positions of a layer are one more, without a number.
#[derive(Default)]
pub(crate) struct Places {
    all: Vec<(usize, Option<u64>)>,
    /// How many layers that are.
    layers: usize,
    /// Where it looks next.
    at: usize,
}

impl Places {
    /// Of all threads each begins at its share.
    pub(crate) fn of(layers: &[Arc<Layer>], thread: usize, threads: usize) -> Places {
        let mut places = Places::default();
        places.add(layers);
        places.at = places.all.len() * thread / threads.max(1);
        places
    }

    /// Adds the layers that have been made since, and looks there next; false where there are none.
    pub(crate) fn add(&mut self, layers: &[Arc<Layer>]) -> bool {
        let before = self.all.len();
        for (at, layer) in layers.iter().enumerate().skip(self.layers) {
            let chunks = (0..layer.chunk_count()).map(Some).chain([None]);
            self.all.extend(chunks.map(|chunk| (at, chunk)));
        }
        self.layers = layers.len();
        self.at = before;
        self.all.len() > before
    }

    /// Takes the next chunk that wants something from all others; `None` where there is none at this moment.
    pub(crate) fn take(&mut self, layers: &[Arc<Layer>]) -> Option<(Arc<Layer>, Option<u64>)> {
        for _ in 0..self.all.len() {
            let at = self.at.min(self.all.len() - 1);
            self.at = (at + 1) % self.all.len();
            let (layer, chunk) = *self.all.get(at)?;
            let layer = layers.get(layer)?;
            if layer.wish(chunk)?.take() {
                return Some((layer.clone(), chunk));
            }
        }
        None
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
