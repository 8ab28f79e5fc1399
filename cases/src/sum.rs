//! The sums of a case file: FNV-1a, 64 bits wide, written as sixteen small hexadecimal digits.
//!
//! A record's sum is over its text from `case` to the line feed before its `sum` line. The file's is over the sixteen digits of each
//! record's sum, one after the other. One changed byte always changes a sum, because each step is one-to-one; the sums find
//! accidents and are no protection against forgers.

pub(crate) use adv_chess::numbers::fnv1a;

/// Writes a sum as sixteen hexadecimal digits.
pub(crate) fn digits(sum: u64) -> String {
    format!("{sum:016x}")
}

/// Parses sixteen hexadecimal digits as a sum; `None` for anything else.
pub(crate) fn of_digits(text: &str) -> Option<u64> {
    let bytes: &[u8; 16] = text.as_bytes().try_into().ok()?;
    bytes.iter().try_fold(0, |sum: u64, byte| {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            _ => return None,
        };
        Some(sum << 4 | u64::from(digit))
    })
}

/// A checksum that is computed piece by piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunningSum(u64);

impl RunningSum {
    /// The checksum of no bytes.
    pub const fn new() -> RunningSum {
        RunningSum(0xcbf2_9ce4_8422_2325)
    }

    /// Adds some bytes to the checksum.
    pub fn add(&mut self, bytes: &[u8]) {
        let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, step);
    }

    /// The checksum of the bytes added so far.
    pub const fn get(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_sum_is_the_sum_of_all_parts() {
        let mut sum = RunningSum::new();
        assert_eq!(sum.get(), fnv1a(*b""));
        sum.add(b"foo");
        sum.add(b"bar");
        assert_eq!(sum.get(), fnv1a(*b"foobar"));
        assert_eq!(digits(10), "000000000000000a");
        for sum in [0, 10, u64::MAX, 0x0123_4567_89ab_cdef] {
            assert_eq!(of_digits(&digits(sum)), Some(sum));
        }
        for odd in [
            "",
            "+00000000000000a",
            "000000000000000A",
            "00000000000000010",
        ] {
            assert_eq!(of_digits(odd), None);
        }
    }
}
