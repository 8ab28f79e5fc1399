//! The leanest position: one word for boards of at most seven men without pawns and castling.
//!
//! ```text
//!  byte  7      6    5    4    3    2    1    0        KRK, White to move, Ka1 Rb2 against kd5:
//!      turn+64  man  man  man  man  man  man  man      40 40 40 40 40 23 09 00
//! ```
//!
//! A [`Roster`] says which man each byte stands for; the byte is the square of the man, or 64 ([`TAKEN`]) once it is off the board.
//! Without pawns no man changes its kind, so one roster holds in the whole tree of moves. A move is a few operations on the word,
//! without a table and without a branch: the bytes that equal a square are found all at once, since bytes below 128 added to 127
//! carry nothing over. Code that needs sets of squares unpacks the whole [`Position`] ([`Roster::unpack`]), once for a node and not for
//! each of its moves.

use crate::moves::Move;
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::squares::{bit, each};
use crate::symmetry::Symmetry;

/// The byte of a man that is off the board.
pub const TAKEN: u8 = 64;

/// The most men that a word can hold.
pub const MOST: usize = 7;

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;
const EMPTY: u64 = ONES * TAKEN as u64;
const TURN: u64 = 1 << 56;

/// Which of a board's eight sets (six roles, two colours) a man of a colour and role belongs to: all bits, or none.
static SETS: [[[u64; 8]; 6]; 2] = {
    let mut sets = [[[0; 8]; 6]; 2];
    let mut color = 0;
    while color < 2 {
        let mut role = 0;
        while role < 6 {
            sets[color][role][role] = !0;
            sets[color][role][6 + color] = !0;
            role += 1;
        }
        color += 1;
    }
    sets
};

/// A position as one word; what its bytes mean is said by a [`Roster`]. It has no clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lean(u64);

impl Default for Lean {
    /// No man anywhere, White to move.
    fn default() -> Lean {
        Lean(EMPTY)
    }
}

impl Lean {
    /// The word: byte `i` is the square 0..63 of man `i` of the roster or [`TAKEN`], the highest byte 64 with White to move and 65
    /// with Black to move.
    #[inline(always)]
    pub const fn word(self) -> u64 {
        self.0
    }

    /// The side to move.
    #[inline(always)]
    pub const fn turn(self) -> Color {
        if self.0 & TURN == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The square of a man of the roster, or [`TAKEN`].
    #[inline(always)]
    pub const fn square(self, man: usize) -> u8 {
        (self.0 >> (8 * (man & 7))) as u8
    }

    /// One in the lowest bit of every byte that equals a square 0..63.
    #[inline(always)]
    const fn on(self, square: u8) -> u64 {
        let differs = self.0 ^ (ONES * square as u64);
        // Every byte is below 128, so 127 sets its highest bit exactly where it is not zero.
        (!(differs + !TOPS) & TOPS) >> 7
    }

    /// The position after a move that was generated from it, which is no pawn's and no castling.
    #[inline(always)]
    #[must_use]
    pub const fn play(self, m: Move) -> Lean {
        let (from, to) = (m.from & 63, m.to & 63);
        let moved = self.on(from) * (from ^ to) as u64;
        let taken = self.on(to) * (to ^ TAKEN) as u64;
        Lean(self.0 ^ moved ^ taken ^ TURN)
    }
}

impl Lean {
    /// The position laid over the board in one of the eight ways, as [`Symmetry::apply_position`] lays it, all men at once.
    #[inline]
    #[must_use]
    pub const fn turned(self, symmetry: Symmetry) -> Lean {
        let (transposed, flipped) = match symmetry {
            Symmetry::Identity => return self,
            Symmetry::FlipFiles => (false, 7),
            Symmetry::FlipRanks => (false, 56),
            Symmetry::Rotate180 => (false, 63),
            Symmetry::FlipDiagonal => (true, 0),
            Symmetry::FlipAntidiagonal => (true, 63),
            Symmetry::Rotate90 => (true, 56),
            Symmetry::Rotate270 => (true, 7),
        };
        // Men off the board stay there, and the byte of the turn stays too: these bytes have the bit 64.
        let off = self.0 & EMPTY;
        let off = ((off << 1) - (off >> 6)) | off;
        let mut squares = self.0 & !off;
        if transposed {
            squares = ((squares & (7 * ONES)) << 3) | ((squares >> 3) & (7 * ONES));
        }
        squares ^= (flipped * ONES) & !off;
        Lean((self.0 & off) | squares)
    }
}

/// Which man each byte of a [`Lean`] position stands for: White's first, in the order K Q R B N.
///
/// ```
/// use adv_chess::lean::Roster;
/// use adv_chess::notation::parse_fen;
///
/// let position = parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1")?;
/// let roster = Roster::of(&position).ok_or("no pawns and no castling")?;
/// assert_eq!(roster.len(), 3);
/// let lean = roster.pack(&position).ok_or("the roster's own men")?;
/// assert_eq!(lean.word(), 0x4040_4040_4023_0900);
/// assert_eq!(roster.unpack(lean), position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[repr(align(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roster {
    men: [(Color, Role); MOST],
    // Two bytes, so that a roster is two whole words: it is copied for each search.
    len: u16,
}

