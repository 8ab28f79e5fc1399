//! A refutation as an object, `docs/schema/refutation.json`.
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

use adv_chess::Position;
use adv_chess::notation::fen;
use adv_module::{AdviceId, Program};
use adv_record::why::{RefutedBy as By, RefutedEnd, RefutedLine};
use adv_vm::{Refutation, RefutationNode, RefutationStep, RefutedBy, RefutedMove};
use serde_json::{Value, json};

use super::bound_word;
use crate::json::{decimal, move_object, moves_of, verdict};
use crate::text::advice_name;

/// Refutations of several pieces at one position.
pub fn json(module: &Program, refutations: &[Refutation]) -> Value {
    let all = refutations.iter().map(|one| of_one(module, one));
    json!({
        "format": "adv refutation",
        "version": 1,
        "refutations": all.collect::<Vec<Value>>(),
    })
}

/// The whole refutation of one piece.
fn of_one(module: &Program, refutation: &Refutation) -> Value {
    let nodes = refutation.nodes.iter().enumerate();
    let nodes: Vec<Value> = nodes
        .map(|(number, found)| node(module, refutation, number, found))
        .collect();
    let first = refutation
        .nodes
        .first()
        .map_or(0, |node| node.moves().len());
    let mut object = json!({
        "advice": advice_name(module, refutation.advice),
        "fen": fen(&refutation.position),
        "us": refutation.us.name(),
        "depth": refutation.depth,
        "out_of_class": refutation.out_of_class,
        "complete": refutation.open() == 0,
        "counts": {
            "first_moves": first,
            "nodes": refutation.nodes.len(),
            "moves": refutation.moves(),
            "open": refutation.open(),
        },
        "nodes": nodes,
    });
    if let Some(effort) = refutation.effort {
        object["effort"] = decimal(effort).into();
    }
    if let Some(stop) = refutation.stop() {
        object["stop"] = stop.to_string().into();
    }
    object
}

fn node(module: &Program, refutation: &Refutation, number: usize, node: &RefutationNode) -> Value {
    let mut object = json!({ "n": number, "fen": fen(&node.position), "ply": node.ply });
    if refutation.effort.is_some() {
        object["spent"] = decimal(node.spent).into();
    }
    match &node.step {
        RefutationStep::Open(bound) => object["open"] = bound_word(*bound).into(),
        RefutationStep::Moves(moves) => {
            let advice = refutation.advice;
            let moves = moves.iter();
            object["moves"] = moves
                .map(|refuted| of_move(module, advice, &node.position, refuted))
                .collect();
        }
    }
    object
}

fn of_move(module: &Program, advice: AdviceId, at: &Position, refuted: &RefutedMove) -> Value {
    let mut object = move_object(at, refuted.mv);
    let after = at.play(refuted.mv);
    object["reply"] = refuted
        .reply
        .map_or(Value::Null, |reply| move_object(&after, reply));
    match &refuted.by {
        RefutedBy::Node(number) => object["to"] = (*number).into(),
        by => object["ended"] = json!(ended(module, advice, by)),
    }
    object
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
    })
}

/// The main line, for `--why`.
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
