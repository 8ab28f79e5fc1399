//! The functions of a program as they are executed, with what is known of each of them.

use std::sync::Arc;

use adv_module::program::Function;
use adv_module::{Charges, FnId, Linked, Needs, Who};

use crate::fuse::{FusedStep, fuse};
use crate::search::alone::Lookers;
use crate::search::checking::Checking;
use crate::search::keys::{Input, input_of};
use crate::search::of_replies::replies_of;

/// A function as it is executed.
pub(crate) struct Code {
    /// One step for each place of the code.
    pub(crate) steps: Box<[FusedStep]>,
    /// What it burns, and when.
    pub(crate) charges: Charges,
    /// It is about the position after the move.
    pub(crate) needs_new: bool,
    /// As a key it is a table.
    pub(crate) input: Option<Input>,
    /// It depends on the number of moves of this side after the move, and on nothing else.
    pub(crate) replies: Option<Who>,
    /// It looks at nothing but the position after the move, and may take long.
    pub(crate) of_child: bool,
    /// How it depends on check.
    pub(crate) checking: Checking,
    /// The most that it can burn, with what it calls.
    pub(crate) most: u64,
}

/// The functions of a linked program.
pub(crate) fn codes_of(linked: &Linked) -> Arc<[Code]> {
    codes(linked, |function| fuse(&function.code))
}

/// The same, to be executed instruction by instruction.
pub(crate) fn unfused_codes_of(linked: &Linked) -> Arc<[Code]> {
    codes(linked, |function| {
        let steps = function.code.iter().map(|op| FusedStep::One(*op));
        steps.collect()
    })
}

fn codes(linked: &Linked, steps: impl Fn(&Function) -> Box<[FusedStep]>) -> Arc<[Code]> {
    let program = linked.module().program();
    let lookers = Lookers::of(program);
    let code = |(id, function): (u32, &Function)| {
        let most = linked.module().cost(FnId(id));
        Code {
            steps: steps(function),
            charges: Charges::of(&function.code),
            needs_new: function.needs.has(Needs::NEW),
            input: input_of(&function.code),
            replies: replies_of(&function.code),
            of_child: lookers.is_of_child(FnId(id), most),
            checking: Checking::of(&function.code),
            most,
        }
    };
    let functions = (0..).zip(&program.functions);
    functions.map(code).collect()
}