impl Default for Roster {
    /// No men.
    fn default() -> Roster {
        Roster {
            men: [(Color::White, Role::King); MOST],
            len: 0,
        }
    }
}

impl Roster {
    /// The men of a position; `None` where a lean position cannot hold it: pawns, castling rights, more than seven men.
    pub fn of(position: &Position) -> Option<Roster> {
        if position.castling() != 0 || position.by_role[Role::Pawn.index()] != 0 {
            return None;
        }
        if position.occupied().count_ones() as usize > MOST {
            return None;
        }
        let mut roster = Roster::default();
        for color in Color::ALL {
            for role in Role::ALL {
                for _ in each(position.pieces(color, role)) {
                    *roster.men.get_mut(usize::from(roster.len))? = (color, role);
                    roster.len += 1;
                }
            }
        }
        Some(roster)
    }

    /// The number of men.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// True for the roster of an empty board.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The men, by byte.
    #[inline]
    pub fn men(&self) -> &[(Color, Role)] {
        self.men.get(..self.len()).unwrap_or(&[])
    }

    /// True if no man is off the board.
    #[inline]
    pub const fn is_whole(&self, lean: Lean) -> bool {
        let own = (1 << (8 * self.len as u32)) - 1;
        lean.0 & EMPTY & own == 0
    }

    /// The word of a position; `None` where its men are not among the roster's. Men of the roster that it lacks are taken.
    #[inline]
    pub fn pack(&self, position: &Position) -> Option<Lean> {
        if position.castling() != 0 {
            return None;
        }
        let mut word = EMPTY | (position.turn() as u64) << 56;
        let mut left = position.occupied();
        let mut last = None;
        let mut squares = 0;
        for (i, &(color, role)) in self.men().iter().enumerate() {
            if last != Some((color, role)) {
                squares = position.pieces(color, role);
                last = Some((color, role));
            }
            if squares != 0 {
                let square = squares.trailing_zeros();
                word ^= u64::from(square as u8 ^ TAKEN) << (8 * i);
                squares &= squares - 1;
                left &= !bit(square as u8);
            }
        }
        (left == 0).then_some(Lean(word))
    }

    /// The whole position, with its clocks at their start.
    #[inline(always)]
    pub fn unpack(&self, lean: Lean) -> Position {
        // The eight sets stay in registers: adding each man to two sets in memory would wait for the stores of the man before.
        let mut sets = [0; 8];
        for (i, &(color, role)) in self.men().iter().enumerate() {
            let square = lean.square(i);
            let set = u64::from(square != TAKEN) << (square & 63);
            for (all, own) in sets.iter_mut().zip(&SETS[color.index()][role.index()]) {
                *all |= set & own;
            }
        }
        let [k, q, r, b, n, p, white, black] = sets;
        let mut position = Position::EMPTY.with_turn(lean.turn());
        position.by_role = [k, q, r, b, n, p];
        position.by_color = [white, black];
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_word_turns_the_board() {
        let mut position = Position::EMPTY.with_turn(Color::Black);
        position.put(Color::White, Role::King, 1);
        position.put(Color::White, Role::Rook, 26);
        position.put(Color::Black, Role::King, 63);
        let mut roster = Roster::of(&position).expect("three men");
        roster.men[3] = (Color::Black, Role::Knight);
        roster.len = 4;
        for square in 0..64 {
            position.remove(40);
            let mut position = position;
            if position.piece_at(square).is_none() {
                position.put(Color::Black, Role::Knight, square);
            }
            let lean = roster.pack(&position).expect("its own men, some of them");
            for symmetry in Symmetry::ALL {
                let turned = roster.unpack(lean.turned(symmetry));
                assert_eq!(turned, symmetry.apply_position(&position), "{symmetry:?}");
            }
        }
    }
}
