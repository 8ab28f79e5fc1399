//! Whole lines through squares, and what lies between two squares of one line.

use super::{file_bits, files_of_bits, rank_bits, ranks_of_bits};
use crate::rays;
use crate::squares::{bit, each, is_single};

/// The whole files of a set's squares.
#[inline]
pub fn files(set: u64) -> u64 {
    files_of_bits(file_bits(set))
}

/// The whole ranks of a set's squares.
#[inline]
pub fn ranks(set: u64) -> u64 {
    ranks_of_bits(rank_bits(set))
}

/// The whole diagonals of a set's squares in the direction a1-h8, the squares included.
///
/// ```
/// use adv_chess::geometry::{diagonals, parse_drawing};
/// let drawn = parse_drawing(
///     ". . . . . . X .
///      . . . . . X . .
///      . . . . X . . .
///      . . . X . . . .
///      . . X . . . . .
///      . X . . . . . .
///      X . . . . . . .
///      . . . . . . . .",
/// );
/// assert_eq!(Some(diagonals(1 << 26)), drawn); // through c4
/// ```
#[inline]
pub fn diagonals(set: u64) -> u64 {
    each(set).fold(0, |lines, square| {
        lines | rays::lines(square).diagonal | bit(square)
    })
}

/// The whole diagonals of a set's squares in the direction a8-h1, the squares included.
///
/// ```
/// use adv_chess::geometry::{antidiagonals, parse_drawing};
/// let drawn = parse_drawing(
///     ". . . . . . . .
///      . . . . . . . .
///      X . . . . . . .
///      . X . . . . . .
///      . . X . . . . .
///      . . . X . . . .
///      . . . . X . . .
///      . . . . . X . .",
/// );
/// assert_eq!(Some(antidiagonals(1 << 26)), drawn); // through c4
/// ```
#[inline]
pub fn antidiagonals(set: u64) -> u64 {
    each(set).fold(0, |lines, square| {
        lines | rays::lines(square).antidiagonal | bit(square)
    })
}

/// The squares strictly between two squares that share a rank, file or diagonal; none when they do
/// not. Of sets: the union over all pairs. Men on the way do not matter.
///
/// ```
/// use adv_chess::geometry::{between, set_names};
/// assert_eq!(set_names(between(1 << 0, 1 << 27)), "{b2, c3}"); // a1 and d4
/// assert_eq!(between(1 << 0, 1 << 10), 0); // a1 and c2 share no line
/// ```
#[inline]
pub fn between(a: u64, b: u64) -> u64 {
    if is_single(a) && is_single(b) {
        return rays::between(a.trailing_zeros() as u8, b.trailing_zeros() as u8);
    }
    each(a).fold(0, |all, x| {
        each(b).fold(all, |all, y| all | rays::between(x, y))
    })
}

/// The squares from `a` to `b` along a rank, file or diagonal, both included; one square when they
/// are the same, `None` when they are in no line. Squares by number 0..63.
///
/// ```
/// use adv_chess::geometry::{range_of_line, set_names};
/// assert_eq!(range_of_line(61, 63).map(set_names).as_deref(), Some("{f8, g8, h8}"));
/// assert_eq!(range_of_line(0, 17), None); // a1 and b3
/// ```
#[inline]
pub fn range_of_line(a: u8, b: u8) -> Option<u64> {
    let ends = bit(a) | bit(b);
    let in_line = is_single(ends) || rays::through(a, b) != 0;
    in_line.then(|| ends | rays::between(a, b))
}
