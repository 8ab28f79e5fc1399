//! Arguments of `adv doc`.

use std::path::PathBuf;

use clap::Args;

/// The exit codes of `adv doc`.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  the pages are written
  1  a program is wrong, and the index says so; or something cannot be read or written
  6  interrupted; no page of what was not finished is written";

/// Arguments of `adv doc`.
#[derive(Args, Debug)]
pub struct DocArgs {
    /// A program, or a folder: a page for every .adv file in it
    #[arg(required_unless_present = "library", value_name = "FILE|FOLDER")]
    pub file: Option<PathBuf>,
    /// Write the pages of the library, all of its modules; without it those that are used
    #[arg(long)]
    pub library: bool,
    /// Settle the claims and show their reports; without it pages say that they were not settled
    #[arg(long)]
    pub prove: bool,
    /// The folder of the pages, made where there is none; begin with its index.html
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
}
