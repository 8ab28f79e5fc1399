//! `adv repl`: the prompt.

use crate::Outcome;
use crate::args::{MenArg, MessageArgs, ReplArgs};
use crate::exit::Trouble;
use crate::io;
use crate::messages::Messages;
use crate::play::Look;
use crate::repl::ReplSession;

/// `adv repl`: answers typed entries until the user leaves or the pipe ends.
pub fn repl(args: &ReplArgs, messages: &MessageArgs) -> Outcome {
    if args.file.as_deref().is_some_and(io::is_stdin) {
        return Err(Trouble::new(
            "the program and what is typed cannot both come from standard input",
        )
        .help("name the program's file, or type `adv repl` alone and paste it"));
    }
    let look = Look::of(messages, MenArg::Auto, args.flip);
    ReplSession::begin(args, Messages::new(messages), look)?.run()
}
