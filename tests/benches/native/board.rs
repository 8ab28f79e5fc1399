//! The boards that the native programs are compiled for.
//!
//! A native program is written once, generic over [`Board`], and the compiler makes one copy of it for each kind, in which every
//! call below is the library's own code. So a difference between two baselines is one between libraries, never one between
//! programmers. The kinds are two public libraries, `shakmaty` and `cozy-chess`, and one for few men without pawns, `few.rs`.
//!
//! A program that wants to be quick asks for squares and legal moves apart from each other:
//!
//! ```text
//! let legal = board.legal();                     // once a node: pins and checks, or the library's whole list
//! board.moves(&legal, Role::King, !0, &mut ply); // men of one kind, to the given squares, in the language's fixed order
//! let (from, to) = B::squares(ply[i]);           // enough to judge most goals, before anything is played
//! let child = board.play(ply[i]);                // only where the search goes on
//! ```

use std::fmt::Debug;

use adv_chess::{Position, Role};

/// A board on which the native programs are written once and compiled for each kind.
pub trait Board: Clone {
    /// A legal move.
    type Ply: Copy + PartialEq + Debug;
    /// What a node's legal moves are read from: worked out once, by [`Board::legal`].
    type Legal;
    /// The kind's name in the tables of figures.
    const NAME: &'static str;

    /// The same position; `None` where this kind cannot hold it.
    fn of(position: &Position) -> Option<Self>;

    /// Whether White is to move.
    fn white_to_move(&self) -> bool;

    /// The squares of a side's men of one role, a1 = bit 0, b1 = bit 1.
    fn men(&self, white: bool, role: Role) -> u64;

    /// The squares of all of a side's men.
    fn side(&self, white: bool) -> u64;

    /// The squares of all men.
    #[inline]
    fn occupied(&self) -> u64 {
        self.side(true) | self.side(false)
    }

    /// The role of the man on a square that is not empty.
    fn role_at(&self, square: u8) -> Role;

    /// What the legal moves are read from.
    fn legal(&self) -> Self::Legal;

    /// Hands over the legal moves of the mover's men of a role to squares of `to`, in no order: for programs that have one of their
    /// own.
    fn each(&self, legal: &Self::Legal, role: Role, to: u64, take: impl FnMut(Self::Ply));

    /// Pushes the legal moves of the mover's men of a role to squares of `to` onto the end of `out`, in the language's fixed order:
    /// by from-square, then to-square, squares by file first, promotions Q R B N. Castling goes to the g- or c-file.
    fn moves(&self, legal: &Self::Legal, role: Role, to: u64, out: &mut Vec<Self::Ply>);

    /// Pushes all legal moves in the language's fixed order, kings first, pawns last.
    #[inline]
    fn all(&self, legal: &Self::Legal, out: &mut Vec<Self::Ply>) {
        for role in Role::ALL {
            self.moves(legal, role, !0, out);
        }
    }

    /// From-square and to-square of a move.
    fn squares(ply: Self::Ply) -> (u8, u8);

    /// The position after a legal move.
    fn play(&self, ply: Self::Ply) -> Self;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Whether the side to move has a legal move.
    fn has_move(&self) -> bool;

    /// How many legal moves the side to move has; a number above `most` may be told as any other above it.
    #[inline]
    fn count_moves(&self, most: u32) -> u32 {
        let legal = self.legal();
        let mut count = 0;
        for role in Role::ALL {
            self.each(&legal, role, !0, |_| count += 1);
            if count > most {
                break;
            }
        }
        count
    }

    /// A hash of the position without its clocks. A kind that keeps none has one of its men and the side to move.
    #[inline]
    fn key(&self) -> u64 {
        let mut key = u64::from(self.white_to_move());
        for role in Role::ALL {
            for white in [true, false] {
                key = (key ^ self.men(white, role)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                key ^= key >> 29;
            }
        }
        key
    }

    /// The hash of the position after a move, `key` being that of this one.
    #[inline]
    fn key_after(&self, key: u64, ply: Self::Ply, after: &Self) -> u64 {
        let _ = (key, ply);
        after.key()
    }

    /// Whether the side to move is checkmated.
    #[inline]
    fn is_mated(&self) -> bool {
        self.in_check() && !self.has_move()
    }

    /// Whether the side to move is stalemated.
    #[inline]
    fn is_stalemated(&self) -> bool {
        !self.in_check() && !self.has_move()
    }
}

/// The positions that this kind of board can hold, as it holds them.
pub fn boards<B: Board>(roots: &[Position]) -> Vec<B> {
    roots.iter().filter_map(B::of).collect()
}

/// Where a king goes that castles with a rook.
#[inline]
pub const fn castled(king: u8, rook: u8) -> u8 {
    if rook > king { king + 2 } else { king - 2 }
}

/// The first and the eighth rank.
pub const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;
