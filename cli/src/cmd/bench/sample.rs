//! The positions in which a program is consulted: drawn, read or given; for a strategy the places of games from them.

use std::collections::BTreeSet;

use adv::chess::{Position, fen};
use adv::program::Program;
use adv::render::survey::Use;
use adv::render::text::{positions, thousands};
use adv::{
    Branch, Draw, Engine, Failure, Junction, Mode, Node, ProfileCounts, Replies, StuckCause,
    Subject, Wanted, material_of,
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
        let draw = Draw {
            subject: id,
            side: None,
            seed,
            count: args.sample.unwrap_or(SAMPLE),
            condition: None,
            oracle: None,
        };
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
        mut count: impl FnMut(&Asked, &mut Vec<Node>) -> Result<Counted, Failure>,
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
                let counted = counted.map_err(|failure| tell(&failure, &one.position))?;
                game.follow(&one.position, &tree, counted.next);
                asked.push(one);
                let enough = wanted.is_none() && counted.tested >= ENOUGH;
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

/// Outcome of one consultation: the rule, the number of positions tested, the place after it.
pub struct Answer {
    /// Index of the table's rule that applied; `None` for other subjects.
    rule: Option<usize>,
    /// True where the consultation found a move or a tree to play.
    found: bool,
    /// Number of positions tested, for a table; 0 for other subjects.
    positions: u64,
    /// Place of a strategy after the tree that it plays; `None` where it does not go on.
    next: Option<Junction>,
}

/// Outcome of one consultation, and the number of positions tested by all so far.
pub struct Counted {
    /// Number of positions tested so far by all consultations.
    tested: u64,
    /// Place of a strategy after the tree that it plays; `None` where it does not go on.
    next: Option<Junction>,
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
        let nothing = Answer {
            rule: None,
            found: false,
            positions: 0,
            next: None,
        };
        match (self.id, &asked.junction) {
            (Subject::Table(table), _) => {
                let decision = engine.decide(table, &asked.position, Replies::TestedFirst)?;
                Ok(Answer {
                    rule: decision.rule,
                    found: decision.advice.is_some(),
                    positions: decision.positions,
                    next: None,
                })
            }
            (id, Some(at)) => {
                let position = &asked.position;
                match engine.branch(id, at, position, Mode::Strong, Wanted::First, tree) {
                    Branch::Tree { next, .. } => Ok(Answer {
                        found: true,
                        next: Some(next),
                        ..nothing
                    }),
                    Branch::Stuck {
                        cause: StuckCause::Failure(failure),
                        ..
                    } => Err(failure),
                    Branch::Ends { .. } | Branch::Stuck { .. } => Ok(nothing),
                }
            }
            (_, None) => Ok(nothing),
        }
    }

    /// Makes one consultation with an engine that counts, and adds it to the sums.
    pub fn count(
        &mut self,
        counting: &mut Engine,
        asked: &Asked,
        tree: &mut Vec<Node>,
    ) -> Result<Counted, Failure> {
        let answer = self.ask(counting, asked, tree)?;
        self.answered += u64::from(answer.found);
        if let Some(rule) = answer.rule.and_then(|rule| self.rules.get_mut(rule)) {
            rule.add(answer.found, answer.positions);
        }
        Ok(Counted {
            tested: counting.counts().map_or(0, ProfileCounts::positions),
            next: answer.next,
        })
    }
}
