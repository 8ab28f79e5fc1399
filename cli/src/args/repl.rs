//! Arguments of `adv repl`.

use std::path::PathBuf;

use clap::Args;

use super::{LimitArgs, SideArg};

/// The exit codes of `adv repl`.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  the session has ended; at a terminal whatever was typed
  1  from a pipe: something that was read is wrong, or a test or claim in it fails; or something cannot be read or written";

/// Arguments of `adv repl`.
#[derive(Args, Debug)]
pub struct ReplArgs {
    /// The program to begin with; an empty one if not given
    pub file: Option<PathBuf>,
    /// The position as FEN or as a list of men, `W: Ke6, Rg6; B: Kc5`; the program's `example` if not given, else the start of a game
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The side that is `us`; the side to move if not given
    #[arg(long, value_name = "SIDE", default_value = "auto")]
    pub side: SideArg,
    /// Draw Black at the bottom
    #[arg(long)]
    pub flip: bool,
    /// Limits of each question
    #[command(flatten)]
    pub limits: LimitArgs,
}
