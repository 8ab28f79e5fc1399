//! Positions that a class does not number: each is kept whole in 32 bytes, and found by an index.
//!
//! ```text
//!   index      position ──▶ its place                                  the order in which they were met, and at the end a sorted one
//!   slots      by place: the record, and where in `words` its tree begins
//!   words      trees, each after its length
//! ```
//!
//! While states are decided threads share them behind a lock, and take open ones block by block. When all are decided they are put in an
//! order that does not depend on the threads ([`Layer::seal_extras`]); from then on they are read without a lock.

use std::ops::Range;
use std::sync::atomic::Ordering;

use adv_chess::{PackedPosition, Position};
use indexmap::IndexMap;

use super::{Layer, lock};
use crate::mix::Mix;
use crate::record::{ROOT, Record, WANTED};

/// The bytes of a position that is kept whole: the position, its hash, its record and the place of its tree; its place in the index; and
/// its value once it is settled.
const EXTRA_BYTES: u64 = 48 + 9 + 2;

/// The most open positions that a thread takes at once.
const BLOCK: usize = 64;

/// The place of no tree.
const NO_TREE: u32 = u32::MAX;

/// What is kept of a position.
#[derive(Clone, Copy)]
struct Slot {
    record: Record,
    /// Where its tree begins in the words.
    tree: u32,
}

/// Positions that the class does not number.
#[derive(Default)]
pub(crate) struct Extra {
    slots: IndexMap<PackedPosition, Slot, Mix>,
    words: Vec<u16>,
    /// All before this place have been taken by some thread.
    open: usize,
    /// Those of them that were given back undone.
    returned: Vec<Range<usize>>,
}

impl Extra {
    fn bytes(&self) -> u64 {
        self.slots.capacity() as u64 * EXTRA_BYTES + 2 * self.words.capacity() as u64
    }

    /// The bytes of what is kept.
    pub(super) fn kept(&self) -> u64 {
        self.slots.len() as u64 * (EXTRA_BYTES - 2) + 2 * self.words.len() as u64
    }

    fn slot(&self, at: u64) -> Option<(&PackedPosition, &Slot)> {
        self.slots.get_index(usize::try_from(at).ok()?)
    }

    fn slot_mut(&mut self, at: u64) -> Option<&mut Slot> {
        let found = self.slots.get_index_mut(usize::try_from(at).ok()?);
        found.map(|(_, slot)| slot)
    }

    /// The words of the tree that begins at a place.
    fn tree(&self, place: u32) -> &[u16] {
        let tree = || {
            let begin = usize::try_from(place).ok().filter(|_| place != NO_TREE)?;
            let (&[low, high], rest) = self.words.get(begin..)?.split_first_chunk::<2>()?;
            rest.get(..usize::from(low) | usize::from(high) << 16)
        };
        tree().unwrap_or_default()
    }

    /// Appends a tree; `None` where there is no room for more.
    fn push_tree(&mut self, pack: impl FnOnce(&mut Vec<u16>)) -> Option<u32> {
        let place = u32::try_from(self.words.len()).ok();
        let place = place.filter(|place| *place != NO_TREE)?;
        self.words.extend([0, 0]);
        let begin = self.words.len();
        pack(&mut self.words);
        let length = u32::try_from(self.words.len() - begin).ok()?;
        if let Some([low, high]) = self.words.get_mut(begin - 2..begin) {
            (*low, *high) = (length as u16, (length >> 16) as u16);
        }
        Some(place)
    }

    /// Every position with its record and its tree, in the order of their places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Position, Record, &[u16])> {
        let slots = self.slots.iter();
        slots.map(|(key, slot)| (key.position(), slot.record, self.tree(slot.tree)))
    }

    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Adds a decided position; false where there is no room for its tree, or it is one already.
    pub(crate) fn add(&mut self, position: &Position, record: Record, tree: &[u16]) -> bool {
        let tree = match tree {
            [] => Some(NO_TREE),
            words => self.push_tree(|kept| kept.extend_from_slice(words)),
        };
        let slot = tree.map(|tree| Slot { record, tree });
        let added = position.packed().zip(slot);
        added.is_some_and(|(key, slot)| self.slots.insert(key, slot).is_none())
    }
}

impl Layer {
    /// Reads the extra positions.
    #[inline]
    pub(crate) fn with_extras<T>(&self, read: impl FnOnce(&Extra) -> T) -> T {
        match (&self.sealed, &self.away) {
            (Some(extra), _) => read(extra),
            (None, Some(away)) => read(away.extras(self)),
            (None, None) => read(&lock(&self.extra)),
        }
    }

    /// Changes the extra positions, which are not sealed yet, and holds the memory that this takes.
    fn change_extras<T>(&self, change: impl FnOnce(&mut Extra) -> T) -> T {
        let mut extra = lock(&self.extra);
        let before = extra.bytes();
        let changed = change(&mut extra);
        self.hold(extra.bytes().saturating_sub(before));
        changed
    }

