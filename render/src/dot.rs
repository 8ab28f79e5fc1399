//! A tree as a graph for Graphviz: boxes for our moves, rounded ones for theirs, a second border around leaves.
//!
//! ```text
//! digraph "kpk, rule 2: bring-king" {
//!   root [label="White to move" …];
//!   n0 [label="1. Kc2\nply 1", class="us", shape=box …];
//!   root -> n0;
//! }
//! ```

use std::fmt::{self, Write as _};

use adv_chess::notation::fen;

use crate::drawing::{Explained, lines};
use crate::text::reason;
use crate::visible::steers;

/// Text of a directed graph in Graphviz's language in the making, a line for each node and each edge.
pub(crate) struct Graph(String);

impl Graph {
    /// Begins a graph of boxes joined by arrows that bear a move's name; `label` is the heading above the graph.
    pub(crate) fn of_moves(title: &str, label: &str) -> Graph {
        let label = format!("label={}, labelloc=t, ", quoted(label));
        let shape = ", shape=box, style=filled, color=\"#26221c\", fillcolor=\"#f4ead2\"";
        Graph::new(title, (&label, "0.25", "0.45"), shape, NAMED)
    }

    /// Begins a graph with its title, the attributes of the label above it (or nothing), the distances between nodes and between ranks, and
    /// the attributes that all nodes and all edges have.
    pub(crate) fn new(
        title: &str,
        (label, nodes, ranks): (&str, &str, &str),
        node: &str,
        edge: &str,
    ) -> Graph {
        Graph(format!(
            "digraph {} {{\n\
             \x20 graph [{label}fontname=\"sans-serif\", nodesep={nodes}, ranksep={ranks}];\n\
             \x20 node [fontname=\"sans-serif\", fontsize=11{node}];\n\
             \x20 edge [{edge}color=\"#6b6455\", arrowsize=0.6];\n",
            quoted(title)
        ))
    }

    /// Writes a line of the graph: a node or an edge with its attributes, whose texts are [`quoted`] already.
    pub(crate) fn line(&mut self, line: fmt::Arguments<'_>) {
        let _ = writeln!(self.0, "  {line}");
    }

    /// Writes a node with its label and further attributes, which begin with a comma.
    pub(crate) fn node(&mut self, name: impl fmt::Display, label: &str, more: &str) {
        self.line(format_args!("{name} [label={}{more}];", quoted(label)));
    }

    /// Writes an edge with its label and further attributes, which begin with a comma.
    pub(crate) fn edge(
        &mut self,
        from: impl fmt::Display,
        to: impl fmt::Display,
        label: &str,
        more: &str,
    ) {
        self.line(format_args!(
            "{from} -> {to} [label={}{more}];",
            quoted(label)
        ));
    }

    pub(crate) fn end(self) -> String {
        self.0 + "}\n"
    }
}

/// Attributes of edges that bear a text, such as a move: the font and its size.
pub(crate) const NAMED: &str = "fontname=\"sans-serif\", fontsize=10, ";

/// Draws a consultation's tree as a graph for Graphviz; the root alone if nothing is satisfied. A node's tooltip is its FEN.
pub fn tree(explained: &Explained<'_>) -> String {
    let answer = explained.answer;
    let label = format!("label={}, labelloc=t, ", quoted(&reason(explained)));
    let shape = ", style=filled, color=\"#26221c\", height=0.3, margin=\"0.09,0.05\"";
    let mut graph = Graph::new(&explained.title(), (&label, "0.25", "0.45"), shape, "");
    graph.line(format_args!(
        "root [label={}, shape=plaintext, fillcolor=\"#ffffff\", tooltip={}];",
        quoted(&format!("{} to move", answer.position.turn())),
        quoted(&fen(&answer.position))
    ));
    let Some(found) = &answer.tree else {
        return graph.end();
    };
    let lines = lines(found);
    for (index, (node, line)) in found.nodes().iter().zip(&lines).enumerate() {
        let mut label = format!("{}\nply {}", line.numbered(), node.ply);
        if node.left_out > 0 {
            let _ = write!(label, "\n{} not considered", node.left_out);
        }
        let (side, look) = match line.mover() == answer.us {
            true => ("us", "fillcolor=\"#f4ead2\", "),
            false => ("them", "fillcolor=\"#dfe5ea\", style=\"filled,rounded\", "),
        };
        let (leaf, borders) = match found.is_leaf(index) {
            true => (" leaf", 2),
            false => ("", 1),
        };
        let tooltip = quoted(&fen(&line.after));
        let more = format!(
            ", class=\"{side}{leaf}\", shape=box, {look}peripheries={borders}, tooltip={tooltip}"
        );
        graph.node(format_args!("n{index}"), &label, &more);
    }
    for (index, line) in lines.iter().enumerate() {
        match line.parent {
            None => graph.line(format_args!("root -> n{index};")),
            Some(parent) => graph.line(format_args!("n{parent} -> n{index};")),
        }
    }
    graph.end()
}

/// Text as a quoted string of Graphviz's language: quotes and backslashes escaped, a line end as `\n`, which centres the line.
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
