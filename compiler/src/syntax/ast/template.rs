//! The texts of `because`.

use super::Expr;
use crate::source::Span;

/// A `because` text: plain words with values in braces.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// The parts in order; doubled braces are single ones here.
    pub parts: Vec<TemplatePart>,
    /// The quoted text with its quotation marks.
    pub span: Span,
}

/// A part of a `because` text.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplatePart {
    /// Plain words.
    Text(String),
    /// `{d}`. An [`ExprKind::Error`] where it could not be read.
    Value(Expr),
}
