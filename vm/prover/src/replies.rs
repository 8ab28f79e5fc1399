//! The legal moves of the positions on a path, one stack for all of them.

use adv_chess::{ALL_ROLES, LegalInfo, Move, Position, generate};

/// A stack of moves.
#[derive(Default)]
pub(crate) struct Replies {
    moves: Vec<Move>,
}

impl Replies {
    /// Pushes the legal moves of a position in the fixed order: where they begin and end.
    #[inline]
    pub(crate) fn push(&mut self, position: &Position) -> (usize, usize) {
        let begin = self.moves.len();
        let info = LegalInfo::new(position);
        generate(position, &info, ALL_ROLES, !0, &mut self.moves);
        (begin, self.moves.len())
    }

    /// One of them.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<Move> {
        self.moves.get(at).copied()
    }

    /// Forgets what was pushed from there on.
    #[inline]
    pub(crate) fn pop(&mut self, begin: usize) {
        self.moves.truncate(begin);
    }
}
