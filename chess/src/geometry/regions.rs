//! Regions: what lies around a set, in the rectangle of two sets, or in the strip between them.

use super::distance::{last_file, last_rank};
use super::{file, file_bits, files_of_bits, rank, rank_bits, ranks_of_bits};
use crate::rays::{FILE_A, FILE_H};

/// The squares a king's step away from a member of the set. A member is itself among them only
/// when it is next to another member.
///
/// ```
/// use adv_chess::geometry::{neighbours, set_names};
/// assert_eq!(set_names(neighbours(1)), "{a2, b1, b2}"); // of a1
/// assert_eq!(set_names(neighbours(0b11)), "{a1, a2, b1, b2, c1, c2}"); // of a1 and b1
/// ```
#[inline]
pub const fn neighbours(set: u64) -> u64 {
    let aside = ((set & !FILE_A) >> 1) | ((set & !FILE_H) << 1);
    let row = set | aside;
    aside | (row << 8) | (row >> 8)
}

/// The set moved `dx` files to the right and `dy` ranks up; what leaves the board is lost.
///
/// ```
/// use adv_chess::geometry::{set_names, shift};
/// assert_eq!(set_names(shift(1 << 28, 1, -2)), "{f2}"); // e4
/// assert_eq!(shift(1 << 7, 1, 0), 0); // h1 has nothing to its right
/// ```
#[inline]
pub const fn shift(set: u64, dx: i32, dy: i32) -> u64 {
    if dx < -7 || dx > 7 || dy < -7 || dy > 7 {
        return 0;
    }
    // Only files that stay on the board may be shifted; ranks fall off the word by themselves.
    let staying = if dx >= 0 {
        0xff >> dx
    } else {
        (0xff << -dx) & 0xff
    };
    let set = set & files_of_bits(staying);
    let by = dx + 8 * dy;
    if by >= 0 { set << by } else { set >> -by }
}

/// The smallest rectangle that contains both sets, corners included; of one empty set it is the
/// rectangle of the other.
///
/// ```
/// use adv_chess::geometry::{parse_drawing, rectangle};
/// let drawn = parse_drawing(
///     ". . . . . . . .
///      . . . . . . . .
///      . . . . . . . .
///      . . . . . . . .
///      . X X X . . . .
///      . X X X . . . .
///      . . . . . . . .
///      . . . . . . . .",
/// );
/// assert_eq!(Some(rectangle(1 << 25, 1 << 19)), drawn); // b4 and d3
/// ```
#[inline]
pub const fn rectangle(a: u64, b: u64) -> u64 {
    let set = a | b;
    files_of_bits(fill(file_bits(set))) & ranks_of_bits(fill(rank_bits(set)))
}

/// All bits from the lowest to the highest of a byte.
const fn fill(bits: u64) -> u64 {
    if bits == 0 {
        return 0;
    }
    let up_to_highest = !0 >> bits.leading_zeros();
    let below_lowest = (bits & bits.wrapping_neg()) - 1;
    up_to_highest & !below_lowest
}

/// The squares of the files strictly between the files of `a` and of `b`; of sets the union over
/// all pairs, none when either is empty.
///
/// ```
/// use adv_chess::geometry::{files, strip_files};
/// let (b1, e8) = (1 << 1, 1 << 60);
/// assert_eq!(strip_files(b1, e8), files(0b1100)); // the c- and the d-file
/// assert_eq!(strip_files(e8, b1), files(0b1100));
/// ```
#[inline]
pub fn strip_files(a: u64, b: u64) -> u64 {
    if a == 0 || b == 0 {
        return 0;
    }
    let right = inside(file(a), last_file(b));
    files_of_bits(right | inside(file(b), last_file(a)))
}

/// The squares of the ranks strictly between the ranks of `a` and of `b`; of sets the union over
/// all pairs, none when either is empty.
#[inline]
pub fn strip_ranks(a: u64, b: u64) -> u64 {
    if a == 0 || b == 0 {
        return 0;
    }
    let up = inside(rank(a), last_rank(b));
    ranks_of_bits(up | inside(rank(b), last_rank(a)))
}

/// The bits strictly between two places 0..7, none unless the first is the lower.
const fn inside(low: i32, high: i32) -> u64 {
    if low + 1 >= high {
        return 0;
    }
    ((1 << high) - 1) & !((2 << low) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squares::{bit, each, file_of, rank_of};

    #[test]
    fn shift_agrees_with_coordinates() {
        for square in 0..64u8 {
            for dx in -9..=9 {
                for dy in -9..=9 {
                    let (f, r) = (
                        i32::from(file_of(square)) + dx,
                        i32::from(rank_of(square)) + dy,
                    );
                    let inside = (0..8).contains(&f) && (0..8).contains(&r);
                    let expected = if inside { bit((r * 8 + f) as u8) } else { 0 };
                    assert_eq!(shift(bit(square), dx, dy), expected);
                }
            }
        }
    }

    #[test]
    fn strips_and_rectangles_agree_with_coordinates() {
        let sets = [
            bit(0),
            bit(63),
            bit(12) | bit(50),
            bit(9),
            bit(30) | bit(33) | bit(2),
        ];
        for a in sets {
            for b in sets {
                let strip = each(!0u64).filter(|&square| {
                    let f = file_of(square);
                    each(a).any(|x| {
                        each(b).any(|y| {
                            let (x, y) = (file_of(x), file_of(y));
                            x.min(y) < f && f < x.max(y)
                        })
                    })
                });
                assert_eq!(
                    strip_files(a, b),
                    strip.fold(0, |set, square| set | bit(square))
                );
                let turned = |set| crate::squares::transpose(set);
                assert_eq!(strip_ranks(turned(a), turned(b)), turned(strip_files(a, b)));
                let (left, right) = (file(a | b), last_file(a | b));
                let (low, high) = (rank(a | b), last_rank(a | b));
                let size = (right - left + 1) * (high - low + 1);
                assert_eq!(rectangle(a, b).count_ones() as i32, size);
                assert_eq!((a | b) & !rectangle(a, b), 0);
            }
        }
        assert_eq!(rectangle(0, 0), 0);
        assert_eq!(strip_files(0, bit(7)), 0);
    }
}
