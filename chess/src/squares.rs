//! Single squares and the two ways to walk through a set of them.
//!
//! The machine finds the lowest bit of a word fastest, which gives a1, b1, c1, …; the language
//! compares squares *file first*, which gives a1, a2, …, a8, b1, …. [`file_major`] turns the set
//! about the diagonal a1-h8 once and then takes lowest bits, so the language's order costs a few
//! shifts for a whole set and not a sort.

/// The set that holds just this square; only the low six bits of the number count.
#[inline]
pub const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// The file of a square, 0 for the a-file.
#[inline]
pub const fn file_of(square: u8) -> u8 {
    square & 7
}

/// The rank of a square, 0 for the first rank.
#[inline]
pub const fn rank_of(square: u8) -> u8 {
    (square & 63) >> 3
}

/// True when the set has exactly one member.
#[inline]
pub const fn is_single(set: u64) -> bool {
    set.is_power_of_two()
}

/// The lowest square of a set in machine order, `None` when it is empty.
#[inline]
pub const fn first(set: u64) -> Option<u8> {
    if set == 0 {
        None
    } else {
        Some(set.trailing_zeros() as u8)
    }
}

/// The set turned about the diagonal a1-h8: files and ranks change places.
///
/// ```
/// use adv_chess::squares::transpose;
/// // . . .          . . .
/// // . . .    =>    X . .     b1 becomes a2
/// // . X .          . . .
/// assert_eq!(transpose(1 << 1), 1 << 8);
/// ```
#[inline]
pub const fn transpose(set: u64) -> u64 {
    let mut x = set;
    let mut t = 0x0f0f_0f0f_0000_0000 & (x ^ (x << 28));
    x ^= t ^ (t >> 28);
    t = 0x3333_0000_3333_0000 & (x ^ (x << 14));
    x ^= t ^ (t >> 14);
    t = 0x5500_5500_5500_5500 & (x ^ (x << 7));
    x ^ (t ^ (t >> 7))
}

/// The squares of a set in the language's order: a1, a2, …, a8, b1, …, h8.
///
/// ```
/// use adv_chess::squares::file_major;
/// // b1, a2 and a1: the a-file comes first.
/// let order: Vec<u8> = file_major(0b1_0000_0011).collect();
/// assert_eq!(order, [0, 8, 1]);
/// ```
#[inline]
pub const fn file_major(set: u64) -> FileMajor {
    // One man of a kind is the usual case, and needs no turning of the whole board.
    if is_single(set) {
        FileMajor(1 << swap(set.trailing_zeros()))
    } else {
        FileMajor(transpose(set))
    }
}

/// File and rank of a square's number exchanged.
#[inline]
const fn swap(index: u32) -> u32 {
    ((index >> 3) | (index << 3)) & 63
}

/// Iterator made by [`file_major`].
#[derive(Clone, Copy, Debug)]
pub struct FileMajor(u64);

impl FileMajor {
    /// The next square of a set of which one is left: for loops that count.
    #[inline(always)]
    pub(crate) const fn take_one(&mut self) -> u8 {
        let index = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        swap(index) as u8
    }
}

impl Iterator for FileMajor {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(swap(index) as u8)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for FileMajor {}

/// The squares of a set in machine order: a1, b1, …, h1, a2, …. For work whose order shows nowhere.
#[inline]
pub const fn each(set: u64) -> Each {
    Each(set)
}

/// Iterator made by [`each`].
#[derive(Clone, Copy, Debug)]
pub struct Each(u64);

impl Iterator for Each {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Each {}

/// shakmaty's square of a number; only the low six bits count.
#[inline]
pub(crate) const fn to_shakmaty(square: u8) -> shakmaty::Square {
    shakmaty::Square::new((square & 63) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_major_is_a_sort_by_file_then_rank() {
        let mut numbers = adv_testkit::Numbers::new(43);
        for _ in 0..1000 {
            let set = numbers.bits();
            let mut expected: Vec<u8> = each(set).collect();
            expected.sort_by_key(|&square| (file_of(square), rank_of(square)));
            assert_eq!(file_major(set).collect::<Vec<_>>(), expected);
        }
        for square in 0..64 {
            assert_eq!(file_major(bit(square)).collect::<Vec<_>>(), [square]);
        }
        assert_eq!(file_major(0).next(), None);
    }
}
