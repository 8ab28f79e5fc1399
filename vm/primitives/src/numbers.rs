//! Arithmetic on numbers that no single instruction does: the logarithm and the quotient.
//!
//! `bits(n)` is half the number of binary digits of n^2000, rounded down, so its value is one and the same on every machine. The power
//! is not computed in full: a truncated product of 64 bits is a lower bound whose error is known, and says how many digits there are
//! unless it is just below a power of two. There 128 bits decide, for every number of 63 bits (a test goes through all
//! neighbours of powers of two).

/// The exponent in the definition of [`bits`]; half of it is the scale of the result.
const POWER: u32 = 2000;

/// The largest argument whose value is in the table.
const TABLED: usize = 255;

/// By this much a truncated power can be below the true one, in units of its last place: 1999 roundings of less than one unit of a
/// mantissa whose highest bit is set.
const SLACK: u64 = 1 << 13;

/// The values for 0 to 255, which are asked most: numbers of moves.
static TABLE: [i64; TABLED + 1] = {
    let mut table = [0; TABLED + 1];
    let mut n = 2;
    while n <= TABLED {
        table[n] = halved(wide_exponent(n as u64));
        n += 1;
    }
    table
};

/// 1000 times the logarithm to base 2, rounded to the nearest; 0 for 1 and less.
pub fn bits(n: i64) -> i64 {
    let Ok(n) = u64::try_from(n) else {
        return 0;
    };
    if let Some(known) = usize::try_from(n).ok().and_then(|n| TABLE.get(n)) {
        return *known;
    }
    halved(match exponent(n) {
        Some(exponent) => exponent,
        None => wide_exponent(n),
    })
}

/// The quotient, rounded down; 0 where the divisor is 0. The one quotient beyond the range is the largest number.
pub fn div(a: i64, b: i64) -> i64 {
    if b == 0 {
        return 0;
    }
    match a.checked_div(b) {
        None => i64::MAX,
        Some(quotient) if a % b != 0 && (a < 0) != (b < 0) => quotient - 1,
        Some(quotient) => quotient,
    }
}

/// Half the number of digits of a power, which is one more than its exponent, rounded down.
const fn halved(exponent: u32) -> i64 {
    exponent.div_ceil(2) as i64
}

/// The exponent of 2 in n^2000, for `n` of 1 or more; `None` where 64 bits do not decide.
fn exponent(n: u64) -> Option<u32> {
    let shift = n.leading_zeros();
    let base = (n << shift, 63 - shift);
    let (mut mantissa, mut exponent) = base;
    let mut bit = POWER.ilog2();
    while bit > 0 {
        bit -= 1;
        (mantissa, exponent) = times((mantissa, exponent), (mantissa, exponent));
        if POWER >> bit & 1 != 0 {
            (mantissa, exponent) = times((mantissa, exponent), base);
        }
    }
    (n.is_power_of_two() || mantissa <= u64::MAX - SLACK).then_some(exponent)
}

/// A product of two numbers `mantissa * 2^(exponent - 63)`, rounded down.
#[inline(always)]
fn times((a, a_exponent): (u64, u32), (b, b_exponent): (u64, u32)) -> (u64, u32) {
    let product = u128::from(a) * u128::from(b);
    let carry = (product >> 127) as u32;
    let mantissa = (product >> (63 + carry)) as u64;
    (mantissa, a_exponent + b_exponent + carry)
}

/// The exponent of 2 in n^2000, for `n` of 1 or more.
const fn wide_exponent(n: u64) -> u32 {
    wide_power(n).1
}

/// A lower bound of n^2000 as `mantissa * 2^(exponent - 127)`, for `n` of 1 or more.
const fn wide_power(n: u64) -> (u128, u32) {
    let shift = n.leading_zeros();
    let base = ((n as u128) << (64 + shift), 63 - shift);
    let mut power = base;
    let mut bit = POWER.ilog2();
    while bit > 0 {
        bit -= 1;
        power = wide_times(power, power);
        if POWER >> bit & 1 != 0 {
            power = wide_times(power, base);
        }
    }
    power
}

