//! What nodes on boards of three men cost, by their squares: for `repeats.rs`, where every board has a place of its own.
//!
//! ```text
//!   slots    by what is searched, the plies left and the side to move ──▶ a board's number
//!   boards   64 × 64 × 64 numbers of two bytes each, the squares of our liveliest man side by side      512 KiB each
//!   costs    by these numbers: many nodes cost the same
//! ```
//!
//! Beside the table by a hash (`repeats_table.rs`) an entry needs no key and is an eighth as long, so that the boards of a search stay near the
//! processor, and neighbours are where it looks for them next. Boards take over from that table where it would grow beyond a few thousand nodes.

use crate::search::repeats_table::Cost;

/// The most men. With four a board would take 128 MiB.
pub(super) const MOST_MEN: usize = 3;

/// The numbers of a board.
const PLACES: usize = 1 << (6 * MOST_MEN);

/// The most costs that differ. Where there are more, all nodes are forgotten.
const MOST_COSTS: usize = 1 << 16;

/// The places of costs that were noted last.
const LAST_COSTS: usize = 1 << 12;

/// The most boards: 6 MiB. What is searched beyond them is remembered by a hash.
const MOST_BOARDS: usize = 12;

/// There is no board yet.
const NOT_YET: u8 = u8::MAX;

/// There is none, and no room for one.
const NEVER: u8 = u8::MAX - 1;

/// The boards of one thing that is searched, by twice the plies left and the side to move.
pub(super) type Slots = [u8; 64];

/// The places of a node's men in a word of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManShifts {
    /// Where the bytes of the men begin, our liveliest first. With fewer men than three some are the same.
    shifts: [u32; MOST_MEN],
    /// The bits that say that a man is taken.
    taken: u64,
}

impl ManShifts {
    /// Of so many men, the byte of the liveliest beginning at a bit; `None` where they are too many.
    pub(super) fn of(men: usize, liveliest: u32) -> Option<ManShifts> {
        if men > MOST_MEN {
            return None;
        }
        let mut shifts = [liveliest; MOST_MEN];
        let others = (0..men as u32)
            .map(|man| 8 * man)
            .filter(|at| *at != liveliest);
        for (place, at) in shifts.iter_mut().skip(1).zip(others) {
            *place = at;
        }
        let taken = (0..men).fold(0, |bits, man| bits | 64 << (8 * man));
        Some(ManShifts { shifts, taken })
    }

    /// The place of a board; `None` where a man is taken.
    #[inline(always)]
    pub(super) fn place(self, word: u64) -> Option<u32> {
        let [a, b, c] = self.shifts.map(|at| (word >> at & 63) as u32);
        (word & self.taken == 0).then_some(a | b << 6 | c << 12)
    }
}

/// What is known, by squares.
#[derive(Default)]
pub(super) struct BoardCosts {
    /// By the number of what is searched.
    slots: Vec<Slots>,
    /// Numbers of costs; 0 where nothing is known.
    boards: Vec<Vec<u16>>,
    /// The costs by their numbers. The first is that of no node.
    costs: Vec<Cost>,
    /// Numbers of costs that were noted last, by bits of theirs: most nodes cost what another has cost before.
    last: Vec<u16>,
}

impl BoardCosts {
    /// The number of a board, made where there is none; `None` where there are too many.
    #[inline(always)]
    pub(super) fn slot(&mut self, number: usize, at: usize) -> Option<usize> {
        match self.slots.get(number).and_then(|slots| slots.get(at)) {
            Some(&NEVER) => None,
            Some(&slot) if slot != NOT_YET => Some(usize::from(slot)),
            _ => self.make(number, at),
        }
    }

    #[cold]
    #[inline(never)]
    fn make(&mut self, number: usize, at: usize) -> Option<usize> {
        if self.slots.len() <= number {
            self.slots.resize(number + 1, [NOT_YET; 64]);
        }
        let known = self.slots.get_mut(number)?.get_mut(at)?;
        let slot = self.boards.len();
        if slot == MOST_BOARDS {
            *known = NEVER;
            return None;
        }
        *known = slot as u8;
        self.boards.push(vec![0; PLACES]);
        Some(slot)
    }

