//! The lean position: 72 bytes, copied at every move instead of being unmade.
//!
//! ```text
//! by_role   [K][Q][R][B][N][P]    6 words: the squares of the men of a role, both colours
//! by_color  [White][Black]        2 words: the squares of the men of a side
//! rest      1 word: clocks, turn, en passant square, castling rights
//! ```
//!
//! A position may be anything, also a board without kings, for the language evaluates boards turned
//! or thinned out. What is playable is decided by [`crate::notation::parse_fen`] and by
//! [`crate::class::ClassIndex`], which build only positions that shakmaty would accept.

use std::fmt;

use shakmaty::Setup;

use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Role};
use crate::squares::{bit, each, file_of, first};

/// White may castle on the king's side.
pub const CASTLE_WHITE_KING: u8 = 1;
/// White may castle on the queen's side.
pub const CASTLE_WHITE_QUEEN: u8 = 2;
/// Black may castle on the king's side.
pub const CASTLE_BLACK_KING: u8 = 4;
/// Black may castle on the queen's side.
pub const CASTLE_BLACK_QUEEN: u8 = 8;

/// Each castling right with the home squares of its king and rook.
pub(crate) const CASTLINGS: [(u8, Color, u8, u8); 4] = [
    (CASTLE_WHITE_KING, Color::White, 4, 7),
    (CASTLE_WHITE_QUEEN, Color::White, 4, 0),
    (CASTLE_BLACK_KING, Color::Black, 60, 63),
    (CASTLE_BLACK_QUEEN, Color::Black, 60, 56),
];

/// The rights of either side.
pub(crate) const CASTLINGS_OF: [u8; 2] = [
    CASTLE_WHITE_KING | CASTLE_WHITE_QUEEN,
    CASTLE_BLACK_KING | CASTLE_BLACK_QUEEN,
];

/// Rights that survive a move from or to each square.
static RIGHTS_KEPT: [u8; 64] = {
    let mut table = [15; 64];
    table[4] = 15 - CASTLE_WHITE_KING - CASTLE_WHITE_QUEEN;
    table[7] = 15 - CASTLE_WHITE_KING;
    table[0] = 15 - CASTLE_WHITE_QUEEN;
    table[60] = 15 - CASTLE_BLACK_KING - CASTLE_BLACK_QUEEN;
    table[63] = 15 - CASTLE_BLACK_KING;
    table[56] = 15 - CASTLE_BLACK_QUEEN;
    table
};

/// All ones in one place of six: a table keeps [`Position::play`] free of branches on the role. Two
/// empty rows more let three bits of an index stay inside.
static ONLY: [[u64; 6]; 8] = {
    let mut table = [[0; 6]; 8];
    let mut i = 0;
    while i < 6 {
        table[i][i] = !0;
        i += 1;
    }
    table
};

/// A chess position. Two positions are equal when everything is, the clocks included; see
/// [`Position::without_clocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of the men of each role, both colours, in the order K Q R B N P.
    pub by_role: [u64; 6],
    /// The squares of the men of White and of Black.
    pub by_color: [u64; 2],
    /// Turn (bit 0), en passant square (8..16, 0 for none), castling rights (16..24), halfmove
    /// clock (32..48), move number (48..64). One word and not five fields: a word is stored at once,
    /// while five small stores would hold up the copy that follows by more than the move itself
    /// takes.
    rest: u64,
}

const TURN: u64 = 1;
const EP_SHIFT: u32 = 8;
const CASTLING_SHIFT: u32 = 16;
const HALFMOVES_SHIFT: u32 = 32;
const FULLMOVES_SHIFT: u32 = 48;

impl Position {
    /// An empty board with White to move, from which [`Position::put`] builds.
    pub const EMPTY: Position = Position {
        by_role: [0; 6],
        by_color: [0; 2],
        rest: 1 << FULLMOVES_SHIFT,
    };

