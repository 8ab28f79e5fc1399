//! A claim without play, settled: `prove a ⇒ b` holds in every position, or does not in some.
//!
//! ```text
//! refuted: `won(W)` is false in 12 of the 1,234 positions where `secure` holds
//! kpk.adv:77: prove secure ⇒ won(W) from all positions
//!
//! positions               331,352
//!   `secure` holds          1,234    0.4 %
//!     `won(W)` is false        12    1.0 %
//! ```

use std::fmt::Write as _;

use adv_chess::Position;
use adv_chess::notation::fen;
use adv_module::Program;
use adv_module::program::{Claim, ClaimSubject, FromSet};
use adv_prover::{Scan, Verdict, moves};
use adv_record::scan;
use adv_vm::{Outcome, Worth};
use serde_json::Value;

use super::numbers::{many, percent};
use super::{function_text, grounds, record as build, steps, weighed, words};
use crate::json::value;
use crate::spoken;
use crate::text::thousands;

pub use super::html::scan as html;

/// A claim about descriptors that is settled.
#[derive(Clone, Copy, Debug)]
pub struct Scanned<'a> {
    /// The records of the program.
    pub module: &'a Program,
    /// The claim.
    pub claim: &'a Claim,
    /// What came of it.
    pub scan: &'a Scan,
}

impl Scanned<'_> {
    /// The texts of the premise, where there is one, and of the conclusion, in backticks.
    pub(super) fn sides(&self) -> (Option<String>, String) {
        let text = |id, otherwise: &str| match function_text(self.module, id) {
            Some(text) => format!("`{text}`"),
            None => otherwise.to_owned(),
        };
        match self.claim.subject {
            ClaimSubject::Descriptor {
                premise,
                conclusion,
            } => (
                premise.map(|id| text(id, "the premise")),
                text(conclusion, "the conclusion"),
            ),
            _ => (None, "the claim".to_owned()),
        }
    }
}

impl Scanned<'_> {
    /// The positions in which premise and conclusion hold.
    fn held(&self) -> u64 {
        self.scan.premises.saturating_sub(self.scan.broken)
    }

    /// What the examples are.
    pub(super) fn where_not(&self) -> &'static str {
        match self.scan.weighed {
            Some(_) => "in which the total says something else than the table",
            None => "in which it is false",
        }
    }

    /// What is counted, each with its number and its share of what stands above it.
    pub(super) fn rows(&self) -> Vec<(String, u64, String)> {
        let scan = self.scan;
        if let Some(weighed) = &scan.weighed {
            return weighed::rows(weighed, scan.positions);
        }
        let (premise, conclusion) = self.sides();
        let mut rows = vec![("positions".to_owned(), scan.positions, String::new())];
        if self.claim.share {
            let premise = premise.unwrap_or_else(|| "the premise".to_owned());
            let others = scan.positions.saturating_sub(scan.premises);
            for (what, all, held) in [
                (format!("  {premise} holds"), scan.premises, self.held()),
                ("  it does not".to_owned(), others, scan.others_held),
            ] {
                rows.push((what, all, percent(all, scan.positions)));
                rows.push((
                    format!("    {conclusion} is true"),
                    held,
                    percent(held, all),
                ));
            }
            return rows;
        }
        if let Some(premise) = premise {
            let share = percent(scan.premises, scan.positions);
            rows.push((format!("  {premise} holds"), scan.premises, share));
        }
        let share = percent(scan.broken, scan.premises);
        let indent = if rows.len() > 1 { "    " } else { "  " };
        rows.push((format!("{indent}{conclusion} is false"), scan.broken, share));
        rows
    }
}

/// The one sentence that says what came of it.
pub fn headline(scanned: &Scanned<'_>) -> String {
    let scan = scanned.scan;
    if let Some(weighed) = &scan.weighed {
        return weighed::headline(scanned, weighed);
    }
    let (premise, conclusion) = scanned.sides();
    let from = words::positions_from(scanned.module, scanned.claim, scan.positions);
    let one = matches!(scanned.claim.from.set, FromSet::One(_));
    let all = match (&premise, one) {
        (_, true) => format!("in {from}"),
        (None, false) => format!("in all {from}"),
        (Some(premise), false) => format!(
            "in all {} where {premise} holds, of {from}",
            many(scan.premises, "position", "positions")
        ),
    };
    let some = match (&premise, one) {
        (_, true) => format!("in {from}"),
        (None, false) => format!("in {} of {from}", thousands(scan.broken)),
        (Some(premise), false) => format!(
            "in {} of the {} where {premise} holds",
            thousands(scan.broken),
            many(scan.premises, "position", "positions")
        ),
    };
    match scan.verdict {
        Verdict::Empty if scan.positions == 0 => {
            "empty: there is no position that the claim speaks of, so nothing is proved".to_owned()
        }
        Verdict::Empty => format!(
            "empty: {} holds in none of {from}, so nothing is proved",
            premise.unwrap_or_else(|| "the premise".to_owned())
        ),
        Verdict::Proved => format!("proved: {conclusion} is true {all}"),
        Verdict::Measured => measured(scanned, &from),
        Verdict::Refuted | Verdict::TooLong | Verdict::FiftyMoves => {
            format!("refuted: {conclusion} is false {some}")
        }
    }
}

