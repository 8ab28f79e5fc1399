//! Positions that a class does not number: each is kept by itself, and found by an index.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

use adv_chess::Position;

use super::{Layer, lock};
use crate::record::{ROOT, Record, WANTED};

/// The bytes that a position takes which is kept by itself: the position twice, its place in the index, its record, tree and value.
const EXTRA_BYTES: u64 = 320;

/// Positions that the class does not number.
#[derive(Default)]
pub(crate) struct Extra {
    pub(crate) positions: Vec<Position>,
    pub(crate) records: Vec<Record>,
    /// The trees of those that have one, by the same places.
    pub(crate) trees: Vec<Box<[u16]>>,
    pub(super) index: HashMap<Position, u32>,
    /// All before this one are decided.
    open: u32,
}

impl Layer {
    /// Wants a position that the class does not number; true where it was not known.
    pub(crate) fn want_extra(&self, position: &Position, root: bool) -> bool {
        let position = position.without_clocks();
        let mut extra = lock(&self.extra);
        if let Some(&at) = extra.index.get(&position) {
            if root && let Some(record) = extra.records.get_mut(at as usize) {
                record.0 |= ROOT;
            }
            return false;
        }
        let at = extra.positions.len() as u32;
        extra.index.insert(position, at);
        extra.positions.push(position);
        let root = if root { ROOT } else { 0 };
        extra.records.push(Record(WANTED | root));
        extra.trees.push(Box::default());
        self.hold(EXTRA_BYTES);
        self.put_wish(None);
        true
    }

    /// The numbers of the extra positions that are perhaps not decided: all before them are.
    pub(crate) fn open_extras(&self) -> Range<u64> {
        let extra = lock(&self.extra);
        let begin = self.len() + u64::from(extra.open);
        begin..self.len() + extra.positions.len() as u64
    }

    /// All extra positions below a number are decided.
    pub(crate) fn close_extras(&self, end: u64) {
        let end = u32::try_from(end - self.len()).unwrap_or(u32::MAX);
        let mut extra = lock(&self.extra);
        extra.open = extra.open.max(end);
    }

    /// How many extra positions it has.
    pub(crate) fn extra_count(&self) -> u64 {
        lock(&self.extra).positions.len() as u64
    }

    /// Puts the extra positions in an order that does not depend on when they were met.
    pub(crate) fn sort_extras(&mut self) {
        let extra = lock(&self.extra);
        let mut order: Vec<usize> = (0..extra.positions.len()).collect();
        let key = |at: &usize| {
            let position = extra.positions.get(*at);
            position.map(|p| (p.by_color, p.by_role, p.ep(), p.castling()))
        };
        order.sort_by_key(key);
        let mut sorted = Extra::default();
        for at in order {
            let (Some(position), Some(record), Some(tree)) = (
                extra.positions.get(at),
                extra.records.get(at),
                extra.trees.get(at),
            ) else {
                continue;
            };
            sorted
                .index
                .insert(*position, sorted.positions.len() as u32);
            sorted.positions.push(*position);
            sorted.records.push(*record);
            sorted.trees.push(tree.clone());
        }
        drop(extra);
        self.extra = Mutex::new(sorted);
    }

    pub(crate) fn extras(&self) -> MutexGuard<'_, Extra> {
        lock(&self.extra)
    }

    /// Puts an extra position in as a checkpoint has it.
    pub(crate) fn restore_extra(&self, position: Position, record: Record, tree: Box<[u16]>) {
        let mut extra = lock(&self.extra);
        let at = extra.positions.len() as u32;
        extra.index.insert(position, at);
        extra.positions.push(position);
        extra.records.push(record);
        self.hold(EXTRA_BYTES + 2 * tree.len() as u64);
        extra.trees.push(tree);
        drop(extra);
        if !record.is_decided() {
            self.put_wish(None);
        }
    }

    pub(super) fn extra_position(&self, number: u64) -> Option<Position> {
        let extra = lock(&self.extra);
        extra.positions.get((number - self.len()) as usize).copied()
    }
}
