//! Code of one function: values into registers.
//!
//! A term is computed where it is first needed and stays in its register as long as the code that follows is certain to have come
//! that way; a term with one user gives its register back at once. Constants become parts of instructions, and an operand is used
//! where it is.
//!
//! ```text
//!   file(R) * file(R) + 1            r0 := W.R
//!                                    r0 := file r0
//!                                    r1 := r0 * r0          file(R) has two users and keeps r0
//!                                    r1 := r1 + 1
//! ```

use super::code::{CodeBuffer, JumpLabel};
use super::context::Lowering;
use super::error::LowerError;
use super::regs::Registers;
use super::term::{Loop, Term, TermId, Terms, Unary};
use crate::source::Span;
use adv_module::{FnId, Op, Reg};

/// A term in a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    /// Its place.
    pub(super) reg: Reg,
    /// Nothing else will look for it there.
    pub(super) owned: bool,
}

/// Code of one function while it is written.
pub(super) struct Gen<'g, 'a> {
    pub(super) low: &'g mut Lowering<'a>,
    pub(super) terms: &'g Terms,
    /// The name of the definition or goal, for functions that come off it.
    owner: &'g str,
    pub(super) code: CodeBuffer,
    pub(super) regs: Registers,
    /// The registers of terms.
    at: Vec<Option<Reg>>,
    /// The terms in registers, in the order in which they were computed.
    trail: Vec<TermId>,
    /// Marks for looking ahead, all zero in between.
    pub(super) looked: Vec<u8>,
    /// How many terms use each.
    users: Vec<u32>,
    /// Terms with several users stay in their registers.
    pub(super) share: bool,
    /// Which values of the root are kept.
    keeping: Keeping,
    /// The function's value.
    root: TermId,
    /// The place in the source that instructions are written for.
    pub(super) span: Span,
    /// The first thing that went wrong.
    error: Option<LowerError>,
}

/// Which values of the root a function takes from slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    /// None: the slots have run out, or the root is not what it is elsewhere.
    Nothing,
    /// The dear ones: the function is itself kept.
    Dear,
    /// All.
    All,
}

impl Keeping {
    /// True where this term is taken from a slot in the function of `root`.
    fn holds(self, terms: &Terms, id: TermId, root: TermId) -> bool {
        match self {
            Keeping::Nothing => false,
            Keeping::Dear => id != root && terms.facts(id).dear,
            Keeping::All => terms.facts(id).kept,
        }
    }
}

/// What one function's code comes to.
pub(super) struct Generated {
    pub(super) code: CodeBuffer,
    pub(super) registers: u16,
}

/// Makes the code that returns `root`. `keeping`: which values of the root are kept in slots.
///
/// # Errors
/// The code needs more registers than a window has.
pub(super) fn generate(
    low: &mut Lowering<'_>,
    terms: &Terms,
    root: TermId,
    params: usize,
    keeping: Keeping,
    owner: &str,
    span: Span,
) -> Result<Generated, LowerError> {
    let mut counted = users(terms, root, keeping);
    // Where sharing needs too many registers, the same is computed again instead.
    let shares: &[bool] = if terms.passes.share {
        &[true, false]
    } else {
        &[false]
    };
    for &share in shares {
        let users = std::mem::take(&mut counted);
        let mut this = Gen {
            low: &mut *low,
            terms,
            owner,
            code: CodeBuffer::default(),
            regs: Registers::default(),
            at: vec![None; terms.len()],
            trail: Vec::new(),
            looked: Vec::new(),
            users,
            share,
            keeping,
            root,
            span,
            error: None,
        };
        this.parameters(params);
        this.tail(root);
        if let Some(error) = this.error {
            return Err(error);
        }
        counted = this.users;
        if !this.regs.full {
            return Ok(Generated {
                registers: this.regs.count(),
                code: this.code,
            });
        }
    }
    Err(LowerError::registers(owner, span))
}

/// How many terms under `root` use each term.
fn users(terms: &Terms, root: TermId, keeping: Keeping) -> Vec<u32> {
    let mut users = vec![0; terms.len()];
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if keeping.holds(terms, id, root) {
            continue;
        }
        terms.operands(id, &mut |operand| {
            users[operand.index()] += 1;
            if users[operand.index()] == 1 {
                open.push(operand);
            }
        });
    }
    users
}

