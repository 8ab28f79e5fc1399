//! What a search by proof numbers remembers of its nodes, in a bounded table.
//!
//! ```text
//!   position ─▶ place of four entries     [ 7 plies: 12 / 3 | 9 plies: proved by Rf7+ | 5 plies: refuted |   ]
//! ```
//!
//! An entry holds for one position with so many plies and so much effort left. What is proved is so with more of both, and what is refuted
//! with less. Positions are compared whole, so that a place that two positions share costs work and never an answer. The table begins small
//! and doubles up to its bound, so a small search pays nothing for a large bound and loses nothing. At its bound the entry with the least
//! work below it gives way where a place is full. What it holds depends on the search and the bound alone.

use adv_chess::{Move, PackedPosition};

use super::numbers::ProofNumbers;
use crate::search::line::Bound;
use crate::search::moves::NO_MOVE;

/// The entries of one place.
const WAYS: usize = 4;

/// A table in which fewer than one entry in so many is used does not grow for the sake of one place.
const SPARSE: usize = 64;

/// The logarithm of the number of places that a search begins with.
const FIRST: u32 = 4;

/// By what an entry is found.
#[derive(Clone, Copy)]
pub(super) struct ProofKey {
    /// The position without its clocks.
    pub(super) board: PackedPosition,
    /// The ply, where the lists of moves depend on it.
    pub(super) ply: u32,
}

/// What is known of a node.
#[derive(Clone, Copy)]
pub(super) struct ProofFact {
    pub(super) numbers: ProofNumbers,
    /// The move that proves a node of ours.
    pub(super) mv: Move,
    /// How many nodes have been expanded below it.
    pub(super) work: u32,
}

/// One entry is one line of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct ProofEntry {
    board: PackedPosition,
    ply: u32,
    left: Bound,
    fact: ProofFact,
}

/// Stands where nothing has been noted yet.
const VACANT: ProofEntry = ProofEntry {
    board: PackedPosition::EMPTY,
    ply: 0,
    left: Bound::new(0, 0),
    fact: ProofFact {
        numbers: ProofNumbers::FRESH,
        mv: NO_MOVE,
        work: 0,
    },
};

impl ProofEntry {
    fn is_of(&self, key: &ProofKey) -> bool {
        self.ply == key.ply && self.board == key.board
    }

    /// True where what is known under `left` says all that this entry says.
    fn is_implied(&self, left: Bound, numbers: ProofNumbers) -> bool {
        self.left == left
            || numbers.is_proved() && self.left.covers(left)
            || numbers.is_refuted() && left.covers(self.left)
    }
}

/// The tag of an entry that is not used.
const UNUSED: u16 = 0;

/// What tells most positions of one place apart: low bits of the word whose high ones say the place, never [`UNUSED`].
const fn tag_of(bits: u64) -> u16 {
    bits as u16 | 1 << 15
}

/// The table of one search.
///
/// Most positions that it is asked about are not in it, which the tags of their place say: eight bytes in place of four entries. A search
/// begins by forgetting the tags, and entries are memory that the one before has left.
#[derive(Default)]
pub(crate) struct ProofTable {
    /// What is in each place: a tag for each of its entries.
    tags: Vec<[u16; WAYS]>,
    /// The entries of each place, those that are not used among them.
    entries: Vec<[ProofEntry; WAYS]>,
    used: usize,
    /// The logarithm of the number of places, and of the most that there may be.
    places: u32,
    most: u32,
}

impl ProofTable {
    /// Forgets everything; from now on the entries take so many bytes at the most, but there is room for some in any case.
    pub(super) fn begin(&mut self, bytes: usize) {
        let most = bytes / size_of::<[ProofEntry; WAYS]>();
        self.most = most.checked_ilog2().unwrap_or(0);
        self.places = FIRST.min(self.most);
        self.used = 0;
        self.tags.clear();
        self.entries.truncate(1 << self.most);
        self.make_room();
    }

    /// Makes the tags and the entries that the places need.
    fn make_room(&mut self) {
        let places = 1 << self.places;
        self.tags.resize(places, [UNUSED; WAYS]);
        if self.entries.len() < places {
            self.entries.resize(places, [VACANT; WAYS]);
        }
    }

    /// The entries that the table holds.
    #[cfg(test)]
    fn used(&self) -> usize {
        self.used
    }

