//! Every expression and every statement of a program, to be changed in place: what is numbered late is numbered so.

use crate::hir::parts::class_exprs_mut;
use crate::hir::{
    Advice, AdviceKind, ClaimSubject, ExpectKind, Expr, Hir, Pattern, Statement, StatementKind,
    Strategy, TextPart,
};

/// Every expression of a program.
pub(super) fn each_expr(program: &mut Hir, f: &mut dyn FnMut(&mut Expr)) {
    for function in &mut program.functions {
        f(&mut function.body);
        let because = function.because.iter_mut().flatten();
        because.filter_map(TextPart::expr_mut).for_each(&mut *f);
    }
    for advice in &mut program.advice {
        each_advice_expr(advice, &mut |expr, _| f(expr));
    }
    for strategy in &mut program.strategies {
        each_strategy_expr(strategy, f);
    }
    for condition in program
        .tables
        .iter_mut()
        .flat_map(|table| &mut table.rules)
        .filter_map(|rule| rule.condition.as_mut())
    {
        f(condition);
    }
    for pattern in &mut program.patterns {
        each_pattern_expr(pattern, f);
    }
    for evaluation in &mut program.evaluations {
        let stage = evaluation.stage.iter_mut();
        let worths = evaluation.worths.iter_mut().map(|(_, worth)| worth);
        stage.chain(worths).for_each(&mut *f);
    }
    for expect in program.tests.iter_mut().flat_map(|test| &mut test.expect) {
        if let ExpectKind::Value { test, .. } = &mut expect.kind {
            f(test);
        }
    }
    for claim in &mut program.claims {
        if let ClaimSubject::Descriptor {
            premise,
            conclusion,
        } = &mut claim.subject
        {
            premise.iter_mut().chain([conclusion]).for_each(&mut *f);
        }
        claim.from.condition.iter_mut().for_each(&mut *f);
        claim.goals.iter_mut().for_each(|of| f(&mut of.goal.test));
    }
}

/// Every expression of a pattern but those of its functions.
pub(super) fn each_pattern_expr(pattern: &mut Pattern, f: &mut dyn FnMut(&mut Expr)) {
    f(&mut pattern.worth);
    let views = pattern.us.iter_mut().chain(&mut pattern.them);
    let purposes = views.flat_map(|view| &mut view.purpose);
    let texts = pattern.called.iter_mut().chain(&mut pattern.belief);
    let parts = texts.chain(purposes);
    parts.filter_map(TextPart::expr_mut).for_each(f);
}

/// Every expression of a piece-of-advice, in the order in which the advice that they ask for is numbered: the cost of an action inside a strategy
/// is last. The flag is true of those that share the numbers of their variables with the one before: those of a class, and of a preference.
pub(super) fn each_advice_expr(advice: &mut Advice, f: &mut dyn FnMut(&mut Expr, bool)) {
    f(&mut advice.better.test, false);
    f(&mut advice.holding.test, false);
    for spec in [&mut advice.us, &mut advice.them] {
        let phases = spec.phases.iter_mut().flat_map(|(_, classes)| classes);
        for class in phases.chain(&mut spec.every) {
            row(class_exprs_mut(class), f);
        }
    }
    let cost = advice.cost.as_mut().map(|cost| &mut cost.of_move);
    let (early, last) = match advice.kind {
        AdviceKind::Action => (None, cost),
        _ => (cost, None),
    };
    let because = advice.because.iter_mut().filter_map(TextPart::expr_mut);
    let single = early.into_iter().chain(because).chain(&mut advice.in_class);
    single.for_each(|expr| f(expr, false));
    row(advice.prefer.iter_mut(), f);
    row(last.into_iter(), f);
}

fn row<'e>(exprs: impl Iterator<Item = &'e mut Expr>, f: &mut dyn FnMut(&mut Expr, bool)) {
    for (index, expr) in exprs.enumerate() {
        f(expr, index > 0);
    }
}

/// A part of a strategy's body.
pub(super) enum StrategyPart<'s> {
    /// A condition: of a loop, a branch, or the in-class of an action.
    Condition(&'s mut Expr),
    /// A statement.
    Statement(&'s mut Statement),
}

/// Calls `f` on every statement of a body, those inside others included, and every condition, in the order of the source.
pub(super) fn each_part(body: &mut [Statement], f: &mut dyn FnMut(StrategyPart<'_>)) {
    for statement in body {
        if let StatementKind::Action(_, Some(in_class), _) = &mut statement.kind {
            f(StrategyPart::Condition(in_class));
        }
        f(StrategyPart::Statement(statement));
        match &mut statement.kind {
            StatementKind::Action(_, _, otherwise)
            | StatementKind::Consult(_, otherwise)
            | StatementKind::Apply(_, otherwise) => {
                if let Some(otherwise) = otherwise {
                    each_part(std::slice::from_mut(otherwise), f);
                }
            }
            StatementKind::DoWhile(condition, body) => {
                f(StrategyPart::Condition(condition));
                each_part(body, f);
            }
            StatementKind::If(branches, last) => {
                for (condition, body, _) in branches {
                    f(StrategyPart::Condition(condition));
                    each_part(body, f);
                }
                each_part(last, f);
            }
            StatementKind::Stop(_) => {}
        }
    }
}

/// Every expression of a strategy but those of its actions' records.
pub(super) fn each_strategy_expr(strategy: &mut Strategy, f: &mut dyn FnMut(&mut Expr)) {
    let head = strategy.in_class.iter_mut().chain(&mut strategy.out_class);
    head.for_each(&mut *f);
    each_part(&mut strategy.body, &mut |part| {
        if let StrategyPart::Condition(condition) = part {
            f(condition);
        }
    });
}
