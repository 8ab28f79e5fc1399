//! Code of one function: loops over the squares of a board.
//!
//! ```text
//!   exists x in b : p(x)             r1 := b                the parts of p without x come before the loop
//!                             head:  r2 := next of r1, or go to after
//!                                    …p(r2)…                found: jump out of the loop
//!                                    back to head
//!                             after:
//! ```

use super::cond::{Exit, Marks};
use super::emit::Gen;
use super::term::{Binary, Loop, Term, TermId, Terms, Unary, WordMap};
use crate::fold;
use crate::hir::{PrimId, Ty};
use adv_module::{Op, Reg};

use super::code::JumpLabel;

/// Dearer terms are not computed before a loop that may never ask for them.
const HOISTED: u32 = 8;

/// A loop whose body is being written.
struct Open {
    head: JumpLabel,
    behind: JumpLabel,
    iter: Reg,
    var: Reg,
    /// The variable's term, where the body mentions it.
    term: Option<TermId>,
    mark: usize,
}

impl Gen<'_, '_> {
    /// Code that goes to `yes` where the body holds for a square, and on where it holds for none.
    pub(super) fn exists(
        &mut self,
        depth: u8,
        over: TermId,
        body: TermId,
        yes: Exit,
        dst: Option<Reg>,
    ) -> Marks {
        let iter = self.prepare(depth, over, body);
        let behind = self.code.label();
        let open = self.open(depth, iter, behind);
        let next = self.code.label();
        self.condition(body, yes, Exit::plain(next), next, dst);
        self.code.bind(next);
        self.close(open);
        Marks {
            yes: self.mark(),
            no: self.mark(),
        }
    }

    /// A loop that gathers a value.
    pub(super) fn accumulate(
        &mut self,
        fold: Loop,
        depth: u8,
        over: TermId,
        body: TermId,
        want: Option<Reg>,
    ) -> Reg {
        let iter = self.prepare(depth, over, body);
        let dst = self.target(want);
        let behind = self.code.label();
        match fold {
            Loop::Filter | Loop::Exists => {
                self.load(Ty::Board, 0, Some(dst));
            }
            Loop::Sum => {
                self.load(Ty::Number, 0, Some(dst));
            }
            Loop::Min | Loop::Max => self.extreme(fold, iter, body, dst, behind),
        }
        let open = self.open(depth, iter, behind);
        let var = open.var;
        match fold {
            Loop::Filter | Loop::Exists => {
                let (add, next) = (self.code.label(), self.code.label());
                self.condition(body, Exit::plain(add), Exit::plain(next), add, None);
                self.code.bind(add);
                self.push(Op::Union {
                    dst,
                    a: dst,
                    b: var,
                });
                self.code.bind(next);
            }
            Loop::Sum | Loop::Min | Loop::Max => {
                let value = self.value(body);
                let (a, b) = (dst, value.reg);
                self.push(match fold {
                    Loop::Min => Op::Min { dst, a, b },
                    Loop::Max => Op::Max { dst, a, b },
                    _ => Op::Add { dst, a, b },
                });
                self.release(value);
            }
        }
        self.close(open);
        dst
    }

    /// What a minimum or maximum begins with. Over nothing it is 99 or -1; over something it is a true extreme, however far out.
    fn extreme(&mut self, fold: Loop, iter: Reg, body: TermId, dst: Reg, behind: JumpLabel) {
        let (lowest, highest) = range(self.terms, body, 8);
        let (nothing, neutral, harmless) = match fold {
            Loop::Min => (fold::FAR, i64::MAX, highest <= fold::FAR),
            _ => (fold::NOTHING, i64::MIN, lowest >= fold::NOTHING),
        };
        self.load(Ty::Number, nothing as u64, Some(dst));
        if harmless {
            return;
        }
        let a = self.regs.alloc();
        self.push(Op::NonEmpty { dst: a, a: iter });
        self.push(Op::JumpIfNot {
            a,
            to: behind.target(),
        });
        self.regs.free(a);
        self.load(Ty::Number, neutral as u64, Some(dst));
    }

    /// Computes before a loop what does not change in it, and gives the loop a board of its own.
    fn prepare(&mut self, depth: u8, over: TermId, body: TermId) -> Reg {
        let board = self.value(over);
        // The board may be needed again, and the loop empties it.
        let iter = if board.owned {
            board.reg
        } else {
            let dst = self.regs.alloc();
            self.push(Op::Move {
                dst,
                src: board.reg,
            });
            dst
        };
        if self.share && self.terms.passes.hoist {
            self.hoist(bit(depth), body, true, &mut WordMap::default());
        }
        iter
    }

