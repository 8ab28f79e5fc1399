//! The boards beside the entries of the memory: of each failure the squares on which men were taken in what has settled it (`settled.rs`).
//!
//! ```text
//!   entries   [ entry of 64 bytes ][ entry of 64 bytes ] …     as in any program
//!   boards    [ 8 ][ 8 ] …                                     where a piece speaks of `TAKEN`, within the same bytes
//! ```
//!
//! In a list of their own they leave the entries lines of the cache, and a program without `TAKEN` has none.

use crate::search::line::Bound;
use crate::search::memory::{KnownTree, LEAST_MEMORY, Memory, MemoryKey, WAYS};

impl Memory {
    /// From now on keeps the board of what has settled a failure beside each entry, within the same bytes. For programs that need it, before
    /// anything is noted.
    pub(crate) fn keep_boards(&mut self) {
        self.keeps_boards = true;
        self.within_bytes = self.most_places();
        self.most = self.within_bytes;
    }

    /// The bytes of one place.
    pub(super) fn bytes_of_place(&self) -> u64 {
        match self.keeps_boards {
            true => LEAST_MEMORY + (WAYS * size_of::<u64>()) as u64,
            false => LEAST_MEMORY,
        }
    }

    /// Makes room for the boards of so many entries, where boards are kept. False where there is no memory for them.
    pub(super) fn has_boards(&mut self, entries: usize) -> bool {
        let wanted = if self.keeps_boards { entries } else { 0 };
        if let Some(more) = wanted.checked_sub(self.boards.len()) {
            if self.boards.try_reserve_exact(more).is_err() {
                return false;
            }
            self.boards.resize(wanted, 0);
        }
        true
    }

    /// What is known of a position under exactly this bound; of a failure, the board that was noted with it.
    pub(crate) fn get_settled(
        &mut self,
        key: &MemoryKey,
        bound: Bound,
    ) -> Option<(KnownTree, u64)> {
        let at = self.place_of(key)?;
        let entry = self.entries.get(at)?;
        let known = if entry.fails() == Some(bound) {
            (KnownTree::Fails(bound), *self.boards.get(at)?)
        } else if entry.holds() == Some(bound) {
            (KnownTree::Holds(entry.first), 0)
        } else {
            return None;
        };
        self.used.hits += 1;
        Some(known)
    }

    /// Notes that a position has no tree under a bound, with the board of what has settled that.
    pub(crate) fn note_settled_failure(&mut self, key: &MemoryKey, bound: Bound, board: u64) {
        self.note_failure(key, bound);
        if let Some(there) = self.place_of(key).and_then(|at| self.boards.get_mut(at)) {
            *there = board;
        }
    }
}

#[cfg(test)]
mod tests {
    use adv_chess::{Color, Move, Position, Role};

    use crate::search::line::{Allowance, Bound};
    use crate::search::memory::{KnownTree, Memory, MemoryKey};

    fn key(number: u64) -> MemoryKey {
        let mut position = Position::EMPTY;
        for square in (0..20).filter(|bit| number >> bit & 1 != 0) {
            position.put(Color::White, Role::Knight, square);
        }
        MemoryKey {
            position: position.packed().expect("a board with room"),
            root: 1,
            subject: 3,
        }
    }

    fn bound(plies: u16, effort: u32) -> Bound {
        Bound {
            plies: Allowance::of_plies(plies),
            effort,
        }
    }

    fn memory(bytes: u64) -> Memory {
        let mut memory = Memory::default();
        memory.begin(1, bytes);
        memory.keep_boards();
        memory
    }

    #[test]
    fn a_failure_holds_under_the_very_same_bound_only() {
        let mut memory = memory(1 << 20);
        let known = key(5);
        memory.note_settled_failure(&known, bound(4, 700), 0xff);
        for (plies, effort) in [(3, 700), (5, 700), (4, 699), (4, 701)] {
            assert_eq!(memory.get_settled(&known, bound(plies, effort)), None);
        }
        let fails = KnownTree::Fails(bound(4, 700));
        let found = memory.get_settled(&known, bound(4, 700));
        assert_eq!(found, Some((fails, 0xff)));
        // A success stands beside it.
        let first = Move::new(Role::Knight, 1, 18);
        memory.note_success(&known, bound(6, 700), first);
        let holds = Some((KnownTree::Holds(first), 0));
        assert_eq!(memory.get_settled(&known, bound(6, 700)), holds);
        assert_eq!(memory.get_settled(&known, bound(4, 700)), found);
        assert_eq!(memory.get_settled(&key(6), bound(4, 700)), None);
    }

    #[test]
    fn boards_move_with_their_entries_when_the_table_grows() {
        let mut memory = memory(1 << 24);
        let numbers = 1..20_000u64;
        for number in numbers.clone() {
            memory.note_settled_failure(&key(number), bound(4, 0), number << 8);
        }
        let fails = KnownTree::Fails(bound(4, 0));
        let mut there = 0;
        for number in numbers.clone() {
            if let Some(known) = memory.get_settled(&key(number), bound(4, 0)) {
                assert_eq!(known, (fails, number << 8));
                there += 1;
            }
        }
        assert!(there > 15_000, "{there} of {}", numbers.count());
        assert_eq!(memory.boards.len(), memory.entries.len());
    }

    #[test]
    fn boards_are_within_the_bytes() {
        for bytes in [0, 128, 143, 144, 1 << 16, 1 << 20] {
            let mut memory = memory(bytes);
            for number in 0..40_000 {
                memory.note_settled_failure(&key(number), bound(4, 0), number);
            }
            let taken = 64 * memory.entries.len() + 8 * memory.boards.len();
            assert!(taken as u64 <= bytes, "{taken} of {bytes}");
            assert_eq!(memory.entries.is_empty(), bytes < 144);
        }
    }
}
