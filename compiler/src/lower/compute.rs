//! Code of one function: an instruction for each kind of term.

use super::emit::Gen;
use super::term::{Binary, Loop, Term, TermId, Unary};
use crate::hir::Ty;
use adv_module::{AdviceId, Op, Reg};

impl Gen<'_, '_> {
    /// Computes a term at the current place.
    pub(super) fn compute_here(&mut self, id: TermId, want: Option<Reg>) -> Reg {
        if self.is_kept(id)
            && let Some((slot, function)) = self.keep(id)
        {
            let dst = self.target(want);
            self.push(Op::Kept {
                dst,
                slot,
                function,
            });
            return dst;
        }
        let terms = self.terms;
        match terms.term(id) {
            Term::Const(ty, word) => self.load(*ty, *word, want),
            // Parameters and variables are always in a register.
            Term::Param(_) | Term::Var(_) => self.target(want),
            &Term::Designation(who, role) => {
                self.simple(want, |dst| Op::Designate { dst, who, role })
            }
            &Term::Side(who) => self.simple(want, |dst| Op::Side { dst, who }),
            &Term::Piece(frame, who, role) => self.simple(want, |dst| Op::Piece {
                dst,
                frame,
                who,
                role,
            }),
            &Term::ToMove(frame, who) => self.simple(want, |dst| Op::ToMove { dst, frame, who }),
            Term::From => self.simple(want, |dst| Op::From { dst }),
            Term::To => self.simple(want, |dst| Op::To { dst }),
            Term::Taken => self.simple(want, |dst| Op::Taken { dst }),
            Term::Here => self.simple(want, |dst| Op::Here { dst }),
            &Term::Satisfiable(frame, advice) => self.simple(want, |dst| Op::Satisfiable {
                dst,
                frame,
                advice: AdviceId(advice),
            }),
            &Term::DesignationOf(side, role) => {
                self.one(side, want, |dst, side| Op::DesignateOf { dst, side, role })
            }
            &Term::Squares(frame, piece) => {
                self.one(piece, want, |dst, piece| Op::Squares { dst, frame, piece })
            }
            &Term::Unary(Unary::NonEmpty, _)
            | &Term::Binary(Binary::Eq | Binary::Lt | Binary::Subset, ..) => {
                self.relation(id, false, want)
            }
            &Term::Unary(Unary::Not, inner) if self.is_plain(inner) => {
                self.relation(inner, true, want)
            }
            Term::Unary(Unary::Not, _)
            | Term::And(_)
            | Term::Or(_)
            | Term::Fold(Loop::Exists, ..) => {
                let dst = self.target(want);
                self.truth_into(id, dst);
                dst
            }
            &Term::Unary(op, a) => self.one(a, want, |dst, a| match op {
                Unary::Complement => Op::Complement { dst, a },
                Unary::Neg => Op::Neg { dst, a },
                Unary::Abs => Op::Abs { dst, a },
                Unary::Count => Op::Count { dst, a },
                Unary::File => Op::File { dst, a },
                Unary::Rank => Op::Rank { dst, a },
                Unary::Not => Op::Not { dst, a },
                Unary::NonEmpty => Op::NonEmpty { dst, a },
            }),
            &Term::Binary(op, a, b) => self.binary(op, a, b, want),
            Term::Call(function, frame, args) => {
                let (function, frame) = (*function, *frame);
                self.call(args, want, |dst, base| Op::Call {
                    dst,
                    base,
                    frame,
                    function,
                })
            }
            Term::Given(function, frame, args) => {
                let (function, frame) = (*function, *frame);
                self.call(args, want, |dst, base| Op::CallFor {
                    dst,
                    base,
                    frame,
                    function,
                })
            }
            Term::Turned(function, args) => {
                let function = *function;
                self.call(args, want, |dst, base| Op::Turned {
                    dst,
                    base,
                    function,
                })
            }
            Term::Prim(prim, frame, args) => self.primitive(*prim, *frame, args, want),
            &Term::If(test, a, b) => {
                let dst = self.target(want);
                let end = self.code.label();
                let mut first = true;
                self.branches(test, a, b, |this, branch| {
                    this.into(branch, dst);
                    if std::mem::take(&mut first) {
                        this.push(Op::Jump { to: end.target() });
                    }
                });
                self.code.bind(end);
                dst
            }
            &Term::Fold(fold, depth, over, body) => self.accumulate(fold, depth, over, body, want),
        }
    }

