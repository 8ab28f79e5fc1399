//! `because` texts: the values between their braces.
//!
//! Rulings: `{expr}` holds a number, a board, a descriptor, a piece (its squares) or a zone (its main trajectories). Values speak of the positions that a goal
//! speaks of.

use super::frame::{Cx, Place};
use super::{Checker, Want};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{TextPart, Type};
use crate::syntax::ast::{self, Template, TemplatePart};

impl Checker<'_> {
    /// The parts of a text, the parameters of its definition in scope. Parts in error are left out.
    pub(super) fn template(&mut self, cx: &mut Cx, template: &Template) -> Vec<TextPart> {
        debug_assert_eq!(cx.place, Place::Because, "texts have a place of their own");
        let mut parts = Vec::with_capacity(template.parts.len());
        for part in &template.parts {
            match part {
                TemplatePart::Text(text) => parts.push(TextPart::Text(text.clone())),
                TemplatePart::Value(expr) => parts.extend(self.value_in_text(cx, expr)),
            }
        }
        parts
    }

    fn value_in_text(&mut self, cx: &mut Cx, expr: &ast::Expr) -> Option<TextPart> {
        let value = self.infer(cx, expr, Want::Any)?;
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
        self.broken |= value.is_none();
        value.map(TextPart::Value)
    }
}
