//! Arguments of the commands that serve another program: `adv lsp` and `adv uci`.

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
