//! Sets of squares, numbered: the combinatorial number system.

use crate::squares::{bit, each, is_single};

/// Sets of at most 15 squares of 64, the men of one kind that a side can have.
const MAX_SET: usize = 15;

/// `CHOOSE[n][k]`: how many sets of k squares n squares have.
static CHOOSE: [[u64; MAX_SET + 1]; 65] = {
    let mut table = [[0; MAX_SET + 1]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX_SET && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many sets of so many squares there are.
pub(super) fn choose(n: u8, k: u8) -> u64 {
    CHOOSE[usize::from(n.min(64))][usize::from(k).min(MAX_SET)]
}

/// The set of `count` squares with this place among all such sets (the combinatorial number
/// system: place = sum of choose(square, 1 + its index)).
#[inline]
pub(super) fn nth_set(place: u64, count: u8) -> u64 {
    if count == 1 {
        return bit(place as u8);
    }
    let mut place = place;
    let mut set = 0;
    let mut square = 64;
    for k in (1..=count).rev() {
        while square > 0 {
            square -= 1;
            if choose(square, k) <= place {
                break;
            }
        }
        place -= choose(square, k).min(place);
        set |= bit(square);
    }
    set
}

/// The place of a set among all sets of its size; the opposite of [`nth_set`].
#[inline]
pub(super) fn place_of_set(set: u64) -> u64 {
    if is_single(set) {
        return u64::from(set.trailing_zeros());
    }
    each(set)
        .zip(1..)
        .map(|(square, k)| choose(square, k))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_places_without_gaps() {
        for (squares, count) in [(64, 1), (48, 2), (64, 2), (48, 3)] {
            for place in 0..choose(squares, count) {
                let set = nth_set(place, count);
                assert_eq!(set.count_ones(), u32::from(count));
                assert!(set.leading_zeros() >= 64 - u32::from(squares));
                assert_eq!(place_of_set(set), place);
            }
        }
    }
}
