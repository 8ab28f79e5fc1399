//! Heat maps: for each square of a king what happens to the positions with it there.
//!
//! Three maps lie over one another, the worst case, the mean and the failures; a choice of three buttons shows one of them. Each
//! square has its number, a colour, and a title for the mouse pointer. The colour is never the only sign.

use std::fmt::Write as _;

use adv_chess::geometry::square_name;
use adv_prover::{SquareStat, moves};

use crate::proof::Proof;
use crate::proof::numbers::{mean, percent};
use crate::svg::{cell_of, escaped};
use crate::text::thousands;

/// One of the measures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Worst,
    Mean,
    Failures,
}

impl Measure {
    const fn key(self) -> &'static str {
        match self {
            Measure::Worst => "worst",
            Measure::Mean => "mean",
            Measure::Failures => "failures",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Measure::Worst => "worst case, in moves",
            Measure::Mean => "mean, in moves",
            Measure::Failures => "positions that fail",
        }
    }

    /// The number of a square in thousandths, `None` where there is nothing to say.
    fn value(self, stat: &SquareStat) -> Option<u64> {
        match self {
            _ if stat.roots == 0 => None,
            Measure::Failures => Some((stat.roots - stat.held.min(stat.roots)) * 1000),
            _ if stat.held == 0 => None,
            Measure::Worst => Some(u64::from(moves(stat.worst)) * 1000),
            Measure::Mean => Some(mean_thousandths(stat)),
        }
    }

    /// The number as shown on the square.
    fn shown(self, value: u64) -> String {
        match self {
            Measure::Mean => {
                let tenths = (value + 50) / 100;
                format!("{}.{}", tenths / 10, tenths % 10)
            }
            _ => match value / 1000 {
                many @ 100_000.. => format!("{}k", many / 1000),
                few => thousands(few),
            },
        }
    }
}

/// The mean length in thousandths of a move: a line of n moves of ours has 2n - 1 plies.
fn mean_thousandths(stat: &SquareStat) -> u64 {
    let moves = u128::from(stat.plies) + u128::from(stat.held);
    let thousandths = (moves * 500 + u128::from(stat.held) / 2) / u128::from(stat.held.max(1));
    u64::try_from(thousandths).unwrap_or(u64::MAX)
}

/// The section with both maps; empty where there is nothing to be seen.
pub(super) fn section(proof: &Proof<'_>, flipped: bool) -> String {
    let report = proof.report;
    let fails = report.held < report.roots;
    let mut measures = Vec::new();
    if report.lengths.is_some() {
        measures.extend([Measure::Worst, Measure::Mean]);
    }
    if fails {
        measures.push(Measure::Failures);
    }
    let Some(first) = measures.first().copied() else {
        return String::new();
    };
    let mut text = String::from(
        "<section id=\"maps\" aria-labelledby=\"h-maps\">\n<h2 id=\"h-maps\">Where the kings stand</h2>\n<div class=\"heat\">\n",
    );
    for measure in &measures {
        let checked = if *measure == first { " checked" } else { "" };
        let _ = writeln!(
            text,
            "<input type=\"radio\" name=\"heat\" id=\"heat-{0}\"{checked}><label for=\"heat-{0}\">{1}</label>",
            measure.key(),
            measure.words()
        );
    }
    text.push_str("<div class=\"maps\">\n");
    let us = report.played.us;
    let whose = |us: Option<adv_chess::Color>, words: &str| {
        us.map_or_else(
            || format!("{words} king’s square"),
            |side| format!("{side}’s king’s square"),
        )
    };
    for (head, stats) in [
        (whose(us.map(|us| !us), "their"), &report.theirs),
        (whose(us, "our"), &report.ours),
    ] {
        let _ = write!(text, "<figure>\n<figcaption>{head}</figcaption>\n");
        for measure in &measures {
            text.push_str(&map(&head, stats, *measure, flipped));
        }
        text.push_str("</figure>\n");
    }
    text.push_str("</div>\n</div>\n</section>\n");
    text
}

/// One board.
fn map(head: &str, stats: &[SquareStat; 64], measure: Measure, flipped: bool) -> String {
    let values = || stats.iter().filter_map(|stat| measure.value(stat));
    let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    let mut text = format!(
        "<svg class=\"map {0}\" viewBox=\"-46 -4 850 854\" role=\"img\" aria-label=\"{1}, {2}: {3} to {4}\">",
        measure.key(),
        escaped(head),
        measure.words(),
        measure.shown(least),
        measure.shown(most)
    );
    for (square, stat) in (0_u8..64).zip(stats) {
        let (column, row) = cell_of(square, flipped);
        let (x, y) = (i32::from(column) * 100, i32::from(row) * 100);
        let Some(value) = measure.value(stat) else {
            let _ = write!(
                text,
                "<rect class=\"none\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\"/>"
            );
            continue;
        };
        // From a breath of colour to all of it; nothing at all where nothing fails.
        let heat = match (measure, value) {
            (Measure::Failures, 0) => 0,
            (Measure::Failures, _) => 150 + 850 * u128::from(value) / u128::from(most.max(1)),
            _ if most == least => 500,
            _ => 60 + 940 * u128::from(value - least) / u128::from(most - least),
        };
        let shown = measure.shown(value);
        let size = match shown.chars().count() {
            0..=4 => 33,
            5 => 29,
            _ => 23,
        };
        let _ = write!(
            text,
            "<g><title>{}</title><rect class=\"cell\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\"/>\
             <rect class=\"hot\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill-opacity=\"{}.{:03}\"/>\
             <text x=\"{}\" y=\"{}\" font-size=\"{size}\">{shown}</text></g>",
            title(square, stat),
            heat / 1000,
            heat % 1000,
            x + 50,
            y + 61
        );
    }
    for i in 0..8_u8 {
        let (file, rank) = if flipped { (7 - i, i + 1) } else { (i, 8 - i) };
        let at = i32::from(i) * 100;
        let _ = write!(
            text,
            "<text class=\"name\" x=\"{}\" y=\"836\">{}</text><text class=\"name\" x=\"-22\" y=\"{}\">{rank}</text>",
            at + 50,
            char::from(b'a' + file),
            at + 60
        );
    }
    text.push_str("</svg>\n");
    text
}

/// Everything about a square.
fn title(square: u8, stat: &SquareStat) -> String {
    let mut text = format!(
        "{}: {} positions",
        square_name(square),
        thousands(stat.roots)
    );
    if stat.held > 0 && stat.worst > 0 {
        let _ = write!(
            text,
            ", worst {} moves, mean {}",
            moves(stat.worst),
            mean(mean_thousandths(stat), 1000)
        );
    }
    let fail = stat.roots - stat.held.min(stat.roots);
    if fail > 0 {
        let _ = write!(
            text,
            ", {} fail ({})",
            thousands(fail),
            percent(fail, stat.roots)
        );
    }
    text
}
