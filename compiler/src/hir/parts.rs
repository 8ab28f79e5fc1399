//! The direct parts of an expression: what every walk over the checked program goes by.

use super::{Expr, ExprKind};

/// Calls `f` on every direct part of an expression, in the order of the source.
pub(crate) fn each_child<'e>(expr: &'e Expr, f: &mut dyn FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Number(_)
        | ExprKind::Board(_)
        | ExprKind::Truth(_)
        | ExprKind::Side(_)
        | ExprKind::Local(_)
        | ExprKind::Piece(..)
        | ExprKind::ToMove(..)
        | ExprKind::From
        | ExprKind::To
        | ExprKind::Satisfiable(..) => {}
        ExprKind::PieceOf(a, _)
        | ExprKind::Squares(_, a)
        | ExprKind::Turned(a)
        | ExprKind::Not(a)
        | ExprKind::NonEmpty(a)
        | ExprKind::Complement(a)
        | ExprKind::Negate(a) => f(a),
        ExprKind::Call(_, _, parts)
        | ExprKind::Prim(_, _, parts)
        | ExprKind::And(parts)
        | ExprKind::Or(parts)
        | ExprKind::Tuple(parts) => parts.iter().for_each(f),
        ExprKind::TruthEq(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::Boards(_, a, b)
        | ExprKind::Same(a, b)
        | ExprKind::BoardOp(_, a, b)
        | ExprKind::NumberOp(_, a, b)
        | ExprKind::Fold(_, _, a, b) => {
            f(a);
            f(b);
        }
        ExprKind::If(a, b, c) => {
            f(a);
            f(b);
            f(c);
        }
    }
}