/// What comes of a share: `won(W)` where `opposition(W)` holds, and where not.
fn measured(scanned: &Scanned<'_>, from: &str) -> String {
    let scan = scanned.scan;
    let (premise, conclusion) = scanned.sides();
    let premise = premise.unwrap_or_else(|| "the premise".to_owned());
    let others = scan.positions.saturating_sub(scan.premises);
    if scan.premises == 0 {
        return format!("measured: {premise} holds in none of {from}");
    }
    let held = percent(scanned.held(), scan.premises);
    let there = many(scan.premises, "position", "positions");
    let there = format!("{conclusion} is true in {held} of the {there} where {premise} holds");
    match others {
        0 => format!("measured: {there}, which are all"),
        others => format!(
            "measured: {there}, and in {} of the {} where it does not",
            percent(scan.others_held, others),
            thousands(others)
        ),
    }
}

/// What a position is worth with best play: `with best play White, to move, mates in 5 moves`.
pub(super) fn worth_sentence(position: &Position, worth: &Worth) -> String {
    let side = position.turn();
    let within = |what: &str| match worth.plies {
        Some(0) => format!("{side} is mated"),
        Some(plies) => format!(
            "{side}, to move, {what} in {}",
            many(u64::from(moves(plies)), "move", "moves")
        ),
        None => format!("{side}, to move, {what}"),
    };
    let sentence = match (worth.outcome, worth.plies.is_some()) {
        (Outcome::Draw, _) => "it is drawn".to_owned(),
        (Outcome::Win, true) => within("mates"),
        (Outcome::Win, false) => within("wins"),
        (Outcome::Loss, true) => within("is mated"),
        (Outcome::Loss, false) => within("loses"),
    };
    format!("with best play {sentence}")
}

/// For people. Lines end with a line feed, the last as well.
pub fn text(scanned: &Scanned<'_>) -> String {
    let scan = scanned.scan;
    let mut text = format!(
        "{}\n{}\n",
        headline(scanned),
        super::text::claim_line(scanned.module, scanned.claim)
    );
    let rows = scanned.rows();
    let width = crate::text::widest(rows.iter().map(|(what, ..)| what.as_str())).max(20);
    for (what, number, share) in &rows {
        let row = format!("{what:width$}{:>15}  {share:>8}", thousands(*number));
        let _ = writeln!(text, "{}", row.trim_end());
    }
    if let Some(weighed) = &scan.weighed {
        text.push_str(&weighed::table(weighed));
    }
    if !scan.examples.is_empty() {
        let shown = scan.examples.len() as u64;
        let head = match (shown, scan.broken) {
            (shown, broken) if shown < broken => {
                format!("the first {shown} of {}", thousands(broken))
            }
            (1, _) => "the position".to_owned(),
            _ => "the positions".to_owned(),
        };
        let _ = writeln!(text, "\n{head} {}", scanned.where_not());
    }
    for (index, (position, worth)) in scan.examples.iter().enumerate() {
        text.push('\n');
        text.push_str(&steps::board(position, 2));
        let zones = scan.zones.get(index).map(Vec::as_slice).unwrap_or_default();
        for line in spoken::told(position, zones) {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            for row in steps::folded(&words, steps::WIDTH - 2) {
                let _ = writeln!(text, "  {row}");
            }
        }
        if let Some(worth) = worth {
            let _ = writeln!(text, "  {}", worth_sentence(position, worth));
        }
    }
    text.push_str(&grounds::text(&scan.rests_on));
    text
}

/// The record.
pub fn record(scanned: &Scanned<'_>) -> scan::Scan {
    let found = scanned.scan;
    let worth = |worth: &Worth| scan::Worth {
        outcome: match worth.outcome {
            Outcome::Win => scan::WorthOutcome::Win,
            Outcome::Draw => scan::WorthOutcome::Draw,
            Outcome::Loss => scan::WorthOutcome::Loss,
        },
        plies: worth.plies,
    };
    let example = |(index, (position, of)): (usize, &(Position, Option<Worth>))| {
        let zones = found.zones.get(index).map_or(&[][..], Vec::as_slice);
        scan::ScanExample {
            fen: fen(position),
            worth: of.as_ref().map(worth),
            zones: spoken::records(position, zones),
        }
    };
    scan::Scan {
        claim: build::claim(scanned.module, scanned.claim),
        verdict: found.verdict,
        headline: headline(scanned),
        positions: found.positions,
        premises: found.premises,
        broken: found.broken,
        examples: found.examples.iter().enumerate().map(example).collect(),
        weighed: found.weighed.as_deref().map(weighed::record),
        others_held: (found.weighed.is_none() && scanned.claim.share).then_some(found.others_held),
        rests_on: build::grounds(&found.rests_on),
        program: None,
        made_by: None,
    }
}

/// The same as JSON: `Scan` of `docs/schema/proof.json`.
pub fn json(scanned: &Scanned<'_>) -> Value {
    value(&record(scanned))
}
