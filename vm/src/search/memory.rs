//! The table of what a search has found out about positions: which nodes have no tree, and which move begins the tree of the others.
//!
//! ```text
//!   place   two entries of 64 bytes
//!     0     [ position 32 | root 8 | what was searched 8 | no tree under: plies, effort | tree under: plies, effort, move ]  [ … ]
//!     1     [ … ]                                                                                                          [ … ]
//! ```
//!
//! Positions are compared whole: a place that two positions share costs a search, never a wrong answer. Of two entries in one place,
//! the one with less left below it gives way to a third.
//!
//! A run begins with few places, so that a small search stays in the processor's cache, and the number doubles when half of the entries
//! are in use, up to the size that the caller allows. Entries of an earlier run count as empty: they have the number of an earlier
//! root. So a run need not clear the table, and what it finds there does not depend on the runs before.
//!
//! In a program with a piece that speaks of `TAKEN` a board stands beside each entry (`memory_boards.rs`).

use adv_chess::{Move, PackedPosition};

use crate::search::line::Bound;
use crate::search::moves::NO_MOVE;

/// The places with which a run begins: 128 KiB.
const FIRST_PLACES: usize = 1 << 10;

/// The entries of one place.
pub(super) const WAYS: usize = 2;

/// The bytes of one place. With less nothing is remembered.
pub(crate) const LEAST_MEMORY: u64 = (WAYS * size_of::<Entry>()) as u64;

/// An odd number that spreads the numbers of pieces-of-advice over the places.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What an entry is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryKey {
    /// The position.
    pub(crate) position: PackedPosition,
    /// The root to which the entry belongs; the run's first root where it does not depend on one.
    pub(crate) root: u64,
    /// What was searched there.
    pub(crate) subject: u64,
}

impl MemoryKey {
    /// The key's place among `places`, which are a power of two. It does not depend on the root, whose number differs from run to run.
    #[inline(always)]
    pub(super) fn place(&self, places: usize) -> usize {
        let mixed = self.position.spread() ^ self.subject.wrapping_mul(ODD);
        (mixed >> 24) as usize & places.wrapping_sub(1)
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Entry {
    position: PackedPosition,
    root: u64,
    subject: u64,
    /// There is no tree under this effort and `fails_plies`.
    fails_effort: u32,
    /// Under exactly this effort and `holds_plies` there is one.
    holds_effort: u32,
    fails_plies: u16,
    holds_plies: u16,
    /// The move that begins it.
    pub(super) first: Move,
}

/// Plies of a bound that is not known.
const UNKNOWN: u16 = 0;

impl Entry {
    const EMPTY: Entry = Entry {
        position: PackedPosition::EMPTY,
        root: 0,
        subject: 0,
        fails_effort: 0,
        holds_effort: 0,
        fails_plies: UNKNOWN,
        holds_plies: UNKNOWN,
        first: NO_MOVE,
    };

    #[inline(always)]
    pub(super) fn is_of(&self, key: &MemoryKey) -> bool {
        self.root == key.root && self.position == key.position && self.subject == key.subject
    }

    /// Under what it is known that there is no tree.
    pub(super) fn fails(&self) -> Option<Bound> {
        (self.fails_plies != UNKNOWN).then_some(Bound::new(self.fails_plies, self.fails_effort))
    }

    /// Under what a tree is known.
    pub(super) fn holds(&self) -> Option<Bound> {
        (self.holds_plies != UNKNOWN).then_some(Bound::new(self.holds_plies, self.holds_effort))
    }

    /// How much was left below the node: the more, the dearer was what is known.
    fn left(&self) -> (u16, u32) {
        let fails = (self.fails_plies, self.fails_effort);
        let holds = (self.holds_plies, self.holds_effort);
        fails.max(holds)
    }
}

/// What is known of a node under a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownTree {
    /// It has no tree, and none under this bound, which pays for more or for as much.
    Fails(Bound),
    /// Its tree begins with this move, as it was found under the same bound.
    Holds(Move),
}

/// What the memory of a consultation was used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Positions with a piece-of-advice that are remembered.
    pub entries: u64,
    /// How often a node was not searched because it was remembered.
    pub hits: u64,
}

