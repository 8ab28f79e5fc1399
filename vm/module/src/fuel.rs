//! Fuel: what an evaluation is charged, and when.
//!
//! A function is charged when it is called, for all of its instructions outside loops, whichever of them it comes to. Each round of
//! a loop is charged when it begins, for the loop's own instructions. Nothing else is charged, so that whatever executes a function
//! charges the same at the same places.
//!
//! ```text
//!   0  r0 := W.K             ┐ the call: 0, 1, 5, and once the head 2
//!   1  r1 := AROUND r0       ┘
//!   2  for-each r2 in r1 -> 5
//!   3    …                   ┐ each round: 3, 4, and the head 2 once more
//!   4    loop -> 2           ┘
//!   5  return r0
//! ```
//!
//! So no evaluation costs more than the verifier's bound ([`crate::Module::cost`]), where a loop has 64 rounds.

use crate::op::Op;

/// Units of one instruction that are charged before it is executed: one, or what the table says of a primitive. What a primitive costs
/// besides ([`crate::Primitive::more`]) is charged when its answer is known.
pub fn units(op: &Op) -> u64 {
    match op {
        Op::Prim { prim, .. } => u64::from(prim.entry().cost),
        _ => 1,
    }
}

/// What a function is charged, by the places where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Charges {
    /// Units for a call.
    pub call: u64,
    /// Units for each round of a loop, by the place of its head.
    rounds: Vec<(usize, u64)>,
}

impl Charges {
    /// The charges of a function's code.
    pub fn of(code: &[Op]) -> Charges {
        let mut rounds = Vec::new();
        // The sums of what is outside all loops, and of the loops around an instruction.
        let mut call = 0u64;
        let mut open: Vec<(usize, u64)> = Vec::new();
        for (place, op) in code.iter().enumerate() {
            let sum = open.last_mut().map_or(&mut call, |(_, sum)| sum);
            *sum = sum.saturating_add(units(op));
            match op {
                Op::ForEach { .. } => open.push((place, 1)),
                Op::Loop { .. } => rounds.extend(open.pop()),
                _ => {}
            }
        }
        rounds.extend(open);
        Charges { call, rounds }
    }

    /// Units for a round of the loop whose head is at this place; none where there is no loop.
    #[inline]
    pub fn round(&self, head: usize) -> u64 {
        let found = self.rounds.iter().find(|(place, _)| *place == head);
        found.map_or(0, |(_, units)| *units)
    }
}

#[cfg(test)]
mod tests {
    use super::Charges;
    use crate::{Frame, Op, PrimId, Reg};

    #[test]
    fn loops_are_charged_by_the_round() {
        let (iter, var) = (Reg(0), Reg(1));
        let prim = Op::Prim {
            dst: Reg(2),
            base: var,
            frame: Frame::Current,
            prim: PrimId::Around,
        };
        let code = [
            prim,
            Op::ForEach { iter, var, to: 7 },
            prim,
            Op::ForEach { iter, var, to: 6 },
            prim,
            Op::Loop { to: 3 },
            Op::Loop { to: 1 },
            Op::Return { src: Reg(2) },
        ];
        let charges = Charges::of(&code);
        assert_eq!(charges.call, 2 + 1 + 1);
        assert_eq!(charges.round(1), 1 + 2 + 1 + 1);
        assert_eq!(charges.round(3), 1 + 2 + 1);
        assert_eq!(charges.round(2), 0);
    }
}
