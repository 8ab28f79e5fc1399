//! `because` texts: plain words with values in braces.
//!
//! Rulings: `{expr}` holds a number, a board, a descriptor or a piece (its squares); `{{` and `}}` are braces. Values speak of
//! the positions that a goal speaks of. The parser reads the text between the braces with its place in the file, so that a
//! mistake in it is marked where it stands.

use super::frame::{Cx, Place};
use super::{Checker, Want};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::hir::{TextPart, Type};
use crate::source::{Span, Spanned};

impl Checker<'_> {
    /// The parts of a text, the parameters of its definition in scope. Parts in error are left out.
    pub(super) fn template(&mut self, cx: &mut Cx, text: &Spanned<String>) -> Vec<TextPart> {
        debug_assert_eq!(cx.place, Place::Because, "texts have a place of their own");
        // The text as it stands in the file, without its quotes: only there are offsets true.
        let (start, end) = (text.span.start as usize, text.span.end as usize);
        let quoted = self.text.get(start..end).unwrap_or("");
        let (raw, mut offset) = match quoted.strip_prefix('"') {
            Some(rest) => (rest.strip_suffix('"').unwrap_or(rest), start + 1),
            None => (quoted, start),
        };
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = raw;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..at + 1];
            let here = offset + at;
            if rest[at + 1..].starts_with(brace) || brace == "}" {
                let doubled = rest[at + 1..].starts_with(brace);
                plain.push_str(brace);
                let width = if doubled { 2 } else { 1 };
                (rest, offset) = (&rest[at + width..], here + width);
                continue;
            }
            let Some(length) = rest[at + 1..].find('}') else {
                let span = span_of(here, here + 1);
                self.report(
                    Diagnostic::new(Code::UnclosedBrace, "a brace in the text is not closed")
                        .with_label(span, "opened here")
                        .with_help("close it with `}`, or write `{{` for a brace in the text"),
                );
                self.broken = true;
                return parts;
            };
            if !plain.is_empty() {
                parts.push(TextPart::Text(std::mem::take(&mut plain)));
            }
            let inner = &rest[at + 1..at + 1 + length];
            self.value_in_text(cx, inner, here + 1, &mut parts);
            (rest, offset) = (&rest[at + length + 2..], here + length + 2);
        }
        plain.push_str(rest);
        if !plain.is_empty() {
            parts.push(TextPart::Text(plain));
        }
        parts
    }

    fn value_in_text(&mut self, cx: &mut Cx, inner: &str, at: usize, parts: &mut Vec<TextPart>) {
        if inner.trim().is_empty() {
            self.report(
                Diagnostic::new(
                    Code::UnexpectedToken,
                    "expected an expression between the braces",
                )
                .with_label(
                    span_of(at.saturating_sub(1), at + inner.len() + 1),
                    "nothing here",
                )
                .with_help("write `{{` for a brace in the text"),
            );
            self.broken = true;
            return;
        }
        let Some(expr) = self.parse_value(inner, at) else {
            self.broken = true;
            return;
        };
        let Some(value) = self.infer(cx, &expr, Want::Any) else {
            return;
        };
        let value = match value.ty {
            Type::Piece => self.coerce(cx, value, Type::Board),
            Type::Side => {
                self.report(
                    Diagnostic::new(
                        Code::SideAsValue,
                        "expected a number, a board or a descriptor, found a side",
                    )
                    .with_label(value.span, "a side"),
                );
                None
            }
            _ => Some(value),
        };
        match value {
            Some(value) => parts.push(TextPart::Value(value)),
            None => self.broken = true,
        }
    }
}

impl Checker<'_> {
    /// The expression between two braces, with the parser's own errors.
    fn parse_value(&mut self, inner: &str, at: usize) -> Option<crate::syntax::ast::Expr> {
        let (expr, diagnostics) =
            crate::syntax::parse_expression(inner, u32::try_from(at).unwrap_or(u32::MAX));
        let failed = diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error);
        diagnostics
            .into_iter()
            .for_each(|diagnostic| self.report(diagnostic));
        (!failed).then_some(expr)
    }
}

fn span_of(start: usize, end: usize) -> Span {
    let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Span::new(offset(start), offset(end))
}
