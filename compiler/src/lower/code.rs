//! The instructions of one function while they are written: labels instead of targets, and the tidying at the end.
//!
//! Until [`CodeBuffer::finish`] the target of a jump is the number of a label. At the end labels become indices, a jump to a jump goes
//! where that one goes, a jump to a return returns, and what nothing reaches is left out:
//!
//! ```text
//!   3  JumpIfNot r2 → 7         3  JumpIfNot r2 → 6
//!   4  Number r2 64             4  Number r2 64
//!   5  Jump → 8                 5  Return r2
//!   6  …                        6  …
//!   8  Return r2
//! ```

use crate::source::Span;
use adv_module::Op;
use adv_module::program::Place;

/// A place in the code that is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JumpLabel(u32);

impl JumpLabel {
    /// The target to write into an instruction.
    pub(super) const fn target(self) -> u32 {
        self.0
    }
}

/// Instructions, their places in the source and the labels.
#[derive(Clone, Debug, Default)]
pub(super) struct CodeBuffer {
    ops: Vec<Op>,
    places: Vec<Span>,
    labels: Vec<u32>,
}

/// A count as an index of the module.
fn word(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl CodeBuffer {
    /// Writes an instruction.
    pub(super) fn push(&mut self, op: Op, span: Span) {
        self.ops.push(op);
        self.places.push(span);
    }

    /// A new label.
    pub(super) fn label(&mut self) -> JumpLabel {
        self.labels.push(u32::MAX);
        JumpLabel(word(self.labels.len() - 1))
    }

    /// The label is before the next instruction.
    pub(super) fn bind(&mut self, label: JumpLabel) {
        let here = word(self.ops.len());
        if let Some(at) = self.labels.get_mut(label.0 as usize) {
            *at = here;
        }
    }

    /// The finished code and the place of each instruction.
    pub(super) fn finish(mut self) -> (Vec<Op>, Vec<Place>) {
        let labels = std::mem::take(&mut self.labels);
        for op in &mut self.ops {
            if let Some(to) = target(op) {
                *to = labels.get(*to as usize).copied().unwrap_or(u32::MAX);
            }
        }
        self.thread();
        let keep = self.reached();
        let mut moved = Vec::with_capacity(self.ops.len() + 1);
        let mut kept = 0;
        for &keep in &keep {
            moved.push(kept);
            kept += u32::from(keep);
        }
        moved.push(kept);
        let mut ops = Vec::with_capacity(kept as usize);
        let mut places = Vec::with_capacity(kept as usize);
        for ((mut op, span), keep) in self.ops.into_iter().zip(self.places).zip(keep) {
            if keep {
                if let Some(to) = target(&mut op) {
                    *to = moved.get(*to as usize).copied().unwrap_or(kept);
                }
                ops.push(op);
                places.push(span);
            }
        }
        (ops, places)
    }

    /// Jumps to jumps go to the end of the chain, jumps to a return return.
    fn thread(&mut self) {
        // From the back, so that every chain is already short when it is looked at.
        for at in (0..self.ops.len()).rev() {
            let (Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpIfNot { to, .. }) = self.ops[at]
            else {
                continue;
            };
            match self.ops.get(to as usize).copied() {
                Some(Op::Jump { to: end }) => {
                    if let Some(to) = target(&mut self.ops[at]) {
                        *to = end;
                    }
                }
                Some(Op::Return { src }) if matches!(self.ops[at], Op::Jump { .. }) => {
                    self.ops[at] = Op::Return { src }
                }
                _ => {}
            }
        }
    }

    /// Which instructions can be reached; jumps to the next instruction are not needed either.
    fn reached(&self) -> Vec<bool> {
        let count = self.ops.len();
        let mut keep = vec![false; count + 1];
        keep[0] = true;
        let mark = |keep: &mut Vec<bool>, at: usize| {
            if let Some(flag) = keep.get_mut(at) {
                *flag = true;
            }
        };
        for (at, op) in self.ops.iter().enumerate() {
            if !keep[at] {
                continue;
            }
            match *op {
                Op::Jump { to } => mark(&mut keep, to as usize),
                Op::JumpIf { to, .. } | Op::JumpIfNot { to, .. } => {
                    mark(&mut keep, to as usize);
                    mark(&mut keep, at + 1);
                }
                Op::ForEach { to, .. } => {
                    // The end of a loop stays with its beginning.
                    mark(&mut keep, (to as usize).saturating_sub(1));
                    mark(&mut keep, to as usize);
                    mark(&mut keep, at + 1);
                }
                Op::Return { .. } => {}
                _ => mark(&mut keep, at + 1),
            }
        }
        keep.truncate(count);
        // From the back, so that a row of jumps to one place goes altogether.
        for at in (0..count).rev() {
            if let Op::Jump { to } = self.ops[at] {
                let between = keep.get(at + 1..to as usize);
                if keep[at] && between.is_some_and(|between| !between.contains(&true)) {
                    keep[at] = false;
                }
            }
        }
        keep
    }
}

/// The target of an instruction that has one.
fn target(op: &mut Op) -> Option<&mut u32> {
    match op {
        Op::Jump { to }
        | Op::JumpIf { to, .. }
        | Op::JumpIfNot { to, .. }
        | Op::ForEach { to, .. }
        | Op::Loop { to } => Some(to),
        _ => None,
    }
}
