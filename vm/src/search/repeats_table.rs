//! The table of nodes with what they cost, for `repeats.rs`: an entry is a word that stands for the node, and one for its costs.
//!
//! ```text
//!   entries   [ board 50 bits, subject and plies 14 | move 16, fuel 24, positions 24 ]  [ … ]  …      16 bytes each
//!   counts    positions by ply of nodes with more than two plies left
//!   open      the nodes that are being searched
//! ```

use adv_chess::{Move, Role};
use adv_module::AdviceId;

use crate::run::Replies;
use crate::search::line::Line;
use crate::search::repeats::RepeatedSearch;
use crate::search::worth::Worth;

/// One more than the most plies below a node that is remembered.
pub(super) const PLIES: usize = 32;

/// The entries with which an engine begins: 16 KiB.
const FIRST_ENTRIES: usize = 1 << 10;

/// The most entries where every board has room: 16 MiB.
pub(super) const MOST_ENTRIES: usize = 1 << 20;

/// The most entries of other searches: 1 MiB, which stays in the processor's cache. What they come to again they come to soon.
pub(super) const MOST_OF_MANY: usize = 1 << 16;

/// The most counts that are kept for entries with more plies than two: 4 MiB. Their places fit into [`COUNT_BITS`].
const MOST_COUNTS: usize = 1 << 20;

/// An odd number that spreads keys over the table.
pub(crate) const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Bits of what an entry says of its positions.
const COUNT_BITS: u32 = 24;

/// Bits of the positions of the first of two plies, of which there are fewer than 256.
pub(super) const FIRST_BITS: u32 = 8;

/// Bits of the fuel in an entry.
const FUEL_BITS: u32 = 24;

/// What a node costs, and its tree where that is one move, as a word.
///
/// ```text
///   bits  63 … 48   move: 1, role, to, from; or NO_LEAF   47 … 24  fuel       23 … 0  positions
///                                                                 of one ply, or of two (the second above the first),
///                                                                 or the place of those of more plies
/// ```
///
/// No cost is 0, the default, which says that there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost(u64);

/// In the place of a move: there is none.
const NO_LEAF: u64 = 7 << 12;

impl Cost {
    pub(super) fn new(fuel: u64, positions: u64, leaf: Option<Move>) -> Option<Cost> {
        let leaf = leaf.map_or(NO_LEAF, |m| {
            let squares = u64::from(m.from & 63) | u64::from(m.to & 63) << 6;
            squares | (m.role as u64) << 12 | 1 << 15
        });
        let fits = fuel >> FUEL_BITS == 0 && positions >> COUNT_BITS == 0;
        fits.then_some(Cost(leaf << 48 | fuel << COUNT_BITS | positions))
    }

    #[inline(always)]
    pub(super) const fn positions(self) -> u64 {
        self.0 & ((1 << COUNT_BITS) - 1)
    }

    #[inline(always)]
    pub(super) const fn fuel(self) -> u64 {
        self.0 >> COUNT_BITS & ((1 << FUEL_BITS) - 1)
    }

    #[inline(always)]
    pub(super) fn leaf(self) -> Option<Move> {
        let leaf = self.0 >> 48;
        if leaf >> 15 == 0 {
            return None;
        }
        let role = Role::ALL.get(usize::from((leaf >> 12) as u8 & 7))?;
        Some(Move::new(*role, leaf as u8 & 63, (leaf >> 6) as u8 & 63))
    }
}

/// A node and what it costs. The node is its board's word with what was searched there in the bits that no board uses; no node is 0.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
struct RepeatEntry {
    key: u64,
    cost: Cost,
}

/// A node that is being searched and is to be remembered.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    /// The word that stands for it.
    pub(super) key: u64,
    /// What fuel there was when it began.
    pub(super) fuel: u64,
    /// Where its counts begin on the stack of those that were there before.
    pub(super) before: usize,
}

/// What is searched: a piece for one side and some men, and what else its counts depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RepeatSubject {
    pub(super) id: AdviceId,
    /// Which side and men, by the number of their native code.
    pub(super) men: usize,
    /// Positions are counted as Advice Language 2 counts them.
    pub(super) counted: bool,
    pub(super) replies: Replies,
    /// The plies of the whole tree, where the lists of moves change with the ply; else 0.
    pub(super) bound: u16,
}

/// The nodes that an engine remembers, and those that are being searched.
#[derive(Default)]
pub(crate) struct Repeats {
    /// The caller wants them remembered.
    pub(super) wanted: bool,
    /// How many nodes were known.
    pub(super) hits: u64,
    /// None, or a power of two.
    entries: Vec<RepeatEntry>,
    /// Entries in use.
    used: usize,
    /// The counts of entries that have no room for them.
    pub(super) counts: Vec<u32>,
    /// What was searched so far: its place is its number.
    subjects: Vec<RepeatSubject>,
    /// Whether it pays, by number and plies left.
    worth: Vec<[Worth; PLIES]>,
    /// The nodes on the line that is being searched, from the root on.
    pub(super) open: Vec<OpenNode>,
    /// For each of them what had been counted at the plies below it.
    pub(super) before: Vec<u64>,
}

