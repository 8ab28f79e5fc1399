//! One thing in two places: branches alike, a board in the other one, a man and himself; and a pawn with the other side.
//!
//! ```text
//!   us.R ∩ FILE(us.R)        is us.R
//!   aligned(W.R, W.R)        of a man and himself
//!   KEY-SQUARES(W.P, B)      the way of a pawn is that of its side
//! ```

use crate::check::Checker;
use crate::check::walk::{Merge, same};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{BoardOp, Callee, Expr, ExprKind, Hir, PrimId, Role, Who};

/// Reports a part of an expression that is of one thing twice. Its own parts are not looked at.
pub(super) fn look(checker: &mut Checker<'_>, program: &Hir, part: &Expr) {
    if let Some(warning) = found(checker, program, part) {
        checker.report(warning);
    }
}

fn found(checker: &Checker<'_>, program: &Hir, part: &Expr) -> Option<Diagnostic> {
    let twice = |message: String| Diagnostic::new(Code::ComparedWithItself, message);
    let whole = checker.slice(part.span);
    match &part.kind {
        ExprKind::If(condition, a, b) if same(a, b, Merge::Nothing) => Some(
            twice("both branches of this `if` are the same".to_owned())
                .with_label(condition.span, "decides nothing")
                .with_secondary(a.span, "where it is true")
                .with_secondary(b.span, "where it is false")
                .with_help("correct one branch, or write the value alone"),
        ),
        ExprKind::BoardOp(op, a, b) => {
            let mut orders = [(a, b), (b, a)].into_iter();
            let (less, more) = orders.find(|(a, b)| is_within(a, b))?;
            let kept = match op {
                BoardOp::Intersect => less,
                BoardOp::Union => more,
                BoardOp::Minus => return None,
            };
            let message = format!("{whole} is {}", checker.slice(kept.span));
            Some(
                twice(message)
                    .with_label(part.span, "one of its boards is in the other")
                    .with_help("write it alone, or correct the other board"),
            )
        }
        ExprKind::Call(Callee::Library(_), _, args) | ExprKind::Prim(PrimId::Between, _, args) => {
            let [man, other] = args.as_slice() else {
                return None;
            };
            let ExprKind::Squares(_, piece) = &man.kind else {
                return None;
            };
            if same(man, other, Merge::Nothing) {
                return Some(
                    twice(format!("{whole} is of a man and himself"))
                        .with_label(other.span, "the same man again")
                        .with_help("name the other man"),
                );
            }
            let (ExprKind::Piece(who, Some(Role::Pawn)), ExprKind::Side(side)) =
                (&piece.kind, &other.kind)
            else {
                return None;
            };
            let sides = [
                (Who::White, Who::Black),
                (Who::Black, Who::White),
                (Who::Us, Who::Them),
                (Who::Them, Who::Us),
            ];
            let ExprKind::Call(Callee::Library(index), ..) = part.kind else {
                return None;
            };
            let import = program.imports.get(index)?;
            if import.module != "std.pawn" || !sides.contains(&(*who, *side)) {
                return None;
            }
            let (name, own, side) = (&import.name, who.word(), side.word());
            let message = format!("`{name}` is of a pawn of {own}, and the side is {side}");
            let label = "the side whose pawn it is, which says where it goes";
            Some(
                Diagnostic::new(Code::FiguresExchanged, message)
                    .with_label(other.span, label)
                    .with_help(format!("write `{own}`")),
            )
        }
        _ => None,
    }
}

/// True of boards of which one has all squares of the other in every position.
fn is_within(a: &Expr, b: &Expr) -> bool {
    let of = match &b.kind {
        ExprKind::Prim(PrimId::FilesOf | PrimId::RanksOf, _, args) => args.first(),
        _ => None,
    };
    let mut of = of.into_iter().chain([b]);
    of.any(|of| same(a, of, Merge::Nothing))
}
