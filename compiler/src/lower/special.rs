//! Making terms: special forms that cost less than the general ones.
//!
//! ```text
//!   REACH(a, b, 2)                   two steps with AROUND, which other reaches from the same squares share
//!   dist(x, {…}) < n                 x ∩ {…} ≠ ∅, with the squares nearer than n
//!   (if t then {…} else {…}) ∩ {…}   if t then {…} else {…}
//!   (if t then 64 else r) < k        ¬t ∧ r < k, where k is at most 64 whatever happens
//! ```
//!
//! Each of these is the same for all boards, also for those with no square or several.

use adv_chess::geometry;

use super::loops::range;
use super::rules::constant;
use super::term::{Binary, Term, TermId, Terms, Unary};
use crate::fold;
use crate::hir::{Frame, PrimId, Ty};
use crate::source::Span;

/// Up to so many steps are written out.
const FEW_STEPS: i64 = 3;
/// How deep numbers are looked into for their bounds.
const LOOK: u8 = 8;

impl Terms {
    /// A primitive by other operations.
    pub(super) fn special_prim(
        &mut self,
        prim: PrimId,
        args: &[TermId],
        span: Span,
    ) -> Option<TermId> {
        let (PrimId::ReachWithin, &[from, through, within]) = (prim, args) else {
            return None;
        };
        let steps = self.number(within).filter(|_| self.passes.special)?;
        if steps < 0 {
            return Some(self.word(Ty::Board, 0, span));
        }
        if steps > FEW_STEPS {
            return None;
        }
        let mut reached = from;
        for _ in 0..steps {
            let around = self.prim(PrimId::Around, Frame::Current, vec![reached], span);
            let next = self.binary(Binary::Intersect, around, through, span);
            reached = self.binary(Binary::Union, reached, next, span);
        }
        Some(reached)
    }

    /// An operation of one operand on a choice.
    pub(super) fn special_unary(&mut self, op: Unary, a: TermId, span: Span) -> Option<TermId> {
        let Term::If(test, yes, no) = *self.term(a) else {
            return None;
        };
        if !self.passes.special || op == Unary::Not {
            return None;
        }
        let known = |of| self.constant(of).is_some();
        // Of a choice between boards it is often known whether one of them is empty.
        if !(known(yes) && known(no) || op == Unary::NonEmpty && (known(yes) || known(no))) {
            return None;
        }
        let (yes, no) = (self.unary(op, yes, span), self.unary(op, no, span));
        Some(self.choose(test, yes, no, span))
    }

    /// An operation of two operands of which one is known, or decides.
    pub(super) fn special_binary(
        &mut self,
        op: Binary,
        a: TermId,
        b: TermId,
        span: Span,
    ) -> Option<TermId> {
        if !self.passes.special {
            return None;
        }
        self.near(op, a, b, span)
            .or_else(|| self.decided(op, a, b, span))
            .or_else(|| self.chosen(op, a, b, span))
    }

    /// A distance to known squares that is bounded: whether there is a square nearer than that.
    fn near(&mut self, op: Binary, a: TermId, b: TermId, span: Span) -> Option<TermId> {
        let (measured, bound, below) = match (op, self.number(a), self.number(b)) {
            (Binary::Lt, None, Some(bound)) => (a, bound, true),
            (Binary::Lt, Some(bound), None) => (b, bound.checked_add(1)?, false),
            (Binary::Eq, None, Some(0)) => (a, 1, true),
            _ => return None,
        };
        let (kind, from, to) = match *self.term(measured) {
            Term::Binary(kind @ (Binary::Dist | Binary::Manhattan), from, to) => (kind, from, to),
            _ => return None,
        };
        let squares = self.constant(to)?;
        if !(1..=fold::FAR).contains(&bound) {
            return None;
        }
        let ring = |set: u64| match kind {
            Binary::Dist => geometry::neighbours(set),
            _ => [(0, 1), (0, -1), (1, 0), (-1, 0)]
                .iter()
                .fold(0, |all, &(x, y)| all | geometry::shift(set, x, y)),
        };
        // No two squares are further apart than this, so that more rings find nothing.
        let rings = (bound - 1).min(14);
        let nearer = (0..rings).fold(squares, |set, _| set | ring(set));
        let nearer = self.word(Ty::Board, nearer, span);
        let common = self.binary(Binary::Intersect, from, nearer, span);
        let found = self.unary(Unary::NonEmpty, common, span);
        Some(if below { found } else { self.not(found, span) })
    }

