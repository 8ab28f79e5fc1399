//! The lengths as a drawing: a bar for each number of moves, or for a few of them, with axes.

use std::fmt::Write as _;

use crate::proof::numbers::many;
use crate::proof::text::buckets;
use crate::text::thousands;

/// The drawing's size, and what its axes take of it.
const WIDTH: u64 = 560;
const HEIGHT: u64 = 250;
const LEFT: u64 = 62;
const BELOW: u64 = 44;
const TOP: u64 = 12;
/// The most bars.
const BARS: usize = 120;

/// The histogram of lengths in moves; empty for none.
pub(super) fn histogram(histogram: &[u64]) -> String {
    let buckets = buckets(histogram, BARS);
    let (Some(first), Some(last)) = (buckets.first(), buckets.last()) else {
        return String::new();
    };
    let most = buckets.iter().map(|b| b.count).max().unwrap_or(0).max(1);
    let step = round_step(most, 4);
    let top = most.div_ceil(step) * step;
    let (plain, tall) = (WIDTH - LEFT - 8, HEIGHT - BELOW - TOP);
    let y = |count: u64| TOP as f64 + tall as f64 * (1.0 - count as f64 / top as f64);
    let slot = plain as f64 / buckets.len() as f64;
    let mut text = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Positions by their length: from {} to {}, most often {}\">\n",
        first.from,
        many(last.to as u64, "move", "moves"),
        buckets
            .iter()
            .find(|bucket| bucket.count == most)
            .map_or(0, |bucket| bucket.from)
    );
    let mut count = 0;
    while count <= top {
        let at = y(count);
        let _ = writeln!(
            text,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{}\"/><text class=\"tick\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - 8,
            LEFT - 6,
            at + 4.5,
            thousands(count)
        );
        count += step;
    }
    let every = label_step(buckets.len());
    for (index, bucket) in buckets.iter().enumerate() {
        let x = LEFT as f64 + slot * index as f64;
        let at = y(bucket.count);
        let name = match bucket.from == bucket.to {
            true => many(bucket.from as u64, "move", "moves"),
            false => format!("{}–{} moves", bucket.from, bucket.to),
        };
        // A count above zero is visible: at least a line.
        let high =
            (HEIGHT as f64 - BELOW as f64 - at).max(if bucket.count > 0 { 1.5 } else { 0.0 });
        let _ = writeln!(
            text,
            "<g><title>{name}: {}</title><rect class=\"slot\" x=\"{x:.1}\" y=\"{TOP}\" width=\"{slot:.1}\" height=\"{tall}\"/>\
             <rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\"/></g>",
            many(bucket.count, "position", "positions"),
            x + slot * 0.1,
            (HEIGHT - BELOW) as f64 - high,
            slot * 0.8
        );
        if bucket.from.is_multiple_of(every) || index == 0 && bucket.from % every * 2 < every {
            let _ = writeln!(
                text,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                x + slot / 2.0,
                HEIGHT - BELOW + 17,
                bucket.from
            );
        }
    }
    let _ = writeln!(
        text,
        "<path class=\"axis\" d=\"M{LEFT} {0}H{1}\"/><text class=\"tick\" x=\"{2}\" y=\"{3}\" text-anchor=\"middle\">moves</text>\n</svg>",
        HEIGHT - BELOW,
        WIDTH - 8,
        LEFT + plain / 2,
        HEIGHT - 6
    );
    text
}

/// A round distance between lines, so that there are about this many.
fn round_step(most: u64, lines: u64) -> u64 {
    let mut unit = 1_u64;
    loop {
        for step in [1, 2, 5] {
            let step = unit.saturating_mul(step);
            if step.saturating_mul(lines) >= most {
                return step;
            }
        }
        match unit.checked_mul(10) {
            Some(more) => unit = more,
            None => return unit,
        }
    }
}

/// Every how many lengths one is named.
fn label_step(bars: usize) -> usize {
    match bars {
        0..=14 => 1,
        15..=28 => 2,
        29..=70 => 5,
        71..=140 => 10,
        _ => 20,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_enough() {
        for (most, step) in [
            (1, 1),
            (7, 2),
            (15_000, 5_000),
            (20_000, 5_000),
            (20_001, 10_000),
        ] {
            assert_eq!(round_step(most, 4), step, "{most}");
        }
        assert!(round_step(u64::MAX, 4) > 1 << 60);
    }

    #[test]
    fn every_length_has_its_bar() {
        let drawn = histogram(&[0, 3, 0, 5]);
        assert_eq!(drawn.matches("class=\"bar\"").count(), 3);
        assert!(
            drawn.contains("<title>3 moves: 5 positions</title>"),
            "{drawn}"
        );
        assert!(histogram(&[0, 0]).is_empty());
    }
}
