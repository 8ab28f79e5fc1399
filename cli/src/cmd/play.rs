//! `adv play`: a game with a program, or one that is watched.

use std::path::PathBuf;
use std::sync::Arc;

use adv::chess::{Color, Game, Material};
use adv::whole::{WrittenPlayer, verify_tree};
use clap::Args;

use crate::args::{
    EngineArgs, LimitArgs, MenArg, ModeArg, SESSION_TRACE_LINES, SideArg, SubjectArgs,
};
use crate::opponent::Spec;
use crate::play::{GameFormat, Greeting, Look, PromptSession, is_terminal, setup};
use crate::{Outcome, Trouble, inputs, io, program, subject};

/// Arguments of `adv play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The program, or the file of a p-strategy
    ///
    /// The file is what `adv whole --format json` wrote; it is played by itself.
    pub file: PathBuf,
    /// The part of the program that plays
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// The position, as FEN or as a list of men
    ///
    /// A list is written as `W: Ke6, Rg6; B: Kc5`. If not given, the program's `example`.
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// The side that the program plays
    ///
    /// The opponent has the other one and may be the one to begin.
    #[arg(long, value_name = "SIDE", default_value = "auto")]
    pub side: SideArg,
    /// human, random, tablebase, traps, FILE.adv, uci:COMMAND
    ///
    /// `human` reads moves and commands; `help` lists them. `random` plays any legal move. `tablebase` resists longest, with up to
    /// four men on the board. `traps` keeps a win or a draw by the tables too, and leaves the program the fewest replies that are no
    /// mistakes. A file that ends in .adv or .advc is another program, which plays the other side. `uci:COMMAND ARGS` starts an
    /// engine and speaks the Universal Chess Interface with it. Games against all but `human`
    /// are played without questions, to the end or to a draw that may be claimed.
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = Spec::parse)]
    pub opponent: Spec,
    /// Play a tree to its leaf, or consult on every move
    #[arg(long, value_name = "MODE", default_value = "strong")]
    pub mode: ModeArg,
    /// The seed of the random opponent's moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Write the game at the end: PGN, .html or .json
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Show each step, and its search in so many lines
    ///
    /// The command `trace` does the same.
    #[arg(long, value_name = "LINES", num_args = 0..=1, require_equals = true, default_missing_value = SESSION_TRACE_LINES)]
    pub trace: Option<usize>,
    /// Show the CPU time of each move of the program
    #[arg(long)]
    pub times: bool,
    /// The form of the pieces on the board
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub men: MenArg,
    /// The limits of an engine
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `adv play`: plays a game with the program until the user leaves.
pub fn play(args: &PlayArgs) -> Outcome {
    if io::is_stdin(&args.file) {
        return Err(
            Trouble::two_inputs("the program and the moves").help("name the program's file")
        );
    }
    let is_tree = io::first_byte(&args.file) == Some(b'{');
    let (program, written) = match is_tree {
        true => (None, Some(read_tree(args)?)),
        false => (Some(program::load(&args.file)?), None),
    };
    // The moves may come from a file.
    inputs::note_stdin();
    // Said now and not when the game is over.
    if let Some(save) = &args.save {
        inputs::refuse(save)?;
        GameFormat::of(save)?;
    }
    let root = written.as_ref().map(WrittenPlayer::root);
    let look = Look::of(args.men, false);
    let mut session = PromptSession::new(Greeting::Play, program, args.limits, look)?;
    let program = session.rulebook.clone();
    let position = match root {
        Some(root) => root.ok_or_else(|| Trouble::new("the file has no position to begin in"))?,
        None => {
            subject::something(program.program())?;
            setup::position(args.fen.as_deref(), program.program())?
        }
    };
    (session.written, session.wanted) = (written, args.subject.clone());
    (session.side, session.mode) = (args.side, args.mode.value());
    (session.trace, session.times) = (args.trace, args.times);
    session.set_up(program, Game::new(position), true)?;
    session.opponent = setup::opponent(args, &[Material::of(&position)])?;
    if let Some(opponent) = &mut session.opponent {
        opponent.set_interrupt(session.interrupt.flag());
    }
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
        return Err(
            trouble!("`{name}` is the file of a p-strategy, which takes no `{option}`").help(
                "it holds what plays, and from where; `adv play` with its program has this option",
            ),
        );
    }
    let bytes = io::read_all(&args.file, crate::compression::MOST)?;
    let (file, _) = verify_tree(&bytes).map_err(|refusal| {
        trouble!("`{name}` is no true p-strategy: {refusal}")
            .help("`adv whole PROGRAM --format json` writes one")
    })?;
    Ok(WrittenPlayer::new(Arc::new(file)))
}
