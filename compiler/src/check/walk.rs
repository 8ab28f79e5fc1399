//! Walking, rebuilding and comparing checked expressions: what instances, inlined moves and the lints have in common.

use crate::hir::parts::class_exprs_mut;
pub(crate) use crate::hir::parts::{each_child, each_child_mut};
use crate::hir::{BoardRelation, Class, Expr, ExprKind, Fold, Frame, LocalId, NumberOp, Type};
use crate::source::Span;

/// True where `test` holds for the expression or a part of it.
pub(crate) fn contains(expr: &Expr, test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    if test(expr) {
        return true;
    }
    let mut found = false;
    each_child(expr, &mut |child| found = found || contains(child, test));
    found
}

/// Whether a descriptor asks what positions are worth. Definitions cannot, so calls need not be looked into.
pub(super) fn asks_values(expr: &Expr) -> bool {
    contains(
        expr,
        &mut |part| matches!(part.kind, ExprKind::Prim(id, ..) if id.asks_oracle()),
    )
}

/// How many nodes an expression has, and how deep it is.
pub(crate) fn weight(expr: &Expr) -> (usize, usize) {
    let (mut size, mut depth) = (1, 0);
    each_child(expr, &mut |child| {
        let (more, deeper) = weight(child);
        size += more;
        depth = depth.max(deeper);
    });
    (size, depth + 1)
}

/// Puts values in the place of the parameters `0 .. values.len()` and renumbers all bound variables from `next` on, so that
/// a value that binds variables itself can be put in more than once.
pub(crate) fn substitute(expr: &Expr, values: &[Expr], next: &mut u32) -> Expr {
    let mut bound = Vec::new();
    let mut expr = expr.clone();
    replace(&mut expr, values, &mut bound, next);
    expr
}

fn replace(expr: &mut Expr, values: &[Expr], bound: &mut Vec<(LocalId, LocalId)>, next: &mut u32) {
    if let ExprKind::Local(id) = &mut expr.kind {
        if let Some(&(_, new)) = bound.iter().rev().find(|(old, _)| old == id) {
            *id = new;
        } else if let Some(value) = values.get(id.0 as usize) {
            let span = expr.span;
            *expr = substitute(value, &[], next);
            expr.span = span;
        }
        return;
    }
    if let ExprKind::Fold(_, id, range, body) = &mut expr.kind {
        replace(range, values, bound, next);
        let new = LocalId(*next);
        *next += 1;
        bound.push((*id, new));
        *id = new;
        replace(body, values, bound, next);
        bound.pop();
        return;
    }
    each_child_mut(expr, &mut |child| replace(child, values, bound, next));
    // A side parameter that has become a side word makes its piece an ordinary designation.
    if let ExprKind::PieceOf(side, role) = &expr.kind
        && let ExprKind::Side(who) = side.kind
    {
        expr.kind = ExprKind::Piece(who, *role);
    }
}

/// The number that a further variable bound in an expression would have.
pub(super) fn next_local(expr: &Expr) -> u32 {
    let mut next = 0;
    contains(expr, &mut |part| {
        if let ExprKind::Fold(_, id, ..) = part.kind {
            next = next.max(id.0 + 1);
        }
        false
    });
    next
}

/// [`substitute`] in all expressions of a class of moves; bound variables are numbered from `next` on.
pub(crate) fn substitute_class(class: &Class, values: &[Expr], next: &mut u32) -> Class {
    let mut class = class.clone();
    for expr in class_exprs_mut(&mut class) {
        *expr = substitute(expr, values, next);
    }
    class
}

/// Which positions count as one when two expressions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merge {
    /// Each position is its own.
    Nothing,
    /// In a goal the bare node and `new.` are one.
    Goal,
    /// At the root of a tree all are one.
    All,
}

impl Merge {
    fn frame(self, frame: Frame) -> Frame {
        match (self, frame) {
            (Merge::Nothing, frame) | (Merge::Goal, frame @ Frame::Root) => frame,
            (Merge::Goal | Merge::All, _) => Frame::Current,
        }
    }
}

/// Structural equality: spans are ignored, bound variables may have other numbers.
pub(crate) fn same(a: &Expr, b: &Expr, merge: Merge) -> bool {
    equal(a, b, merge, &mut Vec::new())
}

