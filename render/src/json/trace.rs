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
use adv_record::trace::{GoalVerdict, Trace, TraceEntry, TraceEvent};
use adv_vm::{TraceEvent as Event, TraceVerdict, TraceVisit};

use super::{decimal, goal, move_of};
use crate::place;
use crate::text::{advice_name, verdict_part};

/// Record of the trace of a search: the number of its nodes, and its entries in order.
pub fn trace(module: &Program, trace: &adv_vm::Trace) -> Trace {
    Trace {
        nodes: trace.nodes,
        left_out: trace.left_out,
        entries: trace.entries.iter().map(|e| entry(module, e)).collect(),
    }
}

fn entry(module: &Program, entry: &adv_vm::TraceEntry) -> TraceEntry {
    let (Event::Begun { advice, .. } | Event::Node { advice, .. } | Event::Over { advice, .. }) =
        &entry.event;
    let mut object = TraceEntry {
        advice: advice_name(module, *advice).to_owned(),
        level: entry.level,
        ply: entry.ply,
        ..TraceEntry::default()
    };
    let judged = |of: &Option<TraceVerdict>| of.as_ref().map(|of| verdict(module, *advice, of));
    match &entry.event {
        Event::Begun {
            bound,
            effort,
            position,
            verdict,
            ..
        } => {
            object.event = TraceEvent::Begun;
            object.bound = Some(*bound);
            object.fen = Some(fen(position));
            object.verdict = Some(judged(verdict));
            object.effort = effort.map(decimal);
        }
        Event::Node {
            visit,
            before,
            mv,
            verdict,
            ..
        } => {
            (object.event, object.effort) = match visit {
                TraceVisit::Tested => (TraceEvent::Tested, None),
                TraceVisit::Expanded => (TraceEvent::Expanded, None),
                TraceVisit::TooDear(total) => (TraceEvent::TooDear, Some(decimal(*total))),
            };
            object.mv = Some(move_of(before, *mv));
            object.fen = Some(fen(before));
            object.verdict = Some(judged(verdict));
        }
        Event::Over { found, .. } => object.found = Some(*found),
    }
    object
}

/// Record of the verdict on a goal, with the conjunct that decided it.
pub(crate) fn verdict(module: &Program, advice: AdviceId, verdict: &TraceVerdict) -> GoalVerdict {
    let decided = verdict.part.as_ref();
    let at = verdict_part(module, advice, verdict).map(|(part, _)| part.place);
    let sides = decided.and_then(|part| part.sides.clone());
    let (left, right) = sides.map(|[left, right]| (left, right)).unzip();
    GoalVerdict {
        goal: goal(verdict.goal),
        holds: verdict.holds,
        text: at.and_then(|at| place::text_of(module, at)),
        line: at.and_then(|at| place::line(module, at)),
        left,
        right,
        file: at.and_then(|at| place::used_file(module, at)),
    }
}
