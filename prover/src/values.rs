//! A number for each state, which several threads may write, and marks that one thread has of its own.

mod few;

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, OnceLock};

use crate::map::Map;
use crate::states::{CHUNK, Layer, State, WORDS};
use few::Few;

/// The value of a state that is not settled yet.
pub(crate) const UNKNOWN: u16 = u16::MAX;
/// Some line from it breaks the claim.
pub(crate) const BROKEN: u16 = u16::MAX - 2;
/// The greatest number of plies that is distinguished.
pub(crate) const MOST: u32 = (u16::MAX - 3) as u32;

/// What the states of a chunk have; the last one of a layer has more than are needed.
pub(crate) type ChunkOf<T> = Box<[T; CHUNK as usize]>;

/// Reads what the states of a layer have from where it is.
pub(crate) trait ColumnSource<T>: Send + Sync {
    /// Of a chunk; `None` where there is nothing or it cannot be read, which is noted.
    fn chunk(&self, chunk: u64) -> Option<ChunkOf<T>>;
    /// Of the extra positions.
    fn extras(&self) -> Box<[T]>;
}

/// What one layer has for its states, by chunks as its records are; where no state of a chunk was met there is nothing.
struct Column<T> {
    len: u64,
    chunks: Vec<OnceLock<ChunkOf<T>>>,
    extras: OnceLock<Box<[T]>>,
    /// Where it is on disk: what is read of it is kept until it is put away.
    source: Option<Arc<dyn ColumnSource<T>>>,
    /// Where only some states have something: then there are no chunks.
    few: Option<Few<T>>,
}

impl<T> Column<T> {
    /// Nothing of any state.
    fn empty(layer: &Layer) -> Column<T> {
        let mut chunks = Vec::new();
        chunks.resize_with(layer.chunk_count() as usize, OnceLock::new);
        Column {
            len: layer.len(),
            chunks,
            extras: OnceLock::new(),
            source: None,
            few: None,
        }
    }

    /// The same for some states of a layer, which are told by their bits chunk by chunk, and for its extra positions.
    fn some(
        layer: &Layer,
        bits: impl Fn(&Layer, u64) -> [u64; WORDS],
        value: &impl Fn() -> T,
    ) -> Column<T> {
        let extras = (0..layer.extra_count()).map(|_| value());
        Column {
            len: layer.len(),
            chunks: Vec::new(),
            extras: OnceLock::from(extras.collect::<Box<[T]>>()),
            source: None,
            few: Some(Few::new(layer, |chunk| bits(layer, chunk), value)),
        }
    }

    /// The same for every state of a layer that was met.
    fn fresh(layer: &Layer, value: &impl Fn() -> T) -> Column<T> {
        let fresh = |count: u64| -> Box<[T]> { (0..count).map(|_| value()).collect() };
        let chunk = |number| {
            let met = layer.has_records(number);
            let chunk: Option<ChunkOf<T>> = met.then(|| fresh(CHUNK).try_into().ok()).flatten();
            match chunk {
                Some(chunk) => OnceLock::from(chunk),
                None => OnceLock::new(),
            }
        };
        Column {
            len: layer.len(),
            chunks: (0..layer.chunk_count()).map(chunk).collect(),
            extras: OnceLock::from(fresh(layer.extra_count())),
            source: None,
            few: None,
        }
    }

    #[inline(always)]
    fn slot(&self, number: u64) -> Option<&T> {
        match number.checked_sub(self.len) {
            None => {
                let chunk = self.chunks.get((number / CHUNK) as usize);
                match chunk.and_then(OnceLock::get) {
                    Some(slots) => slots.get((number % CHUNK) as usize),
                    None => self.bring(number),
                }
            }
            Some(extra) => {
                let extras = match self.extras.get() {
                    Some(extras) => extras,
                    None => {
                        let source = self.source.as_ref()?;
                        self.extras.get_or_init(|| source.extras())
                    }
                };
                extras.get(extra as usize)
            }
        }
    }

    /// What a state has whose chunk is not here: that chunk is read from disk, or has something for few states.
    #[cold]
    fn bring(&self, number: u64) -> Option<&T> {
        if let Some(few) = &self.few {
            return few.slot(number);
        }
        let chunk = number / CHUNK;
        let found = self.source.as_ref()?.chunk(chunk)?;
        let of = self.chunks.get(chunk as usize)?;
        of.get_or_init(|| found).get((number % CHUNK) as usize)
    }

    /// Lets go of what was read.
    fn put_away(&mut self) {
        if self.source.is_some() {
            self.extras = OnceLock::new();
            for chunk in &mut self.chunks {
                if chunk.get().is_some() {
                    *chunk = OnceLock::new();
                }
            }
        }
    }
}

/// Something for each state, in the layers' order.
pub(crate) struct PerState<T> {
    layers: Vec<Column<T>>,
}

