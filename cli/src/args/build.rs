//! Arguments of the commands on compiled code: `adv build` and `adv disasm`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Arguments of `adv build`.
#[derive(Args, Debug)]
pub struct BuildArgs {
    /// The program
    pub file: PathBuf,
    /// The file to write; if not given, beside the program with the extension .advc
    #[arg(short, long, value_name = "MODULE")]
    pub output: Option<PathBuf>,
    /// Leave out the source text and all source locations
    #[arg(long)]
    pub strip: bool,
}

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
        conflicts_with = "linked"
    )]
    pub format: DisasmFormat,
    /// The file to write; standard output if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The forms of a listing.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisasmFormat {
    /// the instructions
    Text,
    /// the E-tree of each strategy in the language of Graphviz: statements, branches, loops, the parts that it applies and consults
    Dot,
}
