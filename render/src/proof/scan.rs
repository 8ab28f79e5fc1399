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

use adv_chess::Position;
use adv_chess::notation::fen;
use adv_module::Program;
use adv_module::program::{Claim, ClaimSubject, FromSet};
use adv_prover::{Scan, Verdict, moves};
use adv_record::scan;
use adv_vm::{Outcome, Worth};
use serde_json::Value;

use super::numbers::{many, percent};
use super::zones::alone;
use super::{blocks, evaluation, page, record as build, words};
use crate::TextForm;
use crate::block::{Block, Board, Row, Text, Tone, turn};
use crate::json::value;
use crate::text::thousands;
use crate::{place, zone_words};

/// Settled claim about descriptors or an evaluation, which was tested in each position without play.
#[derive(Clone, Copy, Debug)]
pub struct Scanned<'a> {
    /// Program in compiled form, for names and places in its source.
    pub module: &'a Program,
    /// Claim that was settled.
    pub claim: &'a Claim,
    /// Result of the scan: counts of positions and examples.
    pub scan: &'a Scan,
}

impl Scanned<'_> {
    /// Texts of the claim in backticks: its premise, where there is one, and its conclusion.
    fn sides(&self) -> (Option<String>, String) {
        let text = |id, otherwise: &str| match place::function_text(self.module, id) {
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
    /// Number of positions in which both premise and conclusion hold.
    fn held(&self) -> u64 {
        self.scan.premises.saturating_sub(self.scan.broken)
    }

    /// Rows of counts for the report: words indented by level, a number, and its share of the count above it.
    fn rows(&self) -> Vec<(String, u64, String)> {
        let scan = self.scan;
        if let Some(weighed) = &scan.weighed {
            return evaluation::rows(weighed, scan.positions);
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

/// Sentence that heads the report: the outcome of the scan.
pub fn headline(scanned: &Scanned<'_>) -> String {
    let scan = scanned.scan;
    if let Some(weighed) = &scan.weighed {
        return evaluation::headline(scanned, weighed);
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

/// Sentence about a measured share: how often `won(W)` holds where `opposition(W)` holds, and where not.
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

/// Sentence on a position's value with best play: `with best play White, to move, mates in 5 moves`.
fn worth_sentence(position: &Position, worth: &Worth) -> String {
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

/// Report as text; each line, the last as well, ends with a line feed.
pub fn text(scanned: &Scanned<'_>, form: TextForm) -> String {
    form.text(&blocks(&record(scanned)))
}

/// Report as an HTML page that loads nothing else.
pub fn html(scanned: &Scanned<'_>) -> String {
    let scan = record(scanned);
    page::written(&page::Page {
        title: &scan.claim.text,
        headline: &scan.headline,
        blocks: blocks(&scan),
        flipped: false,
        record: &scan,
    })
}

/// Blocks of the report on a scan.
fn blocks(scan: &scan::Scan) -> Vec<Block> {
    let last = scan.rows.len().saturating_sub(1);
    let row = |(index, (what, number, share)): (usize, &(String, u64, String))| Row {
        cells: vec![
            what.trim_start().into(),
            Text::plain(thousands(*number)),
            Text::plain(share),
        ],
        depth: (what.len() - what.trim_start().len()) / 2,
        // What is proved or refuted is the last; of a share nothing is good or bad.
        tone: match index == last && !scan.claim.share {
            true if scan.broken > 0 => Tone::Bad,
            true => Tone::Good,
            false => Tone::Plain,
        },
        ..Row::default()
    };
    let rows = scan.rows.iter().enumerate().map(row).collect();
    let mut blocks = vec![
        blocks::head(&scan.headline, &scan.claim, None),
        blocks::summary(rows),
    ];
    blocks.extend(scan.weighed.as_ref().map(evaluation::table));
    if !scan.examples.is_empty() {
        blocks.push(examples(scan));
    }
    blocks.extend(blocks::grounds(&scan.rests_on));
    blocks.extend(blocks::source(&scan.listings));
    blocks
}

/// Section with the first positions in which the claim is false.
fn examples(scan: &scan::Scan) -> Block {
    let shown = scan.examples.len() as u64;
    let head = match (shown, scan.broken) {
        (shown, broken) if shown < broken => format!("the first {shown} of {}", thousands(broken)),
        (1, _) => "the position".to_owned(),
        _ => "the positions".to_owned(),
    };
    let (what, heading) = match scan.weighed {
        Some(_) => (
            "in which the total says something else than the table",
            "Where the total says something else than the table",
        ),
        None => ("in which it is false", "Where it is false"),
    };
    let board = |(index, one): (usize, &scan::ScanExample)| {
        let dash = one.said.as_ref().map(|said| format!(" – {said}"));
        Board {
            fen: one.fen.clone(),
            over: one.ways.clone(),
            caption: Text::plain(format!(
                "{} to move{}",
                turn(&one.fen),
                dash.unwrap_or_default()
            )),
            at: (format!("/examples/{index}"), 0),
            title: format!("{} to move", turn(&one.fen)),
            said: one.said.clone().unwrap_or_default(),
            ..Board::default()
        }
    };
    let below = |one: &scan::ScanExample| {
        let told = one
            .zones
            .iter()
            .map(|zone| format!("{}: {}", zone.text, zone.told));
        let rows = told.chain(one.said.clone());
        Block::facts(0, rows.map(|row| ("", Text::plain(row))))
    };
    let mut told = vec![Block::sentence(format!("{head} {what}"))];
    let each = scan.examples.iter().enumerate();
    told.extend(each.map(|(index, one)| {
        Block::Group(vec![Block::Boards(vec![board((index, one))]), below(one)])
    }));
    let boards = scan.examples.iter().enumerate().map(board).collect();
    let boards = Block::OnPage(vec![Block::Boards(boards)]);
    Block::section("positions", heading, vec![Block::InText(told), boards])
}

/// Public record of a scan, from which text, JSON and pages are made.
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
            zones: zone_words::records(position, zones),
            said: of.as_ref().map(|worth| worth_sentence(position, worth)),
            drawn: alone(zones).page(position),
            ways: alone(zones).small(position, false),
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
        weighed: found.weighed.as_deref().map(evaluation::record),
        others_held: (found.weighed.is_none() && scanned.claim.share).then_some(found.others_held),
        rows: scanned.rows(),
        rests_on: build::grounds(&found.rests_on),
        program: None,
        made_by: None,
        listings: build::listing(scanned.module, "the claim", scanned.claim.place, true)
            .into_iter()
            .collect(),
    }
}

/// Record as JSON: `Scan` of `docs/schema/proof.json`.
pub fn json(scanned: &Scanned<'_>) -> Value {
    value(&record(scanned))
}
