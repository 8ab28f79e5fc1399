//! Numbers that look like chance and are the same on every machine, and a checksum: what positions drawn at random and kept tables need.

/// The generator SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next number. The sequence has no end.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }
}

/// The mixing of 64 bits that the generator ends with: one-to-one, and each bit of the result depends on all bits of the word.
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The FNV-1a sum of some bytes, 64 bits wide (Fowler, Noll, Vo).
pub fn fnv1a(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_paper() {
        // The first numbers for the seed 1234567, as its authors' reference code gives them.
        let mut numbers = SplitMix64::new(1_234_567);
        assert_eq!(numbers.bits(), 6_457_827_717_110_365_317);
        assert_eq!(numbers.bits(), 3_203_168_211_198_807_973);
        assert_eq!(numbers.bits(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn the_sums_are_those_of_the_reference() {
        assert_eq!(fnv1a(*b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(*b"foobar"), 0x8594_4171_f739_67e8);
    }
}
