//! `adv match`: a series of games against an opponent.
//!
//! Games are played in any order by any thread and counted in the order of their numbers, so that the report and the PGN do not
//! depend on the threads.

use std::path::PathBuf;
use std::sync::Arc;

use adv::chess::Material;
use adv::render::pgn;
use adv::render::series::{self as report, GameTally, Series};
use adv::{
    Condition, Draw, DrawError, Engine, GameRules, Match, NoReply, OpponentError, Oracle, Position,
    ProgramOpponent, Random, Resistance, Subject, Traps, asks_conversions, material_of,
};
use clap::Args;
use rayon::ThreadPool;

use crate::args::{EngineArgs, Form, LimitArgs, ModeArg, PositionsArg, SideArg, SubjectArgs};
use crate::opponent::uci::Uci;
use crate::opponent::{Opponent, Spec};
use crate::play::setup;
use crate::{Exit, Out, Outcome, Trouble, epd, io, program, subject, truth, work};

/// Arguments of `adv match`.
#[derive(Args, Debug)]
pub struct MatchArgs {
    /// The program
    pub file: PathBuf,
    /// The part of the program that plays
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// random, tablebase, traps, FILE.adv, uci:COMMAND
    ///
    /// `tablebase` resists longest. A game in which the other program plays no more counts as unfinished. `traps` keeps the value of its
    /// position and leaves the program the fewest replies that are no mistakes; moves that are equally good are drawn by the seed. Where
    /// tables are loaded a draw counts as held, and so as good, if the game began in a drawn position.
    #[arg(long, value_name = "WHO", default_value = "tablebase", value_parser = Spec::parse)]
    pub opponent: Spec,
    /// Number of games
    ///
    /// If not given and the positions come from a file, their number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// The positions in which the games begin
    ///
    /// A file has FEN or EPD lines; `random:SEED` draws legal positions of the program's material.
    ///
    /// Random positions have the side of the program to move, White if it is for both, and are drawn uniformly. Lines of a file may have
    /// the opponent to move.
    #[arg(long, value_name = "EPD|random[:SEED]", default_value = "random", value_parser = PositionsArg::parser())]
    pub from: PositionsArg,
    /// Only random positions in which this holds
    ///
    /// The descriptor may use the program's definitions and the tablebase words.
    ///
    /// `--where "drawn ∧ black-to-move"` begins in drawn positions with Black to move.
    #[arg(long = "where", value_name = "DESCRIPTOR")]
    pub condition: Option<String>,
    /// The side that the program plays
    #[arg(long, value_name = "SIDE", default_value = "auto")]
    pub side: SideArg,
    /// Leave a game unfinished after so many moves
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_moves: u32,
    /// Play a tree to its leaf, or consult on every move
    #[arg(long, value_name = "MODE", default_value = "strong")]
    pub mode: ModeArg,
    /// The seed of moves that are drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads
    ///
    /// If not given, as many as the machine has. The report does not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Form::some("text markdown json"))]
    pub format: Form,
    /// Write all games as PGN
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// The limits of an engine
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Limits of each consultation
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Default number of games from random positions.
const GAMES: u32 = 100;

/// `adv match`: plays a series of games and reports the results.
pub fn matches(args: &MatchArgs) -> Outcome {
    refuse(args)?;
    let pool = work::pool(args.threads)?;
    let program = program::load(&args.file)?;
    let (program, names) = subject::with_advice(program, &args.subject)?;
    if let (Some(_), true) = (&args.condition, names.advice != args.subject.advice) {
        return Err(Trouble::new(
            "`--where` and a piece-of-advice with arguments that the program does not use cannot be compiled together",
        )
        .help("list the piece with these arguments in a table of the program"));
    }
    let (program, condition) = match &args.condition {
        Some(text) => {
            let check = program.with_condition(text);
            let added = program::added(check, ("--where", text), Some(program.name()))?;
            let (program, condition) = added.ok_or(Trouble::Said(Exit::Wrong))?;
            (program, Some(condition))
        }
        None => (program, None),
    };
    let mut engine = args.limits.engine(&program);
    let mut field = Field::set_up(args, &names, &mut engine, condition, &pool)?;
    if let (PositionsArg::File(_), Some(first)) = (&args.from, field.starts.first()) {
        let names = names.names();
        let name = program.name();
        (field.subject, _) = setup::seat(&mut engine, name, &names, args.side, first)?;
    }
    let mut players = vec![program.clone()];
    if let Spec::Program(file) = &args.opponent {
        let rival = program::load(file)?;
        subject::something(rival.program())?;
        field.rival = Some((args.limits.engine(&rival), rival.name().to_owned()));
        players.push(rival);
    }
    let (tally, opponent) = played(args, &engine, &field, &pool)?;
    let module = engine.module();
    let series = Series {
        player: &format!("{} {}", field.subject.kind(), field.subject.name(module)),
        opponent: &opponent,
        from: &origin(args),
        mode: args.mode.value(),
        tally: &tally,
    };
    let mut out = Out::standard().about(&players);
    match args.format.text() {
        Some(form) => out.text(&report::text(&series, form))?,
        None => out.json(report::json(&series))?,
    }
    out.finish()?;
    Ok(
        match (field.bad, tally.outcomes.get(&report::GameOutcome::Budget)) {
            (1.., _) => Exit::Wrong,
            (0, _) if tally.good() == tally.games => Exit::Done,
            (0, Some(_)) => Exit::Budget,
            (0, None) => Exit::NoAdvice,
        },
    )
}

/// Refuses arguments that do not go together.
fn refuse(args: &MatchArgs) -> Result<(), Trouble> {
    if args.opponent == Spec::Human {
        return Err(Trouble::new("a series is played without people").help(
            "`adv play` is for people; write `--opponent random`, `tablebase`, `traps`, `FILE.adv` or `uci:COMMAND`",
        ));
    }
    args.from.apart_from(&args.file)?;
    if let (Some(_), PositionsArg::File(name)) = (&args.condition, &args.from) {
        return Err(trouble!(
            "`--where` chooses among random positions, and `{}` is a file",
            io::shown(name)
        )
        .help("write `--from random:SEED`, or leave `--where` out"));
    }
    Ok(())
}

/// The two sides of a match: the subject with its start positions, and the tables or the program of the opponent.
struct Field {
    subject: Subject,
    starts: Vec<Position>,
    /// Number of lines of the start file that could not be used.
    bad: u64,
    tables: Option<Resistance>,
    /// Engine of the program that is the opponent, and the name of its file; `None` for other opponents.
    rival: Option<(Engine, String)>,
}

impl Field {
    fn set_up(
        args: &MatchArgs,
        names: &SubjectArgs,
        engine: &mut Engine,
        condition: Option<Condition>,
        pool: &ThreadPool,
    ) -> Result<Field, Trouble> {
        // What plays is settled once, by the first position or, where positions are drawn, by the program.
        let example = match &args.from {
            PositionsArg::File(_) => Position::EMPTY,
            PositionsArg::Random(_) => {
                setup::position(None, engine.module()).unwrap_or(Position::EMPTY)
            }
        };
        let subject = subject::choose(engine.module(), &names.names(), &example)?;
        let asks = condition.as_ref().is_some_and(|c| c.needs_values);
        let conversions = asks && asks_conversions(engine.module());
        let mut field = Field {
            subject,
            starts: Vec::new(),
            bad: 0,
            tables: None,
            rival: None,
        };
        match &args.from {
            PositionsArg::Random(seed) => {
                if asks || knows_tables(&args.opponent) {
                    let material = material_of(engine.module(), subject)?;
                    field.tables = Some(prepared(vec![material], conversions, pool)?);
                }
                let values = field.tables.as_ref().filter(|_| asks);
                let oracle = values.map(|tables| tables.values().clone() as Arc<dyn Oracle>);
                let draw = Draw {
                    side: args.side.color(),
                    condition: condition.as_ref(),
                    oracle: oracle.as_ref(),
                    ..Draw::new(subject, *seed, args.games.unwrap_or(GAMES))
                };
                field.starts = draw.positions(engine)?;
            }
            PositionsArg::File(name) => (field.starts, field.bad) = epd::positions(name)?,
        }
        if field.tables.is_none() && knows_tables(&args.opponent) {
            let materials = field.starts.iter().map(Material::of).collect();
            field.tables = Some(prepared(materials, conversions, pool)?);
        }
        Ok(field)
    }
}

/// Plays the games of the series; returns the tally and the name of the opponent.
fn played(
    args: &MatchArgs,
    engine: &Engine,
    field: &Field,
    pool: &ThreadPool,
) -> Result<(GameTally, String), Trouble> {
    let module = engine.module();
    let games = args.games;
    let games = games.unwrap_or(u32::try_from(field.starts.len()).unwrap_or(u32::MAX));
    let to_play = Match {
        engine,
        rules: GameRules {
            subject: field.subject,
            mode: args.mode.value(),
            max_moves: args.max_moves,
        },
        starts: &field.starts,
        side: args.side.color(),
        perfect: field.tables.as_ref().map(|tables| tables.values().clone()),
    };
    let path = args.pgn.as_deref();
    let mut pgn = path.map(|path| Out::to(Some(path))).transpose()?;
    let bar = work::bar(games.into(), field.subject.name(module));
    let mut opponent = args.opponent.to_string();
    let tally = pool.install(|| {
        to_play.play(
            games.into(),
            |number, rested| start(args, field, number, rested),
            |_, record, name| {
                if let Some(pgn) = &mut pgn {
                    pgn.text(&pgn::game(&record.played(module, name)))?;
                    pgn.text("\n")?;
                }
                name.clone_into(&mut opponent);
                Ok(())
            },
            || bar.inc(1),
        )
    });
    bar.finish_and_clear();
    let tally: GameTally = tally?;
    if let Some(pgn) = pgn {
        pgn.finish()?;
    }
    Ok((tally, opponent))
}

impl From<DrawError> for Trouble {
    fn from(error: DrawError) -> Trouble {
        let sentence = Trouble::new(error.to_string());
        match error {
            DrawError::NoMaterial { .. } => {
                sentence.help("declare it at the head of the program, or name a file by `--from`")
            }
            DrawError::Rare {
                condition: Some(_), ..
            } => sentence.help(
                "expected a condition that is true of some of them; `adv board` shows it in a position",
            ),
            DrawError::Rare { .. }
            | DrawError::Class { .. }
            | DrawError::InClass(_)
            | DrawError::Condition { .. } => sentence,
        }
    }
}

impl From<OpponentError> for Trouble {
    fn from(error: OpponentError) -> Trouble {
        Trouble::with_exit(
            Exit::Opponent,
            format!("game {}: {}", error.game, error.reason),
        )
    }
}

/// Opponent for a game; the process of an engine is used again from game to game.
fn start(
    args: &MatchArgs,
    field: &Field,
    number: u64,
    rested: Option<Opponent>,
) -> Result<Opponent, Trouble> {
    if let (Some(mut rested), Spec::Uci(_) | Spec::Program(_)) = (rested, &args.opponent) {
        rested.new_game().map_err(|reason| match reason {
            NoReply::Interrupted => Trouble::with_exit(Exit::Opponent, "interrupted"),
            reason @ (NoReply::Failed(_) | NoReply::Ended(_)) => Trouble::from(OpponentError {
                game: number + 1,
                reason,
            }),
        })?;
        return Ok(rested);
    }
    if let (Spec::Program(_), Some((engine, name))) = (&args.opponent, &field.rival) {
        return Ok(Box::new(ProgramOpponent::new(engine.clone(), name)));
    }
    let random = || Random::of_game(args.seed, number);
    Ok(match (&args.opponent, &field.tables) {
        (Spec::Uci(command), _) => Box::new(Uci::start(command, args.engine)?),
        (Spec::Tablebase, Some(tables)) => Box::new(tables.clone()),
        (Spec::Traps, Some(tables)) => Box::new(Traps::new(tables.clone(), random())),
        (_, _) => Box::new(random()),
    })
}

/// PositionsArg of the start positions in words, for the report.
fn origin(args: &MatchArgs) -> String {
    match (&args.from, &args.condition) {
        (PositionsArg::Random(seed), Some(text)) => {
            format!("random positions where `{text}` (seed {seed})")
        }
        (PositionsArg::Random(seed), None) => format!("random positions (seed {seed})"),
        (PositionsArg::File(name), _) => io::shown(name),
    }
}

/// True for opponents that play by tables of perfect play.
const fn knows_tables(opponent: &Spec) -> bool {
    matches!(opponent, Spec::Tablebase | Spec::Traps)
}

/// Tables of perfect play for all materials that games begin with, for the opponent.
fn prepared(
    mut materials: Vec<Material>,
    conversions: bool,
    pool: &ThreadPool,
) -> Result<Resistance, Trouble> {
    materials.sort();
    materials.dedup();
    let bar = work::bar(1, "tablebase");
    let made = pool.install(|| {
        truth::resistance(&materials, conversions, None, &mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        })
    });
    bar.finish_and_clear();
    made
}
