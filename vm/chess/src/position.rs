//! The lean position: 72 bytes, copied at every move instead of being unmade.
//!
//! ```text
//! by_role   [K][Q][R][B][N][P]    6 words: the squares of the men of a role, both colours
//! by_color  [White][Black]        2 words: the squares of the men of a side
//! rest      clocks, turn, en passant square, castling rights
//! ```
//!
//! A position may be anything, also a board without kings, for the language evaluates boards turned
//! or thinned out. What is playable is decided by [`crate::notation::parse_fen`] and by
//! [`crate::class::ClassIndex`], which build only positions that shakmaty would accept.

use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Piece, PositionError, Setup};

use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Role};
use crate::squares::{bit, each, file_of, first, rank_of, to_shakmaty};

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

/// A chess position. Two positions are equal when everything is, the clocks included; see
/// [`Position::without_clocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of the men of each role, both colours, in the order K Q R B N P.
    pub by_role: [u64; 6],
    /// The squares of the men of White and of Black.
    pub by_color: [u64; 2],
    /// Moves (plies) since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, counted from 1 after FEN's custom and raised after Black's moves.
    pub fullmoves: u16,
    /// The side to move.
    pub turn: Color,
    /// Where a pawn can be captured en passant; set only when such a capture is legal.
    pub ep: Option<u8>,
    /// The rights `CASTLE_…` that remain, as bits.
    pub castling: u8,
}

impl Position {
    /// An empty board with White to move, from which [`Position::put`] builds.
    pub const EMPTY: Position = Position {
        by_role: [0; 6],
        by_color: [0; 2],
        halfmoves: 0,
        fullmoves: 1,
        turn: Color::White,
        ep: None,
        castling: 0,
    };

    /// The start of a game of chess.
    pub fn start() -> Position {
        Position::from_setup(&Setup::initial())
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

    /// Takes whatever stands on a square off the board.
    #[inline]
    pub fn remove(&mut self, square: u8) {
        let keep = !bit(square);
        self.by_role.iter_mut().for_each(|set| *set &= keep);
        self.by_color.iter_mut().for_each(|set| *set &= keep);
    }

    /// The same position with both clocks at their start, as a key for tables: positions that
    /// differ in their clocks only are one position to advice.
    #[inline]
    pub const fn without_clocks(mut self) -> Position {
        self.halfmoves = 0;
        self.fullmoves = 1;
        self
    }

    /// The position after a move. The move must have been generated from this position, or found
    /// in it by [`crate::notation::parse_move`]; any other gives a position without meaning.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        let us = self.turn;
        let them = !us;
        let (from, to) = (bit(m.from), bit(m.to));
        let mut next = *self;

        if self.side(them) & to != 0 {
            next.by_role.iter_mut().for_each(|set| *set &= !to);
            next.by_color[them.index()] &= !to;
            next.halfmoves = 0;
        } else {
            next.halfmoves = self.halfmoves.saturating_add(1);
        }
        // Clear and set instead of toggling, so that a foreign move cannot make two men of one.
        let moved = &mut next.by_role[m.role.index()];
        *moved = (*moved & !from) | to;
        let ours = &mut next.by_color[us.index()];
        *ours = (*ours & !from) | to;

        next.fullmoves = self.fullmoves.saturating_add(us as u16);
        next.turn = them;
        next.ep = None;
        if self.castling != 0 {
            next.castling &=
                RIGHTS_KEPT[usize::from(m.from & 63)] & RIGHTS_KEPT[usize::from(m.to & 63)];
        }
        if m.role == Role::Pawn {
            next.halfmoves = 0;
            next.finish_pawn_move(m, us);
        } else if m.is_castle() {
            next.move_castled_rook(m, us);
        }
        next
    }