fn equal(a: &Expr, b: &Expr, merge: Merge, bound: &mut Vec<(LocalId, LocalId)>) -> bool {
    use ExprKind as K;
    let frames = |x: &Frame, y: &Frame| merge.frame(*x) == merge.frame(*y);
    let alike = match (&a.kind, &b.kind) {
        (K::Number(x), K::Number(y)) => x == y,
        (K::Board(x), K::Board(y)) => x == y,
        (K::Truth(x), K::Truth(y)) => x == y,
        (K::Side(x), K::Side(y)) => x == y,
        (K::Local(x), K::Local(y)) => match bound.iter().rev().find(|(l, r)| l == x || r == y) {
            Some((l, r)) => l == x && r == y,
            None => x == y,
        },
        (K::Piece(w, r), K::Piece(v, s)) => w == v && r == s,
        (K::PieceOf(_, r), K::PieceOf(_, s)) => r == s,
        (K::Squares(f, _), K::Squares(g, _)) => frames(f, g),
        (K::ToMove(f, w), K::ToMove(g, v)) => frames(f, g) && w == v,
        (K::Given(_, f, c), K::Given(_, g, d)) => c == d && frames(f, g),
        (K::Call(c, f, _), K::Call(d, g, _)) => c == d && frames(f, g),
        (K::Prim(c, f, _), K::Prim(d, g, _)) => {
            c == d && (!c.entry().reads_position || frames(f, g))
        }
        (K::Satisfiable(f, x), K::Satisfiable(g, y)) => frames(f, g) && x == y,
        (K::TruthEq(n, ..), K::TruthEq(m, ..)) => n == m,
        (K::Compare(n, ..), K::Compare(m, ..)) => n == m,
        (K::Boards(n, ..), K::Boards(m, ..)) => n == m,
        (K::BoardOp(n, ..), K::BoardOp(m, ..)) => n == m,
        (K::NumberOp(n, ..), K::NumberOp(m, ..)) => n == m,
        (K::Fold(n, i, x, x2), K::Fold(m, j, y, y2)) => {
            if n != m || !equal(x, y, merge, bound) {
                return false;
            }
            bound.push((*i, *j));
            let answer = equal(x2, y2, merge, bound);
            bound.pop();
            return answer;
        }
        (x, y) => std::mem::discriminant(x) == std::mem::discriminant(y),
    };
    let mut others = Vec::new();
    each_child(b, &mut |other| others.push(other));
    let mut others = others.into_iter();
    let mut answer = alike;
    each_child(a, &mut |child| {
        answer = answer
            && others
                .next()
                .is_some_and(|of| equal(child, of, merge, bound));
    });
    answer && others.next().is_none()
}

/// The two sides of a relation that are one value, and what it says of them.
pub(crate) fn with_itself(relation: &Expr, merge: Merge) -> Option<(&Expr, &Expr, bool)> {
    let (a, b, holds) = match &relation.kind {
        ExprKind::Compare(relation, a, b) => {
            let ((a, more), (b, less)) = (without_constant(a), without_constant(b));
            (a, b, relation.holds(more.cmp(&less)))
        }
        ExprKind::Boards(BoardRelation::Eq | BoardRelation::Subset, a, b) => (&**a, &**b, true),
        ExprKind::Boards(BoardRelation::Ne | BoardRelation::ProperSubset, a, b) => {
            (&**a, &**b, false)
        }
        ExprKind::TruthEq(differ, a, b) => (&**a, &**b, !differ),
        ExprKind::Same(a, b) => (&**a, &**b, true),
        // A sign such as `⊄` is one relation in the text.
        ExprKind::Not(inner) if inner.span == relation.span => {
            let (a, b, holds) = with_itself(inner, merge)?;
            return Some((a, b, !holds));
        }
        _ => return None,
    };
    same(a, b, merge).then_some((a, b, holds))
}

/// A number without the constants that are added to it, and their sum: `x + 1` is `x` and 1.
fn without_constant(mut of: &Expr) -> (&Expr, i64) {
    let mut sum = 0_i64;
    while let ExprKind::NumberOp(op @ (NumberOp::Add | NumberOp::Sub), a, b) = &of.kind {
        (of, sum) = match (op, &a.kind, &b.kind) {
            (NumberOp::Add, ExprKind::Number(n), _) => (&**b, sum.saturating_add(*n)),
            (NumberOp::Add, _, ExprKind::Number(n)) => (&**a, sum.saturating_add(*n)),
            (_, _, ExprKind::Number(n)) => (&**a, sum.saturating_sub(*n)),
            _ => break,
        };
    }
    (of, sum)
}

/// The parts of a descriptor that all have to be true.
pub(crate) fn conjuncts(test: &Expr) -> &[Expr] {
    match &test.kind {
        ExprKind::And(parts) => parts,
        _ => std::slice::from_ref(test),
    }
}

/// Two expressions that are the same, or none of both.
pub(crate) fn both_same(a: Option<&Expr>, b: Option<&Expr>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same(a, b, Merge::Nothing),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Two classes of moves that select the same moves.
pub(crate) fn same_moves(a: &Class, b: &Class) -> bool {
    a.roles == b.roles
        && a.who == b.who
        && a.toward == b.toward
        && a.promote == b.promote
        && both_same(a.from.as_ref(), b.from.as_ref())
        && both_same(a.to.as_ref(), b.to.as_ref())
        && both_same(a.filter.as_ref(), b.filter.as_ref())
}

/// Two classes of moves that select the same moves in the same order.
pub(crate) fn same_class(a: &Class, b: &Class) -> bool {
    let mut keys = a.keys.iter().zip(&b.keys);
    same_moves(a, b)
        && a.keys.len() == b.keys.len()
        && keys.all(|(x, y)| same(x, y, Merge::Nothing))
}

/// An expression node.
pub(crate) const fn node(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// The constant truth.
pub(crate) const fn truth(value: bool, span: Span) -> Expr {
    node(ExprKind::Truth(value), Type::Truth, span)
}

/// The place of an expression; none where there is none.
pub(super) fn place_of(expr: Option<&Expr>) -> Span {
    expr.map_or(Span::default(), |expr| expr.span)
}

/// The type of a fold with a body of this type.
pub(crate) const fn fold_type(fold: Fold) -> Type {
    match fold {
        Fold::Min | Fold::Max | Fold::Sum => Type::Number(1),
        Fold::Exists | Fold::All => Type::Truth,
        Fold::Filter => Type::Board,
    }
}
