//! The two-place operators: what `<`, `=`, `+` and their like mean for the operands at hand.
//!
//! | sign | numbers, tuples | boards, pieces | descriptors, sides |
//! | --- | --- | --- | --- |
//! | `=` `≠` | equal | the same squares | the same |
//! | `<=` `≥` … | order, tuples lexicographically | inclusion | error |
//! | `<` `>` | order | proper inclusion | error |
//! | `∈` `∉` | error | not empty and included | error |
//! | `disjoint` | error | no common square | error |
//! | `+` `-` `*` | sum, difference, product | union, difference, intersection | error |

use super::Checker;
use super::expr::{board_op, boards, noun, plural};
use super::frame::Cx;
use super::names::Kind;
use super::walk::node;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{BoardOp, BoardRelation, Expr, ExprKind, NumberOp, PrimId, Relation, Type};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, BinaryOp};

/// True of what has squares.
const fn boardish(ty: Type) -> bool {
    matches!(ty, Type::Board | Type::Piece)
}

impl Checker<'_> {
    /// Refuses a zone beside a sign.
    fn no_zone(&mut self, sign: &str, operands: [&Expr; 2]) -> Option<()> {
        let zone = operands.into_iter().find(|part| part.ty == Type::Zone);
        let Some(zone) = zone else { return Some(()) };
        self.zone_beside_sign(sign, zone.span);
        None
    }

    fn boards(&mut self, cx: &mut Cx, left: Expr, right: Expr) -> Option<(Expr, Expr)> {
        let left = self.coerce(cx, left, Type::Board)?;
        Some((left, self.coerce(cx, right, Type::Board)?))
    }

    /// `+`, `-`, `\` and `*`.
    pub(super) fn arithmetic(
        &mut self,
        cx: &mut Cx,
        op: &Spanned<BinaryOp>,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let sign = self.sign(op);
        self.no_zone(&sign, [&left, &right])?;
        if boardish(left.ty) && boardish(right.ty) {
            let op = match op.node {
                BinaryOp::Plus => BoardOp::Union,
                BinaryOp::Times => BoardOp::Intersect,
                _ => BoardOp::Minus,
            };
            let (left, right) = self.boards(cx, left, right)?;
            return Some(board_op(op, left, right, span));
        }
        if matches!((left.ty, right.ty), (Type::Number(_), Type::Number(_))) {
            if let Some(help) = sign_of_sets(&sign) {
                let help = self.counted_together(&sign, &left, &right).unwrap_or(help);
                return self.operator_refused(op, &sign, left.ty, Some(&help));
            }
            let kind = match op.node {
                BinaryOp::Plus => NumberOp::Add,
                BinaryOp::Times => NumberOp::Mul,
                _ => NumberOp::Sub,
            };
            let left = self.operand(cx, left, Type::Number(1), &sign, op.span);
            let right = self.operand(cx, right, Type::Number(1), &sign, op.span);
            let kind = ExprKind::NumberOp(kind, Box::new(left?), Box::new(right?));
            return Some(node(kind, Type::Number(1), span));
        }
        if left.ty == right.ty {
            let help = match (left.ty, op.node) {
                (Type::Truth, BinaryOp::Plus) => Some("descriptors are joined by `∨`"),
                (Type::Truth, BinaryOp::Times) => Some("descriptors are joined by `∧`"),
                (Type::Truth, _) => Some("descriptors are joined by `∧`, `∨` and `¬`"),
                _ => None,
            };
            return self.operator_refused(op, &sign, left.ty, help);
        }
        let message = format!(
            "`{sign}` is not defined for {} and {}",
            noun(left.ty),
            noun(right.ty)
        );
        self.refuse(
            Diagnostic::new(Code::OperatorNotForType, message)
                .with_label(op.span, "operands of two kinds")
                .with_secondary(left.span, noun(left.ty))
                .with_secondary(right.span, noun(right.ty)),
        )
    }

    /// `count(a) ∩ count(b)`: the squares of both are counted by `count(a ∩ b)`.
    fn counted_together(&self, sign: &str, left: &Expr, right: &Expr) -> Option<String> {
        let counted = |of: &Expr| match &of.kind {
            ExprKind::Prim(PrimId::Count, _, args) => self.words(args.first()?.span),
            _ => None,
        };
        let (a, b) = (counted(left)?, counted(right)?);
        Some(format!("write `count({a} {sign} {b})`"))
    }

    fn operator_refused(
        &mut self,
        op: &Spanned<BinaryOp>,
        sign: &str,
        ty: Type,
        help: Option<&str>,
    ) -> Option<Expr> {
        self.refuse(
            Diagnostic::new(
                Code::OperatorNotForType,
                format!("`{sign}` is not defined for {}", plural(ty)),
            )
            .with_label(op.span, format!("between {}", plural(ty)))
            .with_help_if(help),
        )
    }

    /// An operand whose type the operator fixes.
    pub(super) fn operand(
        &mut self,
        cx: &mut Cx,
        found: Expr,
        ty: Type,
        sign: &str,
        op_span: Span,
    ) -> Option<Expr> {
        match (ty, found.ty) {
            (wanted, found_ty) if wanted == found_ty => Some(found),
            (Type::Board, Type::Piece) => self.coerce(cx, found, ty),
            (_, Type::Zone) => {
                self.zone_beside_sign(sign, found.span);
                None
            }
            (Type::Number(_), Type::Number(_)) => self.refuse(
                Diagnostic::new(
                    Code::TupleNotAllowed,
                    format!("`{sign}` does not take a tuple"),
                )
                .with_label(found.span, noun(found.ty))
                .with_help("a tuple is compared with another tuple, or is the key of `by`"),
            ),
            _ => self.refuse(
                Diagnostic::new(
                    Code::OperatorNotForType,
                    format!("`{sign}` is not defined for {}", plural(found.ty)),
                )
                .with_label(op_span, format!("before {}", noun(found.ty))),
            ),
        }
    }

    /// `=`, `<`, `∈` and their like.
    pub(super) fn relation(
        &mut self,
        cx: &mut Cx,
        op: &Spanned<BinaryOp>,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Option<Expr> {
        let sign = self.sign(op);
        self.no_zone(&sign, [&left, &right])?;
        match (left.ty, right.ty) {
            (a, b) if boardish(a) && boardish(b) => {
                let (a, b) = self.boards(cx, left, right)?;
                Some(relation_of_boards(op.node, a, b, span))
            }
            (Type::Number(a), Type::Number(b)) => {
                let relation = match op.node {
                    _ if sign_of_sets(&sign).is_some() => {
                        return self.relation_refused(op, left.ty);
                    }
                    BinaryOp::Eq => Relation::Eq,
                    BinaryOp::Ne => Relation::Ne,
                    BinaryOp::Lt => Relation::Lt,
                    BinaryOp::Le => Relation::Le,
                    BinaryOp::Gt => Relation::Gt,
                    BinaryOp::Ge => Relation::Ge,
                    _ => return self.relation_refused(op, left.ty),
                };
                if a != b {
                    return self.refuse(
                        Diagnostic::new(
                            Code::TupleWidth,
                            format!("{} is compared with {}", noun(left.ty), noun(right.ty)),
                        )
                        .with_label(op.span, "of different length")
                        .with_secondary(left.span, noun(left.ty))
                        .with_secondary(right.span, noun(right.ty)),
                    );
                }
                let kind = ExprKind::Compare(relation, Box::new(left), Box::new(right));
                Some(node(kind, Type::Truth, span))
            }
            (Type::Truth, Type::Truth) => match op.node {
                BinaryOp::Eq | BinaryOp::Ne => {
                    let kind =
                        ExprKind::TruthEq(op.node == BinaryOp::Ne, Box::new(left), Box::new(right));
                    Some(node(kind, Type::Truth, span))
                }
                BinaryOp::In | BinaryOp::NotIn | BinaryOp::NotLe | BinaryOp::Disjoint => {
                    self.relation_refused(op, left.ty)
                }
                _ => self.refuse(
                    Diagnostic::new(
                        Code::OrderedDescriptors,
                        format!("`{sign}` is not defined for descriptors"),
                    )
                    .with_label(op.span, "between descriptors")
                    .with_help("say it with `∧`, `∨` and `¬`"),
                ),
            },
            (Type::Side, Type::Side) if matches!(op.node, BinaryOp::Eq | BinaryOp::Ne) => {
                let same = node(
                    ExprKind::Same(Box::new(left), Box::new(right)),
                    Type::Truth,
                    span,
                );
                Some(match op.node {
                    BinaryOp::Eq => same,
                    _ => node(ExprKind::Not(Box::new(same)), Type::Truth, span),
                })
            }
            (a, Type::Number(_)) if boardish(a) => {
                self.board_against_number(op, &left, &right, true)
            }
            (Type::Number(_), b) if boardish(b) => {
                self.board_against_number(op, &left, &right, false)
            }
            (a, b) if a == b => self.relation_refused(op, a),
            (a, b) => {
                let message = format!("`{sign}` is not defined for {} and {}", noun(a), noun(b));
                let is_bound = op.node == BinaryOp::In && matches!(right.kind, ExprKind::Number(_));
                let count = self.words(right.span).filter(|_| is_bound);
                let help = count.map(|count| format!("a bound is written `within {count} moves`"));
                self.refuse(
                    Diagnostic::new(Code::RelationNotForType, message)
                        .with_label(op.span, "operands of two kinds")
                        .with_secondary(left.span, noun(a))
                        .with_secondary(right.span, noun(b))
                        .with_help_if(help),
                )
            }
        }
    }

    fn relation_refused(&mut self, op: &Spanned<BinaryOp>, ty: Type) -> Option<Expr> {
        let sign = self.sign(op);
        let help = match (op.node, ty) {
            (BinaryOp::In | BinaryOp::NotIn, Type::Number(_)) => {
                Some("numbers are compared by `=` and `≠`".to_owned())
            }
            (_, Type::Number(_)) => sign_of_sets(&sign),
            _ => None,
        };
        self.refuse(
            Diagnostic::new(
                Code::RelationNotForType,
                format!("`{sign}` is not defined for {}", plural(ty)),
            )
            .with_label(op.span, format!("between {}", plural(ty)))
            .with_help_if(help),
        )
    }

    fn board_against_number(
        &mut self,
        op: &Spanned<BinaryOp>,
        left: &Expr,
        right: &Expr,
        board_left: bool,
    ) -> Option<Expr> {
        let sign = self.sign(op);
        // `W.K - B.K` of two pieces is a distance.
        let distance = |expr: &Expr| match &expr.kind {
            ExprKind::BoardOp(BoardOp::Minus, a, b) => {
                let piece = |of: &Expr| match of.kind {
                    ExprKind::Squares(..) => self.words(of.span),
                    _ => None,
                };
                Some(format!("dist({}, {})", piece(a)?, piece(b)?))
            }
            _ => None,
        };
        let of_boards = sign_of_sets(&sign).is_some()
            || matches!(op.node, BinaryOp::In | BinaryOp::NotIn | BinaryOp::Disjoint);
        let side = |expr| distance(expr).or_else(|| self.words(expr.span));
        let help = match (side(left), side(right)) {
            (Some(a), Some(b)) if distance(left).or_else(|| distance(right)).is_some() => {
                Some(format!("compare the distance: `{a} {sign} {b}`"))
            }
            (Some(a), Some(b)) => match of_boards {
                true if board_left => {
                    let twin = self.twin(right.span, Kind::Board);
                    twin.map(|twin| format!("write `{a} {sign} {twin}`"))
                }
                true => {
                    let twin = self.twin(left.span, Kind::Board);
                    twin.map(|twin| format!("write `{twin} {sign} {b}`"))
                }
                false if board_left => {
                    let number = self.number_of(left);
                    number
                        .map(|(what, number)| format!("compare its {what}: `{number} {sign} {b}`"))
                }
                false => {
                    let number = self.number_of(right);
                    number
                        .map(|(what, number)| format!("compare its {what}: `{a} {sign} {number}`"))
                }
            },
            _ => None,
        };
        self.refuse(
            Diagnostic::new(
                Code::BoardAgainstNumber,
                "a board is compared with a number",
            )
            .with_label(op.span, "never comparable")
            .with_secondary(left.span, noun(left.ty))
            .with_secondary(right.span, noun(right.ty))
            .with_help_if(help),
        )
    }

    /// The warning for `not a = b` of two descriptors without parentheses, which many read as `(not a) = b`.
    pub(super) fn negated_equality(&mut self, not: Span, inner: &ast::Expr) {
        let ast::ExprKind::Binary(op, left, right) = &inner.kind else {
            return;
        };
        let gap = self.text.get(not.end as usize..inner.span.start as usize);
        if gap.is_none_or(|gap| gap.contains('(')) {
            return;
        }
        let sign = self.sign(op);
        let words = [not, left.span, right.span, inner.span].map(|span| self.words(span));
        let [Some(not), Some(left), Some(right), Some(whole)] = words else {
            return;
        };
        let space = if not.starts_with(|c: char| c.is_ascii_alphabetic()) {
            " "
        } else {
            ""
        };
        let message = format!("`{not}{space}{whole}` is read as `{not}{space}({whole})`");
        self.report(
            Diagnostic::new(Code::NotBeforeEquality, message)
                .with_label(op.span, "binds tighter than the negation")
                .with_help(format!(
                    "write the parentheses, or `({not}{space}{left}) {sign} {right}`"
                )),
        );
    }

    /// Whether a number is looked for in a set, of which there are none of numbers; that is reported.
    pub(super) fn is_number_in_set(
        &mut self,
        op: &Spanned<BinaryOp>,
        left: Option<&Expr>,
        right: &ast::Expr,
    ) -> bool {
        let (Some(left), ast::ExprKind::Set(parts)) = (left, &right.kind) else {
            return false;
        };
        let is_in = matches!(op.node, BinaryOp::In | BinaryOp::NotIn);
        let of_numbers = parts
            .iter()
            .any(|part| matches!(part.kind, ast::ExprKind::Int(_)));
        if !is_in || !of_numbers || !matches!(left.ty, Type::Number(1)) {
            return false;
        }
        let (sign, join) = match op.node {
            BinaryOp::In => ("=", " ∨ "),
            _ => ("≠", " ∧ "),
        };
        let number = self.words(left.span).filter(|number| !number.contains(' '));
        let values: Option<Vec<String>> = parts.iter().map(|part| self.words(part.span)).collect();
        let help = match (number, values) {
            (Some(number), Some(values)) if values.len() <= 4 => {
                let parts: Vec<String> = values
                    .iter()
                    .map(|value| format!("{number} {sign} {value}"))
                    .collect();
                format!("write `{}`", parts.join(join))
            }
            _ => "a stretch of numbers is written `1 ≤ x ∧ x ≤ 9`".to_owned(),
        };
        let word = self.sign(op);
        self.report(
            Diagnostic::new(
                Code::RelationNotForType,
                format!("`{word}` is not defined for a number; sets hold squares"),
            )
            .with_label(right.span, "numbers are no squares")
            .with_help(help),
        );
        true
    }

    /// The operator as the author wrote it.
    fn sign(&self, op: &Spanned<BinaryOp>) -> String {
        self.words(op.span).unwrap_or_else(|| "…".to_owned())
    }
}

