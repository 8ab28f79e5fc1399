//! Expressions: types upward, one meaning for every overloaded sign, poison for what is in error.
//!
//! [`Checker::infer`] gives the typed form of an expression, [`Checker::expect`] that of one whose type the place fixes. Rulings:
//! a piece means its squares where a board is expected; a bare board as a descriptor is true when not empty, with a
//! warning everywhere but in the descriptors of a strategy, where the paper writes so; `any` is all squares as a board and true as a descriptor, and a board where nothing is expected;
//! `{a, b}` is the union of boards; a number may be a tuple where its definition's value is one.

use super::frame::Cx;
use super::walk::node;
use super::zone::{ZONE_FORM, zone_of};
use super::{Checker, Want};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{BoardOp, BoardRelation, Expr, ExprKind, Ty, Type};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, DefineKind, UnaryOp};

/// The longest row of operators other than `∧` and `∨`, whose rows are lists.
const LONGEST_ROW: usize = 500;

/// A type in a sentence.
pub(crate) fn noun(ty: Type) -> String {
    match ty {
        Type::Board => "a board".to_owned(),
        Type::Number(1) => "a number".to_owned(),
        Type::Number(width) => format!("a tuple of {width} numbers"),
        Type::Truth => "a descriptor".to_owned(),
        Type::Piece => "a piece".to_owned(),
        Type::Side => "a side".to_owned(),
        Type::Zone => "a zone".to_owned(),
    }
}

/// A type in a sentence, a number of any width as a number.
fn noun_or_number(ty: Type) -> String {
    noun(match ty {
        Type::Number(_) => Type::Number(1),
        ty => ty,
    })
}

/// Several of a type.
pub(crate) fn plural(ty: Type) -> &'static str {
    match ty {
        Type::Board => "boards",
        Type::Number(1) => "numbers",
        Type::Number(_) => "tuples",
        Type::Truth => "descriptors",
        Type::Piece => "pieces",
        Type::Side => "sides",
        Type::Zone => "zones",
    }
}

/// The kind of value that a type is, as a preference.
pub(crate) const fn want_of(ty: Type) -> Want {
    match ty {
        Type::Board => Want::Board,
        Type::Number(_) => Want::Number,
        Type::Truth => Want::Truth,
        Type::Piece => Want::Piece,
        Type::Side => Want::Side,
        Type::Zone => Want::Zone,
    }
}

/// The type of a library definition's or a primitive's parameter.
pub(super) const fn type_of(ty: Ty) -> Type {
    match ty {
        Ty::Board => Type::Board,
        Ty::Number => Type::Number(1),
        Ty::Truth => Type::Truth,
        Ty::Piece => Type::Piece,
        Ty::Side => Type::Side,
    }
}

/// The type of a definition's value; a number may turn out to be a tuple.
pub(super) const fn type_of_kind(kind: DefineKind) -> Type {
    match kind {
        DefineKind::Board => Type::Board,
        DefineKind::Number => Type::Number(1),
        DefineKind::Descriptor => Type::Truth,
        DefineKind::Zone => Type::Zone,
    }
}