impl<T> PerState<T> {
    /// The same for every state that was met.
    pub(crate) fn new(map: &Map, value: impl Fn() -> T) -> PerState<T> {
        let layers = map.layers.iter();
        PerState {
            layers: layers.map(|layer| Column::fresh(layer, &value)).collect(),
        }
    }

    /// The same for every state that is decided here: a shard has few of a class.
    pub(crate) fn of_decided(map: &Map, value: impl Fn() -> T) -> PerState<T> {
        let layers = map.layers.iter();
        let some = |layer| Column::some(layer, Layer::decided_bits, &value);
        PerState {
            layers: layers.map(some).collect(),
        }
    }

    #[inline]
    pub(crate) fn slot(&self, state: State) -> Option<&T> {
        self.layers.get(state.layer())?.slot(state.number())
    }

    pub(crate) fn slot_mut(&mut self, state: State) -> Option<&mut T> {
        let column = self.layers.get_mut(state.layer())?;
        let number = state.number();
        match number.checked_sub(column.len) {
            None => {
                let chunk = column.chunks.get_mut((number / CHUNK) as usize)?;
                chunk.get_mut()?.get_mut((number % CHUNK) as usize)
            }
            Some(extra) => column.extras.get_mut()?.get_mut(extra as usize),
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

    /// The same for every state that is decided here, or is wanted of another shard.
    pub(crate) fn wanted(map: &Map, value: u16) -> Values {
        let layers = map.layers.iter();
        let some = |layer| Column::some(layer, Layer::wanted_bits, &|| AtomicU16::new(value));
        Values {
            slots: PerState {
                layers: layers.map(some).collect(),
            },
        }
    }

    /// None yet, of any layer.
    pub(crate) fn none(map: &Map) -> Values {
        let layers = map.layers.iter().map(Column::empty).collect();
        Values {
            slots: PerState { layers },
        }
    }

    /// Begins some layers: the same value for each of their states.
    pub(crate) fn begin(&mut self, map: &Map, layers: Range<usize>, value: u16) {
        for at in layers {
            if let (Some(layer), Some(column)) = (map.layers.get(at), self.slots.layers.get_mut(at))
            {
                *column = Column::fresh(layer, &|| AtomicU16::new(value));
            }
        }
    }

    /// From now on the values of a layer are read from where they are.
    pub(crate) fn keep_in(&mut self, layer: usize, source: Arc<dyn ColumnSource<AtomicU16>>) {
        if let Some(column) = self.slots.layers.get_mut(layer) {
            column.source = Some(source);
            column.put_away();
        }
    }

    /// Lets go of what was read of some layers.
    pub(crate) fn put_away(&mut self, layers: Range<usize>) {
        for column in self.slots.layers.get_mut(layers).unwrap_or_default() {
            column.put_away();
        }
    }

    /// The values of a chunk of a layer, and those of its extra positions.
    pub(crate) fn chunk(&self, layer: usize, chunk: u64) -> Option<&ChunkOf<AtomicU16>> {
        self.slots
            .layers
            .get(layer)?
            .chunks
            .get(chunk as usize)?
            .get()
    }

    /// The values of the extra positions of a layer.
    pub(crate) fn extras(&self, layer: usize) -> &[AtomicU16] {
        let column = self.slots.layers.get(layer);
        column
            .and_then(|column| column.extras.get())
            .map_or(&[], |extras| extras)
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
            let chunks = column.chunks.iter().filter(|chunk| chunk.get().is_some());
            let extras = column.extras.get().map_or(0, |extras| extras.len() as u64);
            2 * (chunks.count() as u64 * CHUNK).min(column.len) + 2 * extras
        };
        self.slots.layers.iter().map(of).sum()
    }
}

/// A bit for each state of the layers in work.
pub(crate) struct Marks {
    /// The first of the layers.
    first: usize,
    layers: Vec<Vec<u64>>,
}

impl Marks {
    /// None is set.
    pub(crate) fn new(map: &Map) -> Marks {
        let layers = map.layers.get(map.work.clone()).unwrap_or_default();
        let layers = layers.iter().map(|layer| {
            let count = layer.len() + layer.extra_count();
            // The system gives memory for what is written.
            vec![0; usize::try_from(count.div_ceil(64)).unwrap_or(0)]
        });
        Marks {
            first: map.work.start,
            layers: layers.collect(),
        }
    }

    /// Sets a bit that is not set, or the other way round.
    #[inline]
    pub(crate) fn flip(&mut self, state: State) {
        let layer = state.layer().checked_sub(self.first);
        let layer = layer.and_then(|at| self.layers.get_mut(at));
        if let Some(word) = layer.and_then(|l| l.get_mut((state.number() / 64) as usize)) {
            *word ^= 1 << (state.number() % 64);
        }
    }

    #[inline]
    pub(crate) fn has(&self, state: State) -> bool {
        let layer = state.layer().checked_sub(self.first);
        let layer = layer.and_then(|at| self.layers.get(at));
        let word = layer.and_then(|l| l.get((state.number() / 64) as usize));
        word.is_some_and(|word| word >> (state.number() % 64) & 1 != 0)
    }
}