/// The help on a sign of sets between numbers: what it is for, and the sign of numbers in its place.
fn sign_of_sets(sign: &str) -> Option<String> {
    let own = match sign {
        "∪" | "⋃" => "of numbers the sum is `+`, of descriptors `∨`",
        "∩" | "⋂" => "of numbers the product is `*`, of descriptors `∧`",
        "\\" | "∖" => "numbers are subtracted by ` - `",
        "⊆" | "⊂" | "⊑" => "numbers are compared by `≤`",
        "⊊" => "numbers are compared by `<`",
        "⊇" | "⊃" => "numbers are compared by `≥`",
        "⊋" | "⊄" | "⊈" => "numbers are compared by `>`",
        _ => return None,
    };
    Some(format!("`{sign}` is of boards; {own}"))
}

fn relation_of_boards(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    let not = |inner: Expr| node(ExprKind::Not(Box::new(inner)), Type::Truth, span);
    match op {
        BinaryOp::Eq => boards(BoardRelation::Eq, a, b, span),
        BinaryOp::Ne => boards(BoardRelation::Ne, a, b, span),
        BinaryOp::Lt => boards(BoardRelation::ProperSubset, a, b, span),
        BinaryOp::Gt => boards(BoardRelation::ProperSubset, b, a, span),
        BinaryOp::Ge => boards(BoardRelation::Subset, b, a, span),
        BinaryOp::NotLe => not(boards(BoardRelation::Subset, a, b, span)),
        BinaryOp::In => boards(BoardRelation::In, a, b, span),
        BinaryOp::NotIn => not(boards(BoardRelation::In, a, b, span)),
        BinaryOp::Disjoint => boards(BoardRelation::Disjoint, a, b, span),
        // Only `<=` is left; the joining and computing operators never come here.
        _ => boards(BoardRelation::Subset, a, b, span),
    }
}
