//! What is known without a position: constant descriptors, comparisons of a thing with itself, goals true at the root.
//!
//! Rulings: a written `true` or `false` is meant. A relation of two equal sides is a comparison with itself, in a goal also where
//! one side says `new.`, for there both are the node; not so in the out-class of an action, where the other side is the position
//! before the move. For a goal at the root all positions are one: `x ≤ root.x` holds there.

use std::collections::BTreeSet;

use super::alike;
use super::facts::Setting;
use crate::check::walk::{Merge, both_same, contains, each_child, same, with_itself};
use crate::check::{Checker, Const, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Advice, AdviceKind, Callee, ClaimSubject, ExpectKind, Expr, ExprKind, Frame, Hir, PrimId,
    Relation, Rule, Type, When, Who,
};
use crate::source::Span;

/// Number of definitions that one look at a claim goes into.
const MOST_CALLS: u32 = 200;

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    for function in &program.functions {
        let name = (function.result == Type::Truth).then_some(function.name.node.as_str());
        expression(checker, program, &function.body, Merge::Nothing, name);
    }
    for advice in program
        .advice
        .iter()
        .filter(|advice| !advice.kind.is_hidden())
    {
        let better = match advice.kind {
            AdviceKind::Action | AdviceKind::Item => Merge::Nothing,
            AdviceKind::Piece | AdviceKind::Either | AdviceKind::Both => Merge::Goal,
        };
        for (goal, merge) in [(&advice.better, better), (&advice.holding, Merge::Goal)] {
            if !goal.place.is_empty() {
                expression(checker, program, &goal.test, merge, None);
            }
        }
        if let Some(in_class) = &advice.in_class {
            expression(checker, program, in_class, Merge::Nothing, None);
        }
        let cost = advice.cost.as_ref().map(|cost| &cost.of_move);
        for number in advice.prefer.iter().chain(cost) {
            expression(checker, program, number, Merge::Nothing, None);
        }
        for class in advice.us.classes() {
            let exprs = [&class.filter, &class.to, &class.from]
                .into_iter()
                .flatten()
                .chain(&class.keys);
            exprs.for_each(|expr| expression(checker, program, expr, Merge::Nothing, None));
        }
        if advice.kind == AdviceKind::Piece {
            at_root(checker, program, advice);
        }
        holding(checker, program, advice);
    }
    for table in &program.tables {
        for condition in table
            .rules
            .iter()
            .filter_map(|rule| rule.condition.as_ref())
        {
            expression(checker, program, condition, Merge::Nothing, None);
        }
        // A condition that stands twice is told as such, and a list of one is often all that there is.
        let is_same = |a: &Rule, b: &Rule| both_same(a.condition.as_ref(), b.condition.as_ref());
        if let [before @ .., rule, last] = table.rules.as_slice()
            && last.condition.is_none()
            && rule.list.len() > 1
            && rule.list == last.list
            && !before.iter().any(|of| is_same(of, rule))
        {
            let message = format!("the last two rules of `{}` are the same", table.name.node);
            checker.report(
                Diagnostic::new(Code::ComparedWithItself, message)
                    .with_label(rule.place, "its condition decides nothing")
                    .with_secondary(last.place, "the same list")
                    .with_help("correct one list, or leave the first of the two rules out"),
            );
        }
    }
    claims(checker, program);
    tests(checker, program);
}

fn claims(checker: &mut Checker<'_>, program: &Hir) {
    for claim in &program.claims {
        let subject = match &claim.subject {
            ClaimSubject::Descriptor {
                premise,
                conclusion,
            } => [premise.as_ref(), Some(conclusion)],
            _ => [None, None],
        };
        let conditions = subject.into_iter().chain([claim.from.condition.as_ref()]);
        // Wherever these are evaluated, `us` is the side to move.
        for condition in conditions.clone().flatten() {
            not_to_move(checker, program, condition);
        }
        let exprs = conditions.flatten();
        for expr in exprs.chain(claim.goals.iter().map(|of| &of.goal.test)) {
            expression(checker, program, expr, Merge::Nothing, None);
        }
    }
}

