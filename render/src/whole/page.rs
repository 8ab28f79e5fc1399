//! A whole play as a page of its own: the board, our move and what chose it, the replies to click through.
//!
//! ```text
//! { "fen", "us", "choices": [text], "remarks": [text],
//!   "nodes": [{ "fen", "san", "uci", "after", "by": 0, "at": "krk.adv:48", "begins", "to": [[san, uci, n], …], "leftOut": [san], "end" }] }
//! ```
//!
//! `whole.js` and `whole.css` beside this file are copied into the page; the rest of the page is that of a tree.

use adv_chess::Position;
use adv_chess::notation::{fen, san};
use adv_prover::{Choice, WholeNode, WholeStep};
use serde_json::{Value, json};

use super::text::{size, text};
use super::{WholeDrawing, chosen, end_of, end_words, goal_words, open_words, written_at};
use crate::html::{Frame, framed, lines_escaped, top};
use crate::svg::escaped;

const STYLE: &str = include_str!("whole.css");
const SCRIPT: &str = include_str!("whole.js");

/// The page. Of a graph of more than [`super::PAGE_NODES`] nodes the first ones are on it, and it says so.
pub fn html(drawing: &WholeDrawing<'_>) -> String {
    let title = escaped(&drawing.title());
    let head = &drawing.head;
    let below = escaped(&format!(
        "{}, {} nodes, {} as a tree",
        fen(head.root),
        crate::text::thousands(drawing.totals.nodes),
        size(drawing.totals.unfolded)
    ));
    let plain = lines_escaped(&text(head, drawing.totals, drawing.tally));
    let top = top(&title, &below, &plain);
    let body = format!(
        r##"{top}
</section>
<section id="card" aria-live="polite" aria-label="What is played here"></section>
<nav id="moves" aria-label="Moves so far">
<h3>Moves so far</h3>
<ol id="list"></ol>
<details><summary>the whole play</summary><pre id="about"></pre></details>
</nav>
</main>
<footer class="ui"><span class="keys"><kbd>←</kbd> back, <kbd>→</kbd> the first reply, <kbd>1</kbd>–<kbd>9</kbd> a reply, <kbd>Home</kbd> the root, <kbd>f</kbd> turns the board</span></footer>
"##
    );
    framed(&Frame {
        title: &title,
        style: STYLE,
        body: &body,
        data: &data(drawing),
        script: SCRIPT,
    })
}

/// The choices by their numbers on the page.
#[derive(Default)]
struct ChoiceList {
    known: Vec<Choice>,
    texts: Vec<String>,
}

fn data(drawing: &WholeDrawing<'_>) -> Value {
    let mut choices = ChoiceList::default();
    let nodes: Vec<Value> = drawing
        .nodes
        .iter()
        .map(|node| page_node(drawing, node, &mut choices))
        .collect();
    let mut remarks: Vec<String> = drawing.cut().into_iter().collect();
    if drawing.totals.open > 0 {
        remarks.push(format!(
            "not complete: {} of the nodes are left open",
            crate::text::thousands(drawing.totals.open)
        ));
    }
    json!({
        "fen": fen(drawing.head.root),
        "us": drawing.head.root.turn().name(),
        "about": text(&drawing.head, drawing.totals, drawing.tally),
        "remarks": remarks,
        "choices": choices.texts,
        "nodes": nodes,
    })
}

fn page_node(drawing: &WholeDrawing<'_>, node: &WholeNode, choices: &mut ChoiceList) -> Value {
    let module = drawing.head.module;
    let at: &Position = &node.position;
    match &node.step {
        WholeStep::Move {
            mv,
            choice,
            begins,
            replies,
            left_out,
            end,
        } => {
            let known = choices.known.iter().position(|known| known == choice);
            let by = known.unwrap_or_else(|| {
                choices.known.push(*choice);
                choices.texts.push(chosen(module, *choice));
                choices.known.len() - 1
            });
            let after = at.play(*mv);
            let to: Vec<Value> = replies
                .iter()
                .map(|(reply, to)| json!([san(&after, *reply), reply.to_string(), to]))
                .collect();
            json!({
                "fen": fen(at),
                "san": san(at, *mv),
                "uci": mv.to_string(),
                "after": fen(&after),
                "by": by,
                "at": written_at(module, *choice),
                "begins": begins,
                "to": to,
                "leftOut": left_out.iter().map(|m| san(&after, *m)).collect::<Vec<String>>(),
                "end": end.as_ref().map(|end| sentence(drawing, at, end)),
            })
        }
        WholeStep::End(end) => json!({ "fen": fen(at), "end": sentence(drawing, at, end) }),
        WholeStep::Open(bound) => json!({
            "fen": fen(at),
            "end": format!("left open: {}", open_words(bound)),
        }),
    }
}

fn sentence(drawing: &WholeDrawing<'_>, at: &Position, end: &adv_prover::WholeEnd) -> String {
    let end = end_of(drawing.head.module, at, end);
    let goal = goal_words(';', end.goal);
    end_words(end) + &goal
}
