//! A tree as a graph for Graphviz: boxes for our moves, rounded ones for theirs, a second border around leaves.
//!
//! ```text
//! digraph "kpk, rule 2: bring-king" {
//!   root [label="White to move" …];
//!   n0 [label="1. Kc2\nply 1", class="us", shape=box …];
//!   root -> n0;
//! }
//! ```

use std::fmt::Write as _;

use adv_chess::notation::fen;

use crate::explained::{Explained, lines};
use crate::text::reason;
use crate::visible::steers;

/// The tree as a directed graph; the root alone where nothing is satisfied. Hovering over a node of the drawing shows its FEN.
pub fn tree(explained: &Explained<'_>) -> String {
    let answer = explained.answer;
    let mut text = format!("digraph {} {{\n", quoted(&explained.title()));
    let _ = write!(
        text,
        "  graph [label={}, labelloc=t, fontname=\"sans-serif\", nodesep=0.25, ranksep=0.45];\n\
         \x20 node [fontname=\"sans-serif\", fontsize=11, style=filled, color=\"#26221c\", height=0.3, margin=\"0.09,0.05\"];\n\
         \x20 edge [color=\"#6b6455\", arrowsize=0.6];\n",
        quoted(&reason(explained))
    );
    let turn = format!("{} to move", answer.position.turn());
    let _ = writeln!(
        text,
        "  root [label={}, shape=plaintext, fillcolor=\"#ffffff\", tooltip={}];",
        quoted(&turn),
        quoted(&fen(&answer.position))
    );
    let Some(found) = &answer.tree else {
        text.push_str("}\n");
        return text;
    };
    let lines = lines(found);
    for (index, (node, line)) in found.nodes().iter().zip(&lines).enumerate() {
        let ours = line.mover() == answer.us;
        let mut label = format!("{}\nply {}", line.numbered(), node.ply);
        if node.left_out > 0 {
            let _ = write!(label, "\n{} not considered", node.left_out);
        }
        let leaf = found.is_leaf(index);
        let _ = writeln!(
            text,
            "  n{index} [label={}, class=\"{}\", shape=box, fillcolor=\"{}\", {}peripheries={}, tooltip={}];",
            quoted(&label),
            match (ours, leaf) {
                (true, false) => "us",
                (true, true) => "us leaf",
                (false, false) => "them",
                (false, true) => "them leaf",
            },
            if ours { "#f4ead2" } else { "#dfe5ea" },
            if ours {
                ""
            } else {
                "style=\"filled,rounded\", "
            },
            if leaf { 2 } else { 1 },
            quoted(&fen(&line.after)),
        );
    }
    for (index, line) in lines.iter().enumerate() {
        let _ = match line.parent {
            None => writeln!(text, "  root -> n{index};"),
            Some(parent) => writeln!(text, "  n{parent} -> n{index};"),
        };
    }
    text.push_str("}\n");
    text
}

/// A quoted string of the language: quotes and backslashes escaped, a line end as `\n`, which centres the line.
pub(crate) fn quoted(value: &str) -> String {
    let mut text = String::from("\"");
    for character in value.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\n' => text.push_str("\\n"),
            c if steers(c) => text.push(' '),
            c => text.push(c),
        }
    }
    text.push('"');
    text
}
