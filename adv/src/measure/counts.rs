//! Counts of one word's values together with the answers, and what they tell.

use std::collections::{BTreeMap, HashMap};

use adv_render::measure::ValueEnd;

use super::MOST_BESIDE;

/// Greatest number of different values together with answers that are counted for a word.
pub(super) const MOST_COUNTS: usize = 1 << 16;
/// Least share of the positions at an end of a word's values: a quarter.
const END: u64 = 4;

/// Values of the words known before, the value of a word, and the answer.
pub(super) type Key = [i64; MOST_BESIDE + 2];

/// Counts of one word; `None` where they cannot be had.
pub(super) type WordCounts = Result<HashMap<Key, u64>, Unmeasured>;

/// The reason why a word is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unmeasured {
    /// Too many different values.
    Values,
    /// A limit of an evaluation was reached.
    Limit,
}

/// Counts of all words, one thread's or of all together.
pub(super) struct Counts(pub(super) Vec<WordCounts>);

impl Counts {
    pub(super) fn new(words: usize) -> Counts {
        Counts((0..words).map(|_| Ok(HashMap::new())).collect())
    }

    pub(super) fn add(&mut self, word: usize, key: Key, count: u64) {
        let Some(of) = self.0.get_mut(word) else {
            return;
        };
        if let Ok(counts) = of {
            *counts.entry(key).or_default() += count;
            if counts.len() > MOST_COUNTS {
                *of = Err(Unmeasured::Values);
            }
        }
    }

    /// Leaves a word out. A limit outranks too many values, so that the reason does not depend on threads.
    pub(super) fn refuse(&mut self, word: usize, reason: Unmeasured) {
        if let Some(of) = self.0.get_mut(word)
            && *of != Err(Unmeasured::Limit)
        {
            *of = Err(reason);
        }
    }

    pub(super) fn merge(&mut self, other: Counts) {
        for (word, counts) in other.0.into_iter().enumerate() {
            match counts {
                Err(reason) => self.refuse(word, reason),
                // Sums do not depend on the order.
                Ok(counts) => counts
                    .into_iter()
                    .for_each(|(key, count)| self.add(word, key, count)),
            }
        }
    }
}

/// A number rounded to four decimals, so that reports are the same on every machine.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

/// Information in the counts of one word.
pub(super) struct Information {
    pub(super) positions: u64,
    pub(super) mean: f64,
    /// Bits of the answer.
    pub(super) entropy: f64,
    /// Bits of the answer that are left where the words known before are known.
    pub(super) left: f64,
    /// Bits that the word tells beyond these.
    pub(super) bits: f64,
    /// Standard error of the bits.
    pub(super) error: f64,
    /// By value: how many positions, and the sum of their answers.
    pub(super) values: BTreeMap<i64, (u64, i64)>,
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of positions are far below 2^53"
)]
impl Information {
    /// Of a sample the bits are corrected by what chance alone tells (Miller and Madow).
    pub(super) fn of(counts: HashMap<Key, u64>, is_sample: bool) -> Information {
        // In order, so that sums of rounded numbers do not depend on the table.
        let counts: BTreeMap<Key, u64> = counts.into_iter().collect();
        let mut values: BTreeMap<i64, (u64, i64)> = BTreeMap::new();
        let mut answers: BTreeMap<i64, u64> = BTreeMap::new();
        let mut known: BTreeMap<&[i64], u64> = BTreeMap::new();
        let mut known_answers: BTreeMap<(&[i64], i64), u64> = BTreeMap::new();
        let mut valued: BTreeMap<&[i64], u64> = BTreeMap::new();
        let (mut positions, mut sum) = (0u64, 0.0f64);
        for (key, count) in &counts {
            let ([before @ .., value, answer], own) = (key, &key[..=MOST_BESIDE]);
            positions += count;
            sum += *answer as f64 * *count as f64;
            let end = values.entry(*value).or_default();
            end.0 += count;
            end.1 += answer * count.cast_signed();
            *answers.entry(*answer).or_default() += count;
            *known.entry(before).or_default() += count;
            *known_answers.entry((before, *answer)).or_default() += count;
            *valued.entry(own).or_default() += count;
        }
        let all = positions as f64;
        let bits_of = |part: u64, whole: u64| (whole as f64 / part as f64).log2();
        let entropy: f64 = answers
            .values()
            .map(|count| *count as f64 / all * bits_of(*count, positions))
            .sum();
        let (mut left, mut bits, mut square) = (0.0, 0.0, 0.0);
        for (key, count) in &counts {
            let ([before @ .., _, answer], own) = (key, &key[..=MOST_BESIDE]);
            let weight = *count as f64 / all;
            let of_known = bits_of(known_answers[&(&before[..], *answer)], known[&before[..]]);
            let told = of_known - bits_of(*count, valued[own]);
            left += weight * of_known;
            bits += weight * told;
            square += weight * told * told;
        }
        let chance = |degrees: usize| match is_sample {
            true => degrees as f64 / (2.0 * all * std::f64::consts::LN_2),
            false => 0.0,
        };
        let told = chance(counts.len() + known.len());
        let alone = chance(valued.len() + known_answers.len());
        Information {
            positions,
            mean: sum / all,
            entropy: entropy + chance(answers.len()) - chance(1),
            left: left + chance(known_answers.len()) - chance(known.len()),
            bits: bits - (told - alone),
            error: ((square - bits * bits).max(0.0) / all).sqrt(),
            values,
        }
    }

