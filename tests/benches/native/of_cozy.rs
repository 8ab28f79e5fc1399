//! Boards of cozy-chess, which keeps pins and checks in the board and hands out moves as sets of squares.

use adv_chess::squares::{bit, each, file_major};
use adv_chess::{Position, Role, notation};

use super::board::{Board, LAST_RANKS, castled};

/// A move of cozy-chess, where castling is the king's capture of its own rook, with the square that the king really goes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CozyPly {
    mv: cozy_chess::Move,
    to: u8,
}

impl CozyPly {
    #[inline]
    fn plain(from: cozy_chess::Square, to: u8) -> CozyPly {
        let mv = cozy_chess::Move {
            from,
            to: cozy_square(to),
            promotion: None,
        };
        CozyPly { mv, to }
    }
}

/// What a pawn becomes, in the language's order.
const PROMOTIONS: [cozy_chess::Piece; 4] = [
    cozy_chess::Piece::Queen,
    cozy_chess::Piece::Rook,
    cozy_chess::Piece::Bishop,
    cozy_chess::Piece::Knight,
];

#[inline]
fn cozy_color(white: bool) -> cozy_chess::Color {
    if white {
        cozy_chess::Color::White
    } else {
        cozy_chess::Color::Black
    }
}

#[inline]
fn cozy_piece(role: Role) -> cozy_chess::Piece {
    match role {
        Role::King => cozy_chess::Piece::King,
        Role::Queen => cozy_chess::Piece::Queen,
        Role::Rook => cozy_chess::Piece::Rook,
        Role::Bishop => cozy_chess::Piece::Bishop,
        Role::Knight => cozy_chess::Piece::Knight,
        Role::Pawn => cozy_chess::Piece::Pawn,
    }
}

#[inline]
fn cozy_square(square: u8) -> cozy_chess::Square {
    cozy_chess::Square::index(usize::from(square & 63))
}

/// Takes the moves of a king or a pawn, in order: castling, promotions, and captures en passant, which come apart from the pawn's
/// other moves.
#[inline]
fn special(
    board: &cozy_chess::Board,
    man: u8,
    role: Role,
    to: u64,
    take: &mut impl FnMut(CozyPly),
) {
    let from = cozy_square(man);
    let mut squares = 0;
    board.generate_moves_for(from.bitboard(), |moves| {
        squares |= moves.to.0;
        false
    });
    let own = squares & board.colors(board.side_to_move()).0;
    if role == Role::King && own != 0 {
        let goals = each(own).fold(0, |set, rook| set | bit(castled(man, rook)));
        for to in file_major((squares & !own | goals) & to) {
            let mut ply = CozyPly::plain(from, to);
            if let Some(rook) = each(own).find(|&rook| castled(man, rook) == to) {
                ply.mv.to = cozy_square(rook);
            }
            take(ply);
        }
    } else if role == Role::Pawn && squares & LAST_RANKS != 0 {
        for to in file_major(squares & to) {
            for piece in PROMOTIONS {
                let mut ply = CozyPly::plain(from, to);
                ply.mv.promotion = Some(piece);
                take(ply);
            }
        }
    } else {
        file_major(squares & to).for_each(|to| take(CozyPly::plain(from, to)));
    }
}

impl Board for cozy_chess::Board {
    type Ply = CozyPly;
    /// The library keeps pins and checks in the board.
    type Legal = ();
    const NAME: &'static str = "cozy-chess";

    fn of(position: &Position) -> Option<Self> {
        cozy_chess::Board::from_fen(&notation::fen(position), false).ok()
    }

    #[inline]
    fn white_to_move(&self) -> bool {
        self.side_to_move() == cozy_chess::Color::White
    }

    #[inline]
    fn men(&self, white: bool, role: Role) -> u64 {
        self.colored_pieces(cozy_color(white), cozy_piece(role)).0
    }

    #[inline]
    fn side(&self, white: bool) -> u64 {
        self.colors(cozy_color(white)).0
    }

    #[inline]
    fn occupied(&self) -> u64 {
        cozy_chess::Board::occupied(self).0
    }

    #[inline]
    fn role_at(&self, square: u8) -> Role {
        match self.piece_on(cozy_square(square)) {
            Some(cozy_chess::Piece::King) => Role::King,
            Some(cozy_chess::Piece::Queen) => Role::Queen,
            Some(cozy_chess::Piece::Rook) => Role::Rook,
            Some(cozy_chess::Piece::Bishop) => Role::Bishop,
            Some(cozy_chess::Piece::Knight) => Role::Knight,
            Some(cozy_chess::Piece::Pawn) | None => Role::Pawn,
        }
    }

    #[inline]
    fn legal(&self) {}

    #[inline]
    fn each(&self, (): &(), role: Role, to: u64, mut take: impl FnMut(CozyPly)) {
        let men = self.colored_pieces(self.side_to_move(), cozy_piece(role));
        if role == Role::King || role == Role::Pawn {
            for man in each(men.0) {
                special(self, man, role, to, &mut take);
            }
        } else {
            self.generate_moves_for(men, |moves| {
                each(moves.to.0 & to).for_each(|to| take(CozyPly::plain(moves.from, to)));
                false
            });
        }
    }

    #[inline]
    fn moves(&self, (): &(), role: Role, to: u64, out: &mut Vec<CozyPly>) {
        for man in file_major(self.men(self.white_to_move(), role)) {
            if role == Role::King || role == Role::Pawn {
                special(self, man, role, to, &mut |ply| out.push(ply));
            } else {
                self.generate_moves_for(cozy_square(man).bitboard(), |moves| {
                    let squares = file_major(moves.to.0 & to);
                    out.extend(squares.map(|to| CozyPly::plain(moves.from, to)));
                    false
                });
            }
        }
    }

    #[inline]
    fn squares(ply: CozyPly) -> (u8, u8) {
        (ply.mv.from as u8, ply.to)
    }

    #[inline]
    fn play(&self, ply: CozyPly) -> Self {
        let mut child = self.clone();
        child.play_unchecked(ply.mv);
        child
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    #[inline]
    fn count_moves(&self, most: u32) -> u32 {
        let mut count = 0;
        self.generate_moves(|moves| {
            count += moves.len() as u32;
            count > most
        });
        count
    }

    /// The library's own hash has the file of every double step; here it counts only where a pawn may take en passant.
    #[inline]
    fn key(&self) -> u64 {
        let Some(file) = self.en_passant() else {
            return self.hash();
        };
        let rank = cozy_chess::Rank::Sixth.relative_to(self.side_to_move());
        let target = cozy_chess::Square::new(file, rank).bitboard();
        let pawns = self.pieces(cozy_chess::Piece::Pawn);
        let takes = self.generate_moves_for(pawns, |moves| !(moves.to & target).is_empty());
        if takes {
            self.hash()
        } else {
            self.hash_without_ep()
        }
    }

    #[inline]
    fn has_move(&self) -> bool {
        self.generate_moves(|_| true)
    }
}
