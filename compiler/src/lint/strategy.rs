//! What the statements of a strategy can never do.
//!
//! Rulings: an out-class that does not use the new position is a warning unless it is constant, because `any` may be intended; so is each
//! conjunct of one that does. What is to be true before the move belongs to the in-class. The condition
//! of a loop may be `any` if a `stop` is in the loop, its own or that of a strategy applied there. After a `stop`, a
//! branching all of whose branches stop, or a loop that does not end, the first statement is named and the others skipped.

use crate::check::walk::{Merge, same};
use crate::check::{Checker, Const, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Hir, Needs, Statement, StatementKind};
use crate::source::Span;

use super::truth::expression;

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    let stops = stopping(program);
    for strategy in &program.strategies {
        for condition in strategy.in_class.iter().chain(&strategy.out_class) {
            expression(checker, program, condition, Merge::Nothing, None);
        }
        Flow {
            checker: &mut *checker,
            program,
            stops: &stops,
        }
        .body(&strategy.body);
    }
    for advice in &program.advice {
        if advice.kind.is_action() {
            let after = OutClass {
                name: &advice.name.node,
                of_what: "the position after our move",
                judged: "judged before our last move",
            };
            out_class(checker, program, after, &advice.better.test);
        }
    }
    for strategy in program.strategies.iter().filter(|of| of.compares) {
        if let Some(class) = &strategy.out_class {
            let at_the_end = OutClass {
                name: &strategy.name.node,
                of_what: "the end",
                judged: "judged where the strategy began",
            };
            out_class(checker, program, at_the_end, class);
        }
    }
}

/// An out-class in words: whose it is, what `new.` speaks of, and where the rest is judged.
struct OutClass<'n> {
    name: &'n str,
    of_what: &'static str,
    judged: &'static str,
}

fn out_class(checker: &mut Checker<'_>, program: &Hir, words: OutClass<'_>, test: &Expr) {
    let OutClass {
        name,
        of_what,
        judged,
    } = words;
    let is_of_new = |checker: &Checker<'_>, part: &Expr| {
        checker.needs_of(part).has(Needs::NEW) || constant(program, part).is_some()
    };
    if !checker.needs_of(test).has(Needs::NEW) {
        if constant(program, test).is_none() {
            let message = format!("the out-class of `{name}` says nothing of {of_what}");
            before_the_move(checker, test, message, judged);
        }
        return;
    }
    let ExprKind::And(parts) = &test.kind else {
        return;
    };
    let mut before = Vec::new();
    before.extend(parts.iter().filter(|part| !is_of_new(checker, part)));
    for part in before {
        let text = checker.slice(part.span);
        let message = format!("{text} in the out-class of `{name}` says nothing of {of_what}");
        before_the_move(checker, part, message, judged);
    }
}

fn before_the_move(checker: &mut Checker<'_>, test: &Expr, message: String, judged: &str) {
    let help = match checker.of_new(test.span) {
        Some(new) => format!("did you mean `{new}`?"),
        None => {
            "write `new.` (or `N.`) before the boards that speak of the position after the move"
                .to_owned()
        }
    };
    checker.report(
        Diagnostic::new(Code::OutClassBeforeMove, message)
            .with_label(test.span, judged)
            .with_help(help),
    );
}

fn constant(program: &Hir, test: &Expr) -> Option<bool> {
    match eval(test, &[], program.functions.as_slice()) {
        Some(Const::Truth(value)) => Some(value),
        _ => None,
    }
}

/// For each strategy whether a `stop` is in it or in one that it applies. Those applied need not come before it.
fn stopping(program: &Hir) -> Vec<bool> {
    let mut stops = vec![false; program.strategies.len()];
    loop {
        let mut more = false;
        for (index, strategy) in program.strategies.iter().enumerate() {
            if !stops[index] && has_stop(&strategy.body, &stops) {
                (stops[index], more) = (true, true);
            }
        }
        if !more {
            return stops;
        }
    }
}

fn has_stop(body: &[Statement], stops: &[bool]) -> bool {
    body.iter().any(|statement| {
        let stops_itself = match &statement.kind {
            StatementKind::Stop(_) => true,
            StatementKind::Apply(index, _) => stops[index.index()],
            _ => false,
        };
        stops_itself
            || statement
                .bodies()
                .iter()
                .any(|inner| has_stop(inner, stops))
    })
}

