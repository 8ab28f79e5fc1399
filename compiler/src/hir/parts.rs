//! The direct parts of what the checked program is made of: what every walk over it goes by.

use super::{Class, Expr, ExprKind};

/// Makes the walk over the parts of an expression, once to look at them and once to change them.
macro_rules! each_child {
    ($(#[$doc:meta])* $name:ident $iter:ident $($mutable:ident)?) => {
        $(#[$doc])*
        pub(crate) fn $name<'e>(expr: &'e $($mutable)? Expr, f: &mut dyn FnMut(&'e $($mutable)? Expr)) {
            match & $($mutable)? expr.kind {
                ExprKind::Number(_)
                | ExprKind::Board(_)
                | ExprKind::Truth(_)
                | ExprKind::Side(_)
                | ExprKind::Local(_)
                | ExprKind::Piece(..)
                | ExprKind::ToMove(..)
                | ExprKind::From
                | ExprKind::To
                | ExprKind::Taken
                | ExprKind::Here
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
                | ExprKind::Tuple(parts) => parts.$iter().for_each(f),
                ExprKind::Zone(parts) => parts.$iter().for_each(f),
                ExprKind::Given(parts, _, _) => parts.$iter().for_each(f),
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
    };
}

each_child! {
    /// Calls `f` on every direct part of an expression, in the order of the source.
    each_child iter
}

each_child! {
    /// Calls `f` on every direct part of an expression, to be changed in place.
    each_child_mut iter_mut mut
}

/// The expressions of a class of moves.
pub(crate) fn class_exprs(class: &Class) -> impl Iterator<Item = &Expr> {
    let boards = class.from.iter().chain(&class.to);
    boards
        .chain(&class.filter)
        .chain(&class.keys)
        .chain(&class.zones)
}

/// The expressions of a class of moves, to be changed in place.
pub(crate) fn class_exprs_mut(class: &mut Class) -> impl Iterator<Item = &mut Expr> {
    let boards = class.from.iter_mut().chain(&mut class.to);
    boards
        .chain(&mut class.filter)
        .chain(&mut class.keys)
        .chain(&mut class.zones)
}
