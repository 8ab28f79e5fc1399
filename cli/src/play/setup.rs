//! Setup before the first move: the position, the program's side, the part of the program that plays, the opponent.

use adv::chess::{Color, Material, Position, parse_position};
use adv::program::Program;
use adv::{Engine, Mode, Names, ProgramOpponent, Random, Strategy, Subject, Traps};

use crate::args::SideArg;
use crate::cmd::play::PlayArgs;
use crate::opponent::uci::Uci;
use crate::opponent::{Opponent, Spec};
use crate::{Trouble, program, subject, truth};

/// Start position: that of a FEN or a list of men, or else the program's `example`.
///
/// # Errors
/// Where no position is given and the program has no `example`, or the position cannot be used.
pub fn position(given: Option<&str>, module: &Program) -> Result<Position, Trouble> {
    let (fen, whose) = match (given, &module.example) {
        (Some(fen), _) => (fen, "the position of `--fen`"),
        (None, Some(fen)) => (fen.as_str(), "the program's `example`"),
        (None, None) => {
            return Err(
                Trouble::new("no position is given, and the program has no `example`")
                    .help("write one as `--fen \"8/8/8/4k3/8/3R4/8/2K5 w - - 0 1\"`"),
            );
        }
    };
    parse_position(fen).map_err(|error| {
        let alone = !fen.trim().contains(char::is_whitespace) && fen.contains('/');
        let quotes = "a FEN has blanks in it, so write it in quotes: `--fen \"8/8/8/4k3/8/3R4/8/2K5 w - - 0 1\"`";
        trouble!("{whose} cannot be used: {error}")
            .help_if(alone.then(|| quotes.to_owned()))
    })
}

/// Position in which a session begins where none is given: the program's `example`, else the start of a game.
pub fn first_position(module: &Program) -> Position {
    let example = module.example.as_deref();
    let example = example.and_then(|text| parse_position(text).ok());
    example.unwrap_or_else(Position::start)
}

/// Subject that plays in a position, and its side, which need not be the one to move.
///
/// # Errors
/// Where nothing of the program is for the position's men, or not for that side.
pub fn seat(
    engine: &mut Engine,
    program: &str,
    names: &Names<'_>,
    side: SideArg,
    position: &Position,
) -> Result<(Subject, Color), Trouble> {
    let sides = match side {
        SideArg::White => vec![Color::White],
        SideArg::Black => vec![Color::Black],
        SideArg::Auto => vec![position.turn(), !position.turn()],
    };
    for &us in &sides {
        let seen = position.with_turn(us);
        let subject = subject::choose(engine.module(), names, &seen)?;
        if subject.serves(engine.module(), &seen) {
            return Ok((subject, us));
        }
    }
    // Nothing serves; the machine knows the reason.
    let seen = position.with_turn(sides[0]);
    let subject = subject::choose(engine.module(), names, &seen)?;
    match Strategy::begin(engine, subject, &seen, Mode::Strong) {
        Err(failure) => Err(subject::tell(
            &failure,
            engine.module(),
            program,
            subject,
            &seen,
        )),
        Ok(_) => Ok((subject, sides[0])),
    }
}

/// Opponent that the arguments ask for; `None` for a person.
///
/// # Errors
/// Where an engine cannot be started, or there is no tablebase for the material.
pub fn opponent(args: &PlayArgs, materials: &[Material]) -> Result<Option<Opponent>, Trouble> {
    let tables = || truth::resistance(materials, false, None, &mut |_, _| {});
    let random = Random::new(args.seed);
    Ok(Some(match &args.opponent {
        Spec::Human => return Ok(None),
        Spec::Random => Box::new(random),
        Spec::Tablebase => Box::new(tables()?),
        Spec::Traps => Box::new(Traps::new(tables()?, random)),
        Spec::Program(file) => {
            let rival = program::load(file)?;
            subject::something(rival.program())?;
            let engine = args.limits.engine(&rival);
            Box::new(ProgramOpponent::new(engine, rival.name()))
        }
        Spec::Uci(command) => Box::new(Uci::start(command, args.engine)?),
    }))
}
