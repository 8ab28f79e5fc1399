//! What is known of the registers' values along straight code, and what it makes of an instruction.
//!
//! ```text
//!   number r3 := 2            r3 = 2
//!   move   r4 := r1           r4 = r1
//!   add    r5 := r4, r3       add r5 := r1, 2         the move and the number are not needed any more
//!   not    r6 := r2           r6 = not r2
//!   jump-if r6 -> 9           jump-if-not r2 -> 9           behind it r2 is true
//! ```
//!
//! Nothing is known where ways meet, so a loop's body begins with nothing.

use crate::ids::Reg;
use crate::layout::{Access, Rewrite};
use crate::op::Op;
use crate::program::Function;

/// What is known of one register.
#[derive(Clone, Copy, PartialEq)]
enum Value {
    Same(Reg),
    Not(Reg),
    Number(i32),
    Truth(bool),
}

/// A value, and when it was learnt.
#[derive(Clone, Copy)]
struct Known {
    value: Value,
    /// How often ways had met.
    meeting: u32,
    /// For a value by another register: how often that had been written.
    version: u32,
}

/// Registers of which something is known. Nothing is ever searched for what has become untrue; it is too old when it is looked at.
struct Values {
    known: [Option<Known>; 256],
    /// How often each register has been written.
    versions: [u32; 256],
    /// How often ways have met.
    meeting: u32,
}

/// Rewrites every instruction of a function by what is known before it; `targets` says where ways meet. True where anything changed.
/// With `paths` a jump that was not taken says what its register holds.
pub(super) fn use_values(function: &mut Function, targets: &[bool], paths: bool) -> bool {
    let mut values = Values {
        known: [None; 256],
        versions: [0; 256],
        meeting: 0,
    };
    let mut changed = false;
    for (index, op) in function.code.iter_mut().enumerate() {
        if targets.get(index).copied().unwrap_or(true) {
            values.meeting += 1;
        }
        let better = values.improve(*op, index);
        changed |= better != *op;
        *op = better;
        values.after(better);
        if paths {
            values.not_taken(better);
        }
    }
    changed
}

impl Values {
    fn version(&self, register: Reg) -> u32 {
        self.versions.get(register.index()).copied().unwrap_or(0)
    }

    fn of(&self, register: Reg) -> Option<Value> {
        let known = self.known.get(register.index()).copied().flatten()?;
        let fresh = match known.value {
            Value::Same(other) | Value::Not(other) => self.version(other) == known.version,
            Value::Number(_) | Value::Truth(_) => true,
        };
        (fresh && known.meeting == self.meeting).then_some(known.value)
    }

    fn number(&self, register: Reg) -> Option<i32> {
        match self.of(register) {
            Some(Value::Number(value)) => Some(value),
            _ => None,
        }
    }

    /// The same instruction, or one that does the same with less.
    fn improve(&self, op: Op, index: usize) -> Op {
        let op = op.rewrite(&mut Originals(self));
        match op {
            Op::Move { dst, src } => match self.of(src) {
                Some(Value::Number(value)) => Op::Number { dst, value },
                Some(Value::Truth(value)) => Op::Truth { dst, value },
                _ => op,
            },
            Op::Not { dst, a } => match self.of(a) {
                Some(Value::Not(src)) => Op::Move { dst, src },
                Some(Value::Truth(value)) => Op::Truth { dst, value: !value },
                _ => op,
            },
            Op::JumpIf { a, to } => self.jump(op, a, to, true, index),
            Op::JumpIfNot { a, to } => self.jump(op, a, to, false, index),
            _ => self.number_op(op).unwrap_or(op),
        }
    }

    /// A jump taken where `a` is `wanted`.
    fn jump(&self, op: Op, a: Reg, to: u32, wanted: bool, index: usize) -> Op {
        match self.of(a) {
            Some(Value::Truth(value)) if value == wanted => Op::Jump { to },
            // A jump to the next instruction, which is taken out later.
            Some(Value::Truth(_)) => Op::Jump {
                to: u32::try_from(index + 1).unwrap_or(to),
            },
            Some(Value::Not(a)) if wanted => Op::JumpIfNot { a, to },
            Some(Value::Not(a)) => Op::JumpIf { a, to },
            _ => op,
        }
    }

