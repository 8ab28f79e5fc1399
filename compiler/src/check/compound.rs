//! Expressions of several parts: tuples, sets, folds over squares, `min(a, b)`, `if`.
//!
//! Rulings: a set is the union of its boards; the variable of a fold is a board of one square; all branches of an `if` have one
//! type, pieces being their squares unless a piece is expected.

use super::expr::{board_op, noun};
use super::frame::Cx;
use super::names::Def;
use super::walk::{contains, fold_type, node};
use super::{Checker, Want};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{BoardOp, Expr, ExprKind, Fold, LocalId, NumberOp, Type};
use crate::source::Span;
use crate::syntax::ast;

/// The widest tuple.
const WIDEST: usize = 16;

/// The most elements of a set, arguments of `min`, or branches of an `if`.
const MOST_PARTS: usize = 256;

impl Checker<'_> {
    pub(super) fn range_not_in_line(
        &mut self,
        a: &crate::source::Spanned<u8>,
        b: &crate::source::Spanned<u8>,
        span: Span,
    ) {
        let (from, to) = (
            adv_chess::geometry::square_name(a.node),
            adv_chess::geometry::square_name(b.node),
        );
        self.report(
            Diagnostic::new(
                Code::RangeNotInLine,
                format!("`{from}` and `{to}` are on no common rank, file or diagonal"),
            )
            .with_label(span, "no line")
            .with_help(format!(
                "list the squares, as in `{{{from}, {to}}}`, or write `RECTANGLE({from}, {to})`"
            )),
        );
    }

    pub(super) fn tuple(&mut self, cx: &mut Cx, parts: &[ast::Expr], span: Span) -> Option<Expr> {
        let parts: Vec<Option<Expr>> = parts
            .iter()
            .map(|part| self.expect(cx, part, Type::Number(1)))
            .collect();
        let parts = parts.into_iter().collect::<Option<Vec<Expr>>>()?;
        match u8::try_from(parts.len()) {
            Ok(width) if parts.len() <= WIDEST => {
                Some(node(ExprKind::Tuple(parts), Type::Number(width), span))
            }
            _ => self.refuse(
                Diagnostic::new(
                    Code::ExpressionTooLarge,
                    format!("a tuple of {} numbers; {WIDEST} are the most", parts.len()),
                )
                .with_label(span, "too many numbers"),
            ),
        }
    }

    /// The parts of one expression become nested operators, which must not be too deep.
    fn few(&mut self, count: usize, span: Span) -> Option<()> {
        if count > MOST_PARTS {
            self.too_large(
                &format!("an expression of {count} parts; {MOST_PARTS} are the most"),
                span,
            );
            return None;
        }
        Some(())
    }

    pub(super) fn set(&mut self, cx: &mut Cx, parts: &[ast::Expr], span: Span) -> Option<Expr> {
        self.few(parts.len(), span)?;
        let parts: Vec<Option<Expr>> = parts
            .iter()
            .map(|part| self.expect(cx, part, Type::Board))
            .collect();
        let mut known = 0;
        let mut rest: Vec<Expr> = Vec::new();
        for part in parts.into_iter().collect::<Option<Vec<Expr>>>()? {
            match part.kind {
                ExprKind::Board(board) => known |= board,
                _ => rest.push(part),
            }
        }
        let mut rest = rest.into_iter();
        let constant = node(ExprKind::Board(known), Type::Board, span);
        let start = match rest.next() {
            Some(first) if known == 0 => first,
            Some(first) => board_op(BoardOp::Union, constant, first, span),
            None => constant,
        };
        Some(rest.fold(start, |left, right| {
            board_op(BoardOp::Union, left, right, span)
        }))
    }

    pub(super) fn fold(
        &mut self,
        cx: &mut Cx,
        fold: Fold,
        name: &ast::Name,
        [range, body]: [&ast::Expr; 2],
        span: Span,
    ) -> Option<Expr> {
        let ty = match fold {
            Fold::Min | Fold::Max | Fold::Sum => Type::Number(1),
            Fold::Exists | Fold::All | Fold::Filter => Type::Truth,
        };
        // A value may be meant where the variable is.
        if let Some(Def::Function(_)) = self.names.own.get(name.node.as_str()) {
            self.shadows("variable", name);
        }
        let range = self.expect(cx, range, Type::Board);
        let id = cx.bind(&name.node, Some(Type::Board));
        let body = self.expect(cx, body, ty);
        cx.locals.pop();
        let (range, body) = (range?, body?);
        self.unused_variable(fold, (name, id), [&range, &body], span);
        let kind = ExprKind::Fold(fold, id, Box::new(range), Box::new(body));
        Some(node(kind, fold_type(fold), span))
    }

    /// The warning for a body that does not mention its variable; and for a part of it that does not and means another thing outside: `∨` in
    /// `exists`, `∧` in `all`.
    fn unused_variable(
        &mut self,
        fold: Fold,
        (name, id): (&ast::Name, LocalId),
        [range, body]: [&Expr; 2],
        span: Span,
    ) {
        let name = &name.node;
        let mentions = |of: &Expr| {
            contains(
                of,
                &mut |part| matches!(part.kind, ExprKind::Local(of) if of == id),
            )
        };
        let message = |text| format!("{text} does not mention `{name}`");
        if !mentions(body) {
            if !name.starts_with('_') {
                self.report(
                    Diagnostic::new(Code::UnusedParameter, message(self.slice(body.span)))
                        .with_label(body.span, "the same for all squares")
                        .with_secondary(range.span, format!("`{name}` is each of these"))
                        .with_help(format!("speak of `{name}`, or write `_{name}`")),
                );
            }
            return;
        }
        let (word, sign, parts) = match (fold, &body.kind) {
            (Fold::Exists, ExprKind::Or(parts)) => ("exists", "∨", parts),
            (Fold::All, ExprKind::And(parts)) => ("all", "∧", parts),
            _ => return,
        };
        let Some(part) = parts.iter().find(|of| !mentions(of)) else {
            return;
        };
        let rest = parts.iter().filter(|of| mentions(of));
        let rest: Option<Vec<String>> = rest.map(|of| self.words(of.span)).collect();
        let help = rest.zip(self.words(range.span)).zip(self.words(part.span));
        let help = help.map(|((rest, range), part)| {
            let rest = rest.join(&format!(" {sign} "));
            format!("write `({word} {name} in {range} : {rest}) {sign} {part}`")
        });
        self.report(
            Diagnostic::new(Code::UnusedParameter, message(self.slice(part.span)))
                .with_label(part.span, format!("asked only where there is a `{name}`"))
                .with_secondary(span, format!("`{word}` goes to the end"))
                .with_help_if(help),
        );
    }

    pub(super) fn min_max(
        &mut self,
        cx: &mut Cx,
        kind: Fold,
        parts: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let (op, word) = match kind {
            Fold::Min => (NumberOp::Min, "min"),
            Fold::Max => (NumberOp::Max, "max"),
            _ => (NumberOp::Add, "sum"),
        };
        self.few(parts.len(), span)?;
        let parts: Vec<Option<Expr>> = parts
            .iter()
            .map(|part| self.expect(cx, part, Type::Number(1)))
            .collect();
        if parts.len() < 2 {
            return self.refuse(
                Diagnostic::new(
                    Code::ArgumentCount,
                    format!("`{word}` takes 2 arguments or more, found {}", parts.len()),
                )
                .with_label(span, "too few arguments")
                .with_help(format!(
                    "over the squares of a board it is `{word} x in b : n`"
                )),
            );
        }
        let parts = parts.into_iter().collect::<Option<Vec<Expr>>>()?;
        parts.into_iter().reduce(|left, right| {
            let kind = ExprKind::NumberOp(op, Box::new(left), Box::new(right));
            node(kind, Type::Number(1), span)
        })
    }

    pub(super) fn choice(
        &mut self,
        cx: &mut Cx,
        arms: &[(ast::Expr, ast::Expr)],
        last: &ast::Expr,
        want: Want,
        span: Span,
    ) -> Option<Expr> {
        self.few(arms.len(), span)?;
        let mut conditions = Vec::with_capacity(arms.len());
        let mut branches = Vec::with_capacity(arms.len() + 1);
        for (condition, branch) in arms {
            conditions.push(self.expect(cx, condition, Type::Truth));
            branches.push(self.infer(cx, branch, want));
        }
        branches.push(self.infer(cx, last, want));
        let conditions = conditions.into_iter().collect::<Option<Vec<Expr>>>()?;
        let mut branches = branches.into_iter().collect::<Option<Vec<Expr>>>()?;
        if let Some(zone) = branches.iter().find(|branch| branch.ty == Type::Zone) {
            let span = zone.span;
            self.zone_chosen(span);
            return None;
        }
        // Pieces of one type stay pieces where a piece is expected, and are their squares elsewhere.
        let all_pieces = branches.iter().all(|branch| branch.ty == Type::Piece);
        if !(all_pieces && want == Want::Piece) {
            branches = branches
                .into_iter()
                .map(|branch| {
                    if branch.ty == Type::Piece {
                        self.squares(cx, branch)
                    } else {
                        branch
                    }
                })
                .collect();
        }
        let mut branches = branches.into_iter().rev();
        let mut value = branches.next()?;
        for (condition, branch) in conditions.into_iter().rev().zip(branches) {
            if branch.ty != value.ty {
                return self.refuse(
                    Diagnostic::new(
                        Code::BranchesDiffer,
                        format!(
                            "the branches differ: {} and {}",
                            noun(branch.ty),
                            noun(value.ty)
                        ),
                    )
                    .with_label(value.span, noun(value.ty))
                    .with_secondary(branch.span, noun(branch.ty)),
                );
            }
            let ty = value.ty;
            value = node(
                ExprKind::If(Box::new(condition), Box::new(branch), Box::new(value)),
                ty,
                span,
            );
        }
        Some(value)
    }
}
