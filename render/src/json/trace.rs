//! A trace as an object.
//!
//! ```text
//! { "nodes": 187, "left_out": 0, "entries": [
//!   { "level": 0, "ply": 0, "event": "begun", "advice": "push-pawn", "bound": 9, "fen": "…" },
//!   { "level": 0, "ply": 1, "event": "tested", "advice": "push-pawn", "move": { "uci", "san" }, "fen": the position before the move,
//!     "verdict": { "goal": "better-goal", "holds": false, "text": "rank(P) = 7", "line": 11, "left": [3], "right": [7] } },
//!   { "level": 0, "ply": 1, "event": "too-dear", "advice": "push-pawn", "move": …, "fen": …, "verdict": null, "effort": 3.322 },
//!   { "level": 0, "ply": 0, "event": "over", "advice": "push-pawn", "found": false } ] }
//! ```

use adv_chess::notation::fen;
use adv_module::{AdviceId, Program};
use adv_vm::{Trace, TraceEntry, TraceEvent, TraceVerdict, TraceVisit};
use serde_json::{Value, json};

use super::{decimal, move_object, name_file};
use crate::place;
use crate::text::{advice_name, goal_of, goal_word, verdict_part};

/// The trace of a search.
pub fn trace(module: &Program, trace: &Trace) -> Value {
    let entries: Vec<Value> = trace.entries.iter().map(|e| entry(module, e)).collect();
    json!({ "nodes": trace.nodes, "left_out": trace.left_out, "entries": entries })
}

fn entry(module: &Program, entry: &TraceEntry) -> Value {
    let mut object = match &entry.event {
        TraceEvent::Begun {
            advice,
            bound,
            effort,
            position,
            verdict,
            ..
        } => {
            let mut object = json!({
                "event": "begun",
                "advice": advice_name(module, *advice),
                "bound": bound,
                "fen": fen(position),
                "verdict": judged(module, *advice, verdict.as_ref()),
            });
            if let Some(effort) = effort {
                object["effort"] = decimal(*effort).into();
            }
            object
        }
        TraceEvent::Node {
            advice,
            visit,
            before,
            mv,
            verdict,
        } => {
            let mut object = json!({
                "event": match visit {
                    TraceVisit::Tested => "tested",
                    TraceVisit::Expanded => "expanded",
                    TraceVisit::TooDear(_) => "too-dear",
                },
                "advice": advice_name(module, *advice),
                "move": move_object(before, *mv),
                "fen": fen(before),
                "verdict": judged(module, *advice, verdict.as_ref()),
            });
            if let TraceVisit::TooDear(total) = visit {
                object["effort"] = decimal(*total).into();
            }
            object
        }
        TraceEvent::Over { advice, found } => json!({
            "event": "over",
            "advice": advice_name(module, *advice),
            "found": found,
        }),
    };
    object["level"] = entry.level.into();
    object["ply"] = entry.ply.into();
    object
}

fn judged(module: &Program, advice: AdviceId, verdict: Option<&TraceVerdict>) -> Value {
    verdict.map_or(Value::Null, |verdict| {
        verdict_object(module, advice, verdict)
    })
}

/// What a goal came to, with the conjunct that decided.
pub(crate) fn verdict_object(module: &Program, advice: AdviceId, verdict: &TraceVerdict) -> Value {
    let goal = goal_of(module, advice, verdict.goal);
    let decided = verdict.part.as_ref();
    let part = goal
        .zip(decided)
        .and_then(|(goal, part)| verdict_part(goal, part));
    let sides = decided.and_then(|part| part.sides.as_ref());
    let mut object = json!({
        "goal": goal_word(verdict.goal),
        "holds": verdict.holds,
        "text": part.and_then(|part| place::text_of(module, part.place)),
        "line": part.and_then(|part| place::line_column(module, part.place)).map(|at| at.line),
        "left": sides.map(|[left, _]| left),
        "right": sides.map(|[_, right]| right),
    });
    if let Some(part) = part {
        name_file(&mut object, module, part.place);
    }
    object
}