impl<'a> Gen<'_, 'a> {
    fn parameters(&mut self, params: usize) {
        for register in 0..params {
            self.regs
                .reserve(Reg(u8::try_from(register).unwrap_or(u8::MAX)));
        }
        for index in 0..self.terms.len() {
            let id = TermId(u32::try_from(index).unwrap_or(u32::MAX));
            if let Term::Param(register) = self.terms.term(id) {
                self.at[index] = Some(Reg(*register));
            }
        }
    }

    /// Writes an instruction for the current place.
    pub(super) fn push(&mut self, op: Op) {
        self.code.push(op, self.span);
    }

    /// The register of the term, if it has one.
    pub(super) fn standing(&self, id: TermId) -> Option<Reg> {
        self.at[id.index()]
    }

    /// True of terms that are worth a register of their own.
    pub(super) fn shared(&self, id: TermId) -> bool {
        self.share && self.users[id.index()] > 1
    }

    /// The point up to which terms are computed now.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Forgets the terms that were computed after a mark, and frees their registers.
    pub(super) fn rollback(&mut self, mark: usize) {
        while self.trail.len() > mark {
            if let Some(reg) = self.trail.pop().and_then(|id| self.at[id.index()].take()) {
                self.regs.free(reg);
            }
        }
    }

    /// From now on the term is there.
    pub(super) fn stand(&mut self, id: TermId, reg: Reg) {
        self.at[id.index()] = Some(reg);
        self.trail.push(id);
    }

    /// Gives back the register of a value that nothing else looks for.
    pub(super) fn release(&mut self, operand: Operand) {
        if operand.owned {
            self.regs.free(operand.reg);
        }
    }

    /// Runs `f` with instructions written for the place of a term.
    fn at_place<T>(&mut self, id: TermId, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.span, self.terms.span(id));
        let result = f(self);
        self.span = before;
        result
    }

    /// The term in some register.
    pub(super) fn value(&mut self, id: TermId) -> Operand {
        if let Some(reg) = self.standing(id) {
            return Operand { reg, owned: false };
        }
        let reg = self.compute(id, None);
        if self.shared(id) {
            self.stand(id, reg);
        }
        Operand {
            reg,
            owned: !self.shared(id),
        }
    }

    /// The term in some register, where it stays.
    pub(super) fn settle(&mut self, id: TermId) {
        let operand = self.value(id);
        if operand.owned {
            self.stand(id, operand.reg);
        }
    }

    /// The term in this register.
    pub(super) fn into(&mut self, id: TermId, dst: Reg) {
        match self.standing(id) {
            Some(src) if src == dst => {}
            Some(src) => self.at_place(id, |this| this.push(Op::Move { dst, src })),
            None => {
                self.compute(id, Some(dst));
            }
        }
    }

    /// The function's end: returns the term.
    fn tail(&mut self, id: TermId) {
        if let Term::If(test, a, b) = *self.terms.term(id)
            && !self.is_kept(id)
        {
            return self.at_place(id, |this| {
                this.branches(test, a, b, |this, branch| this.tail(branch))
            });
        }
        let jumps = matches!(
            self.terms.term(id),
            Term::Unary(Unary::Not, _) | Term::And(_) | Term::Or(_) | Term::Fold(Loop::Exists, ..)
        );
        if jumps && !self.is_plain(id) && !self.is_kept(id) {
            return self.at_place(id, |this| this.return_truth(id));
        }
        let operand = self.value(id);
        self.at_place(id, |this| this.push(Op::Return { src: operand.reg }));
        self.release(operand);
    }

    /// True of terms that are taken from a slot.
    pub(super) fn is_kept(&self, id: TermId) -> bool {
        self.keeping.holds(self.terms, id, self.root)
    }

    /// The requested register, or a free one.
    pub(super) fn target(&mut self, want: Option<Reg>) -> Reg {
        want.unwrap_or_else(|| self.regs.alloc())
    }

    /// Computes a term that is in no register.
    pub(super) fn compute(&mut self, id: TermId, want: Option<Reg>) -> Reg {
        self.at_place(id, |this| this.compute_here(id, want))
    }

    /// Takes the value from a slot; `None` where the slots have run out.
    pub(super) fn keep(&mut self, id: TermId) -> Option<(adv_module::SlotId, FnId)> {
        let kept = self
            .low
            .kept(self.terms, id, self.owner)
            .unwrap_or_else(|error| {
                self.error.get_or_insert(error);
                None
            });
        if kept.is_none() {
            self.keeping = Keeping::Nothing;
        }
        kept
    }

    /// A loop's variable is in a register, or no longer.
    pub(super) fn place_variable(&mut self, id: Option<TermId>, reg: Option<Reg>) {
        if let Some(at) = id.and_then(|id| self.at.get_mut(id.index())) {
            *at = reg;
        }
    }

    /// Forgets the terms from this register on: a call has used them up.
    pub(super) fn lose(&mut self, base: Reg) {
        let mut trail = std::mem::take(&mut self.trail);
        trail.retain(|id| match self.at[id.index()] {
            Some(reg) if reg >= base => {
                self.regs.free(reg);
                self.at[id.index()] = None;
                false
            }
            _ => true,
        });
        self.trail = trail;
    }

    /// A label for the next instruction.
    pub(super) fn here(&mut self) -> JumpLabel {
        let label = self.code.label();
        self.code.bind(label);
        label
    }
}
