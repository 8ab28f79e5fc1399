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

use std::collections::{BTreeMap, BTreeSet};

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
    /// The blocks by where they begin.
    blocks: BTreeMap<usize, Block>,
}

/// Where a function's value is handed back: the place after everything.
pub(crate) const RETURN: usize = usize::MAX;

/// A stretch of instructions that is gone through from its beginning to its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// One after the last instruction.
    pub(crate) end: usize,
    /// Where it goes on: [`RETURN`], or where blocks begin.
    pub(crate) exits: Vec<usize>,
    /// Where it is come from.
    entries: Vec<usize>,
    /// About how many instructions of a processor it takes; `None` where it does more than compute.
    cost: Option<u32>,
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
        let blocks = blocks(code, &leaders);
        Some(Flow {
            leaders,
            live,
            loops,
            blocks,
        })
    }

    /// The block that begins at an instruction.
    pub(crate) fn block(&self, start: usize) -> Option<&Block> {
        self.blocks.get(&start)
    }

    /// The blocks after the one that ends before an instruction, in order, that cost little enough to be executed whatever
    /// holds, and leave at most two ways to go on. None where branching is better.
    ///
    /// ```text
    ///        a           a, b, c and d cost no more than the budget together, no other block leads to them, and all ways
    ///      ↙   ↘         out of them lead to e: they become one stretch without a branch.
    ///     b     c
    ///      ↘   ↙ ↘
    ///        d   │
    ///         ↘  ↓
    ///           e
    /// ```
    pub(crate) fn region(&self, end: usize, budget: u32) -> Vec<usize> {
        let Some((&first, block)) = self.blocks.range(..end).next_back() else {
            return Vec::new();
        };
        let mut inside = BTreeSet::from([first]);
        let mut exits: BTreeSet<usize> = block.exits.iter().copied().collect();
        let (mut found, mut best) = (Vec::new(), 0);
        let mut left = budget;
        loop {
            let next = exits.iter().find_map(|&start| {
                let block = self.blocks.get(&start)?;
                let ours = block.entries.iter().all(|from| inside.contains(from));
                let cost = block.cost.filter(|cost| *cost <= left && ours)?;
                Some((start, block, cost))
            });
            let Some((start, block, cost)) = next else {
                break;
            };
            left -= cost;
            inside.insert(start);
            found.push(start);
            exits.remove(&start);
            exits.extend(block.exits.iter().filter(|exit| !inside.contains(exit)));
            if exits.len() <= 2 {
                best = found.len();
            }
        }
        found.truncate(best);
        found
    }
}

fn blocks(code: &[Op], leaders: &[bool]) -> BTreeMap<usize, Block> {
    let mut blocks: BTreeMap<usize, Block> = BTreeMap::new();
    let mut start = 0;
    for (pc, op) in code.iter().enumerate() {
        if leaders[pc] {
            start = pc;
        }
        let block = blocks.entry(start).or_default();
        block.end = pc + 1;
        if pc == start {
            block.cost = Some(0);
        }
        block.cost = block.cost.zip(cost(*op)).map(|(sum, cost)| sum + cost);
        if leaders.get(pc + 1).copied().unwrap_or(true) {
            let target = op.target().map(|target| target as usize);
            block.exits = match op {
                Op::Return { .. } => vec![RETURN],
                Op::Jump { .. } | Op::Loop { .. } => target.into_iter().collect(),
                _ => target.into_iter().chain([pc + 1]).collect(),
            };
        }
    }
    let ways: Vec<(usize, usize)> = blocks
        .iter()
        .flat_map(|(from, block)| block.exits.iter().map(|to| (*from, *to)))
        .collect();
    for (from, to) in ways {
        if let Some(block) = blocks.get_mut(&to) {
            block.entries.push(from);
        }
    }
    blocks
}

/// About how many instructions of a processor an instruction takes; `None` where it does more than compute.
fn cost(op: Op) -> Option<u32> {
    match op {
        Op::Board { .. }
        | Op::Number { .. }
        | Op::BigNumber { .. }
        | Op::Truth { .. }
        | Op::Move { .. }
        | Op::Piece { .. }
        | Op::Designate { .. }
        | Op::Side { .. }
        | Op::From { .. }
        | Op::To { .. }
        | Op::Jump { .. }
        | Op::JumpIf { .. }
        | Op::JumpIfNot { .. }
        | Op::Return { .. } => Some(0),
        Op::ToMove { .. } | Op::File { .. } | Op::Rank { .. } => Some(2),
        Op::Dist { .. } | Op::Manhattan { .. } | Op::Mul { .. } => Some(3),
        Op::Prim { prim, .. } => match prim.entry().in_place {
            0 => None,
            instructions => Some(instructions),
        },
        Op::Squares { .. } => None,
        _ if !op.is_straight() => None,
        _ => Some(1),
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