    /// Promotion, the captured pawn of an en passant capture, and the right to capture this pawn.
    fn finish_pawn_move(&mut self, m: Move, us: Color) {
        let to = bit(m.to);
        if let Some(role) = m.promotion() {
            self.by_role[Role::Pawn.index()] &= !to;
            self.by_role[role.index()] |= to;
        } else if m.kind == MoveKind::EnPassant {
            self.remove((m.from & 56) | file_of(m.to));
        } else if m.from.abs_diff(m.to) == 16 {
            let passed = m.from.midpoint(m.to);
            if self.can_capture_en_passant(passed, !us) {
                self.ep = Some(passed);
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
            turn: !self.turn,
            ep: self.ep.map(|square| square ^ 56),
            castling: ((self.castling & 3) << 2) | ((self.castling >> 2) & 3),
            ..*self
        }
    }

    /// The position that a shakmaty setup describes, without any check of its legality. The en
    /// passant square is kept where such a capture is legal, and castling rights where king and
    /// rook stand at home.
    pub fn from_setup(setup: &Setup) -> Position {
        let mut position = Position {
            turn: Color::from_shakmaty(setup.turn),
            halfmoves: u16::try_from(setup.halfmoves).unwrap_or(u16::MAX),
            fullmoves: u16::try_from(setup.fullmoves.get()).unwrap_or(u16::MAX),
            ..Position::EMPTY
        };
        for (square, piece) in setup.board.iter() {
            let (color, role) = (
                Color::from_shakmaty(piece.color),
                Role::from_shakmaty(piece.role),
            );
            position.put(color, role, square as u8);
        }
        for (right, color, king, rook) in CASTLINGS {
            let at_home = position.pieces(color, Role::King) & bit(king) != 0
                && position.pieces(color, Role::Rook) & bit(rook) != 0;
            if at_home && setup.castling_rights.contains(to_shakmaty(rook)) {
                position.castling |= right;
            }
        }
        position.ep = setup
            .ep_square
            .map(|square| square as u8)
            .filter(|&square| position.has_passed(square))
            .filter(|&square| position.can_capture_en_passant(square, position.turn));
        position
    }

    /// True when a pawn of the side that has moved can just have gone two squares past `target`.
    fn has_passed(&self, target: u8) -> bool {
        let (rank, from, to) = match self.turn {
            Color::White => (5, target.wrapping_add(8), target.wrapping_sub(8)),
            Color::Black => (2, target.wrapping_sub(8), target.wrapping_add(8)),
        };
        rank_of(target) == rank
            && (bit(target) | bit(from)) & self.occupied() == 0
            && self.pieces(!self.turn, Role::Pawn) & bit(to) != 0
    }

    /// The position as a shakmaty setup, which may describe anything.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in each(self.occupied()) {
            if let Some((color, role)) = self.piece_at(square) {
                let piece = Piece {
                    color: color.to_shakmaty(),
                    role: role.to_shakmaty(),
                };
                setup.board.set_piece_at(to_shakmaty(square), piece);
            }
        }
        for (right, _, _, rook) in CASTLINGS {
            if self.castling & right != 0 {
                setup.castling_rights.add(to_shakmaty(rook));
            }
        }
        setup.turn = self.turn.to_shakmaty();
        setup.ep_square = self.ep.map(to_shakmaty);
        setup.halfmoves = u32::from(self.halfmoves);
        setup.fullmoves = u32::from(self.fullmoves)
            .try_into()
            .unwrap_or(std::num::NonZeroU32::MIN);
        setup
    }

    /// The position as shakmaty plays it, `None` where it would not: no king, the side to move
    /// could take the king, and the like. Material beyond a real game's is accepted.
    pub fn to_chess(&self) -> Option<Chess> {
        Chess::from_setup(self.to_setup(), CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .ok()
    }
}

impl Default for Position {
    /// The start of a game of chess.
    fn default() -> Position {
        Position::start()
    }
}

impl From<&Chess> for Position {
    fn from(chess: &Chess) -> Position {
        Position::from_setup(&shakmaty::Position::to_setup(chess, EnPassantMode::Legal))
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
        let mut position = Position::start();
        position.castling = CASTLE_WHITE_KING | CASTLE_BLACK_QUEEN;
        let mirrored = position.mirror();
        assert_eq!(mirrored.castling, CASTLE_BLACK_KING | CASTLE_WHITE_QUEEN);
        assert_eq!(mirrored.turn, Color::Black);
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
