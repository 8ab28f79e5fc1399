//! A refutation as a page of its own: the board, our move, the reply that refutes it, and what ends the line.
//!
//! ```text
//! { "fen", "us", "about", "remarks": [text], "ends": [text],
//!   "nodes": [{ "fen", "moves": [[label, uci, reply label, reply uci, n or -1, place in ends or -1], …], "open": text }] }
//! ```
//!
//! `refutation.js` and `refutation.css` beside this file are copied into the page; the rest of the page is that of a tree.

use indexmap::IndexSet;

use adv_chess::notation::fen;
use adv_module::Program;
use adv_vm::{Refutation, RefutationNode, RefutationStep, RefutedBy};
use serde_json::{Value, json};

use super::text::text;
use super::{
    PAGE_MOVES, bound_words, end_words, heading, last_position, out_of_class, reply_words,
};
use crate::html::{Frame, framed, lines_escaped, top};
use crate::proof::numbers::many;
use crate::svg::escaped;
use crate::text::{numbered, thousands};

/// What the page of a p-strategy looks like, and what only this one has.
const STYLE: &str = concat!(
    include_str!("../whole/whole.css"),
    include_str!("refutation.css")
);
const SCRIPT: &str = include_str!("refutation.js");

/// The page. Of more than [`PAGE_MOVES`] moves the first nodes are on it, and it says so.
pub fn html(module: &Program, refutation: &Refutation) -> String {
    let title = escaped(&heading(module, refutation));
    let below = escaped(&format!(
        "{}, {} and {} of ours",
        fen(&refutation.position),
        many(refutation.nodes.len() as u64, "position", "positions"),
        many(refutation.moves() as u64, "move", "moves")
    ));
    let plain = text(module, refutation);
    let top = top(&title, &below, &lines_escaped(&plain));
    let body = format!(
        r##"{top}
</section>
<section id="card" aria-live="polite" aria-label="What is shown"></section>
<nav id="moves" aria-label="Our moves and their refutations">
<h3>Our moves, each refuted</h3>
<button type="button" class="move" id="rootmove">start</button>
<ul id="list"></ul>
</nav>
</main>
<footer class="ui"><span class="keys"><kbd>←</kbd> back, <kbd>→</kbd> on, <kbd>↑</kbd> <kbd>↓</kbd> other moves of ours, <kbd>Home</kbd> the root, <kbd>f</kbd> turns the board</span></footer>
"##
    );
    framed(&Frame {
        title: &title,
        style: STYLE,
        body: &body,
        data: &data(module, refutation),
        script: SCRIPT,
    })
}

fn data(module: &Program, refutation: &Refutation) -> Value {
    // How lines end, each text once.
    let mut ends = IndexSet::new();
    let mut nodes: Vec<Value> = Vec::new();
    let mut moves = 0;
    for node in &refutation.nodes {
        moves += node.moves().len();
        if moves > PAGE_MOVES && !nodes.is_empty() {
            break;
        }
        nodes.push(page_node(module, refutation, node, &mut ends));
    }
    let mut remarks: Vec<String> = out_of_class(module, refutation).into_iter().collect();
    if nodes.len() < refutation.nodes.len() {
        remarks.push(format!(
            "only the first {} of {} positions are on this page",
            thousands(nodes.len() as u64),
            thousands(refutation.nodes.len() as u64)
        ));
    }
    if refutation.open() > 0 {
        let open = many(refutation.open() as u64, "position is", "positions are");
        remarks.push(format!("not complete: {open} left open"));
    }
    json!({
        "fen": fen(&refutation.position),
        "us": refutation.us.name(),
        "about": heading(module, refutation),
        "remarks": remarks,
        "ends": Vec::from_iter(ends),
        "nodes": nodes,
    })
}

fn page_node(
    module: &Program,
    refutation: &Refutation,
    node: &RefutationNode,
    ends: &mut IndexSet<String>,
) -> Value {
    let at = &node.position;
    let moves = match &node.step {
        RefutationStep::Open(bound) => {
            let open = format!("not followed: {}", bound_words(*bound));
            return json!({ "fen": fen(at), "moves": [], "open": open });
        }
        RefutationStep::Moves(moves) => moves,
    };
    let whole = (refutation.advice, refutation.effort);
    let mut rows = Vec::with_capacity(moves.len());
    for refuted in moves {
        let after = at.play(refuted.mv);
        let last = last_position(at, refuted);
        let end = end_words(module, whole, &last, &refuted.by, true);
        let end = end.map_or(-1, |text| ends.insert_full(text).0 as i64);
        let to = match refuted.by {
            RefutedBy::Node(number) => i64::from(number),
            _ => -1,
        };
        rows.push(json!([
            numbered(at, refuted.mv),
            fen(&after),
            crate::html::page_uci(refuted.mv),
            refuted.reply.map(|reply| reply_words(&after, reply)),
            refuted.reply.map(|_| fen(&last)),
            refuted.reply.map(crate::html::page_uci),
            to,
            end,
        ]));
    }
    json!({ "fen": fen(at), "moves": rows, "open": null })
}
