//! Strategies as the author wrote them: a head of parts, a body of statements.
//!
//! ```text
//!   strat K-R-VS-K (in-class: figures - W: K, R; B: K; descr - any; out-class: mate)     StrategyDef, HeadPart
//!     action cut-off (any, new.CUT ≠ ∅)  us K, R  within 3 plies                          ActionDef, AdviceClause
//!     do-while (MV(B.K) ≠ ∅)                                                              Statement
//!       if … then … else-if … then … else … end-if
//!     end-do
//!   end-strat K-R-VS-K
//! ```
//!
//! As everywhere in the tree, order and repetition of parts and clauses are looked at by the check, not by the grammar.

use super::{AdviceClause, Expr, ListEntry, Material, Name, Ref, Side};
use crate::source::{Span, Spanned};

/// A strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyDef {
    /// The name.
    pub name: Name,
    /// `for W`, `for B`, between the name and the head.
    pub side: Option<Spanned<Side>>,
    /// The parts of the head in the order written; empty where the head is missing.
    pub parts: Vec<HeadPart>,
    /// The head with its parentheses; empty where it is missing.
    pub head: Span,
    /// The statements.
    pub body: Vec<Statement>,
    /// A name after `end-strat`, which must be the strategy's own.
    pub end_name: Option<Name>,
}

/// One part of a strategy's head.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadPart {
    /// What it says.
    pub kind: HeadPartKind,
    /// The whole part with its keyword.
    pub span: Span,
    /// The keyword alone; `in-class: figures` is one.
    pub keyword: Span,
}

/// The kinds of part.
#[derive(Clone, Debug, PartialEq)]
pub enum HeadPartKind {
    /// `in-class: figures - W: K, R; B: K`
    Figures(Material),
    /// `descr - d`
    Descr(Expr),
    /// `out-class: d`
    OutClass(Expr),
    /// A part the parser could not read; reported already.
    Error,
}

/// One statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What it does.
    pub kind: StatementKind,
    /// The whole statement.
    pub span: Span,
}

impl Statement {
    /// The statements inside: what is `otherwise` run, the body of a loop, the branches of a choice and its `else`.
    pub fn bodies(&self) -> Vec<&[Statement]> {
        let otherwise = match &self.kind {
            StatementKind::Action(def) => &def.otherwise,
            StatementKind::ActionUse(used) => &used.otherwise,
            StatementKind::Consult(_, otherwise) | StatementKind::Apply(_, otherwise) => otherwise,
            StatementKind::DoWhile(_, body, _) => return vec![body],
            StatementKind::If(branches, last) => {
                let branches = branches.iter().map(|(_, body)| body);
                return branches.chain(last).map(Vec::as_slice).collect();
            }
            StatementKind::Stop(_) | StatementKind::Error => return Vec::new(),
        };
        let otherwise = otherwise.iter();
        otherwise
            .map(|inner| std::slice::from_ref(&**inner))
            .collect()
    }
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `action NAME (in-class, out-class) …`
    Action(ActionDef),
    /// `action NAME …` without classes: an action of the file.
    ActionUse(ActionUse),
    /// `do-while d … end-do`, tested first. The span is that of the words `do-while d`.
    DoWhile(Expr, Vec<Statement>, Span),
    /// `if d then … {else-if d then …} [else …] end-if`: the branches in order, then the statements of `else`.
    If(Vec<(Expr, Vec<Statement>)>, Option<Vec<Statement>>),
    /// `consult table` or `consult list`, with the statement of its `otherwise`.
    Consult(Vec<ListEntry>, Option<Box<Statement>>),
    /// `apply NAME`: another strategy, with the statement of its `otherwise`.
    Apply(Ref, Option<Box<Statement>>),
    /// `stop ["reason"]`
    Stop(Option<Spanned<String>>),
    /// A statement the parser could not read; reported already.
    Error,
}

/// An action: a transformation of an in-class into an out-class.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionDef {
    /// The name, which need not be the only one of its kind.
    pub name: Name,
    /// Where it may be realised.
    pub in_class: Expr,
    /// What it leads to.
    pub out_class: Expr,
    /// The clauses in the order written.
    pub clauses: Vec<AdviceClause>,
    /// `otherwise STATEMENT`: where it cannot be realised.
    pub otherwise: Option<Box<Statement>>,
}

/// An action that is used by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionUse {
    /// The name, with constants where the action has parameters.
    pub reference: Ref,
    /// Clauses, which belong to a definition: the check says so.
    pub clauses: Vec<AdviceClause>,
    /// `otherwise STATEMENT`: where it cannot be realised.
    pub otherwise: Option<Box<Statement>>,
}

/// What an action of the file has in the place of the clauses of a piece-of-advice.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionClasses {
    /// Where it may be realised.
    pub in_class: Expr,
    /// What it leads to.
    pub out_class: Expr,
    /// The clauses in the order written.
    pub clauses: Vec<AdviceClause>,
}
