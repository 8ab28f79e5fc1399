//! Code of one function: truths as jumps.
//!
//! A condition is never made a truth value only to be tested: every relation jumps to where its outcome leads. If a value is
//! needed after all, all relations of the condition write into the target register, so that at the common end it already holds
//! the outcome:
//!
//! ```text
//!   a < b ∧ c = 0                    r2 := r0 < r1
//!                                    unless r2 go to end      false is in r2 already
//!                                    r2 := r3 = 0
//!                             end:   …
//! ```

use super::code::JumpLabel;
use super::emit::{Gen, Operand};
use super::term::{Binary, Loop, Term, TermId, Unary};
use adv_module::{Op, Reg};

/// Where a condition leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    /// The place.
    pub(super) label: JumpLabel,
    /// What the target register has to hold there.
    pub(super) hold: Option<bool>,
    /// A place that writes this value and goes on, for those whose own outcome is not the value.
    pub(super) pad: Option<JumpLabel>,
}

impl Exit {
    /// An exit that wants nothing held.
    pub(super) const fn plain(label: JumpLabel) -> Exit {
        Exit {
            label,
            hold: None,
            pad: None,
        }
    }
}

/// How many terms are computed on the way to each exit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    /// Where the condition was true.
    pub(super) yes: usize,
    /// Where it was false.
    pub(super) no: usize,
}

impl Gen<'_, '_> {
    /// The truth in this register.
    pub(super) fn truth_into(&mut self, id: TermId, dst: Reg) {
        let end = self.code.label();
        let exit = |value| Exit {
            label: end,
            hold: Some(value),
            pad: None,
        };
        let marks = self.condition(id, exit(true), exit(false), end, Some(dst));
        self.code.bind(end);
        self.rollback(marks.yes.min(marks.no));
    }

    /// The function's end: returns a truth. After the return there is room for places that return a known truth.
    pub(super) fn return_truth(&mut self, id: TermId) {
        let dst = self.regs.alloc();
        let (end, yes, no) = (self.code.label(), self.code.label(), self.code.label());
        let exit = |value, pad| Exit {
            label: end,
            hold: Some(value),
            pad: Some(pad),
        };
        let marks = self.condition(id, exit(true, yes), exit(false, no), end, Some(dst));
        self.code.bind(end);
        self.push(Op::Return { src: dst });
        for (pad, value) in [(yes, true), (no, false)] {
            self.code.bind(pad);
            self.push(Op::Truth { dst, value });
            self.push(Op::Return { src: dst });
        }
        self.rollback(marks.yes.min(marks.no));
        self.regs.free(dst);
    }

    /// True of truths that one instruction gives.
    pub(super) fn is_plain(&self, id: TermId) -> bool {
        self.standing(id).is_some()
            || self.is_kept(id)
            || !matches!(
                self.terms.term(id),
                Term::Unary(Unary::Not, _)
                    | Term::And(_)
                    | Term::Or(_)
                    | Term::If(..)
                    | Term::Fold(Loop::Exists, ..)
            )
    }

    /// Code that goes to `yes` where the truth holds and to `no` where not. `fall` is the label that the caller binds next; `dst`
    /// is the register that exits with a `hold` speak of.
    pub(super) fn condition(
        &mut self,
        id: TermId,
        yes: Exit,
        no: Exit,
        fall: JumpLabel,
        dst: Option<Reg>,
    ) -> Marks {
        let before = std::mem::replace(&mut self.span, self.terms.span(id));
        let terms = self.terms;
        let marks = match terms.term(id) {
            _ if self.standing(id).is_some() || self.is_kept(id) => {
                self.leaf(id, yes, no, fall, dst)
            }
            Term::Const(_, word) => {
                let exit = if *word == 0 { no } else { yes };
                if let (Some(value), Some(dst)) = (exit.hold, dst) {
                    self.push(Op::Truth { dst, value });
                }
                self.go(exit.label, fall);
                Marks {
                    yes: self.mark(),
                    no: self.mark(),
                }
            }
            &Term::Unary(Unary::Not, inner) => {
                let marks = self.condition(inner, no, yes, fall, dst);
                Marks {
                    yes: marks.no,
                    no: marks.yes,
                }
            }
            Term::And(list) => self.row(list, false, yes, no, fall, dst),
            Term::Or(list) => self.row(list, true, yes, no, fall, dst),
            &Term::If(test, a, b) => {
                let next = self.code.label();
                let mut left = 2;
                self.branches(test, a, b, |this, branch| {
                    left -= 1;
                    // Nothing falls out of the branch that comes first.
                    this.condition(branch, yes, no, if left == 0 { fall } else { next }, dst);
                });
                Marks {
                    yes: self.mark(),
                    no: self.mark(),
                }
            }
            &Term::Fold(Loop::Exists, depth, over, body) => {
                let marks = self.exists(depth, over, body, yes, dst);
                if let (Some(value), Some(dst)) = (no.hold, dst) {
                    self.push(Op::Truth { dst, value });
                }
                self.go(no.label, fall);
                marks
            }
            _ => self.leaf(id, yes, no, fall, dst),
        };
        self.span = before;
        marks
    }