    fn simple(&mut self, want: Option<Reg>, op: impl FnOnce(Reg) -> Op) -> Reg {
        let dst = self.target(want);
        self.push(op(dst));
        dst
    }

    fn one(&mut self, a: TermId, want: Option<Reg>, op: impl FnOnce(Reg, Reg) -> Op) -> Reg {
        let a = self.value(a);
        self.release(a);
        let dst = self.target(want);
        self.push(op(dst, a.reg));
        dst
    }

    pub(super) fn two(
        &mut self,
        a: TermId,
        b: TermId,
        want: Option<Reg>,
        op: impl FnOnce(Reg, Reg, Reg) -> Op,
    ) -> Reg {
        let (a, b) = if self.terms.exchanged(a, b) {
            let b = self.value(b);
            (self.value(a), b)
        } else {
            (self.value(a), self.value(b))
        };
        self.release(a);
        self.release(b);
        let dst = self.target(want);
        self.push(op(dst, a.reg, b.reg));
        dst
    }

    /// Loads a constant.
    pub(super) fn load(&mut self, ty: Ty, word: u64, want: Option<Reg>) -> Reg {
        let dst = self.target(want);
        let op = match (ty, i32::try_from(word as i64)) {
            (Ty::Number, Ok(value)) => Op::Number { dst, value },
            (Ty::Number, Err(_)) => Op::BigNumber {
                dst,
                k: self.low.constant(word),
            },
            (Ty::Truth, _) => Op::Truth {
                dst,
                value: word != 0,
            },
            _ => Op::Board {
                dst,
                k: self.low.constant(word),
            },
        };
        self.push(op);
        dst
    }

    /// The constant as part of an instruction.
    pub(super) fn immediate(&self, id: TermId) -> Option<i32> {
        self.terms
            .number(id)
            .and_then(|value| i32::try_from(value).ok())
    }

    fn binary(&mut self, op: Binary, a: TermId, b: TermId, want: Option<Reg>) -> Reg {
        match (op, self.immediate(b)) {
            (Binary::Add, Some(value)) => {
                return self.one(a, want, |dst, a| Op::AddImm { dst, a, value });
            }
            (Binary::Sub, Some(value)) if value != i32::MIN => {
                return self.one(a, want, |dst, a| Op::AddImm {
                    dst,
                    a,
                    value: -value,
                });
            }
            (Binary::Mul, Some(value)) => {
                return self.one(a, want, |dst, a| Op::MulImm { dst, a, value });
            }
            _ => {}
        }
        self.two(a, b, want, |dst, a, b| match op {
            Binary::Eq => Op::Eq { dst, a, b },
            Binary::Lt => Op::Lt { dst, a, b },
            Binary::Subset => Op::Subset { dst, a, b },
            Binary::Union => Op::Union { dst, a, b },
            Binary::Intersect => Op::Intersect { dst, a, b },
            Binary::Minus => Op::Minus { dst, a, b },
            Binary::Add => Op::Add { dst, a, b },
            Binary::Sub => Op::Sub { dst, a, b },
            Binary::Mul => Op::Mul { dst, a, b },
            Binary::Min => Op::Min { dst, a, b },
            Binary::Max => Op::Max { dst, a, b },
            Binary::Dist => Op::Dist { dst, a, b },
            Binary::Manhattan => Op::Manhattan { dst, a, b },
        })
    }
}
