//! The positions in which a program is consulted: drawn, read or given; for a strategy the places of games from them.

use std::collections::BTreeSet;

use adv::chess::{ClassIndex, Color, Material, Position};
use adv::program::Program;
use adv::render::survey::Use;
use adv::render::text::{positions, thousands};
use adv::{
    Branch, Engine, Failure, Junction, Mode, Node, ProfileCounts, Random, Replies, StuckCause,
    Subject, Wanted,
};

use crate::args::PositionsArg;
use crate::cmd::bench::BenchArgs;
use crate::exit::Trouble;
use crate::play::setup;
use crate::{epd, io};

use super::games::Game;
use super::{ENOUGH, SAMPLE};

/// Most positions of a class that are listed before drawing, so that the report has the number of legal ones.
const LISTED: u64 = 4_000_000;

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

/// Source of the positions that a bench consults.
pub enum Source {
    /// Random positions of the subject's class, drawn with this seed.
    Class(u64),
    /// Positions of a file: its name, the positions, and the number of lines that could not be read.
    File(String, Vec<Position>, u64),
    /// One position, that of `--fen`.
    One(Position),
}

impl Source {
    /// Source of positions that the arguments name.
    pub fn of(args: &BenchArgs, module: &Program) -> Result<Source, Trouble> {
        if let Some(fen) = &args.fen {
            return setup::position(Some(fen), module).map(Source::One);
        }
        Ok(match &args.from {
            PositionsArg::Random(seed) => Source::Class(*seed),
            PositionsArg::File(name) => {
                let (positions, bad) = epd::positions(name)?;
                Source::File(io::shown(name), positions, bad)
            }
        })
    }

    /// First position of the source; `None` where positions are drawn.
    pub fn first(&self) -> Option<Position> {
        match self {
            Source::Class(_) => None,
            Source::File(_, positions, _) => positions.first().copied(),
            Source::One(position) => Some(*position),
        }
    }

    /// Collects consultations, as many as requested or, by default, until enough positions are tested; `count` makes and counts each one.
    pub fn take(
        self,
        engine: &Engine,
        id: Subject,
        wanted: Option<u64>,
        mut count: impl FnMut(&Asked, &mut Vec<Node>) -> Result<Counted, Failure>,
        tell: impl Fn(&Failure, &Position) -> Trouble,
    ) -> Result<Sample, Trouble> {
        let limit = wanted.unwrap_or(SAMPLE);
        let mut engine = engine.clone();
        let (mut positions, seed, bad) = match self {
            Source::Class(seed) => (Positions::of_class(engine.module(), id, seed)?, seed, 0),
            Source::File(name, positions, bad) => (Positions::Listed(name, positions, 0), 1, bad),
            Source::One(position) => (Positions::Listed(String::new(), vec![position], 0), 1, 0),
        };
        let (mut asked, mut games) = (Vec::new(), 0);
        let mut full = false;
        let mut tree = Vec::new();
        while !full && let Some(position) = positions.next() {
            let mut game = match Game::begin(&mut engine, id, position, seed, games) {
                Ok(game) => game,
                // A drawn position need not be in the in-class.
                Err(Failure::InClass { .. }) if positions.are_drawn() => continue,
                Err(failure) => return Err(tell(&failure, &position)),
            };
            games += 1;
            while !full && let Some(one) = game.take() {
                let counted = count(&one, &mut tree);
                let counted = counted.map_err(|failure| tell(&failure, &one.position))?;
                game.follow(&one.position, &tree, counted.next);
                asked.push(one);
                let enough = wanted.is_none() && counted.tested >= ENOUGH;
                full = enough || asked.len() as u64 >= limit;
            }
        }
        Ok(Sample {
            from: positions.words(games, seed),
            asked,
            games: matches!(id, Subject::Strategy(_)).then_some(games),
            bad,
        })
    }
}

/// Supply of positions, one after the other.
enum Positions {
    /// Positions of a file, or the one of `--fen`, with the name of the source and the index of the next.
    Listed(String, Vec<Position>, usize),
    /// Classes small enough for listing all legal positions by number; those from `next` on are not drawn yet.
    Whole {
        classes: Vec<ClassIndex>,
        numbers: Vec<(u8, u32)>,
        next: usize,
        random: Random,
    },
    /// Classes too large to be listed, with the numbers drawn so far.
    Large {
        classes: Vec<ClassIndex>,
        seen: BTreeSet<u64>,
        random: Random,
    },
}

