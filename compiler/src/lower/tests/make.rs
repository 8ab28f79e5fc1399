//! Checked programs made by hand.

use crate::hir::*;
use crate::source::{Span, Spanned};

pub(super) const NUMBER: Type = Type::Number(1);
pub(super) const NOW: Frame = Frame::Current;

pub(super) fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr {
        kind,
        ty,
        span: Span::default(),
    }
}

pub(super) fn number(value: i64) -> Expr {
    expr(ExprKind::Number(value), NUMBER)
}

pub(super) fn board(word: u64) -> Expr {
    expr(ExprKind::Board(word), Type::Board)
}

pub(super) fn truth(value: bool) -> Expr {
    expr(ExprKind::Truth(value), Type::Truth)
}

pub(super) fn piece(frame: Frame, who: Who, role: Role) -> Expr {
    let piece = expr(ExprKind::Piece(who, Some(role)), Type::Piece);
    expr(ExprKind::Squares(frame, Box::new(piece)), Type::Board)
}

pub(super) fn rook() -> Expr {
    piece(NOW, Who::White, Role::Rook)
}

pub(super) fn king(who: Who) -> Expr {
    piece(NOW, who, Role::King)
}

pub(super) fn local(index: u32, ty: Type) -> Expr {
    expr(ExprKind::Local(LocalId(index)), ty)
}

pub(super) fn result_type(ty: Ty) -> Type {
    match ty {
        Ty::Board => Type::Board,
        Ty::Number => NUMBER,
        Ty::Truth => Type::Truth,
        Ty::Piece => Type::Piece,
        Ty::Side => Type::Side,
    }
}

pub(super) fn prim(prim: PrimId, args: Vec<Expr>) -> Expr {
    prim_in(prim, NOW, args)
}

pub(super) fn prim_in(prim: PrimId, frame: Frame, args: Vec<Expr>) -> Expr {
    let ty = result_type(prim.entry().result);
    expr(ExprKind::Prim(prim, frame, args), ty)
}

pub(super) fn call(index: usize, frame: Frame, args: Vec<Expr>, ty: Type) -> Expr {
    expr(ExprKind::Call(Callee::Own(index), frame, args), ty)
}

pub(super) fn compare(relation: Relation, a: Expr, b: Expr) -> Expr {
    expr(
        ExprKind::Compare(relation, Box::new(a), Box::new(b)),
        Type::Truth,
    )
}

pub(super) fn boards(relation: BoardRelation, a: Expr, b: Expr) -> Expr {
    expr(
        ExprKind::Boards(relation, Box::new(a), Box::new(b)),
        Type::Truth,
    )
}

pub(super) fn arithmetic(op: NumberOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::NumberOp(op, Box::new(a), Box::new(b)), NUMBER)
}

pub(super) fn sets(op: BoardOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::BoardOp(op, Box::new(a), Box::new(b)), Type::Board)
}

pub(super) fn not(a: Expr) -> Expr {
    expr(ExprKind::Not(Box::new(a)), Type::Truth)
}

pub(super) fn and(list: Vec<Expr>) -> Expr {
    expr(ExprKind::And(list), Type::Truth)
}

pub(super) fn or(list: Vec<Expr>) -> Expr {
    expr(ExprKind::Or(list), Type::Truth)
}

pub(super) fn choose(test: Expr, a: Expr, b: Expr) -> Expr {
    let ty = a.ty;
    expr(ExprKind::If(Box::new(test), Box::new(a), Box::new(b)), ty)
}

pub(super) fn tuple(parts: Vec<Expr>) -> Expr {
    let width = u8::try_from(parts.len()).unwrap();
    expr(ExprKind::Tuple(parts), Type::Number(width))
}

pub(super) fn fold(fold: Fold, var: u32, over: Expr, body: Expr) -> Expr {
    let ty = match fold {
        Fold::Min | Fold::Max | Fold::Sum => NUMBER,
        Fold::Exists | Fold::All => Type::Truth,
        Fold::Filter => Type::Board,
    };
    expr(
        ExprKind::Fold(fold, LocalId(var), Box::new(over), Box::new(body)),
        ty,
    )
}

pub(super) fn define(name: &str, params: &[(&str, Type)], body: Expr) -> Function {
    Function {
        name: Spanned::new(name.to_owned(), Span::default()),
        params: params
            .iter()
            .map(|(name, ty)| ((*name).to_owned(), *ty))
            .collect(),
        result: body.ty,
        needs: Needs::NONE,
        body,
        doc: String::new(),
        because: None,
    }
}

pub(super) fn goal(test: Expr) -> Goal {
    Goal::of(When::Always, test, Span::default())
}

pub(super) fn advice(name: &str, better: Expr) -> Advice {
    Advice {
        name: Spanned::new(name.to_owned(), Span::default()),
        side: None,
        better: goal(better),
        holding: goal(truth(true)),
        us: MoveSpec::default(),
        them: MoveSpec::default(),
        depth: 1,
        mode: SearchMode::Within,
        cost: None,
        because: Vec::new(),
        doc: String::new(),
        place: Span::default(),
        kind: AdviceKind::Piece,
        prefer: Vec::new(),
        in_class: None,
    }
}

pub(super) fn program(functions: Vec<Function>, advice: Vec<Advice>) -> Checked {
    Checked {
        program: Hir {
            functions,
            advice,
            ..Hir::default()
        },
    }
}
