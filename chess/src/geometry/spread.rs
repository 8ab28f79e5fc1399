//! One move of a man from many squares at once.

use super::neighbours;
use crate::piece::Role;
use crate::rays;

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// The squares one move away from any of these for a king, queen, rook, bishop or knight, men of either side included. Lines pass over the
/// squares of `empty` and end on the first that is not one of them. Pawns go nowhere here: their moves and their captures differ.
///
/// ```
/// use adv_chess::Role;
/// use adv_chess::geometry::spread;
/// let (a1, c1, a_file, rank_1) = (1, 1 << 2, 0x0101_0101_0101_0101, 0xff);
/// assert_eq!(spread(Role::Rook, a1, !0), (a_file | rank_1) & !a1);
/// assert_eq!(spread(Role::Rook, a1, !c1), (a_file | 0b110) & !a1);
/// ```
#[inline(always)]
pub fn spread(role: Role, from: u64, empty: u64) -> u64 {
    match role {
        Role::King => neighbours(from),
        Role::Knight => super::ways::knight_steps(from),
        Role::Rook => match single(from) {
            Some(square) => rays::rook_attacks(square, !empty),
            None => straight(from, empty),
        },
        Role::Bishop => match single(from) {
            Some(square) => rays::bishop_attacks(square, !empty),
            None => oblique(from, empty),
        },
        Role::Queen => match single(from) {
            Some(square) => rays::queen_attacks(square, !empty),
            None => straight(from, empty) | oblique(from, empty),
        },
        Role::Pawn => 0,
    }
}

/// The square of a set that has one.
#[inline(always)]
fn single(set: u64) -> Option<u8> {
    set.is_power_of_two().then(|| set.trailing_zeros() as u8)
}

/// The lines in one direction, a shift to the left by `$by`, or to the right; `$on` are the squares that it can arrive on.
macro_rules! lines {
    ($from:expr, $empty:expr, $shift:tt $by:literal, $on:expr) => {{
        let (mut reached, mut open) = ($from, $empty & $on);
        reached |= open & (reached $shift $by);
        open &= open $shift $by;
        reached |= open & (reached $shift (2 * $by));
        open &= open $shift (2 * $by);
        reached |= open & (reached $shift (4 * $by));
        (reached $shift $by) & $on
    }};
}

#[inline(always)]
fn straight(from: u64, empty: u64) -> u64 {
    lines!(from, empty, << 8, !0)
        | lines!(from, empty, >> 8, !0)
        | lines!(from, empty, << 1, NOT_A)
        | lines!(from, empty, >> 1, NOT_H)
}

#[inline(always)]
fn oblique(from: u64, empty: u64) -> u64 {
    lines!(from, empty, << 9, NOT_A)
        | lines!(from, empty, >> 9, NOT_H)
        | lines!(from, empty, << 7, NOT_H)
        | lines!(from, empty, >> 7, NOT_A)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Color;
    use crate::squares::each;

    #[test]
    fn many_squares_are_each_by_itself() {
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        };
        for _ in 0..2000 {
            let (from, empty) = (random() & random(), random() | random());
            for role in Role::ALL {
                let one_by_one = each(from).fold(0, |set, square| {
                    let moves = rays::attacks(Color::White, role, square, !empty);
                    set | if role == Role::Pawn { 0 } else { moves }
                });
                assert_eq!(spread(role, from, empty), one_by_one, "{role} {from:x}");
            }
        }
    }
}
