//! Claims that ask for a tree which leaves replies out.
//!
//! A claim about a table is played against every reply, whatever its pieces-of-advice consider. A claim about a descriptor that asks
//! `satisfiable(a)` has no play: it says what the tree of `a` says, and that speaks of the replies of `them` alone.

use std::collections::BTreeSet;

use crate::check::Checker;
use crate::check::walk::each_child;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, Callee, ClaimSubject, Class, Expr, ExprKind, Hir};
use crate::source::Span;

/// How many parts one claim is looked into.
const MOST_PARTS: u32 = 2_000;

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    let mut found = Vec::new();
    for claim in &program.claims {
        let ClaimSubject::Descriptor {
            premise,
            conclusion,
        } = &claim.subject
        else {
            continue;
        };
        for condition in premise.iter().chain([conclusion]) {
            in_test(program, condition, &mut found);
        }
    }
    for (span, advice) in found {
        let warning = Diagnostic::new(
            Code::NarrowedInClaim,
            "a claim asks for a tree that leaves replies out".to_owned(),
        )
        .with_label(span, "says nothing of the other replies");
        let own = advice.them.every.first().map(|class| class.place);
        let warning = match own {
            Some(own) if !own.is_empty() => {
                warning.with_secondary(own, format!("`{}` considers these", advice.name))
            }
            _ => warning,
        };
        let help = "take the replies of `them` as `any`, or claim the play of a table, which meets every reply";
        checker.report(warning.with_help(help));
    }
}

/// The places where a descriptor asks for such a tree, each with the piece-of-advice. One inside a definition has the place of its call.
fn in_test<'p>(program: &'p Hir, test: &'p Expr, found: &mut Vec<(Span, &'p Advice)>) {
    let mut seen = BTreeSet::new();
    let mut open: Vec<(&Expr, Option<Span>)> = vec![(test, None)];
    let mut left = MOST_PARTS;
    while let Some((part, via)) = open.pop() {
        left -= 1;
        if left == 0 {
            return;
        }
        match &part.kind {
            ExprKind::Satisfiable(_, index) => {
                let advice = program.advice.get(*index);
                if let Some(advice) = advice.filter(|advice| leaves_out(advice)) {
                    found.push((via.unwrap_or(part.span), advice));
                }
            }
            ExprKind::Call(Callee::Own(index), ..) if seen.insert(*index) => {
                if let Some(function) = program.functions.get(*index) {
                    open.push((&function.body, via.or(Some(part.span))));
                }
            }
            _ => {}
        }
        each_child(part, &mut |child| open.push((child, via)));
    }
}

/// True where the tree goes on after our first move and some reply may be left out.
fn leaves_out(advice: &Advice) -> bool {
    let all = |classes: &[Class]| classes.iter().any(is_any);
    let empty = |classes: &[Class]| classes.is_empty();
    if advice.depth < 2 {
        return false;
    }
    let phases = advice
        .them
        .phases
        .iter()
        .map(|(_, classes)| classes.as_slice());
    let mut lists = phases.chain([advice.them.every.as_slice()]);
    lists.any(|classes| !empty(classes) && !all(classes))
}

/// True for a class that selects every move.
fn is_any(class: &Class) -> bool {
    class.roles & 63 == 63
        && class.who.is_none()
        && class.from.is_none()
        && class.to.is_none()
        && class.filter.is_none()
        && class.toward.is_empty()
        && class.promote.is_none()
}
