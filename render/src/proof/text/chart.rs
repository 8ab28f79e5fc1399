//! A histogram of lengths: buckets, and bars of text.
//!
//! ```text
//!    1–2     1,512  ▌
//!    3–4     6,188  ██▏
//!    …
//! ```

use std::fmt::Write as _;

use crate::text::thousands;

/// The most rows of a chart.
const ROWS: usize = 18;
/// The longest bar.
const BAR: u64 = 40;

/// Lengths from one to another with how many positions have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bucket {
    /// The first length.
    pub from: usize,
    /// The last.
    pub to: usize,
    /// How many.
    pub count: u64,
}

/// The histogram in at most this many buckets of one round width, from the first length that occurs to the last.
pub(crate) fn buckets(histogram: &[u64], most: usize) -> Vec<Bucket> {
    let Some(first) = histogram.iter().position(|count| *count > 0) else {
        return Vec::new();
    };
    let last = histogram.iter().rposition(|count| *count > 0);
    let last = last.unwrap_or(first);
    let width = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
        .into_iter()
        .find(|width| (last - first) / width < most)
        .unwrap_or(last - first + 1);
    let bucket = |from: usize| {
        let to = (from + width - 1).min(last);
        let counts = histogram.get(from..=to).unwrap_or_default();
        Bucket {
            from,
            to,
            count: counts.iter().sum(),
        }
    };
    (first..=last).step_by(width).map(bucket).collect()
}

/// The bars.
pub(super) fn chart(histogram: &[u64]) -> String {
    let buckets = buckets(histogram, ROWS);
    let most = buckets.iter().map(|b| b.count).max().unwrap_or(0).max(1);
    let names: Vec<String> = buckets
        .iter()
        .map(|b| match b.from == b.to {
            true => b.from.to_string(),
            false => format!("{}–{}", b.from, b.to),
        })
        .collect();
    let width = crate::text::widest(names.iter().map(String::as_str));
    let mut text = String::new();
    for (name, bucket) in names.iter().zip(&buckets) {
        let count = thousands(bucket.count);
        let row = format!("  {name:>width$}  {count:>13}  {}", bar(bucket.count, most));
        let _ = writeln!(text, "{}", row.trim_end());
    }
    text
}

/// A bar in eighths of a character; a count above zero is visible.
fn bar(count: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = u128::from(count) * u128::from(BAR * 8) / u128::from(most);
    let eighths = usize::try_from(eighths).unwrap_or(0);
    let eighths = if count > 0 { eighths.max(1) } else { 0 };
    let rest = EIGHTHS.get(eighths % 8).copied().unwrap_or("");
    format!("{}{rest}", "█".repeat(eighths / 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_cover_every_length_once() {
        for length in [1_usize, 2, 17, 18, 19, 37, 250, 30_000] {
            let mut histogram = vec![1_u64; length + 1];
            histogram[0] = 0;
            let buckets = buckets(&histogram, ROWS);
            assert!(buckets.len() <= ROWS, "{length}: {}", buckets.len());
            let all: u64 = buckets.iter().map(|bucket| bucket.count).sum();
            assert_eq!(all, length as u64);
            for pair in buckets.windows(2) {
                assert_eq!(pair[0].to + 1, pair[1].from);
            }
        }
        assert!(buckets(&[0, 0], ROWS).is_empty());
    }

    #[test]
    fn bars_are_in_proportion_and_a_little_is_seen() {
        assert_eq!(bar(8, 8), "█".repeat(40));
        assert_eq!(bar(1, 1000), "▏");
        assert_eq!(bar(0, 9), "");
        assert_eq!(bar(1, 16), "██▌");
    }
}
