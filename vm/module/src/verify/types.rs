//! Types: a walk over the code with, for each register, the type of its value, or nothing known.
//!
//! ```text
//!   r0 board  r1 number  r2 -          what is known before an instruction
//!      add r2 := r1, r1                its operands have their types, its result is written down
//!   r0 board  r1 number  r2 number     what is known after it
//! ```
//!
//! Where ways meet, a register keeps a type that all of them agree on. A loop's head meets its own end, which comes later: the walk
//! assumes that the body leaves the types as they were, and where it finds at the end that one was forgotten, it walks again
//! without it. Code that no way leads to is not looked at.

use std::collections::BTreeMap;

use super::{Verified, each_function, fail_in};
use crate::error::Property;
use crate::format::MAX_LOOP_DEPTH;
use crate::ids::{FnId, Reg};
use crate::layout::Access;
use crate::op::Op;
use crate::primitive::Primitive;
use crate::program::{Function, Program};
use crate::types::Ty;

/// Checks every function.
pub(super) fn check(module: &Program) -> Verified {
    let mut slots = vec![None; usize::from(module.slots)];
    each_function(module, |function| {
        of_function(module, function)?;
        one_function_a_slot(function, &mut slots)
    })
}

/// A slot keeps one function's value, so that what is read from it has that function's type.
fn one_function_a_slot(function: &Function, slots: &mut [Option<FnId>]) -> Verified {
    for (index, op) in function.code.iter().enumerate() {
        let Op::Kept {
            slot,
            function: kept,
            ..
        } = *op
        else {
            continue;
        };
        if let Some(entry) = slots.get_mut(slot.index())
            && *entry.get_or_insert(kept) != kept
        {
            let sentence = format!("the slot {} keeps two functions' values", slot.0);
            return fail_in(Property::Types, function, index, sentence);
        }
    }
    Ok(())
}

/// What is known of the registers: nothing, or a type.
type Known = Vec<Option<Ty>>;

/// Keeps what both agree on.
fn meet(into: &mut Known, other: &Known) {
    for (mine, theirs) in into.iter_mut().zip(other) {
        if mine != theirs {
            *mine = None;
        }
    }
}

fn of_function(module: &Program, function: &Function) -> Verified {
    let mut forgotten = BTreeMap::new();
    // Each walk learns what the loops one level further out forget.
    for _ in 0..=MAX_LOOP_DEPTH + 1 {
        let mut walk = Walk::new(module, function, &mut forgotten);
        walk.run()?;
        if !walk.again {
            return Ok(());
        }
    }
    fail_in(
        Property::Types,
        function,
        0,
        "the types of its loops do not settle",
    )
}

/// One walk over a function.
struct Walk<'m> {
    module: &'m Program,
    function: &'m Function,
    /// What is known at the current instruction of the walk; `None` where no way leads.
    now: Option<Known>,
    /// What is known at targets ahead.
    ahead: BTreeMap<usize, Known>,
    /// What was known at the heads of the loops around.
    heads: Vec<(usize, Option<Known>)>,
    /// Registers that a loop's body forgets, by the loop's head.
    forgotten: &'m mut BTreeMap<usize, Vec<Reg>>,
    /// A loop forgot something that was not known before the walk.
    again: bool,
    at: usize,
}

impl<'m> Walk<'m> {
    fn new(
        module: &'m Program,
        function: &'m Function,
        forgotten: &'m mut BTreeMap<usize, Vec<Reg>>,
    ) -> Self {
        let mut now = vec![None; usize::from(function.registers)];
        for (register, ty) in now.iter_mut().zip(&function.params) {
            *register = Some(*ty);
        }
        Walk {
            module,
            function,
            now: Some(now),
            ahead: BTreeMap::new(),
            heads: Vec::new(),
            forgotten,
            again: false,
            at: 0,
        }
    }

