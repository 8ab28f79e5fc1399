//! The page of a report: a frame around its blocks, the record as JSON, and a large board that walks through the lines of it (`proof.js`).
//!
//! It can be read without the script, and needs nothing else: no network, no library, no font.

use std::collections::BTreeMap;

use adv_record::play::{Choice, DrawnZone, Line};
use adv_record::proof::Proof;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use serde_json::{Value, json};

use crate::block::Block;
use crate::block::html::{definition, markup, spans};
use crate::html::{Frame, WALKS, board, controls, framed, theme};
use crate::json::value;
use crate::svg::{definitions, escaped};

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
    /// Author's reason and source lines of each choice, by the title of the choice.
    pub(super) sources: BTreeMap<&'p str, Value>,
    /// Zones to draw at each ply, by the JSON pointer of the line or position in the record that speaks of them.
    pub(super) zones: BTreeMap<String, &'p [Vec<DrawnZone>]>,
}

/// Text of the whole HTML page.
pub(super) fn written<R: Serialize>(page: &Page<'_, R>) -> String {
    let (head, body) = page.blocks.split_at(page.blocks.len().min(1));
    let close =
        r#"<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg>"#;
    let body = html! {
        svg width="0" height="0" style="position:absolute" aria-hidden="true" {
            defs { (PreEscaped(definitions())) (PreEscaped(definition())) }
        }
        header {
            h1 { (headline(page.headline)) }
            (markup(head, page.flipped))
            div.tools { (PreEscaped(theme("Light or dark", "light or dark"))) }
        }
        (contents(body))
        main.proof { (markup(body, page.flipped)) }
        dialog id="viewer" aria-labelledby="vtitle" {
            div.vhead {
                h2 id="vtitle" {}
                button type="button" id="close" aria-label="Close" aria-keyshortcuts="Escape" title="close (Esc)" { (PreEscaped(close)) }
            }
            div.vbody {
                div.vboard {
                    (PreEscaped(board("Board")))
                    div.controls role="group" aria-label="Walk through the moves" { (PreEscaped(controls(&WALKS))) }
                }
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
    framed(&Frame {
        title: &escaped(page.title),
        style: include_str!("proof.css"),
        body: &body.into_string(),
        data: &json!({
            "flipped": page.flipped,
            "record": value(page.record),
            "sources": page.sources,
            "zones": page.zones,
        }),
        script: include_str!("proof.js"),
    })
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

/// Author's reason and source lines of each choice, by the title of the choice.
pub(super) fn sources<'p>(choices: impl Iterator<Item = &'p Choice>) -> BTreeMap<&'p str, Value> {
    let source = |choice: &'p Choice| {
        let source =
            json!({ "short": choice.short, "because": choice.because, "quotes": choice.quotes });
        (choice.title.as_str(), source)
    };
    choices.map(source).collect()
}

/// HTML page of a claim about play.
pub(super) fn of_proof(proof: &Proof) -> String {
    let zones = proof.failures.iter().enumerate();
    let zones =
        zones.map(|(index, found)| (format!("/failures/{index}/line"), found.drawn.as_slice()));
    let lines: Vec<&Line> = (proof.failures.iter().map(|found| &found.line))
        .chain(proof.lengths.iter().map(|lengths| &lengths.line))
        .chain(
            proof
                .cycle
                .iter()
                .flat_map(|cycle| [&cycle.way, &cycle.round]),
        )
        .collect();
    let choices = lines.into_iter().flat_map(|line| &line.moves);
    written(&Page {
        title: &proof.claim.text,
        headline: &proof.headline,
        blocks: super::blocks::blocks(proof),
        flipped: proof.us == Some(adv_record::Side::Black),
        record: proof,
        sources: sources(choices.filter_map(|step| step.choice.as_ref())),
        zones: zones
            .filter(|(_, drawn)| drawn.iter().any(|at| !at.is_empty()))
            .collect(),
    })
}