/// A product of two numbers `mantissa * 2^(exponent - 127)`, rounded down.
const fn wide_times((a, a_exponent): (u128, u32), (b, b_exponent): (u128, u32)) -> (u128, u32) {
    const HALF: u128 = u64::MAX as u128;
    let (a_high, a_low) = (a >> 64, a & HALF);
    let (b_high, b_low) = (b >> 64, b & HALF);
    let low = a_low * b_low;
    let (middle, other) = (a_high * b_low, a_low * b_high);
    let carried = (low >> 64) + (middle & HALF) + (other & HALF);
    let high = a_high * b_high + (middle >> 64) + (other >> 64) + (carried >> 64);
    let exponent = a_exponent + b_exponent;
    if high >> 127 != 0 {
        (high, exponent + 1)
    } else {
        // The bit below is the highest of what is left over.
        (high << 1 | (carried >> 63 & 1), exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digits of n^2000 by the definition: the power in full, in words of 32 bits.
    fn digits_in_full(n: u64) -> u32 {
        let mut power = vec![1u32];
        let times = |a: &[u32], b: &[u32]| {
            let mut product = vec![0u32; a.len() + b.len()];
            for (i, &x) in a.iter().enumerate() {
                let mut carry = 0u64;
                for (j, &y) in b.iter().enumerate() {
                    let sum = u64::from(x) * u64::from(y) + u64::from(product[i + j]) + carry;
                    product[i + j] = sum as u32;
                    carry = sum >> 32;
                }
                product[i + b.len()] = carry as u32;
            }
            while product.last() == Some(&0) {
                product.pop();
            }
            product
        };
        let base = [n as u32, (n >> 32) as u32];
        for bit in (0..=POWER.ilog2()).rev() {
            power = times(&power, &power);
            if POWER >> bit & 1 != 0 {
                power = times(&power, &base);
            }
        }
        let top = power.last().copied().unwrap_or(0);
        32 * power.len() as u32 - top.leading_zeros()
    }

    #[test]
    fn bits_are_half_the_digits_of_the_power() {
        for n in 1..=300u64 {
            assert_eq!(
                bits(n as i64),
                i64::from(digits_in_full(n) / 2),
                "bits({n})"
            );
        }
        let mut n = 301u64;
        while n < 1 << 62 {
            let expected = i64::from(digits_in_full(n) / 2);
            assert_eq!(bits(n as i64), expected, "bits({n})");
            n = n * 9 + 5;
        }
        assert_eq!(bits(i64::MAX), 63_000);
        assert_eq!(bits(1 << 62), 62_000);
        for n in [0, -1, i64::MIN] {
            assert_eq!(bits(n), 0);
        }
        let known = [
            (1, 0),
            (2, 1000),
            (3, 1585),
            (30, 4907),
            (49, 5615),
            (256, 8000),
            (1000, 9966),
        ];
        for (n, expected) in known {
            assert_eq!(bits(n), expected, "bits({n})");
        }
    }

    /// The truncated power grows with its base. So what it leaves open below a power of two ends at the last base whose truncated power
    /// is below it; where that one is not open, no number is.
    #[test]
    fn bits_of_no_number_is_left_open() {
        let slack = u128::from(SLACK);
        let mut open_in_64_bits = 0;
        for k in 8 * POWER..63 * POWER {
            if k % POWER == 0 {
                continue;
            }
            // The first number whose power has the exponent `k`, searched around what a double says.
            let guess = (f64::from(k) / f64::from(POWER)).exp2();
            let (mut low, mut high) = (
                (guess * (1.0 - 1e-13)) as u64 - 1,
                (guess * (1.0 + 1e-13)) as u64 + 2,
            );
            assert!(wide_exponent(low) < k && wide_exponent(high) >= k, "{k}");
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if wide_exponent(middle) < k {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            let (mantissa, _) = wide_power(low);
            assert!(
                mantissa < u128::MAX - slack,
                "{low}^2000 is open below 2^{k}"
            );
            match exponent(low) {
                None => open_in_64_bits += 1,
                Some(found) => assert_eq!(found, wide_exponent(low), "{low}"),
            }
        }
        // Otherwise this test would say nothing about the second attempt.
        assert!(open_in_64_bits > 0);
    }

    #[test]
    fn quotients_are_rounded_down() {
        let cases = [
            (7, 2, 3),
            (-7, 2, -4),
            (7, -2, -4),
            (-7, -2, 3),
            (6, 3, 2),
            (-6, 3, -2),
            (1, 0, 0),
            (i64::MIN, 0, 0),
            (i64::MIN, -1, i64::MAX),
            (i64::MIN, 1, i64::MIN),
            (i64::MAX, i64::MIN, -1),
            (i64::MIN, i64::MAX, -2),
        ];
        for (a, b, expected) in cases {
            assert_eq!(div(a, b), expected, "div({a}, {b})");
        }
    }
}
