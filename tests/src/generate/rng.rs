//! A small seeded source of chance, so that a difference can be found again from its seed alone.

/// SplitMix64: one addition and three mixing steps for each number.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to one below `n`; 0 where `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        match n {
            0 => 0,
            n => (self.bits() % n as u64) as usize,
        }
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several things, of which there must be one at least.
    pub fn pick<'t, T: ?Sized>(&mut self, things: &[&'t T]) -> &'t T {
        things[self.below(things.len())]
    }

    /// An index, drawn in proportion to weights.
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

    /// Some of the things in their order, one at least.
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
