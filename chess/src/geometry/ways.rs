//! Ways over the board: what a king reaches on given squares, and the moves a man needs.
//!
//! The language has no recursion, so what needs to be repeated until nothing new comes is here.
//! The board has 64 squares, and every round adds one at least, so each of these ends.

use super::{FAR, antidiagonals, diagonals, files, neighbours, ranks, shift};
use crate::piece::{Color, Role};

/// The squares reached by king steps on squares of `through`, starting from `from`, whose squares
/// are included wherever they are; at most `within` steps where a number is given.
///
/// ```
/// use adv_chess::geometry::{parse_drawing, reach};
/// // The rook's lines fence the king in; the pen is what he reaches from his corner.
/// let fence = parse_drawing(
///     ". . . X . . . .
///      . . . X . . . .
///      . . . X . . . .
///      . . . X . . . .
///      X X X R X X X X
///      . . . X . . . .
///      . . . X . . . .
///      . . . X . . . .",
/// );
/// let pen = reach(1 << 56, !fence.unwrap_or(0), None);
/// assert_eq!(pen.count_ones(), 12); // a5 to c8
/// assert_eq!(reach(1 << 56, !fence.unwrap_or(0), Some(1)).count_ones(), 4);
/// ```
#[inline]
pub fn reach(from: u64, through: u64, within: Option<u32>) -> u64 {
    let mut set = from;
    let mut left = within.unwrap_or(64);
    while left > 0 {
        let next = set | (neighbours(set) & through);
        if next == set {
            break;
        }
        set = next;
        left -= 1;
    }
    set
}

/// The number of king steps on squares of `through` from the set `from` to the set `to`, whose
/// square must be one of `through` as well; 0 where the sets meet, [`FAR`] where there is no way.
///
/// ```
/// use adv_chess::geometry::steps;
/// let d_file_but_d8 = 0x0008_0808_0808_0808;
/// let (a1, h1) = (1, 1 << 7);
/// assert_eq!(steps(a1, h1, !d_file_but_d8), 14); // around by d8
/// assert_eq!(steps(a1, h1, !(d_file_but_d8 | 1 << 59)), 99);
/// ```
#[inline]
pub fn steps(from: u64, to: u64, through: u64) -> i32 {
    count_rounds(from, to, |set| neighbours(set) & through)
}

/// The number of moves that a man needs from a square of `from` to a square of `to` on the empty
/// board; 0 where the sets meet, [`FAR`] where it cannot get there. A pawn goes straight on and does
/// not capture; from its second rank its first move may be two squares.
///
/// ```
/// use adv_chess::geometry::map;
/// use adv_chess::{Color, Role};
/// let (a1, b1, h8, e2, e8) = (1, 1 << 1, 1 << 63, 1 << 12, 1 << 60);
/// assert_eq!(map(Role::Knight, Color::White, a1, h8), 6);
/// assert_eq!(map(Role::Rook, Color::White, a1, h8), 2);
/// assert_eq!(map(Role::Bishop, Color::White, a1, b1), 99);
/// assert_eq!(map(Role::Pawn, Color::White, e2, e8), 5);
/// assert_eq!(map(Role::Pawn, Color::Black, e2, e8), 99);
/// ```
#[inline]
pub fn map(role: Role, color: Color, from: u64, to: u64) -> i32 {
    match role {
        Role::King => super::dist(from, to),
        Role::Rook => count_rounds(from, to, |set| files(set) | ranks(set)),
        Role::Bishop => count_rounds(from, to, |set| diagonals(set) | antidiagonals(set)),
        Role::Queen => count_rounds(from, to, |set| {
            files(set) | ranks(set) | diagonals(set) | antidiagonals(set)
        }),
        Role::Knight => count_rounds(from, to, knight_steps),
        Role::Pawn => count_rounds(from, to, |set| match color {
            Color::White => shift(set, 0, 1) | shift(set & RANK_2, 0, 2),
            Color::Black => shift(set, 0, -1) | shift(set & RANK_7, 0, -2),
        }),
    }
}

const RANK_2: u64 = 0xff << 8;
const RANK_7: u64 = 0xff << 48;

pub(crate) const fn knight_steps(set: u64) -> u64 {
    let near = shift(set, 1, 0) | shift(set, -1, 0);
    let far = shift(set, 2, 0) | shift(set, -2, 0);
    (near << 16) | (near >> 16) | (far << 8) | (far >> 8)
}

/// The number of rounds of `next` until `from` meets `to`.
#[inline]
fn count_rounds(from: u64, to: u64, next: impl Fn(u64) -> u64) -> i32 {
    let mut set = from;
    let mut rounds = 0;
    while set & to == 0 {
        let grown = set | next(set);
        if grown == set {
            return FAR;
        }
        set = grown;
        rounds += 1;
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squares::{bit, each};

    #[test]
    fn nothing_is_far_from_everything() {
        for role in Role::ALL {
            assert_eq!(map(role, Color::White, 0, !0), FAR);
            assert_eq!(map(role, Color::White, !0, 0), FAR);
            assert_eq!(map(role, Color::Black, bit(20), bit(20)), 0);
        }
        assert_eq!(steps(0, !0, !0), FAR);
        assert_eq!(reach(0, !0, None), 0);
    }

    #[test]
    fn one_move_on_the_map_is_an_attack_on_the_empty_board() {
        for role in [
            Role::King,
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
        ] {
            for from in 0..64u8 {
                let near = crate::rays::attacks(Color::White, role, from, bit(from));
                for to in each(!bit(from)) {
                    let moves = map(role, Color::White, bit(from), bit(to));
                    assert_eq!(moves == 1, near & bit(to) != 0, "{role} {from} {to}");
                }
            }
        }
    }

    #[test]
    fn a_pawn_starts_with_one_square_or_two() {
        let moves = |from, to| map(Role::Pawn, Color::Black, bit(from), bit(to));
        assert_eq!((moves(52, 44), moves(52, 36), moves(52, 28)), (1, 1, 2));
        assert_eq!((moves(44, 28), moves(44, 4), moves(44, 45)), (2, 5, FAR));
    }

    #[test]
    fn a_region_ends_where_it_is_fenced() {
        // The start counts also outside the squares to walk on, the goal does not.
        assert_eq!(reach(bit(0), bit(9), None), bit(0) | bit(9));
        assert_eq!(steps(bit(0), bit(9), 0), FAR);
        assert_eq!(reach(bit(0), !0, Some(7)), !0);
        assert_eq!(reach(bit(0), !0, Some(0)), bit(0));
    }
}
