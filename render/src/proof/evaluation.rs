//! A claim about an evaluation, settled: the agreement of its totals with the values of the positions.
//!
//! ```text
//! measured: the total of `static` is on the winner's side in 87.6 % of the 211,236 decided positions, …
//!
//! sign  total, for White          won        drawn         lost
//! +-    more than 3         …
//! ```

use adv_explain::Sign;
use adv_prover::{Balance, LEVEL, Weighed};
use adv_record::scan;

use super::numbers::percent;
use super::scan::Scanned;
use super::words;
use crate::block::{Block, Column, Row};
use crate::text::thousands;

/// Range of an evaluation's totals for each sign (`+-`, `=`, …), in pawns for White, in the order of [`Sign::ALL`].
const TOTALS: [&str; 7] = [
    "less than -3",
    "-3 to -1, without -1",
    "-1 to 0, without 0",
    "0",
    "0 to 1, without 0",
    "1 to 3, without 1",
    "more than 3",
];

/// Sentence that heads the report: how often the total agrees with the value of the position.
pub(super) fn headline(scanned: &Scanned<'_>, weighed: &Weighed) -> String {
    let name = words::subject_name(scanned.module, scanned.claim);
    let from = words::positions_from(scanned.module, scanned.claim, scanned.scan.positions);
    if scanned.scan.positions == 0 {
        return format!("measured: there is no position in which `{name}` could be asked");
    }
    let (decided, drawn) = (weighed.decided(), weighed.drawn());
    let mut parts = Vec::new();
    if decided > 0 {
        parts.push(format!(
            "on the winner's side in {} of the {} decided ones",
            percent(weighed.on_winners_side, decided),
            thousands(decided)
        ));
    }
    if drawn > 0 {
        parts.push(format!(
            "at most {} from 0 in {} of the {} drawn ones",
            pawns(),
            percent(weighed.level, drawn),
            thousands(drawn)
        ));
    }
    if parts.is_empty() {
        return format!("measured: in {from} the game is over, so `{name}` has no total");
    }
    format!(
        "measured: of {from} the total of `{name}` is {}",
        parts.join(", and ")
    )
}

/// Greatest distance from 0 of a total that agrees with a drawn position, as words: `1 pawn`.
fn pawns() -> String {
    match LEVEL / 100 {
        1 => "1 pawn".to_owned(),
        more => format!("{more} pawns"),
    }
}

/// Rows of counts for the report: words indented by level, a number of positions, and its share of the count above it.
pub(super) fn rows(weighed: &Weighed, positions: u64) -> Vec<(String, u64, String)> {
    let (decided, drawn) = (weighed.decided(), weighed.drawn());
    let level = format!("    total at most {} from 0", pawns());
    let row = |words: &str, number, of| (words.to_owned(), number, percent(number, of));
    vec![
        ("positions".to_owned(), positions, String::new()),
        row("  decided", decided, positions),
        row(
            "    total on the winner's side",
            weighed.on_winners_side,
            decided,
        ),
        row("  drawn", drawn, positions),
        row(&level, weighed.level, drawn),
        row("  the game is over", weighed.over, positions),
    ]
}

/// Table of signs, the best for White first: the positions of each that White wins, that are drawn, and that Black wins.
pub(super) fn table(weighed: &scan::Weighed) -> Block {
    let signs = weighed.signs.iter().zip(Sign::ALL.iter().zip(TOTALS).rev());
    let row = |(of, (sign, total)): (&scan::SignCount, (&Sign, &str))| {
        let [won, drawn, lost] = [of.won, of.drawn, of.lost].map(thousands);
        Row::of([sign.symbol(), total, &won, &drawn, &lost])
    };
    let columns = vec![
        Column::words("sign", 4, 4),
        Column::words("total, in pawns", 24, 24),
        Column::number("White wins", 12),
        Column::number("drawn", 12),
        Column::number("Black wins", 12),
    ];
    let table = Block::table(columns, signs.map(row));
    Block::section("signs", "Totals and results", vec![table])
}

/// Counts of totals and results for the public record.
pub(super) fn record(weighed: &Weighed) -> scan::Weighed {
    let sign = |(sign, of): (scan::Sign, Balance)| scan::SignCount {
        sign,
        won: of.won,
        drawn: of.drawn,
        lost: of.lost,
    };
    scan::Weighed {
        decided: weighed.decided(),
        on_winners_side: weighed.on_winners_side,
        drawn: weighed.drawn(),
        level: weighed.level,
        over: weighed.over,
        signs: (scan::Sign::ALL
            .into_iter()
            .zip(weighed.signs.into_iter().rev()))
        .map(sign)
        .collect(),
    }
}
