//! Which moves keep what a position is worth, and how many positions it takes to find them: in sentences and as rows.
//!
//! ```text
//! first moves          97.0 % keep the draw (of 20,000), 81.0 % where only one move does (of 1,892)
//!                      61.2 % of 175,168 are optimal
//! positions searched   237.400 a consultation, at most 4,200 (20,000 consultations)
//! ```

use adv_chess::notation::fen;
use adv_prover::{Judged, KeptMoves, Perfect, Report, Searched, Sizes, WholeSize};

use super::numbers::{many, mean, percent};
use crate::text::thousands;
use crate::whole::grouped;

/// One row of the table of moves: the moves counted, their number, and how many keep the value.
pub(crate) struct AccuracyRow {
    /// `drawn positions of the claim`; indented where it is a part of the row above.
    pub what: String,
    /// Positions.
    pub of: u64,
    /// Those in which the worth is kept.
    pub kept: u64,
}

/// The short answer, for the head of a report: a sentence for each worth that there is, and one for optimal moves.
pub(crate) fn sentences(report: &Report) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(accuracy) = &report.accuracy {
        let worths = [
            (&accuracy.roots.won, "win"),
            (&accuracy.roots.drawn, "draw"),
        ];
        for (kept, worth) in worths {
            sentences.extend(sentence(kept, worth));
        }
    }
    if let Some(perfect) = report.perfect.as_ref().filter(|perfect| perfect.won > 0) {
        sentences.push(optimal(perfect));
    }
    sentences
}

fn sentence(kept: &KeptMoves, worth: &str) -> Option<String> {
    if kept.positions == 0 {
        return None;
    }
    let mut text = format!(
        "{} keep the {worth} (of {})",
        percent(kept.kept, kept.positions),
        thousands(kept.positions)
    );
    if kept.only > 0 {
        text.push_str(&format!(
            ", {} where only one move does (of {})",
            percent(kept.only_kept, kept.only),
            thousands(kept.only)
        ));
    }
    Some(text)
}

/// `61.2 % are optimal (of 175,168)`
fn optimal(perfect: &Perfect) -> String {
    format!(
        "{} are optimal (of {})",
        percent(perfect.lost.optimal, perfect.won),
        thousands(perfect.won)
    )
}

/// `237.400 a consultation, at most 4,200 (20,000 consultations)`
pub(crate) fn searched(searched: &Searched) -> String {
    let mut text = format!(
        "{} a consultation{}, at most {} ({})",
        mean(searched.positions + searched.nested, searched.consultations),
        match searched.nested {
            0 => String::new(),
            nested => format!(
                ", {} of them for advice within goals",
                mean(nested, searched.consultations)
            ),
        },
        thousands(searched.most),
        many(searched.consultations, "consultation", "consultations")
    );
    if searched.stopped > 0 {
        text.push_str(&format!(
            ", {} stopped at a limit",
            thousands(searched.stopped)
        ));
    }
    text
}

/// `median 153,002 positions as a tree, largest 26,012,345,678 from …; 0.2 % have 10^10 or more`
pub(crate) fn sizes(sizes: &Sizes) -> String {
    let count = |size: WholeSize| match size {
        WholeSize::Exactly(count) => grouped(&count.to_string()),
        other => other.to_string(),
    };
    let beyond: u64 = sizes.digits.iter().skip(PAPER_DIGITS).sum();
    format!(
        "median {} positions as a tree, largest {} from `{}`; {} have 10^{PAPER_DIGITS} or more",
        count(sizes.median),
        count(sizes.largest),
        fen(&sizes.example),
        percent(beyond, sizes.positions)
    )
}

/// Karapetyan expects trees of 10^10 nodes "for most positions" (section 1).
const PAPER_DIGITS: usize = 10;

/// The table: first the positions of the claim, then all states where these are more.
pub(crate) fn rows(report: &Report) -> Vec<AccuracyRow> {
    let Some(accuracy) = &report.accuracy else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    of_judged(&accuracy.roots, "positions of the claim", &mut rows);
    if accuracy.states != accuracy.roots {
        of_judged(&accuracy.states, "states consulted", &mut rows);
    }
    rows
}

fn of_judged(judged: &Judged, whose: &str, rows: &mut Vec<AccuracyRow>) {
    for (kept, worth) in [(&judged.won, "won"), (&judged.drawn, "drawn")] {
        if kept.positions == 0 {
            continue;
        }
        let parts = [
            (format!("{worth} {whose}"), kept.positions, kept.kept),
            (
                "  some move gives it away".to_owned(),
                kept.at_risk,
                kept.at_risk_kept,
            ),
            (
                "  only one move keeps it".to_owned(),
                kept.only,
                kept.only_kept,
            ),
        ];
        rows.extend(parts.map(|(what, of, kept)| AccuracyRow { what, of, kept }));
    }
}

/// What the table leaves out, in a sentence of the positions of the claim; empty where there is nothing.
pub(crate) fn remark(report: &Report) -> String {
    let Some(accuracy) = &report.accuracy else {
        return String::new();
    };
    let roots = &accuracy.roots;
    let silent = roots.won.without_move + roots.drawn.without_move;
    let mut parts = Vec::new();
    if silent > 0 {
        parts.push(format!("no move is chosen in {}", thousands(silent)));
    }
    if roots.lost > 0 {
        parts.push(format!("{} are lost anyhow", thousands(roots.lost)));
    }
    if roots.unknown > 0 {
        let unknown = thousands(roots.unknown);
        parts.push(format!("the value of {unknown} is not known"));
    }
    match parts.as_slice() {
        [] => String::new(),
        some => format!("of the positions of the claim {}", some.join(", ")),
    }
}