impl Repeats {
    /// Whether the caller wants them remembered.
    #[inline(always)]
    pub(crate) fn set_wanted(&mut self, wanted: bool) {
        self.wanted = wanted;
    }

    /// How many nodes were known.
    pub(crate) fn hits(&self) -> u64 {
        self.hits
    }

    /// Forgets all nodes, and what was found out about them. No node is being searched.
    pub(crate) fn forget(&mut self) {
        self.clear();
        self.worth.fill([Worth::default(); PLIES]);
    }

    /// Forgets all nodes that have been searched.
    fn clear(&mut self) {
        self.entries.fill(RepeatEntry::default());
        self.counts.clear();
        self.used = 0;
    }

    /// Forgets the nodes that are being searched: a search that was stopped leaves them.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.open.clear();
        self.before.clear();
    }

    /// The number of what is searched, 0 to [`MOST_SUBJECTS`] - 1. `None` where there are too many.
    #[inline(always)]
    pub(super) fn number_of(&mut self, subject: RepeatSubject) -> Option<usize> {
        let known = self.subjects.iter().position(|known| *known == subject);
        known.or_else(|| {
            let room = self.subjects.len() < MOST_SUBJECTS;
            room.then(|| {
                self.subjects.push(subject);
                self.worth.push([Worth::default(); PLIES]);
                self.subjects.len() - 1
            })
        })
    }

    /// Whether it pays to remember a node, where that is not certain.
    #[inline(always)]
    pub(super) fn worth_of(&mut self, search: RepeatedSearch, line: Line) -> Option<&mut Worth> {
        let of = self.worth.get_mut(search.of_doubt()?)?;
        of.get_mut(usize::from(line.left.plies()) & (PLIES - 1))
    }

    /// Whether no node of a search under so many plies is remembered for a while. A search is one visit then.
    #[inline(always)]
    pub(super) fn pauses(&mut self, number: usize, plies: usize) -> bool {
        let of = self.worth.get_mut(number);
        let of = of.and_then(|of| of.get_mut(1..plies.min(PLIES)));
        let of = of.unwrap_or_default();
        let pauses = of.iter().all(|worth| worth.off > 1);
        if pauses {
            of.iter_mut().for_each(|worth| worth.off -= 1);
        }
        pauses
    }

    /// The place of a node. Boards that differ in one man of ours lie side by side, since his moves are looked at one after the other.
    #[inline(always)]
    fn place(&self, key: u64, man: u32) -> usize {
        let rest = key & !(63 << man);
        let mixed = (rest ^ rest >> 32).wrapping_mul(ODD);
        // One product alone leaves what differs a little in the same few blocks.
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(ODD);
        // Where he stands still, the others decide on these bits too.
        let near = key >> man & 63 ^ mixed >> 58;
        (mixed >> 32 << 6 | near) as usize & self.entries.len().wrapping_sub(1)
    }

    /// What is known of a node.
    #[inline(always)]
    pub(super) fn get(&self, key: u64, man: u32) -> Option<Cost> {
        let entry = self.entries.get(self.place(key, man))?;
        (entry.key == key).then_some(entry.cost)
    }

    /// Puts an entry into its place.
    #[inline(always)]
    fn put(&mut self, key: u64, cost: Cost, man: u32, most: usize) {
        if 2 * self.used >= self.entries.len() && self.entries.len() < most {
            self.grow(man, most);
        }
        let place = self.place(key, man);
        if let Some(entry) = self.entries.get_mut(place) {
            self.used += usize::from(entry.key == 0);
            *entry = RepeatEntry { key, cost };
        }
    }

    /// Makes twice as much room. Entries of other men, whose places are found in another way, are forgotten.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, man: u32, most: usize) {
        let room = (2 * self.entries.len()).max(FIRST_ENTRIES);
        let before = std::mem::replace(&mut self.entries, vec![RepeatEntry::default(); room]);
        self.used = 0;
        for entry in before {
            if entry.key != 0 {
                self.put(entry.key, entry.cost, man, most);
            }
        }
    }

    /// Notes what the node that was begun last has come to, where it costs so little that it can be noted: `now` is what has been counted at
    /// the plies below it, and `fuel` what is left.
    pub(super) fn close(
        &mut self,
        now: &[u64],
        fuel: u64,
        leaf: Option<Move>,
        search: RepeatedSearch,
    ) {
        let Some(open) = self.open.pop() else {
            return;
        };
        if now.len() > 2 && self.counts.len() + now.len() > MOST_COUNTS {
            // What was known is searched again, as far as it is wanted.
            self.clear();
        }
        let before = self.before.get(open.before..).unwrap_or_default();
        let mut positions = now.iter().zip(before).map(|(now, before)| now - before);
        let positions = match now.len() {
            1 => positions.next(),
            2 => {
                let first = positions.next().filter(|first| first >> FIRST_BITS == 0);
                let second = positions.next();
                first
                    .zip(second)
                    .map(|(first, second)| second << FIRST_BITS | first)
            }
            _ => {
                let begin = self.counts.len() as u64;
                let mut all = positions.map(u32::try_from);
                let fit = all.all(|count| count.map(|count| self.counts.push(count)).is_ok());
                fit.then_some(begin)
            }
        };
        self.before.truncate(open.before);
        let cost = positions.and_then(|positions| Cost::new(open.fuel - fuel, positions, leaf));
        if let Some(cost) = cost {
            self.put(open.key, cost, search.man, search.room());
        }
    }

    /// Forgets the node that was begun last.
    #[inline(always)]
    pub(super) fn drop_last(&mut self) {
        if let Some(open) = self.open.pop() {
            self.before.truncate(open.before);
        }
    }
}

