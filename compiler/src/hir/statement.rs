//! Statements of a checked strategy: nested, every action a record of advice.

use super::{Consulted, Expr};
use crate::source::Span;
use adv_module::StrategyId;

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// Its place: a whole action, the head of a loop or branch.
    pub span: Span,
}

impl Statement {
    /// The statements inside: what is `otherwise` run, the body of a loop, the branches of a choice and its `else`.
    pub(crate) fn bodies(&self) -> Vec<&[Statement]> {
        match &self.kind {
            StatementKind::Action(_, _, otherwise)
            | StatementKind::Consult(_, otherwise)
            | StatementKind::Apply(_, otherwise) => {
                let otherwise = otherwise.iter();
                otherwise
                    .map(|inner| std::slice::from_ref(&**inner))
                    .collect()
            }
            StatementKind::DoWhile(_, body) => vec![body],
            StatementKind::If(branches, last) => {
                let branches = branches.iter().map(|(_, body, _)| body.as_slice());
                branches.chain([last.as_slice()]).collect()
            }
            StatementKind::Stop(_) => Vec::new(),
        }
    }
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// An action: its record, an index into [`super::Hir::advice`]; its in-class, `None` where it is `any` or its record has it;
    /// the statement that runs if it cannot be realised.
    Action(usize, Option<Expr>, Option<Box<Statement>>),
    /// A loop, tested first.
    DoWhile(Expr, Vec<Statement>),
    /// Branches in order, and the statements of `else`. A branch's span is that of its head.
    If(Vec<(Expr, Vec<Statement>, Span)>, Vec<Statement>),
    /// A consultation, and the statement that runs if it finds nothing.
    Consult(Consulted, Option<Box<Statement>>),
    /// Another strategy, and the statement that runs if it is not applicable. Strategies
    /// do not apply each other in a ring.
    Apply(StrategyId, Option<Box<Statement>>),
    /// The end of the run.
    Stop(Option<String>),
}
