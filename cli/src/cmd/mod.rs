//! Commands of the command line, one file each.

mod interview;
mod new;

mod check;
mod completions;
mod explain;

mod doc;
mod format;
mod lsp;
mod repl;

mod consult;
pub mod refute;
pub mod run;
pub mod trace;
pub mod whole;

mod solve;

mod play;

mod matches;

mod annotate;
mod assess;
mod board;
mod kept_cases;
mod learn;

mod bench;
mod survey;

mod test;

mod prove;
mod verify;
mod verify_tree;

mod diff;

mod cases;
mod tables;

mod build;
mod disasm;

use crate::args::{Arguments, Command};
use crate::exit::Exit;
use crate::{Outcome, sources};

/// Runs the command that the arguments name.
pub fn run(arguments: &Arguments) -> Outcome {
    let messages = &arguments.messages;
    if let Some(root) = &messages.root {
        sources::allow(root)?;
    }
    match &arguments.command {
        Command::New(args) => new::new(args),
        Command::Check(args) => check::check(args, messages),
        Command::Format(args) => format::format(args, messages),
        Command::Explain(args) => explain::explain(args),
        Command::Lsp(_) => lsp::serve(),
        Command::Doc(args) => doc::doc(args, messages),
        Command::Studio(args) => crate::studio::studio(args),
        Command::Repl(args) => repl::repl(args, messages),
        Command::Run(args) => run::run(args, messages),
        Command::Refute(args) => refute::refute(args, messages),
        Command::Trace(args) => trace::trace(args, messages),
        Command::Whole(args) => whole::whole(args, messages),
        Command::Solve(args) => solve::solve(args, messages),
        Command::Play(args) => play::play(args, messages),
        Command::Match(args) => matches::matches(args, messages),
        Command::Uci(args) => {
            crate::uci::talk(args.file.as_deref(), args.limits)?;
            Ok(Exit::Done)
        }
        Command::Annotate(args) => annotate::annotate(args, messages),
        Command::Assess(args) => assess::assess(args, messages),
        Command::Board(args) => board::board(args, messages),
        Command::Survey(args) => survey::survey(args, messages),
        Command::Bench(args) => bench::bench(args, messages),
        Command::Test(args) => test::test(args, messages),
        Command::Prove(args) => prove::prove(args, messages),
        Command::Verify(args) => verify::verify(args, messages),
        Command::Diff(args) => diff::diff(args, messages),
        Command::Tables(args) => tables::tables(args),
        Command::Cases(args) => cases::cases(args, messages),
        Command::Build(args) => build::build(args, messages),
        Command::Disasm(args) => disasm::disasm(args, messages),
        Command::Completions(args) => completions::completions(args),
        #[cfg(feature = "man")]
        Command::Man(args) => completions::man(args),
    }
}
