//! The eight ways of laying the board on itself.
//!
//! A book pattern is drawn once and is meant in every corner; `turned` in the language asks for it
//! under each of these. Positions lose castling rights and en passant on the way, since neither
//! survives a turn of the board.
//!
//! ```text
//!  identity      flip files    flip ranks    rotate 180
//!  . . .         . . .         X . .         . . X
//!  . . .         . . .         o . .         . . o
//!  o . .         . . o         . . .         . . .      (drawn on a board of three by three,
//!  X . .         . . X         . . .         . . .       cut down to its corners)
//!
//!  diagonal      antidiagonal  rotate 90     rotate 270
//!  . . .         . o X         X o .         . . .
//!  . . .         . . .         . . .         . . .
//!  X o .         . . .         . . .         . o X
//! ```

use shakmaty::Bitboard;

use crate::position::Position;
use crate::squares::{bit, transpose};

/// One of the eight symmetries of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Symmetry {
    /// The board as it is.
    Identity = 0,
    /// The a-file and the h-file change places.
    FlipFiles = 1,
    /// The first and the eighth rank change places.
    FlipRanks = 2,
    /// Half a turn: a1 goes to h8.
    Rotate180 = 3,
    /// About the diagonal a1-h8: b1 goes to a2.
    FlipDiagonal = 4,
    /// About the diagonal a8-h1: a1 goes to h8, b1 to h7.
    FlipAntidiagonal = 5,
    /// A quarter turn clockwise: a1 goes to a8.
    Rotate90 = 6,
    /// A quarter turn the other way: a1 goes to h1.
    Rotate270 = 7,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::FlipFiles,
        Symmetry::FlipRanks,
        Symmetry::Rotate180,
        Symmetry::FlipDiagonal,
        Symmetry::FlipAntidiagonal,
        Symmetry::Rotate90,
        Symmetry::Rotate270,
    ];

    /// The set laid over the board in this way.
    ///
    /// ```
    /// use adv_chess::Symmetry;
    /// let b1 = 1 << 1;
    /// assert_eq!(Symmetry::FlipDiagonal.apply(b1), 1 << 8); // a2
    /// assert_eq!(Symmetry::Rotate90.apply(b1), 1 << 48); // a7
    /// ```
    #[inline]
    pub const fn apply(self, set: u64) -> u64 {
        match self {
            Symmetry::Identity => set,
            Symmetry::FlipFiles => Bitboard(set).flip_horizontal().0,
            Symmetry::FlipRanks => set.swap_bytes(),
            Symmetry::Rotate180 => set.reverse_bits(),
            Symmetry::FlipDiagonal => transpose(set),
            Symmetry::FlipAntidiagonal => transpose(set).reverse_bits(),
            Symmetry::Rotate90 => transpose(set).swap_bytes(),
            Symmetry::Rotate270 => transpose(set.swap_bytes()),
        }
    }

    /// Where one square goes.
    #[inline]
    pub const fn apply_square(self, square: u8) -> u8 {
        self.apply(bit(square)).trailing_zeros() as u8
    }

    /// The whole position laid over the board in this way. Turn and clocks stay; castling rights
    /// and the en passant square are dropped. Pawns move along, even to ranks where no pawn can stand.
    pub fn apply_position(self, position: &Position) -> Position {
        let mut laid = position.with_ep(None).with_castling(0);
        laid.by_role = laid.by_role.map(|set| self.apply(set));
        laid.by_color = laid.by_color.map(|set| self.apply(set));
        laid
    }

    /// The symmetry that undoes this one.
    #[inline]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Rotate90 => Symmetry::Rotate270,
            Symmetry::Rotate270 => Symmetry::Rotate90,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_is_undone_and_differs() {
        let set = 0x0123_4567_89ab_cdef;
        for (i, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            assert_eq!(
                symmetry.inverse().apply(symmetry.apply(set)),
                set,
                "{symmetry:?}"
            );
            for other in &Symmetry::ALL[..i] {
                assert_ne!(
                    symmetry.apply(set),
                    other.apply(set),
                    "{symmetry:?} {other:?}"
                );
            }
            // Two men a king's step apart stay so wherever they are laid.
            for square in 0..63u8 {
                let (a, b) = (
                    symmetry.apply_square(square),
                    symmetry.apply_square(square + 1),
                );
                let before = crate::rays::king_distance(square, square + 1);
                assert_eq!(crate::rays::king_distance(a, b), before);
            }
        }
    }

    #[test]
    fn the_quarter_turns_go_the_way_they_say() {
        assert_eq!(Symmetry::Rotate90.apply_square(0), 56);
        assert_eq!(Symmetry::Rotate270.apply_square(0), 7);
        assert_eq!(Symmetry::Rotate180.apply_square(0), 63);
        assert_eq!(Symmetry::FlipAntidiagonal.apply_square(1), 55);
    }
}