    fn run(&mut self) -> Verified {
        for (index, &op) in self.function.code.iter().enumerate() {
            self.at = index;
            self.arrive(index);
            match op {
                // Loops are followed even where no way leads, so that heads and ends stay paired.
                Op::ForEach { iter, var, to } => self.for_each(iter, var, to as usize)?,
                Op::Loop { .. } => self.end_of_loop(),
                _ if self.now.is_some() => self.step(op)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Lets the ways that jump to an instruction come in.
    fn arrive(&mut self, index: usize) {
        if let Some(known) = self.ahead.remove(&index) {
            match &mut self.now {
                Some(now) => meet(now, &known),
                now => *now = Some(known),
            }
        }
    }

    /// Lets a way go off to a target ahead.
    fn go(&mut self, to: u32) {
        let Some(now) = &self.now else { return };
        match self.ahead.get_mut(&(to as usize)) {
            Some(known) => meet(known, now),
            None => {
                self.ahead.insert(to as usize, now.clone());
            }
        }
    }

    fn for_each(&mut self, iter: Reg, var: Reg, to: usize) -> Verified {
        let head = self.at;
        if let Some(now) = &mut self.now {
            for register in self.forgotten.get(&head).into_iter().flatten() {
                if let Some(entry) = now.get_mut(register.index()) {
                    *entry = None;
                }
            }
        }
        self.heads.push((head, self.now.clone()));
        if self.now.is_some() {
            self.expect(iter, Ty::Board)?;
            self.go(u32::try_from(to).unwrap_or(u32::MAX));
            self.set(var, Ty::Board);
        }
        Ok(())
    }

    fn end_of_loop(&mut self) {
        let Some((head, Some(before))) = self.heads.pop() else {
            return;
        };
        let Some(now) = self.now.take() else { return };
        for (index, (old, new)) in before.iter().zip(&now).enumerate() {
            if old.is_some()
                && old != new
                && let Ok(register) = u8::try_from(index)
            {
                self.forgotten.entry(head).or_default().push(Reg(register));
                self.again = true;
            }
        }
    }

    fn wrong<T>(&self, sentence: String) -> Verified<T> {
        fail_in(Property::Types, self.function, self.at, sentence)
    }

    /// The type of a register that is read.
    fn ty(&self, register: Reg) -> Verified<Ty> {
        match self
            .now
            .as_ref()
            .and_then(|now| *now.get(register.index())?)
        {
            Some(ty) => Ok(ty),
            None => self.wrong(format!("r{} is read and holds nothing here", register.0)),
        }
    }

    fn expect(&self, register: Reg, ty: Ty) -> Verified {
        match self.ty(register)? {
            found if found == ty => Ok(()),
            found => self.wrong(format!(
                "expected a {} in r{}, found a {}",
                ty.word(),
                register.0,
                found.word()
            )),
        }
    }

    fn set(&mut self, register: Reg, ty: Ty) {
        if let Some(entry) = self
            .now
            .as_mut()
            .and_then(|now| now.get_mut(register.index()))
        {
            *entry = Some(ty);
        }
    }

    /// Checks the arguments from a register on.
    fn arguments(&self, base: Reg, params: &[Ty]) -> Verified {
        (base.0..=u8::MAX)
            .zip(params)
            .try_for_each(|(register, &ty)| self.expect(Reg(register), ty))
    }

    /// Forgets the registers from a call's window on.
    fn forget_from(&mut self, base: Reg) {
        if let Some(now) = &mut self.now {
            now.iter_mut()
                .skip(base.index())
                .for_each(|entry| *entry = None);
        }
    }

    fn step(&mut self, op: Op) -> Verified {
        let mut verdict = Ok(());
        op.each_typed(&mut |access, register, ty| {
            if access == Access::Read && verdict.is_ok() {
                verdict = self.expect(register, ty);
            }
        });
        verdict?;
        match op {
            Op::Move { dst, src } => {
                let ty = self.ty(src)?;
                self.set(dst, ty);
            }
            Op::Eq { a, b, .. } | Op::Ne { a, b, .. } => self.expect(b, self.ty(a)?)?,
            Op::Jump { to } => {
                self.go(to);
                self.now = None;
            }
            Op::JumpIf { to, .. } | Op::JumpIfNot { to, .. } => self.go(to),
            Op::Prim {
                dst, base, prim, ..
            } => {
                if let Some(entry) = Primitive::ALL.get(usize::from(prim.tag())) {
                    self.arguments(base, entry.params)?;
                    self.set(dst, entry.result);
                }
            }
            Op::Call {
                dst,
                base,
                function,
                ..
            } => self.call(dst, base, function, None)?,
            Op::CallFor {
                dst,
                base,
                function,
                ..
            } => self.call_for(dst, base, function)?,
            Op::Turned {
                dst,
                base,
                function,
            } => self.call(dst, base, function, Some(Ty::Truth))?,
            Op::Kept { dst, function, .. } => {
                if let Some(signature) = self.module.signature(function) {
                    if !signature.params.is_empty() {
                        return self
                            .wrong(format!("`{}` is kept and has parameters", signature.name));
                    }
                    self.set(dst, signature.result);
                }
            }
            Op::Return { src } => {
                let (found, result) = (self.ty(src)?, self.function.result);
                if found != result {
                    let sentence = format!(
                        "it returns a {}, expected a {}",
                        found.word(),
                        result.word()
                    );
                    return self.wrong(sentence);
                }
                self.now = None;
            }
            _ => {}
        }
        op.each_typed(&mut |access, register, ty| {
            if access == Access::Write {
                self.set(register, ty);
            }
        });
        Ok(())
    }

    /// A call with a side and a board, of a function that takes neither as a parameter.
    fn call_for(&mut self, dst: Reg, base: Reg, function: FnId) -> Verified {
        let Some(signature) = self.module.signature(function) else {
            return Ok(());
        };
        if !signature.params.is_empty() {
            return self.wrong(format!(
                "`{}` is called for a side and has parameters",
                signature.name
            ));
        }
        self.arguments(base, &[Ty::Side, Ty::Board])?;
        self.forget_from(base);
        self.set(dst, signature.result);
        Ok(())
    }

    fn call(&mut self, dst: Reg, base: Reg, function: FnId, result: Option<Ty>) -> Verified {
        let Some(signature) = self.module.signature(function) else {
            return Ok(());
        };
        self.arguments(base, signature.params)?;
        if result.is_some_and(|result| result != signature.result) {
            return self.wrong(format!(
                "`{}` is turned and gives a {}, expected a descriptor",
                signature.name,
                signature.result.word()
            ));
        }
        self.forget_from(base);
        self.set(dst, signature.result);
        Ok(())
    }
}
