//! A number for each state, which several threads may write, and marks that one thread has of its own.

use std::sync::atomic::{AtomicU16, Ordering};

use crate::map::Map;
use crate::states::{CHUNK, State};

/// The value of a state that is not settled yet.
pub(crate) const UNKNOWN: u16 = u16::MAX;
/// Some line from it breaks the claim.
pub(crate) const BROKEN: u16 = u16::MAX - 2;
/// The greatest number of plies that is distinguished.
pub(crate) const MOST: u32 = (u16::MAX - 3) as u32;

/// What one layer has for its states, by chunks as its records are; where no state of a chunk was met there is nothing.
struct Column<T> {
    len: u64,
    chunks: Vec<Option<Box<[T; CHUNK as usize]>>>,
    extras: Box<[T]>,
}

/// Something for each state, in the layers' order.
pub(crate) struct PerState<T> {
    layers: Vec<Column<T>>,
}

impl<T> PerState<T> {
    /// The same for every state that was met.
    pub(crate) fn new(map: &Map, value: impl Fn() -> T) -> PerState<T> {
        let fresh = |count: u64| -> Box<[T]> { (0..count).map(|_| value()).collect() };
        let chunk = || fresh(CHUNK).try_into().ok();
        let layers = map.layers.iter().map(|layer| Column {
            len: layer.len(),
            chunks: (0..layer.chunk_count())
                .map(|number| layer.has_records(number).then(chunk).flatten())
                .collect(),
            extras: fresh(layer.extra_count()),
        });
        PerState {
            layers: layers.collect(),
        }
    }

    #[inline]
    pub(crate) fn slot(&self, state: State) -> Option<&T> {
        let column = self.layers.get(state.layer())?;
        let number = state.number();
        match number.checked_sub(column.len) {
            None => {
                let chunk = column.chunks.get((number / CHUNK) as usize)?.as_ref()?;
                chunk.get((number % CHUNK) as usize)
            }
            Some(extra) => column.extras.get(extra as usize),
        }
    }

    pub(crate) fn slot_mut(&mut self, state: State) -> Option<&mut T> {
        let column = self.layers.get_mut(state.layer())?;
        let number = state.number();
        match number.checked_sub(column.len) {
            None => {
                let chunk = column.chunks.get_mut((number / CHUNK) as usize)?.as_mut()?;
                chunk.get_mut((number % CHUNK) as usize)
            }
            Some(extra) => column.extras.get_mut(extra as usize),
        }
    }
}

/// A number for each state.
pub(crate) struct Values {
    slots: PerState<AtomicU16>,
}

impl Values {
    pub(crate) fn new(map: &Map, value: u16) -> Values {
        Values {
            slots: PerState::new(map, || AtomicU16::new(value)),
        }
    }

    #[inline]
    pub(crate) fn get(&self, state: State) -> u16 {
        self.slots
            .slot(state)
            .map_or(BROKEN, |slot| slot.load(Ordering::Acquire))
    }

    #[inline]
    pub(crate) fn set(&self, state: State, value: u16) {
        if let Some(slot) = self.slots.slot(state) {
            slot.store(value, Ordering::Release);
        }
    }

    /// Sets what is unknown; true for the one thread that does.
    #[inline]
    pub(crate) fn settle(&self, state: State, value: u16) -> bool {
        self.slots.slot(state).is_some_and(|slot| {
            slot.compare_exchange(UNKNOWN, value, Ordering::Release, Ordering::Relaxed)
                .is_ok()
        })
    }

    /// Their memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let of = |column: &Column<AtomicU16>| {
            let chunks = column.chunks.iter().flatten().count() as u64;
            2 * (chunks * CHUNK).min(column.len) + 2 * column.extras.len() as u64
        };
        self.slots.layers.iter().map(of).sum()
    }
}

/// A bit for each state.
pub(crate) struct Marks {
    layers: Vec<Vec<u64>>,
}

impl Marks {
    /// None is set.
    pub(crate) fn new(values: &Values) -> Marks {
        let layers = values.slots.layers.iter().map(|column| {
            let count = column.len + column.extras.len() as u64;
            // The system gives memory for what is written.
            vec![0; usize::try_from(count.div_ceil(64)).unwrap_or(0)]
        });
        Marks {
            layers: layers.collect(),
        }
    }

    /// Sets a bit that is not set, or the other way round.
    #[inline]
    pub(crate) fn flip(&mut self, state: State) {
        let layer = self.layers.get_mut(state.layer());
        if let Some(word) = layer.and_then(|l| l.get_mut((state.number() / 64) as usize)) {
            *word ^= 1 << (state.number() % 64);
        }
    }

    #[inline]
    pub(crate) fn has(&self, state: State) -> bool {
        let layer = self.layers.get(state.layer());
        let word = layer.and_then(|l| l.get((state.number() / 64) as usize));
        word.is_some_and(|word| word >> (state.number() % 64) & 1 != 0)
    }
}
