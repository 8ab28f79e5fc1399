//! Bounds in plies: `depth` of a piece-of-advice, `shortest n` in a list, `within` of an action.
//!
//! Rulings: a bound is the same in every position, and lies from 1 to [`DEEPEST`] plies.

use super::Checker;
use super::frame::Cx;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::ast;

/// The largest depth bound in plies.
pub(crate) const DEEPEST: i64 = 200;

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
            self.report(
                Diagnostic::new(code, format!("{what} depends on the position"))
                    .with_label(found.span, "not constant")
                    .with_help(format!("{what} is a constant {noun}")),
            );
            return None;
        }
        Some(found)
    }

    /// The value of a depth bound, 1 to [`DEEPEST`] plies.
    pub(super) fn depth_value(
        &mut self,
        depth: &Expr,
        consts: &[super::Const],
        name: &str,
        used: Option<Span>,
    ) -> Option<u16> {
        let value = match super::eval(depth, consts, &self.records.functions) {
            Some(super::Const::Number(parts)) => parts.first().copied(),
            _ => None,
        };
        let (message, help) = match value {
            Some(n @ 1..=DEEPEST) => return u16::try_from(n).ok(),
            Some(n) if n < 1 => (
                format!("depth {n} is too small"),
                "the smallest depth is 1 ply, one move of ours".to_owned(),
            ),
            Some(n) => (
                format!("depth {n} is too large"),
                format!("the largest depth is {DEEPEST} plies"),
            ),
            None => (
                format!("the depth bound of `{name}` is not constant"),
                "write a number of plies".to_owned(),
            ),
        };
        let mut diagnostic =
            Diagnostic::new(Code::BadDepth, message).with_label(depth.span, "counted in plies");
        if let Some(used) = used {
            diagnostic = diagnostic.with_secondary(used, format!("for `{name}`, used here"));
        }
        self.report(diagnostic.with_help(help));
        self.broken = true;
        None
    }

    /// The value of `within`, 1 to [`DEEPEST`] plies.
    pub(super) fn within_value(
        &mut self,
        bound: &Expr,
        consts: &[super::Const],
        name: &str,
        used: Option<Span>,
    ) -> Option<u16> {
        let value = match super::eval(bound, consts, &self.records.functions) {
            Some(super::Const::Number(parts)) => parts.first().copied(),
            _ => None,
        };
        let (message, help) = match value {
            Some(n @ 1..=DEEPEST) => return u16::try_from(n).ok(),
            Some(n) if n < 1 => (
                format!("a bound of {n} plies is too small"),
                "the smallest bound is 1 ply, one move of ours".to_owned(),
            ),
            Some(n) => (
                format!("a bound of {n} plies is too large"),
                format!("the largest bound is {DEEPEST} plies"),
            ),
            None => (
                format!("the bound of `{name}` is not constant"),
                "write a number of plies, as in `within 3 plies`".to_owned(),
            ),
        };
        let mut diagnostic =
            Diagnostic::new(Code::BadDepth, message).with_label(bound.span, "counted in plies");
        if let Some(used) = used {
            diagnostic = diagnostic.with_secondary(used, format!("for `{name}`, used here"));
        }
        self.report(diagnostic.with_help(help));
        self.broken = true;
        None
    }
}
