//! The record of a state: a word of 32 bits.
//!
//! ```text
//!   record   root 1 | decided 1 | tree 1 | outcome, 15 bits | move, 14 bits, or the place of the tree in its chunk
//!            0: never met.  WANTED: met, and not decided yet.
//! ```

/// How many numbers of a layer a chunk has: their records are kept together.
pub(crate) const CHUNK: u64 = 4096;

/// A record: the decision in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record(pub(crate) u32);

/// Set for a position that the claim speaks of.
pub(crate) const ROOT: u32 = 1 << 31;
const DECIDED: u32 = 1 << 30;
const TREE: u32 = 1 << 29;
const OUTCOME_SHIFT: u32 = 14;
/// The bits of the move or place.
pub(crate) const PAYLOAD: u32 = (1 << 14) - 1;
/// A record that is met and not decided.
pub(crate) const WANTED: u32 = 1;

/// The most outcomes that records have room for.
pub(crate) const MAX_OUTCOMES: usize = 1 << 15;

impl Record {
    /// A decided state whose tree is one move, or which has none.
    pub(crate) const fn of_move(outcome: u16, word: u16) -> Record {
        Record(DECIDED | (outcome as u32) << OUTCOME_SHIFT | word as u32)
    }

    /// A decided state with a tree in its chunk.
    pub(crate) const fn of_tree(outcome: u16, place: u16) -> Record {
        Record(DECIDED | TREE | (outcome as u32) << OUTCOME_SHIFT | place as u32)
    }

    /// The same with another number of its outcome.
    pub(crate) const fn with_outcome(self, outcome: u16) -> Record {
        let others = self.0 & (ROOT | DECIDED | TREE | PAYLOAD);
        Record(others | (outcome as u32) << OUTCOME_SHIFT)
    }

    /// The same with another move or place.
    pub(crate) const fn with_payload(self, payload: u16) -> Record {
        Record(self.0 & !PAYLOAD | payload as u32)
    }

    #[inline]
    pub(crate) const fn is_root(self) -> bool {
        self.0 & ROOT != 0
    }

    #[inline]
    pub(crate) const fn is_decided(self) -> bool {
        self.0 & DECIDED != 0
    }

    #[inline]
    pub(crate) const fn has_tree(self) -> bool {
        self.0 & TREE != 0
    }

    #[inline]
    pub(crate) const fn outcome(self) -> usize {
        ((self.0 & !(ROOT | DECIDED | TREE)) >> OUTCOME_SHIFT) as usize
    }

    /// The move, or the place of the tree.
    #[inline]
    pub(crate) const fn payload(self) -> u16 {
        (self.0 & PAYLOAD) as u16
    }
}