    /// The positions of the least values and those of the greatest, a quarter of all at least; of two values one each.
    pub(super) fn ends(&self) -> (ValueEnd, ValueEnd) {
        let values: Vec<(i64, (u64, i64))> = self.values.iter().map(|(v, of)| (*v, *of)).collect();
        (
            self.end(values.iter(), values.len()),
            self.end(values.iter().rev(), values.len()),
        )
    }

    fn end<'v>(
        &self,
        values: impl Iterator<Item = &'v (i64, (u64, i64))>,
        many: usize,
    ) -> ValueEnd {
        let mut end = ValueEnd {
            value: 0,
            positions: 0,
            mean: 0.0,
        };
        let mut sum = 0;
        for (value, (count, answers)) in values {
            end.value = *value;
            end.positions += count;
            sum += answers;
            if many <= 2 || end.positions * END >= self.positions {
                break;
            }
        }
        end.mean = rounded(sum as f64 / end.positions.max(1) as f64);
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts of `(before, value, answer)`, each so often.
    fn told(counts: &[(i64, i64, i64, u64)]) -> Information {
        counted(counts, false)
    }

    fn counted(counts: &[(i64, i64, i64, u64)], is_sample: bool) -> Information {
        let key = |(before, value, answer, count): &(i64, i64, i64, u64)| {
            ([0, 0, *before, *value, *answer], *count)
        };
        Information::of(counts.iter().map(key).collect(), is_sample)
    }

    #[test]
    fn a_copy_tells_all_and_noise_tells_nothing() {
        let copy = told(&[(0, 7, 0, 300), (0, 9, 1, 100)]);
        // H(1/4) = 2 - 3/4 log2 3.
        let entropy = 2.0 - 0.75 * 3f64.log2();
        assert!((copy.entropy - entropy).abs() < 1e-12);
        assert!((copy.bits - entropy).abs() < 1e-12);
        assert_eq!((copy.positions, copy.mean), (400, 0.25));
        let counts = [(0, 1, 0, 30), (0, 1, 1, 10), (0, 2, 0, 90), (0, 2, 1, 30)];
        let noise = told(&counts);
        assert!(noise.bits.abs() < 1e-12 && noise.error < 1e-6);
        // Two values and two answers have one degree of freedom.
        let sample = counted(&counts, true);
        let chance = 1.0 / (320.0 * std::f64::consts::LN_2);
        assert!((sample.bits + chance).abs() < 1e-12);
        // A word that tells all tells no more than there is.
        let copy = counted(&[(0, 7, 0, 30), (0, 9, 1, 10)], true);
        assert!((copy.bits - copy.entropy).abs() < 1e-12);
    }

    #[test]
    fn a_word_tells_more_beside_another() {
        // The answer is whether both are the same: neither tells anything alone, each tells all beside the other.
        let pairs = [(0, 0, 1, 25), (0, 1, 0, 25), (1, 0, 0, 25), (1, 1, 1, 25)];
        let beside = told(&pairs);
        assert!((beside.bits - 1.0).abs() < 1e-12 && (beside.left - 1.0).abs() < 1e-12);
        let alone = told(&[(0, 0, 1, 25), (0, 1, 0, 25), (0, 0, 0, 25), (0, 1, 1, 25)]);
        assert!(alone.bits.abs() < 1e-12);
    }

    #[test]
    fn ends_have_a_quarter_each() {
        let many: Vec<_> = (0..10).map(|value| (0, value, value, 10)).collect();
        let (low, high) = told(&many).ends();
        assert_eq!((low.value, low.positions, low.mean), (2, 30, 1.0));
        assert_eq!((high.value, high.positions, high.mean), (7, 30, 8.0));
        let (low, high) = told(&[(0, 0, 0, 1), (0, 1, 1, 99)]).ends();
        assert_eq!((low.value, low.positions), (0, 1));
        assert_eq!((high.value, high.positions), (1, 99));
    }

    #[test]
    fn the_reason_that_a_word_is_left_out_depends_on_no_order() {
        let reasons = [Unmeasured::Values, Unmeasured::Limit];
        for order in [reasons, [reasons[1], reasons[0]]] {
            let mut counts = Counts::new(1);
            order
                .into_iter()
                .for_each(|reason| counts.refuse(0, reason));
            assert_eq!(counts.0, [Err(Unmeasured::Limit)]);
        }
    }
}
