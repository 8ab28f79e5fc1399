//! Patterns, evaluations and translations.

use super::{Expr, Name, Ref, Template};
use crate::source::{Span, Spanned};

/// The name of a branch, a module or a pattern: `pawn.weak`, `std.patterns`, `isolated`.
pub type Path = Spanned<Vec<Name>>;

/// `pattern NAME in PATH … end-pattern`
#[derive(Clone, Debug, PartialEq)]
pub struct PatternDef {
    /// The name.
    pub name: Name,
    /// Its branch.
    pub path: Path,
    /// The clauses in the order written; order and repetition are checked later.
    pub clauses: Vec<PatternClause>,
    /// A name after `end-pattern`, which must be the pattern's own.
    pub end_name: Option<Name>,
}

/// A clause of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternClause {
    /// What it says.
    pub kind: PatternClauseKind,
    /// The whole clause with its keyword.
    pub span: Span,
    /// The keyword alone.
    pub keyword: Span,
}

/// The kinds of clause.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternClauseKind {
    /// `fact b [each square|file|group] [where d]`, or `fact d`.
    Fact {
        /// The board or descriptor.
        fact: Expr,
        /// The word after `each`.
        each: Option<Name>,
        /// `where d`
        condition: Option<Expr>,
    },
    /// `worth n`
    Worth(Expr),
    /// `excludes a, pawn.weak`
    Excludes(Vec<Path>),
    /// `called "…"`
    Called(Template),
    /// `belief "…"`
    Belief(Template),
    /// `for us …`, and with `true` `for them …`
    For(bool, Vec<ViewPart>),
    /// A clause the parser could not read; reported already.
    Error,
}

/// A part of a view.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewPart {
    /// `purpose "…"`
    Purpose(Template),
    /// `plan a, b required`, each with the place of `required`.
    Plan(Vec<(Ref, Option<Span>)>, Span),
}

/// `evaluation NAME … end-evaluation`
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationDef {
    /// The name.
    pub name: Name,
    /// The clauses in the order written.
    pub clauses: Vec<EvaluationClause>,
    /// A name after `end-evaluation`.
    pub end_name: Option<Name>,
}

/// A clause of an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationClause {
    /// What it says.
    pub kind: EvaluationClauseKind,
    /// The whole clause with its keyword.
    pub span: Span,
    /// The keyword alone.
    pub keyword: Span,
}

/// The kinds of clause.
#[derive(Clone, Debug, PartialEq)]
pub enum EvaluationClauseKind {
    /// `of pawn, std.patterns`
    Of(Vec<Path>),
    /// `stage d`
    Stage(Expr),
    /// `tell n`
    Tell(Spanned<i64>),
    /// `worth NAME n`
    Worth(Name, Expr),
    /// `similarity (facts: 60, …)`
    Similarity(Vec<(Name, Spanned<i64>)>),
    /// A clause the parser could not read; reported already.
    Error,
}

/// `texts de … end-texts`
#[derive(Clone, Debug, PartialEq)]
pub struct TextsDef {
    /// The language.
    pub language: Name,
    /// `for NAME` with the texts.
    pub entries: Vec<TextsEntry>,
    /// A name after `end-texts`.
    pub end_name: Option<Name>,
}

/// `for NAME called "…" because "…"`
#[derive(Clone, Debug, PartialEq)]
pub struct TextsEntry {
    /// The pattern or piece-of-advice; `None` where the parser could not read the entry.
    pub of: Option<Name>,
    /// The texts.
    pub texts: Vec<(TextWord, Template, Span)>,
}

/// Which text is translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextWord {
    /// `called`
    Called,
    /// `belief`
    Belief,
    /// `us`
    Us,
    /// `them`
    Them,
    /// `because`
    Because,
}