/// Why nothing follows a statement, and its place.
type End = (Span, &'static str);

struct Flow<'f, 'a> {
    checker: &'f mut Checker<'a>,
    program: &'f Hir,
    stops: &'f [bool],
}

impl Flow<'_, '_> {
    /// Looks at statements in their order; an answer where no run comes to their end.
    fn body(&mut self, body: &[Statement]) -> Option<End> {
        let mut end: Option<End> = None;
        for statement in body {
            if let Some((span, why)) = end {
                self.checker.report(
                    Diagnostic::new(
                        Code::StatementNeverReached,
                        "this statement is never reached",
                    )
                    .with_label(statement.span, "no run comes here")
                    .with_secondary(span, why),
                );
                break;
            }
            end = self.statement(statement);
        }
        end
    }

    fn statement(&mut self, statement: &Statement) -> Option<End> {
        match &statement.kind {
            StatementKind::Stop(_) => Some((statement.span, "the run is stopped here")),
            StatementKind::Apply(_, otherwise) => self.otherwise(otherwise),
            StatementKind::Action(_, in_class, otherwise) => {
                if let Some(condition) = in_class {
                    if constant(self.program, condition) == Some(false) {
                        self.never("this action is never realised", condition, None);
                    } else {
                        self.look(condition);
                    }
                }
                self.otherwise(otherwise)
            }
            StatementKind::Consult(_, otherwise) => self.otherwise(otherwise),
            StatementKind::DoWhile(condition, body) => self.repeat(condition, body, statement.span),
            StatementKind::If(branches, last) => self.branches(branches, last),
        }
    }

    /// The `otherwise` of a statement; after the statement itself a run goes on.
    fn otherwise(&mut self, otherwise: &Option<Box<Statement>>) -> Option<End> {
        if let Some(statement) = otherwise {
            self.statement(statement);
        }
        None
    }

    fn repeat(&mut self, condition: &Expr, body: &[Statement], head: Span) -> Option<End> {
        let value = constant(self.program, condition);
        match value {
            Some(false) => {
                self.never("this loop is never run", condition, None);
                return None;
            }
            Some(true) if !has_stop(body, self.stops) => self.checker.report(
                Diagnostic::new(
                    Code::EndlessLoop,
                    "the condition of this loop is always true",
                )
                .with_label(condition.span, "only the end of the game ends the loop")
                .with_help(
                    "say when the loop ends, as in `do-while (MV(B.K) ≠ ∅)`, or put a `stop` into it",
                ),
            ),
            Some(true) => {}
            None => self.look(condition),
        }
        self.body(body);
        value.map(|_| (head, "this loop does not end"))
    }

    fn branches(
        &mut self,
        branches: &[(Expr, Vec<Statement>, Span)],
        last: &[Statement],
    ) -> Option<End> {
        for (number, (condition, ..)) in branches.iter().enumerate() {
            let earlier = branches[..number]
                .iter()
                .find(|(other, ..)| same(other, condition, Merge::Nothing));
            match (earlier, constant(self.program, condition)) {
                (Some((other, ..)), _) => {
                    let taken = Some((other.span, "these positions are taken here"));
                    self.never("this branch is never reached", condition, taken);
                }
                (None, Some(false)) => self.never("this branch is never reached", condition, None),
                (None, Some(true)) => self.checker.report(
                    Diagnostic::new(Code::ConstantDescriptor, "the condition is always true")
                        .with_label(condition.span, "always true")
                        .with_help("write `else` for the last branch"),
                ),
                (None, None) => self.look(condition),
            }
        }
        let mut end = self.body(last);
        for (_, body, _) in branches {
            let own = self.body(body);
            end = end.and(own);
        }
        end.map(|(span, _)| (span, "no branch goes on from here"))
    }

    fn never(&mut self, message: &str, condition: &Expr, taken: Option<End>) {
        let label = match taken {
            Some(_) => "the same condition as before",
            None => "always false",
        };
        self.checker.report(
            Diagnostic::new(Code::StatementNeverReached, message)
                .with_label(condition.span, label)
                .with_secondary_if(
                    taken.map(|(span, _)| span),
                    taken.map_or("", |(_, why)| why),
                ),
        );
    }

    /// Parts of a condition that are known without a position.
    fn look(&mut self, condition: &Expr) {
        expression(self.checker, self.program, condition, Merge::Nothing, None);
    }
}
