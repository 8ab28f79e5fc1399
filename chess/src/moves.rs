//! A move in four bytes, and its text in the notation of the Universal Chess Interface.
//!
//! ```text
//! byte 0  from-square     byte 2  role of the man that moves
//! byte 1  to-square       byte 3  kind: plain, castling, en passant, pass, or what the pawn becomes
//! ```

use std::fmt;

use crate::piece::Role;
use crate::squares::{file_of, rank_of};

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// An ordinary move or capture.
    Normal = 0,
    /// The pawn becomes a queen; the four promotions are in the language's order Q R B N.
    PromoteQueen = 1,
    /// The pawn becomes a rook.
    PromoteRook = 2,
    /// The pawn becomes a bishop.
    PromoteBishop = 3,
    /// The pawn becomes a knight.
    PromoteKnight = 4,
    /// The king goes two files aside and the rook jumps over it.
    Castle = 5,
    /// The pawn captures the pawn that has just gone two squares.
    EnPassant = 6,
    /// No move at all: the turn goes to the other side. No game has one; conditional trees have.
    Pass = 7,
}

impl MoveKind {
    /// The four promotions in the language's order.
    pub const PROMOTIONS: [MoveKind; 4] = [
        MoveKind::PromoteQueen,
        MoveKind::PromoteRook,
        MoveKind::PromoteBishop,
        MoveKind::PromoteKnight,
    ];

    /// What the pawn becomes, `None` where the move is no promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self {
            MoveKind::PromoteQueen => Some(Role::Queen),
            MoveKind::PromoteRook => Some(Role::Rook),
            MoveKind::PromoteBishop => Some(Role::Bishop),
            MoveKind::PromoteKnight => Some(Role::Knight),
            MoveKind::Normal | MoveKind::Castle | MoveKind::EnPassant | MoveKind::Pass => None,
        }
    }
}

/// A move of one man. Castling is the king's move to the g- or c-file.
///
/// The comparison of two moves is the language's fixed order only through [`Move::order_key`],
/// since squares are numbered rank first and ordered file first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square that the man leaves, 0..63.
    pub from: u8,
    /// The square that it reaches, 0..63.
    pub to: u8,
    /// The man that moves; a pawn also where it promotes.
    pub role: Role,
    /// Castling, en passant or promotion.
    pub kind: MoveKind,
}

impl Move {
    /// An ordinary move or capture.
    #[inline]
    pub const fn new(role: Role, from: u8, to: u8) -> Move {
        Move {
            from,
            to,
            role,
            kind: MoveKind::Normal,
        }
    }

    /// A pass. Both of its squares are one that is empty in the position, so that no man is on it.
    #[inline]
    pub const fn pass(empty: u8) -> Move {
        Move {
            from: empty,
            to: empty,
            role: Role::King,
            kind: MoveKind::Pass,
        }
    }

    /// True for a pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        matches!(self.kind, MoveKind::Pass)
    }

    /// What the pawn becomes, `None` where the move is no promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        self.kind.promotion()
    }

    /// True for castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind, MoveKind::Castle)
    }

    /// True for a capture en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind, MoveKind::EnPassant)
    }

    /// A number that grows in the language's fixed order: role, from-square and to-square file
    /// first, promotion.
    ///
    /// ```
    /// use adv_chess::{Move, Role};
    /// let a2 = Move::new(Role::Rook, 0, 8);
    /// let b1 = Move::new(Role::Rook, 0, 1);
    /// assert!(a2.order_key() < b1.order_key()); // the a-file comes before the b-file
    /// ```
    pub const fn order_key(self) -> u32 {
        let from = file_of(self.from) as u32 * 8 + rank_of(self.from) as u32;
        let to = file_of(self.to) as u32 * 8 + rank_of(self.to) as u32;
        ((self.role as u32) << 24) | (from << 16) | (to << 8) | self.kind as u32
    }
}

impl fmt::Display for Move {
    /// Writes the move as the Universal Chess Interface does: `e2e4`, `e1g1`, `a7a8q`, and `0000` for a pass.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str("0000");
        }
        for square in [self.from, self.to] {
            let file = char::from(b'a' + file_of(square));
            write!(f, "{file}{}", rank_of(square) + 1)?;
        }
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{self}", self.role.letter())?;
        match self.kind {
            MoveKind::Castle => f.write_str(" castle"),
            MoveKind::EnPassant => f.write_str(" e.p."),
            MoveKind::Pass => f.write_str(" pass"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_four_bytes() {
        assert_eq!(size_of::<Move>(), 4);
        assert_eq!(size_of::<Option<Move>>(), 4);
    }
}
