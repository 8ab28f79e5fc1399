//! Expressions without parts: numbers, squares, men, sides, the squares of a move.

use super::frame::Cx;
use super::walk::{node, truth};
use super::{Checker, Want};
use crate::hir::{Expr, ExprKind, Role, Type, Who};
use crate::syntax::ast;

impl Checker<'_> {
    /// The typed form of what has no parts.
    pub(super) fn leaf(&mut self, cx: &mut Cx, expr: &ast::Expr, want: Want) -> Option<Expr> {
        use ast::ExprKind as A;
        let span = expr.span;
        let board = ExprKind::Board;
        let kind = match &expr.kind {
            A::Int(n) => ExprKind::Number(*n),
            A::Square(square) => board(1 << (square & 63)),
            A::Range(a, b) => match line(a.node, b.node) {
                Some(squares) => board(squares),
                None => {
                    self.range_not_in_line(a, b, span);
                    return None;
                }
            },
            A::Empty => board(0),
            A::Any if want == Want::Truth => return Some(truth(true, span)),
            A::Any => board(!0),
            A::Piece(owner, role) => return self.piece(cx, owner, *role, span),
            // `B` is Black where a side is expected, and the bishop elsewhere.
            A::Letter(Role::Bishop) if want == Want::Side => ExprKind::Side(Who::Black),
            A::Letter(role) => return self.letter(cx, *role, span),
            A::From => {
                self.move_square(cx, "FROM", span);
                ExprKind::From
            }
            A::To => {
                self.move_square(cx, "TO", span);
                ExprKind::To
            }
            A::Taken => {
                self.taken(cx, span);
                ExprKind::Taken
            }
            A::Here => {
                self.here(cx, span);
                ExprKind::Here
            }
            A::Side(side) => ExprKind::Side(*side),
            _ => return None,
        };
        let ty = match kind {
            ExprKind::Number(_) => Type::Number(1),
            ExprKind::Side(_) => Type::Side,
            _ => Type::Board,
        };
        Some(node(kind, ty, span))
    }
}

/// The squares from one to another along a rank, a file or a diagonal, both included.
fn line(from: u8, to: u8) -> Option<u64> {
    let (file, rank) = (i32::from(from & 7), i32::from(from >> 3));
    let (x, y) = (i32::from(to & 7) - file, i32::from(to >> 3) - rank);
    if x != 0 && y != 0 && x.abs() != y.abs() {
        return None;
    }
    let steps = x.abs().max(y.abs());
    Some((0..=steps).fold(0, |set, step| {
        set | 1 << ((rank + step * y.signum()) * 8 + file + step * x.signum())
    }))
}
