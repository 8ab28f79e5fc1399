//! Pieces-of-advice and their clauses.

use super::{ActionClasses, Expr, MoveSpec, Name, Param, SearchMode, Side, Template, When};
use crate::source::{Span, Spanned};

/// A piece-of-advice.
#[derive(Clone, Debug, PartialEq)]
pub struct AdviceDef {
    /// The name.
    pub name: Name,
    /// Constant parameters.
    pub params: Vec<Param>,
    /// `for W`, `for B`.
    pub side: Option<Spanned<Side>>,
    /// The clauses in the order written; order and repetition are checked later.
    pub clauses: Vec<AdviceClause>,
    /// A name after `end-advice` or `end-action`, which must be the advice's own.
    pub end_name: Option<Name>,
    /// Of an action: its classes and clauses, in the place of `clauses`.
    pub action: Option<Box<ActionClasses>>,
}

/// One clause of a piece-of-advice or an action.
#[derive(Clone, Debug, PartialEq)]
pub struct AdviceClause {
    /// What the clause says.
    pub kind: AdviceClauseKind,
    /// The whole clause with its keyword.
    pub span: Span,
    /// The keyword alone.
    pub keyword: Span,
}

/// The kinds of clause.
#[derive(Clone, Debug, PartialEq)]
pub enum AdviceClauseKind {
    /// `better [after-us|after-them] d`
    Better(When, Expr),
    /// `holding [after-us|after-them] d`
    Holding(When, Expr),
    /// `us moves`
    Us(MoveSpec),
    /// `them moves`
    Them(MoveSpec),
    /// `cost [after-us|after-them] n`
    Cost(When, Expr),
    /// `effort e`; with the place of the word where it is `effort e cheapest`.
    Effort(Expr, Option<Span>),
    /// `depth n [shortest|easiest]`, in plies, with the places of the words.
    Depth(Expr, Vec<(SearchMode, Span)>),
    /// `within 3 plies` of an action, or without the word, which is plies too.
    Within(Expr),
    /// `prefer n` of an action, a number or a tuple: the smallest first among the moves that would do. `prefer n then m` has several.
    Prefer(Vec<Expr>),
    /// `because "..."`
    Because(Template),
    /// A clause the parser could not read; reported already.
    Error,
}

impl AdviceClauseKind {
    /// The word that begins it; `None` where it could not be read.
    pub(crate) const fn word(&self) -> Option<&'static str> {
        Some(match self {
            AdviceClauseKind::Better(..) => "better",
            AdviceClauseKind::Holding(..) => "holding",
            AdviceClauseKind::Us(_) => "us",
            AdviceClauseKind::Them(_) => "them",
            AdviceClauseKind::Cost(..) => "cost",
            AdviceClauseKind::Effort(..) => "effort",
            AdviceClauseKind::Depth(..) => "depth",
            AdviceClauseKind::Within(_) => "within",
            AdviceClauseKind::Prefer(_) => "prefer",
            AdviceClauseKind::Because(_) => "because",
            AdviceClauseKind::Error => return None,
        })
    }
}
