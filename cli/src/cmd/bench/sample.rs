//! The positions in which a program is consulted: drawn, read or given; for a strategy the places of games from them.

use std::collections::BTreeSet;

use adv::chess::{Position, fen};
use adv::program::Program;
use adv::render::survey::Use;
use adv::render::text::{positions, thousands};
use adv::{
    Branch, Decision, Draw, Engine, Failure, Junction, Mode, Node, ProfileCounts, Replies,
    StuckCause, Subject, Wanted, material_of,
};

use crate::args::PositionsArg;
use crate::cmd::bench::BenchArgs;
use crate::play::setup;
use crate::{Trouble, epd, io};

use super::games::Game;
use super::{ENOUGH, SAMPLE};

/// One consultation: a position, and the place of a strategy in its text.
pub struct Asked {
    /// Position in which the subject is consulted.
    pub position: Position,
    /// Place of a strategy or piece-of-advice from which it goes on; `None` for a table, which needs the position alone.
    pub junction: Option<Junction>,
}

/// Consultations to time, and the name of their source.
pub struct Sample {
    /// Consultations to time, in their order.
    pub asked: Vec<Asked>,
    /// Source of the positions in words, for the report.
    pub from: String,
    /// Number of games that a strategy played to reach them; `None` for other subjects.
    pub games: Option<u64>,
    /// Number of lines of a file that could not be read.
    pub bad: u64,
}

/// Positions that a bench consults a program in, and their source.
pub struct Source {
    positions: Vec<Position>,
    /// Name of the file or of the drawn material; empty for the one position of `--fen`.
    name: String,
    /// Seed of the draw and of the replies in games.
    seed: u64,
    is_drawn: bool,
    /// Number of lines of a file that could not be read.
    bad: u64,
}

impl Source {
    /// Positions of `--fen` or of a file; `None` where they are drawn.
    pub fn given(args: &BenchArgs, module: &Program) -> Result<Option<Source>, Trouble> {
        let (name, (positions, bad)) = match (&args.fen, &args.from) {
            (Some(fen), _) => {
                let position = setup::position(Some(fen), module)?;
                (String::new(), (vec![position], 0))
            }
            (None, PositionsArg::File(name)) => (io::shown(name), epd::positions(name)?),
            (None, PositionsArg::Random(_)) => return Ok(None),
        };
        Ok(Some(Source {
            positions,
            name,
            seed: 1,
            is_drawn: false,
            bad,
        }))
    }

    /// Random positions of a subject's material, each once, as those in which the games of a match begin.
    ///
    /// # Errors
    /// Where the subject has no material, or none of its positions fits.
    pub fn drawn(engine: &Engine, id: Subject, args: &BenchArgs) -> Result<Source, Trouble> {
        let seed = match args.from {
            PositionsArg::Random(seed) => seed,
            PositionsArg::File(_) => 1,
        };
        let draw = Draw::new(id, seed, args.sample.unwrap_or(SAMPLE));
        let mut positions = draw.positions(&mut engine.clone())?;
        let mut seen = BTreeSet::new();
        positions.retain(|position| seen.insert(fen(position)));
        Ok(Source {
            positions,
            name: material_of(engine.module(), id)?.to_string(),
            seed,
            is_drawn: true,
            bad: 0,
        })
    }

    /// First position that is given; `None` where positions are drawn.
    pub fn first(&self) -> Option<Position> {
        self.positions.first().copied()
    }

    /// Collects consultations, as many as requested or, by default, until enough positions are tested; `count` makes and counts each one.
    pub fn take(
        self,
        engine: &Engine,
        id: Subject,
        wanted: Option<u32>,
        mut count: impl FnMut(&Asked, &mut Vec<Node>) -> Result<(Option<Junction>, u64), Failure>,
        tell: impl Fn(&Failure, &Position) -> Trouble,
    ) -> Result<Sample, Trouble> {
        let limit = wanted.unwrap_or(SAMPLE) as usize;
        let mut engine = engine.clone();
        let (mut asked, mut games) = (Vec::new(), 0);
        let mut full = false;
        let mut tree = Vec::new();
        for position in &self.positions {
            let mut game = match Game::begin(&mut engine, id, *position, self.seed, games) {
                Ok(game) => game,
                // A drawn position need not be in the in-class.
                Err(Failure::InClass { .. }) if self.is_drawn => continue,
                Err(failure) => return Err(tell(&failure, position)),
            };
            games += 1;
            while !full && let Some(one) = game.take() {
                let counted = count(&one, &mut tree);
                let (next, tested) = counted.map_err(|failure| tell(&failure, &one.position))?;
                game.follow(&one.position, &tree, next);
                asked.push(one);
                let enough = wanted.is_none() && tested >= ENOUGH;
                full = enough || asked.len() >= limit;
            }
            if full {
                break;
            }
        }
        Ok(Sample {
            from: self.words(games),
            asked,
            games: matches!(id, Subject::Strategy(_)).then_some(games),
            bad: self.bad,
        })
    }

