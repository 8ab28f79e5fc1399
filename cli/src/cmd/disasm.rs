//! `adv disasm`: the instructions as text, or the strategies as a graph.

use std::path::PathBuf;

use adv::program::{Program, listing};
use adv::render::etree;
use clap::Args;

use crate::args::Form;
use crate::{Exit, Out, Outcome, Trouble, messages, program};

/// Arguments of `adv disasm`.
#[derive(Args, Debug)]
pub struct DisasmArgs {
    /// The program
    pub file: PathBuf,
    /// Show the program as it runs: linked with its library
    #[arg(long)]
    pub linked: bool,
    /// The form: text, or dot for a graph of the strategies, with their branches and loops
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        value_parser = Form::some("text dot"),
        conflicts_with = "linked"
    )]
    pub format: Form,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `adv disasm`: lists the instructions of a program as it is in its module, or linked as it runs; or draws its graph.
pub fn disasm(args: &DisasmArgs) -> Outcome {
    let examined = program::examine(&args.file)?;
    messages::pass(&examined.diagnostics, &examined.source)?;
    let text = if args.linked {
        listing(program::linked(examined)?.linked().module())
    } else {
        let module = examined.module.as_ref();
        let module = module.ok_or_else(|| program::uncompiled(examined.source.name()))?;
        match args.format {
            Form::Dot => graph(module.program())?,
            _ => listing(module),
        }
    };
    let mut out = Out::to(args.output.as_deref())?;
    out.text(&text)?;
    out.end(Exit::Done)
}

/// Graph of a program's strategies and tables, in Graphviz's language.
fn graph(program: &Program) -> Result<String, Trouble> {
    if program.strategies.is_empty() && program.tables.is_empty() {
        return Err(Trouble::new(
            "the program has no strategy and no table, so there is no graph to draw",
        )
        .help("`adv run --format dot` draws the tree of a piece-of-advice in a position"));
    }
    Ok(etree::graph(program))
}
