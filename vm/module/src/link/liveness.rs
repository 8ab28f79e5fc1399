//! Which registers are read again, and what follows from it: results that nobody reads are not computed, and a result that is only
//! moved on is computed where it is moved to.
//!
//! ```text
//!   count r7 := r3            count r1 := r3
//!   move  r1 := r7            -                       where r7 is not read again
//! ```
//!
//! One walk backward. At a loop's end the head is not known yet; there every register that the loop reads, or that is read behind it,
//! counts as read again.
#![expect(
    clippy::indexing_slicing,
    reason = "the vectors have an entry for each instruction, and 256 registers are four words"
)]

use crate::ids::Reg;
use crate::layout::{Access, Rewrite};
use crate::op::Op;
use crate::primitive::Primitive;
use crate::program::Function;

/// A set of registers.
#[derive(Clone, Copy, Default, PartialEq)]
struct Set([u64; 4]);

impl Set {
    fn insert(&mut self, register: Reg) {
        self.0[register.index() / 64] |= 1 << (register.0 % 64);
    }
    fn remove(&mut self, register: Reg) {
        self.0[register.index() / 64] &= !(1 << (register.0 % 64));
    }
    fn contains(&self, register: Reg) -> bool {
        self.0[register.index() / 64] >> (register.0 % 64) & 1 == 1
    }
    fn add(&mut self, other: Set) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(mine, theirs)| *mine |= theirs);
    }
}

/// How many arguments a call takes from its base on.
pub(super) fn arguments(op: Op, params: &[usize]) -> Option<(Reg, usize)> {
    match op {
        Op::Prim { base, prim, .. } => {
            let entry = Primitive::ALL.get(usize::from(prim.tag()));
            Some((base, entry.map_or(0, |entry| entry.params.len())))
        }
        Op::Call { base, function, .. } | Op::Turned { base, function, .. } => {
            Some((base, params.get(function.index()).copied().unwrap_or(0)))
        }
        _ => None,
    }
}

/// Collects what an instruction reads.
struct Reads(Set);

impl Rewrite for Reads {
    fn register(&mut self, access: Access, register: Reg) -> Reg {
        if matches!(access, Access::Read | Access::Iterate) {
            self.0.insert(register);
        }
        register
    }
}

fn reads(op: Op, params: &[usize]) -> Set {
    let mut reads = Reads(Set::default());
    let _ = op.rewrite(&mut reads);
    if let Some((base, count)) = arguments(op, params) {
        (base.0..=u8::MAX)
            .take(count)
            .for_each(|register| reads.0.insert(Reg(register)));
    }
    reads.0
}

/// Gives an instruction another destination.
struct Redirect(Reg);

impl Rewrite for Redirect {
    fn register(&mut self, access: Access, register: Reg) -> Reg {
        if access == Access::Write {
            self.0
        } else {
            register
        }
    }
}

/// True where an instruction does nothing but compute its result. A call may run out of fuel or search, and stays.
const fn only_computes(op: Op) -> bool {
    !matches!(
        op,
        Op::Call { .. } | Op::Kept { .. } | Op::Turned { .. } | Op::Satisfiable { .. }
    )
}

/// Marks in `keep` what need not be computed, and redirects results that are only moved on. True where anything changed.
pub(super) fn drop_unread(
    function: &mut Function,
    targets: &[bool],
    params: &[usize],
    keep: &mut [bool],
) -> bool {
    let code = &mut function.code;
    let mut before = vec![Set::default(); code.len() + 1];
    let mut changed = false;
    for index in (0..code.len()).rev() {
        let op = code[index];
        let next = before[index + 1];
        let at = |target: u32| before.get(target as usize).copied().unwrap_or_default();
        let mut live = match op {
            Op::Return { .. } => Set::default(),
            Op::Jump { to } => at(to),
            Op::ForEach { var, to, .. } => {
                // The square is written on the way into the body only.
                let mut live = next;
                live.remove(var);
                live.add(at(to));
                live
            }
            Op::JumpIf { to, .. } | Op::JumpIfNot { to, .. } => {
                let mut live = next;
                live.add(at(to));
                live
            }
            Op::Loop { to } => {
                let mut live = next;
                for inside in code.get(to as usize..index).unwrap_or(&[]) {
                    live.add(reads(*inside, params));
                    // Targets behind the loop are known already, those within it add nothing that the loop does not read.
                    if let Some(target) = inside.target().filter(|&target| target as usize > index)
                    {
                        live.add(at(target));
                    }
                }
                live
            }
            _ => next,
        };
        if let Some(dst) = op
            .destination()
            .filter(|_| !matches!(op, Op::ForEach { .. }))
        {
            let idle = matches!(op, Op::Move { src, .. } if src == dst);
            if only_computes(op) && (idle || !live.contains(dst)) {
                keep[index] = false;
                changed = true;
                before[index] = live;
                continue;
            }
            if let (Op::Move { dst, src }, Some(previous)) = (op, index.checked_sub(1))
                && code[previous].destination() == Some(src)
                && !matches!(code[previous], Op::ForEach { .. })
                && !targets[index]
                && keep[previous]
                && !live.contains(src)
            {
                code[previous] = code[previous].rewrite(&mut Redirect(dst));
                keep[index] = false;
                changed = true;
                before[index] = live;
                continue;
            }
            live.remove(dst);
        }
        live.add(reads(op, params));
        before[index] = live;
    }
    changed
}
