//! Plies that never come, and clauses that leave no first move.
//!
//! Ruling: if a piece-of-advice is used by `satisfiable`, the other side may be to move at its root and every ply may be
//! of either side; the warnings about the side of a ply are for advice that is only played.

use std::collections::BTreeMap;

use crate::check::Checker;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, AdviceKind, Hir, SearchMode};
use crate::source::Span;

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    let mut asked = vec![false; checker.records.advice.len()];
    for index in checker
        .records
        .nested
        .iter()
        .flat_map(|nested| &nested.refs)
        .map(|(index, _)| *index)
    {
        asked[index] = true;
    }
    let by_name: BTreeMap<Span, usize> = checker
        .records
        .advice
        .iter()
        .enumerate()
        .map(|(index, state)| (state.def.name.span, index))
        .collect();
    for advice in program
        .advice
        .iter()
        .filter(|advice| matches!(advice.kind, AdviceKind::Piece | AdviceKind::Item))
    {
        let Some(&index) = by_name.get(&advice.name.span) else {
            continue;
        };
        let Some(form) = &checker.records.advice[index].form else {
            continue;
        };
        let [us, them] = form.plies.clone();
        let us_span = form.us_span;
        let depth_span = form.depth.span;
        for ply in us.iter().chain(&them) {
            beyond(checker, advice, *ply);
        }
        no_replies(checker, advice, depth_span);
        if asked[index] {
            continue;
        }
        for ply in us {
            must_be_ours(checker, ply);
        }
        for (ply, span) in them.into_iter().filter(|(ply, _)| ply % 2 == 0) {
            other_side(
                checker,
                (ply, span),
                "ours, not theirs",
                "at 1, 3, 5, … they move",
            );
        }
        first_move(checker, advice, us_span);
    }
    actions(checker, program);
}

/// The phases of actions, which are only played.
fn actions(checker: &mut Checker<'_>, program: &Hir) {
    let records = program
        .advice
        .iter()
        .filter(|advice| advice.kind == AdviceKind::Action);
    let moves = std::mem::take(&mut checker.records.action_moves);
    for (advice, moves) in records.zip(moves) {
        for ply in moves.plies {
            beyond(checker, advice, ply);
            must_be_ours(checker, ply);
        }
        first_move(checker, advice, moves.span);
    }
}

fn beyond(checker: &mut Checker<'_>, advice: &Advice, (ply, span): (i64, Span)) {
    let depth = advice.depth;
    if ply < i64::from(depth) {
        return;
    }
    let (message, tree) = match advice.kind {
        AdviceKind::Action | AdviceKind::Item => (
            format!("ply {ply} is beyond the bound of `{}`", advice.name),
            match depth {
                1 => "a tree within 1 ply".to_owned(),
                _ => format!("a tree within {depth} plies"),
            },
        ),
        _ => (
            format!("ply {ply} is beyond depth {depth}"),
            format!("a tree of depth {depth}"),
        ),
    };
    let plies = match depth {
        1 => "a move at ply 0 only".to_owned(),
        _ => format!("moves at plies 0 to {}", depth - 1),
    };
    checker.report(
        Diagnostic::new(Code::PhaseBeyondDepth, message)
            .with_label(span, "no move is made there")
            .with_help(format!("{tree} has {plies}")),
    );
}

/// The warnings for `them none` with a depth of several plies, and for `shortest` with one.
fn no_replies(checker: &mut Checker<'_>, advice: &Advice, depth_span: Span) {
    let them = &advice.them;
    let is_one = advice.depth == 1 && advice.kind == AdviceKind::Piece;
    if is_one && advice.mode == SearchMode::Shortest && !advice.name.node.contains('(') {
        let message = format!("`shortest` says nothing at depth 1 of `{}`", advice.name);
        checker.report(
            Diagnostic::new(Code::NoReplies, message)
                .with_label(depth_span, "every tree has one ply")
                .with_help("leave `shortest` out, or write a larger depth"),
        );
    }
    if advice.depth < 2 || !them.every.is_empty() || !them.phases.is_empty() {
        return;
    }
    let message = format!(
        "depth {} of `{}` is never reached: `them` considers no reply",
        advice.depth, advice.name
    );
    checker.report(
        Diagnostic::new(Code::NoReplies, message)
            .with_label(depth_span, "no tree is longer than 1 ply")
            .with_help("write `depth 1`, or leave `them` out to consider every reply"),
    );
}

fn must_be_ours(checker: &mut Checker<'_>, (ply, span): (i64, Span)) {
    if ply % 2 == 1 {
        other_side(
            checker,
            (ply, span),
            "theirs, not ours",
            "at 0, 2, 4, … we move",
        );
    }
}

fn other_side(checker: &mut Checker<'_>, (ply, span): (i64, Span), whose: &str, help: &str) {
    checker.report(
        Diagnostic::new(Code::PhaseOfOtherSide, format!("ply {ply} is {whose}"))
            .with_label(span, whose)
            .with_help(help),
    );
}

fn first_move(checker: &mut Checker<'_>, advice: &Advice, span: Span) {
    if !advice.us.at(0).is_empty() {
        return;
    }
    let name = &advice.name;
    checker.report(
        Diagnostic::new(
            Code::NoFirstMove,
            format!("`{name}` allows no move at ply 0"),
        )
        .with_label(span, "no move at the root")
        .with_help("name moves for ply 0; a tree that is played begins with one"),
    );
}
