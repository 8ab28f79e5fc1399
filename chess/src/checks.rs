//! Which moves give check, seen from their squares, before any is made.
//!
//! ```text
//! 8 . . . . k . . .       White to move. A rook gives check from the squares x, a knight from the squares n. The bishop on
//! 7 . . n . x . n .       e4 stands alone between the rook on e2 and the king, so that every move of it that leaves the
//! 6 . . . n x n . .       e-file gives check: it is an opener.
//! 5 . . . . x . . .
//! 4 . . . . B . . .
//! 3 . . . . . . . .
//! 2 . . . . R . . .
//! 1 . . . . . . . K
//!   a b c d e f g h
//! ```
//!
//! Castling, promotion and capture en passant change more than two squares or the man itself: they are made to see.

use crate::movegen::{ALL_ROLES, LAST_RANKS, LegalInfo, push_moves};
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Role};
use crate::position::Position;
use crate::rays;
use crate::squares::{bit, each, file_major, is_single};

/// Where castling takes a king: the g- and c-files of both first ranks.
const CASTLED: u64 = 0x4400_0000_0000_0044;

/// From which squares the men of one side check the other side's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckSquares {
    king: u8,
    /// Squares from which a man of each role checks, by [`Role::index`].
    direct: [u64; 6],
    /// The side's men that stand alone between a slider of theirs and the king.
    openers: u64,
}

impl CheckSquares {
    /// For the moves of a side. `None` where the other side has not exactly one king, or is in check already: no game comes to
    /// such a board with this side to move, and moves then have to be made to see.
    #[inline]
    pub fn of(position: &Position, color: Color) -> Option<CheckSquares> {
        let theirs = position.pieces(!color, Role::King);
        if !is_single(theirs) {
            return None;
        }
        let king = theirs.trailing_zeros() as u8;
        let (own, occupied) = (position.side(color), position.occupied());
        let [kings, queens, rooks, bishops, knights, pawns] = position.by_role;
        let straight = rays::rook_attacks(king, occupied);
        let oblique = rays::bishop_attacks(king, occupied);
        let (on_lines, on_diagonals) = ((rooks | queens) & own, (bishops | queens) & own);
        let knight = rays::knight_attacks(king);
        let pawn = rays::pawn_attacks(!color, king);
        let checkers = straight & on_lines
            | oblique & on_diagonals
            | (knight & knights | pawn & pawns | rays::king_attacks(king) & kings) & own;
        if checkers != 0 {
            return None;
        }
        let mut openers = 0;
        let lines = rays::lines(king);
        let far = (lines.file | lines.rank) & on_lines
            | (lines.diagonal | lines.antidiagonal) & on_diagonals;
        for slider in each(far) {
            let between = rays::between(king, slider) & occupied;
            if is_single(between) {
                openers |= between & own;
            }
        }
        Some(CheckSquares {
            king,
            direct: [0, straight | oblique, straight, oblique, knight, pawn],
            openers,
        })
    }

    /// Whether a move of the side gives check. It must have been generated from the position.
    #[inline]
    pub fn gives_check(&self, position: &Position, m: Move) -> bool {
        match m.kind {
            MoveKind::Normal => {
                let to = bit(m.to);
                let direct = self.direct.get(m.role.index()).copied().unwrap_or(0);
                direct & to != 0 || self.opens(m.from) && rays::through(self.king, m.from) & to == 0
            }
            _ => position.play(m).is_check(),
        }
    }

    #[inline]
    fn opens(&self, from: u8) -> bool {
        self.openers & bit(from) != 0
    }

    /// The squares to which a man may go with check: all such squares, and those of moves that have to be made to see.
    #[inline]
    fn targets(&self, position: &Position, role: Role, from: u8) -> u64 {
        let mut squares = self.direct.get(role.index()).copied().unwrap_or(0);
        if self.opens(from) {
            squares |= !rays::through(self.king, from);
        }
        match role {
            Role::Pawn => squares | LAST_RANKS | position.ep().map_or(0, bit),
            Role::King if position.castling() != 0 => squares | CASTLED,
            _ => squares,
        }
    }
}

/// As [`crate::generate`], but only the moves that give check.
#[inline]
pub fn generate_checks(
    position: &Position,
    info: &LegalInfo,
    checks: &CheckSquares,
    roles: u8,
    targets: u64,
    out: &mut Vec<Move>,
) {
    for role in Role::ALL {
        let men = position.pieces(info.color(), role);
        if men == 0 || roles & role.mask() == 0 {
            continue;
        }
        for from in file_major(men) {
            let near = checks.targets(position, role, from) & targets;
            if near == 0 {
                continue;
            }
            let squares = info.legal_targets(position, role, from) & near;
            if squares == 0 {
                continue;
            }
            let begin = out.len();
            push_moves(position, role, from, squares, out);
            if role == Role::Pawn || role == Role::King {
                keep(out, begin, |m| checks.gives_check(position, m));
            }
        }
    }
}

/// Keeps the moves from `begin` on that satisfy a test.
fn keep(moves: &mut Vec<Move>, begin: usize, test: impl Fn(Move) -> bool) {
    let mut kept = begin;
    for i in begin..moves.len() {
        if let Some(&m) = moves.get(i)
            && test(m)
        {
            moves.swap(kept, i);
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// How many of the moves that [`crate::generate`] would give come before one of them: their number, each promotion counted. A
/// move that is not among them comes after all of them.
pub fn count_before(position: &Position, info: &LegalInfo, roles: u8, until: Option<Move>) -> u32 {
    if until.is_none() && roles == ALL_ROLES {
        return info.count_legal(position);
    }
    let mut count = 0;
    for role in Role::ALL {
        let men = position.pieces(info.color(), role);
        if men == 0 || roles & role.mask() == 0 {
            continue;
        }
        for from in file_major(men) {
            let squares = info.legal_targets(position, role, from);
            let last = until.filter(|m| m.role == role && m.from == from);
            let before = last.map_or(!0, |m| squares_before(m.to));
            let passed = squares & before;
            count += passed.count_ones();
            if role == Role::Pawn {
                count += 3 * (passed & LAST_RANKS).count_ones();
            }
            if let Some(m) = last {
                let earlier = MoveKind::PROMOTIONS.iter().position(|kind| *kind == m.kind);
                return count + earlier.unwrap_or(0) as u32;
            }
        }
    }
    count
}

/// The squares before one in the language's order, in which files come first.
#[inline]
fn squares_before(square: u8) -> u64 {
    let (file, rank) = (square & 7, (square & 63) >> 3);
    let files = rays::FILE_A.wrapping_mul((1 << file) - 1);
    files | (rays::FILE_A & ((1 << (8 * rank)) - 1)) << file
}
