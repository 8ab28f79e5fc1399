//! Texts with values in braces.

use super::{Expr, Said};
use crate::source::Span;

/// A text: plain words with values in braces.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// The parts in order; doubled braces are single ones here.
    pub parts: Vec<TemplatePart>,
    /// What stands in the braces of each slot, blanks made one; of a choice what stands before its `?`.
    pub slots: Vec<String>,
    /// The quoted text with its quotation marks.
    pub span: Span,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplatePart {
    /// Plain words.
    Text(String),
    /// `{d}`. An [`super::ExprKind::Error`] where it could not be read.
    Value(Expr),
    /// `{n ? rook|rooks}`, with the place of the forms.
    Choice(Expr, Vec<String>, Span),
    /// `{b as men}`
    Board(Expr, Said),
}
