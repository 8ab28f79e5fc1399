//! A number for some of a layer's states only: a shard knows the values of its own states and of those that these lead to, which lie far
//! from each other in their classes.

use crate::states::{CHUNK, Layer, WORDS};

/// What some of the states of a chunk have, in their order.
struct FewOf<T> {
    /// Which states these are: a bit each.
    bits: [u64; WORDS],
    /// How many there are before each word.
    before: [u16; WORDS],
    slots: Box<[T]>,
}

impl<T> FewOf<T> {
    fn new(bits: [u64; WORDS], value: &impl Fn() -> T) -> FewOf<T> {
        let mut count = 0_u16;
        let before = bits.map(|word| {
            let before = count;
            count += word.count_ones() as u16;
            before
        });
        FewOf {
            bits,
            before,
            slots: (0..count).map(|_| value()).collect(),
        }
    }

    fn slot(&self, place: usize) -> Option<&T> {
        let (word, before) = (self.bits.get(place / 64)?, self.before.get(place / 64)?);
        let bit = 1 << (place % 64);
        if word & bit == 0 {
            return None;
        }
        let earlier = (word & (bit - 1)).count_ones();
        self.slots.get(usize::from(*before) + earlier as usize)
    }
}

/// What some of the states of a layer have, chunk by chunk.
pub(super) struct Few<T> {
    chunks: Vec<Option<Box<FewOf<T>>>>,
}

impl<T> Few<T> {
    /// The same for all states whose bits are set; `bits` tells them chunk by chunk.
    pub(super) fn new(
        layer: &Layer,
        bits: impl Fn(u64) -> [u64; WORDS],
        value: &impl Fn() -> T,
    ) -> Few<T> {
        let chunk = |at: u64| {
            let bits = bits(at);
            (bits != [0; WORDS]).then(|| Box::new(FewOf::new(bits, value)))
        };
        Few {
            chunks: (0..layer.chunk_count()).map(chunk).collect(),
        }
    }

    pub(super) fn slot(&self, number: u64) -> Option<&T> {
        let chunk = self.chunks.get((number / CHUNK) as usize)?.as_ref()?;
        chunk.slot((number % CHUNK) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_has_its_own_number() {
        let mut bits = [0; WORDS];
        let places = [0_usize, 1, 63, 64, 1000, 4094, 4095];
        for place in places {
            bits[place / 64] |= 1_u64 << (place % 64);
        }
        let next = std::cell::Cell::new(0);
        let few = FewOf::new(bits, &|| next.replace(next.get() + 1));
        let found: Vec<i32> = places
            .iter()
            .filter_map(|at| few.slot(*at).copied())
            .collect();
        assert_eq!(found, [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(
            (few.slot(2), few.slot(65), few.slot(5000)),
            (None, None, None)
        );
        assert_eq!(
            FewOf::new([u64::MAX; WORDS], &|| ()).slots.len() as u64,
            CHUNK
        );
    }
}
