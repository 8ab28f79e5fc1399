//! Pages: files of HTML that need nothing else, no network, no library, no font.
//!
//! ```text
//!   record ──▶ JSON in the page ──▶ a view (tree.js, graph.js, report.js, explanation.js, games.js) ──▶ walk.js, board.js
//!          └─▶ markup, which the view shows where it belongs
//!
//! ┌───────────────┬────────────────┬─────────────┐
//! │ board         │ 2. Kb3   us    │ 1. Kc2      │   walked with the arrow keys or by clicking
//! │  with the     │ reason, rule   │ ├ 1... Ke7  │
//! │  goals' sets  │ ✓ conjunct     │ │  2. Kb3   │
//! │  of squares   │ ✗ conjunct     │ └ 1... Kf7  │
//! │ ◀ ▶           │ source lines   │             │
//! └───────────────┴────────────────┴─────────────┘
//! ```
//!
//! All pages have one style, `page.css`, and those that are walked one script, the files of [`SCRIPTS`] one after the other. The JSON is the
//! public record, in which `<`, `>`, `&` and the two line separators are written as escapes, so that no text can end the block; the script
//! sets it as text only, and the page's own policy forbids it to load anything.

mod tree;

use maud::{DOCTYPE, Markup, PreEscaped, Render, html};
use serde_json::Value;

use crate::block::html::{PageLines, PageText, spans};
use crate::svg::definitions;
use crate::text::{self, thousands};
use crate::visible::steers;

pub use tree::{game, page};

/// Style sheets of all pages; the first is one of the studio's.
const STYLES: [&str; 2] = [
    include_str!("../../../web/page/base.css"),
    include_str!("page.css"),
];
/// Scripts of all pages, in their order; the first are modules of the studio.
const SCRIPTS: [&str; 10] = [
    include_str!("../../../web/page/dom.js"),
    include_str!("../../../web/page/fen.js"),
    include_str!("../../../web/page/heat.js"),
    include_str!("board.js"),
    include_str!("walk.js"),
    include_str!("tree.js"),
    include_str!("graph.js"),
    include_str!("report.js"),
    include_str!("explanation.js"),
    include_str!("games.js"),
];

/// Titles in English of the buttons that walk through moves, in the order of [`BUTTONS`].
pub(crate) const WALKS: [&str; 5] = [
    "to the beginning",
    "one move back",
    "one move on",
    "to the end of the line",
    "turn the board round",
];

/// Buttons that walk through moves: their ids in a page, their keys, the printed forms of the keys, and their pictures.
const BUTTONS: [(&str, &str, &str, Icon); 5] = [
    ("first", "Home", "Home", Icon("M6 5v14M18 6l-8 6 8 6")),
    ("back", "ArrowLeft", "←", Icon("M15 6l-8 6 8 6")),
    ("on", "ArrowRight", "→", Icon("M9 6l8 6-8 6")),
    ("last", "End", "End", Icon("M6 6l8 6-8 6M18 5v14")),
    (
        "flip",
        "f",
        "f",
        Icon("M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4"),
    ),
];

