//! The arguments of `adv fmt`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

pub const EXIT_CODES: &str = "\
`// fmt: off` on a line of its own protects what follows it up to `// fmt: on`, or to the end of the file.
A file with errors of syntax stays as it is.

Exit codes:
  0  every file is in the style now; with --check: every file was
  1  a file has errors of syntax, or cannot be read or written; with --check also: a file is not in the style";

/// Arguments of `adv fmt`.
#[derive(Args, Debug)]
pub struct FormatArgs {
    /// Programs, or folders in which every .adv file is formatted; `-` is standard input, which is formatted to standard output
    #[arg(required = true, value_name = "FILE|FOLDER")]
    pub files: Vec<PathBuf>,
    /// Write nothing: name the files that are not in the style, each with its first line that would be another
    #[arg(long)]
    pub check: bool,
    /// The spelling of signs that have several
    #[arg(long, value_name = "SIGNS", default_value = "keep")]
    pub signs: SignsArg,
}

/// The spellings of signs.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignsArg {
    /// as the file has them
    Keep,
    /// as signs: `∧` for `and`, `≤` for `<=`; `+` and `*` stay
    Unicode,
    /// as their twins in ASCII: `and` for `∧`, `<=` for `⊆`; `⊄` has none and stays
    Ascii,
}
