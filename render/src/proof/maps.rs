//! Heat maps: for each square of a king the results of the positions with the king there.
//!
//! Three maps lie over one another, the worst case, the mean and the failures; a choice of three buttons shows one of them. Each
//! square has its number, a colour, and a title for the mouse pointer. The colour is never the only sign.

use adv_record::Side;
use adv_record::proof::{Proof, SquareOutcome};
use maud::{Markup, html};

use super::numbers::{mean, percent};
use crate::block::{Block, Section};
use crate::text::thousands;

/// Measure that a heat map shows for each square of a king: the worst length, the mean length, or the number of failures.
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

    /// Measure of a square in thousandths, of moves or of positions; `None` where no position counts for it.
    fn value(self, stat: &SquareOutcome) -> Option<u64> {
        match self {
            _ if stat.positions == 0 => None,
            Measure::Failures => Some((stat.positions - stat.held.min(stat.positions)) * 1000),
            _ if stat.held == 0 => None,
            Measure::Worst => Some(u64::from(stat.worst_plies.div_ceil(2)) * 1000),
            Measure::Mean => Some(mean_thousandths(stat)),
        }
    }

    /// Text on the square for a measure in thousandths: `12.3`, `7`, `120k`.
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

/// Mean length in thousandths of a move: a line of n moves of ours has 2n - 1 plies.
fn mean_thousandths(stat: &SquareOutcome) -> u64 {
    let moves = u128::from(stat.sum_plies) + u128::from(stat.held);
    let thousandths = (moves * 500 + u128::from(stat.held) / 2) / u128::from(stat.held.max(1));
    u64::try_from(thousandths).unwrap_or(u64::MAX)
}

/// Section with the maps of both kings; `None` where there is no length and no failure to show.
pub(super) fn section(proof: &Proof) -> Option<Block> {
    let mut measures = Vec::new();
    if proof.lengths.is_some() {
        measures.extend([Measure::Worst, Measure::Mean]);
    }
    if proof.reached < proof.positions {
        measures.push(Measure::Failures);
    }
    let first = *measures.first()?;
    let [ours, theirs] = match proof.us {
        Some(Side::White) => ["White’s", "Black’s"],
        Some(Side::Black) => ["Black’s", "White’s"],
        None => ["our", "their"],
    };
    let flipped = proof.us == Some(Side::Black);
    let markup = html! {
            div.heat {
                @for measure in &measures {
                    input type="radio" name="heat" id={ "heat-" (measure.key()) } checked[*measure == first];
                    label for={ "heat-" (measure.key()) } { (measure.words()) }
                }
                div.maps {
                    @for (whose, outcomes) in [(theirs, &proof.squares.theirs), (ours, &proof.squares.ours)] {
                        figure {
                            figcaption { (whose) " king’s square" }
                            @for measure in &measures { (map(whose, outcomes, *measure, flipped)) }
                        }
                    }
                }
            }
    };
    Some(Block::OnPage(vec![Block::Section(Section {
        id: "kings",
        heading: "Where the kings stand".to_owned(),
        title: None,
        blocks: vec![Block::Markup(markup)],
    })]))
}

/// Board of one king with a colour and a number for each square.
fn map(whose: &str, outcomes: &[SquareOutcome], measure: Measure, flipped: bool) -> Markup {
    let values = || outcomes.iter().filter_map(|stat| measure.value(stat));
    let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    // From a breath of colour to all of it; nothing at all where nothing fails.
    let heat = |value: u64| match (measure, value) {
        (Measure::Failures, 0) => 0,
        (Measure::Failures, _) => 150 + 850 * u128::from(value) / u128::from(most.max(1)),
        _ if most == least => 500,
        _ => 60 + 940 * u128::from(value - least) / u128::from(most - least),
    };
    let size = |shown: &str| match shown.chars().count() {
        0..=4 => 33,
        5 => 29,
        _ => 23,
    };
    let cell = |file: u8, rank: u8, (x, y): (u32, u32)| {
        let name = format!("{}{rank}", char::from(file));
        let known = outcomes.iter().find(|stat| stat.square == name);
        let known = known.and_then(|stat| Some((stat, measure.value(stat)?)));
        html! {
            @if let Some((stat, value)) = known {
                @let shown = measure.shown(value);
                g {
                    title { (title(stat)) }
                    rect.cell x=(x) y=(y) width="100" height="100" {}
                    rect.hot x=(x) y=(y) width="100" height="100" fill-opacity=(format!("{}.{:03}", heat(value) / 1000, heat(value) % 1000)) {}
                    text x=(x + 50) y=(y + 61) font-size=(size(&shown)) { (shown) }
                }
            } @else {
                rect.none x=(x) y=(y) width="100" height="100" {}
            }
        }
    };
    let at = |index: u8| u32::from(index) * 100;
    let file = |column: u8| b'a' + if flipped { 7 - column } else { column };
    let rank = |row: u8| if flipped { row + 1 } else { 8 - row };
    let label = format!(
        "{whose} king’s square, {}: {} to {}",
        measure.words(),
        measure.shown(least),
        measure.shown(most)
    );
    html! {
        svg class={ "map " (measure.key()) } viewBox="-46 -4 850 854" role="img" aria-label=(label) {
            @for row in 0..8 { @for column in 0..8 { (cell(file(column), rank(row), (at(column), at(row)))) } }
            @for index in 0..8 {
                text.name x=(at(index) + 50) y="836" { (char::from(file(index))) }
                text.name x="-22" y=(at(index) + 60) { (rank(index)) }
            }
        }
    }
}

/// Title of a square for the mouse pointer: its positions, lengths and failures.
fn title(stat: &SquareOutcome) -> String {
    let many = |count: u64| format!("{} positions", thousands(count));
    let mut text = format!("{}: {}", stat.square, many(stat.positions));
    if stat.held > 0 && stat.worst_plies > 0 {
        let worst = stat.worst_plies.div_ceil(2);
        let mean = mean(mean_thousandths(stat), 1000);
        text.push_str(&format!(", worst {worst} moves, mean {mean}"));
    }
    let fail = stat.positions - stat.held.min(stat.positions);
    if fail > 0 {
        let share = percent(fail, stat.positions);
        text.push_str(&format!(", {} fail ({share})", thousands(fail)));
    }
    text
}
