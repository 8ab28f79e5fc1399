//! A proof's report for people.
//!
//! ```text
//! refuted: `krk` fails to reach mate from 48 of 175,168 positions
//! krk.adv:129: prove krk from all positions reaches mate within 34 moves
//! table krk for White, trees played to their leaves (strong)
//!
//! positions            175,168
//!   hold               175,120  > 99.9 %
//!   fail                    48  < 0.1 %
//! …
//! failure 1: Black is stalemated                    cause, choice with its lines, the shortest line, the board at its end
//! smallest cycle                                    each consultation with the numbers it compares
//! lengths                                           chart, longest line
//! used                                              each choice, and the choices never made
//! against perfect play                              moves lost, and by what; which moves keep a win or a draw
//! ```
//!
//! What breaks the claim comes first.

mod chart;
pub(crate) mod failing;
mod used;

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_prover::{Fifty, Lengths, Report, Verdict, moves};

pub(crate) use chart::buckets;
pub(crate) use used::{lost_mean, never};

use super::numbers::{many, mean, percent};
use super::{Proof, accuracy, grounds, steps, words};
use crate::place;
use crate::text::thousands;

/// The report. Lines end with a line feed, the last as well.
pub fn text(proof: &Proof<'_>) -> String {
    let report = proof.report;
    let mut text = head(proof);
    if report.verdict == Verdict::Empty {
        return text;
    }
    text.push_str(&counts(proof));
    text.push_str(&failing::failures(proof));
    text.push_str(&failing::cycle(proof));
    if let Some(found) = &report.lengths {
        text.push_str(&lengths(proof, found));
    }
    if let Some(found) = &report.fifty {
        text.push_str(&fifty(found));
    }
    text.push_str(&used::uses(proof));
    text.push_str(&used::perfect(proof));
    text.push_str(&used::kept(proof));
    text.push_str(&grounds::text(&report.rests_on));
    text
}

/// The headline, the claim with its place, the subject and the mode.
fn head(proof: &Proof<'_>) -> String {
    format!(
        "{}\n{}{}\n",
        words::headline(proof),
        claim_line(proof.module, proof.claim),
        words::played(proof)
    )
}

/// `file:line: prove …`, or `added to file: prove …`
pub(super) fn claim_line(
    module: &adv_module::Program,
    claim: &adv_module::program::Claim,
) -> String {
    match place::claim_place(module, claim.place) {
        Some(at) => format!("{at}: {}\n", words::claim_text(claim)),
        None => format!("{}\n", words::claim_text(claim)),
    }
}

/// One row of counts.
fn row(text: &mut String, what: &str, number: &str, remark: &str) {
    let row = format!("{what:20}{number:>15}  {remark:>8}");
    let _ = writeln!(text, "{}", row.trim_end());
}

fn counts(proof: &Proof<'_>) -> String {
    let report = proof.report;
    let mut text = String::from("\n");
    let mut share = |what: &str, part: u64| {
        let share = percent(part, report.roots);
        row(&mut text, what, &thousands(part), &share);
    };
    share("positions", report.roots);
    share("  hold", report.held);
    share("  fail", report.roots.saturating_sub(report.held));
    if report.late > 0 {
        share("    take too long", report.late);
    }
    let crossing = report.reached.saturating_sub(report.held + report.late);
    if crossing > 0 {
        share("    cross fifty moves", crossing);
    }
    row(&mut text, "states consulted", &thousands(report.states), "");
    row(
        &mut text,
        "replies followed",
        &thousands(report.replies),
        "",
    );
    let mut head = "first moves";
    for sentence in accuracy::sentences(report) {
        let _ = writeln!(text, "{head:20} {sentence}");
        head = "";
    }
    if let Some(searched) = &report.searched {
        let _ = writeln!(
            text,
            "{:20} {}",
            "positions searched",
            accuracy::searched(searched)
        );
    }
    if let Some(sizes) = &report.sizes {
        let _ = writeln!(text, "{:20} {}", "p-strategies", accuracy::sizes(sizes));
    }
    text
}

fn lengths(proof: &Proof<'_>, lengths: &Lengths) -> String {
    let report: &Report = proof.report;
    let mut text = match report.held == report.reached {
        true => String::from("\nlengths in moves, of the positions that hold\n\n"),
        false => String::from("\nlengths in moves, of the positions that hold but for a limit\n\n"),
    };
    let worst = u64::from(moves(lengths.worst));
    let mut row = |what: &str, number: &str, remark: &str| {
        let row = format!("{what:8}{number:>9}   {remark}");
        let _ = writeln!(text, "{}", row.trim_end());
    };
    let so_long = many(lengths.hardest, "position", "positions");
    row("worst", &thousands(worst), &so_long);
    row("mean", &mean(lengths.moves, report.reached), "");
    text.push('\n');
    text.push_str(&chart::chart(&lengths.histogram));
    let Some(hardest) = lengths.examples.first() else {
        return text;
    };
    let _ = match lengths.hardest {
        1 => writeln!(
            text,
            "\nthe only position that takes {}\n",
            many(worst, "move", "moves")
        ),
        more => writeln!(
            text,
            "\nthe first of {} positions that take {}\n",
            thousands(more),
            many(worst, "move", "moves")
        ),
    };
    text.push_str(&steps::board(hardest, 2));
    text.push('\n');
    text.push_str(&steps::text(proof.module, &lengths.line, 2));
    if lengths.examples.len() > 1 {
        text.push_str("\n  others\n");
        for other in lengths.examples.iter().skip(1) {
            let _ = writeln!(text, "    {}", fen(other));
        }
    }
    text
}

/// The fifty-move rule in a sentence: it breaks only claims that say `fifty-moves`.
pub(crate) fn fifty_sentence(fifty: &Fifty) -> String {
    let longest = many(u64::from(fifty.worst), "ply", "plies");
    match fifty.roots {
        0 => format!(
            "50-move rule: no line crosses it, at most {longest} without a capture or a pawn move"
        ),
        1 => format!(
            "50-move rule: 1 position can cross it, with {longest} without a capture or a pawn move"
        ),
        roots => format!(
            "50-move rule: {} positions can cross it, with up to {longest} without a capture or a pawn move",
            thousands(roots)
        ),
    }
}

fn fifty(fifty: &Fifty) -> String {
    let mut text = format!("\n{}\n", fifty_sentence(fifty));
    if let Some(example) = &fifty.example {
        let _ = writeln!(text, "  for example {}", fen(example));
    }
    text
}

/// True if the claim fixes the outcome, so that failures break it.
pub(super) const fn is_judged(verdict: Verdict) -> bool {
    !matches!(verdict, Verdict::Measured)
}
