//! The leanest position: one word for boards of at most seven men, or six with pawns among them, without castling.
//!
//! ```text
//!  byte  7      6    5    4    3    2    1    0        KRK, White to move, Ka1 Rb2 against kd5:
//!      turn+64  man  man  man  man  man  man  man      40 40 40 40 40 23 09 00
//! ```
//!
//! A [`Roster`] says which man each byte stands for; the byte is the square of the man, or 64 ([`TAKEN`]) once it is off the board.
//! As long as no pawn promotes no man changes its kind, so one roster holds in the whole tree of moves. A move is a few operations on
//! the word, without a table and without a branch: the bytes that equal a square are found all at once, since bytes below 128 added
//! to 127 carry nothing over. Code that needs sets of squares unpacks the whole [`Position`] ([`Roster::unpack`]), once for a node and
//! not for each of its moves.
//!
//! Two moves of a pawn leave something behind that squares do not say: that it has promoted, and that it may be captured en passant.
//! Five bits of the highest byte say so, and such a word is [special](Lean::is_special): it can be looked at, but no move is made
//! from it. Code that goes on from there unpacks it.
//!
//! ```text
//!  bits of byte 7    6  5 4 3 2 1  0      mark    0            nothing has happened
//!                    1    mark    turn            1 + 4m + r   the pawn that is man m is now Q, R, B, N by r
//!                                                 25 + m       the pawn that is man m has just gone two squares, to a man's side
//! ```

use crate::board_sets::{BoardSets, man_code, man_of};
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::squares::{bit, each, file_of};
use crate::symmetry::Symmetry;

/// The byte of a man that is off the board.
pub const TAKEN: u8 = 64;

/// The most men that a word can hold.
pub const MOST: usize = 7;

/// The most men where one of them is a pawn.
pub const MOST_WITH_PAWNS: usize = 6;

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;
const EMPTY: u64 = ONES * TAKEN as u64;
const TURN: u64 = 1 << 56;

/// The lowest bit of the mark.
const MARK_AT: u32 = 57;

/// The marks of a pawn that has just gone two squares begin here, a mark for each man; before them are those of promotions, four a man.
const PASSED: u64 = 1 + 4 * MOST_WITH_PAWNS as u64;

/// What a mark says.
enum Mark {
    /// This man is no pawn any more.
    Promoted(usize, Role),
    /// This pawn has just gone two squares.
    Passed(usize),
}

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

    /// The position after a move that was generated from it. It must not be special itself.
    #[inline(always)]
    #[must_use]
    pub const fn play(self, m: Move) -> Lean {
        let (from, to) = (m.from & 63, m.to & 63);
        let moved = self.on(from) * (from ^ to) as u64;
        let taken = self.on(to) * (to ^ TAKEN) as u64;
        let next = Lean(self.0 ^ moved ^ taken ^ TURN);
        if m.role as u8 == Role::Pawn as u8 {
            return next.with_mark_of(m);
        }
        next
    }

    /// The bits that a special word has and no other.
    pub const SPECIAL: u64 = 31 << MARK_AT;

    /// True where squares do not say all: a pawn has promoted, or may be captured en passant.
    #[inline(always)]
    pub const fn is_special(self) -> bool {
        self.0 & Self::SPECIAL != 0
    }

    /// The same position with what a pawn's move to it has left behind.
    #[inline]
    const fn with_mark_of(self, m: Move) -> Lean {
        let (from, to) = (m.from & 63, m.to & 63);
        let man = (self.on(to).trailing_zeros() / 8) as u64;
        let mark = if m.kind as u8 != MoveKind::Normal as u8 {
            match m.promotion() {
                Some(Role::Rook) => 2 + 4 * man,
                Some(Role::Bishop) => 3 + 4 * man,
                Some(Role::Knight) => 4 + 4 * man,
                Some(_) => 1 + 4 * man,
                None => 0,
            }
        } else if from.abs_diff(to) == 16 && self.has_neighbour(to) {
            PASSED + man
        } else {
            0
        };
        Lean(self.0 | mark << MARK_AT)
    }

    /// A man stands beside a square of the fourth or fifth rank, where it could be a pawn that captures en passant.
    const fn has_neighbour(self, square: u8) -> bool {
        let file = file_of(square);
        file > 0 && self.on(square - 1) != 0 || file < 7 && self.on(square + 1) != 0
    }

    /// What the mark of a special word says.
    const fn mark(self) -> Option<Mark> {
        match (self.0 & Self::SPECIAL) >> MARK_AT {
            0 => None,
            mark if mark >= PASSED => Some(Mark::Passed((mark - PASSED) as usize)),
            mark => {
                let role = match (mark - 1) & 3 {
                    0 => Role::Queen,
                    1 => Role::Rook,
                    2 => Role::Bishop,
                    _ => Role::Knight,
                };
                Some(Mark::Promoted(((mark - 1) >> 2) as usize, role))
            }
        }
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

/// Which man each byte of a [`Lean`] position stands for: White's first, in the order K Q R B N P.
///
/// ```
/// use adv_chess::lean::Roster;
/// use adv_chess::notation::parse_fen;
///
/// let position = parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1")?;
/// let roster = Roster::of(&position).ok_or("few men and no castling")?;
/// assert_eq!(roster.len(), 3);
/// let lean = roster.pack(&position).ok_or("the roster's own men")?;
/// assert_eq!(lean.word(), 0x4040_4040_4023_0900);
/// assert_eq!(roster.unpack(lean), position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roster(
    // A man by his code ([`man_code`]) in each of the lower bytes; in the highest one how many they are, and from its bit 3 on how many are pawns. It is
    // copied for each search, and a word is copied at once.
    u64,
);

