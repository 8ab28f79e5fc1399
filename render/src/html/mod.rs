//! One page that shows a tree or a game and needs nothing else: no network, no library, no font.
//!
//! ```text
//! ┌───────────────┬────────────────┬─────────────┐
//! │ board         │ 2. Kb3   us    │ 1. Kc2      │   walked with the arrow keys or by clicking
//! │  with the     │ reason, rule   │ ├ 1... Ke7  │
//! │  goals' sets  │ ✓ conjunct     │ │  2. Kb3   │
//! │  of squares   │ ✗ conjunct     │ └ 1... Kf7  │
//! │ ◀ ▶           │ source lines   │             │
//! └───────────────┴────────────────┴─────────────┘
//! ```
//!
//! `base.css`, `page.css` and `page.js` beside this file are copied into the page as they are. Data from programs and positions is one
//! block of JSON in which `<`, `>`, `&` and the two line separators are written as escapes, so that no text can end the block; the script
//! sets it as text only, and the page's own policy forbids it to load anything.

mod data;

use maud::{PreEscaped, html};
use serde_json::Value;

use crate::drawing::Explained;
use crate::game::Played;
use crate::svg::{definitions, escaped};
use crate::text;
use crate::visible::steers;

/// Style sheets and scripts: those that all pages share, and those of the pages for trees and games.
const BASE: &str = include_str!("base.css");
pub(crate) const STYLE: &str = include_str!("page.css");
const BASE_SCRIPT: &str = include_str!("base.js");
const SCRIPT: &str = include_str!("page.js");

/// Titles in English of the buttons that walk through moves, in the order of [`BUTTONS`].
pub(crate) const WALKS: [&str; 5] = [
    "to the beginning",
    "one move back",
    "one move on",
    "to the end of the line",
    "turn the board round",
];

/// Buttons that walk through moves: their ids in a page, their keys, the printed forms of the keys, and their pictures as SVG paths.
const BUTTONS: [(&str, &str, &str, &str); 5] = [
    (
        "first",
        "Home",
        "Home",
        r#"<path d="M6 5v14M18 6l-8 6 8 6"/>"#,
    ),
    ("back", "ArrowLeft", "←", r#"<path d="M15 6l-8 6 8 6"/>"#),
    ("on", "ArrowRight", "→", r#"<path d="M9 6l8 6-8 6"/>"#),
    ("last", "End", "End", r#"<path d="M6 6l8 6-8 6M18 5v14"/>"#),
    (
        "flip",
        "f",
        "f",
        r#"<path d="M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4"/>"#,
    ),
];

/// Markup of the buttons that walk through moves, with these titles.
pub(crate) fn controls(called: &[&str; 5]) -> String {
    let buttons = BUTTONS.iter().zip(called).map(|((id, key, printed, path), called)| {
        let title = escaped(called);
        format!(
            r#"<button type="button" id="{id}" aria-label="{}" aria-keyshortcuts="{key}" title="{title} ({printed})"><svg viewBox="0 0 24 24" aria-hidden="true">{path}</svg></button>"#,
            text::capital(&title)
        )
    });
    buttons.collect::<Vec<_>>().join("\n")
}

/// Markup of the button that switches between light and dark; the label and the title are markup already.
pub(crate) fn theme(label: &str, title: &str) -> String {
    format!(
        r#"<button type="button" id="theme" aria-label="{label}" title="{title}"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8"/><path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor"/></svg></button>"#
    )
}

/// Page to walk through the tree of a consultation or p-strategy. Of more than 20,000 moves only the first are shown, and the page says so.
pub fn page(explained: &Explained<'_>) -> String {
    let plain = text::consultation(explained.module, explained.answer, text::Extras::default());
    written(
        &explained.title(),
        &explained.source_line(),
        &plain,
        &data::of_tree(explained),
    )
}

/// Page to walk through a played game: each of our moves with the p-strategy that it belongs to.
pub fn game(played: &Played<'_>) -> String {
    let [white, black] = played.names();
    let title = format!("{white} – {black}, {}", played.result());
    written(
        &title,
        &played.end_sentence(),
        &text::game(played),
        &data::of_game(played),
    )
}

fn written(title: &str, below: &str, plain: &str, data: &Value) -> String {
    let walked = BoardPage {
        title,
        below,
        plain,
        under: r#"<ul id="legend" aria-label="Sets of squares on the board"></ul>"#,
        list: r#"Moves <button type="button" id="fold">fold all</button>"#,
        keys: "<kbd>←</kbd> <kbd>→</kbd> back and on, <kbd>↑</kbd> <kbd>↓</kbd> other replies, <kbd>Home</kbd> <kbd>End</kbd>, <kbd>f</kbd> turns the board, <kbd>1</kbd>–<kbd>9</kbd> sets of squares",
        style: STYLE,
        data,
        script: SCRIPT,
    };
    walked.written()
}

/// Content of a page with a board on which moves are walked through: a card with the notes on a position, and a list of moves.
pub(crate) struct BoardPage<'p> {
    pub(crate) title: &'p str,
    /// Line of text below the title.
    pub(crate) below: &'p str,
    /// Content of the page as plain text, for readers without scripts.
    pub(crate) plain: &'p str,
    /// Markup for under the board, for above the list of moves, and for the explanation of the keys.
    pub(crate) under: &'p str,
    pub(crate) list: &'p str,
    pub(crate) keys: &'p str,
    pub(crate) style: &'p str,
    pub(crate) data: &'p Value,
    pub(crate) script: &'p str,
}

impl BoardPage<'_> {
    /// HTML of the whole page.
    pub(crate) fn written(&self) -> String {
        let title = escaped(self.title);
        let tools = theme("Light or dark", "light or dark");
        let plain = lines_escaped(self.plain);
        let body = html! {
            (PreEscaped(heading(&title, &escaped(self.below), &tools, &plain)))
            main {
                section id="boardside" aria-label="Board" {
                    (PreEscaped(board("Board")))
                    div.controls role="group" aria-label="Walk through the moves" { (PreEscaped(controls(&WALKS))) }
                    (PreEscaped(self.under))
                }
                section id="card" aria-label="What is known of the move" {}
                nav id="moves" aria-label="Moves" {
                    h3 { (PreEscaped(self.list)) }
                    button.move type="button" id="rootmove" { "start" }
                    ul id="list" {}
                }
            }
            p.hidden aria-live="polite" id="said" {}
            footer.ui { span.keys { (PreEscaped(self.keys)) } }
        };
        framed(&Frame {
            title: &title,
            style: self.style,
            body: &body.into_string(),
            data: self.data,
            script: self.script,
        })
    }
}

/// Markup above the main part of a page with a board: the men, the heading with its buttons, the text for readers without scripts. All
/// arguments are markup already.
pub(crate) fn heading(title: &str, below: &str, tools: &str, plain: &str) -> String {
    let men = definitions();
    format!(
        r##"<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{men}</defs></svg>
<header>
<h1>{title}</h1>
<p>{below}</p>
<div class="tools">
{tools}
</div>
</header>
<noscript><pre>{plain}</pre></noscript>"##
    )
}

/// Parts of a page that differ from page to page; `title` and `body` are markup.
pub(crate) struct Frame<'p> {
    pub(crate) title: &'p str,
    pub(crate) style: &'p str,
    pub(crate) body: &'p str,
    pub(crate) data: &'p Value,
    pub(crate) script: &'p str,
}

