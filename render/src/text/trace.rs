//! A search node by node, as lines.
//!
//! ```text
//! push-pawn, within 9 plies
//!   1. c4  better-goal fails: `rank(P) = 7` (rank(P) 3, 7)
//!     1... Ke7  holding-goal holds
//!     1... Ke8  holding-goal fails: `¬pawn-lost`
//!   1. Kd2  too dear: the line would cost 3.322
//! push-pawn: no forcing-tree
//! wrap, within 3 plies
//!   1. Kd5  better-goal fails: `satisfiable(fork)`
//! |     nested: fork, within 3 plies; better-goal fails at its root: `N attacks k`
//! |       1... Ka4  …
//! ```
//!
//! A reply that is tested with its siblings before any of them is searched deeper has two lines; the second says `again`.

use std::fmt::Write as _;

use adv_module::program::{Advice, Goal, GoalPart};
use adv_module::{AdviceId, Program};
use adv_vm::{
    Consultation, GoalKind, Trace, TraceEntry, TraceEvent, TracePart, TraceVerdict, TraceVisit,
    Tree,
};

use super::why::{compared, goal_name};
use super::{advice_name, bounds, many, numbered, positions, thousands, wholes};
use crate::place;

/// Text of a search's trace, a line for each entry, then the number of those left out.
pub fn trace(module: &Program, trace: &Trace) -> String {
    let mut text = String::new();
    for entry in &trace.entries {
        let marks = "| ".repeat(usize::from(entry.level));
        let indent = "  ".repeat(usize::from(entry.ply));
        let _ = writeln!(text, "{marks}{indent}{}", words(module, entry));
    }
    if trace.left_out > 0 {
        let left_out = many(trace.left_out, "more line is", "more lines are");
        let _ = writeln!(text, "{left_out} left out");
    }
    if trace.entries.is_empty() && trace.left_out == 0 {
        text.push_str("nothing was searched\n");
    }
    text
}

/// Work of a consultation in one line: `a tree of 11 nodes to ply 6, 74 positions tested, tried in vain push-pawn`.
pub fn work(module: &Program, answer: &Consultation) -> String {
    let mut text = answer
        .tree
        .as_ref()
        .map_or_else(|| "no tree".to_owned(), size);
    let _ = write!(text, ", {} tested", positions(answer.positions()));
    let nested = answer.nested_positions();
    if nested > 0 {
        let all = answer.positions().saturating_add(nested);
        let _ = write!(
            text,
            " and {} by nested advice, {} in all",
            thousands(nested),
            thousands(all)
        );
    }
    let vain = answer.tried.iter().filter(|tried| !tried.satisfied);
    let vain = crate::sentences::list(module, vain);
    if !vain.is_empty() {
        let _ = write!(text, ", tried in vain {vain}");
    }
    text
}

fn size(tree: &Tree) -> String {
    let nodes = many(tree.nodes().len() as u64, "node", "nodes");
    format!("a tree of {nodes} to ply {}", tree.depth())
}

fn words(module: &Program, entry: &TraceEntry) -> String {
    let name = |id| advice_name(module, id);
    match &entry.event {
        TraceEvent::Begun {
            advice,
            bound,
            effort,
            verdict,
            ..
        } => {
            let nested = if entry.level > 0 { "nested: " } else { "" };
            let mut text = format!("{nested}{}, {}", name(*advice), bounds(*bound, *effort));
            if let Some(verdict) = verdict {
                let _ = write!(text, "; at its root {}", judged(module, *advice, verdict));
            }
            text
        }
        TraceEvent::Node {
            advice,
            visit,
            before,
            mv,
            verdict,
        } => {
            let mut text = numbered(before, *mv);
            text.push_str("  ");
            if *visit == TraceVisit::Expanded {
                text.push_str("again: ");
            }
            match (visit, verdict) {
                (TraceVisit::TooDear(total), _) => {
                    let _ = write!(text, "too dear: the line would cost {}", wholes(*total));
                }
                (_, Some(verdict)) => text.push_str(&judged(module, *advice, verdict)),
                // The search was stopped while a goal was being evaluated.
                (_, None) => text.push_str("not judged"),
            }
            text
        }
        TraceEvent::Over { advice, found } => {
            let found = if *found {
                "a forcing-tree"
            } else {
                "no forcing-tree"
            };
            format!("{}: {found}", name(*advice))
        }
    }
}

/// Judgement of a goal with its numbers: ``better-goal fails: `rank(P) = 7` (rank(P) 3, 7)``.
pub(crate) fn judged(module: &Program, advice: AdviceId, verdict: &TraceVerdict) -> String {
    let mut text = judged_by_goal(module, advice, verdict);
    if let Some((part, decided)) = verdict_part(module, advice, verdict)
        && let (Some(compare), Some([left, right])) = (&part.compare, &decided.sides)
    {
        let _ = write!(text, " ({})", compared(module, compare, left, right));
    }
    text
}

/// Judgement of a goal without numbers: ``better-goal fails: `rank(P) = 7` ``.
pub(crate) fn judged_by_goal(module: &Program, advice: AdviceId, verdict: &TraceVerdict) -> String {
    let Some(record) = module.advice.get(advice.index()) else {
        return String::new();
    };
    let name = goal_name(verdict.goal, record.kind);
    let Some((part, decided)) = verdict_part(module, advice, verdict) else {
        return match (verdict.holds, goal_of(record, verdict.goal).parts.len()) {
            (true, 0 | 1) => format!("{name} holds"),
            (true, all) => format!("{name} holds: all {all} conjuncts"),
            (false, _) => format!("{name} is not asked here"),
        };
    };
    let verb = if verdict.holds { "holds" } else { "fails" };
    format!(
        "{name} {verb}: {}",
        conjunct_words(module, part, decided.index)
    )
}

/// Conjunct of a goal as words: its text, or its number without a source.
pub(super) fn conjunct_words(module: &Program, part: &GoalPart, index: usize) -> String {
    match place::text_of(module, part.place) {
        Some(source) => format!("`{source}`"),
        None => format!("conjunct {}", index + 1),
    }
}

/// Goal of a piece-of-advice or action: its holding-goal or better-goal.
pub(crate) const fn goal_of(record: &Advice, kind: GoalKind) -> &Goal {
    match kind {
        GoalKind::Holding => &record.holding,
        GoalKind::Better => &record.better,
    }
}

/// Conjunct that decided the judgement of a goal, and how it did.
pub(crate) fn verdict_part<'m>(
    module: &'m Program,
    advice: AdviceId,
    verdict: &'m TraceVerdict,
) -> Option<(&'m GoalPart, &'m TracePart)> {
    let decided = verdict.part.as_ref()?;
    let goal = goal_of(module.advice.get(advice.index())?, verdict.goal);
    Some((goal.parts.get(decided.index)?, decided))
}
