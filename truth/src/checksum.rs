//! The sum at the end of a Syzygy file.
//!
//! A table is a multiple of 64 bytes long, and 16 more bytes follow, the checksum of its writer:
//!
//! ```text
//! sum(table) = City128(Crc256(first 16 MiB), Crc256(next 16 MiB), …)      here for one piece only
//! ```
//!
//! Both are of the family CityHash 1.0 (Geoff Pike and Jyrki Alakuijala, 2011). That library is for processors with
//! an instruction for CRC-32C, whose table is made here instead. Which of its functions are taken, and
//! how, is a fact about Ronald de Man's generator, `checksum.c`.

/// The longest table whose sum is known here, in bytes and without the sum.
pub(crate) const MAX_LENGTH: usize = 1 << 24;

/// Bytes of the sum.
const SUM: usize = 16;

/// The same for the length of a whole file.
pub(crate) const MAX_FILE: u64 = (MAX_LENGTH + SUM) as u64;

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;
const MIX: u64 = 0x9ddf_ea08_eb38_2d69;

/// True when a file of at most [`MAX_FILE`] bytes ends with the sum of what comes before.
pub(crate) fn matches(file: &[u8]) -> bool {
    let Some((table, sum)) = file.split_last_chunk::<SUM>() else {
        return false;
    };
    table.len() <= MAX_LENGTH && of(table) == *sum
}

fn of(table: &[u8]) -> [u8; SUM] {
    let [w, x, y, z] = crc256(table);
    // What is left of City128 for four words: the first two are the seed of the others.
    let (seed_low, seed_high) = (w ^ K3, x);
    let a = shift(seed_low.wrapping_mul(K1)).wrapping_mul(K1);
    let tail = hash(y, z.wrapping_add(16).rotate_right(16)) ^ z;
    let c = seed_high.wrapping_mul(K1).wrapping_add(tail);
    let d = shift(a.wrapping_add(y));
    let (a, b) = (hash(a, c), hash(d, seed_high));
    let mut sum = [0; SUM];
    sum[..8].copy_from_slice(&(a ^ b).to_le_bytes());
    sum[8..].copy_from_slice(&hash(b, a).to_le_bytes());
    sum
}

/// Bytes that one step takes.
const STEP: usize = 40;
/// Six steps: a table that is shorter is filled up with zeros.
const ROUND: usize = 6 * STEP;

/// What the steps go on with: words that are multiplied and turned, and remainders of CRC-32C.
struct State {
    words: [u64; 6],
    sums: [u64; 5],
}

impl State {
    /// Takes five words in. `turn` is 1 where nothing is multiplied.
    fn step(&mut self, input: &[u8], factor: u64, turn: u32) {
        let [a, b, c, d, e, t] = self.words;
        let next = |word: u64, by: u32, place: usize| {
            let turned = word.rotate_right(by ^ turn).wrapping_mul(factor);
            turned.wrapping_add(word_at(input, 8 * place))
        };
        self.words = [
            next(b, 41, 0),
            next(c, 27, 1),
            next(d, 41, 2),
            next(e, 33, 3),
            next(t, 25, 4),
            a,
        ];
        for (sum, word) in self.sums.iter_mut().zip(self.words) {
            *sum = crc32c(*sum as u32, word);
        }
    }
}

fn crc256(table: &[u8]) -> [u64; 4] {
    if table.len() >= ROUND {
        return crc256_seeded(table, 0);
    }
    let mut filled = [0; ROUND];
    for (to, from) in filled.iter_mut().zip(table) {
        *to = *from;
    }
    crc256_seeded(&filled, !(table.len() as u32))
}

