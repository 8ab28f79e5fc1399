//! What the check knows of patterns, evaluations and translations.

use super::records::Key;
use crate::hir::{Evaluation, Expr, Pattern, TranslatedPart};
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
    /// Its record; the numbers of its functions and its plans come last.
    pub(crate) pattern: Pattern,
    pub(crate) fact: Expr,
    pub(crate) condition: Option<Expr>,
    /// The plans for us and for them: with whether it is required, and where it is named.
    pub(crate) plans: [Vec<(Key, bool, Span)>; 2],
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
