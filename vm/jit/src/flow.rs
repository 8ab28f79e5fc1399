//! How control goes through a function: where blocks begin, which registers are still read, what loops write.
//!
//! ```text
//!   0  r0 := W.R          block 0      live: –
//!   2  jump-if r0 -> 5
//!   3  r1 := …            block 3      live: r0
//!   5  return r0          block 5      live: r0       both edges meet here, and only r0 has to be joined
//! ```
//!
//! Callers hand in verified functions, but nothing says so to the type checker; so what safe code needs is checked here again:
//! targets lie inside, and only a loop goes back.

use std::collections::BTreeMap;

use adv_module::layout::Access;
use adv_module::program::Function;
use adv_module::{FnId, Op, Program};

/// A set of registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Registers([u64; 4]);

impl Registers {
    pub(crate) const fn has(self, register: u8) -> bool {
        self.0[register as usize / 64] >> (register % 64) & 1 == 1
    }

    fn insert(&mut self, register: u8) {
        self.0[register as usize / 64] |= 1 << (register % 64);
    }

    fn subtract(&mut self, other: Registers) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(mine, theirs)| *mine &= !theirs);
    }

    fn add(&mut self, other: Registers) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(mine, theirs)| *mine |= theirs);
    }
}

/// What is known of a function before anything is emitted.
#[derive(Debug)]
pub(crate) struct Flow {
    /// True where a block begins.
    pub(crate) leaders: Vec<bool>,
    /// The registers that are read before they are written, from each instruction on.
    pub(crate) live: Vec<Registers>,
    /// What is written inside the loop that begins at an instruction.
    pub(crate) loops: BTreeMap<usize, Registers>,
}

/// What an instruction reads and writes.
#[derive(Default)]
struct Touched {
    reads: Registers,
    writes: Registers,
    base: Option<u8>,
}

/// How many arguments a function takes; `None` for one that the module does not have.
pub(crate) fn parameters(module: &Program, function: FnId) -> Option<usize> {
    if let Some(import) = module.imports.get(function.index()) {
        return Some(import.params.len());
    }
    Some(own(module, function)?.params.len())
}

/// A function of the module's own.
pub(crate) fn own(module: &Program, function: FnId) -> Option<&Function> {
    let at = function.index().checked_sub(module.imports.len())?;
    module.functions.get(at)
}

fn touched(module: &Program, op: Op) -> Option<Touched> {
    let mut touched = Touched::default();
    op.each_register(|access, register| match access {
        Access::Read => touched.reads.insert(register.0),
        Access::Write => touched.writes.insert(register.0),
        Access::Iterate => {
            touched.reads.insert(register.0);
            touched.writes.insert(register.0);
        }
        Access::Base => touched.base = Some(register.0),
    });
    if let Some(base) = touched.base {
        let count = match op {
            Op::Prim { prim, .. } => prim.entry().params.len(),
            _ => parameters(module, op.callee()?)?,
        };
        for register in (base..=u8::MAX).take(count) {
            touched.reads.insert(register);
        }
    }
    Some(touched)
}

impl Flow {
    /// Looks through a function; `None` where it goes where it must not.
    pub(crate) fn of(module: &Program, code: &[Op]) -> Option<Flow> {
        let mut leaders = vec![false; code.len()];
        let mut loops: BTreeMap<usize, Registers> = BTreeMap::new();
        let all: Vec<Touched> = code
            .iter()
            .map(|op| touched(module, *op))
            .collect::<Option<_>>()?;
        for (pc, op) in code.iter().enumerate() {
            if let Some(target) = op.target() {
                let target = target as usize;
                *leaders.get_mut(target)? = true;
                if let Some(next) = leaders.get_mut(pc + 1) {
                    *next = true;
                }
                if let Op::Loop { .. } = op {
                    let begins = matches!(code.get(target), Some(Op::ForEach { .. }));
                    if !begins || target >= pc {
                        return None;
                    }
                    let written = loops.entry(target).or_default();
                    for inside in all.get(target..=pc)? {
                        written.add(inside.writes);
                    }
                } else if target <= pc {
                    return None;
                }
            }
            if let (Op::Return { .. }, Some(next)) = (op, leaders.get_mut(pc + 1)) {
                *next = true;
            }
        }
        // A loop has one way in, its head.
        for (pc, op) in code.iter().enumerate() {
            let (Op::Loop { to }, last) = (op, pc) else {
                continue;
            };
            let inside = *to as usize + 1..=last;
            let enters = |(from, op): (usize, &Op)| {
                let target = op.target().map(|target| target as usize);
                target.is_some_and(|target| inside.contains(&target))
                    && !(*to as usize..=last).contains(&from)
            };
            if code.iter().enumerate().any(enters) {
                return None;
            }
        }
        // After the last instruction there is nothing.
        match code.last()? {
            Op::Return { .. } | Op::Jump { .. } | Op::Loop { .. } => {}
            _ => return None,
        }
        let live = live(code, &all);
        Some(Flow {
            leaders,
            live,
            loops,
        })
    }
}

/// Goes back over the code until nothing changes; each nesting of loops needs another round.
fn live(code: &[Op], all: &[Touched]) -> Vec<Registers> {
    let mut live = vec![Registers::default(); code.len() + 1];
    loop {
        let mut changed = false;
        for (pc, op) in code.iter().enumerate().rev() {
            let mut now = match op {
                Op::Return { .. } | Op::Jump { .. } | Op::Loop { .. } => Registers::default(),
                _ => live[pc + 1],
            };
            now.subtract(all[pc].writes);
            // A jump writes nothing, and a loop's head nothing where the loop ends.
            if let Some(target) = op.target() {
                now.add(live[target as usize]);
            }
            now.add(all[pc].reads);
            changed |= now != live[pc];
            live[pc] = now;
        }
        if !changed || !code.iter().any(|op| matches!(op, Op::Loop { .. })) {
            return live;
        }
    }
}
