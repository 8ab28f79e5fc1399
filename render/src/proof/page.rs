//! The page of a report: a frame around its blocks, the record as JSON, and a large board that walks through the lines of it (`report.js`).
//!
//! Its blocks can be read without the script.

use std::collections::BTreeMap;

use adv_record::Side;
use adv_record::proof::{ChoiceSource, Proof};
use maud::{Markup, html};
use serde::Serialize;

use crate::block::Block;
use crate::block::html::{PageText, definition, markup, spans};
use crate::html::{Frame, Icon, WALKS, board, controls, theme};
use crate::json::value;

/// Parts of a report's HTML page.
pub(super) struct Page<'p, R: Serialize> {
    /// Title of the page, in plain words.
    pub(super) title: &'p str,
    /// Headline, as `proved: …`; the page shows the word before the colon as a mark.
    pub(super) headline: &'p str,
    /// Blocks of the report; the first is its head.
    pub(super) blocks: Vec<Block>,
    /// True for boards with Black at the bottom.
    pub(super) flipped: bool,
    /// Public record, which the page holds as JSON and boards point into.
    pub(super) record: &'p R,
}

/// Text of the whole HTML page.
pub(super) fn written<R: Serialize>(page: &Page<'_, R>) -> String {
    let (head, body) = page.blocks.split_at(page.blocks.len().min(1));
    let body = html! {
        svg.hidden aria-hidden="true" { defs { (definition()) } }
        header {
            h1 { (headline(page.headline)) }
            (markup(head, page.flipped))
            div.tools { (theme("light or dark")) }
        }
        (contents(body))
        main.report { (markup(body, page.flipped)) }
        dialog id="viewer" aria-labelledby="vtitle" {
            div.vhead {
                h2 id="vtitle" {}
                button type="button" id="close" aria-label="Close" aria-keyshortcuts="Escape" title="close (Esc)" { (Icon("M6 6l12 12M18 6L6 18")) }
            }
            div.vbody {
                div.vboard { (board("Board")) (controls("Walk through the moves", &WALKS)) }
                div.vside {
                    p.because id="vwhy" {}
                    div id="vnow" {}
                    div id="vmoves" role="group" aria-label="Moves" {}
                    p.remark.mono id="vfen" {}
                }
            }
            p.hidden aria-live="polite" id="said" {}
        }
        footer.ui {
            "a click on a board shows it large: " kbd { "←" } " " kbd { "→" } " back and on, " kbd { "Home" } " " kbd { "End" } ", "
            kbd { "f" } " turns the board, " kbd { "Esc" } " closes"
        }
    };
    let frame = Frame {
        title: page.title,
        view: Some("report"),
        flipped: page.flipped,
        data: value(page.record),
        ..Frame::of(body)
    };
    frame.written()
}

/// Headline in HTML: the word of the verdict as a mark, the rest as a sentence.
fn headline(text: &str) -> Markup {
    match text.split_once(": ") {
        Some((word, rest)) if word.chars().all(char::is_alphabetic) => {
            html! { span class={ "verdict " (word) } { (word) } " " (spans(&rest.into())) }
        }
        _ => spans(&text.into()),
    }
}

/// Table of contents: links to the sections; empty for fewer than two.
fn contents(body: &[Block]) -> Markup {
    let one = |block: &Block| match block {
        Block::Section(section) => Some(section.id),
        _ => None,
    };
    let ids: Vec<&str> = (body.iter())
        .filter_map(|block| match block {
            Block::OnPage(blocks) => blocks.first().and_then(one),
            block => one(block),
        })
        .collect();
    html! {
        @if ids.len() > 1 {
            nav.contents.ui aria-label="Sections" { @for id in &ids { a href={ "#" (id) } { (id) } } }
        }
    }
}

/// HTML page of a claim about play.
pub(super) fn of_proof(mut proof: Proof) -> String {
    proof.sources = sources(&proof);
    written(&Page {
        title: &proof.claim.text,
        headline: &proof.headline,
        blocks: super::blocks::blocks(&proof),
        flipped: proof.us == Some(Side::Black),
        record: &proof,
    })
}

/// Author's reason and source lines of each choice in the lines of a report, by the title of the choice.
fn sources(proof: &Proof) -> BTreeMap<String, ChoiceSource> {
    let cycle = proof.cycle.iter().flat_map(|of| [&of.way, &of.round]);
    let lines = (proof.failures.iter().map(|found| &found.line))
        .chain(proof.lengths.iter().map(|lengths| &lengths.line))
        .chain(cycle);
    let choices = lines.flat_map(|line| line.moves.iter().filter_map(|step| step.choice.as_ref()));
    let source = |of: &adv_record::play::Choice| ChoiceSource {
        short: of.short.clone(),
        because: of.because.clone(),
        quotes: of.quotes.clone(),
    };
    choices.map(|of| (of.title.clone(), source(of))).collect()
}

/// Section for the heat maps of both kings, which the script draws; `None` where there is no length and no failure to show.
pub(super) fn kings(proof: &Proof) -> Option<Block> {
    if proof.lengths.is_none() && proof.reached == proof.positions {
        return None;
    }
    let markup = html! { div id="maps" {} noscript { p.remark { (PageText("the maps need the script of this page")) } } };
    Some(Block::OnPage(vec![Block::Section(crate::block::Section {
        id: "kings",
        heading: "Where the kings stand".to_owned(),
        title: None,
        blocks: vec![Block::Markup(markup)],
    })]))
}