/// HTML of a whole page in English: it loads nothing from outside, and its data is in a block that only the script reads.
pub(crate) fn framed(frame: &Frame<'_>) -> String {
    framed_in("en", frame)
}

/// HTML of a whole page in the language with this code.
pub(crate) fn framed_in(language: &str, frame: &Frame<'_>) -> String {
    let Frame {
        title,
        style,
        body,
        script,
        ..
    } = frame;
    let data = embedded(frame.data);
    format!(
        r##"<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="adv">
<title>{title}</title>
<style>
{BASE}
{style}</style>
</head>
<body>
{body}<script type="application/json" id="data">{data}</script>
<script>
{BASE_SCRIPT}
{script}</script>
</body>
</html>
"##
    )
}

/// Move for the data of a page, as its two squares; empty for a pass, of which nothing is marked.
pub(crate) fn page_uci(mv: adv_chess::Move) -> String {
    match mv.is_pass() {
        true => String::new(),
        false => mv.to_string(),
    }
}

/// SVG of the board's squares: the light ones as one rectangle, the dark ones as one path, in units of a hundredth of a square.
pub(crate) fn squares() -> String {
    let dark: String = (0..64)
        .map(|index| (index % 8, index / 8))
        .filter(|(column, row)| (column + row) % 2 == 1)
        .map(|(column, row)| format!("M{} {}h100v100h-100z", column * 100, row * 100))
        .collect();
    format!(
        "<rect class=\"sq-l\" width=\"800\" height=\"800\"/><path class=\"sq-d\" d=\"{dark}\"/>"
    )
}

/// SVG of a board without men, with its accessible name, which is markup; the script fills its layers.
pub(crate) fn board(name: &str) -> String {
    let squares = squares();
    format!(
        "<svg id=\"board\" viewBox=\"-40 -6 872 850\" role=\"img\" aria-label=\"{name}\">{squares}<g class=\"last\"></g><g class=\"overlays\"></g><g class=\"men\"></g>\
         <rect class=\"frame\" x=\"-2\" y=\"-2\" width=\"804\" height=\"804\"/><g class=\"names\"></g>\
         <circle class=\"turn\" cx=\"818\" cy=\"750\" r=\"9\" stroke=\"#6b6250\" stroke-width=\"2\"/></svg>"
    )
}

/// Writes JSON that is safe in a script element: nothing in it can end the element or, read as a script, a line, and no text of it turns
/// the direction of writing on the page.
pub(crate) fn embedded(data: &Value) -> String {
    let mut out = String::new();
    for character in data.to_string().chars() {
        match character {
            '<' | '>' | '&' => {
                out.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            c if steers(c) => out.push_str("\\ufffd"),
            c => out.push(c),
        }
    }
    out
}

/// Escapes a text of several lines for an HTML element, line by line.
pub(crate) fn lines_escaped(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escaped).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_block_of_data() {
        let data = serde_json::json!({ "because": "</script><b>&\u{2028}\u{202e}" });
        let text = embedded(&data);
        assert_eq!(
            text,
            r#"{"because":"\u003c/script\u003e\u003cb\u003e\u0026\ufffd\ufffd"}"#
        );
        let read: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(read["because"], "</script><b>&\u{fffd}\u{fffd}");
    }
}