    /// `inside` has the depths of the loops around the term that are not around the place before the loop.
    fn hoist(&mut self, inside: u64, id: TermId, certain: bool, seen: &mut WordMap<TermId, ()>) {
        if self.standing(id).is_some() || seen.insert(id, ()).is_some() {
            return;
        }
        let terms = self.terms;
        if terms.facts(id).open & inside == 0 {
            match terms.term(id) {
                // These become parts of instructions, or cost nothing.
                Term::Const(Ty::Number | Ty::Truth, _) | Term::Param(_) => return,
                _ if certain || terms.facts(id).cost <= HOISTED => return self.settle(id),
                _ => {}
            }
        }
        if self.is_kept(id) {
            return;
        }
        match terms.term(id) {
            Term::And(list) | Term::Or(list) => {
                for (index, &part) in list.iter().enumerate() {
                    self.hoist(inside, part, certain && index == 0, seen);
                }
            }
            &Term::If(first, a, b) => {
                self.hoist(inside, first, certain, seen);
                self.hoist(inside, a, false, seen);
                self.hoist(inside, b, false, seen);
            }
            &Term::Fold(_, inner, over, body) => {
                self.hoist(inside, over, certain, seen);
                self.hoist(inside | bit(inner), body, false, seen);
            }
            _ => {
                let mut operands = Vec::new();
                terms.operands(id, &mut |operand| operands.push(operand));
                for operand in operands {
                    self.hoist(inside, operand, certain, seen);
                }
            }
        }
    }

    fn open(&mut self, depth: u8, iter: Reg, behind: JumpLabel) -> Open {
        let var = self.regs.alloc();
        let head = self.here();
        self.push(Op::ForEach {
            iter,
            var,
            to: behind.target(),
        });
        let term = self.terms.find(&Term::Var(depth));
        self.place_variable(term, Some(var));
        Open {
            head,
            behind,
            iter,
            var,
            term,
            mark: self.mark(),
        }
    }

    fn close(&mut self, open: Open) {
        self.rollback(open.mark);
        self.push(Op::Loop {
            to: open.head.target(),
        });
        self.code.bind(open.behind);
        self.place_variable(open.term, None);
        self.regs.free(open.var);
        self.regs.free(open.iter);
    }
}

/// The depth of a loop as [`super::term::Facts::open`] has it.
fn bit(depth: u8) -> u64 {
    1 << depth.min(63)
}

/// Bounds of a number, found by looking a few terms deep.
pub(super) fn range(terms: &Terms, id: TermId, depth: u8) -> (i64, i64) {
    const ANY: (i64, i64) = (i64::MIN, i64::MAX);
    let Some(depth) = depth.checked_sub(1) else {
        return ANY;
    };
    let of = |id| range(terms, id, depth);
    match terms.term(id) {
        Term::Const(Ty::Number, word) => (*word as i64, *word as i64),
        Term::Unary(Unary::Count, _) => (0, 64),
        Term::Unary(Unary::File | Unary::Rank, _) => (-1, 7),
        Term::Unary(Unary::Abs, a) => {
            let (low, high) = of(*a);
            (0, low.saturating_abs().max(high.saturating_abs()))
        }
        Term::Unary(Unary::Neg, a) => {
            let (low, high) = of(*a);
            (high.saturating_neg(), low.saturating_neg())
        }
        Term::Binary(Binary::Dist | Binary::Manhattan, ..)
        | Term::Prim(PrimId::Steps | PrimId::Map, ..) => (0, fold::FAR),
        Term::Binary(op, a, b) => {
            let ((a, b), (c, d)) = (of(*a), of(*b));
            match op {
                Binary::Add => (a.saturating_add(c), b.saturating_add(d)),
                Binary::Sub => (a.saturating_sub(d), b.saturating_sub(c)),
                Binary::Min => (a.min(c), b.min(d)),
                Binary::Max => (a.max(c), b.max(d)),
                Binary::Mul => {
                    let corners =
                        [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.saturating_mul(y));
                    let (low, high) = (corners.iter().min(), corners.iter().max());
                    low.zip(high).map_or(ANY, |(low, high)| (*low, *high))
                }
                _ => ANY,
            }
        }
        Term::Prim(PrimId::Sign, ..) => (-1, 1),
        Term::Prim(PrimId::Bits, ..) => (0, 63_000),
        Term::If(_, a, b) => {
            let ((a, b), (c, d)) = (of(*a), of(*b));
            (a.min(c), b.max(d))
        }
        _ => ANY,
    }
}
