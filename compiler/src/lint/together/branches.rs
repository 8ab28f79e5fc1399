//! Conditions that are tried in turn: rules of a table, branches of a statement.

use super::{Lint, Part, part};
use crate::check::eval;
use crate::check::walk::{Merge, same};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, Statement, StatementKind};
use crate::source::Span;

/// A condition that is tried where those before it are false; none in the last place.
pub(super) struct Branch<'p> {
    pub test: Option<&'p Expr>,
    pub span: Span,
}

impl<'p> Lint<'_, '_, 'p> {
    /// Conditions that are tried in turn, the rules of a table or the branches of a statement: those that the ones before leave nothing.
    pub(super) fn branches(&mut self, row: &[Branch<'p>], table: Option<&str>, sides: &[usize]) {
        let program = self.program;
        let constant = |test: &Expr| eval(test, &[], program.functions.as_slice()).is_some();
        let mut before: Vec<Part<'p>> = Vec::new();
        for (number, branch) in row.iter().enumerate() {
            let told = branch
                .test
                .is_some_and(|test| constant(test) || self.scan(test, Merge::Nothing));
            let own = branch.test.map(|test| part(test, true));
            let parts: Vec<Part<'p>> = before.iter().copied().chain(own).collect();
            let cases = self.cases(sides, Merge::Nothing, &parts);
            if !told && self.refuted(&cases, None) {
                let core = self.core(&cases, &parts);
                let others: Vec<Span> = core
                    .iter()
                    .filter(|of| !of.value)
                    .map(|of| of.test.span)
                    .collect();
                let is_twice = |of: &&Part<'p>| {
                    let own = branch.test;
                    !of.value && own.is_some_and(|own| same(of.test, own, Merge::Nothing))
                };
                let (code, message) = match (table, core.iter().find(is_twice)) {
                    (None, _) => (
                        Code::StatementNeverReached,
                        "this branch is never reached".to_owned(),
                    ),
                    (_, Some(_)) => (
                        Code::RuleNeverReached,
                        "this rule is never reached".to_owned(),
                    ),
                    (Some(table), None) => {
                        let message = format!("rule {} of `{table}` takes no position", number + 1);
                        (Code::RuleTakesNothing, message)
                    }
                };
                let label = "every position is taken before it";
                let mut diagnostic = Diagnostic::new(code, message).with_label(branch.span, label);
                for span in others {
                    diagnostic = diagnostic.with_secondary(span, "by this condition");
                }
                let help =
                    "write it in the place of the last condition, which is always true there";
                let is_last = branch.test.is_none();
                self.checker
                    .report(diagnostic.with_help_if(is_last.then_some(help)));
            }
            before.extend(
                branch
                    .test
                    .filter(|test| !told && !constant(test))
                    .map(|test| part(test, false)),
            );
        }
    }

    pub(super) fn statements(&mut self, body: &'p [Statement]) {
        for statement in body {
            match &statement.kind {
                StatementKind::DoWhile(condition, body) => {
                    self.scan(condition, Merge::Nothing);
                    self.statements(body);
                }
                StatementKind::If(branches, last) => {
                    let mut row: Vec<Branch<'p>> = Vec::new();
                    for (condition, body, _) in branches {
                        row.push(Branch {
                            test: Some(condition),
                            span: condition.span,
                        });
                        self.statements(body);
                    }
                    let span = last.first().map(|first| first.span);
                    row.extend(span.map(|span| Branch { test: None, span }));
                    self.statements(last);
                    self.branches(&row, None, &[0, 1]);
                }
                _ => {}
            }
        }
    }
}