impl Checker<'_> {
    /// The typed form of an expression of this type; `Number(0)` stands for a number or tuple of any width.
    pub(crate) fn expect(&mut self, cx: &mut Cx, expr: &ast::Expr, ty: Type) -> Option<Expr> {
        let found = self.infer(cx, expr, want_of(ty))?;
        self.coerce(cx, found, ty)
    }

    /// Turns a value into one of the expected type where the language allows it, or says why not.
    pub(crate) fn coerce(&mut self, cx: &mut Cx, found: Expr, ty: Type) -> Option<Expr> {
        let span = found.span;
        match (ty, found.ty) {
            (Type::Number(0), Type::Number(_)) => return Some(found),
            (wanted, found_ty) if wanted == found_ty => return Some(found),
            (Type::Board, Type::Piece) => return Some(self.squares(cx, found)),
            (Type::Truth, Type::Board) if cx.place.in_strategy() => {
                return Some(node(ExprKind::NonEmpty(Box::new(found)), Type::Truth, span));
            }
            (Type::Truth, Type::Board | Type::Piece) => {
                return Some(self.bare_board(cx, found, None));
            }
            _ => {}
        }
        self.mismatch(&found, ty);
        None
    }

    /// A board as a descriptor, with its warning; `meant` is what may have been meant by the sign after it.
    fn bare_board(&mut self, cx: &mut Cx, found: Expr, meant: Option<String>) -> Expr {
        let span = found.span;
        let words = self.words(span).map(|words| match found.ty {
            Type::Piece => format!("SQ({words})"),
            _ => words,
        });
        let help = words.map(|words| match meant {
            Some(meant) => format!("write `{meant}`, or `{words} ≠ ∅`"),
            None if words.starts_with("ATT(") => {
                "ask which of the squares are attacked, as in `SQ(B.K) ⊆ ATT(W.R)`".to_owned()
            }
            None => format!("write `{words} ≠ ∅`"),
        });
        let message = "a board is used as a descriptor; it is true when not empty";
        self.report(
            Diagnostic::new(Code::BareBoard, message)
                .with_label(span, "a board")
                .with_help_if(help),
        );
        let board = match found.ty {
            Type::Piece => self.squares(cx, found),
            _ => found,
        };
        node(ExprKind::NonEmpty(Box::new(board)), Type::Truth, span)
    }

    /// `SQ(R) ∧ MV(B.K) = ∅`: a board before a relation of boards, which one sign of sets would make a whole.
    fn meant_as_set(
        &self,
        board: Option<&Option<Expr>>,
        sign: &str,
        next: Option<&Option<Expr>>,
    ) -> Option<String> {
        let (board, next) = (board?.as_ref()?, next?.as_ref()?);
        let relates = matches!(next.kind, ExprKind::Boards(..));
        let is_board = matches!(board.ty, Type::Board | Type::Piece);
        let (left, right) = (self.words(board.span)?, self.words(next.span)?);
        (relates && is_board).then(|| format!("{left} {sign} {right}"))
    }

    fn mismatch(&mut self, found: &Expr, ty: Type) {
        self.broken = true;
        if found.ty == Type::Zone {
            return self.zone_as_value(found.span, &noun_or_number(ty));
        }
        let wanted = if ty == Type::Number(0) {
            Type::Number(1)
        } else {
            ty
        };
        let words = self.words(found.span);
        let (code, help) = match (wanted, found.ty) {
            (_, Type::Side) => (
                Code::SideAsValue,
                words.map(|words| format!("the squares of all men of the side are `{words}.*`")),
            ),
            (Type::Truth, Type::Number(_)) => (
                Code::ExpectedDescriptor,
                match &found.kind {
                    ExprKind::Number(_) => Some(
                        "a number alone is no condition; say what is compared with it, as in `replies = 0`"
                            .to_owned(),
                    ),
                    _ => words
                        .map(|words| format!("compare the number with something: `{words} = 0`")),
                },
            ),
            (Type::Truth, _) => (Code::ExpectedDescriptor, None),
            (Type::Number(_), Type::Number(_)) => (
                Code::TupleNotAllowed,
                Some("a tuple is compared with another tuple, or is the key of `by`".to_owned()),
            ),
            (Type::Number(_), Type::Board) => (
                Code::TypeMismatch,
                self.number_of(found)
                    .map(|(what, number)| format!("its {what} is `{number}`")),
            ),
            (Type::Number(_), Type::Truth) => (
                Code::TypeMismatch,
                match self.text.get(..found.span.start as usize) {
                    // Only the body of a definition and the key of a class may be of any width.
                    Some(before) if ty == Type::Number(0) && before.trim_end().ends_with('=') => {
                        Some("write `descriptor` in the place of `number`".to_owned())
                    }
                    Some(before) if before.trim_end().ends_with("depth") => Some(
                        "a depth is a number of plies, and a goal follows `better`: `better mate`, `depth 5`"
                            .to_owned(),
                    ),
                    _ => words.map(|words| format!("write `if {words} then 1 else 0`")),
                },
            ),
            (Type::Zone, Type::Board | Type::Piece) => {
                (Code::TypeMismatch, words.as_deref().map(zone_of))
            }
            (Type::Zone, _) => (Code::TypeMismatch, Some(ZONE_FORM.to_owned())),
            _ => (Code::TypeMismatch, None),
        };
        self.mismatched(code, found, wanted, help);
    }

    /// The error for a value of another type than is wanted.
    pub(super) fn mismatched(
        &mut self,
        code: Code,
        found: &Expr,
        wanted: Type,
        help: Option<String>,
    ) {
        self.broken = true;
        let message = format!("expected {}, found {}", noun(wanted), noun(found.ty));
        self.report(
            Diagnostic::new(code, message)
                .with_label(found.span, noun(found.ty))
                .with_help_if(help),
        );
    }

    /// The typed form of an expression, or `None` where it or a part of it is in error.
    pub(crate) fn infer(&mut self, cx: &mut Cx, expr: &ast::Expr, want: Want) -> Option<Expr> {
        let value = self.infer_kind(cx, expr, want);
        match &value {
            Some(value) => {
                let frame = match &expr.kind {
                    ast::ExprKind::Prefix(prefix, _) => prefix.node,
                    _ => cx.frame,
                };
                self.index.has_type(expr.span, value.ty, frame);
            }
            None => self.broken = true,
        }
        value
    }

    /// Branches on what has parts. Each case has a function of its own: this one's frame lies on the stack once for every level of nesting.
    fn infer_kind(&mut self, cx: &mut Cx, expr: &ast::Expr, want: Want) -> Option<Expr> {
        use ast::ExprKind as A;
        let span = expr.span;
        match &expr.kind {
            A::Zone(args) => self.zone(cx, args, span),
            A::Name(name) => self.name(cx, name, span, want),
            A::Call(name, args) => self.call(cx, name, args, span, want),
            // The place is the whole of it, so that an explanation says `root.room` and not `room`.
            A::Prefix(prefix, inner) => self
                .prefix(cx, prefix, inner, want)
                .map(|value| Expr { span, ..value }),
            A::Tuple(parts) => self.tuple(cx, parts, span),
            A::Set(parts) => self.set(cx, parts, span),
            A::Fold(fold, name, range, body) => self.fold(cx, *fold, name, [range, body], span),
            A::MinMax(kind, parts) => self.min_max(cx, *kind, parts, span),
            A::If(arms, last) => self.choice(cx, arms, last, want, span),
            A::Turned(inner) => self.turned(cx, inner, span),
            A::Satisfiable(join, refs) => self.satisfiable(cx, *join, refs, span),
            A::Unary(op, inner) => match op.node {
                UnaryOp::Not => self.not(cx, op.span, inner, span),
                UnaryOp::Complement => self.complement(cx, op.span, inner, span),
                UnaryOp::Negate => self.negate(cx, op.span, inner, span),
            },
            A::Junction(word, parts) => {
                self.junction(cx, *word == BinaryOp::And, parts, want, span)
            }
            A::Binary(..) => self.binary(cx, expr, want),
            _ => self.leaf(cx, expr, want),
        }
    }

    fn turned(&mut self, cx: &mut Cx, inner: &ast::Expr, span: Span) -> Option<Expr> {
        let inner = self.expect(cx, inner, Type::Truth)?;
        if self
            .declared
            .iter()
            .any(|material| material.counts.iter().any(|side| side[5] > 0))
        {
            self.report(
                Diagnostic::new(
                    Code::TurnedPawns,
                    "`turned` also turns the direction of the pawns",
                )
                .with_label(span, "turned in all eight ways")
                .with_help("write the pattern and its mirror image on the files, joined by `∨`"),
            );
        }
        Some(node(ExprKind::Turned(Box::new(inner)), Type::Truth, span))
    }

    fn not(&mut self, cx: &mut Cx, op: Span, written: &ast::Expr, span: Span) -> Option<Expr> {
        let inner = self.expect(cx, written, Type::Truth)?;
        if let ExprKind::TruthEq(..) = inner.kind {
            self.negated_equality(op, written);
        }
        Some(node(ExprKind::Not(Box::new(inner)), Type::Truth, span))
    }

    fn complement(&mut self, cx: &mut Cx, op: Span, inner: &ast::Expr, span: Span) -> Option<Expr> {
        let found = self.infer(cx, inner, Want::Board)?;
        let inner = Box::new(self.operand(cx, found, Type::Board, "~", op)?);
        Some(node(ExprKind::Complement(inner), Type::Board, span))
    }

    fn negate(&mut self, cx: &mut Cx, op: Span, inner: &ast::Expr, span: Span) -> Option<Expr> {
        let found = self.infer(cx, inner, Want::Number)?;
        let inner = self.operand(cx, found, Type::Number(1), "-", op)?;
        let kind = match inner.kind {
            ExprKind::Number(n) => ExprKind::Number(n.saturating_neg()),
            _ => ExprKind::Negate(Box::new(inner)),
        };
        Some(node(kind, Type::Number(1), span))
    }

    /// A row of truths. One in error leaves the others checked all the same.
    fn junction(
        &mut self,
        cx: &mut Cx,
        and: bool,
        parts: &[ast::Expr],
        want: Want,
        span: Span,
    ) -> Option<Expr> {
        let values: Vec<Option<Expr>> = parts
            .iter()
            .map(|part| self.infer(cx, part, Want::Truth))
            .collect();
        let sign = if and { "∩" } else { "∪" };
        if want == Want::Board
            && values
                .iter()
                .flatten()
                .all(|value| matches!(value.ty, Type::Board | Type::Piece))
        {
            self.sets_joined_by_word(&values, sign, span);
            return None;
        }
        let is_number = |value: &Expr| matches!(value.ty, Type::Number(_));
        if want == Want::Number && values.iter().flatten().all(is_number) {
            let sign = if and { "∧" } else { "∨" };
            let help = "numbers are added by `+`, multiplied by `*`; `min(a, b)` and `max(a, b)` choose one";
            return self.refuse(
                Diagnostic::new(
                    Code::OperatorNotForType,
                    format!("`{sign}` is not defined for numbers"),
                )
                .with_label(span, "joins conditions")
                .with_help(help),
            );
        }
        let meant: Vec<Option<String>> = (0..values.len())
            .map(|at| self.meant_as_set(values.get(at), sign, values.get(at + 1)))
            .collect();
        let mut found: Vec<Option<Expr>> = Vec::with_capacity(values.len());
        let mut relation: Option<String> = None;
        for (value, meant) in values.into_iter().zip(meant) {
            if let Some(value) = &value {
                if let (ExprKind::Number(_), Some(before)) = (&value.kind, &relation) {
                    let words = self.words(value.span);
                    let help = words.map(|words| format!("write `{before} {words}`"));
                    self.mismatched(Code::ExpectedDescriptor, value, Type::Truth, help);
                    found.push(None);
                    continue;
                }
                relation = self.compared(value);
            }
            found.push(match (value, meant) {
                (Some(board), Some(meant)) if !cx.place.in_strategy() => {
                    Some(self.bare_board(cx, board, Some(meant)))
                }
                (value, _) => value.and_then(|value| self.coerce(cx, value, Type::Truth)),
            });
        }
        let Some(found) = found.into_iter().collect::<Option<Vec<Expr>>>() else {
            self.broken = true;
            return None;
        };
        // A row of the same word in parentheses belongs to the row around.
        let mut flat = Vec::with_capacity(found.len());
        for part in found {
            match part.kind {
                ExprKind::And(more) if and => flat.extend(more),
                ExprKind::Or(more) if !and => flat.extend(more),
                _ => flat.push(part),
            }
        }
        let kind = if and {
            ExprKind::And(flat)
        } else {
            ExprKind::Or(flat)
        };
        Some(node(kind, Type::Truth, span))
    }

    /// A row of operators of one precedence is a tree that leans to the left; it is walked without recursion.
    fn binary(&mut self, cx: &mut Cx, expr: &ast::Expr, want: Want) -> Option<Expr> {
        let mut row = Vec::new();
        let mut first = expr;
        while let ast::ExprKind::Binary(op, left, right) = &first.kind {
            row.push((op, right.as_ref(), first.span));
            first = left;
        }
        row.reverse();
        if row.len() > LONGEST_ROW {
            return self.refuse(
                Diagnostic::new(
                    Code::ExpressionTooLarge,
                    format!(
                        "an expression of {} operators in a row; {LONGEST_ROW} are the most",
                        row.len()
                    ),
                )
                .with_label(expr.span, "too large")
                .with_help("split it into several definitions"),
            );
        }
        let starts_with = match row.first() {
            Some((op, ..)) if arithmetic(op.node) => want,
            _ => Want::Any,
        };
        let mut left = self.infer(cx, first, starts_with);
        for (op, right, span) in row {
            left = match op.node {
                word if arithmetic(word) => {
                    let right = self.infer(
                        cx,
                        right,
                        left.as_ref().map_or(want, |left| want_of(left.ty)),
                    );
                    match (left, right) {
                        (Some(left), Some(right)) => self.arithmetic(cx, op, left, right, span),
                        _ => None,
                    }
                }
                _ if self.is_number_in_set(op, left.as_ref(), right) => None,
                _ => {
                    let right = self.infer(
                        cx,
                        right,
                        left.as_ref().map_or(Want::Any, |left| want_of(left.ty)),
                    );
                    match (left, right) {
                        (Some(left), Some(right)) => self.relation(cx, op, left, right, span),
                        _ => None,
                    }
                }
            };
            match &left {
                Some(left) => self.index.has_type(span, left.ty, cx.frame),
                None => self.broken = true,
            }
        }
        left
    }
}

const fn arithmetic(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Diff | BinaryOp::Times
    )
}

/// A board from two.
pub(super) fn board_op(op: BoardOp, left: Expr, right: Expr, span: Span) -> Expr {
    node(
        ExprKind::BoardOp(op, Box::new(left), Box::new(right)),
        Type::Board,
        span,
    )
}

/// A relation of two boards.
pub(super) fn boards(relation: BoardRelation, left: Expr, right: Expr, span: Span) -> Expr {
    node(
        ExprKind::Boards(relation, Box::new(left), Box::new(right)),
        Type::Truth,
        span,
    )
}
