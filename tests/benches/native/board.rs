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

    /// Pushes all legal moves in the language's fixed order, kings first, pawns last.
    #[inline]
    fn all(&self, legal: &Self::Legal, out: &mut Vec<Self::Ply>) {
        for role in Role::ALL {
            self.moves(legal, role, !0, out);
        }
    }

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

/// The squares to which one man can go.
#[derive(Clone, Copy)]
struct Man {
    role: shakmaty::Role,
    from: shakmaty::Square,
    to: u64,
}

impl Man {
    const NONE: Man = Man {
        role: shakmaty::Role::King,
        from: shakmaty::Square::A1,
        to: 0,
    };

    /// Its place in the fixed order; the roles of shakmaty count from the pawn to the king.
    #[inline]
    fn key(&self) -> u16 {
        let role = match self.role {
            shakmaty::Role::Knight => 10,
            shakmaty::Role::Bishop => 9,
            role => 12 - role as u16,
        };
        role << 8 | u16::from(by_file(self.from as u8))
    }
}

/// Puts moves of shakmaty, which come man by man but else in an order of their own, into the language's: gathered to a set of
/// squares for each man, and made again from the sets.
#[inline]
fn in_order(
    board: &Chess,
    moves: impl Iterator<Item = shakmaty::Move>,
    out: &mut Vec<shakmaty::Move>,
) {
    let mut men = [Man::NONE; 32];
    let (mut count, mut last) = (0, 0);
    let mut castles = [None; 2];
    for m in moves {
        let (role, (from, to)) = (m.role(), Chess::squares(m));
        let from = shakmaty::Square::new(u32::from(from));
        if m.is_castle() {
            castles[usize::from(to > from as u8)] = Some(m);
        }
        if count == 0 || men[last].from != from {
            // Captures en passant come before everything else.
            let known = men[..count].iter().position(|man| man.from == from);
            last = known.unwrap_or(count);
            if last == count {
                men[last] = Man { role, from, to: 0 };
                count += 1;
            }
        }
        men[last].to |= bit(to);
    }
    let men = &mut men[..count];
    for i in 1..men.len() {
        let man = men[i];
        let mut j = i;
        while j > 0 && men[j - 1].key() > man.key() {
            men[j] = men[j - 1];
            j -= 1;
        }
        men[j] = man;
    }
    let enemies = board.side(!board.white_to_move());
    for &Man { role, from, to } in &*men {
        for to in file_major(to) {
            let capture = (enemies & bit(to) != 0)
                .then(|| board.board().role_at(shakmaty::Square::new(u32::from(to))))
                .flatten();
            let normal = |promotion| shakmaty::Move::Normal {
                role,
                from,
                capture,
                to: shakmaty::Square::new(u32::from(to)),
                promotion,
            };
            match (role, from as u8) {
                (shakmaty::Role::Pawn, _) if bit(to) & LAST_RANKS != 0 => {
                    out.extend(SHAKMATY_PROMOTIONS.map(|role| normal(Some(role))));
                }
                (shakmaty::Role::Pawn, man) if capture.is_none() && (man ^ to) & 7 != 0 => {
                    let to = shakmaty::Square::new(u32::from(to));
                    out.push(shakmaty::Move::EnPassant { from, to });
                }
                (shakmaty::Role::King, man) if man.abs_diff(to) == 2 => {
                    out.extend(castles[usize::from(to > man)]);
                }
                _ => out.push(normal(None)),
            }
        }
    }
}

/// What a pawn becomes, in the language's order, as shakmaty names it.
const SHAKMATY_PROMOTIONS: [shakmaty::Role; 4] = [
    shakmaty::Role::Queen,
    shakmaty::Role::Rook,
    shakmaty::Role::Bishop,
    shakmaty::Role::Knight,
];

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
        let role = role.to_shakmaty();
        let wanted = |m: &&shakmaty::Move| m.role() == role && to >> Self::squares(**m).1 & 1 != 0;
        in_order(self, legal.iter().filter(wanted).copied(), out);
    }

    #[inline]
    fn all(&self, legal: &Self::Legal, out: &mut Vec<Self::Ply>) {
        in_order(self, legal.iter().copied(), out);
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
