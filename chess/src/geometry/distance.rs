//! Distances between sets, and the file and rank of a set.
//!
//! Most sets that advice compares are one square (a king, a rook), so single squares are answered
//! from their numbers; sets grow by a ring at a time until they touch.

use super::{file_bits, neighbours, rank_bits};
use crate::rays::king_distance;
use crate::squares::{file_of, is_single, rank_of};

/// The distance to nothing, and to what cannot be reached: 99, more than any distance on the board.
pub const FAR: i32 = 99;

/// King moves between the nearest squares of two sets on an empty board; [`FAR`] when either is
/// empty.
///
/// ```
/// use adv_chess::geometry::{CORNERS, EDGE, dist, parse_square};
/// let square = |name| parse_square(name).map_or(0, |s| 1u64 << s);
/// assert_eq!(dist(square("b2"), square("e3")), 3);
/// assert_eq!(dist(square("c3"), EDGE), 2);
/// assert_eq!(dist(square("d4"), CORNERS), 3);
/// assert_eq!(dist(EDGE, CORNERS), 0);
/// assert_eq!(dist(0, EDGE), 99);
/// ```
#[inline]
pub fn dist(a: u64, b: u64) -> i32 {
    if is_single(a) && is_single(b) {
        return king_distance(a.trailing_zeros() as u8, b.trailing_zeros() as u8).into();
    }
    grow(a, b, |set| set | neighbours(set))
}

/// Files plus ranks between the nearest squares of two sets; [`FAR`] when either is empty.
///
/// ```
/// use adv_chess::geometry::{CORNERS, manhattan};
/// assert_eq!(manhattan(1, 1 << 63), 14); // a1 and h8
/// assert_eq!(manhattan(1 << 27, CORNERS), 6); // d4 and a1
/// assert_eq!(manhattan(0, 1), 99);
/// ```
#[inline]
pub fn manhattan(a: u64, b: u64) -> i32 {
    if is_single(a) && is_single(b) {
        let (a, b) = (a.trailing_zeros() as u8, b.trailing_zeros() as u8);
        let files = file_of(a).abs_diff(file_of(b));
        return i32::from(files + rank_of(a).abs_diff(rank_of(b)));
    }
    grow(a, b, |set| {
        let west = (set & !crate::rays::FILE_A) >> 1;
        let east = (set & !crate::rays::FILE_H) << 1;
        set | west | east | set << 8 | set >> 8
    })
}

/// The number of rings around `a` until it touches `b`.
fn grow(a: u64, b: u64, ring: impl Fn(u64) -> u64) -> i32 {
    if a == 0 || b == 0 {
        return FAR;
    }
    let mut set = a;
    let mut rings = 0;
    while set & b == 0 {
        set = ring(set);
        rings += 1;
    }
    rings
}

/// The file of a set, 0 for the a-file to 7: the smallest over its squares, -1 when it is empty.
///
/// ```
/// use adv_chess::geometry::{file, rank};
/// let e2_c6 = 1 << 12 | 1 << 42;
/// assert_eq!((file(e2_c6), rank(e2_c6)), (2, 1)); // the c-file, the second rank
/// assert_eq!((file(0), rank(0)), (-1, -1));
/// ```
#[inline]
pub fn file(set: u64) -> i32 {
    if set == 0 {
        -1
    } else {
        file_bits(set).trailing_zeros() as i32
    }
}

/// The rank of a set, 0 for the first rank to 7: the smallest over its squares, -1 when it is
/// empty.
#[inline]
pub fn rank(set: u64) -> i32 {
    if set == 0 {
        -1
    } else {
        (set.trailing_zeros() >> 3) as i32
    }
}

/// The largest file of a set, used for what lies between two sets; -1 when it is empty.
pub(super) fn last_file(set: u64) -> i32 {
    63 - file_bits(set).leading_zeros() as i32
}

/// The largest rank of a set; -1 when it is empty.
pub(super) fn last_rank(set: u64) -> i32 {
    63 - rank_bits(set).leading_zeros() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squares::{bit, each};

    #[test]
    fn distances_of_sets_are_the_smallest_over_pairs() {
        let mut numbers = adv_testkit::Numbers::new(41);
        let mut random = || (0..4).fold(u64::MAX, |set, _| set & numbers.bits());
        for _ in 0..500 {
            let (a, b) = (random(), random());
            let pairs = || each(a).flat_map(move |x| each(b).map(move |y| (bit(x), bit(y))));
            let expected = pairs().map(|(x, y)| dist(x, y)).min().unwrap_or(FAR);
            assert_eq!(dist(a, b), expected);
            let expected = pairs().map(|(x, y)| manhattan(x, y)).min().unwrap_or(FAR);
            assert_eq!(manhattan(a, b), expected);
            assert_eq!(
                file(a),
                each(a).map(|x| i32::from(file_of(x))).min().unwrap_or(-1)
            );
            assert_eq!(
                last_rank(a),
                each(a).map(|x| i32::from(rank_of(x))).max().unwrap_or(-1)
            );
            assert_eq!(
                last_file(a),
                each(a).map(|x| i32::from(file_of(x))).max().unwrap_or(-1)
            );
        }
    }
}