    /// A jump, unless it would lead to the next instruction.
    fn go(&mut self, to: JumpLabel, fall: JumpLabel) {
        if to != fall {
            self.push(Op::Jump { to: to.target() });
        }
    }

    /// A conjunction, or with `any` a disjunction.
    fn row(
        &mut self,
        list: &[TermId],
        any: bool,
        yes: Exit,
        no: Exit,
        fall: JumpLabel,
        dst: Option<Reg>,
    ) -> Marks {
        let Some((&last, others)) = list.split_last() else {
            return Marks {
                yes: self.mark(),
                no: self.mark(),
            };
        };
        // How many terms are computed wherever the row is left early.
        let mut early = usize::MAX;
        for &id in others {
            let next = self.code.label();
            let on = Exit::plain(next);
            let marks = if any {
                self.condition(id, yes, on, next, dst)
            } else {
                self.condition(id, on, no, next, dst)
            };
            let (leaves, goes_on) = if any {
                (marks.yes, marks.no)
            } else {
                (marks.no, marks.yes)
            };
            early = early.min(leaves).min(goes_on);
            self.code.bind(next);
            self.rollback(goes_on);
        }
        let marks = self.condition(last, yes, no, fall, dst);
        if any {
            Marks {
                yes: marks.yes.min(early),
                ..marks
            }
        } else {
            Marks {
                no: marks.no.min(early),
                ..marks
            }
        }
    }

    /// A truth that is one value.
    fn leaf(
        &mut self,
        id: TermId,
        yes: Exit,
        no: Exit,
        fall: JumpLabel,
        dst: Option<Reg>,
    ) -> Marks {
        let (yes, no) = self.by_pads(id, yes, no, fall);
        let (operand, negated) = match dst.filter(|_| yes.hold.is_some() || no.hold.is_some()) {
            Some(dst) => {
                let negated = yes.hold == Some(false) || no.hold == Some(true);
                // A dear one that others use too gets a register of its own besides.
                if self.shared(id) && self.terms.facts(id).cost > 3 {
                    self.value(id);
                }
                self.relation(id, negated, Some(dst));
                (
                    Operand {
                        reg: dst,
                        owned: false,
                    },
                    negated,
                )
            }
            None => (self.value(id), false),
        };
        let a = operand.reg;
        let jump = |on: bool, to: JumpLabel| {
            if on == negated {
                Op::JumpIfNot { a, to: to.target() }
            } else {
                Op::JumpIf { a, to: to.target() }
            }
        };
        if yes.label == no.label {
            self.go(yes.label, fall);
        } else if no.label == fall {
            self.push(jump(true, yes.label));
        } else {
            self.push(jump(false, no.label));
            self.go(yes.label, fall);
        }
        self.release(operand);
        Marks {
            yes: self.mark(),
            no: self.mark(),
        }
    }

    /// Leads the exit of a leaf to its pad where the leaf's own value is not what has to be held there, or is elsewhere.
    fn by_pads(&self, id: TermId, yes: Exit, no: Exit, fall: JumpLabel) -> (Exit, Exit) {
        let (jumps, falls) = if yes.label == fall {
            (no, yes)
        } else {
            (yes, no)
        };
        let (Some(value), Some(pad), None) = (jumps.hold, jumps.pad, falls.hold) else {
            return (yes, no);
        };
        let negated = value != (yes.label != fall);
        let elsewhere =
            self.standing(id).is_some() || self.shared(id) && self.terms.facts(id).cost > 3;
        if elsewhere || negated && !self.has_opposite(id) {
            let jumps = Exit::plain(pad);
            return if yes.label == fall {
                (yes, jumps)
            } else {
                (jumps, no)
            };
        }
        (yes, no)
    }