/// Where the number of men begins in a roster's word.
const LEN_AT: u32 = 56;

/// Where the number of pawns begins.
const PAWNS_AT: u32 = LEN_AT + 3;

impl Roster {
    /// The men of a position; `None` where a lean position cannot hold it: a castling right, a capture en passant, more than seven men,
    /// or six where one of them is a pawn.
    pub fn of(position: &Position) -> Option<Roster> {
        if position.castling() != 0 || position.ep().is_some() {
            return None;
        }
        let pawns = position.by_role[Role::Pawn.index()].count_ones();
        let most = if pawns == 0 { MOST } else { MOST_WITH_PAWNS };
        if position.occupied().count_ones() as usize > most {
            return None;
        }
        let mut roster = Roster(u64::from(pawns) << PAWNS_AT);
        for color in Color::ALL {
            for role in Role::ALL {
                for _ in each(position.pieces(color, role)) {
                    roster.add(color, role);
                }
            }
        }
        Some(roster)
    }

    /// Puts one man more behind the others, of which there are fewer than seven.
    fn add(&mut self, color: Color, role: Role) {
        self.0 |= u64::from(man_code(color, role)) << (8 * self.len());
        self.0 += 1 << LEN_AT;
    }

    /// The code of a man.
    #[inline(always)]
    const fn code(&self, man: usize) -> u8 {
        (self.0 >> (8 * man)) as u8
    }

    /// The number of men.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        (self.0 >> LEN_AT & 7) as usize
    }

    /// True where one of the men is a pawn.
    #[inline(always)]
    pub const fn has_pawns(&self) -> bool {
        self.0 >> PAWNS_AT != 0
    }

    /// True where pawns of both sides are among them, of which one can capture another en passant.
    pub fn has_pawns_of_both(&self) -> bool {
        let has = |color| self.men().any(|man| man == (color, Role::Pawn));
        has(Color::White) && has(Color::Black)
    }

    /// True for the roster of an empty board.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The men, by byte.
    #[inline]
    pub fn men(&self) -> impl ExactSizeIterator<Item = (Color, Role)> + Clone + use<> {
        let roster = *self;
        (0..roster.len()).map(move |man| man_of(roster.code(man)))
    }

    /// The man of a byte; `None` where there is no such.
    #[inline]
    pub fn man(&self, byte: usize) -> Option<(Color, Role)> {
        (byte < self.len()).then(|| man_of(self.code(byte)))
    }

    /// True if no man is off the board.
    #[inline]
    pub const fn is_whole(&self, lean: Lean) -> bool {
        let own = (1 << (8 * self.len() as u32)) - 1;
        lean.0 & EMPTY & own == 0
    }

    /// The word of a position; `None` where its men are not among the roster's. Men of the roster that it lacks are taken.
    #[inline]
    pub fn pack(&self, position: &Position) -> Option<Lean> {
        if position.castling() != 0 || position.ep().is_some() {
            return None;
        }
        let mut word = EMPTY | (position.turn() as u64) << 56;
        let mut left = position.occupied();
        // No man has this code.
        let mut last = u8::MAX;
        let mut squares = 0;
        for i in 0..self.len() {
            let code = self.code(i);
            if last != code {
                let (color, role) = man_of(code);
                squares = position.pieces(color, role);
                last = code;
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
        let mut sets = BoardSets::default();
        for i in 0..self.len() {
            let square = lean.square(i);
            let squares = u64::from(square != TAKEN) << (square & 63);
            sets.add_man(self.code(i), squares);
        }
        let mut position = sets.position(lean.turn());
        if lean.is_special() {
            self.finish(lean, &mut position);
        }
        position
    }

    /// The same of a word that [`Lean::word`] has given, for compiled code, which hands words back; any other word gives a position
    /// without meaning.
    #[inline]
    pub fn unpack_word(&self, word: u64) -> Position {
        self.unpack(Lean(word))
    }

    /// What the mark of a special word says of its position.
    #[cold]
    #[inline(never)]
    fn finish(&self, lean: Lean, position: &mut Position) {
        match lean.mark() {
            Some(Mark::Promoted(man, role)) => {
                if let Some((color, _)) = self.man(man) {
                    position.put(color, role, lean.square(man) & 63);
                }
            }
            Some(Mark::Passed(man)) => {
                let square = lean.square(man) & 63;
                let passed = match lean.turn() {
                    Color::White => square.wrapping_add(8) & 63,
                    Color::Black => square.wrapping_sub(8) & 63,
                };
                if position.can_capture_en_passant(passed, lean.turn()) {
                    *position = position.with_ep(Some(passed));
                }
            }
            None => {}
        }
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
        roster.add(Color::Black, Role::Knight);
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