fn crc256_seeded(table: &[u8], seed: u32) -> [u64; 4] {
    let (length, seed) = (table.len() as u64, u64::from(seed));
    let b = word_at(table, 96).wrapping_add(K0);
    let c = hash(b, length);
    let d = word_at(table, 120).wrapping_mul(K0).wrapping_add(length);
    let (first, second) = (c, d);
    let mut state = State {
        words: [
            word_at(table, 56).wrapping_add(K0),
            b,
            c,
            d,
            word_at(table, 184).wrapping_add(seed),
            c.wrapping_add(d),
        ],
        sums: [seed, 0, 0, 0, 0],
    };
    let rounds = table.chunks_exact(ROUND);
    let rest = rounds.remainder();
    for round in rounds {
        for (number, input) in round.chunks_exact(STEP).enumerate() {
            if number % 2 == 0 {
                state.step(input, 1, 1);
            } else {
                state.step(input, K0, 0);
            }
        }
    }
    let steps = rest.chunks_exact(STEP);
    if !steps.remainder().is_empty() {
        // The last step goes back over bytes that were taken in already.
        let last = table.len() - STEP;
        steps.for_each(|input| state.step(input, K0, 0));
        state.step(table.get(last..).unwrap_or_default(), K0, 0);
    } else {
        steps.for_each(|input| state.step(input, K0, 0));
    }
    finish(state, first, second)
}

fn finish(state: State, first: u64, second: u64) -> [u64; 4] {
    let add = u64::wrapping_add;
    let [a, b, c, d, e, t] = state.words;
    let [f, g, h, i, j] = state.sums;
    let j = add(j, i << 32);
    let a = hash(a, j);
    let h = add(h, g << 32);
    let b = add(b, h);
    let c = add(hash(c, f), i);
    let d = hash(d, add(e, first));
    let j = add(j, e);
    let i = add(i, hash(h, t));
    let e = add(hash(a, d), j);
    let f = add(hash(b, c), a);
    let g = add(hash(j, i), c);
    let w = add(add(e, f), add(g, h));
    let a = add(shift(add(a, g).wrapping_mul(K0)).wrapping_mul(K0), b);
    let x = add(second, add(a, w));
    let a = add(shift(a.wrapping_mul(K0)).wrapping_mul(K0), c);
    let y = add(a, x);
    let a = shift(add(a, e).wrapping_mul(K0)).wrapping_mul(K0);
    [w, x, y, add(a, y)]
}

/// The eight bytes at a place, zero where the bytes end before.
fn word_at(bytes: &[u8], place: usize) -> u64 {
    let word = bytes.get(place..).and_then(|rest| rest.first_chunk());
    word.map_or(0, |word| u64::from_le_bytes(*word))
}

fn shift(word: u64) -> u64 {
    word ^ (word >> 47)
}

fn hash(low: u64, high: u64) -> u64 {
    let a = shift((low ^ high).wrapping_mul(MIX));
    shift((high ^ a).wrapping_mul(MIX)).wrapping_mul(MIX)
}

/// Remainders of every byte by the polynomial of Castagnoli, bits reversed.
static CRC: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = (sum >> 1) ^ (0x82f6_3b78 * (sum & 1));
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
};

/// Goes on with a CRC-32C, which is neither turned over at the start nor at the end.
fn crc32c(sum: u32, word: u64) -> u64 {
    let step = |sum: u32, byte: u8| (sum >> 8) ^ CRC[usize::from(sum as u8 ^ byte)];
    u64::from(word.to_le_bytes().into_iter().fold(sum, step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_are_the_published_ones() {
        assert_eq!(CRC[..4], [0, 0xf26b_8303, 0xe13b_70f7, 0x1350_f3f4]);
        // RFC 3720, B.4: 32 bytes of zeros.
        let sum = (0..4).fold(u32::MAX, |sum, _| crc32c(sum, 0) as u32);
        assert_eq!(!sum, 0x8a91_36aa);
    }

    #[test]
    fn what_has_no_sum_does_not_match() {
        assert!(!matches(&[]));
        assert!(!matches(&[0; 15]));
        assert!(!matches(&[0; 16]));
        let mut file = vec![7; 64 * 5];
        file.extend(of(&file));
        assert!(matches(&file));
        file[63] = 8;
        assert!(!matches(&file));
    }
}
