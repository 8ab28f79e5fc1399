//! Bounds in plies: `depth` of a piece-of-advice, `shortest n` in a list, `within` of an action.
//!
//! Rulings: a bound is the same in every position, and lies from 1 to [`DEEPEST`] plies.

use super::frame::Cx;
use super::{Checker, Const, eval};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::ast;

/// The largest depth bound in plies.
pub(crate) const DEEPEST: i64 = 200;

/// How messages speak of a bound.
pub(super) struct BoundWords {
    pub(super) code: Code,
    pub(super) noun: &'static str,
    /// The bound with its number in the place of `{n}`.
    pub(super) found: &'static str,
    pub(super) smallest: &'static str,
    pub(super) largest: &'static str,
    pub(super) most: i64,
    pub(super) unit: &'static str,
    /// What to write where it is not constant.
    pub(super) write: &'static str,
    pub(super) label: &'static str,
    /// The word between the bound and its owner.
    pub(super) of: &'static str,
}

/// Of `depth`.
pub(super) const DEPTH: BoundWords = BoundWords {
    code: Code::BadDepth,
    noun: "depth bound",
    found: "depth {n}",
    smallest: "the smallest depth is 1 ply, one move of ours",
    largest: "the largest depth is",
    most: DEEPEST,
    unit: " plies",
    write: "write a number of plies",
    label: "counted in plies",
    of: "for",
};

/// Of `within`.
pub(super) const WITHIN: BoundWords = BoundWords {
    noun: "bound",
    found: "a bound of {n} plies",
    smallest: "the smallest bound is 1 ply, one move of ours",
    largest: "the largest bound is",
    write: "write a number of plies, as in `within 3 plies`",
    ..DEPTH
};

impl Checker<'_> {
    /// A bound, which is the same in every position.
    pub(super) fn depth_bound(
        &mut self,
        cx: &mut Cx,
        expr: &ast::Expr,
        what: &str,
    ) -> Option<Expr> {
        self.constant_bound(cx, expr, Code::BadDepth, what, "number of plies")
    }

    /// A number that is the same in every position; `noun` says what number.
    pub(super) fn constant_bound(
        &mut self,
        cx: &mut Cx,
        expr: &ast::Expr,
        code: Code,
        what: &str,
        noun: &str,
    ) -> Option<Expr> {
        let found = self.expect(cx, expr, Type::Number(1))?;
        let constants = cx.constants;
        let depends = super::walk::contains(&found, &mut |part| match &part.kind {
            ExprKind::Squares(..) | ExprKind::ToMove(..) | ExprKind::Satisfiable(..) => true,
            ExprKind::Prim(id, ..) => id.entry().reads_position,
            ExprKind::Local(id) => id.0 >= constants,
            ExprKind::Call(crate::hir::Callee::Own(index), ..) => {
                self.records.functions[*index].reads
            }
            _ => false,
        });
        if depends {
            return self.refuse(
                Diagnostic::new(code, format!("{what} depends on the position"))
                    .with_label(found.span, "not constant")
                    .with_help(format!("{what} is a constant {noun}")),
            );
        }
        Some(found)
    }

    /// The number that an expression is in every position, with these constants as its parameters.
    pub(super) fn constant_number(&self, expr: &Expr, consts: &[Const]) -> Option<i64> {
        match eval(expr, consts, &self.records.functions) {
            Some(Const::Number(parts)) => parts.first().copied(),
            _ => None,
        }
    }

    /// The value of a bound in plies, [`DEPTH`] or [`WITHIN`], 1 to [`DEEPEST`].
    pub(super) fn plies(
        &mut self,
        words: &BoundWords,
        bound: &Expr,
        consts: &[Const],
        name: &str,
        used: Option<Span>,
    ) -> Option<u16> {
        let bound = self.bound_value(words, bound, consts, name, used);
        self.broken |= bound.is_none();
        u16::try_from(bound?).ok()
    }

    /// The value of a bound, from 1 to its largest. `used`: where the instance whose bound it is was first used.
    pub(super) fn bound_value(
        &mut self,
        words: &BoundWords,
        bound: &Expr,
        consts: &[Const],
        name: &str,
        used: Option<Span>,
    ) -> Option<i64> {
        let (message, help) = match self.constant_number(bound, consts) {
            Some(n) if (1..=words.most).contains(&n) => return Some(n),
            Some(n) => {
                let found = words.found.replace("{n}", &n.to_string());
                match n < 1 {
                    true => (format!("{found} is too small"), words.smallest.to_owned()),
                    false => (
                        format!("{found} is too large"),
                        format!("{} {}{}", words.largest, words.most, words.unit),
                    ),
                }
            }
            None => (
                format!("the {} of `{name}` is not constant", words.noun),
                words.write.to_owned(),
            ),
        };
        let mut diagnostic =
            Diagnostic::new(words.code, message).with_label(bound.span, words.label);
        if let Some(used) = used {
            diagnostic =
                diagnostic.with_secondary(used, format!("{} `{name}`, used here", words.of));
        }
        self.refuse(diagnostic.with_help(help))
    }
}
