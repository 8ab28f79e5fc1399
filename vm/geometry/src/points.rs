//! Sets of points as words.

/// The set that holds one point; only the low six bits of its number count.
#[inline(always)]
pub const fn point(number: u8) -> u64 {
    1 << (number & 63)
}

/// The points of a set in rising order.
#[inline(always)]
pub fn each(set: u64) -> Points {
    Points(set)
}

/// The points of a set that are still to come.
#[derive(Clone, Copy, Debug)]
pub struct Points(u64);

impl Iterator for Points {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}

/// The highest point of a set.
#[inline]
pub(crate) const fn highest(set: u64) -> Option<u8> {
    match set {
        0 => None,
        _ => Some(63 - set.leading_zeros() as u8),
    }
}
