//! `adv play`: a game with a program, or one that is watched.

use std::sync::Arc;

use adv::chess::{Color, Game, Material};
use adv::whole::{WrittenPlayer, verify_tree};

use crate::Outcome;
use crate::args::{MessageArgs, ModeArg, PlayArgs, SideArg, SubjectArgs};
use crate::exit::Trouble;
use crate::messages::Messages;
use crate::play::{GameFormat, Greeting, Look, PromptSession, is_terminal, setup};
use crate::{inputs, io, program, subject};

/// `adv play`: plays a game with the program until the user leaves.
pub fn play(args: &PlayArgs, message_args: &MessageArgs) -> Outcome {
    let messages = Messages::new(message_args);
    if io::is_stdin(&args.file) {
        return Err(
            Trouble::new("the program and the moves cannot both come from standard input")
                .help("name the program's file"),
        );
    }
    let is_tree = io::first_byte(&args.file) == Some(b'{');
    let (program, written) = match is_tree {
        true => (None, Some(read_tree(args)?)),
        false => (Some(program::load(&args.file, &messages)?), None),
    };
    // The moves may come from a file.
    inputs::note_stdin();
    // Said now and not when the game is over.
    if let Some(save) = &args.save {
        inputs::refuse(save)?;
        GameFormat::of(save)?;
    }
    let root = written.as_ref().map(WrittenPlayer::root);
    let look = Look::of(message_args, args.men, false);
    let mut session = PromptSession::new(Greeting::Play, program, args.limits, messages, look)?;
    let program = session.rulebook.clone();
    let position = match root {
        Some(root) => root.ok_or_else(|| Trouble::new("the file has no position to begin in"))?,
        None => {
            subject::something(program.program())?;
            setup::position(args.fen.as_deref(), program.program())?
        }
    };
    (session.written, session.wanted) = (written, args.subject.clone());
    (session.side, session.mode) = (args.side, args.mode.mode());
    (session.trace, session.times) = (args.trace, args.times);
    session.set_up(program, Game::new(position), true)?;
    session.opponent = setup::opponent(args, &[Material::of(&position)], &messages)?;
    // A person who plays Black sees the board from Black's side.
    let is_person = session.opponent.is_none() && is_terminal();
    session.look.flipped = is_person && session.us == Some(Color::White);
    session.file = (!is_tree).then(|| args.file.clone());
    session.save_to = args.save.clone();
    session.run()
}

/// Player of the file of a p-strategy, which is checked before.
fn read_tree(args: &PlayArgs) -> Result<WrittenPlayer, Trouble> {
    let SubjectArgs {
        strategy,
        table,
        advice,
    } = &args.subject;
    let fixed = [
        ("--strategy", strategy.is_some()),
        ("--table", table.is_some()),
        ("--advice", advice.is_some()),
        ("--fen", args.fen.is_some()),
        ("--side", args.side != SideArg::Auto),
        ("--mode", args.mode != ModeArg::Strong),
        ("--trace", args.trace.is_some()),
        ("--times", args.times),
    ];
    let name = io::shown(&args.file);
    if let Some((option, _)) = fixed.into_iter().find(|(_, given)| *given) {
        return Err(Trouble::new(format!(
            "`{name}` is the file of a p-strategy, which takes no `{option}`"
        ))
        .help("it holds what plays, and from where; `adv play` with its program has this option"));
    }
    let bytes = io::read_all(&args.file, crate::packed::MOST)?;
    let (file, _) = verify_tree(&bytes).map_err(|refusal| {
        Trouble::new(format!("`{name}` is no true p-strategy: {refusal}"))
            .help("`adv whole PROGRAM --format json` writes one")
    })?;
    Ok(WrittenPlayer::new(Arc::new(file)))
}