/// The side that is not to move is neither mated nor stalemated: `stalemate` in a claim about a descriptor, its own or that of a definition.
fn not_to_move(checker: &mut Checker<'_>, program: &Hir, test: &Expr) {
    let mut seen = BTreeSet::new();
    // A part, and the place in the claim where its definition is called.
    let mut open: Vec<(&Expr, Option<(Span, &str)>)> = vec![(test, None)];
    let mut calls = MOST_CALLS;
    while let Some((part, via)) = open.pop() {
        match &part.kind {
            ExprKind::Prim(id @ (PrimId::Mated | PrimId::Stalemated), Frame::Current, args) if matches!(args.as_slice(), [side] if matches!(side.kind, ExprKind::Side(Who::Them))) =>
            {
                let own = if *id == PrimId::Mated {
                    "mated(us)"
                } else {
                    "stalemated(us)"
                };
                let word = checker.words(part.span).unwrap_or_default();
                // `draw` is true of other positions too.
                if word.is_empty() || word.eq_ignore_ascii_case("draw") {
                    continue;
                }
                let (message, span) = match via {
                    None => (
                        format!("`{word}` is false here, because they are not to move"),
                        part.span,
                    ),
                    Some((span, name)) => (
                        format!("`{word}` of `{name}` is false here, because they are not to move"),
                        span,
                    ),
                };
                checker.report(
                    Diagnostic::new(Code::ThemNotToMove, message)
                        .with_label(span, "`us` is the side to move in this condition")
                        .with_secondary_if(via.map(|_| part.span), "used here")
                        .with_help(format!("write `{own}` of the side to move")),
                );
            }
            ExprKind::Call(Callee::Own(index), Frame::Current, args) => {
                if let Some(function) = program.functions.get(*index)
                    && calls > 0
                    && seen.insert(*index)
                {
                    calls -= 1;
                    let name = function.name.node.as_str();
                    open.push((&function.body, via.or(Some((part.span, name)))));
                }
                open.extend(args.iter().map(|arg| (arg, via)));
            }
            _ => each_child(part, &mut |child| open.push((child, via))),
        }
    }
}

/// An expectation of a test that holds, or fails, in every position.
fn tests(checker: &mut Checker<'_>, program: &Hir) {
    for expect in program.tests.iter().flat_map(|test| &test.expect) {
        let ExpectKind::Value { test: value, .. } = &expect.kind else {
            continue;
        };
        let known = eval(value, &[], program.functions.as_slice());
        let Some(Const::Truth(known)) = known else {
            expression(checker, program, value, Merge::Nothing, None);
            continue;
        };
        // It tests the definition.
        if uses_definition(value) {
            continue;
        }
        let text = checker.slice(expect.place);
        let (message, label) = if known == expect.negated {
            (format!("{text} fails in every position"), "never true")
        } else {
            (
                format!("{text} holds in every position, so it tests nothing"),
                "always true",
            )
        };
        checker.report(
            Diagnostic::new(Code::ConstantDescriptor, message)
                .with_label(expect.place, label)
                .with_help("expect something of the position, or `move`, `advice`, `satisfied`"),
        );
    }
}

/// `dist(W.K, W.K)` in a comparison.
fn distance_of_one(part: &Expr) -> Option<&Expr> {
    let is_from_itself = |of: &&Expr| {
        matches!(&of.kind, ExprKind::Prim(PrimId::Dist | PrimId::Manhattan, _, args)
            if matches!(args.as_slice(), [a, b] if same(a, b, Merge::Nothing)))
    };
    match &part.kind {
        ExprKind::Compare(_, a, b) => [&**a, &**b].into_iter().find(is_from_itself),
        _ => None,
    }
}

/// True if a condition compares a thing with itself, which is told where it is.
pub(super) fn is_with_itself(part: &Expr, merge: Merge) -> bool {
    with_itself(part, merge).is_some() || distance_of_one(part).is_some()
}

/// Constant truths and comparisons with itself in an expression, the outermost of each.
pub(super) fn expression(
    checker: &mut Checker<'_>,
    program: &Hir,
    expr: &Expr,
    merge: Merge,
    name: Option<&str>,
) {
    let mut open = vec![expr];
    while let Some(part) = open.pop() {
        alike::look(checker, program, part);
        if report(
            checker,
            program,
            part,
            merge,
            name.filter(|_| std::ptr::eq(part, expr)),
        ) {
            continue;
        }
        each_child(part, &mut |child| open.push(child));
    }
}

