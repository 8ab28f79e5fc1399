//! Code of one function: operands in registers side by side, as calls and primitives want them.
//!
//! ```text
//!   r0 r1 r2 | r3 r4 …           a call's window begins above everything that is still needed
//!   kept     | arguments
//! ```

use super::emit::Gen;
use super::regs::REGISTERS;
use super::term::{Args, TermId};
use crate::hir::{Frame, PrimId};
use adv_module::{Op, Reg};

impl Gen<'_, '_> {
    /// A call: the arguments are side by side above everything that is still needed, because the callee's window begins there.
    pub(super) fn call(
        &mut self,
        args: &Args,
        want: Option<Reg>,
        op: impl FnOnce(Reg, Reg) -> Op,
    ) -> Reg {
        for &arg in args {
            if self.standing(arg).is_none() && self.shared(arg) && self.terms.facts(arg).cost > 1 {
                self.value(arg);
            }
        }
        let count = u16::try_from(args.len()).unwrap_or(REGISTERS);
        // Room below the window for what the arguments share with the code after the call.
        let gap = args
            .iter()
            .map(|&arg| self.unsettled(arg))
            .sum::<u16>()
            .min(8);
        let top = self.regs.top();
        let base = if top + gap + count < REGISTERS {
            top + gap
        } else {
            top
        };
        if base + count > REGISTERS || base >= REGISTERS {
            self.regs.full = true;
            return self.target(want);
        }
        let register = |offset: u16| Reg(u8::try_from(base + offset).unwrap_or(u8::MAX));
        (0..count).for_each(|offset| self.regs.reserve(register(offset)));
        for (&arg, offset) in args.iter().zip(0..) {
            self.into(arg, register(offset));
        }
        (0..count).for_each(|offset| self.regs.free(register(offset)));
        self.lose(register(0));
        let dst = self.target(want);
        self.push(op(dst, register(0)));
        dst
    }

    /// How many shared operands of a term are in no register yet; an estimate.
    fn unsettled(&self, id: TermId) -> u16 {
        let (mut open, mut seen, mut found) = (vec![id], 0, 0);
        while let Some(id) = open.pop() {
            seen += 1;
            if seen > 64 || self.standing(id).is_some() || self.is_kept(id) {
                continue;
            }
            self.terms.operands(id, &mut |operand| {
                found += u16::from(self.shared(operand) && self.standing(operand).is_none());
                open.push(operand);
            });
        }
        found
    }

    /// A primitive reads its operands side by side and leaves them there, so operands already in place stay.
    pub(super) fn primitive(
        &mut self,
        prim: PrimId,
        frame: Frame,
        args: &Args,
        want: Option<Reg>,
    ) -> Reg {
        let (base, lent) = self.side_by_side(args);
        lent.into_iter().for_each(|reg| self.regs.free(reg));
        let dst = self.target(want);
        self.push(Op::Prim {
            dst,
            base,
            frame,
            prim,
        });
        dst
    }

    /// Puts operands into registers in a row; also gives the registers that nothing else looks at afterwards.
    fn side_by_side(&mut self, args: &Args) -> (Reg, Vec<Reg>) {
        let offset_of =
            |base: Reg, index: usize| base.0.checked_add(u8::try_from(index).ok()?).map(Reg);
        let in_place = |this: &Self, base: Reg| {
            let mut good = 0;
            for (index, &arg) in args.iter().enumerate() {
                let reg = offset_of(base, index)?;
                if this.standing(arg) == Some(reg) {
                    good += 1;
                } else if this.regs.is_used(reg) {
                    return None;
                }
            }
            Some(good)
        };
        let mut best: Option<(i32, Reg)> = None;
        for (index, &arg) in args.iter().enumerate() {
            let back = u8::try_from(index).unwrap_or(u8::MAX);
            if let Some(base) = self
                .standing(arg)
                .and_then(|reg| reg.0.checked_sub(back))
                .map(Reg)
                && let Some(good) = in_place(self, base)
                && best.is_none_or(|(most, _)| good > most)
            {
                best = Some((good, base));
            }
        }
        let free = || {
            self.regs
                .run(u16::try_from(args.len()).unwrap_or(REGISTERS))
        };
        let Some(base) = best.map(|(_, base)| base).or_else(free) else {
            self.regs.full = true;
            return (Reg(0), Vec::new());
        };
        let mut lent = Vec::new();
        let mut wanted = Vec::new();
        for (index, &arg) in args.iter().enumerate() {
            let Some(reg) = offset_of(base, index) else {
                continue;
            };
            if self.standing(arg) != Some(reg) {
                self.regs.reserve(reg);
                wanted.push((arg, reg));
            }
        }
        for (arg, reg) in wanted {
            let fresh = self.standing(arg).is_none();
            self.into(arg, reg);
            if fresh && self.shared(arg) {
                self.stand(arg, reg);
            } else {
                lent.push(reg);
            }
        }
        (base, lent)
    }
}
