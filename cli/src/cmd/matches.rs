//! `adv match`: a series of games against an opponent.
//!
//! Games are played in any order by any thread and counted in the order of their numbers, batch by batch, so that the report and
//! the PGN do not depend on the threads.

use std::sync::{Arc, Mutex, PoisonError};

use adv_chess::{Color, Material, Position};
use adv_module::UnverifiedModule;
use adv_render::pgn;
use adv_render::series::{self as report, Series, Tally};
use adv_vm::{Engine, Mode, Subject};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::Outcome;
use crate::args::{From, MatchArgs, MatchFormat, MessageArgs, SideArg};
use crate::exit::{Exit, Trouble};
use crate::io::{self, Out, STDIN};
use crate::messages::Messages;
use crate::opponent::random::Random;
use crate::opponent::tablebase::Resistance;
use crate::opponent::uci::Uci;
use crate::opponent::{NoReply, Opponent, Spec, Thinking};
use crate::play::series::{self, Ended, Rules};
use crate::play::setup;
use crate::{program, subject, work};

/// How many games are played before they are counted.
const BATCH: u64 = 256;

/// Plays a series.
pub fn matches(args: &MatchArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    if args.opponent == Spec::Human {
        return Err(Trouble::new("a series is played without people").help(
            "`adv play` is for people; write `--opponent random`, `tablebase` or `uci:COMMAND`",
        ));
    }
    if args.file == STDIN && args.from == From::File(STDIN.to_owned()) {
        return Err(Trouble::new(
            "the program and the positions cannot both come from standard input",
        ));
    }
    let program = program::load(&args.file, &messages)?;
    let mut engine = args.limits.engine(program.linked);
    let names = args.subject.names();
    // What plays is settled once, by the first position or, where positions are drawn, by the program.
    let example = match &args.from {
        From::File(_) => Position::EMPTY,
        From::Random(_) => setup::position(None, engine.module()).unwrap_or(Position::EMPTY),
    };
    let mut subject = subject::choose(engine.module(), &names, &example)?;
    let (starts, bad) = series::starts(&args.from, &mut engine, subject, args.side, args.games)?;
    if let (From::File(_), Some(first)) = (&args.from, starts.first()) {
        (subject, _) = setup::seat(
            &mut engine,
            &program.name,
            &messages,
            &names,
            args.side,
            first,
        )?;
    }
    let sides: Vec<Color> = starts
        .iter()
        .map(|start| side(engine.module(), subject, args.side, start))
        .collect();
    let games = u64::from(
        args.games
            .unwrap_or(u32::try_from(starts.len()).unwrap_or(u32::MAX)),
    );
    let pool = work::pool(args.threads)?;
    let tables = match args.opponent {
        Spec::Tablebase => Some(Arc::new(tables(&starts, &pool)?)),
        _ => None,
    };
    let table = Play {
        args,
        rules: Rules {
            subject,
            mode: args.mode.mode(),
            max_moves: args.max_moves,
        },
        starts: &starts,
        sides: &sides,
        tables,
        first: &engine,
        resting: Mutex::new(Vec::new()),
    };
    let mut pgn = args
        .pgn
        .as_deref()
        .map(|path| Out::to(Some(path)))
        .transpose()?;
    let bar = work::bar(games, subject::name(engine.module(), subject));
    let mut tally = Tally::default();
    let mut opponent = args.opponent.to_string();
    let mut next = 0;
    while next < games {
        let end = (next + BATCH).min(games);
        let done: Result<Vec<(Ended, String)>, Trouble> = pool.install(|| {
            (next..end)
                .into_par_iter()
                .map(|number| {
                    let ended = table.game(number);
                    bar.inc(1);
                    ended
                })
                .collect()
        });
        let done = done.inspect_err(|_| bar.finish_and_clear())?;
        for (number, (ended, name)) in (next + 1..).zip(done) {
            series::count(&mut tally, engine.module(), number, &ended);
            if let Some(pgn) = &mut pgn {
                let text = pgn::game(&ended.played(&engine, &name));
                pgn.text(&text)?;
                pgn.text("\n")?;
            }
            opponent = name;
        }
        next = end;
    }
    bar.finish_and_clear();
    if let Some(pgn) = pgn {
        pgn.finish()?;
    }
    let player = format!(
        "{} {}",
        subject::kind(subject),
        subject::name(engine.module(), subject)
    );
    let from = match &args.from {
        From::Random(seed) => format!("random positions (seed {seed})"),
        From::File(name) => io::shown(name).to_owned(),
    };
    let series = Series {
        player: &player,
        opponent: &opponent,
        from: &from,
        mode: match args.mode.mode() {
            Mode::Strong => "strong",
            Mode::Weak => "weak",
        },
        tally: &tally,
    };
    let mut out = Out::standard();
    match args.format {
        MatchFormat::Text => out.text(&report::text(&series))?,
        MatchFormat::Json => out.text(&format!("{:#}\n", report::json(&series)))?,
    }
    out.finish()?;
    Ok(match (bad, tally.outcomes.get(&report::Outcome::Budget)) {
        (1.., _) => Exit::Wrong,
        (0, _) if tally.good() == tally.games => Exit::Done,
        (0, Some(_)) => Exit::Budget,
        (0, None) => Exit::NoAdvice,
    })
}

