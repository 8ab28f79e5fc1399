//! A quick hash of short keys, for tables that no input can attack and that are never iterated.

use std::hash::{BuildHasherDefault, Hasher};

/// For a `HashMap` or `HashSet`.
pub(crate) type Mix = BuildHasherDefault<Mixer>;

/// Multiplies each word in, as Fibonacci hashing does (Knuth, volume 3, section 6.4).
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Mixer {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let word = part
                .iter()
                .rev()
                .fold(0, |word, b| word << 8 | u64::from(*b));
            self.add(word);
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // The high bits depend on all others, and tables look at the low ones too.
        self.0 ^ self.0 >> 32
    }
}