    /// True of relations whose negation is an instruction too.
    fn has_opposite(&self, id: TermId) -> bool {
        !self.is_kept(id)
            && match *self.terms.term(id) {
                Term::Unary(Unary::NonEmpty, _) | Term::Binary(Binary::Lt, ..) => true,
                Term::Binary(Binary::Eq, _, b) => self.immediate(b).is_none(),
                _ => false,
            }
    }

    /// A truth as a value, or its opposite: relations have instructions for both.
    pub(super) fn relation(&mut self, id: TermId, negated: bool, want: Option<Reg>) -> Reg {
        let terms = self.terms;
        let standing = self.standing(id);
        if standing.is_none() && !self.is_kept(id) {
            match *terms.term(id) {
                Term::Unary(Unary::NonEmpty, a) => {
                    let a = self.value(a);
                    self.release(a);
                    let dst = self.target(want);
                    self.push(if negated {
                        Op::IsEmpty { dst, a: a.reg }
                    } else {
                        Op::NonEmpty { dst, a: a.reg }
                    });
                    return dst;
                }
                Term::Binary(Binary::Eq, a, b) if negated && self.immediate(b).is_none() => {
                    return self.two(a, b, want, |dst, a, b| Op::Ne { dst, a, b });
                }
                Term::Binary(Binary::Lt, a, b) => return self.less(a, b, negated, want),
                Term::Binary(Binary::Eq | Binary::Subset, a, b) if !negated => {
                    if let (Term::Binary(Binary::Eq, ..), Some(value)) =
                        (terms.term(id), self.immediate(b))
                    {
                        let a = self.value(a);
                        self.release(a);
                        let dst = self.target(want);
                        self.push(Op::EqImm {
                            dst,
                            a: a.reg,
                            value,
                        });
                        return dst;
                    }
                    let subset = matches!(terms.term(id), Term::Binary(Binary::Subset, ..));
                    return self.two(a, b, want, |dst, a, b| {
                        if subset {
                            Op::Subset { dst, a, b }
                        } else {
                            Op::Eq { dst, a, b }
                        }
                    });
                }
                _ => {}
            }
        }
        match (standing, negated) {
            (Some(src), false) => {
                let dst = self.target(want);
                if src != dst {
                    self.push(Op::Move { dst, src });
                }
                dst
            }
            (Some(a), true) => {
                let dst = self.target(want);
                self.push(Op::Not { dst, a });
                dst
            }
            (None, false) => self.compute(id, want),
            (None, true) => {
                let dst = self.target(want);
                let a = self.relation(id, false, Some(dst));
                self.push(Op::Not { dst, a });
                dst
            }
        }
    }

    /// `a < b`, or with `negated` `b <= a`.
    fn less(&mut self, a: TermId, b: TermId, negated: bool, want: Option<Reg>) -> Reg {
        let nudge = |value: Option<i32>, by: i32| {
            value.and_then(|value| value.checked_add(if negated { by } else { 0 }))
        };
        // ¬(a < 3) is a > 2, and ¬(3 < b) is b < 4.
        let (left, right) = (nudge(self.immediate(a), 1), nudge(self.immediate(b), -1));
        let one = match (left, right) {
            (_, Some(value)) => Some((a, value, !negated)),
            (Some(value), None) => Some((b, value, negated)),
            (None, None) => None,
        };
        if let Some((of, value, less)) = one {
            let a = self.value(of);
            self.release(a);
            let dst = self.target(want);
            let a = a.reg;
            self.push(if less {
                Op::LtImm { dst, a, value }
            } else {
                Op::GtImm { dst, a, value }
            });
            return dst;
        }
        if negated {
            self.two(b, a, want, |dst, a, b| Op::Le { dst, a, b })
        } else {
            self.two(a, b, want, |dst, a, b| Op::Lt { dst, a, b })
        }
    }
}
