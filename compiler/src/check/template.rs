//! Texts: the values between their braces.
//!
//! Rulings: `{expr}` holds a number, a board, a descriptor, a piece (its squares) or a zone (its main trajectories). Values of a `because` speak
//! of the positions that a goal speaks of, those of a pattern of its position and of `HERE`. `{x ? a|b}` chooses by a side or a descriptor
//! among two forms, by a number among two or three.

use super::frame::{Cx, Place};
use super::{Checker, Want};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{TextPart, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Template, TemplatePart};

impl Checker<'_> {
    /// The parts of a text, the parameters of its definition in scope. Parts in error are left out.
    pub(super) fn template(&mut self, cx: &mut Cx, template: &Template) -> Vec<TextPart> {
        debug_assert!(
            matches!(cx.place, Place::Because | Place::Told),
            "texts have places of their own"
        );
        let mut parts = Vec::with_capacity(template.parts.len());
        for part in &template.parts {
            match part {
                TemplatePart::Text(text) => parts.push(TextPart::Text(text.clone())),
                TemplatePart::Value(expr) => parts.extend(self.value_in_text(cx, expr)),
                TemplatePart::Choice(expr, forms, span) => {
                    parts.extend(self.choice_in_text(cx, expr, forms, *span));
                }
                TemplatePart::Board(expr, said) => {
                    let board = self.expect(cx, expr, Type::Board);
                    self.broken |= board.is_none();
                    parts.extend(board.map(|board| TextPart::Board { board, said: *said }));
                }
            }
        }
        parts
    }

    fn choice_in_text(
        &mut self,
        cx: &mut Cx,
        expr: &ast::Expr,
        forms: &[String],
        span: Span,
    ) -> Option<TextPart> {
        let value = self.infer(cx, expr, Want::Any);
        self.broken |= value.is_none();
        let value = value?;
        let most = match value.ty {
            Type::Side | Type::Truth => 2,
            Type::Number(1) => 3,
            found => {
                let found = super::expr::noun(found);
                return self.fail_value(
                    Diagnostic::new(
                        Code::TypeMismatch,
                        format!("a choice is by a side, a descriptor or a number, found {found}"),
                    )
                    .with_label(value.span, found),
                );
            }
        };
        if !(2..=most).contains(&forms.len()) {
            self.broken = true;
            let wanted = if most == 2 { "2" } else { "2 or 3" };
            let found = forms.len();
            return self.refuse(
                Diagnostic::new(
                    Code::WrongForms,
                    match found {
                        1 => format!("a choice of one form, expected {wanted}"),
                        _ => format!("a choice of {found} forms, expected {wanted}"),
                    },
                )
                .with_label(span, "the forms")
                .with_help("forms are parted by `|`, as in `{count(HERE) ? rook|rooks}`"),
            );
        }
        Some(TextPart::Choice {
            by: value,
            forms: forms.to_vec(),
        })
    }

    fn value_in_text(&mut self, cx: &mut Cx, expr: &ast::Expr) -> Option<TextPart> {
        let value = self.infer(cx, expr, Want::Any)?;
        let value = match value.ty {
            Type::Piece => self.coerce(cx, value, Type::Board),
            Type::Side => self.refuse(
                Diagnostic::new(
                    Code::SideAsValue,
                    "expected a number, a board or a descriptor, found a side",
                )
                .with_label(value.span, "a side"),
            ),
            _ => Some(value),
        };
        self.broken |= value.is_none();
        value.map(|value| match value.ty {
            Type::Zone => TextPart::Zone(value),
            _ => TextPart::Value(value),
        })
    }
}