    /// A comparison that the bounds of its numbers decide.
    fn decided(&mut self, op: Binary, a: TermId, b: TermId, span: Span) -> Option<TermId> {
        if op != Binary::Lt {
            return None;
        }
        let ((low_a, high_a), (low_b, high_b)) = (range(self, a, LOOK), range(self, b, LOOK));
        match (high_a < low_b, high_b <= low_a) {
            (true, _) => Some(self.truth(true, span)),
            (_, true) => Some(self.truth(false, span)),
            _ => None,
        }
    }

    /// An operation on a choice, made in its branches: where all are known, and where a comparison is then decided in one.
    fn chosen(&mut self, op: Binary, a: TermId, b: TermId, span: Span) -> Option<TermId> {
        let (choice, other, left) = match (self.term(a), self.term(b)) {
            (Term::If(..), _) => (a, b, true),
            (_, Term::If(..)) => (b, a, false),
            _ => return None,
        };
        let Term::If(test, yes, no) = *self.term(choice) else {
            return None;
        };
        // What is kept is there already.
        if self.facts(choice).kept {
            return None;
        }
        let known = (self.constant(yes), self.constant(no), self.constant(other));
        if let (Some(yes), Some(no), Some(other)) = known {
            let ty = op.result();
            let of = |word| {
                if left {
                    constant(op, word, other)
                } else {
                    constant(op, other, word)
                }
            };
            let (yes, no) = (self.word(ty, of(yes), span), self.word(ty, of(no), span));
            return Some(self.choose(test, yes, no, span));
        }
        let compares = matches!(op, Binary::Lt | Binary::Eq | Binary::Subset);
        if !compares || known.0.is_none() && known.1.is_none() {
            return None;
        }
        let mut of = |branch| {
            if left {
                self.binary(op, branch, other, span)
            } else {
                self.binary(op, other, branch, span)
            }
        };
        let (yes, no) = (of(yes), of(no));
        let decided = self.constant(yes).is_some() || self.constant(no).is_some();
        decided.then(|| self.choose(test, yes, no, span))
    }

    /// The lines on which a loop's variable has to be, where a condition compares its file or rank with a number that does not
    /// change in the loop.
    pub(super) fn lines_where(
        &mut self,
        var: TermId,
        depth: u8,
        test: TermId,
        span: Span,
    ) -> Option<TermId> {
        if !self.passes.special {
            return None;
        }
        let (test, is) = match self.negated(test) {
            Some(inner) => (inner, false),
            None => (test, true),
        };
        let Term::Binary(op @ (Binary::Eq | Binary::Lt), a, b) = *self.term(test) else {
            return None;
        };
        let line = |id| match *self.term(id) {
            Term::Unary(Unary::File, of) if of == var => Some(PrimId::FileAt),
            Term::Unary(Unary::Rank, of) if of == var => Some(PrimId::RankAt),
            _ => None,
        };
        let (at, number, first) = match (line(a), line(b)) {
            (Some(at), None) => (at, b, true),
            (None, Some(at)) => (at, a, false),
            _ => return None,
        };
        if !self.outside(number, depth) {
            return None;
        }
        let (low, high) = range(self, number, LOOK);
        let lines = |this: &mut Terms, by: i64| {
            let by = this.word(Ty::Number, by.cast_unsigned(), span);
            let number = this.binary(Binary::Add, number, by, span);
            this.prim(at, Frame::Current, vec![number], span)
        };
        let known = |this: &mut Terms, line: u32| {
            let word = match at {
                PrimId::FileAt => 0x0101_0101_0101_0101 << line,
                _ => 0xff << (8 * line),
            };
            this.word(Ty::Board, word, span)
        };
        // A line off the board is empty, and so is the rectangle then; the bounds say that this is right.
        let board = match (op, first) {
            (Binary::Eq, _) => lines(self, 0),
            (_, true) if high <= 8 => {
                let (from, to) = (known(self, 0), lines(self, -1));
                self.prim(PrimId::Rectangle, Frame::Current, vec![from, to], span)
            }
            (_, false) if low >= -1 => {
                let (from, to) = (lines(self, 1), known(self, 7));
                self.prim(PrimId::Rectangle, Frame::Current, vec![from, to], span)
            }
            _ => return None,
        };
        Some(if is {
            board
        } else {
            self.unary(Unary::Complement, board, span)
        })
    }
}
