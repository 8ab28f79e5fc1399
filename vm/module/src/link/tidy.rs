//! Tidying: what inlining leaves behind is made shorter, without any change of what the function means.
//!
//! Rounds of: known values used ([`super::values`]), unread results dropped ([`super::liveness`]), jumps to jumps led to where they
//! end, jumps to the next instruction and code that no way leads to taken out.
//!
//! ```text
//!   3  jump-if r2 -> 7          3  jump-if r2 -> 9        who comes from 3 knows what 7 asks
//!   7  jump-if r2 -> 9          7  jump-if r2 -> 9        for others that come here
//! ```
#![expect(
    clippy::indexing_slicing,
    reason = "the vectors have an entry for each instruction, and a verified function jumps within itself"
)]

use super::LinkOptions;
use super::inline::Targets;
use super::liveness::{arguments, drop_unread};
use super::values::use_values;
use crate::ids::Reg;
use crate::layout::{Access, Rewrite};
use crate::op::Op;
use crate::program::Function;

/// A round more seldom finds anything; what it would find does no harm.
const ROUNDS: usize = 4;

/// Tidies a function up; `params` has the number of parameters of every function.
pub(super) fn tidy(function: &mut Function, params: &[usize], options: LinkOptions) {
    let rounds = if options.tidy { ROUNDS } else { 0 };
    for _ in 0..rounds {
        let targets = targets(&function.code);
        let mut keep = vec![true; function.code.len()];
        let mut changed = use_values(function, &targets, options.paths);
        changed |= drop_unread(function, &targets, params, &mut keep);
        changed |= lead_jumps(&mut function.code, &targets, &mut keep, options.paths);
        changed |= drop_unreachable(&function.code, &mut keep);
        if !changed {
            break;
        }
        compact(function, &keep);
    }
    function.registers = registers(function, params);
}

/// Which instructions something jumps to.
fn targets(code: &[Op]) -> Vec<bool> {
    let mut targets = vec![false; code.len()];
    for target in code.iter().filter_map(|op| op.target()) {
        if let Some(entry) = targets.get_mut(target as usize) {
            *entry = true;
        }
    }
    targets
}

/// Leads jumps to where a chain of them ends, turns a jump over a jump into one, and takes jumps to the next instruction out.
/// With `paths` a jump to a jump that asks what is known by then goes on at once.
fn lead_jumps(code: &mut [Op], targets: &[bool], keep: &mut [bool], paths: bool) -> bool {
    let mut changed = false;
    for index in (0..code.len()).rev() {
        if !keep[index] {
            continue;
        }
        // Chains are followed from their ends, so each is one step long. A loop's end is no part of a chain: it lies behind.
        let end = |to: u32| match code.get(to as usize) {
            Some(Op::Jump { to: further }) if keep[to as usize] => *further,
            _ => to,
        };
        let next = index + 1;
        // What a jump has found out need not be asked again where it leads to.
        let beyond = |a: Reg, holds: bool, to: u32| match code.get(to as usize) {
            _ if !paths => to,
            Some(Op::JumpIf {
                a: asked,
                to: further,
            }) if *asked == a => {
                if holds {
                    *further
                } else {
                    to + 1
                }
            }
            Some(Op::JumpIfNot {
                a: asked,
                to: further,
            }) if *asked == a => {
                if holds {
                    to + 1
                } else {
                    *further
                }
            }
            _ => to,
        };
        let written = index
            .checked_sub(1)
            .filter(|&before| !targets[index] && keep[before]);
        let led = match code[index] {
            Op::Jump { to } => match (code.get(end(to) as usize), written.map(|at| code[at])) {
                (Some(Op::Return { src }), _) => Op::Return { src: *src },
                (_, Some(Op::Truth { dst, value })) => Op::Jump {
                    to: beyond(dst, value, end(to)),
                },
                _ => Op::Jump { to: end(to) },
            },
            Op::JumpIf { a, to } => match code.get(next) {
                Some(Op::Jump { to: over })
                    if to as usize == next + 1 && keep[next] && !targets[next] =>
                {
                    Op::JumpIfNot { a, to: *over }
                }
                _ => Op::JumpIf {
                    a,
                    to: beyond(a, true, end(to)),
                },
            },
            Op::JumpIfNot { a, to } => match code.get(next) {
                Some(Op::Jump { to: over })
                    if to as usize == next + 1 && keep[next] && !targets[next] =>
                {
                    Op::JumpIf { a, to: *over }
                }
                _ => Op::JumpIfNot {
                    a,
                    to: beyond(a, false, end(to)),
                },
            },
            other => other,
        };
        let inverted = std::mem::discriminant(&led) != std::mem::discriminant(&code[index])
            && !matches!(led, Op::Return { .. });
        if inverted {
            keep[next] = false;
        }
        changed |= led != code[index];
        code[index] = led;
        if let Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpIfNot { to, .. } = led {
            let between = keep.get(next..to as usize).unwrap_or(&[]);
            if between.iter().all(|kept| !kept) {
                keep[index] = false;
                changed = true;
            }
        }
    }
    changed
}

/// Takes instructions out that no way leads to. A loop's end stays as long as its head.
fn drop_unreachable(code: &[Op], keep: &mut [bool]) -> bool {
    let mut reached = vec![false; code.len() + 1];
    let mut changed = false;
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for (index, op) in code.iter().enumerate() {
        if !reached[index] {
            let ends_loop =
                matches!(op, Op::Loop { to } if reached.get(*to as usize) == Some(&true));
            if !ends_loop && keep[index] {
                keep[index] = false;
                changed = true;
            }
            continue;
        }
        // What has been taken out is passed by.
        let target = op.target().filter(|_| keep[index]);
        if let Some(entry) = target.and_then(|target| reached.get_mut(target as usize)) {
            *entry = true;
        }
        if !keep[index] || !matches!(op, Op::Jump { .. } | Op::Return { .. } | Op::Loop { .. }) {
            reached[index + 1] = true;
        }
    }
    changed
}

/// Takes out what is not kept. A target that was taken out did nothing, so its jumps go to the next one that is kept.
fn compact(function: &mut Function, keep: &[bool]) {
    let mut next = 0;
    let moved: Vec<usize> = keep
        .iter()
        .map(|kept| {
            let at = next;
            next += usize::from(*kept);
            at
        })
        .collect();
    let mut kept = keep.iter();
    function
        .code
        .retain(|_| kept.next().copied().unwrap_or(true));
    if !function.places.is_empty() {
        let mut kept = keep.iter();
        function
            .places
            .retain(|_| kept.next().copied().unwrap_or(true));
    }
    let mut targets = Targets(|target: usize| moved.get(target).copied().unwrap_or(target));
    for op in &mut function.code {
        *op = op.rewrite(&mut targets);
    }
}

/// How many registers a function needs: its parameters and all that its code names.
fn registers(function: &Function, params: &[usize]) -> u16 {
    let mut most = Most(function.params.len().max(1));
    for op in &function.code {
        let _ = op.rewrite(&mut most);
        if let Some((base, count)) = arguments(*op, params) {
            most.0 = most.0.max(base.index() + count);
        }
    }
    u16::try_from(most.0)
        .unwrap_or(function.registers)
        .min(function.registers)
}

/// One more than the highest register met.
struct Most(usize);

impl Rewrite for Most {
    fn register(&mut self, access: Access, register: Reg) -> Reg {
        if access != Access::Base {
            self.0 = self.0.max(register.index() + 1);
        }
        register
    }
}