/// The side that the program plays in a game; where it serves neither, the game ends at once and is counted so.
fn side(module: &UnverifiedModule, subject: Subject, side: SideArg, start: &Position) -> Color {
    match side {
        SideArg::White => Color::White,
        SideArg::Black => Color::Black,
        SideArg::Auto => [start.turn(), !start.turn()]
            .into_iter()
            .find(|us| subject::serves(module, subject, &start.with_turn(*us)))
            .unwrap_or(start.turn()),
    }
}

/// What the threads share.
struct Play<'a> {
    args: &'a MatchArgs,
    rules: Rules,
    starts: &'a [Position],
    sides: &'a [Color],
    tables: Option<Arc<Resistance>>,
    first: &'a Engine,
    /// Engines that rest, each with the UCI engine that it plays against if there is one.
    resting: Mutex<Vec<(Engine, Option<Opponent>)>>,
}

impl Play<'_> {
    /// Plays a game of the series, counted from 0.
    fn game(&self, number: u64) -> Result<(Ended, String), Trouble> {
        let rested = self
            .resting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let (mut engine, kept) = rested.unwrap_or_else(|| (self.first.clone(), None));
        let mut opponent = self.opponent(number, kept)?;
        let index = usize::try_from(number % self.starts.len().max(1) as u64).unwrap_or(0);
        let (start, us) = (&self.starts[index], self.sides[index]);
        let ended = series::play(&mut engine, &self.rules, start, us, &mut opponent)
            .map_err(|sentence| Trouble::opponent(format!("game {}: {sentence}", number + 1)))?;
        let name = opponent.name().to_owned();
        let kept = matches!(opponent, Opponent::Uci(_)).then_some(opponent);
        self.resting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((engine, kept));
        Ok((ended, name))
    }

    fn opponent(&self, number: u64, kept: Option<Opponent>) -> Result<Opponent, Trouble> {
        if let Some(mut opponent) = kept {
            opponent.new_game().map_err(|error| match error {
                NoReply::Failed(sentence) => {
                    Trouble::opponent(format!("game {}: {sentence}", number + 1))
                }
                NoReply::Interrupted => Trouble::opponent("interrupted"),
            })?;
            return Ok(opponent);
        }
        Ok(match (&self.args.opponent, &self.tables) {
            (Spec::Uci(command), _) => {
                let thinking = Thinking::from(&self.args.engine);
                Opponent::Uci(Box::new(Uci::start(command, thinking)?))
            }
            (_, Some(tables)) => Opponent::Tablebase(tables.clone()),
            (_, None) => Opponent::Random(Random::of_game(self.args.seed, number)),
        })
    }
}

/// The tables for all materials that games begin with.
fn tables(starts: &[Position], pool: &rayon::ThreadPool) -> Result<Resistance, Trouble> {
    let mut materials: Vec<Material> = starts.iter().map(Material::of).collect();
    materials.sort();
    materials.dedup();
    let bar = work::bar(1, "tablebase");
    let made = pool.install(|| {
        Resistance::prepare(&materials, &mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        })
    });
    bar.finish_and_clear();
    made
}
