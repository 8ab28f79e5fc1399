//! What each man attacks from one square, given the occupied squares.
//!
//! Everything here is shakmaty's but the rook: built without its magic tables, shakmaty reverses all
//! 64 bits of a word for the rank (11 ns), while a byte table of 512 bytes does it here (4 ns), and
//! its magic tables (700 KB) would push everything else out of the first cache. A test compares
//! every line with shakmaty's.
//!
//! ```text
//! . . . X . . . .     The line upward: with o = occupied squares of the line and s = the slider,
//! . . . X . . . .     o - 2s changes exactly the bits from s up to the first man, so
//! . . . o . . . .     (o - s) ^ o has them; the same on the board upside down gives the line
//! . . . | . . . .     downward (hyperbola quintessence).
//! . . . S . . . .
//! ```

use shakmaty::Bitboard;

use crate::piece::{Color, Role};
use crate::squares::{bit, file_of, rank_of, to_shakmaty};

/// The lines through one square, the square itself left out.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    pub(crate) file: u64,
    /// In the direction a1-h8.
    pub(crate) diagonal: u64,
    /// In the direction a8-h1.
    pub(crate) antidiagonal: u64,
    pub(crate) rank: u64,
}

const fn line(square: i32, dx: i32, dy: i32) -> u64 {
    let mut set = 0;
    let mut step = -7;
    while step <= 7 {
        let (file, rank) = ((square & 7) + step * dx, (square >> 3) + step * dy);
        if step != 0 && file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            set |= 1 << (rank * 8 + file);
        }
        step += 1;
    }
    set
}

pub(crate) static LINES: [Lines; 64] = {
    let mut table = [Lines {
        file: 0,
        diagonal: 0,
        antidiagonal: 0,
        rank: 0,
    }; 64];
    let mut square = 0;
    while square < 64 {
        let s = square as i32;
        table[square] = Lines {
            file: line(s, 0, 1),
            diagonal: line(s, 1, 1),
            antidiagonal: line(s, 1, -1),
            rank: line(s, 1, 0),
        };
        square += 1;
    }
    table
};

/// Attacks along a rank by the six inner occupied squares (edges never block anything further) and
/// the slider's file.
static RANK_ATTACKS: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut inner = 0;
    while inner < 64 {
        let occupied = (inner as u32) << 1;
        let mut file = 0;
        while file < 8 {
            let mut set = 0u8;
            let mut f = file as i32 + 1;
            while f < 8 {
                set |= 1 << f;
                if occupied & (1 << f) != 0 {
                    break;
                }
                f += 1;
            }
            f = file as i32 - 1;
            while f >= 0 {
                set |= 1 << f;
                if occupied & (1 << f) != 0 {
                    break;
                }
                f -= 1;
            }
            table[inner][file] = set;
            file += 1;
        }
        inner += 1;
    }
    table
};

#[inline(always)]
pub(crate) fn lines(square: u8) -> &'static Lines {
    &LINES[usize::from(square & 63)]
}

/// Attacks both ways along a line that has at most one square on each rank.
#[inline(always)]
fn hyperbola(slider: u64, occupied: u64, line: u64) -> u64 {
    let up = occupied & line;
    let down = up.swap_bytes().wrapping_sub(slider.swap_bytes());
    (up.wrapping_sub(slider) ^ down.swap_bytes()) & line
}

#[inline]
pub(crate) fn rook_attacks(square: u8, occupied: u64) -> u64 {
    let upright = hyperbola(bit(square), occupied, lines(square).file);
    let shift = square & 56;
    let inner = (occupied >> (shift + 1)) & 63;
    let along = RANK_ATTACKS[inner as usize][usize::from(file_of(square))];
    upright | (u64::from(along) << shift)
}

#[inline]
pub(crate) fn bishop_attacks(square: u8, occupied: u64) -> u64 {
    shakmaty::attacks::bishop_attacks(to_shakmaty(square), Bitboard(occupied)).0
}

#[inline]
pub(crate) fn queen_attacks(square: u8, occupied: u64) -> u64 {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

#[inline]
pub(crate) fn king_attacks(square: u8) -> u64 {
    shakmaty::attacks::king_attacks(to_shakmaty(square)).0
}

#[inline]
pub(crate) fn knight_attacks(square: u8) -> u64 {
    shakmaty::attacks::knight_attacks(to_shakmaty(square)).0
}

/// The squares that a pawn of `color` on `square` attacks.
#[inline]
pub(crate) fn pawn_attacks(color: Color, square: u8) -> u64 {
    pawns_attack(color, bit(square))
}

/// The squares that a set of pawns of `color` attacks, all at once.
#[inline]
pub(crate) fn pawns_attack(color: Color, pawns: u64) -> u64 {
    let (west, east) = (pawns & !FILE_A, pawns & !FILE_H);
    match color {
        Color::White => (west << 7) | (east << 9),
        Color::Black => (west >> 9) | (east >> 7),
    }
}

/// The squares that a man attacks from `square` when `occupied` squares stop the lines.
#[inline]
pub(crate) fn attacks(color: Color, role: Role, square: u8, occupied: u64) -> u64 {
    match role {
        Role::King => king_attacks(square),
        Role::Queen => queen_attacks(square, occupied),
        Role::Rook => rook_attacks(square, occupied),
        Role::Bishop => bishop_attacks(square, occupied),
        Role::Knight => knight_attacks(square),
        Role::Pawn => pawn_attacks(color, square),
    }
}

/// The squares strictly between two squares of one line, empty when they are in no line.
#[inline]
pub(crate) fn between(a: u8, b: u8) -> u64 {
    shakmaty::attacks::between(to_shakmaty(a), to_shakmaty(b)).0
}

/// The whole line through two squares, empty when they are in no line or the same.
#[inline]
pub(crate) fn through(a: u8, b: u8) -> u64 {
    shakmaty::attacks::ray(to_shakmaty(a), to_shakmaty(b)).0
}

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: u64 = FILE_A << 7;
pub(crate) const RANK_1: u64 = 0xff;
pub(crate) const RANK_8: u64 = RANK_1 << 56;

/// King steps between two squares, 0..7.
#[inline]
pub(crate) const fn king_distance(a: u8, b: u8) -> u8 {
    let files = file_of(a).abs_diff(file_of(b));
    let ranks = rank_of(a).abs_diff(rank_of(b));
    if files > ranks { files } else { ranks }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::attacks as reference;

    #[test]
    fn rooks_and_pawns_attack_as_shakmatys_do() {
        let mut occupied = 0x0123_4567_89ab_cdef_u64;
        for round in 0..2000u32 {
            occupied = occupied.wrapping_mul(0x5851_f42d_4c95_7f2d).rotate_left(23) ^ 0x77;
            // Thin sets out in turns, since long lines are where a mistake would hide.
            let set = if round % 2 == 0 {
                occupied
            } else {
                occupied & occupied.rotate_left(31)
            };
            for square in 0..64u8 {
                let s = to_shakmaty(square);
                assert_eq!(
                    rook_attacks(square, set),
                    reference::rook_attacks(s, Bitboard(set)).0
                );
            }
        }
        for square in 0..64u8 {
            for color in Color::ALL {
                let pawn = reference::pawn_attacks(color.to_shakmaty(), to_shakmaty(square));
                assert_eq!(pawn_attacks(color, square), pawn.0);
            }
        }
    }
}
