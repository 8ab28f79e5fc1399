//! What the check knows of patterns, evaluations and translations.

use super::records::Key;
use crate::hir::{Each, Expr, Similarity, TextPart, TranslatedPart};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, TextWord};

/// A pattern.
pub(crate) struct PatternState<'a> {
    pub(crate) def: &'a ast::PatternDef,
    pub(crate) doc: String,
    pub(crate) span: Span,
    /// The patterns that it excludes, by number.
    pub(crate) excludes: Vec<usize>,
    pub(crate) form: Option<PatternForm>,
}

/// A checked pattern, advice not yet numbered.
#[derive(Clone)]
pub(crate) struct PatternForm {
    pub(crate) each: Each,
    pub(crate) fact: Option<Expr>,
    pub(crate) condition: Option<Expr>,
    pub(crate) worth: Option<Expr>,
    pub(crate) called: Vec<TextPart>,
    pub(crate) belief: Vec<TextPart>,
    pub(crate) us: Option<ViewForm>,
    pub(crate) them: Option<ViewForm>,
}

impl Default for PatternForm {
    fn default() -> PatternForm {
        PatternForm {
            each: Each::Whole,
            fact: None,
            condition: None,
            worth: None,
            called: Vec::new(),
            belief: Vec::new(),
            us: None,
            them: None,
        }
    }
}

/// One side's view of a fact.
#[derive(Clone, Default)]
pub(crate) struct ViewForm {
    pub(crate) purpose: Vec<TextPart>,
    /// With whether it is required, and where it is named.
    pub(crate) plan: Vec<(Key, bool, Span)>,
}

/// An evaluation; `static` has no definition where none is written.
pub(crate) struct EvaluationState<'a> {
    pub(crate) def: Option<&'a ast::EvaluationDef>,
    pub(crate) doc: String,
    pub(crate) span: Span,
    pub(crate) form: Option<EvaluationForm>,
}

impl<'a> EvaluationState<'a> {
    /// Its name with its place.
    pub(super) fn name(&self) -> &'a ast::Name {
        static STATIC: std::sync::LazyLock<ast::Name> =
            std::sync::LazyLock::new(|| Spanned::new("static".to_owned(), Span::default()));
        self.def.map_or(&*STATIC, |def| &def.name)
    }
}

/// A checked evaluation.
#[derive(Clone)]
pub(crate) struct EvaluationForm {
    /// Patterns by number, ascending.
    pub(crate) of: Vec<usize>,
    pub(crate) stage: Option<Expr>,
    pub(crate) tell: u8,
    pub(crate) worths: Vec<(usize, Expr)>,
    pub(crate) similarity: Similarity,
}

/// Checked translations into one language.
pub(crate) struct TextsForm {
    pub(crate) language: String,
    pub(crate) entries: Vec<(TranslatedKey, Vec<TranslatedPart>)>,
    pub(crate) span: Span,
}

/// Which text is translated: of a pattern by number, or the reason of all instances of a piece-of-advice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TranslatedKey {
    Pattern(usize, TextWord),
    Advice(usize),
}
