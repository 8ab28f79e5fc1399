//! The boards that the native programs are compiled for: one trait, and what two public libraries make of it.
//!
//! A native program is written once, generic over [`Board`], and the compiler makes one copy of it for each kind, in which every
//! call below is the library's own code. So a difference between two baselines is one between libraries, never one between
//! programmers. The third kind, for few men without pawns, is in `few.rs`.
//!
//! A program that wants to be quick asks for squares and legal moves apart from each other:
//!
//! ```text
//! let legal = board.legal();                     // once a node: pins and checks, or the library's whole list
//! board.moves(&legal, Role::King, !0, &mut ply); // men of one kind, to the squares wanted, in the language's fixed order
//! let (from, to) = B::squares(ply[i]);           // enough to judge most goals, before anything is played
//! let child = board.play(ply[i]);                // only where the search goes on
//! ```

use std::fmt::Debug;

use adv_chess::squares::{bit, each, file_major};
use adv_chess::{Position as Lean, Role, notation};
use shakmaty::{Chess, Position};

/// A board on which the native programs are written once and compiled for each kind.
pub trait Board: Clone {
    /// A legal move.
    type Ply: Copy + PartialEq + Debug;
    /// What a node's legal moves are read from: worked out once, by [`Board::legal`].
    type Legal;
    /// The kind's name in the tables of figures.
    const NAME: &'static str;

    /// The same position; `None` where this kind cannot hold it.
    fn of(position: &Lean) -> Option<Self>;

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

    /// What the legal moves are read from.
    fn legal(&self) -> Self::Legal;

    /// Hands over the legal moves of the mover's men of a role to squares of `to`, in no order: for programs that have one of their
    /// own.
    fn each(&self, legal: &Self::Legal, role: Role, to: u64, take: impl FnMut(Self::Ply));

    /// Pushes the legal moves of the mover's men of a role to squares of `to` onto the end of `out`, in the language's fixed order:
    /// by from-square, then to-square, squares by file first, promotions Q R B N. Castling goes to the g- or c-file.
    fn moves(&self, legal: &Self::Legal, role: Role, to: u64, out: &mut Vec<Self::Ply>);

    /// From-square and to-square of a move.
    fn squares(ply: Self::Ply) -> (u8, u8);

    /// The position behind a legal move.
    fn play(&self, ply: Self::Ply) -> Self;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Whether the side to move has a legal move.
    fn has_move(&self) -> bool;

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

/// The number of a square when squares are counted by file first.
#[inline]
const fn by_file(square: u8) -> u8 {
    (square >> 3) | (square << 3) & 63
}

/// Puts the end of a list in order by a key. Lists are short and nearly in order.
#[inline]
fn insertion_sort<T: Copy>(list: &mut [T], key: impl Fn(T) -> u32) {
    for i in 1..list.len() {
        let item = list[i];
        let mut j = i;
        while j > 0 && key(list[j - 1]) > key(item) {
            list[j] = list[j - 1];
            j -= 1;
        }
        list[j] = item;
    }
}

impl Board for Chess {
    type Ply = shakmaty::Move;
    type Legal = shakmaty::MoveList;
    const NAME: &'static str = "shakmaty";

    fn of(position: &Lean) -> Option<Self> {
        position.to_chess()
    }

    #[inline]
    fn white_to_move(&self) -> bool {
        self.turn().is_white()
    }

    #[inline]
    fn men(&self, white: bool, role: Role) -> u64 {
        let color = shakmaty::Color::from_white(white);
        (self.board().by_color(color) & self.board().by_role(role.to_shakmaty())).into()
    }

    #[inline]
    fn side(&self, white: bool) -> u64 {
        self.board()
            .by_color(shakmaty::Color::from_white(white))
            .into()
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.board().occupied().into()
    }

    #[inline]
    fn legal(&self) -> Self::Legal {
        self.legal_moves()
    }

    #[inline]
    fn each(&self, legal: &Self::Legal, role: Role, to: u64, mut take: impl FnMut(Self::Ply)) {
        let role = role.to_shakmaty();
        for &m in legal {
            if m.role() == role && to >> Self::squares(m).1 & 1 != 0 {
                take(m);
            }
        }
    }

    #[inline]
    fn moves(&self, legal: &Self::Legal, role: Role, to: u64, out: &mut Vec<Self::Ply>) {
        let begin = out.len();
        self.each(legal, role, to, |m| out.push(m));
        insertion_sort(&mut out[begin..], |m| {
            let (from, to) = Self::squares(m);
            // Queen 5, rook 4, bishop 3, knight 2: the language's order is the other way round.
            let becomes = m.promotion().map_or(0, |role| 8 - role as u32);
            u32::from(by_file(from)) << 16 | u32::from(by_file(to)) << 8 | becomes
        });
    }

    #[inline]
    fn squares(ply: Self::Ply) -> (u8, u8) {
        match ply {
            shakmaty::Move::Normal { from, to, .. } | shakmaty::Move::EnPassant { from, to } => {
                (from as u8, to as u8)
            }
            shakmaty::Move::Castle { king, rook } => (king as u8, castled(king as u8, rook as u8)),
            shakmaty::Move::Put { to, .. } => (to as u8, to as u8),
        }
    }

    #[inline]
    fn play(&self, ply: Self::Ply) -> Self {
        let mut child = self.clone();
        child.play_unchecked(ply);
        child
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_check()
    }

    #[inline]
    fn has_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }
}

/// Where a king goes that castles with a rook.
#[inline]
const fn castled(king: u8, rook: u8) -> u8 {
    if rook > king { king + 2 } else { king - 2 }
}

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

/// The first and the eighth rank.
const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

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

    fn of(position: &Lean) -> Option<Self> {
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
    fn has_move(&self) -> bool {
        self.generate_moves(|_| true)
    }
}
