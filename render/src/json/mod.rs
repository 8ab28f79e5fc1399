//! A consultation as JSON. The shape is a promise to tools: fields are added, never renamed.
//!
//! ```text
//! { "fen": "5k2/… w - - 0 1",          the position
//!   "us": "White",                     the side that the advice plays for
//!   "table": "kpk" | null,             the table that answered
//!   "rule": 2 | null,                  the rule that applied, counted from 1
//!   "advice": "bring-king" | null,     the piece that is satisfied
//!   "satisfied": true,
//!   "move": { "uci": "d1c2", "san": "Kc2" } | null,
//!   "because": "the king …" | null,
//!   "conditional": false,              true: the tree leaves legal replies out
//!   "mirrored": false,                 true: the colours were exchanged to fit the program (everything here is back in its own)
//!   "positions": 77,                   of all pieces tried, nested ones apart
//!   "with_nested": { "positions": 117, "by_depth": [ … ] },        the same with nested ones, each at the depth of its own tree
//!   "statistics": [ { "advice": "push-pawn", "satisfied": false, "positions": 19, "by_depth": [1, 5, 1, 5, 1, 4, 1, 1],
//!                     "nested": [ { "advice": "opposition", "asked": 3, "positions": 40, "by_depth": [12, 28] } ],
//!                     "spent": { "deepest", "too_dear", "classes", "leaves", "cuts" } } ],      only with `--stats`
//!   "effort": { "spent": 2.0, "within": 2.0, "of": 3,     only where moves have a cost: that of the dearest line, the bound under which
//!               "unit": "bits" },                         the tree was found, the largest one, and `bits` or null
//!   "tree": { "uci": "d1c2", "san": "Kc2", "ply": 1, "left_out": 0, "children": [ … ] } | null,
//!   "why": [ { "advice": "push-pawn", "failures": [                     only with `--why`
//!     { "goal": "better-goal", "line": 11, "column": 12, "text": "rank(P) = 7", "failed": 15,
//!       "nearest": { "left": { "text": "rank(P)", "values": [6] }, "right": { "text": "7", "values": [7] }, "fen": "…" } | null
//!     } ],
//!     "ended": { "depth": 4, "effort": 31,                            only where moves have a cost
//!                "nearest": { "line": [ { "uci": "d4c2", "san": "Nc2" } ], "needed": 4.907 } | null },
//!     "refutation": { "first_moves": 18, "line": [ { "uci", "san" } ], "ended": { "by": "depth", … } } } ] }
//! ```
//!
//! Lines, columns and texts of the source are null where a module was stripped of it.

mod explained;
mod trace;

pub use explained::{explained, game};
pub use trace::trace;
pub(crate) use trace::verdict_object;

