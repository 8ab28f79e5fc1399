//! Plies that never come, and clauses that leave no first move.
//!
//! Ruling: where a piece-of-advice is asked by `satisfiable`, the other side may be to move at its root and every ply may be
//! anybody's; the warnings on whose ply it is are for advice that is only played.

use std::collections::BTreeMap;

use crate::check::Checker;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{AdviceKind, Program};
use crate::source::Span;

pub(super) fn lint(checker: &mut Checker<'_>, program: &Program) {
    let mut asked = vec![false; checker.advice.len()];
    for index in checker
        .nested
        .iter()
        .flat_map(|nested| &nested.refs)
        .map(|(index, _)| *index)
    {
        asked[index] = true;
    }
    let by_name: BTreeMap<Span, usize> = checker
        .advice
        .iter()
        .enumerate()
        .map(|(index, state)| (state.def.name.span, index))
        .collect();
    for advice in program
        .advice
        .iter()
        .filter(|advice| advice.kind == AdviceKind::Piece)
    {
        let Some(&index) = by_name.get(&advice.name_span) else {
            continue;
        };
        let Some(form) = &checker.advice[index].form else {
            continue;
        };
        let (us, them) = (form.us.plies.clone(), form.them.plies.clone());
        let us_span = form.us_span;
        for (ply, span) in us.iter().chain(&them) {
            if *ply >= i64::from(advice.depth) {
                checker.report(
                    Diagnostic::new(
                        Code::PhaseBeyondDepth,
                        format!("ply {ply} is beyond depth {}", advice.depth),
                    )
                    .with_label(*span, "no move is made there")
                    .with_help(format!(
                        "a tree of depth {} has moves at plies 0 to {}",
                        advice.depth,
                        advice.depth - 1
                    )),
                );
            }
        }
        if asked[index] {
            continue;
        }
        let ours = us
            .iter()
            .filter(|(ply, _)| ply % 2 == 1)
            .map(|ply| (ply, "theirs, not ours", "at 0, 2, 4, … we move"));
        let theirs = them
            .iter()
            .filter(|(ply, _)| ply % 2 == 0)
            .map(|ply| (ply, "ours, not theirs", "at 1, 3, 5, … they move"));
        for ((ply, span), whose, help) in ours.chain(theirs) {
            checker.report(
                Diagnostic::new(Code::PhaseOfOtherSide, format!("ply {ply} is {whose}"))
                    .with_label(*span, whose)
                    .with_help(help),
            );
        }
        let first = advice
            .us
            .phases
            .iter()
            .find(|(plies, _)| plies.contains(&0));
        let none = first
            .map_or(&advice.us.every, |(_, classes)| classes)
            .is_empty();
        if none {
            no_first_move(checker, &advice.name, us_span);
        }
    }
}

fn no_first_move(checker: &mut Checker<'_>, name: &str, span: Span) {
    checker.report(
        Diagnostic::new(
            Code::NoFirstMove,
            format!("`{name}` allows no move at ply 0"),
        )
        .with_label(span, "no move at the root")
        .with_help("name moves for ply 0; a tree that is played begins with one"),
    );
}