    /// The offset in a position of the word whose lowest bit is the side to move, 0 for White: for code compiled while a program runs.
    pub const TURN_AT: usize = std::mem::offset_of!(Position, rest);

    /// The start of a game of chess.
    pub fn start() -> Position {
        Position::from_setup(&Setup::initial())
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        if self.rest & TURN == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// Where a pawn can be captured en passant; set only when such a capture is legal.
    #[inline]
    pub const fn ep(&self) -> Option<u8> {
        match (self.rest >> EP_SHIFT) as u8 {
            0 => None,
            square => Some(square),
        }
    }

    /// The rights `CASTLE_…` that remain, as bits.
    #[inline]
    pub const fn castling(&self) -> u8 {
        (self.rest >> CASTLING_SHIFT) as u8
    }

    /// Moves (plies) since the last capture or pawn move.
    #[inline]
    pub const fn halfmoves(&self) -> u16 {
        (self.rest >> HALFMOVES_SHIFT) as u16
    }

    /// The number of the move, 1 at the start of a game and raised after each of Black's moves.
    #[inline]
    pub const fn fullmoves(&self) -> u16 {
        (self.rest >> FULLMOVES_SHIFT) as u16
    }

    /// The same board with this side to move.
    #[inline]
    #[must_use]
    pub const fn with_turn(mut self, turn: Color) -> Position {
        self.rest = (self.rest & !TURN) | turn as u64;
        self
    }

    /// The same position with an en passant square, which must be one where a pawn of the side to
    /// move can capture; on a1, where none can, it is none.
    #[inline]
    #[must_use]
    pub const fn with_ep(mut self, square: Option<u8>) -> Position {
        let square = match square {
            Some(square) => square & 63,
            None => 0,
        };
        self.rest = (self.rest & !(0xff << EP_SHIFT)) | (square as u64) << EP_SHIFT;
        self
    }

    /// The same position with these rights `CASTLE_…`.
    #[inline]
    #[must_use]
    pub const fn with_castling(mut self, rights: u8) -> Position {
        let rights = (rights & 15) as u64;
        self.rest = (self.rest & !(0xff << CASTLING_SHIFT)) | rights << CASTLING_SHIFT;
        self
    }

    /// The same with the right to castle wherever a king and a rook are on their home squares.
    #[must_use]
    pub fn with_all_castling(self) -> Position {
        let home = |(_, color, king, rook): &&(u8, Color, u8, u8)| {
            let (kings, rooks) = (
                self.pieces(*color, Role::King),
                self.pieces(*color, Role::Rook),
            );
            kings >> king & rooks >> rook & 1 != 0
        };
        let rights = CASTLINGS.iter().filter(home);
        self.with_castling(rights.fold(0, |rights, of| rights | of.0))
    }

    /// The same position with these clocks: plies without capture or pawn move, number of the move.
    #[inline]
    #[must_use]
    pub const fn with_clocks(mut self, halfmoves: u16, fullmoves: u16) -> Position {
        self.rest = (self.rest & 0xffff_ffff)
            | (halfmoves as u64) << HALFMOVES_SHIFT
            | (fullmoves as u64) << FULLMOVES_SHIFT;
        self
    }

    /// The men of a role of a side.
    #[inline]
    pub const fn pieces(&self, color: Color, role: Role) -> u64 {
        self.by_role[role.index()] & self.by_color[color.index()]
    }

    /// All men of a side.
    #[inline]
    pub const fn side(&self, color: Color) -> u64 {
        self.by_color[color.index()]
    }

    /// All men.
    #[inline]
    pub const fn occupied(&self) -> u64 {
        self.by_color[0] | self.by_color[1]
    }

    /// The king's square, `None` for a board without it; of several kings the lowest square.
    #[inline]
    pub const fn king(&self, color: Color) -> Option<u8> {
        first(self.pieces(color, Role::King))
    }

    /// The man on a square.
    #[inline]
    pub fn piece_at(&self, square: u8) -> Option<(Color, Role)> {
        let set = bit(square);
        let color = Color::ALL.into_iter().find(|c| self.side(*c) & set != 0)?;
        let role = Role::ALL
            .into_iter()
            .find(|r| self.by_role[r.index()] & set != 0)?;
        Some((color, role))
    }

    /// Puts a man on a square, in place of what stood there.
    #[inline]
    pub fn put(&mut self, color: Color, role: Role, square: u8) {
        self.remove(square);
        self.by_role[role.index()] |= bit(square);
        self.by_color[color.index()] |= bit(square);
    }

    /// Removes the man on a square, if there is one.
    #[inline]
    pub fn remove(&mut self, square: u8) {
        let keep = !bit(square);
        self.by_role.iter_mut().for_each(|set| *set &= keep);
        self.by_color.iter_mut().for_each(|set| *set &= keep);
    }

    /// The same position with both clocks at their start, as a key for tables: positions that
    /// differ in their clocks only are one position to advice.
    #[inline]
    #[must_use]
    pub const fn without_clocks(self) -> Position {
        self.with_clocks(0, 1)
    }

    /// True where a move takes a man.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        m.is_en_passant() || self.occupied() & bit(m.to) != 0
    }

