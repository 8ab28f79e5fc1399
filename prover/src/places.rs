//! Where a thread looks for work: the chunks of all layers, round and round from a place of its own.

use std::ops::Range;
use std::sync::Arc;

use crate::states::Layer;

/// What a thread has taken, for itself alone.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    /// A chunk of a layer.
    Chunk(u64),
    /// Some of its extra positions.
    Extras(Range<u64>),
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

    /// Takes the next work from all others; `None` where there is none at this moment.
    pub(crate) fn take(&mut self, layers: &[Arc<Layer>]) -> Option<(Arc<Layer>, Work)> {
        for _ in 0..self.all.len() {
            let at = self.at.min(self.all.len() - 1);
            self.at = (at + 1) % self.all.len();
            let (layer, chunk) = *self.all.get(at)?;
            let layer = layers.get(layer)?;
            let work = match chunk {
                Some(chunk) => layer.wish(chunk)?.take().then_some(Work::Chunk(chunk)),
                None => layer.take_extras().map(Work::Extras),
            };
            if let Some(work) = work {
                return Some((layer.clone(), work));
            }
        }
        None
    }
}