/// A bounded table by position.
#[derive(Default)]
pub(crate) struct Memory {
    pub(super) entries: Vec<Entry>,
    /// The places in use, a power of two; 0 before the first entry of a run.
    pub(super) places: usize,
    /// The most places that there may be, a power of two; 0: nothing is remembered.
    pub(super) most: usize,
    /// The same as the bytes allow it, whatever the system gives.
    pub(super) within_bytes: usize,
    /// The bytes that it may take.
    bytes: u64,
    /// Beside each entry the board of what has settled its failure; empty where no piece speaks of `TAKEN` (`memory_boards.rs`).
    pub(super) boards: Vec<u64>,
    pub(super) keeps_boards: bool,
    /// Entries of earlier roots count as empty.
    since: u64,
    pub(super) used: MemoryUse,
}

impl Memory {
    /// Begins a run at a root, within so many bytes. Nothing is known then.
    #[inline(always)]
    pub(crate) fn begin(&mut self, root: u64, bytes: u64) {
        // The places of the same bytes are known: a consultation may take less time than such a division is noticed in.
        if self.bytes != bytes {
            self.bytes = bytes;
            self.within_bytes = self.most_places();
        }
        self.most = self.within_bytes;
        self.places = 0;
        self.since = root;
        self.used = MemoryUse::default();
    }

    /// The most places within the bytes, a power of two.
    pub(super) fn most_places(&self) -> usize {
        let places = usize::try_from(self.bytes / self.bytes_of_place()).unwrap_or(usize::MAX);
        match places.checked_ilog2() {
            Some(power) => 1 << power,
            None => 0,
        }
    }

    /// What it was used for since [`Memory::begin`].
    pub(crate) fn used(&self) -> MemoryUse {
        self.used
    }

    /// What is known of a position under a bound.
    #[inline]
    pub(crate) fn get(&mut self, key: &MemoryKey, bound: Bound) -> Option<KnownTree> {
        let entry = self.entries.get(self.place_of(key)?)?;
        let known = if let Some(fails) = entry.fails().filter(|fails| fails.covers(bound)) {
            KnownTree::Fails(fails)
        } else if entry.holds() == Some(bound) {
            KnownTree::Holds(entry.first)
        } else {
            return None;
        };
        self.used.hits += 1;
        Some(known)
    }

    /// Place of the entry of a key among all entries.
    #[inline(always)]
    pub(super) fn place_of(&self, key: &MemoryKey) -> Option<usize> {
        if self.places == 0 {
            return None;
        }
        let at = WAYS * key.place(self.places);
        let place = self.entries.get(at..at + WAYS)?;
        Some(at + place.iter().position(|entry| entry.is_of(key))?)
    }

    /// Notes that a position has no tree under a bound.
    pub(crate) fn note_failure(&mut self, key: &MemoryKey, bound: Bound) {
        if let Some(entry) = self.entry_for(key) {
            entry.fails_plies = bound.plies.plies();
            entry.fails_effort = bound.effort;
        }
    }

    /// Notes that a position has a tree under a bound, which begins with a move.
    pub(crate) fn note_success(&mut self, key: &MemoryKey, bound: Bound, first: Move) {
        if let Some(entry) = self.entry_for(key) {
            entry.holds_plies = bound.plies.plies();
            entry.holds_effort = bound.effort;
            entry.first = first;
        }
    }

    /// The entry of a key: its own, or one that nothing is known in yet. `None` where nothing is remembered.
    fn entry_for(&mut self, key: &MemoryKey) -> Option<&mut Entry> {
        self.make_room();
        if let Some(own) = self.place_of(key) {
            return self.entries.get_mut(own);
        }
        if self.places == 0 {
            return None;
        }
        let since = self.since;
        let at = WAYS * key.place(self.places);
        let place = self.entries.get_mut(at..at + WAYS)?;
        // An empty one is the first choice, then the one with less left.
        let rank = |entry: &Entry| (entry.root >= since).then(|| entry.left());
        let entry = place.iter_mut().min_by_key(|entry| rank(entry))?;
        if entry.root < since {
            self.used.entries += 1;
        }
        *entry = Entry {
            position: key.position,
            root: key.root,
            subject: key.subject,
            ..Entry::EMPTY
        };
        Some(entry)
    }

