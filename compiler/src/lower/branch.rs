//! Code of one function: two branches after a condition.
//!
//! What is computed in a branch cannot be used outside it. So what both branches want for certain is computed before the
//! condition, and the branch that can use what the condition has computed comes first:
//!
//! ```text
//!   if file(R) = file(K) ∨ rank(R) = rank(K) then 64 else file(R) * rank(R)
//!      └ both relations have been computed where both are false: the branch after `else` comes first
//! ```

use super::cond::Exit;
use super::emit::Gen;
use super::term::{Term, TermId, Unary};
use crate::hir::Ty;

/// How many terms of a branch are looked at before it is written.
const FORESIGHT: usize = 96;

/// The marks of [`Gen::looked`].
const IN_A: u8 = 1;
const IN_B: u8 = 2;

impl Gen<'_, '_> {
    /// Code of a condition and, on both ways after it, of one of two branches. The branch that shares more with the condition
    /// comes first: after `a ∨ b` the one for false, where both have been computed.
    pub(super) fn branches(
        &mut self,
        test: TermId,
        a: TermId,
        b: TermId,
        mut branch: impl FnMut(&mut Self, TermId),
    ) {
        self.anticipate(a, b);
        let (yes, no) = (self.code.label(), self.code.label());
        let no_first = self.ends_in_false(test);
        let marks = self.condition(
            test,
            Exit::plain(yes),
            Exit::plain(no),
            if no_first { no } else { yes },
            None,
        );
        let common = marks.yes.min(marks.no);
        let order = if no_first {
            [(no, marks.no, b), (yes, common, a)]
        } else {
            [(yes, marks.yes, a), (no, common, b)]
        };
        for (label, mark, term) in order {
            self.code.bind(label);
            self.rollback(mark);
            branch(self, term);
        }
        self.rollback(common);
    }

    /// Computes before a condition what both branches after it are certain to need: they could not share it otherwise.
    fn anticipate(&mut self, a: TermId, b: TermId) {
        if !self.share {
            return;
        }
        // Two marks in one list: looked at in `a`, looked at in `b`.
        let mut looked = std::mem::take(&mut self.looked);
        looked.resize(self.terms.len(), 0);
        let (mut common, mut touched, mut left) = (Vec::new(), Vec::new(), FORESIGHT);
        self.certain(a, &mut |id| {
            let new = left > 0 && looked[id.index()] == 0;
            if new {
                left -= 1;
                looked[id.index()] = IN_A;
                touched.push(id);
            }
            new
        });
        left = FORESIGHT;
        self.certain(b, &mut |id| {
            let before = looked[id.index()];
            let new = left > 0 && before & IN_B == 0;
            if new {
                left -= 1;
                looked[id.index()] |= IN_B;
                touched.push(id);
            }
            let wanted = new && before & IN_A != 0 && self.lasting(id);
            if wanted {
                common.push(id);
            }
            new && !wanted
        });
        for id in touched {
            looked[id.index()] = 0;
        }
        self.looked = looked;
        for id in common {
            if self.standing(id).is_none() {
                self.settle(id);
            }
        }
    }

    /// True of terms that are worth computing before they are needed: no constants, no truths that are better jumps.
    fn lasting(&self, id: TermId) -> bool {
        let plain = match self.terms.term(id) {
            Term::Const(..) | Term::Param(_) | Term::Var(_) => false,
            _ => {
                self.terms.facts(id).ty != Ty::Truth
                    || self.is_plain(id) && self.terms.facts(id).cost > 3
            }
        };
        plain && self.standing(id).is_none()
    }

    /// Shows the terms that are computed whenever this one is, from the outside in; `each` says whether to look inside.
    fn certain(&self, id: TermId, each: &mut dyn FnMut(TermId) -> bool) {
        if self.standing(id).is_some() || !each(id) || self.is_kept(id) {
            return;
        }
        match self.terms.term(id) {
            Term::And(list) | Term::Or(list) => list
                .iter()
                .take(1)
                .for_each(|&first| self.certain(first, each)),
            &Term::If(first, ..) | &Term::Fold(_, _, first, _) => self.certain(first, each),
            _ => self
                .terms
                .operands(id, &mut |operand| self.certain(operand, each)),
        }
    }

    /// True of conditions all of which has been computed where they are false.
    fn ends_in_false(&self, test: TermId) -> bool {
        match *self.terms.term(test) {
            Term::Or(_) => !self.is_kept(test),
            Term::Unary(Unary::Not, inner) => {
                matches!(self.terms.term(inner), Term::And(_)) && !self.is_kept(inner)
            }
            _ => false,
        }
    }
}
