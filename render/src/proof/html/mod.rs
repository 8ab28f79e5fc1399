//! A proof as one page that needs nothing else: no network, no library, no font.
//!
//! ```text
//!   headline, claim, numbers
//!   what breaks the claim      boards; each opens large with the line that leads there
//!   the smallest cycle         each consultation with the numbers it compares
//!   where the kings stand      heat maps: worst, mean, failures
//!   how long it takes          bars, the hardest positions
//!   what was chosen            uses, share, moves lost, never used
//!   the source
//! ```
//!
//! Everything can be read without the script, which only walks through lines on a large board (`proof.js`). Text from
//! programs is escaped in elements, or in a block of JSON that no text can end.

mod boards;
mod chart;
mod diff;
mod failing;
mod maps;
mod parts;
mod rules;

use serde_json::Value;

use super::{Proof, words};
use crate::html::{Frame, WALKS, board, controls, framed, theme};
use crate::place;
use crate::svg::{definitions, escaped};

pub use diff::diff;
pub use parts::scan;

const STYLE: &str = include_str!("proof.css");
const SCRIPT: &str = include_str!("proof.js");

/// A claim about play that is settled, as a page.
pub fn html(proof: &Proof<'_>) -> String {
    let mut shown = boards::BoardViews::from(proof.report.played.us);
    let flipped = shown.flipped;
    let source = rules::source(proof);
    let body = [
        parts::numbers(proof),
        failing::failures(proof, &mut shown),
        failing::cycle(proof, &mut shown),
        parts::lengths(proof, &mut shown),
        maps::section(proof, flipped),
        rules::table(proof, &source),
        parts::perfect(proof, &mut shown),
        parts::kept(proof),
        source,
    ];
    let claim = words::claim_text(proof.claim);
    let at = place::claim_place(proof.module, proof.claim.place);
    let below = format!(
        "<p><code>{}</code></p>\n<p>{}{}</p>",
        escaped(&claim),
        at.map_or_else(String::new, |at| format!("{} · ", escaped(&at))),
        escaped(&words::played(proof))
    );
    written(&Page {
        title: &claim,
        headline: &words::headline(proof),
        below: &below,
        body: &body.concat(),
        data: &shown.data(),
    })
}

/// What a page is made of; `below` and `body` are markup.
struct Page<'p> {
    title: &'p str,
    /// `proved: …`: the word before the colon becomes a mark.
    headline: &'p str,
    below: &'p str,
    body: &'p str,
    data: &'p Value,
}

fn written(page: &Page<'_>) -> String {
    let title = escaped(page.title);
    let (below, body) = (page.below, page.body);
    let headline = headline(page.headline);
    let contents = contents(body);
    let (men, squares) = (definitions(), boards::definition());
    let (board, theme) = (board("Board"), theme("Light or dark", "light or dark"));
    let controls = controls(&WALKS);
    let body = format!(
        r##"<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{men}{squares}</defs></svg>
<header>
<h1>{headline}</h1>
{below}
<div class="tools">
{theme}
</div>
</header>
{contents}<main class="proof">
{body}</main>
<dialog id="viewer" aria-labelledby="vtitle">
<div class="vhead"><h2 id="vtitle"></h2><button type="button" id="close" aria-label="Close" aria-keyshortcuts="Escape" title="close (Esc)"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button></div>
<div class="vbody">
<div class="vboard">
{board}
<div class="controls" role="group" aria-label="Walk through the moves">
{controls}
</div>
</div>
<div class="vside">
<p class="because" id="vwhy"></p>
<div id="vnow"></div>
<div id="vmoves" role="group" aria-label="Moves"></div>
<p class="remark mono" id="vfen"></p>
</div>
</div>
<p class="hidden" aria-live="polite" id="said"></p>
</dialog>
<footer class="ui">a click on a board shows it large: <kbd>←</kbd> <kbd>→</kbd> back and on, <kbd>Home</kbd> <kbd>End</kbd>, <kbd>f</kbd> turns the board, <kbd>Esc</kbd> closes</footer>
"##
    );
    framed(&Frame {
        title: &title,
        style: STYLE,
        body: &body,
        data: page.data,
        script: SCRIPT,
    })
}

/// The verdict's word as a mark, the rest as a sentence.
fn headline(text: &str) -> String {
    match text.split_once(": ") {
        Some((word, rest)) if word.chars().all(char::is_alphabetic) => format!(
            "<span class=\"verdict {word}\">{word}</span> {}",
            failing::marked(rest)
        ),
        _ => failing::marked(text),
    }
}

/// Links to the sections that there are.
fn contents(body: &str) -> String {
    const NAMES: [(&str, &str); 9] = [
        ("failures", "failures"),
        ("cycle", "cycle"),
        ("lengths", "lengths"),
        ("maps", "kings"),
        ("rules", "choices"),
        ("perfect", "perfect play"),
        ("kept", "moves"),
        ("examples", "positions"),
        ("source", "source"),
    ];
    let there = NAMES
        .iter()
        .filter(|(id, _)| body.contains(&format!("<section id=\"{id}\"")));
    let links: Vec<String> = there
        .map(|(id, name)| format!("<a href=\"#{id}\">{name}</a>"))
        .collect();
    match links.len() {
        0 | 1 => String::new(),
        _ => format!(
            "<nav class=\"contents ui\" aria-label=\"Sections\">{}</nav>\n",
            links.join("")
        ),
    }
}