impl Positions {
    fn of_class(module: &Program, id: Subject, seed: u64) -> Result<Positions, Trouble> {
        let (kind, name) = (id.kind(), id.name(module));
        let Some(declared) = id.material(module) else {
            return Err(Trouble::new(format!(
                "the {kind} `{name}` has no material, so there is no class of positions to draw from"
            ))
            .help("declare it at the head of the program, or give positions by `--from FILE` or `--fen`"));
        };
        let material = Material {
            counts: declared.counts,
        };
        let sides = match id.side(module) {
            Some(side) => vec![side],
            None => Color::ALL.to_vec(),
        };
        let mut classes = Vec::new();
        for side in sides {
            classes.push(ClassIndex::new(material, side).map_err(|error| {
                Trouble::new(format!("no positions of {material} can be drawn: {error}"))
            })?);
        }
        let random = Random::new(seed);
        let total = classes
            .iter()
            .map(ClassIndex::len)
            .fold(0, u64::saturating_add);
        if total > LISTED {
            return Ok(Positions::Large {
                classes,
                seen: BTreeSet::new(),
                random,
            });
        }
        let mut numbers = Vec::new();
        for (which, class) in (0u8..).zip(&classes) {
            let legal = class.iter().filter_map(|(number, position)| {
                // A strategy or a piece has no answer when the game is over; a table is consulted there in a survey too.
                let asked = matches!(id, Subject::Table(_)) || position.has_legal_move();
                asked.then(|| (which, u32::try_from(number).unwrap_or(u32::MAX)))
            });
            numbers.extend(legal);
        }
        Ok(Positions::Whole {
            classes,
            numbers,
            next: 0,
            random,
        })
    }

    fn are_drawn(&self) -> bool {
        !matches!(self, Positions::Listed(..))
    }

    fn next(&mut self) -> Option<Position> {
        match self {
            Positions::Listed(_, positions, next) => {
                let position = positions.get(*next).copied();
                *next += 1;
                position
            }
            Positions::Whole {
                classes,
                numbers,
                next,
                random,
            } => {
                let left = numbers.len().checked_sub(*next)?;
                let drawn = *next + usize::try_from(random.below(left as u64)).ok()?;
                numbers.get(drawn)?;
                numbers.swap(*next, drawn);
                let (which, number) = *numbers.get(*next)?;
                *next += 1;
                classes.get(usize::from(which))?.position(u64::from(number))
            }
            Positions::Large {
                classes,
                seen,
                random,
            } => {
                let total = classes
                    .iter()
                    .map(ClassIndex::len)
                    .fold(0, u64::saturating_add);
                // Most numbers stand for a legal position.
                for _ in 0..1_000_000 {
                    let drawn = random.below(total);
                    let found = in_classes(classes, drawn).filter(Position::has_legal_move);
                    if let Some(position) = found
                        && seen.insert(drawn)
                    {
                        return Some(position);
                    }
                }
                None
            }
        }
    }

    /// Source of the positions in words, for the report; `used` is the number of positions taken from it.
    fn words(&self, used: u64, seed: u64) -> String {
        let (some, material) = (positions(used), self.material());
        match self {
            Positions::Listed(name, ..) if name.is_empty() => "the position given".to_owned(),
            Positions::Listed(name, all, _) if used < all.len() as u64 => format!(
                "the first {} of {} of {}",
                thousands(used),
                positions(all.len() as u64),
                name
            ),
            Positions::Listed(name, ..) => format!("{some} of {name}"),
            Positions::Whole { numbers, .. } if used == numbers.len() as u64 => {
                format!("all {some} of {material}")
            }
            Positions::Whole { numbers, .. } => format!(
                "{} of the {} of {material}, drawn with seed {seed}",
                thousands(used),
                positions(numbers.len() as u64),
            ),
            Positions::Large { .. } => format!("{some} of {material}, drawn with seed {seed}"),
        }
    }

    fn material(&self) -> String {
        match self {
            Positions::Listed(..) => String::new(),
            Positions::Whole { classes, .. } | Positions::Large { classes, .. } => classes
                .first()
                .map_or_else(String::new, |class| class.material().to_string()),
        }
    }
}

/// Position by its number in several classes, counted one after the other; `None` where the number has no legal position.
fn in_classes(classes: &[ClassIndex], mut number: u64) -> Option<Position> {
    for class in classes {
        if number < class.len() {
            return class.position(number);
        }
        number -= class.len();
    }
    None
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
