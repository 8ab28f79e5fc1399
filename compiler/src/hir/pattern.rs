//! Patterns, evaluations and translations of a checked program.

use super::{Expr, TextPart};
use crate::source::{Span, Spanned};
use adv_module::PatternId;
pub use adv_module::program::{
    Each, Planned, Said, Similarity, Texts, Translated, TranslatedPart, Translation,
};

/// A pattern. Its fact, its `where` and the descriptor that its name is are functions behind the definitions of the file.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its name.
    pub name: Spanned<String>,
    /// Its branch, from the trunk.
    pub path: Vec<String>,
    /// How facts come from what `fact` answers.
    pub each: Each,
    /// The fact, a board or a truth: an index into [`super::Hir::functions`].
    pub fact: usize,
    /// `where`, a truth that may speak of `HERE`.
    pub condition: Option<usize>,
    /// There is a fact: a truth.
    pub holds: usize,
    /// What a fact is worth, a number that may speak of `HERE`.
    pub worth: Expr,
    /// The patterns that it excludes, ascending.
    pub excludes: Vec<PatternId>,
    /// What a fact is called.
    pub called: Vec<TextPart>,
    /// Why it matters.
    pub belief: Vec<TextPart>,
    /// What the side that has it makes of it.
    pub us: Option<View>,
    /// What the other side does about it.
    pub them: Option<View>,
    /// Its doc comment.
    pub doc: String,
    /// The whole item.
    pub span: Span,
}

/// One side's view of a fact.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The purpose.
    pub purpose: Vec<TextPart>,
    /// The plan.
    pub plan: Vec<Planned>,
}

/// Which patterns count, and how many facts are told.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Its name.
    pub name: Spanned<String>,
    /// The patterns that count, ascending.
    pub of: Vec<PatternId>,
    /// The descriptor of the stage.
    pub stage: Option<Expr>,
    /// How many facts are told.
    pub tell: u8,
    /// Weights of its own by pattern, ascending.
    pub worths: Vec<(PatternId, Expr)>,
    /// How cases are compared.
    pub similarity: Similarity,
    /// Its doc comment.
    pub doc: String,
    /// The whole item; empty where none was written.
    pub span: Span,
}