    fn place(&self, bits: u64) -> usize {
        bits.checked_shr(64 - self.places).unwrap_or(0) as usize
    }

    /// What is known of a position with so much left. Numbers of a node that is not settled hold for exactly that.
    pub(super) fn get(&self, key: &ProofKey, left: Bound) -> Option<ProofFact> {
        let bits = key.board.spread();
        let (place, tag) = (self.place(bits), tag_of(bits));
        let tags = self.tags.get(place)?;
        // The function that looks for a member of a list is not inlined.
        if tags.iter().all(|own| *own != tag) {
            return None;
        }
        let mut open = None;
        for (entry, own) in self.entries.get(place)?.iter().zip(tags) {
            if *own != tag || !entry.is_of(key) {
                continue;
            }
            let numbers = entry.fact.numbers;
            let settled = numbers.is_proved() && left.covers(entry.left)
                || numbers.is_refuted() && entry.left.covers(left);
            if settled {
                return Some(entry.fact);
            }
            if entry.left == left {
                open = Some(entry.fact);
            }
        }
        open
    }

    /// Notes what is known of a position with so much left.
    pub(super) fn note(&mut self, key: &ProofKey, left: Bound, fact: ProofFact) {
        let bits = key.board.spread();
        if 2 * self.used >= self.room() && self.places < self.most {
            self.double();
        }
        // Below its bound the table loses nothing, but where keys are spread so badly that nearly all of it is empty.
        while self.is_full_at(key, self.place(bits))
            && self.places < self.most
            && SPARSE * self.used >= self.room()
        {
            self.double();
        }
        let place = self.place(bits);
        let (Some(tags), Some(entries)) = (self.tags.get_mut(place), self.entries.get_mut(place))
        else {
            return;
        };
        // What the new entry says as well gives way to it.
        for (entry, tag) in entries.iter().zip(tags.iter_mut()) {
            if *tag != UNUSED && entry.is_of(key) && entry.is_implied(left, fact.numbers) {
                *tag = UNUSED;
                self.used -= 1;
            }
        }
        let work = |(entry, tag): &(&mut ProofEntry, &mut u16)| match **tag {
            UNUSED => 0,
            _ => 1 + u64::from(entry.fact.work),
        };
        let Some((entry, tag)) = entries.iter_mut().zip(tags).min_by_key(work) else {
            return;
        };
        self.used += usize::from(*tag == UNUSED);
        *tag = tag_of(bits);
        *entry = ProofEntry {
            board: key.board,
            ply: key.ply,
            left,
            fact,
        };
    }

    /// How many entries there is room for at present.
    fn room(&self) -> usize {
        WAYS << self.places
    }

    fn is_full_at(&self, key: &ProofKey, place: usize) -> bool {
        let (Some(tags), Some(entries)) = (self.tags.get(place), self.entries.get(place)) else {
            return false;
        };
        // Entries of one position stay together however many places there are.
        !tags.contains(&UNUSED) && entries.iter().any(|known| !known.is_of(key))
    }

    /// Makes room for twice as many entries. Those of one place go to two places side by side, so each of them finds room; the last place is
    /// the first to go, so that none is written over.
    fn double(&mut self) {
        self.places += 1;
        let old = self.tags.len();
        self.make_room();
        for from in (0..old).rev() {
            let Some(tags) = self.tags.get_mut(from) else {
                return;
            };
            let tags = std::mem::replace(tags, [UNUSED; WAYS]);
            if tags == [UNUSED; WAYS] {
                continue;
            }
            let Some(&entries) = self.entries.get(from) else {
                return;
            };
            for (entry, tag) in entries.iter().zip(tags) {
                if tag != UNUSED {
                    self.put(entry, tag);
                }
            }
        }
    }

