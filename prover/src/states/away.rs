//! How layers are made, and those whose states are on disk: what is read of them is kept until they are put away again.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{Arc, Mutex, OnceLock};

use adv_chess::class::ClassError;
use adv_chess::{ClassIndex, Color, Material};

use super::extras::Extra;
use super::outside::Outside;
use super::{CHUNK, Chunk, Layer, MOST_NUMBERED, MOST_OF_ALL, Trees, lock};
use crate::error::ProveError;
use crate::owner::Owner;
use crate::record::Record;

/// The records of a chunk; the last one of a layer has more than are needed.
pub(crate) type Records = Box<[AtomicU32; CHUNK as usize]>;

/// Reads the states of a layer from where they are.
pub(crate) trait States: Send + Sync {
    /// True where it has the states of a chunk.
    fn holds(&self, chunk: u64) -> bool;
    /// The records and trees of a chunk; `None` where it has none or they cannot be read, which is noted.
    fn chunk(&self, chunk: u64) -> Option<(Records, Trees)>;
    /// How many extra positions there are.
    fn extra_count(&self) -> u64;
    /// The extra positions, in their order.
    fn extras(&self, layer: &Layer) -> Extra;
}

/// What a layer has on disk.
pub(crate) struct Away {
    states: Arc<dyn States>,
    /// Its extra positions once they are read.
    extras: OnceLock<Extra>,
}

impl Away {
    pub(super) fn holds(&self, chunk: u64) -> bool {
        self.states.holds(chunk)
    }

    pub(super) fn extra_count(&self) -> u64 {
        self.states.extra_count()
    }

    pub(super) fn extras(&self, layer: &Layer) -> &Extra {
        self.extras.get_or_init(|| self.states.extras(layer))
    }
}

/// The class of a material and a side to move, whose numbers are used if they are not too many. If a claim is about `all` positions of
/// its class, more are.
///
/// # Errors
/// Where there is no such class.
pub(crate) fn whole_class(
    material: Material,
    turn: Color,
    all: bool,
) -> Result<ClassIndex, ProveError> {
    let most = if all { MOST_OF_ALL } else { MOST_NUMBERED };
    let class = match ClassIndex::new(material, turn) {
        Ok(class) if class.len() <= most => Ok(class),
        Ok(_) | Err(ClassError::TooLarge) => ClassIndex::unnumbered(material, turn),
        Err(error) => Err(error),
    };
    class.map_err(|_| ProveError::TooLarge {
        class: material.name(),
        numbers: None,
    })
}

impl Layer {
    /// A layer without states.
    ///
    /// # Errors
    /// Where there is no such class, or there is not enough memory.
    pub(crate) fn new(
        material: Material,
        turn: Color,
        junction: u16,
        all: bool,
    ) -> Result<Layer, ProveError> {
        Layer::of(whole_class(material, turn, all)?, junction)
    }

    /// A layer of a class without states.
    ///
    /// # Errors
    /// Where there is not enough memory.
    pub(crate) fn of(class: ClassIndex, junction: u16) -> Result<Layer, ProveError> {
        let too_large = || ProveError::TooLarge {
            class: class.material().name(),
            numbers: Some(class.len()),
        };
        // Records are allocated chunk by chunk.
        let count = usize::try_from(class.len().div_ceil(CHUNK)).map_err(|_| too_large())?;
        let mut chunks = Vec::new();
        chunks.try_reserve_exact(count).map_err(|_| too_large())?;
        chunks.resize_with(count, Chunk::default);
        let held = (count * size_of::<Chunk>()) as u64;
        Ok(Layer::with(class, junction, chunks, held))
    }

    fn with(class: ClassIndex, junction: u16, chunks: Vec<Chunk>, held: u64) -> Layer {
        Layer {
            class,
            junction,
            held: AtomicU64::new(held),
            chunks,
            extra: Mutex::default(),
            sealed: None,
            undone: AtomicU64::new(0),
            complete: AtomicBool::new(false),
            outside: None,
            away: None,
        }
    }

    /// A layer of a slice that comes later: what is wanted of it is kept for that slice, and none of it is decided.
    pub(crate) fn outside(class: ClassIndex, junction: u16) -> Layer {
        let numbers = class.len();
        Layer {
            outside: Some(Outside::new(numbers, None)),
            ..Layer::with(class, junction, Vec::new(), numbers.div_ceil(CHUNK) * 16)
        }
    }

    /// A layer of which a shard decides its own states; what is wanted of others is kept for them.
    ///
    /// # Errors
    /// Where there is not enough memory.
    pub(crate) fn shard(
        class: ClassIndex,
        junction: u16,
        owner: Owner,
    ) -> Result<Layer, ProveError> {
        let outside = Some(Outside::new(class.len(), Some(owner)));
        Ok(Layer {
            outside,
            ..Layer::of(class, junction)?
        })
    }

    /// From now on positions without a number that are decided elsewhere have places here, without records.
    pub(crate) fn know_outside(&mut self) {
        let Some(outside) = &self.outside else {
            return;
        };
        let mut extra = lock(&self.extra);
        for (position, _) in outside.extras() {
            extra.add(&position, Record(0), &[]);
        }
    }

    /// Lets go of what is wanted of other shards, once these have been told.
    pub(crate) fn forget_outside(&mut self) {
        self.outside.as_mut().into_iter().for_each(Outside::forget);
    }

    /// A layer whose states are on disk.
    ///
    /// # Errors
    /// Where there is not enough memory.
    pub(crate) fn away(
        class: ClassIndex,
        junction: u16,
        states: Arc<dyn States>,
    ) -> Result<Layer, ProveError> {
        let away = Some(Away {
            states,
            extras: OnceLock::new(),
        });
        Ok(Layer {
            away,
            ..Layer::of(class, junction)?
        })
    }

    /// What is wanted of it, where it is of a slice that comes later.
    pub(crate) fn wanted_outside(&self) -> Option<&Outside> {
        self.outside.as_ref()
    }

    /// Reads a chunk whose states are on disk.
    #[cold]
    pub(super) fn bring(&self, chunk: u64) -> Option<&Records> {
        let away = self.away.as_ref()?;
        if !away.holds(chunk) {
            return None;
        }
        let of = self.chunks.get(chunk as usize)?;
        if let Some(records) = of.records.get() {
            return Some(records);
        }
        let (records, trees) = away.states.chunk(chunk)?;
        // Two threads may read the same, which then is the same.
        Some(of.records.get_or_init(|| {
            *lock(&of.trees) = trees;
            records
        }))
    }

    /// Lets go of what was read of states that are on disk.
    pub(crate) fn put_away(&mut self) {
        let Some(away) = &mut self.away else {
            return;
        };
        away.extras = OnceLock::new();
        for chunk in &mut self.chunks {
            if chunk.records.get().is_some() {
                *chunk = Chunk::default();
            }
        }
    }

    /// The records of a chunk and its trees, to be written to disk.
    pub(crate) fn chunk_records(&self, chunk: u64) -> Option<&Records> {
        self.chunks.get(chunk as usize)?.records.get()
    }
}
