//! `adv repl`: a session that begins without a game.

use adv::chess::{Game, parse_position};

use crate::Outcome;
use crate::args::{MenArg, MessageArgs, ReplArgs};
use crate::exit::Trouble;
use crate::messages::Messages;
use crate::play::{Greeting, Look, PromptSession};
use crate::{io, program};

/// `adv repl`: answers typed entries until the user leaves or the pipe ends.
pub fn repl(args: &ReplArgs, message_args: &MessageArgs) -> Outcome {
    if args.file.as_deref().is_some_and(io::is_stdin) {
        return Err(Trouble::new(
            "the program and what is typed cannot both come from standard input",
        )
        .help("name the program's file, or type `adv repl` alone and paste it"));
    }
    let messages = Messages::new(message_args);
    let file = args.file.as_deref();
    let program = file
        .map(|file| program::load(file, &messages))
        .transpose()?;
    let look = Look::of(message_args, MenArg::Auto, args.flip);
    let position = args.fen.as_deref().map(parse_position).transpose();
    let position = position.map_err(|error| {
        Trouble::new(format!("the position of `--fen` cannot be used: {error}"))
    })?;
    let mut session = PromptSession::new(Greeting::Repl, program, args.limits, messages, look)?;
    (session.file, session.side) = (args.file.clone(), args.side);
    if let Some(position) = position {
        session.game = Game::new(position);
    }
    session.run()
}
