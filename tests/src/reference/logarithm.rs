//! `bits` and `div` by their definitions: the power in full, and the quotient found by its remainder.

use std::cell::RefCell;
use std::collections::BTreeMap;

thread_local! {
    /// The values that have been worked out; a power of two thousand is long.
    static KNOWN: RefCell<BTreeMap<i64, i64>> = const { RefCell::new(BTreeMap::new()) };
}

/// Half the number of binary digits of n^2000, rounded down; 0 for 1 and less.
pub fn bits(n: i64) -> i64 {
    if n <= 1 {
        return 0;
    }
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&n).copied()) {
        return known;
    }
    let found = (digits(&power(n as u64, 2000)) / 2) as i64;
    KNOWN.with_borrow_mut(|known| known.insert(n, found));
    found
}

/// A number as its words of 32 bits, the lowest first.
fn power(base: u64, exponent: u32) -> Vec<u32> {
    if exponent == 0 {
        return vec![1];
    }
    let half = power(base, exponent / 2);
    let square = product(&half, &half);
    match exponent % 2 {
        0 => square,
        _ => product(&square, &[base as u32, (base >> 32) as u32]),
    }
}

fn product(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut words = vec![0u32; a.len() + b.len()];
    for (i, x) in a.iter().enumerate() {
        let mut carry = 0u64;
        for (j, y) in b.iter().enumerate() {
            let sum = u64::from(*x) * u64::from(*y) + u64::from(words[i + j]) + carry;
            words[i + j] = sum as u32;
            carry = sum >> 32;
        }
        words[i + b.len()] = carry as u32;
    }
    while words.last() == Some(&0) {
        words.pop();
    }
    words
}

fn digits(words: &[u32]) -> u32 {
    let top = words.last().copied().unwrap_or(0);
    32 * words.len() as u32 - top.leading_zeros()
}

/// The largest number whose product with the divisor is no more than the dividend (no less, for a negative divisor); 0 for the divisor
/// 0, and the end of the range where it is beyond.
pub fn quotient(a: i64, b: i64) -> i64 {
    if b == 0 {
        return 0;
    }
    let (a, b) = (i128::from(a), i128::from(b));
    let (a, b) = if b < 0 { (-a, -b) } else { (a, b) };
    // The remainder of a rounded-down quotient is 0 or more.
    let remainder = ((a % b) + b) % b;
    let quotient = (a - remainder) / b;
    quotient.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}
