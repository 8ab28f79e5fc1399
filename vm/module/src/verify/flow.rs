//! Flow: code runs forward, but for loops over the squares of a board, and it always comes to a return.
//!
//! ```text
//!   2  for-each iter, var -> 6     ┐ the head belongs to the code around the loop
//!   3    …                         │ ┐
//!   4    jump-if r -> 9            │ │ the body; a jump may leave it, none may enter it
//!   5  loop -> 2                   ┘ ┘
//!   6  …                             where the head goes when the board is empty
//! ```
//!
//! In the body nothing writes the head's `iter`, and no call's window begins at or below it. So the board shrinks by a square each
//! time round, and a loop ends after at most 64 of them.

use super::{Verified, each_function, fail, fail_in};
use crate::error::Property;
use crate::format::MAX_LOOP_DEPTH;
use crate::ids::Reg;
use crate::layout::{Access, Rewrite};
use crate::op::Op;
use crate::program::{Function, Program};

/// Checks every function.
pub(super) fn check(module: &Program) -> Verified {
    each_function(module, of_function)
}

/// A loop that the walk is inside of.
#[derive(Clone, Copy)]
struct Open {
    head: usize,
    /// Just after its last instruction.
    end: usize,
    iter: Reg,
}

fn wrong<T>(function: &Function, index: usize, sentence: impl Into<String>) -> Verified<T> {
    fail_in(Property::Flow, function, index, sentence)
}

fn of_function(function: &Function) -> Verified {
    let code = &function.code;
    match code.last() {
        Some(Op::Return { .. }) => {}
        Some(_) => {
            return wrong(
                function,
                code.len() - 1,
                "the last instruction is not a return",
            );
        }
        None => {
            return fail(
                Property::Flow,
                format!("function `{}`", function.name),
                "it has no instructions",
            );
        }
    }
    // Straight code, by far the most, has nothing else to look at.
    if code.iter().all(|op| op.target().is_none()) {
        return Ok(());
    }
    let inside = loops(function)?;
    for (index, op) in code.iter().enumerate() {
        let (Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpIfNot { to, .. }) = *op else {
            continue;
        };
        let to = to as usize;
        if to <= index {
            return wrong(function, index, format!("a jump backward, to {to}"));
        }
        // The innermost loop around the target is around the jump too.
        if let Some(&(head, end)) = inside.get(to).and_then(Option::as_ref)
            && !(head < index && index < end)
        {
            let sentence = format!("a jump to {to}, into the loop that begins at {head}");
            return wrong(function, index, sentence);
        }
    }
    Ok(())
}

/// Pairs heads with ends, and gives for every instruction the innermost loop whose body it is in: its head, and the place after it.
fn loops(function: &Function) -> Verified<Vec<Option<(usize, usize)>>> {
    let mut open: Vec<Open> = Vec::new();
    let mut inside = Vec::with_capacity(function.code.len());
    for (index, op) in function.code.iter().enumerate() {
        inside.push(open.last().map(|open| (open.head, open.end)));
        for around in &open {
            let calls = matches!(op, Op::Call { .. } | Op::CallFor { .. } | Op::Turned { .. });
            let mut look = Guard {
                iter: around.iter,
                calls,
                wrong: None,
            };
            let _ = op.rewrite(&mut look);
            if let Some(sentence) = look.wrong {
                return wrong(function, index, sentence);
            }
        }
        match *op {
            Op::ForEach { iter, var, to } => {
                let end = to as usize;
                let last = end.checked_sub(1).and_then(|last| function.code.get(last));
                if end <= index + 1
                    || last.is_none_or(
                        |last| !matches!(last, Op::Loop { to } if *to as usize == index),
                    )
                {
                    let sentence = format!(
                        "the loop's end {end} is not just after an instruction that goes back to its head"
                    );
                    return wrong(function, index, sentence);
                }
                if open.last().is_some_and(|around| end >= around.end) {
                    return wrong(
                        function,
                        index,
                        "the loop ends outside of the loop around it",
                    );
                }
                if iter == var {
                    return wrong(
                        function,
                        index,
                        "the loop's square and its board share a register",
                    );
                }
                if open.len() >= MAX_LOOP_DEPTH {
                    let sentence = format!("more than {MAX_LOOP_DEPTH} loops inside one another");
                    return wrong(function, index, sentence);
                }
                open.push(Open {
                    head: index,
                    end,
                    iter,
                });
            }
            Op::Loop { to } => match open.pop() {
                Some(around) if around.end == index + 1 && around.head == to as usize => {}
                _ => {
                    return wrong(function, index, "it ends no loop that is open here");
                }
            },
            _ => {}
        }
    }
    Ok(inside)
}

/// Guards the board of one loop against an instruction of its body.
struct Guard {
    iter: Reg,
    /// The instruction leaves the registers from its base on undefined. A primitive does not.
    calls: bool,
    wrong: Option<String>,
}

impl Rewrite for Guard {
    fn register(&mut self, access: Access, register: Reg) -> Reg {
        if matches!(access, Access::Write | Access::Iterate) && register == self.iter {
            self.wrong = Some(format!(
                "it writes r{}, the board of a loop around it",
                register.0
            ));
        }
        if access == Access::Base && self.calls && register <= self.iter {
            let (base, iter) = (register.0, self.iter.0);
            self.wrong = Some(format!(
                "its window begins at r{base}, not above r{iter}, the board of a loop around it"
            ));
        }
        register
    }
}
