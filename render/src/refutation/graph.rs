//! A refutation as a graph for Graphviz: a box for each node of ours, an arrow for each move and the reply that refutes it.

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_module::Program;
use adv_vm::{Refutation, RefutationStep, RefutedBy};

use super::{bound_words, heading, out_of_class, pair};
use crate::dot::{Graph, quoted};
use crate::proof::numbers::many;

/// Graph of a refutation in Graphviz's language. Of more than [`super::DOT_NODES`] nodes the first ones are drawn, and the label says so.
/// Moves that end at once are counted in the box of their node.
pub fn dot(module: &Program, refutation: &Refutation) -> String {
    let mut label = heading(module, refutation);
    if let Some(sentence) = out_of_class(module, refutation) {
        let _ = write!(label, "\n{sentence}");
    }
    let drawn = refutation.nodes.len().min(super::DOT_NODES);
    if drawn < refutation.nodes.len() {
        let all = refutation.nodes.len();
        let _ = write!(
            label,
            "\nonly the first {drawn} of {all} positions are drawn"
        );
    }
    let mut graph = Graph::of_moves(&heading(module, refutation), &label);
    for (number, node) in refutation.nodes.iter().take(drawn).enumerate() {
        let (words, style) = match &node.step {
            RefutationStep::Open(bound) => (
                format!("not followed\n{}", bound_words(*bound)),
                ", style=dashed",
            ),
            RefutationStep::Moves(moves) => {
                let ended =
                    |refuted: &&adv_vm::RefutedMove| !matches!(refuted.by, RefutedBy::Node(_));
                let ended = moves.iter().filter(ended).count();
                let all = many(moves.len() as u64, "move", "moves");
                (format!("{all}\n{ended} end here"), "")
            }
        };
        let tooltip = quoted(&fen(&node.position));
        let more = format!(", tooltip={tooltip}{style}");
        graph.node(format_args!("n{number}"), &words, &more);
        for refuted in node.moves() {
            if let RefutedBy::Node(to) = refuted.by
                && (to as usize) < drawn
            {
                let (from, to) = (format_args!("n{number}"), format_args!("n{to}"));
                graph.edge(from, to, &pair(&node.position, refuted), "");
            }
        }
    }
    graph.end()
}