    /// Doubles the places where half of the entries are in use, as far as the caller and the machine allow.
    #[inline(always)]
    fn make_room(&mut self) {
        let half = (self.places * WAYS / 2) as u64;
        if self.used.entries >= half && self.places < self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let places = match self.places {
            0 => FIRST_PLACES.min(self.most),
            places => 2 * places,
        };
        let needed = WAYS * places;
        if let Some(more) = needed.checked_sub(self.entries.len()) {
            // Without memory for more places the search goes on with those that there are.
            if self.entries.try_reserve_exact(more).is_err() {
                self.most = self.places;
                return;
            }
            self.entries.resize(needed, Entry::EMPTY);
        }
        if !self.has_boards(needed) {
            self.most = self.places;
            return;
        }
        let before = std::mem::replace(&mut self.places, places);
        // The entries of a place go to this place or to the one that is `before` places further, to which no others go.
        let (low, high) = match self.entries.split_at_mut_checked(WAYS * before) {
            Some(halves) => halves,
            None => return,
        };
        for (at, (entry, other)) in low.iter_mut().zip(high).enumerate() {
            let key = MemoryKey {
                position: entry.position,
                root: entry.root,
                subject: entry.subject,
            };
            let moves = entry.root >= self.since && key.place(places) != at / WAYS;
            *other = match moves {
                true => std::mem::replace(entry, Entry::EMPTY),
                false => Entry::EMPTY,
            };
            if moves && self.keeps_boards {
                self.boards.copy_within(at..at + 1, WAYS * before + at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, FIRST_PLACES, KnownTree, LEAST_MEMORY, Memory, MemoryKey, WAYS};
    use crate::search::line::{Allowance, Bound};
    use crate::search::moves::NO_MOVE;
    use adv_chess::{Color, Move, PackedPosition, Position, Role};

    /// A board for each number.
    fn board(number: usize) -> PackedPosition {
        let mut position = Position::EMPTY;
        for bit in 0..20 {
            if number >> bit & 1 != 0 {
                position.put(Color::White, Role::Knight, bit);
            }
        }
        position.packed().expect("a board with room")
    }

    fn key(number: usize, root: u64) -> MemoryKey {
        MemoryKey {
            position: board(number),
            root,
            subject: 3,
        }
    }

    fn bound(plies: u16, effort: u32) -> Bound {
        Bound {
            plies: Allowance::of_plies(plies),
            effort,
        }
    }

    fn memory(root: u64, entries: u64) -> Memory {
        let mut memory = Memory::default();
        memory.begin(root, entries * size_of::<Entry>() as u64);
        memory
    }

    #[test]
    fn an_entry_is_a_line_of_the_cache() {
        assert_eq!((size_of::<Entry>(), LEAST_MEMORY), (64, 128));
    }

    #[test]
    fn a_failure_holds_for_less_and_a_success_for_the_same() {
        let mut memory = memory(1, 16);
        let key = key(5, 1);
        assert_eq!(memory.get(&key, bound(4, 700)), None);
        memory.note_failure(&key, bound(4, 700));
        for (plies, effort, fails) in [
            (4, 700, true),
            (2, 700, true),
            (4, 0, true),
            (5, 700, false),
            (4, 701, false),
            (2, 900, false),
        ] {
            let known = memory.get(&key, bound(plies, effort));
            let noted = Some(KnownTree::Fails(bound(4, 700))).filter(|_| fails);
            assert_eq!(known, noted, "{plies} {effort}");
        }
        let first = Move::new(Role::Rook, 1, 9);
        memory.note_success(&key, bound(6, 900), first);
        assert_eq!(
            memory.get(&key, bound(6, 900)),
            Some(KnownTree::Holds(first))
        );
        for (plies, effort) in [(6, 901), (7, 900), (6, 899), (5, 900)] {
            assert_eq!(memory.get(&key, bound(plies, effort)), None);
        }
        // Both are known of the same position.
        let fails = Some(KnownTree::Fails(bound(4, 700)));
        assert_eq!(memory.get(&key, bound(3, 100)), fails);
        assert_eq!(memory.used().entries, 1);
        assert_eq!(memory.used().hits, 5);
    }

    #[test]
    fn an_entry_belongs_to_root_subject_and_board() {
        let mut memory = memory(1, 16);
        memory.note_failure(&key(5, 2), bound(4, 0));
        assert!(memory.get(&key(5, 2), bound(4, 0)).is_some());
        assert!(memory.get(&key(5, 3), bound(4, 0)).is_none());
        assert!(memory.get(&key(6, 2), bound(4, 0)).is_none());
        let other = MemoryKey {
            subject: 4,
            ..key(5, 2)
        };
        assert!(memory.get(&other, bound(4, 0)).is_none());
    }

    #[test]
    fn the_entry_with_less_left_gives_way() {
        // One place of two entries.
        let mut memory = memory(1, 2);
        memory.note_failure(&key(1, 1), bound(9, 0));
        memory.note_success(&key(2, 1), bound(3, 0), NO_MOVE);
        memory.note_failure(&key(3, 1), bound(2, 0));
        assert!(memory.get(&key(1, 1), bound(9, 0)).is_some());
        assert!(memory.get(&key(2, 1), bound(3, 0)).is_none());
        assert!(memory.get(&key(3, 1), bound(2, 0)).is_some());
        assert_eq!(memory.entries.len(), WAYS);
    }

    #[test]
    fn it_grows_and_forgets_nothing_while_there_is_room() {
        let entries = 64 * FIRST_PLACES;
        let mut memory = memory(1, entries as u64);
        let mut lost = 0;
        for number in 0..entries / 4 {
            memory.note_failure(&key(number, 1), bound(4, 0));
        }
        for number in 0..entries / 4 {
            lost += u32::from(memory.get(&key(number, 1), bound(4, 0)).is_none());
        }
        // Evenly spread keys lose some 2,860 of these 16,384: where three or more meet in one place, mostly just before the table
        // doubles, when half of its entries are in use.
        assert!((2_400..3_300).contains(&lost), "{lost} of {}", entries / 4);
        // However much is noted, the table does not grow beyond its bound, and what it still answers is right.
        for number in 0..4 * entries {
            memory.note_failure(&key(number, 1), bound(4, 0));
            assert!(memory.get(&key(number, 1), bound(4, 0)).is_some());
            assert!(memory.get(&key(number, 1), bound(5, 0)).is_none());
        }
        assert_eq!(memory.entries.len(), entries);
    }

    #[test]
    fn a_run_finds_nothing_of_the_runs_before() {
        let work = |memory: &mut Memory, root: u64| {
            let mut answers = Vec::new();
            for number in (0..9_000).map(|i| i * 37 % 5_000) {
                let key = key(number, root);
                let plies = (number % 7 + 1) as u16;
                answers.push(memory.get(&key, bound(plies, 0)));
                match number % 3 {
                    0 => memory.note_success(&key, bound(plies, 0), NO_MOVE),
                    _ => memory.note_failure(&key, bound(plies, 0)),
                }
            }
            (answers, memory.used())
        };
        for entries in [2, 16, 256, 4_096, 1 << 16] {
            let mut memory = memory(1, entries);
            let first = work(&mut memory, 1);
            memory.begin(2, 1 << 22);
            work(&mut memory, 2);
            memory.begin(9, entries * 64);
            assert_eq!(work(&mut memory, 9), first, "{entries} entries");
        }
    }

    #[test]
    fn without_memory_nothing_is_noted() {
        for bytes in [0, 1, 64, 127] {
            let mut memory = Memory::default();
            memory.begin(1, bytes);
            memory.note_failure(&key(1, 1), bound(4, 0));
            assert_eq!(memory.get(&key(1, 1), bound(4, 0)), None);
            assert!(memory.entries.is_empty());
        }
    }
}
