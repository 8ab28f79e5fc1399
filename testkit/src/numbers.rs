//! Numbers from a seed, so that a failure can be found again from its seed alone.

/// SplitMix64 (Steele, Lea and Flood 2014): one addition and three mixing steps for each number.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to one below `bound`; 0 where `bound` is 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        match bound {
            0 => 0,
            bound => (self.bits() % bound as u64) as usize,
        }
    }

    /// A number from `low` to `high`, both included.
    pub const fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in so many of a hundred cases.
    pub const fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several things.
    ///
    /// # Panics
    /// Where there is none.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    /// The same, by value.
    ///
    /// # Panics
    /// Where there is none.
    pub fn one<T: Copy>(&mut self, things: &[T]) -> T {
        *self.pick(things)
    }

    /// An index, drawn in proportion to weights; 0 where all of them are 0.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut left = self.below(weights.iter().sum());
        for (i, weight) in weights.iter().enumerate() {
            if left < *weight {
                return i;
            }
            left -= weight;
        }
        0
    }

    /// Some of the things in a random order: at least one where there is one, and never more than `at_most`.
    pub fn some<T: Clone>(&mut self, things: &[T], at_most: usize) -> Vec<T> {
        let mut rest: Vec<T> = things.to_vec();
        let mut chosen = Vec::new();
        for _ in 0..self.between(1, at_most.max(1)) {
            if !rest.is_empty() {
                chosen.push(rest.remove(self.below(rest.len())));
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::Numbers;

    #[test]
    fn the_numbers_are_those_of_the_reference_code() {
        // The first numbers for the seed 1234567, as the authors' code gives them.
        let mut numbers = Numbers::new(1_234_567);
        let first: Vec<u64> = (0..5).map(|_| numbers.bits()).collect();
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(first, expected);
    }

    #[test]
    fn numbers_stay_within_their_bounds_and_reach_them() {
        let mut numbers = Numbers::new(1);
        let mut counts = [0; 7];
        for _ in 0..700 {
            counts[numbers.between(2, 8) - 2] += 1;
        }
        assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
        assert_eq!(numbers.below(0), 0);
        assert_eq!(numbers.weighted(&[0, 0, 3, 0]), 2);
        let chosen = numbers.some(&[1, 2, 3], 2);
        assert!((1..=2).contains(&chosen.len()), "{chosen:?}");
        assert!(numbers.some::<u8>(&[], 2).is_empty());
    }
}
