//! Conditions that another one implies, and expectations that no answer meets.
//!
//! ```text
//!   pen(B) ≤ 3 ∧ pen(B) ≤ 5      the second says nothing
//!   expect move Kb2, move Ka2    one answer has one move
//! ```
//!
//! Ruling: only comparisons that share a side, and definitions with their own parts, are held against each other, for others are often
//! written twice to be read.

use adv_chess::Position;
use adv_chess::notation::{parse_fen, parse_move};

use super::{Lint, part};
use crate::check::walk::{Merge, contains, same};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Expect, ExpectKind, Expr, ExprKind, PrimId};
use crate::lint::still::behind;

impl<'p> Lint<'_, '_, 'p> {
    /// Reports the comparisons of a `∧` or `∨` that say nothing beside another one.
    pub(super) fn implied(&mut self, parts: &'p [Expr], all: bool, merge: Merge) {
        let mut kept: Vec<&'p Expr> = parts.iter().collect();
        for (number, weak) in parts.iter().enumerate().rev() {
            let decides = |lint: &mut Self, other: &'p Expr| {
                let cases = lint.cases(&[0, 1], merge, &[part(other, all), part(weak, !all)]);
                lint.refuted(&cases, None)
            };
            let others = kept.iter().filter(|of| {
                !std::ptr::eq(**of, weak) && (meet(of, weak) || self.has(of, weak, all, merge))
            });
            let others: Vec<&'p Expr> = others.copied().collect();
            let Some(other) = others.into_iter().find(|other| decides(self, other)) else {
                continue;
            };
            kept.remove(number);
            let words = [weak, other].map(|of| self.checker.slice(of.span));
            let message = match all {
                true => format!("{} says nothing beside {}", words[0], words[1]),
                false => format!("{} adds nothing to {}", words[0], words[1]),
            };
            self.checker.report(
                Diagnostic::new(Code::ConstantDescriptor, message)
                    .with_label(weak.span, "decides nothing")
                    .with_secondary(other.span, "this one decides")
                    .with_help("leave it out, or correct one of them"),
            );
        }
    }

    /// Whether a name is of a definition that has a part of its own; `insufficient` speaks of all men.
    fn has(&self, name: &Expr, part: &Expr, all: bool, merge: Merge) -> bool {
        let parts = match behind(self.program, name) {
            (
                Expr {
                    kind: ExprKind::And(parts),
                    ..
                },
                true,
            ) if all => parts,
            (
                Expr {
                    kind: ExprKind::Or(parts),
                    ..
                },
                true,
            ) if !all => parts,
            _ => &[][..],
        };
        let is_of_men = |of: &Expr| matches!(of.kind, ExprKind::Prim(PrimId::Insufficient, ..));
        let other = behind(self.program, part).0;
        is_of_men(other) || parts.iter().any(|of| same(of, part, merge))
    }

    /// Reports the expectations of tests that exclude each other, and values that every position has.
    pub(super) fn expectations(&mut self) {
        for test in &self.program.tests {
            let position = parse_fen(&test.fen).ok();
            for (number, later) in test.expect.iter().enumerate() {
                // A definition is tested by what it says of squares.
                if let ExpectKind::Value { test: value, .. } = &later.kind
                    && !contains(value, &mut |of| matches!(of.kind, ExprKind::Call(..)))
                {
                    self.scan(value, Merge::Nothing);
                }
                let before = test.expect.iter().take(number);
                let before: Vec<&'p Expect> = before.collect();
                let first = before.into_iter().find(|of| match (&of.kind, &later.kind) {
                    (ExpectKind::Value { test: a, .. }, ExpectKind::Value { test: b, .. }) => {
                        let parts = [part(a, !of.negated), part(b, !later.negated)];
                        let cases = self.cases(&[0, 1], Merge::Nothing, &parts);
                        !self.never(a, !of.negated, Merge::Nothing)
                            && !self.never(b, !later.negated, Merge::Nothing)
                            && self.refuted(&cases, None)
                    }
                    _ => exclude(position.as_ref(), of, later),
                });
                if let Some(first) = first {
                    let words = [first, later].map(|of| self.checker.slice(of.place));
                    let message = format!("{} and {} exclude each other", words[0], words[1]);
                    self.checker.report(
                        Diagnostic::new(Code::GoalsExclude, message)
                            .with_label(later.place, "never met with the other")
                            .with_secondary(first.place, "the other")
                            .with_help("keep the one that is meant: there is one answer"),
                    );
                }
            }
        }
    }
}

/// Whether two conditions are different comparisons with a side in common.
fn meet(a: &Expr, b: &Expr) -> bool {
    let is = |a: &Expr, b: &Expr| same(a, b, Merge::Nothing);
    match (&a.kind, &b.kind) {
        (ExprKind::Compare(_, a, b), ExprKind::Compare(_, c, d))
        | (ExprKind::Boards(_, a, b), ExprKind::Boards(_, c, d)) => {
            is(a, c) || is(b, d) || is(a, d) || is(b, c)
        }
        _ => false,
    }
}

/// Whether one answer in a position cannot meet two expectations.
fn exclude(position: Option<&Position>, a: &Expect, b: &Expect) -> bool {
    use adv_module::program::ExpectKind::{Action, Advice, MateWithin, Move, OnlyMove, Satisfied};
    // A move has many spellings.
    let read = |text: &str| position.and_then(|position| parse_move(position, text).ok());
    let differ = match (&a.kind, &b.kind) {
        (Satisfied, Satisfied) => return a.negated != b.negated,
        (Satisfied, Move(_) | OnlyMove(_) | Advice(_) | Action(_) | MateWithin(_)) => {
            return a.negated && !b.negated;
        }
        (Move(_) | OnlyMove(_) | Advice(_) | Action(_) | MateWithin(_), Satisfied) => {
            return b.negated && !a.negated;
        }
        (Move(a) | OnlyMove(a), Move(b) | OnlyMove(b)) => read(a) != read(b),
        (Advice(a), Advice(b)) => a != b,
        (Action(a), Action(b)) => a != b,
        _ => false,
    };
    differ && !a.negated && !b.negated
}