    /// Wants a position that the class does not number; true where it was not known.
    pub(crate) fn want_extra(&self, position: &Position, root: bool) -> bool {
        let Some(key) = position.packed() else {
            return false;
        };
        if let Some(outside) = &self.outside
            && !outside.has_extra(position)
        {
            return outside.want_extra(position, root);
        }
        let root = if root { ROOT } else { 0 };
        self.change_extras(|extra| {
            if let Some(slot) = extra.slots.get_mut(&key) {
                slot.record.0 |= root;
                return false;
            }
            let record = Record(WANTED | root);
            let tree = NO_TREE;
            extra.slots.insert(key, Slot { record, tree });
            self.undone.fetch_add(1, Ordering::AcqRel);
            true
        })
    }

    /// True where some extra position waits for a thread to take it.
    pub(crate) fn has_open_extras(&self) -> bool {
        self.undone.load(Ordering::Acquire) > 0
    }

    /// Takes the numbers of some extra positions that are perhaps not decided, from all other threads; `None` where there are none.
    pub(crate) fn take_extras(&self) -> Option<Range<u64>> {
        if !self.has_open_extras() {
            return None;
        }
        let mut extra = lock(&self.extra);
        let taken = match extra.returned.pop() {
            Some(returned) => returned,
            None => {
                let begin = extra.open;
                let open = extra.slots.len() - begin;
                // Where there are few, all threads are to have some.
                let share = open.div_ceil(2 * rayon::current_num_threads());
                extra.open = begin + share.min(BLOCK);
                begin..extra.open
            }
        };
        self.undone.fetch_sub(taken.len() as u64, Ordering::AcqRel);
        drop(extra);
        let number = |at: usize| self.len() + at as u64;
        (!taken.is_empty()).then(|| number(taken.start)..number(taken.end))
    }

    /// Gives back what was taken and not done.
    pub(crate) fn return_extras(&self, numbers: Range<u64>) {
        let at = |number: u64| (number - self.len()) as usize;
        let range = at(numbers.start)..at(numbers.end);
        let mut extra = lock(&self.extra);
        self.undone.fetch_add(range.len() as u64, Ordering::AcqRel);
        extra.returned.push(range);
    }

    /// How many extra positions it has.
    pub(crate) fn extra_count(&self) -> u64 {
        match &self.away {
            Some(away) => away.extra_count(),
            None => self.with_extras(|extra| extra.len() as u64),
        }
    }

    /// The record of an extra position.
    pub(super) fn extra_record(&self, at: u64) -> Record {
        self.with_extras(|extra| extra.slot(at).map_or(Record(0), |(_, slot)| slot.record))
    }

    /// The place of an extra position.
    pub(super) fn extra_place(&self, position: &Position) -> Option<u64> {
        let key = position.packed()?;
        let at = self.with_extras(|extra| extra.slots.get_index_of(&key));
        at.map(|at| at as u64)
    }

    /// Writes what was decided of an extra position.
    pub(super) fn decide_extra(&self, at: u64, record: Record) {
        if let Some(slot) = lock(&self.extra).slot_mut(at) {
            slot.record.0 = record.0 | slot.record.0 & ROOT;
        }
    }

    /// Keeps the tree of an extra position; `None` where there is no room for more.
    pub(super) fn keep_extra_tree(&self, at: u64, pack: impl FnOnce(&mut Vec<u16>)) -> Option<u16> {
        self.change_extras(|extra| {
            let place = extra.push_tree(pack)?;
            extra.slot_mut(at)?.tree = place;
            // The place is not part of the record.
            Some(0)
        })
    }

    /// Reads the tree of an extra position.
    pub(super) fn with_extra_tree<T>(&self, at: u64, read: impl FnOnce(&[u16]) -> T) -> T {
        self.with_extras(|extra| {
            let place = extra.slot(at).map_or(NO_TREE, |(_, slot)| slot.tree);
            read(extra.tree(place))
        })
    }

    /// Puts the extra positions in an order that does not depend on when they were met; none is added afterwards.
    pub(crate) fn seal_extras(&mut self) {
        let mut extra = std::mem::take(&mut *lock(&self.extra));
        extra.slots.sort_unstable_keys();
        self.sealed = Some(extra);
    }

    /// Puts an extra position in as a checkpoint has it; false where it is none, is decided elsewhere, or comes twice.
    pub(crate) fn restore_extra(&self, position: &Position, record: Record, tree: &[u16]) -> bool {
        let outside = self.outside.as_ref();
        if outside.is_some_and(|outside| !outside.has_extra(position)) {
            return false;
        }
        self.change_extras(|extra| {
            self.undone.fetch_add(1, Ordering::AcqRel);
            extra.add(position, record, tree)
        })
    }

    /// The position of a place.
    pub(super) fn extra_position(&self, at: u64) -> Option<Position> {
        self.with_extras(|extra| extra.slot(at).map(|(key, _)| key.position()))
    }
}