fn report(
    checker: &mut Checker<'_>,
    program: &Hir,
    part: &Expr,
    merge: Merge,
    name: Option<&str>,
) -> bool {
    if part.ty != Type::Truth || matches!(part.kind, ExprKind::Truth(_) | ExprKind::Local(_)) {
        return false;
    }
    // A condition made of constants alone.
    if let Some(Const::Truth(value)) = eval(part, &[], program.functions.as_slice()) {
        // `any` and `true` as parts decide a junction; the other parts are examined separately.
        let written = matches!(&part.kind, ExprKind::And(parts) | ExprKind::Or(parts)
            if parts.iter().any(|part| matches!(part.kind, ExprKind::Truth(_))));
        if written {
            return false;
        }
        // A constant definition is reported where it is defined, or is `true` or `false` on purpose.
        if stands_on_constant(program, part) {
            return true;
        }
        let text = match name {
            Some(name) => format!("`{name}`"),
            None => checker.slice(part.span),
        };
        checker.report(
            Diagnostic::new(
                Code::ConstantDescriptor,
                format!("{text} is always {value}"),
            )
            .with_label(part.span, format!("always {value}"))
            .with_help(format!(
                "compare something of the position, or write `{value}`"
            )),
        );
        return true;
    }
    if let Some(distance) = distance_of_one(part) {
        let text = checker.slice(distance.span);
        let message = format!("{text} is the distance of a thing from itself");
        checker.report(
            Diagnostic::new(Code::ComparedWithItself, message)
                .with_label(distance.span, "both ends are one")
                .with_help("name the other end, as in `dist(W.K, B.K)`"),
        );
        return true;
    }
    let Some((left, right, value)) = with_itself(part, merge) else {
        return false;
    };
    let text = checker.slice(left.span);
    let mut diagnostic = Diagnostic::new(
        Code::ComparedWithItself,
        format!("{text} is compared with itself; this is always {value}"),
    )
    .with_label(part.span, "both sides are one");
    if merge == Merge::Goal {
        if !same(left, right, Merge::Nothing) {
            diagnostic = diagnostic.with_note("in a goal `new.` is the node, as no prefix is");
        }
        let left = checker
            .words(left.span)
            .filter(|left| !left.starts_with("root."))
            .map(|left| left.trim_start_matches("new.").to_owned());
        let sign = checker
            .text
            .get(expr_gap(part))
            .map(str::trim)
            .filter(|sign| sign.chars().count() <= 2);
        if let (Some(left), Some(sign)) = (left, sign) {
            let root = if left.contains(' ') {
                format!("root.({left})")
            } else {
                format!("root.{left}")
            };
            diagnostic = diagnostic.with_help(format!("did you mean `{left} {sign} {root}`?"));
        }
    }
    checker.report(diagnostic);
    true
}

/// Whether an expression uses a definition of its own program.
fn uses_definition(value: &Expr) -> bool {
    contains(value, &mut |inner| {
        matches!(inner.kind, ExprKind::Call(Callee::Own(_), ..))
    })
}

/// Whether a constant part calls a definition without parameters that is a constant truth by itself.
fn stands_on_constant(program: &Hir, part: &Expr) -> bool {
    contains(part, &mut |inner| {
        let ExprKind::Call(Callee::Own(index), _, args) = &inner.kind else {
            return false;
        };
        let body = program.functions.get(*index).map(|function| &function.body);
        inner.ty == Type::Truth
            && args.is_empty()
            && body.is_some_and(|body| eval(body, &[], program.functions.as_slice()).is_some())
    })
}

/// The bytes between the two sides of a relation.
fn expr_gap(part: &Expr) -> std::ops::Range<usize> {
    let mut spans = Vec::new();
    each_child(part, &mut |child| spans.push(child.span));
    spans.sort_unstable();
    match spans.as_slice() {
        [left, right] if left.end <= right.start => left.end as usize..right.start as usize,
        _ => 0..0,
    }
}

fn at_root(checker: &mut Checker<'_>, program: &Hir, advice: &Advice) {
    let goal = &advice.better;
    if goal.place.is_empty() || goal.when != When::Always {
        return;
    }
    // What is true everywhere is told elsewhere.
    let known = |merge: Merge| {
        let holds = |us: usize| {
            let setting = Setting::new(program, checker.libraries, us, merge);
            setting.range(&goal.test, Frame::Current).truth() == Some(true)
        };
        (0..2).all(holds)
    };
    if !known(Merge::All) || known(Merge::Goal) {
        return;
    }
    let help = match &goal.test.kind {
        ExprKind::Compare(Relation::Le | Relation::Ge | Relation::Eq, a, _) => checker
            .words(a.span)
            .filter(|words| !words.contains([' ', '.']))
            .map(|words| format!("did you mean `{words} < root.{words}`?")),
        _ => None,
    };
    let help = help.unwrap_or_else(|| {
        "ask for a real gain; what is only to be kept belongs into the holding-goal".to_owned()
    });
    let name = &advice.name;
    let message = format!("the better-goal of `{name}` is always true at the root");
    checker.report(
        Diagnostic::new(Code::GoalTrueAtRoot, message)
            .with_label(goal.test.span, "true of the root itself")
            .with_help(help),
    );
}

fn holding(checker: &mut Checker<'_>, program: &Hir, advice: &Advice) {
    let goal = &advice.holding;
    if goal.place.is_empty() || goal.when != When::Always {
        return;
    }
    if eval(&goal.test, &[], program.functions.as_slice()) == Some(Const::Truth(false)) {
        checker.report(
            Diagnostic::new(
                Code::HoldingNeverTrue,
                format!("the holding-goal of `{}` is never true", advice.name),
            )
            .with_label(goal.test.span, "no tree can exist")
            .with_help("correct the goal, or leave it out: the default is `true`"),
        );
    }
}
