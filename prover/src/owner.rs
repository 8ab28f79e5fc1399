//! Whose a state is.

use adv_chess::Position;

/// One of so many shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    index: u32,
    of: u32,
}

impl Owner {
    /// `None` where there is no such shard.
    pub(crate) fn new(index: u32, of: u32) -> Option<Owner> {
        (index < of && of <= 1 << 16).then_some(Owner { index, of })
    }

    pub(crate) const fn index(self) -> usize {
        self.index as usize
    }

    pub(crate) const fn of(self) -> usize {
        self.of as usize
    }

    /// The shard of a chunk. Neighbours are spread, since a claim is often about a stretch of a class; by the golden ratio, so that any
    /// stretch is shared evenly and no square of a man falls to one shard alone.
    pub(crate) fn of_chunk(chunk: u64, of: usize) -> usize {
        const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
        let part = u128::from(chunk.wrapping_mul(GOLDEN)) * of as u128;
        (part >> 64) as usize
    }

    /// The shard of a position that has no number.
    pub(crate) fn of_extra(position: &Position, of: usize) -> usize {
        let bits = position.packed().map_or(0, |packed| packed.spread());
        (bits % of.max(1) as u64) as usize
    }

    /// True where a chunk is its own.
    #[inline]
    pub(crate) fn has_chunk(self, chunk: u64) -> bool {
        Owner::of_chunk(chunk, self.of()) == self.index()
    }

    /// True where a position that has no number is its own.
    pub(crate) fn has_extra(self, position: &Position) -> bool {
        Owner::of_extra(position, self.of()) == self.index as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Owner;

    #[test]
    fn chunks_are_shared_evenly() {
        for of in [1, 2, 3, 7, 300] {
            let owners: Vec<Owner> = (0..of)
                .map(|index| Owner::new(index, of).expect("a shard"))
                .collect();
            // Each has one owner, and any stretch has nearly as many of each.
            for begin in [0_u64, 57, 3612, 1 << 40] {
                let mut counts = vec![0_u64; owners.len()];
                for chunk in begin..begin + 30_000 {
                    let own = Owner::of_chunk(chunk, owners.len());
                    *counts.get_mut(own).expect("a shard") += 1;
                }
                let even = 30_000 / u64::from(of);
                assert!(
                    counts.iter().all(|count| count.abs_diff(even) <= 8),
                    "{counts:?}"
                );
            }
            for chunk in 0..100 {
                let has = owners.iter().filter(|owner| owner.has_chunk(chunk));
                assert_eq!(has.count(), 1, "{chunk} of {of}");
            }
        }
        assert_eq!(Owner::new(2, 2), None);
    }
}
