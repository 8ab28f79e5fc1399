//! `adv match`: a series of games against an opponent.
//!
//! Games are played in any order by any thread and counted in the order of their numbers, batch by batch, so that the report and
//! the PGN do not depend on the threads.

use std::sync::{Arc, Mutex, PoisonError};

use adv_chess::game::End;
use adv_chess::{Color, Material, Position};
use adv_module::Program;
use adv_render::pgn;
use adv_render::series::{self as report, Series, Tally};
use adv_truth::Outcome::{Draw, Loss, Win};
use adv_vm::{Engine, Mode, Oracle, Subject};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::Outcome;
use crate::args::{From, MatchArgs, MatchFormat, MessageArgs, SideArg};
use crate::exit::{Exit, Trouble};
use crate::io::{self, Out, STDIN};
use crate::messages::Messages;
use crate::opponent::random::Random;
use crate::opponent::tablebase::Resistance;
use crate::opponent::traps::Traps;
use crate::opponent::uci::Uci;
use crate::opponent::{NoReply, Opponent, Spec, Thinking};
use crate::play::series::{self, Condition, Ended, Rules};
use crate::play::setup;
use crate::program::Typed;
use crate::{program, subject, work};

/// How many games are played before they are counted.
const BATCH: u64 = 256;

/// Plays a series.
pub fn matches(args: &MatchArgs, messages: &MessageArgs) -> Outcome {
    let messages = Messages::new(messages);
    if args.opponent == Spec::Human {
        return Err(Trouble::new("a series is played without people").help(
            "`adv play` is for people; write `--opponent random`, `tablebase`, `traps` or `uci:COMMAND`",
        ));
    }
    if args.file == STDIN && args.from == From::File(STDIN.to_owned()) {
        return Err(Trouble::new(
            "the program and the positions cannot both come from standard input",
        ));
    }
    if let (Some(_), From::File(name)) = (&args.condition, &args.from) {
        return Err(Trouble::new(format!(
            "`--where` chooses among random positions, and `{}` is a file",
            io::shown(name)
        ))
        .help("write `--from random:SEED`, or leave `--where` out"));
    }
    let pool = work::pool(args.threads)?;
    // A condition is compiled as that of a claim, which may ask for values.
    let claim = args.condition.as_ref().map(|text| claim_of(text));
    let typed = Typed {
        option: "--where",
        before: UNTYPED.0.len(),
        after: UNTYPED.1.len(),
    };
    let claims = |_: &_| Ok(claim.into_iter().collect());
    let program = program::load_with(&args.file, &messages, typed, claims)?;
    let condition = program
        .linked
        .module()
        .program()
        .claims
        .get(program.own_claims);
    let condition = condition.map(|claim| (claim.from.condition, claim.needs_values));
    let mut engine = args.limits.engine(program.linked);
    let names = args.subject.names();
    // What plays is settled once, by the first position or, where positions are drawn, by the program.
    let example = match &args.from {
        From::File(_) => Position::EMPTY,
        From::Random(_) => setup::position(None, engine.module()).unwrap_or(Position::EMPTY),
    };
    let mut subject = subject::choose(engine.module(), &names, &example)?;
    let asks = condition.is_some_and(|(_, asks)| asks);
    let mut tables = None;
    if let From::Random(_) = args.from
        && (asks || knows_tables(&args.opponent))
    {
        let material = series::material(engine.module(), subject)?;
        tables = Some(Arc::new(prepared(vec![material], &pool)?));
    }
    let condition = args.condition.as_ref().zip(condition);
    let condition = condition.and_then(|(text, (test, _))| {
        let oracle = tables.as_ref().filter(|_| asks);
        Some(Condition {
            test: test?,
            text: text.clone(),
            oracle: oracle.map(|tables| tables.values().clone() as Arc<dyn Oracle>),
        })
    });
    let (starts, bad) = series::starts(
        &args.from,
        &mut engine,
        subject,
        args.side,
        args.games,
        condition.as_ref(),
    )?;
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
    if tables.is_none() && knows_tables(&args.opponent) {
        let materials = starts.iter().map(Material::of).collect();
        tables = Some(Arc::new(prepared(materials, &pool)?));
    }
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
        From::Random(seed) => match &args.condition {
            Some(text) => format!("random positions where `{text}` (seed {seed})"),
            None => format!("random positions (seed {seed})"),
        },
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
fn side(module: &Program, subject: Subject, side: SideArg, start: &Position) -> Color {
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
        let mut ended = series::play(&mut engine, &self.rules, start, us, &mut opponent)
            .map_err(|sentence| Trouble::opponent(format!("game {}: {sentence}", number + 1)))?;
        self.judge(&mut ended);
        let name = opponent.name().to_owned();
        let kept = matches!(opponent, Opponent::Uci(_)).then_some(opponent);
        self.resting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((engine, kept));
        Ok((ended, name))
    }

    /// Where it is known what positions are worth, a draw from a drawn position is what the program could come to.
    fn judge(&self, ended: &mut Ended) {
        let Some(tables) = &self.tables else {
            return;
        };
        let worth = |position: &Position| tables.values().outcome(position);
        if worth(ended.game.start()) != Some(Draw) {
            return;
        }
        let end = ended.game.position();
        let lost = if end.turn() == ended.us { Loss } else { Win };
        let is_dead = ended.game.end() == Some(End::DeadPosition);
        let outcome = ended.outcome;
        ended.outcome = outcome.of_drawn_start(worth(end) == Some(lost), is_dead);
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
            (Spec::Tablebase, Some(tables)) => Opponent::Tablebase(tables.clone()),
            (Spec::Traps, Some(tables)) => {
                let random = Random::of_game(self.args.seed, number);
                Opponent::Traps(Traps::new(tables.clone(), random))
            }
            (_, _) => Opponent::Random(Random::of_game(self.args.seed, number)),
        })
    }
}

/// What stands before and behind a condition in the claim that it is compiled with: in brackets, so that no clause of a claim follows it.
const UNTYPED: (&str, &str) = ("prove white-to-move from all positions where (", "\n)");

/// A claim with a condition on its positions; what it claims is never settled.
fn claim_of(condition: &str) -> String {
    let (before, behind) = UNTYPED;
    format!("{before}{condition}{behind}")
}

/// True for opponents that play by tables.
const fn knows_tables(opponent: &Spec) -> bool {
    matches!(opponent, Spec::Tablebase | Spec::Traps)
}

/// The tables for all materials that games begin with.
fn prepared(mut materials: Vec<Material>, pool: &rayon::ThreadPool) -> Result<Resistance, Trouble> {
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
