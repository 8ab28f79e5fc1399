//! A strategy asked as a prover asks it: from a place where it stands to the next tree, and to every tree that would do as well.
//!
//! ```text
//!   Junction  ──branch──▶  Tree   what was chosen, its tree, and the junction behind it
//!   (where each strategy stands)  │
//!                          Ends   the strategy is over: its last statement is done, or `stop`
//!                          Stuck  it cannot go on
//! ```
//!
//! A run ([`super::Strategy`]) is one game. A prover looks at all of them at once, keeps its states in arrays, and asks the same
//! question millions of times; so here nothing is copied that is not new, reasons are not written, and a state is a position and
//! a [`Junction`]. What the two give is the same: a test plays runs against branches.

use adv_chess::{Color, Position};
use adv_module::{AdviceId, TableId};

use super::cursor::Cursor;
use super::step::{Ending, Mode, Origin, StuckCause, Subject};
use crate::consultation::Failure;
use crate::engine::Engine;
use crate::tree::Node;

/// Where a run stands between two trees: the statement of each strategy that is being applied, and our side. Equal junctions in equal
/// positions go on alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Junction {
    pub(super) us: Color,
    pub(super) cursor: Cursor,
}

impl Junction {
    /// Our side, in the colours of the position.
    pub fn us(&self) -> Color {
        self.us
    }
}

/// Which trees are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// The one that is played: one move at each of our nodes.
    First,
    /// All that would do: at each of our nodes every move that the chosen piece or action selects and that leads to a tree within the
    /// same bound (the shortest, where the shortest is looked for), whatever the order of its moves says. The first move of each
    /// node is the one that [`Wanted::First`] has.
    Every,
}

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chosen {
    /// The piece-of-advice or action.
    pub advice: AdviceId,
    /// The table that named it, the one that took over where that is another one.
    pub table: Option<TableId>,
    /// The rule of that table, counted from 0.
    pub rule: Option<usize>,
    /// The statement that asked; nothing where no strategy did.
    pub origin: Origin,
}

/// What a strategy does in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Branch {
    /// It plays a tree, which stands in the vector that was lent, in preorder as in [`crate::Tree`], its moves in the position's own
    /// colours. Replies that the tree does not hold, and its leaves, lead on to `next`.
    Tree {
        /// What it is.
        chosen: Chosen,
        /// Where the run stands behind it.
        next: Junction,
    },
    /// It is over.
    Ends {
        /// How: the last statement, or `stop`.
        ending: Ending,
        /// The statement or the end that it is over at.
        origin: Origin,
    },
    /// It cannot go on.
    Stuck {
        /// The statement that cannot be done.
        origin: Origin,
        /// What is wrong; [`Failure::Stopped`] where a limit was reached.
        cause: StuckCause,
    },
}

impl Engine {
    /// Where a run begins: the figures and the side of the subject are asked, and the in-class of a strategy.
    ///
    /// # Errors
    /// As [`super::Strategy::begin`].
    pub fn junction(&mut self, subject: Subject, position: &Position) -> Result<Junction, Failure> {
        let _ = (subject, position);
        unimplemented!("being written")
    }

    /// What the subject does in a position in which we are to move and have a legal move. In the weak mode the tree ends behind our
    /// first move.
    pub fn branch(
        &mut self,
        subject: Subject,
        at: &Junction,
        position: &Position,
        mode: Mode,
        wanted: Wanted,
        tree: &mut Vec<Node>,
    ) -> Branch {
        let _ = (subject, at, position, mode, wanted, tree);
        unimplemented!("being written")
    }
}
