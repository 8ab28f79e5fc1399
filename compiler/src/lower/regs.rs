//! The registers of one window: which are in use, and how many there are in the end.

use adv_module::Reg;

/// How many registers a window can have.
pub(super) const REGISTERS: u16 = 256;

/// The registers in use, a bit each.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers {
    used: [u64; 4],
    /// One more than the highest that was ever in use.
    high: u16,
    /// More are needed than there are.
    pub(super) full: bool,
}

impl Registers {
    /// How many registers the window has.
    pub(super) fn count(&self) -> u16 {
        self.high.max(1)
    }

    /// True where the register is in use.
    pub(super) fn is_used(&self, reg: Reg) -> bool {
        self.used[usize::from(reg.0 >> 6)] >> (reg.0 & 63) & 1 == 1
    }

    /// Takes a register.
    pub(super) fn reserve(&mut self, reg: Reg) {
        self.used[usize::from(reg.0 >> 6)] |= 1 << (reg.0 & 63);
        self.high = self.high.max(u16::from(reg.0) + 1);
    }

    /// Gives a register back.
    pub(super) fn free(&mut self, reg: Reg) {
        self.used[usize::from(reg.0 >> 6)] &= !(1 << (reg.0 & 63));
    }

    /// Takes the lowest free register.
    pub(super) fn alloc(&mut self) -> Reg {
        let Some(reg) = self.run(1) else {
            self.full = true;
            return Reg(u8::MAX);
        };
        self.reserve(reg);
        reg
    }

    /// The lowest of so many free registers in a row, which are not taken.
    pub(super) fn run(&self, length: u16) -> Option<Reg> {
        let mut found = 0;
        for at in 0..=u8::MAX {
            found = if self.is_used(Reg(at)) { 0 } else { found + 1 };
            if found == length.max(1) {
                return u8::try_from(u16::from(at) + 1 - found).ok().map(Reg);
            }
        }
        None
    }

    /// One more than the highest register in use.
    pub(super) fn top(&self) -> u16 {
        let highest = (0..4_u16)
            .rev()
            .find(|&word| self.used[usize::from(word)] != 0);
        highest.map_or(0, |word| {
            let bits = self.used[usize::from(word)];
            64 * word + 64 - u16::try_from(bits.leading_zeros()).unwrap_or(0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lowest_first_and_runs() {
        let mut regs = Registers::default();
        assert_eq!(
            (regs.alloc(), regs.alloc(), regs.alloc()),
            (Reg(0), Reg(1), Reg(2))
        );
        regs.free(Reg(1));
        assert_eq!(regs.run(2), Some(Reg(3)));
        assert_eq!(regs.alloc(), Reg(1));
        assert_eq!(regs.top(), 3);
        regs.free(Reg(2));
        assert_eq!((regs.top(), regs.count()), (2, 3));
        for _ in 0..254 {
            regs.alloc();
        }
        assert!(!regs.full);
        regs.alloc();
        assert!(regs.full);
        assert_eq!(regs.top(), REGISTERS);
    }
}