    #[inline(always)]
    pub(super) fn get(&self, slot: usize, place: u32) -> Option<Cost> {
        let number = *self.boards.get(slot)?.get(place as usize)?;
        let cost = *self.costs.get(usize::from(number))?;
        cost.is_known().then_some(cost)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, slot: usize, place: u32, cost: Cost) {
        let number = self.number(cost);
        let board = self.boards.get_mut(slot);
        if let Some(known) = board.and_then(|board| board.get_mut(place as usize)) {
            *known = number;
        }
    }

    /// The number of a cost.
    #[inline(always)]
    fn number(&mut self, cost: Cost) -> u16 {
        let at = cost.spread() & (LAST_COSTS - 1);
        let last = self.last.get(at).copied().unwrap_or(0);
        match self.costs.get(usize::from(last)) {
            Some(known) if *known == cost => last,
            _ => self.note(cost, at),
        }
    }

    /// Gives a cost a number of its own. It may have one already that was not among the last.
    #[cold]
    #[inline(never)]
    fn note(&mut self, cost: Cost, at: usize) -> u16 {
        if self.costs.len() >= MOST_COSTS {
            self.clear();
        }
        if self.costs.is_empty() {
            // All the room at once: nothing is allocated while rows of questions are answered.
            self.costs.reserve_exact(MOST_COSTS);
            self.costs.push(Cost::default());
            self.last.resize(LAST_COSTS, 0);
        }
        // There are at most as many as two bytes can number.
        let number = self.costs.len() as u16;
        self.costs.push(cost);
        if let Some(last) = self.last.get_mut(at) {
            *last = number;
        }
        number
    }

    /// Forgets all nodes. The boards stay.
    pub(super) fn clear(&mut self) {
        for board in &mut self.boards {
            board.fill(0);
        }
        self.costs.clear();
        self.last.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{BoardCosts, MOST_COSTS, ManShifts, PLACES};
    use crate::search::repeats_table::Cost;

    #[test]
    fn each_board_of_few_men_has_a_place_of_its_own() {
        assert!(ManShifts::of(4, 0).is_none());
        for (men, liveliest) in [(2, 0), (2, 8), (3, 0), (3, 8), (3, 16)] {
            let shifts = ManShifts::of(men, liveliest).expect("few men");
            let mut seen = vec![false; PLACES];
            for number in 0..1_u64 << (6 * men) {
                let squares = (0..men).map(|man| (number >> (6 * man) & 63) << (8 * man));
                let word = squares.fold(0x4040_4040_4000_0000, |word, byte| word | byte);
                let place = shifts.place(word).expect("nothing is taken") as usize;
                assert!(!std::mem::replace(&mut seen[place], true), "{word:x}");
                // His squares lie side by side.
                assert_eq!(place & 63, (word >> liveliest & 63) as usize);
            }
            let taken = 0x40 << (8 * (men - 1));
            assert_eq!(shifts.place(0x4041_4040_4000_0000 | taken), None);
        }
    }

    #[test]
    fn there_are_only_so_many_boards() {
        let mut boards = BoardCosts::default();
        let cost = Cost::new(0, 0, None).expect("it fits");
        let slots: Vec<Option<usize>> = (0..14).map(|at| boards.slot(at, 2 * at)).collect();
        assert_eq!(slots[11], Some(11));
        assert_eq!(slots[12..], [None, None]);
        for slot in 0..12 {
            assert_eq!(boards.get(slot, 77), None);
            boards.put(slot, 77, cost);
            assert_eq!(boards.get(slot, 77), Some(cost));
            assert_eq!(boards.get(slot, 78), None);
        }
        // Those of another cost, until there are too many.
        let costs =
            (1..MOST_COSTS as u64 + 7).map(|fuel| Cost::new(fuel, 9, None).expect("it fits"));
        for (place, cost) in (0..).zip(costs) {
            boards.put(2, place, cost);
            assert_eq!(boards.get(2, place), Some(cost));
        }
        assert_eq!(boards.get(3, 77), None);
        boards.put(3, 77, cost);
        boards.clear();
        assert_eq!(boards.get(3, 77), None);
        assert_eq!(boards.slot(3, 6), Some(3));
    }
}
