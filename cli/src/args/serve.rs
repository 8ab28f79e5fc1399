//! Arguments of the commands that serve another program: `adv lsp`, `adv uci` and `adv studio`.

use std::path::PathBuf;

use clap::Args;

use super::LimitArgs;

/// Arguments of `adv lsp`.
#[derive(Args, Debug)]
pub struct LspArgs {
    /// Speak over standard input and output, which it does in any case; editors say so
    #[arg(long)]
    pub stdio: bool,
}

/// Arguments of `adv uci`.
#[derive(Args, Debug)]
pub struct UciArgs {
    /// The program; it can also be set by the option Program of the protocol
    pub file: Option<PathBuf>,
    /// Limits of each search
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Arguments of `adv studio`.
#[derive(Args, Debug)]
pub struct StudioArgs {
    /// A program, whose folder is opened with it, or a folder of programs; without one, the page keeps its programs in the browser
    #[arg(value_name = "FILE|FOLDER")]
    pub file: Option<PathBuf>,
    /// The port; else the folder's or a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Print the address and open no browser
    #[arg(long)]
    pub no_open: bool,
}
