//! The commands, one file each.

mod check;
mod explain;

mod many;
mod run;

mod play;

mod matches;

mod survey;

mod test;

mod build;
mod disasm;

use crate::Outcome;
use crate::args::{Arguments, Command};

/// Does what the arguments ask for.
pub fn run(arguments: &Arguments) -> Outcome {
    let messages = &arguments.messages;
    match &arguments.command {
        Command::Check(args) => check::check(args, messages),
        Command::Explain(args) => explain::explain(args),
        Command::Run(args) => run::run(args, messages),
        Command::Play(args) => play::play(args, messages),
        Command::Match(args) => matches::matches(args, messages),
        Command::Survey(args) => survey::survey(args, messages),
        Command::Test(args) => test::test(args, messages),
        Command::Build(args) => build::build(args, messages),
        Command::Disasm(args) => disasm::disasm(args, messages),
    }
}