use adv_chess::notation::{fen, san};
use adv_chess::{Move, Position};
use adv_module::program::{Advice, Compare, Goal, Place};
use adv_module::{AdviceId, Program};
use adv_vm::{
    Consultation, GoalTally, LineEnds, LookedAt, NearMiss, PartFailure, SearchTally, SelectedBy,
    Tree, Tried,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::explained::lines;
use crate::place;
use crate::refutation::main_line;
use crate::searched::class_object;
use crate::text::{add_depths, advice_name, goal_word, part_of, part_words, table_name};

/// A record as JSON.
pub(crate) fn value(record: &impl Serialize) -> Value {
    serde_json::to_value(record).unwrap_or_default()
}

/// One consultation; `why` adds the failures of the pieces that are not satisfied.
pub fn consultation(module: &Program, answer: &Consultation, why: bool) -> Value {
    let statistics: Vec<Value> = answer.tried.iter().map(|t| tried(module, t)).collect();
    let mut object = json!({
        "fen": fen(&answer.position),
        "us": answer.us.name(),
        "table": answer.table.map(|id| table_name(module, id)),
        "rule": answer.rule.map(|index| index + 1),
        "advice": answer.advice.map(|id| advice_name(module, id)),
        "satisfied": answer.advice.is_some(),
        "move": answer.first_move().map(|m| move_object(&answer.position, m)),
        "because": answer.because,
        "conditional": answer.is_conditional(),
        "mirrored": answer.mirrored,
        "positions": answer.positions(),
        "with_nested": with_nested(answer),
        "statistics": statistics,
        "tree": answer.tree.as_ref().map_or(Value::Null, tree),
    });
    let effort = answer.advice.and_then(|id| module.advice.get(id.index()));
    let effort = effort.and_then(|advice| advice.cost.as_ref());
    if let (Some(spent), Some(cost)) = (answer.cost, effort) {
        let within = answer.within.map(decimal);
        let unit = module.counts_bits(cost.of_move).then_some("bits");
        object["effort"] =
            json!({ "spent": decimal(spent), "within": within, "of": cost.effort, "unit": unit });
    }
    if let Some(memory) = answer.memory {
        object["memory"] = json!({ "entries": memory.entries, "hits": memory.hits });
    }
    if why {
        let vain = answer.tried.iter().filter(|t| !t.satisfied);
        object["why"] = vain
            .map(|t| {
                let failures: Vec<Value> = t
                    .why
                    .iter()
                    .filter_map(|f| failure(module, t, f, answer.mirrored))
                    .collect();
                let name = advice_name(module, t.advice);
                let mut reasons = json!({ "advice": name, "failures": failures });
                if let Some(ended) = &t.ended {
                    reasons["ended"] = line_ends(ended);
                }
                if let Some(line) = &t.refuted {
                    reasons["refutation"] = main_line(module, t.advice, line);
                }
                reasons
            })
            .collect();
    }
    object
}

/// A move as `{ "uci", "san" }`.
pub fn move_object(position: &Position, m: Move) -> Value {
    json!({ "uci": m.to_string(), "san": san(position, m) })
}

/// All positions, those of nested advice with them.
fn with_nested(answer: &Consultation) -> Value {
    let mut by_depth = Vec::new();
    for tried in &answer.tried {
        add_depths(&mut by_depth, &tried.by_depth);
        for nested in &tried.nested {
            add_depths(&mut by_depth, &nested.by_depth);
        }
    }
    let positions = answer.positions().saturating_add(answer.nested_positions());
    json!({ "positions": positions, "by_depth": by_depth })
}

fn tried(module: &Program, tried: &Tried) -> Value {
    let nested: Vec<Value> = tried
        .nested
        .iter()
        .map(|n| {
            json!({
                "advice": advice_name(module, n.advice),
                "asked": n.asked,
                "positions": n.positions,
                "by_depth": n.by_depth,
            })
        })
        .collect();
    let mut object = json!({
        "advice": advice_name(module, tried.advice),
        "satisfied": tried.satisfied,
        "positions": tried.positions,
        "by_depth": tried.by_depth,
        "nested": nested,
    });
    if let (Some(tally), Some(record)) = (&tried.tally, module.advice.get(tried.advice.index())) {
        object["spent"] = spent(module, tried.advice, record, tally);
    }
    object
}

/// Where a piece has spent its positions, with `--stats`.
fn spent(module: &Program, id: AdviceId, record: &Advice, tally: &SearchTally) -> Value {
    let classes = tally.classes.iter().map(|one| {
        let mut object = json!({
            "class": class_object(module, id, &SelectedBy { taken: None, ..one.class }),
            "reached": one.reached,
            "selected": one.selected,
            "positions": one.positions,
        });
        if let Some(taken) = one.taken {
            object["taken"] = taken.into();
        }
        object
    });
    let goal = |goal: &Goal, tally: &[GoalTally]| -> Vec<Value> {
        let parts = tally.iter();
        parts
            .map(|one| json!({ "by": part_words(module, goal, one), "count": one.count }))
            .collect()
    };
    json!({
        "deepest": tally.deepest,
        "too_dear": tally.too_dear,
        "classes": classes.collect::<Vec<Value>>(),
        "leaves": goal(&record.better, &tally.leaves),
        "cuts": goal(&record.holding, &tally.cuts),
    })
}

/// The node of the first move with everything below it; null for a tree without a move.
pub fn tree(tree: &Tree) -> Value {
    // Built from the last node to the first, so that a deep tree needs no recursion: everything below a node is finished
    // before the node is reached.
    let worked = lines(tree);
    let mut finished: Vec<(usize, Value)> = Vec::new();
    for (index, node) in tree.nodes().iter().enumerate().rev() {
        let mut children = Vec::new();
        while finished
            .last()
            .is_some_and(|(child, _)| *child < node.end as usize)
        {
            children.extend(finished.pop().map(|(_, value)| value));
        }
        finished.push((
            index,
            json!({
                "uci": node.mv.to_string(),
                "san": worked.get(index).map(|line| line.san.as_str()),
                "ply": node.ply,
                "left_out": node.left_out,
                "children": children,
            }),
        ));
    }
    finished.pop().map_or(Value::Null, |(_, value)| value)
}

/// How many distinct positions were looked at.
pub fn looked_at(looked: LookedAt) -> Value {
    json!({ "positions": looked.positions, "exact": looked.is_exact })
}

/// Thousandths as a number.
pub(crate) fn decimal(thousandths: u32) -> f64 {
    f64::from(thousandths) / 1000.0
}

fn line_ends(ended: &LineEnds) -> Value {
    let nearest = ended.nearest.as_ref().map(|near| {
        let mut position = near.root;
        let mut line = Vec::with_capacity(near.moves.len());
        for m in &near.moves {
            line.push(move_object(&position, *m));
            position = position.play(*m);
        }
        json!({ "line": line, "needed": decimal(near.cost) })
    });
    json!({ "depth": ended.depth, "effort": ended.effort, "nearest": nearest })
}

fn failure(
    module: &Program,
    tried: &Tried,
    failure: &PartFailure,
    mirrored: bool,
) -> Option<Value> {
    let part = part_of(module.advice.get(tried.advice.index())?, failure)?;
    let at = place::line_column(module, part.place);
    let nearest = match (&failure.nearest, &part.compare) {
        (Some(near), Some(compare)) => near_miss(module, compare, near, mirrored),
        _ => Value::Null,
    };
    let mut object = json!({
        "goal": goal_word(failure.goal),
        "line": at.map(|at| at.line),
        "column": at.map(|at| at.column),
        "text": place::text_of(module, part.place),
        "failed": failure.failed,
        "nearest": nearest,
    });
    name_file(&mut object, module, part.place);
    Some(object)
}

/// Names the file that a line is one of, where that is not the program's own.
pub(crate) fn name_file(object: &mut Value, module: &Program, place: Place) {
    if let Some(file) = place::used_file(module, place) {
        object["file"] = file.into();
    }
}

fn near_miss(module: &Program, compare: &Compare, near: &NearMiss, mirrored: bool) -> Value {
    let side =
        |at: Place, values: &[i64]| json!({ "text": place::text_of(module, at), "values": values });
    let position = if mirrored {
        near.position.mirror()
    } else {
        near.position
    };
    json!({
        "left": side(compare.left_place, &near.left),
        "right": side(compare.right_place, &near.right),
        "fen": fen(&position),
    })
}
