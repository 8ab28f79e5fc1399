//! A refutation as an object, `docs/schema/refutation.json`, and the page that holds it.
//!
//! ```text
//! { "format": "adv refutation", "version": 1, "refutations": [
//! { "advice": "mate-in(2)", "fen": "…", "us": "White", "depth": 3, "out_of_class": false, "complete": true,
//!   "counts": { "first_moves": 18, "nodes": 9, "moves": 131, "open": 0 },
//!   "nodes": [ { "n": 0, "fen": "…", "ply": 0, "moves": [
//!     { "uci": "a1a5", "san": "Ra5", "reply": { "uci": "a7a6", "san": "a6" }, "to": 3 },
//!     { "uci": "c8d7", "san": "Kd7", "reply": null, "ended": { "by": "holding-goal", "text": "¬rook-lost", "line": 4, … } } ] },
//!     { "n": 4, "fen": "…", "ply": 4, "open": "plies" } ] } ] }
//! ```

use adv_chess::notation::fen;
use adv_chess::{Color, Position};
use adv_module::{AdviceId, Program};
use adv_record::refutation::{self as record, OpenFor, RefutationCounts, Refutations};
use adv_record::why::{RefutedBy as By, RefutedEnd, RefutedLine};
use adv_vm::{Refutation, RefutationBound, RefutationNode, RefutationStep, RefutedBy, RefutedMove};
use serde_json::Value;

use super::text::{sums, text};
use super::{PAGE_MOVES, end_words, heading, last_position, out_of_class};
use crate::html::{BoardPage, cut, paragraphs};
use crate::json::{decimal, move_of, moves_of, side, value, verdict};
use crate::text::advice_name;

/// JSON object of the refutations of several pieces-of-advice at one position.
pub fn json(module: &Program, refutations: &[Refutation]) -> Value {
    let all = refutations.iter().map(|one| of_one(module, one));
    value(&Refutations {
        format: "adv refutation",
        version: 1,
        refutations: all.collect(),
        made_by: None,
    })
}

/// Record of the whole refutation of one piece-of-advice, with its nodes and moves.
fn of_one(module: &Program, refutation: &Refutation) -> record::Refutation {
    let found = &refutation.nodes;
    let nodes = found.iter().enumerate();
    record::Refutation {
        advice: advice_name(module, refutation.advice).to_owned(),
        fen: fen(&refutation.position),
        us: side(refutation.us),
        depth: refutation.depth,
        out_of_class: refutation.out_of_class,
        complete: refutation.open() == 0,
        counts: RefutationCounts {
            first_moves: found.first().map_or(0, |node| node.moves().len()),
            nodes: found.len(),
            moves: refutation.moves(),
            open: refutation.open(),
        },
        nodes: nodes
            .map(|(number, found)| node(module, refutation, number, found))
            .collect(),
        effort: refutation.effort.map(decimal),
        stop: refutation.stop().map(|stop| stop.to_string()),
    }
}

fn node(
    module: &Program,
    refutation: &Refutation,
    number: usize,
    node: &RefutationNode,
) -> record::RefutationNode {
    let (open, moves) = match &node.step {
        RefutationStep::Open(bound) => (Some(bound), None),
        RefutationStep::Moves(moves) => (None, Some(moves)),
    };
    let of_move = |refuted| of_move(module, refutation.advice, &node.position, refuted);
    record::RefutationNode {
        n: number,
        fen: fen(&node.position),
        ply: node.ply,
        spent: refutation.effort.map(|_| decimal(node.spent)),
        open: open.map(|bound| match bound {
            RefutationBound::Plies => OpenFor::Plies,
            RefutationBound::Nodes => OpenFor::Nodes,
            RefutationBound::Stop(_) => OpenFor::Limit,
        }),
        moves: moves.map(|moves| moves.iter().map(of_move).collect()),
    }
}

fn of_move(
    module: &Program,
    advice: AdviceId,
    at: &Position,
    refuted: &RefutedMove,
) -> record::RefutedMove {
    let after = at.play(refuted.mv);
    record::RefutedMove {
        mv: move_of(at, refuted.mv),
        reply: refuted.reply.map(|reply| move_of(&after, reply)),
        to: match refuted.by {
            RefutedBy::Node(number) => Some(number),
            _ => None,
        },
        ended: ended(module, advice, &refuted.by),
    }
}

fn ended(module: &Program, advice: AdviceId, by: &RefutedBy) -> Option<RefutedEnd> {
    let (judged, by, needed) = match by {
        RefutedBy::Holding(verdict) => (Some(verdict), By::HoldingGoal, None),
        RefutedBy::Depth(verdict) => (Some(verdict), By::Depth, None),
        RefutedBy::NoReply(verdict) => (Some(verdict), By::NoReply, None),
        RefutedBy::Cost(total) => (None, By::Cost, Some(decimal(*total))),
        RefutedBy::Node(_) => return None,
    };
    Some(RefutedEnd {
        verdict: judged.map(|of| verdict(module, advice, of)),
        by,
        needed,
        says: None,
    })
}

/// Record of the main line of a refutation, for `--why`.
pub(crate) fn main_line(
    module: &Program,
    advice: AdviceId,
    line: &adv_vm::RefutedLine,
) -> RefutedLine {
    let moves = line.moves.iter();
    let last = line.moves.last();
    RefutedLine {
        first_moves: line.first_moves,
        line: moves_of(
            line.position,
            moves.flat_map(|refuted| [Some(refuted.mv), refuted.reply].into_iter().flatten()),
        ),
        ended: last.and_then(|refuted| ended(module, advice, &refuted.by)),
    }
}

/// HTML page of a refutation. Of more than [`PAGE_MOVES`] moves the first nodes are on it, and it says so.
pub fn html(module: &Program, refutation: &Refutation) -> String {
    let mut moves = 0;
    let fits = |node: &&RefutationNode| {
        moves += node.moves().len();
        moves <= PAGE_MOVES
    };
    let shown = refutation.nodes.iter().take_while(fits).count();
    let mut record = of_one(module, refutation);
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