/// Picture on a button, as an SVG path in a square of 24 by 24 units.
pub(crate) struct Icon(pub(crate) &'static str);

impl Render for Icon {
    fn render(&self) -> Markup {
        html! { svg viewBox="0 0 24 24" aria-hidden="true" { path d=(self.0) {} } }
    }
}

/// Markup of the buttons that walk through moves, in a group with this name and with these titles.
pub(crate) fn controls(name: &str, titles: &[&str; 5]) -> Markup {
    html! {
        div.controls role="group" aria-label=(name) {
            @for (index, title) in titles.iter().enumerate() { (button(index, title)) }
        }
    }
}

/// Markup of the button that turns the board round.
pub(crate) fn flip(title: &str) -> Markup {
    button(4, title)
}

fn button(index: usize, title: &str) -> Markup {
    let (id, key, printed, icon) = &BUTTONS[index];
    html! {
        button type="button" id=(id) aria-label=(text::capital(title)) aria-keyshortcuts=(key) title={ (title) " (" (printed) ")" } { (icon) }
    }
}

/// Markup of the button that switches between light and dark.
pub(crate) fn theme(title: &str) -> Markup {
    html! {
        button type="button" id="theme" aria-label=(text::capital(title)) title=(title) {
            svg viewBox="0 0 24 24" aria-hidden="true" { circle cx="12" cy="12" r="8" {} path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor" {} }
        }
    }
}

/// Content of a page with a board on which moves are walked through: a card with the notes on a position, and a list of moves.
pub(crate) struct BoardPage<'p> {
    pub(crate) title: &'p str,
    /// Line of text below the title.
    pub(crate) below: &'p str,
    /// Content of the page as plain text, for readers without scripts.
    pub(crate) plain: &'p str,
    /// View of the script that shows the record.
    pub(crate) view: &'static str,
    /// Markup that the card has at the beginning.
    pub(crate) about: Markup,
    /// Markup of the notes on each plan of the program.
    pub(crate) plans: Vec<Markup>,
    /// True if Black is at the bottom of the board.
    pub(crate) flipped: bool,
    pub(crate) data: Value,
}

impl BoardPage<'_> {
    /// HTML of the whole page.
    pub(crate) fn written(self) -> String {
        let body = html! {
            (heading(self.title, self.below, &theme("light or dark"), self.plain))
            main.walked {
                section id="boardside" aria-label="Board" {
                    (board("Board"))
                    (controls("Walk through the moves", &WALKS))
                    ul id="legend" aria-label="Sets of squares on the board" {}
                }
                section id="card" aria-label="What is known of the move" {}
                nav.moves id="moves" aria-label="Moves" {
                    h3 { "Moves " button type="button" id="fold" hidden { "fold all" } }
                    button.move type="button" id="rootmove" { "start" }
                    ul id="list" {}
                }
            }
            p.hidden aria-live="polite" id="said" {}
            footer.ui { span.keys { (keys(self.view)) } }
            template id="about" { (self.about) }
            template id="plans" { @for plan in &self.plans { (plan) } }
        };
        let frame = Frame {
            title: self.title,
            view: Some(self.view),
            flipped: self.flipped,
            data: self.data,
            ..Frame::of(body)
        };
        frame.written()
    }
}

/// Explanation of the keys of a page on which moves are walked through.
fn keys(view: &str) -> Markup {
    let (on, other, digits) = match view {
        "tree" => (html! { "back and on" }, "other replies", "sets of squares"),
        "attempts" => {
            let on = html! { "before and after, as they were tried, " kbd { "u" } " back, " kbd { "t" } " on" };
            (on, "other moves", "a move")
        }
        _ => (html! { "back and on" }, "other moves", "a move"),
    };
    html! {
        kbd { "←" } " " kbd { "→" } " " (on) ", " kbd { "↑" } " " kbd { "↓" } " " (other) ", " kbd { "Home" } " " kbd { "End" } ", "
        kbd { "f" } " turns the board, " kbd { "1" } "–" kbd { "9" } " " (digits)
    }
}

/// Paragraphs for the lines of a text, with code in backticks.
pub(crate) fn paragraphs(text: &str) -> Markup {
    html! { @for line in text.trim().lines() { p.where { (spans(&line.into())) } } }
}

/// Addition to the line below a title if the page shows only the first `shown` of `all` things; else empty.
pub(crate) fn cut(shown: usize, all: usize, things: &str) -> String {
    let [first, of] = [shown, all].map(|count| thousands(count as u64));
    match shown < all {
        true => format!("; only the first {first} of {of} {things} are on this page"),
        false => String::new(),
    }
}