    /// The position after a move. The move must have been generated from this position, or found
    /// in it by [`crate::notation::parse_move`]; any other gives a position without meaning.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        // An ordinary position is written where the caller wants it. One that is finished in a second step would be written, changed
        // and copied, and the copy waits for what has just been written.
        let two_ranks = m.role == Role::Pawn && m.from.abs_diff(m.to) == 16;
        if m.kind as u8 >= MoveKind::Castle as u8 || two_ranks {
            return self.play_special(m);
        }
        self.moved(m)
    }

    /// The position after castling, a capture en passant, a pass, or a pawn's move by two ranks.
    #[inline(never)]
    fn play_special(&self, m: Move) -> Position {
        let mut next = self.moved(m);
        if m.role == Role::Pawn {
            next.finish_pawn_move(m, self.turn());
        } else {
            next.finish_other_move(m, self.turn());
        }
        next
    }

    /// The position after the man that moves has gone to its square, and the side to move and the clocks have changed.
    #[inline(always)]
    fn moved(&self, m: Move) -> Position {
        let us = self.turn();
        let to = bit(m.to);
        // The man that moves leaves `from`, a captured one leaves `to`: one mask for every set.
        let keep = !(bit(m.from) | to);
        let placed = &ONLY[m.promotion().unwrap_or(m.role).index() & 7];
        let ours = &ONLY[us.index()];
        let quiet = self.side(!us) & to == 0 && m.role != Role::Pawn;
        let halfmoves = if quiet {
            self.halfmoves().saturating_add(1)
        } else {
            0
        };
        let fullmoves = self.fullmoves().saturating_add(us as u16);
        let mut rights = self.castling();
        if rights != 0 {
            rights &= RIGHTS_KEPT[usize::from(m.from & 63)] & RIGHTS_KEPT[usize::from(m.to & 63)];
        }
        // Written out: a function for each is called by its address where a crate is not optimized as a whole.
        let role = |r: usize| (self.by_role[r] & keep) | (to & placed[r]);
        let color = |c: usize| (self.by_color[c] & keep) | (to & ours[c]);
        Position {
            by_role: [role(0), role(1), role(2), role(3), role(4), role(5)],
            by_color: [color(0), color(1)],
            rest: (us as u64 ^ TURN)
                | u64::from(rights) << CASTLING_SHIFT
                | u64::from(halfmoves) << HALFMOVES_SHIFT
                | u64::from(fullmoves) << FULLMOVES_SHIFT,
        }
    }

    /// The pass of the side to move. After it the other side is to move, en passant is gone, and the clocks go on as after a quiet move.
    /// It is for positions in which the side is not in check.
    pub fn pass(&self) -> Move {
        Move::pass((!self.occupied()).trailing_zeros() as u8)
    }

    /// What is left of castling, where the king has moved, and of a pass, where a king stands on the empty square.
    fn finish_other_move(&mut self, m: Move, us: Color) {
        match m.kind {
            MoveKind::Castle => self.move_castled_rook(m, us),
            _ => self.remove(m.to),
        }
    }

    /// The captured pawn of an en passant capture, and the right to capture this pawn.
    fn finish_pawn_move(&mut self, m: Move, us: Color) {
        if m.is_en_passant() {
            self.remove((m.from & 56) | file_of(m.to));
        } else if m.from.abs_diff(m.to) == 16 {
            let passed = m.from.midpoint(m.to);
            if self.can_capture_en_passant(passed, !us) {
                *self = self.with_ep(Some(passed));
            }
        }
    }

    /// True when a pawn of `color` can legally capture on `target` the pawn that has passed it.
    pub(crate) fn can_capture_en_passant(&self, target: u8, color: Color) -> bool {
        let capturers = crate::rays::pawn_attacks(!color, target) & self.pieces(color, Role::Pawn);
        each(capturers).any(|from| self.en_passant_is_safe(from, target, color))
    }

    /// True when the king of `color` is not attacked after its pawn on `from` has captured en
    /// passant on `target`. Two men leave one line at once, which no pin tells of.
    pub(crate) fn en_passant_is_safe(&self, from: u8, target: u8, color: Color) -> bool {
        let Some(king) = self.king(color) else {
            return true;
        };
        let captured = bit((from & 56) | file_of(target));
        let occupied = (self.occupied() & !bit(from) & !captured) | bit(target);
        self.attackers_to(king, !color, occupied) & !captured == 0
    }

    fn move_castled_rook(&mut self, m: Move, us: Color) {
        let home = m.to & 56;
        let (from, to) = if file_of(m.to) == 6 { (7, 5) } else { (0, 3) };
        self.remove(home | from);
        self.put(us, Role::Rook, home | to);
    }

    /// Colours exchanged and the board turned over from rank 1 to rank 8: the same position seen
    /// by the other side. Turn, en passant square and castling rights go along.
    pub fn mirror(&self) -> Position {
        let mut by_role = self.by_role;
        by_role.iter_mut().for_each(|set| *set = set.swap_bytes());
        Position {
            by_role,
            by_color: [self.by_color[1].swap_bytes(), self.by_color[0].swap_bytes()],
            rest: self.rest,
        }
        .with_turn(!self.turn())
        .with_ep(self.ep().map(|square| square ^ 56))
        .with_castling(((self.castling() & 3) << 2) | (self.castling() >> 2))
    }
}

impl Default for Position {
    /// The start of a game of chess.
    fn default() -> Position {
        Position::start()
    }
}

impl fmt::Debug for Position {
    /// Writes the FEN, which is what a failed test needs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", crate::notation::fen(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_72_bytes() {
        assert_eq!(size_of::<Position>(), 72);
    }

    #[test]
    fn mirror_twice_is_nothing() {
        let rights = CASTLE_WHITE_KING | CASTLE_BLACK_QUEEN;
        let position = Position::start().with_castling(rights).with_clocks(3, 7);
        let mirrored = position.mirror();
        assert_eq!(mirrored.castling(), CASTLE_BLACK_KING | CASTLE_WHITE_QUEEN);
        assert_eq!(mirrored.turn(), Color::Black);
        assert_eq!(mirrored.king(Color::White), Some(4));
        assert_eq!(mirrored.mirror(), position);
    }

    #[test]
    fn a_board_without_kings_is_no_game() {
        assert_eq!(Position::EMPTY.king(Color::White), None);
        assert!(Position::EMPTY.to_chess().is_none());
        assert!(Position::start().to_chess().is_some());
    }
}