    /// An instruction on numbers of which one is known.
    fn number_op(&self, op: Op) -> Option<Op> {
        Some(match op {
            Op::Add { dst, a, b } => match (self.number(a), self.number(b)) {
                (_, Some(value)) => Op::AddImm { dst, a, value },
                (Some(value), None) => Op::AddImm { dst, a: b, value },
                _ => return None,
            },
            Op::Sub { dst, a, b } => Op::AddImm {
                dst,
                a,
                value: self.number(b)?.checked_neg()?,
            },
            Op::Mul { dst, a, b } => match (self.number(a), self.number(b)) {
                (_, Some(value)) => Op::MulImm { dst, a, value },
                (Some(value), None) => Op::MulImm { dst, a: b, value },
                _ => return None,
            },
            Op::AddImm { dst, a, value } => Op::Number {
                dst,
                value: self.number(a)?.checked_add(value)?,
            },
            Op::MulImm { dst, a, value } => Op::Number {
                dst,
                value: self.number(a)?.checked_mul(value)?,
            },
            Op::Eq { dst, a, b } => match (self.number(a), self.number(b)) {
                (_, Some(value)) => Op::EqImm { dst, a, value },
                (Some(value), None) => Op::EqImm { dst, a: b, value },
                _ => return None,
            },
            Op::Lt { dst, a, b } => match (self.number(a), self.number(b)) {
                (_, Some(value)) => Op::LtImm { dst, a, value },
                (Some(value), None) => Op::GtImm { dst, a: b, value },
                _ => return None,
            },
            Op::Le { dst, a, b } => match (self.number(a), self.number(b)) {
                (_, Some(value)) => Op::LtImm {
                    dst,
                    a,
                    value: value.checked_add(1)?,
                },
                (Some(value), None) => Op::GtImm {
                    dst,
                    a: b,
                    value: value.checked_sub(1)?,
                },
                _ => return None,
            },
            Op::EqImm { dst, a, value } => Op::Truth {
                dst,
                value: self.number(a)? == value,
            },
            Op::LtImm { dst, a, value } => Op::Truth {
                dst,
                value: self.number(a)? < value,
            },
            Op::GtImm { dst, a, value } => Op::Truth {
                dst,
                value: self.number(a)? > value,
            },
            _ => return None,
        })
    }

    /// Takes in what an instruction does.
    fn after(&mut self, op: Op) {
        if let Op::Call { base, .. } | Op::Turned { base, .. } = op {
            (base.0..=u8::MAX).for_each(|register| self.forget(Reg(register)));
        }
        if let Op::ForEach { iter, .. } = op {
            self.forget(iter);
        }
        let Some(dst) = op.destination() else { return };
        self.forget(dst);
        let (value, version) = match op {
            Op::Move { src, .. } if src != dst => (Value::Same(src), self.version(src)),
            Op::Not { a, .. } if a != dst => (Value::Not(a), self.version(a)),
            Op::Number { value, .. } => (Value::Number(value), 0),
            Op::Truth { value, .. } => (Value::Truth(value), 0),
            _ => return,
        };
        if let Some(entry) = self.known.get_mut(dst.index()) {
            *entry = Some(Known {
                value,
                meeting: self.meeting,
                version,
            });
        }
    }

    /// Where a jump was not taken, it is known why.
    fn not_taken(&mut self, op: Op) {
        let (a, holds) = match op {
            Op::JumpIf { a, .. } => (a, false),
            Op::JumpIfNot { a, .. } => (a, true),
            _ => return,
        };
        if let Some(entry) = self.known.get_mut(a.index()) {
            *entry = Some(Known {
                value: Value::Truth(holds),
                meeting: self.meeting,
                version: 0,
            });
        }
    }

    /// Forgets a register, and with its version what was known by it.
    fn forget(&mut self, register: Reg) {
        if let Some(entry) = self.known.get_mut(register.index()) {
            *entry = None;
        }
        if let Some(version) = self.versions.get_mut(register.index()) {
            *version += 1;
        }
    }
}

/// Reads a copied register where it was copied from. Arguments of a call have to stay where they are, and so has a loop's board.
struct Originals<'v>(&'v Values);

impl Rewrite for Originals<'_> {
    fn register(&mut self, access: Access, register: Reg) -> Reg {
        match self.0.of(register) {
            Some(Value::Same(original)) if access == Access::Read => original,
            _ => register,
        }
    }
}