/// Markup above the main part of a page with a board: the heading with its buttons, and the text for readers without scripts.
pub(crate) fn heading(title: &str, below: &str, tools: &Markup, plain: &str) -> Markup {
    html! {
        header {
            h1 { (PageText(title)) }
            p { (PageText(below)) }
            div.tools { (tools) }
        }
        noscript { pre { (PageLines(plain)) } }
    }
}

/// Parts of a page that differ from page to page.
pub(crate) struct Frame<'p> {
    /// Code of the page's language.
    pub(crate) language: &'p str,
    pub(crate) title: &'p str,
    /// View of the script that shows the record; `None` for a page without a script.
    pub(crate) view: Option<&'static str>,
    /// True if Black is at the bottom of the board.
    pub(crate) flipped: bool,
    pub(crate) body: Markup,
    /// Public record as JSON.
    pub(crate) data: Value,
}

impl Frame<'_> {
    /// Frame of a page in English around a body, without title, script and record.
    pub(crate) const fn of(body: Markup) -> Frame<'static> {
        Frame {
            language: "en",
            title: "",
            view: None,
            flipped: false,
            body,
            data: Value::Null,
        }
    }

    /// HTML of the whole page: it loads nothing from outside, and its data is in a block that only the script reads.
    pub(crate) fn written(&self) -> String {
        let policy = match self.view {
            Some(_) => {
                "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
            }
            None => "default-src 'none'; style-src 'unsafe-inline'",
        };
        let page = html! {
            (DOCTYPE)
            html lang=(self.language) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(PreEscaped(policy));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="generator" content="adv";
                    title { (PageText(self.title)) }
                    style { (PreEscaped(STYLES.concat())) }
                }
                body {
                    @if self.view.is_some() { svg.hidden aria-hidden="true" { defs { (PreEscaped(definitions())) } } }
                    (self.body)
                    @if let Some(view) = self.view {
                        script type="application/json" id="data" { (PreEscaped(embedded(&self.data))) }
                        script data-view=(view) data-flipped[self.flipped] { (PreEscaped(script())) }
                    }
                }
            }
        };
        page.into_string() + "\n"
    }
}

/// Script of the pages: its modules in one scope.
fn script() -> String {
    let modules = SCRIPTS.concat();
    let lines = modules.lines().filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// SVG of the board's squares: the light ones as one rectangle, the dark ones as one path, in units of a hundredth of a square.
pub(crate) fn squares() -> Markup {
    let dark: String = (0..64)
        .map(|index| (index % 8, index / 8))
        .filter(|(column, row)| (column + row) % 2 == 1)
        .map(|(column, row)| format!("M{} {}h100v100h-100z", column * 100, row * 100))
        .collect();
    html! { rect.sq-l width="800" height="800" {} path.sq-d d=(dark) {} }
}

/// SVG of a board without men, with its accessible name; the script fills its layers.
pub(crate) fn board(name: &str) -> Markup {
    html! {
        svg id="board" viewBox="-40 -6 872 850" role="img" aria-label=(name) {
            (squares())
            g.last {}
            g.overlays {}
            g.men {}
            g.ways pointer-events="none" {}
            rect.frame x="-2" y="-2" width="804" height="804" {}
            g.names {}
            circle.turn cx="818" cy="750" r="9" stroke="#6b6250" stroke-width="2" {}
        }
    }
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

    #[test]
    fn the_script_is_one_scope() {
        let script = script();
        assert!(!script.contains("\nexport ") && !script.contains("\nimport "));
        let names = script.lines().filter_map(|line| {
            let words = ["const ", "let ", "function ", "class "];
            let rest = words.iter().find_map(|word| line.strip_prefix(word))?;
            rest.split([' ', '(', ';', ',']).next()
        });
        let mut known = std::collections::BTreeSet::new();
        for name in names {
            assert!(
                name.starts_with(['{', '[']) || known.insert(name),
                "{name} is declared twice"
            );
        }
    }
}
