//! Where a thread looks for work: the chunks of all layers, round and round from a place of its own.

use std::ops::Range;
use std::sync::Arc;

use crate::states::Layer;

/// What a thread has taken, for itself alone.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    /// A stretch of a chunk of a layer.
    Stretch(u64, u32),
    /// Some of its extra positions.
    Extras(Range<u64>),
}

/// The chunks of the layers that a thread knows; the extra positions of a layer are one more, without a number.
#[derive(Default)]
pub(crate) struct Places {
    all: Vec<(usize, Option<u64>)>,
    /// How many layers that are.
    layers: usize,
    /// Where it looks next, and from which stretch on.
    at: usize,
    stretch: u32,
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
        self.look_at(before);
        self.all.len() > before
    }

    fn look_at(&mut self, at: usize) {
        self.at = at;
        self.stretch = 0;
    }

    /// Takes the next work from all others; `None` where there is none at this moment. A chunk's stretches are taken in their order,
    /// and those that are wished anew meanwhile when all other chunks had their turn.
    pub(crate) fn take(&mut self, layers: &[Arc<Layer>]) -> Option<(Arc<Layer>, Work)> {
        // The chunk that is looked at first may have been begun in its middle.
        for _ in 0..=self.all.len() {
            let at = self.at.min(self.all.len().checked_sub(1)?);
            let (layer, chunk) = *self.all.get(at)?;
            let layer = layers.get(layer)?;
            if let Some(chunk) = chunk {
                if let Some(stretch) = layer.wish(chunk)?.take(self.stretch) {
                    self.stretch = stretch + 1;
                    return Some((layer.clone(), Work::Stretch(chunk, stretch)));
                }
                self.look_at((at + 1) % self.all.len());
            } else {
                self.look_at((at + 1) % self.all.len());
                if let Some(numbers) = layer.take_extras() {
                    return Some((layer.clone(), Work::Extras(numbers)));
                }
            }
        }
        None
    }
}
