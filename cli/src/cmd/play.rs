//! `adv play`: a game with a program, or one that is watched.

use std::sync::Arc;

use adv::Player;
use adv::chess::{Color, Game, Material};
use adv::whole::{WrittenPlayer, verify_tree};

use crate::Outcome;
use crate::args::{MessageArgs, ModeArg, PlayArgs, SideArg, SubjectArgs};
use crate::exit::Trouble;
use crate::messages::Messages;
use crate::play::{GameFormat, Look, PlaySession, Table, WrittenSession, WrittenTable, setup};
use crate::{inputs, io};
use crate::{program, subject};

/// `adv play`: plays a game with the program until the user leaves.
pub fn play(args: &PlayArgs, message_args: &MessageArgs) -> Outcome {
    let messages = Messages::new(message_args);
    if io::is_stdin(&args.file) {
        return Err(
            Trouble::new("the program and the moves cannot both come from standard input")
                .help("name the program's file"),
        );
    }
    if io::first_byte(&args.file) == Some(b'{') {
        return from_file(args, message_args);
    }
    let program = program::load(&args.file, &messages)?;
    // The moves may come from a file.
    inputs::note_stdin();
    // Said now and not when the game is over.
    if let Some(save) = &args.save {
        inputs::refuse(save)?;
        GameFormat::of(save)?;
    }
    let (program, names) = subject::with_advice(program, &args.subject, &messages)?;
    let mut engine = args.limits.engine(&program);
    subject::something(engine.module())?;
    let position = setup::position(args.fen.as_deref(), engine.module())?;
    let (subject, us) = setup::seat(
        &mut engine,
        program.name(),
        &messages,
        &names.names(),
        args.side,
        &position,
    )?;
    let materials = [Material::of(&position)];
    let opponent = setup::opponent(args, &materials, &messages)?;
    let terminal = is_terminal();
    // A person who plays Black sees the board from Black's side.
    let flipped = opponent.is_none() && us == Color::White && terminal;
    let look = Look::of(message_args, args.men, flipped);
    let table = Table {
        engine,
        file: args.file.clone(),
        limits: args.limits,
        program: program.name().to_owned(),
        messages,
        wanted: args.subject.clone(),
        subject: names,
        side: args.side,
        opponent,
        look,
        trace: args.trace,
        times: args.times,
        terminal,
        save: args.save.clone(),
    };
    let player = Player::new(subject, args.mode.mode());
    PlaySession::new(table, player, us, Game::new(position)).run()
}

/// Plays from the file of a p-strategy, which is checked before.
fn from_file(args: &PlayArgs, message_args: &MessageArgs) -> Outcome {
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
        ("--save", args.save.is_some()),
    ];
    let name = io::shown(&args.file);
    if let Some((option, _)) = fixed.into_iter().find(|(_, given)| *given) {
        return Err(Trouble::new(format!(
            "`{name}` is the file of a p-strategy, which takes no `{option}`"
        ))
        .help("it holds what plays, and from where; `adv play` with its program has this option"));
    }
    let bytes = io::read_all(&args.file, crate::packed::MOST)?;
    inputs::note_stdin();
    let (file, _) = verify_tree(&bytes).map_err(|refusal| {
        Trouble::new(format!("`{name}` is no true p-strategy: {refusal}"))
            .help("`adv whole PROGRAM --format json` writes one")
    })?;
    let player = WrittenPlayer::new(Arc::new(file));
    let materials: Vec<Material> = player.root().iter().map(Material::of).collect();
    let messages = Messages::new(message_args);
    let opponent = setup::opponent(args, &materials, &messages)?;
    let terminal = is_terminal();
    let flipped = opponent.is_none() && player.us() == Color::White && terminal;
    WrittenSession::new(WrittenTable {
        player,
        opponent,
        look: Look::of(message_args, args.men, flipped),
        terminal,
    })?
    .run()
}

/// True where a person types at a terminal that can do more than print.
fn is_terminal() -> bool {
    io::stdin_is_terminal() && io::stdout_is_terminal() && !io::is_dumb()
}
