//! What a row is asked and what it answers: the goals of a piece-of-advice on the positions after all moves of a list.
//!
//! This is all that the crate knows of the search that uses it. What the goals are for, which moves come, and what happens after a
//! finding is the search's.

use adv_module::FnId;

/// Whose moves lead to the positions of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowMover {
    /// Ours. The row ends at the first position that has the holding-goal, and the better-goal too or, where the search goes deeper,
    /// without it.
    Ours {
        /// The better-goal is an out-class, whose current position is the one before the move.
        action: bool,
        /// The better-goal's answer where it has no function.
        better: bool,
    },
    /// Theirs. The row ends at the first position that violates the holding-goal.
    Theirs,
    /// Theirs, tested for both goals: the row ends at the first position that violates the holding-goal, or that has it without the
    /// better-goal.
    Replies {
        /// As of ours.
        action: bool,
        /// As of ours.
        better: bool,
    },
}

/// The goals of a row. One without a function always holds, but for what [`RowMover`] says of the better-goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowGoals {
    /// The holding-goal.
    pub holding: Option<FnId>,
    /// The better-goal.
    pub better: Option<FnId>,
    /// Whose moves.
    pub mover: RowMover,
    /// The number in the roster of the man whose moves all are, where it is one man. What does not depend on him is then computed
    /// once for the row.
    pub man: Option<u8>,
}

/// What ended a row. It is a word: a byte that is written alone holds up the next instruction that reads it with its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum RowFinding {
    /// The end of the list: no position was wanted.
    Nothing,
    /// The last position tested has both goals.
    Better,
    /// The last position tested has the holding-goal, without the better-goal.
    Deeper,
    /// The last position tested violates the holding-goal.
    Violated,
}

/// The answer of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowOutcome {
    /// What ended it.
    pub finding: RowFinding,
    /// How many positions were made and tested for the holding-goal.
    pub tested: usize,
    /// How many of them were tested for the better-goal as well.
    pub passed: usize,
}
