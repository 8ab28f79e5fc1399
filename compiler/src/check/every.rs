//! Every expression and every statement of a program, to be changed in place: what is numbered late is numbered so.

use crate::hir::parts::class_exprs_mut;
use crate::hir::{
    Advice, ClaimSubject, ExpectKind, Expr, Hir, Statement, StatementKind, Strategy, TextPart,
};

/// Every expression of a program.
pub(super) fn each_expr(program: &mut Hir, f: &mut dyn FnMut(&mut Expr)) {
    let texts = |parts: &mut Vec<TextPart>, f: &mut dyn FnMut(&mut Expr)| {
        for part in parts {
            if let Some(expr) = part.expr_mut() {
                f(expr);
            }
        }
    };
    for function in &mut program.functions {
        f(&mut function.body);
        function
            .because
            .iter_mut()
            .for_each(|parts| texts(parts, f));
    }
    for advice in &mut program.advice {
        each_advice_expr(advice, f);
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
        f(&mut pattern.worth);
        texts(&mut pattern.called, f);
        texts(&mut pattern.belief, f);
        for view in pattern.us.iter_mut().chain(&mut pattern.them) {
            texts(&mut view.purpose, f);
        }
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

/// Every expression of a piece-of-advice.
pub(super) fn each_advice_expr(advice: &mut Advice, f: &mut dyn FnMut(&mut Expr)) {
    f(&mut advice.better.test);
    f(&mut advice.holding.test);
    for spec in [&mut advice.us, &mut advice.them] {
        for class in spec.classes_mut() {
            class_exprs_mut(class).for_each(&mut *f);
        }
    }
    advice.prefer.iter_mut().for_each(&mut *f);
    if let Some(in_class) = &mut advice.in_class {
        f(in_class);
    }
    if let Some(cost) = &mut advice.cost {
        f(&mut cost.of_move);
    }
    for part in &mut advice.because {
        if let Some(expr) = part.expr_mut() {
            f(expr);
        }
    }
}

/// Calls `f` on every statement of a body, those inside others included.
pub(super) fn each_statement(body: &mut [Statement], f: &mut dyn FnMut(&mut Statement)) {
    for statement in body {
        f(statement);
        match &mut statement.kind {
            StatementKind::Action(_, _, otherwise)
            | StatementKind::Consult(_, otherwise)
            | StatementKind::Apply(_, otherwise) => {
                if let Some(otherwise) = otherwise {
                    each_statement(std::slice::from_mut(otherwise), f);
                }
            }
            StatementKind::DoWhile(_, body) => each_statement(body, f),
            StatementKind::If(branches, last) => {
                for (_, body, _) in branches {
                    each_statement(body, f);
                }
                each_statement(last, f);
            }
            StatementKind::Stop(_) => {}
        }
    }
}

/// Every expression of a strategy but those of its actions' records.
pub(super) fn each_strategy_expr(strategy: &mut Strategy, f: &mut dyn FnMut(&mut Expr)) {
    let head = strategy.in_class.iter_mut().chain(&mut strategy.out_class);
    head.for_each(&mut *f);
    each_statement(
        &mut strategy.body,
        &mut |statement| match &mut statement.kind {
            StatementKind::Action(_, Some(condition), _) | StatementKind::DoWhile(condition, _) => {
                f(condition);
            }
            StatementKind::If(branches, _) => {
                for (condition, _, _) in branches {
                    f(condition);
                }
            }
            _ => {}
        },
    );
}
