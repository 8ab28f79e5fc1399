//! The unit of a number: whether a function counts bits of information, as `bits(new.replies)` and `std.cost`'s `spread` do.

use super::Program;
use crate::ids::{FnId, Reg};
use crate::op::Op;
use crate::primitive::PrimId;

/// How many calls deep a function is followed: a number that comes from farther away has no unit here.
const DEEP: usize = 16;

impl Program {
    /// True where every value that a function returns is made of the primitive `bits` alone: of its results, their sums, and 0. So a report may
    /// name the unit. False for a function that is not there, and where the code does not show it.
    pub fn counts_bits(&self, function: FnId) -> bool {
        self.in_bits(function, DEEP)
    }

    fn in_bits(&self, function: FnId, deep: usize) -> bool {
        let own = function.index().checked_sub(self.imports.len());
        let Some(function) = own.and_then(|own| self.functions.get(own)) else {
            return false;
        };
        // What is known of the registers before each instruction: which of them count bits. `None` where no way leads.
        let mut before: Vec<Option<Vec<bool>>> = vec![None; function.code.len()];
        if let Some(entry) = before.first_mut() {
            *entry = Some(vec![false; usize::from(function.registers)]);
        }
        let (mut returns, mut asked) = (0, false);
        for (at, &op) in function.code.iter().enumerate() {
            let Some(mut now) = before.get_mut(at).and_then(Option::take) else {
                continue;
            };
            match op {
                Op::Return { src } if is(&now, src) => returns += 1,
                // A loop adds up what no instruction shows.
                Op::Return { .. } | Op::ForEach { .. } | Op::Loop { .. } => return false,
                Op::Jump { to } => meet(&mut before, to as usize, &now),
                Op::JumpIf { to, .. } | Op::JumpIfNot { to, .. } => {
                    meet(&mut before, to as usize, &now);
                    meet(&mut before, at + 1, &now);
                }
                _ => {
                    let counts = self.stays(op, &now, deep);
                    asked |= self.asks(op, deep);
                    let register = op.destination().map(|register| usize::from(register.0));
                    if let Some(flag) = register.and_then(|register| now.get_mut(register)) {
                        *flag = counts;
                    }
                    meet(&mut before, at + 1, &now);
                }
            }
        }
        returns > 0 && asked
    }

    /// Whether an instruction writes bits where the registers with a flag have bits.
    fn stays(&self, op: Op, bits: &[bool], deep: usize) -> bool {
        match op {
            Op::Number { value, .. } => value == 0,
            Op::Move { src, .. } => is(bits, src),
            Op::Add { a, b, .. } => is(bits, a) && is(bits, b),
            _ => self.asks(op, deep),
        }
    }

    /// Whether an instruction itself brings bits: the primitive, or a call of a function that counts them.
    fn asks(&self, op: Op, deep: usize) -> bool {
        match op {
            Op::Prim { prim, .. } => prim == PrimId::Bits,
            Op::Call { function, .. } | Op::Kept { function, .. } => {
                deep > 0 && self.in_bits(function, deep - 1)
            }
            _ => false,
        }
    }
}

fn is(bits: &[bool], register: Reg) -> bool {
    bits.get(usize::from(register.0)).copied().unwrap_or(false)
}

/// Ways come together: a register counts bits where it does on each of them.
fn meet(before: &mut [Option<Vec<bool>>], at: usize, now: &[bool]) {
    match before.get_mut(at) {
        Some(Some(known)) => {
            for (known, now) in known.iter_mut().zip(now) {
                *known &= now;
            }
        }
        Some(unknown) => *unknown = Some(now.to_vec()),
        None => {}
    }
}
