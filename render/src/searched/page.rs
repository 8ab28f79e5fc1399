//! The attempts as a page of its own, walked in the order of the search.
//!
//! ```text
//! { "runs": [{ "about", "fen", "us", "first", "end" }], "remarks": [text], "classes": [text], "ends": [text],
//!   "nodes": [[parent or -1, label, uci, fen, place in classes or -1, place in ends, in the tree, ours, succeeded], …] }
//! ```
//!
//! `searched.js` and `searched.css` beside this file are copied into the page; the rest of the page is that of a tree.

use indexmap::IndexSet;

use adv_chess::notation::fen;
use adv_module::Program;
use adv_vm::Searched;
use serde_json::{Value, json};

use super::text::text;
use super::{BranchWalk, PAGE_BRANCHES, attempts, class_words, heading};
use crate::html::{Frame, framed, lines_escaped, top};
use crate::svg::escaped;
use crate::text::{numbered, thousands};

const STYLE: &str = concat!(
    include_str!("../whole/whole.css"),
    include_str!("../refutation/refutation.css"),
    include_str!("searched.css")
);
const SCRIPT: &str = include_str!("searched.js");

/// The page, under a title. Of more than [`PAGE_BRANCHES`] attempts the first ones are on it, and it says so.
pub fn html(module: &Program, title: &str, searched: &Searched) -> String {
    let title = escaped(title);
    let all = searched.branches.len() as u64 + searched.left_out;
    let below = escaped(&format!("every attempt of the search, {}", attempts(all)));
    let plain = lines_escaped(&text(module, searched));
    let top = top(&title, &below, &plain);
    let body = format!(
        r##"{top}
</section>
<section id="card" aria-live="polite" aria-label="What is shown"></section>
<nav id="moves" aria-label="Attempts in the order of the search">
<h3>Attempts in their order</h3>
<button type="button" class="move" id="rootmove">start</button>
<ul id="list"></ul>
</nav>
</main>
<footer class="ui"><span class="keys"><kbd>→</kbd> <kbd>←</kbd> the attempt after and before, as they were made, <kbd>↓</kbd> <kbd>↑</kbd> other moves at the node, <kbd>u</kbd> up, <kbd>t</kbd> on along the tree, <kbd>Home</kbd> <kbd>End</kbd>, <kbd>f</kbd> turns the board</span></footer>
"##
    );
    framed(&Frame {
        title: &title,
        style: STYLE,
        body: &body,
        data: &data(module, searched),
        script: SCRIPT,
    })
}

fn data(module: &Program, searched: &Searched) -> Value {
    // Texts that come again and again are on the page once.
    let mut classes: IndexSet<String> = IndexSet::new();
    let mut ends: IndexSet<String> = IndexSet::new();
    let mut nodes: Vec<Value> = Vec::new();
    let mut runs: Vec<Value> = Vec::new();
    for run in &searched.runs {
        let walked = BranchWalk::new(searched, run, PAGE_BRANCHES.saturating_sub(nodes.len()));
        let first = nodes.len();
        for own in 0..walked.branches.len() {
            let Some((before, branch)) = walked.at(own) else {
                continue;
            };
            let parent = branch.parent.and_then(|parent| walked.own(parent));
            let class = branch.class.as_ref();
            let class = class.map(|by| classes.insert_full(class_words(module, run.advice, by)).0);
            nodes.push(json!([
                parent.map_or(-1, |parent| (first + parent) as i64),
                numbered(before, branch.mv),
                crate::html::page_uci(branch.mv),
                fen(&before.play(branch.mv)),
                class.map_or(-1, |class| class as i64),
                ends.insert_full(walked.end_words(module, own)).0,
                branch.in_tree,
                walked.mover(own) == run.us,
                branch.end.holds(),
            ]));
        }
        runs.push(json!({
            "about": heading(module, run),
            "fen": fen(&run.position),
            "us": run.us.name(),
            "first": first,
            "end": nodes.len(),
        }));
    }
    let mut remarks: Vec<String> = Vec::new();
    let all = searched.branches.len() as u64 + searched.left_out;
    if (nodes.len() as u64) < all {
        remarks.push(format!(
            "only the first {} of {} are on this page",
            thousands(nodes.len() as u64),
            attempts(all)
        ));
    }
    json!({
        "runs": runs,
        "remarks": remarks,
        "classes": Vec::from_iter(classes),
        "ends": Vec::from_iter(ends),
        "nodes": nodes,
    })
}
