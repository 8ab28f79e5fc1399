//! A refutation as a page of its own: at each node of ours all moves, after each the reply that refutes it, and the reason that ends the
//! line.

use adv_chess::notation::fen;
use adv_module::Program;
use adv_vm::{Refutation, RefutationNode, RefutationStep, RefutedBy};

use super::text::{sums, text};
use super::{
    PAGE_MOVES, bound_words, end_words, heading, last_position, out_of_class, reply_words,
};
use crate::graph::{self, Node, Passage, Side};
use crate::text::numbered;

/// HTML page of a refutation. Of more than [`PAGE_MOVES`] moves the first nodes are on it, and it says so.
pub fn html(module: &Program, refutation: &Refutation) -> String {
    let mut moves = 0;
    let fits = |node: &&RefutationNode| {
        moves += node.moves().len();
        moves <= PAGE_MOVES
    };
    let shown = refutation.nodes.iter().take_while(fits).count();
    // Our nodes keep their numbers; those between them, and those where lines end, stand behind.
    let mut nodes = vec![Node::new(&refutation.position, Side::Us); shown.max(1)];
    for (number, node) in refutation.nodes.iter().take(shown).enumerate() {
        nodes[number] = page_node(module, refutation, node, shown, &mut nodes);
    }
    let about = out_of_class(module, refutation).unwrap_or_else(|| sums(refutation));
    nodes[0].notes = about.trim().lines().map(str::to_owned).collect();
    let cut = graph::cut(shown, refutation.nodes.len(), "positions");
    graph::html(
        &heading(module, refutation),
        &(fen(&refutation.position) + &cut),
        &text(module, refutation),
        &nodes,
    )
}

/// Page's node for a node of ours. Appends to `nodes` those that its moves lead to, but for nodes of ours among the `shown`.
fn page_node(
    module: &Program,
    refutation: &Refutation,
    node: &RefutationNode,
    shown: usize,
    nodes: &mut Vec<Node>,
) -> Node {
    let mut page = Node::new(&node.position, Side::Us);
    page.end = match &node.step {
        RefutationStep::Open(bound) => Some(format!("not followed: {}", bound_words(*bound))),
        RefutationStep::Moves(moves) if moves.is_empty() => {
            Some("the us-moves select no move".to_owned())
        }
        RefutationStep::Moves(_) => None,
    };
    let whole = (refutation.advice, refutation.effort);
    let mut add = |node: Node| {
        nodes.push(node);
        nodes.len() - 1
    };
    for refuted in node.moves() {
        let after = node.position.play(refuted.mv);
        let last = last_position(&node.position, refuted);
        let end = end_words(module, whole, &last, &refuted.by, true);
        let mut to = match refuted.by {
            RefutedBy::Node(number) if (number as usize) < shown => number as usize,
            _ => add(Node {
                end: end.or_else(|| Some("what follows is not on this page".to_owned())),
                ..Node::new(&last, Side::new(refuted.reply.is_some()))
            }),
        };
        if let Some(reply) = refuted.reply {
            to = add(Node {
                moves: vec![Passage::new(reply_words(&after, reply), reply, to)],
                ..Node::new(&after, Side::Them)
            });
        }
        let label = numbered(&node.position, refuted.mv);
        page.moves.push(Passage::new(label, refuted.mv, to));
    }
    page
}
