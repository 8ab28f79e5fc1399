//! `adv repl`: a session that begins without a game.

use std::path::PathBuf;

use adv::chess::{Game, parse_position};
use clap::Args;

use crate::args::{LimitArgs, MenArg, SideArg};
use crate::play::{Greeting, Look, PromptSession};
use crate::{Outcome, Trouble, io, program};

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

/// `adv repl`: answers typed entries until the user leaves or the pipe ends.
pub fn repl(args: &ReplArgs) -> Outcome {
    if args.file.as_deref().is_some_and(io::is_stdin) {
        return Err(Trouble::two_inputs("the program and what is typed")
            .help("name the program's file, or type `adv repl` alone and paste it"));
    }
    let file = args.file.as_deref();
    let program = file.map(program::load).transpose()?;
    let look = Look::of(MenArg::Auto, args.flip);
    let position = args.fen.as_deref().map(parse_position).transpose();
    let position =
        position.map_err(|error| trouble!("the position of `--fen` cannot be used: {error}"))?;
    let mut session = PromptSession::new(Greeting::Repl, program, args.limits, look)?;
    (session.file, session.side) = (args.file.clone(), args.side);
    if let Some(position) = position {
        session.game = Game::new(position);
    }
    session.run()
}