    /// Source of the positions in words, for the report; `used` is the number of positions taken from it.
    fn words(&self, used: u64) -> String {
        let (some, all) = (positions(used), self.positions.len() as u64);
        let (name, seed) = (&self.name, self.seed);
        match self.is_drawn {
            true => format!("{some} of {name}, drawn with seed {seed}"),
            false if name.is_empty() => "the position given".to_owned(),
            false if used < all => {
                format!(
                    "the first {} of {} of {name}",
                    thousands(used),
                    positions(all)
                )
            }
            false => format!("{some} of {name}"),
        }
    }
}

/// Outcome of one consultation.
pub enum Answer {
    /// Decision of a table.
    Decided(Decision),
    /// Place of a strategy or piece-of-advice after the tree that it plays.
    Plays(Junction),
    /// No tree, since the strategy is at its end or stuck.
    Nothing,
}

/// Consults the subject, and sums up its answers.
pub struct Asker {
    id: Subject,
    /// Number of uses and answers of each rule of a table; empty for other subjects.
    pub rules: Vec<Use>,
    /// Number of consultations that found a move or a tree to play.
    pub answered: u64,
}

impl Asker {
    /// Asker for a subject, before its first consultation.
    pub fn new(engine: &Engine, id: Subject) -> Asker {
        let rules = match id {
            Subject::Table(table) => engine
                .module()
                .tables
                .get(table.index())
                .map_or(0, |table| table.rules.len()),
            Subject::Strategy(_) | Subject::Advice(_) => 0,
        };
        Asker {
            id,
            rules: vec![Use::default(); rules],
            answered: 0,
        }
    }

    /// Makes one consultation without counting it; `tree` receives a strategy's tree.
    pub fn ask(
        &self,
        engine: &mut Engine,
        asked: &Asked,
        tree: &mut Vec<Node>,
    ) -> Result<Answer, Failure> {
        let position = &asked.position;
        let (id, at) = match (self.id, &asked.junction) {
            (Subject::Table(table), _) => {
                let decision = engine.decide(table, position, Replies::TestedFirst);
                return decision.map(Answer::Decided);
            }
            (id, Some(at)) => (id, at),
            (_, None) => return Ok(Answer::Nothing),
        };
        match engine.branch(id, at, position, Mode::Strong, Wanted::First, tree) {
            Branch::Tree { next, .. } => Ok(Answer::Plays(next)),
            Branch::Stuck {
                cause: StuckCause::Failure(failure),
                ..
            } => Err(failure),
            Branch::Ends { .. } | Branch::Stuck { .. } => Ok(Answer::Nothing),
        }
    }

    /// Makes one consultation with an engine that counts, and adds it to the sums. Returns the place of a strategy after its tree, and the
    /// number of positions tested by all consultations so far.
    pub fn count(
        &mut self,
        counting: &mut Engine,
        asked: &Asked,
        tree: &mut Vec<Node>,
    ) -> Result<(Option<Junction>, u64), Failure> {
        let answer = self.ask(counting, asked, tree)?;
        let (found, next) = match answer {
            Answer::Decided(decision) => {
                let found = decision.advice.is_some();
                if let Some(rule) = decision.rule.and_then(|rule| self.rules.get_mut(rule)) {
                    rule.add(found, decision.positions);
                }
                (found, None)
            }
            Answer::Plays(next) => (true, Some(next)),
            Answer::Nothing => (false, None),
        };
        self.answered += u64::from(found);
        let tested = counting.counts().map_or(0, ProfileCounts::positions);
        Ok((next, tested))
    }
}