/// The most subjects: their numbers and plies are fourteen bits of a key.
pub(crate) const MOST_SUBJECTS: usize = 1 << 9;

#[cfg(test)]
mod tests {
    use adv_chess::{Move, Role};

    use super::{Cost, MOST_ENTRIES, OpenNode, Repeats};
    use crate::search::repeats::RepeatedSearch;

    #[test]
    fn a_cost_is_what_was_put_into_it() {
        let leaf = Move::new(Role::Pawn, 52, 60);
        for (fuel, positions, leaf) in [
            (0, 0, None),
            (1_480, 61, Some(leaf)),
            (
                (1 << 24) - 1,
                (1 << 24) - 1,
                Some(Move::new(Role::King, 0, 63)),
            ),
        ] {
            let cost = Cost::new(fuel, positions, leaf).expect("it fits");
            assert_eq!(
                (cost.fuel(), cost.positions(), cost.leaf()),
                (fuel, positions, leaf)
            );
        }
        assert!(Cost::new(1 << 24, 0, None).is_none());
        assert!(Cost::new(0, 1 << 24, None).is_none());
    }

    /// Searches a node that tests so many positions at each ply.
    fn search(repeats: &mut Repeats, key: u64, counts: &[u64], fuel: u64) {
        let before = repeats.before.len();
        repeats.before.extend(counts.iter().map(|_| 5));
        repeats.open.push(OpenNode {
            key,
            fuel: 1 << 40,
            before,
        });
        let now: Vec<u64> = counts.iter().map(|count| 5 + count).collect();
        repeats.close(&now, (1 << 40) - fuel, None, RepeatedSearch::of_few(8));
        assert!(repeats.open.is_empty() && repeats.before.is_empty());
    }

    #[test]
    fn nodes_are_found_again_until_others_take_their_places() {
        let mut repeats = Repeats::default();
        let keys = |count: u64| (1..=count).map(|i| i.wrapping_mul(0x0001_0003_0507_0901));
        for (fuel, key) in (0..).zip(keys(3_000)) {
            search(&mut repeats, key, &[7, fuel % 900], fuel);
        }
        let mut found = 0;
        for (fuel, key) in (0..).zip(keys(3_000)) {
            if let Some(cost) = repeats.get(key, 8) {
                let positions = (fuel % 900) << 8 | 7;
                assert_eq!((cost.fuel(), cost.positions()), (fuel, positions));
                found += 1;
            }
        }
        assert!(found > 1_700, "{found}");
        assert_eq!(repeats.get(77, 8).map(Cost::fuel), None);
        repeats.forget();
        assert!(keys(3_000).all(|key| repeats.get(key, 8).is_none()));
    }

    #[test]
    fn what_does_not_fit_is_not_noted() {
        let mut repeats = Repeats::default();
        search(&mut repeats, 9, &[256, 1], 10);
        search(&mut repeats, 10, &[1], 1 << 30);
        search(&mut repeats, 11, &[1, 2, 1 << 40], 10);
        assert!([9, 10, 11].iter().all(|key| repeats.get(*key, 8).is_none()));
        search(&mut repeats, 12, &[255, 1], 10);
        search(&mut repeats, 13, &[1, 2, 3, 4], 10);
        let kept = repeats.get(13, 8).expect("it is kept").positions() as usize;
        assert_eq!(repeats.counts.get(kept..kept + 4), Some(&[1, 2, 3, 4][..]));
        assert!(repeats.get(12, 8).is_some());
    }

    #[test]
    fn the_table_grows_up_to_its_bound() {
        let mut repeats = Repeats::default();
        for key in 1..=3 * MOST_ENTRIES as u64 {
            search(&mut repeats, key << 14, &[1], 1);
        }
        assert_eq!(repeats.entries.len(), MOST_ENTRIES);
    }
}
