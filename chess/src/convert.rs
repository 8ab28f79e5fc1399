//! Between the lean position and shakmaty's, which judges what can be played.

use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Piece, PositionError, Setup};

use crate::piece::{Color, Role};
use crate::position::{CASTLINGS, Position};
use crate::squares::{bit, each, rank_of, to_shakmaty};

impl Position {
    /// The position that a shakmaty setup describes, without any check of its legality. The en
    /// passant square is kept where such a capture is legal, and castling rights where king and
    /// rook are on their home squares.
    pub fn from_setup(setup: &Setup) -> Position {
        let mut position = Position::EMPTY
            .with_turn(Color::from_shakmaty(setup.turn))
            .with_clocks(
                u16::try_from(setup.halfmoves).unwrap_or(u16::MAX),
                u16::try_from(setup.fullmoves.get()).unwrap_or(u16::MAX),
            );
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
                position = position.with_castling(position.castling() | right);
            }
        }
        let ep = setup
            .ep_square
            .map(|square| square as u8)
            .filter(|&square| position.has_passed(square))
            .filter(|&square| position.can_capture_en_passant(square, position.turn()));
        position.with_ep(ep)
    }

    /// True when a pawn of the side that has moved can just have gone two squares past `target`.
    fn has_passed(&self, target: u8) -> bool {
        let (rank, from, to) = match self.turn() {
            Color::White => (5, target.wrapping_add(8), target.wrapping_sub(8)),
            Color::Black => (2, target.wrapping_sub(8), target.wrapping_add(8)),
        };
        rank_of(target) == rank
            && (bit(target) | bit(from)) & self.occupied() == 0
            && self.pieces(!self.turn(), Role::Pawn) & bit(to) != 0
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
            if self.castling() & right != 0 {
                setup.castling_rights.add(to_shakmaty(rook));
            }
        }
        setup.turn = self.turn().to_shakmaty();
        setup.ep_square = self.ep().map(to_shakmaty);
        setup.halfmoves = u32::from(self.halfmoves());
        setup.fullmoves = u32::from(self.fullmoves())
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

impl From<&Chess> for Position {
    fn from(chess: &Chess) -> Position {
        Position::from_setup(&shakmaty::Position::to_setup(chess, EnPassantMode::Legal))
    }
}
