//! The way of a line between two states: how long it is, and which of its moves are captures or moves of pawns.

use adv_chess::squares::bit;
use adv_chess::{Move, Position, Role};

/// How many plies a line has, and where captures and pawn moves stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// How many plies it has.
    pub(crate) plies: u32,
    /// The first ply that is a capture or a pawn move, counted from 1.
    pub(crate) first_zero: Option<u32>,
    /// The last one.
    pub(crate) last_zero: Option<u32>,
}

impl Way {
    /// The line without a move.
    pub(crate) const NONE: Way = Way {
        plies: 0,
        first_zero: None,
        last_zero: None,
    };

    /// The line with one more move, which is made from `position`.
    pub(crate) fn with(self, position: &Position, m: Move) -> Way {
        let plies = self.plies + 1;
        let zero = m.role == Role::Pawn || position.occupied() & bit(m.to) != 0;
        Way {
            plies,
            first_zero: self.first_zero.or(zero.then_some(plies)),
            last_zero: if zero { Some(plies) } else { self.last_zero },
        }
    }
}
