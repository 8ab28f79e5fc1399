//! The legal moves of the positions on a path, one stack for all of them.

use adv_chess::squares::bit;
use adv_chess::{Move, MoveKind, Position, Role};
use adv_vm::Node;

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
        position.push_legal_moves(&mut self.moves);
        (begin, self.moves.len())
    }

    /// One of them.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<Move> {
        self.moves.get(at).copied()
    }

    /// Drops everything pushed from there on.
    #[inline]
    pub(crate) fn pop(&mut self, begin: usize) {
        self.moves.truncate(begin);
    }
}

/// True where a move leaves the men as they are, and the pawns where they stand.
#[inline(always)]
pub(crate) fn is_quiet(position: &Position, m: Move) -> bool {
    m.kind == MoveKind::Normal && m.role != Role::Pawn && position.occupied() & bit(m.to) == 0
}

/// True where one move of ours leaves every reply a quiet one of the same class: neither side can capture or promote.
pub(crate) fn stays(position: &Position, node: &Node) -> bool {
    let us = position.turn();
    let m = node.mv;
    let quiet = position.occupied() & bit(m.to) == 0;
    if !quiet || position.by_role[Role::Pawn.index()] != 0 {
        return false;
    }
    // Without pawns only the enemy king can capture where the enemy has nothing else.
    let them = !us;
    let bare = position.side(them) == position.pieces(them, Role::King);
    if !bare {
        return false;
    }
    let ours = (position.side(us) & !bit(m.from)) | bit(m.to);
    position.king_steps(them) & ours == 0
}
