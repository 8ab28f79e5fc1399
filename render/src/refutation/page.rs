//! A refutation as a page of its own: at each node of ours all moves, after each the reply that refutes it, and the reason that ends the
//! line.

use adv_chess::Color;
use adv_chess::notation::fen;
use adv_module::Program;
use adv_record::refutation::Refutations;
use adv_vm::{Refutation, RefutationNode};

use super::text::{sums, text};
use super::{PAGE_MOVES, end_words, heading, json, last_position, out_of_class};
use crate::html::{BoardPage, cut, paragraphs};
use crate::json::value;

/// HTML page of a refutation. Of more than [`PAGE_MOVES`] moves the first nodes are on it, and it says so.
pub fn html(module: &Program, refutation: &Refutation) -> String {
    let mut moves = 0;
    let fits = |node: &&RefutationNode| {
        moves += node.moves().len();
        moves <= PAGE_MOVES
    };
    let shown = refutation.nodes.iter().take_while(fits).count();
    let mut record = json::of_one(module, refutation);
    record.nodes.truncate(shown);
    let whole = (refutation.advice, refutation.effort);
    for (of, node) in record.nodes.iter_mut().zip(&refutation.nodes) {
        for (of, refuted) in of.moves.iter_mut().flatten().zip(node.moves()) {
            if let Some(ended) = &mut of.ended {
                let last = last_position(&node.position, refuted);
                ended.says = end_words(module, whole, &last, &refuted.by, true);
            }
        }
    }
    let about = out_of_class(module, refutation).unwrap_or_else(|| sums(refutation));
    let page = BoardPage {
        title: &heading(module, refutation),
        below: &(fen(&refutation.position) + &cut(shown, refutation.nodes.len(), "positions")),
        plain: &text(module, refutation),
        about: paragraphs(&about),
        plans: Vec::new(),
        view: "refutation",
        flipped: refutation.us == Color::Black,
        data: value(&Refutations {
            format: "adv refutation",
            version: 1,
            refutations: vec![record],
            made_by: None,
        }),
    };
    page.written()
}
