//! What the check knows of patterns, evaluations and translations.

use super::records::Key;
use crate::hir::{Each, Evaluation, Expr, TextPart, TranslatedPart};
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
    pub(crate) fact: Expr,
    pub(crate) condition: Option<Expr>,
    pub(crate) worth: Expr,
    pub(crate) called: Vec<TextPart>,
    pub(crate) belief: Vec<TextPart>,
    /// For us and for them.
    pub(crate) views: [Option<ViewForm>; 2],
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
    pub(crate) form: Option<Evaluation>,
}

impl<'a> EvaluationState<'a> {
    /// Its name with its place.
    pub(super) fn name(&self) -> &'a ast::Name {
        static STATIC: std::sync::LazyLock<ast::Name> =
            std::sync::LazyLock::new(|| Spanned::new("static".to_owned(), Span::default()));
        self.def.map_or(&*STATIC, |def| &def.name)
    }
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