    /// Puts an entry into its place, which has room for it.
    fn put(&mut self, entry: &ProofEntry, tag: u16) {
        let place = self.place(entry.board.spread());
        let (Some(tags), Some(entries)) = (self.tags.get_mut(place), self.entries.get_mut(place))
        else {
            return;
        };
        let mut there = tags.iter_mut().zip(entries);
        if let Some((own, free)) = there.find(|(own, _)| **own == UNUSED) {
            (*own, *free) = (tag, *entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use adv_chess::notation::parse_fen;
    use adv_chess::{Move, Role};

    use super::{ProofFact, ProofKey, ProofTable};
    use crate::search::easiest::numbers::ProofNumbers;
    use crate::search::line::{Allowance, Bound};

    fn key(fen: &str) -> ProofKey {
        let position = parse_fen(fen).expect("a position");
        let board = position.packed().expect("two kings and a rook");
        ProofKey { board, ply: 0 }
    }

    fn left(plies: u16, effort: u32) -> Bound {
        Bound {
            plies: Allowance::of_plies(plies),
            effort,
        }
    }

    fn fact(numbers: ProofNumbers, work: u32) -> ProofFact {
        ProofFact {
            numbers,
            mv: Move::new(Role::King, 0, 1),
            work,
        }
    }

    #[test]
    fn what_is_proved_is_so_with_more_and_what_is_refuted_with_less() {
        let mut table = ProofTable::default();
        table.begin(1 << 20);
        let key = key("8/8/8/3k4/8/8/1R6/K7 w - - 0 1");
        table.note(&key, left(5, 2000), fact(ProofNumbers::PROVED, 7));
        table.note(&key, left(3, 4000), fact(ProofNumbers::REFUTED, 7));
        let known = |table: &ProofTable, plies, effort| {
            let fact = table.get(&key, left(plies, effort));
            fact.map(|fact| fact.numbers)
        };
        let proved = Some(ProofNumbers::PROVED);
        let refuted = Some(ProofNumbers::REFUTED);
        assert_eq!(known(&table, 5, 2000), proved);
        assert_eq!(known(&table, 7, 9000), proved);
        assert_eq!(known(&table, 7, 1999), None);
        assert_eq!(known(&table, 3, 4000), refuted);
        assert_eq!(known(&table, 1, 0), refuted);
        assert_eq!(known(&table, 3, 4001), None);
        // A stronger proof takes the place of a weaker one.
        table.note(&key, left(4, 1000), fact(ProofNumbers::PROVED, 1));
        assert_eq!((known(&table, 4, 1000), table.used()), (proved, 2));
        let open = ProofNumbers::of_replies(3);
        table.note(&key, left(9, 0), fact(open, 1));
        assert_eq!(known(&table, 9, 0), Some(open));
        assert_eq!(known(&table, 9, 1), None);
        let later = ProofKey { ply: 1, ..key };
        assert!(table.get(&later, left(9, 9000)).is_none());
    }

    #[test]
    fn a_full_place_loses_its_smallest_subtree() {
        let mut table = ProofTable::default();
        table.begin(0);
        assert_eq!(table.entries.len(), 1);
        let key = key("8/8/8/3k4/8/8/1R6/K7 w - - 0 1");
        for (plies, work) in [(1, 5), (3, 2), (5, 9), (7, 4), (9, 1)] {
            table.note(&key, left(plies, 0), fact(ProofNumbers::FRESH, work));
        }
        let kept = [1, 3, 5, 7, 9].map(|plies| table.get(&key, left(plies, 0)).is_some());
        assert_eq!((kept, table.used()), ([true, false, true, true, true], 4));
    }

    #[test]
    fn a_table_grows_up_to_its_bound_and_forgets_nothing_on_the_way() {
        let mut table = ProofTable::default();
        let bytes = 1 << 16;
        table.begin(bytes);
        let boards: Vec<ProofKey> = (0..64)
            .flat_map(|white| (0..64).map(move |black| (white, black)))
            .filter(|(white, black)| white != black)
            .map(|(white, black)| {
                let mut board = adv_chess::Position::EMPTY;
                board.put(adv_chess::Color::White, Role::King, white);
                board.put(adv_chess::Color::Black, Role::King, black);
                let board = board.packed().expect("two kings");
                ProofKey { board, ply: 0 }
            })
            .collect();
        for (count, key) in boards.iter().enumerate() {
            table.note(key, left(3, 0), fact(ProofNumbers::FRESH, count as u32));
            assert!(table.get(key, left(3, 0)).is_some());
        }
        let held = boards
            .iter()
            .filter(|key| table.get(key, left(3, 0)).is_some());
        assert_eq!(held.count(), table.used());
        assert!(size_of_val(&*table.entries) <= bytes);
        assert!(4 * table.used() > table.room());
        table.begin(bytes);
        assert_eq!(table.used(), 0);
    }
}
