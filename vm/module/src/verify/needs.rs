//! Needs: a function declares what it and its callees speak of beyond the current position, so that its caller knows
//! what to provide.
//!
//! | instruction                                   | needs                                                     |
//! |-----------------------------------------------|-----------------------------------------------------------|
//! | anything in the frame `new.` or `root.`       | that position                                             |
//! | `FROM`, `TO`                                  | the move                                                  |
//! | `TAKEN`                                       | what has settled the moves before                         |
//! | `HERE`                                        | the squares of the fact that is explained                 |
//! | a call, a turned call                         | what its frame needs, and what the callee needs           |
//! | a kept function                               | the root                                                  |
//! | a call for a side                             | what its frame needs                                      |
//!
//! A function that is called for a side and a board may speak of its position and of `HERE`, which it is given, and of nothing else.
//!
//! A kept function's value is one value for the whole consultation: it and what it calls may speak of the root alone.

use super::{Verified, about, fail_in};
use crate::error::Property;
use crate::ids::{FnId, Id};
use crate::op::Op;
use crate::primitive::Primitive;
use crate::program::{Function, Program};
use crate::types::{Frame, Needs};

/// Checks every function; `order` has callees first.
pub(super) fn check(module: &Program, order: &[usize]) -> Verified {
    let mut readers = Readers {
        module,
        reads_current: vec![false; module.functions.len()],
    };
    for &own in order {
        let Some(function) = module.functions.get(own) else {
            continue;
        };
        let part = Id::Function(module.own_id(own));
        let mut reads = false;
        for (index, op) in function.code.iter().enumerate() {
            reads |= readers.reads_current(*op);
            let needs = needs_of(module, *op);
            if !needs.within(function.needs) {
                let sentence = format!(
                    "it speaks of {}, which the function does not declare",
                    words(needs, function)
                );
                return about(part, fail_in(Property::Needs, function, index, sentence));
            }
            let of_call = match *op {
                Op::CallFor {
                    function: called, ..
                } => callable_for(module, function, index, called),
                Op::Kept { function: kept, .. } => keepable(&readers, function, index, kept),
                _ => Ok(()),
            };
            about(part, of_call)?;
        }
        if let Some(entry) = readers.reads_current.get_mut(own) {
            *entry = reads;
        }
    }
    Ok(())
}

/// What an instruction needs beyond the current position.
fn needs_of(module: &Program, op: Op) -> Needs {
    op.needs(|callee| {
        let signature = module.signature(callee);
        signature.map_or(Needs::NONE, |signature| signature.needs)
    })
}

/// The needs that a function does not declare, in words.
fn words(needs: Needs, function: &Function) -> String {
    let missing = |bit: Needs| needs.has(bit) && !function.needs.has(bit);
    let all = [
        (Needs::NEW, "`new.`"),
        (Needs::ROOT, "`root.`"),
        (Needs::MOVE, "`FROM` or `TO`"),
        (Needs::TAKEN, "`TAKEN`"),
        (Needs::HERE, "`HERE`"),
    ];
    let named: Vec<_> = all
        .iter()
        .filter(|(bit, _)| missing(*bit))
        .map(|(_, word)| *word)
        .collect();
    named.join(" and ")
}

/// Which functions look at their current position, themselves or through a callee. Imports count as not looking; they are looked at
/// again when the program is linked.
struct Readers<'m> {
    module: &'m Program,
    reads_current: Vec<bool>,
}

impl Readers<'_> {
    fn of(&self, function: FnId) -> bool {
        let own = function.index().checked_sub(self.module.imports.len());
        own.and_then(|own| self.reads_current.get(own))
            .copied()
            .unwrap_or(false)
    }

    fn reads_current(&self, op: Op) -> bool {
        match op {
            Op::Piece { frame, .. }
            | Op::Squares { frame, .. }
            | Op::ToMove { frame, .. }
            | Op::Satisfiable { frame, .. } => frame == Frame::Current,
            Op::Prim { frame, prim, .. } => {
                let entry = Primitive::ALL.get(usize::from(prim.tag()));
                frame == Frame::Current && entry.is_some_and(|entry| entry.reads_position)
            }
            Op::Call {
                frame, function, ..
            }
            | Op::CallFor {
                frame, function, ..
            } => frame == Frame::Current && self.of(function),
            Op::Turned { function, .. } => self.of(function),
            _ => false,
        }
    }
}

fn callable_for(module: &Program, function: &Function, index: usize, called: FnId) -> Verified {
    let Some(signature) = module.signature(called) else {
        return Ok(());
    };
    if signature.needs.within(Needs::HERE) {
        return Ok(());
    }
    let sentence = format!(
        "`{}` is called for a side and speaks of more than its position",
        signature.name
    );
    fail_in(Property::Needs, function, index, sentence)
}

fn keepable(readers: &Readers<'_>, function: &Function, index: usize, kept: FnId) -> Verified {
    let Some(signature) = readers.module.signature(kept) else {
        return Ok(());
    };
    if !signature.needs.within(Needs::ROOT) {
        let sentence = format!(
            "`{}` is kept and speaks of more than the root",
            signature.name
        );
        return fail_in(Property::Needs, function, index, sentence);
    }
    if readers.of(kept) {
        let sentence = format!(
            "`{}` is kept and looks at the current position",
            signature.name
        );
        return fail_in(Property::Needs, function, index, sentence);
    }
    Ok(())
}
