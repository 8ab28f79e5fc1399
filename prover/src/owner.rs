//! Whose a state is.

use std::ops::Range;

use adv_chess::Position;

use crate::record::CHUNK;

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

    /// The shard of a chunk of a layer with so many.
    pub(crate) fn of_chunk(chunk: u64, chunks: u64, of: usize) -> usize {
        let of_chunk = u128::from(chunk) * of as u128 / u128::from(chunks.max(1));
        (of_chunk as usize).min(of.saturating_sub(1))
    }

    /// The shard of a position that has no number.
    pub(crate) fn of_extra(position: &Position, of: usize) -> usize {
        let bits = position.packed().map_or(0, |packed| packed.spread());
        (bits % of.max(1) as u64) as usize
    }

    /// The numbers of its own chunks, of a layer with so many numbers.
    pub(crate) fn numbers(self, len: u64) -> Range<u64> {
        let chunks = len.div_ceil(CHUNK);
        let own = |chunk: &u64| Owner::of_chunk(*chunk, chunks, self.of()) == self.index as usize;
        let begin = (0..chunks).find(own).unwrap_or(chunks);
        let end = (begin..chunks).find(|chunk| !own(chunk)).unwrap_or(chunks);
        begin * CHUNK..(end * CHUNK).min(len.max(begin * CHUNK))
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
    fn each_number_has_one_owner() {
        for len in [0, 1, 4096, 4097, 231_168, 1_000_000] {
            for of in [1, 2, 3, 7, 300] {
                let mut end = 0;
                for index in 0..of {
                    let own = Owner::new(index, of).expect("a shard").numbers(len);
                    if !own.is_empty() {
                        assert_eq!(own.start, end, "{len} {index} of {of}");
                        end = own.end;
                    }
                }
                assert_eq!(end, len, "{of}");
            }
        }
        assert_eq!(Owner::new(2, 2), None);
    }
}
