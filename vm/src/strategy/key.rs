//! What decides how a run goes on.

use adv_chess::{Color, Move, Position};

use super::cursor::Cursor;
use super::step::{Mode, Subject};

/// What decides how a run goes on, to compare and to hash: two runs of one program with equal keys take the same replies and give
/// the same moves to them, for ever.
///
/// It holds the subject, the mode, our side, the statement of each strategy, the position without its clocks, and
/// what is left of the tree that is being followed, without how it was found. So a prover that explores a strategy against all
/// replies can name its nodes by keys, and finds that runs meet again where they do: after different trees, and in the same
/// position with other clocks. [`super::Strategy::key_after`] names the state before the answer is computed.
///
/// Repetition and the fifty moves are no part of it, for no program can ask for them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StrategyKey {
    pub(super) subject: Subject,
    pub(super) mode: Mode,
    pub(super) us: Color,
    pub(super) over: bool,
    pub(super) position: Position,
    pub(super) cursor: Cursor,
    /// The place after the replies of `rest`, in the weak mode.
    pub(super) again: Option<Cursor>,
    /// The position where the run began, if the out-class compares with it.
    pub(super) begun: Option<Position>,
    /// The nodes below the last move: the move that leads there, and how many nodes are below it. In the weak mode the replies after
    /// which the same statement is asked again.
    pub(super) rest: Box<[(Move, u32)]>,
}

impl StrategyKey {
    /// The position, its clocks being 0 and 1.
    pub fn position(&self) -> &Position {
        &self.position
    }
}
