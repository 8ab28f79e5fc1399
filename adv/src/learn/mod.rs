//! Strategies found: from the men and the numbers of a program to rules that lower such a number, and to a program that has them.
//!
//! ```text
//!   Rulebook ─ vocabulary.rs ─▶ Learner: the class, a column for each number ─ adv-learn ─▶ Learned ─ program.rs ─▶ text
//! ```
//!
//! Nothing here says that a strategy is right: the program claims it, and the claim is settled as any other.

mod program;
pub(crate) mod vocabulary;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv_chess::{Color, Material, Position, SealKey, notation};
pub use adv_learn::{ClassFault, MOST_VALUE, Outcome, Progress, Rule, SearchWatch, Settings, Term};
use adv_learn::{Column, Found, Levels, Played, WholeClass};
use adv_vm::{Limits, Stop};
use rayon::prelude::*;

use crate::expression::{Expression, ExpressionError};
use crate::load::Rulebook;
use crate::starter::stronger_side;
use vocabulary::{Word, with_modules, words_of};

/// The reason why nothing can be learned from a program.
#[derive(Debug)]
pub enum LearnError {
    /// The module has no source text.
    NoSource,
    /// The program uses other files, whose words would be missing in the one that is written.
    Files(String),
    /// The program declares no material.
    NoMaterial,
    /// The men do not fit, or are too many.
    Class(ClassFault),
    /// The program and what it uses have no number without parameters.
    NoNumbers,
    /// No number of this name.
    Unknown {
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// The number has no value in a single position.
    Word(String, Box<ExpressionError>),
    /// A limit was reached, or the work was interrupted.
    Stopped(String, Position, Stop),
    /// A value is beyond [`MOST_VALUE`].
    Beyond(String),
    /// Mate can be forced in no position of these men.
    NotWon(Material),
    /// Every number is the same in all positions.
    Constant,
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LearnError::NoSource => {
                f.write_str("a module that was built without its source has no numbers to read")
            }
            LearnError::Files(path) => write!(f, "the program uses the file `{path}`"),
            LearnError::NoMaterial => f.write_str("the program declares no material"),
            LearnError::Class(fault) => fault.fmt(f),
            LearnError::NoNumbers => f.write_str(
                "neither the program nor a module that it uses has a number without parameters",
            ),
            LearnError::Unknown { name, .. } => {
                write!(f, "`{name}` is no number without parameters of the program")
            }
            LearnError::Word(name, error) => write!(f, "`{name}` cannot be learned from: {error}"),
            LearnError::Stopped(name, position, stop) => {
                write!(f, "`{name}` in `{}`: {stop}", notation::fen(position))
            }
            LearnError::NotWon(material) => {
                write!(
                    f,
                    "mate can be forced in no position of {}",
                    material.name()
                )
            }
            LearnError::Constant => f.write_str("every number is the same in all positions"),
            LearnError::Beyond(name) => write!(
                f,
                "a value of `{name}` is greater than {MOST_VALUE} or less than -{MOST_VALUE}"
            ),
        }
    }
}

impl std::error::Error for LearnError {}

/// A whole class of positions with the values of a vocabulary.
pub struct Learner {
    rulebook: Rulebook,
    words: Vec<Word>,
    class: WholeClass,
    columns: Vec<Column>,
    distances: Vec<u16>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Learned {
    found: Found,
    /// The positions from which mate can be forced.
    pub won: u32,
    /// The positions of the class.
    pub positions: u32,
    /// The positions that the best choice among the same trees would solve.
    pub could: u32,
    /// The first positions that are won and not solved, those with the lowest number of their rule first.
    pub stuck: Vec<Position>,
}

impl Learned {
    /// What the rules come to.
    pub const fn outcome(&self) -> &Outcome {
        &self.found.outcome
    }

    /// Candidates tried.
    pub const fn candidates(&self) -> u64 {
        self.found.candidates
    }

    /// How many rules there are; 0 where no position is solved.
    pub fn rules(&self) -> usize {
        self.found.rules.len()
    }

    /// The terms of all rules, those of a number that several rules lower counted once.
    pub fn terms(&self) -> usize {
        let mut numbers: Vec<_> = self.found.rules.iter().map(|rule| &rule.terms).collect();
        numbers.dedup();
        numbers.iter().map(|terms| terms.len()).sum()
    }

    /// True where every won position is solved.
    pub const fn is_whole(&self) -> bool {
        self.found.outcome.solved >= self.won
    }
}

/// How many stuck positions are kept.
const STUCK: usize = 3;

impl Learner {
    /// Reads the class of a program's material and fills a column for each number: those that are named, or all. `us` is the side that
    /// plays, the stronger one if it is not given; `interrupt` ends the work.
    ///
    /// # Errors
    /// [`LearnError`] where the program does not say what is needed, or a number has no value somewhere.
    pub fn new(
        rulebook: &Rulebook,
        us: Option<Color>,
        names: &[String],
        limits: Limits,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<Learner, LearnError> {
        let program = rulebook.program();
        let material = program.material.as_ref().ok_or(LearnError::NoMaterial)?;
        let material = Material::of_counts(material.counts);
        let words = words_of(rulebook, names)?;
        let us = us.unwrap_or_else(|| stronger_side(&material));
        let mut class = WholeClass::new(material, us, words.len()).map_err(LearnError::Class)?;
        let distances = adv_learn::distances(&class);
        if distances.iter().all(|moves| *moves == 0) {
            return Err(LearnError::NotWon(material));
        }
        // Words of modules that a used module uses are not in sight of the program itself.
        let whole = with_modules(rulebook, &words)?;
        let column = |word: &Word| {
            let compiled = Expression::compile_as(whole.program(), "number", &word.name);
            let number =
                compiled.map_err(|error| LearnError::Word(word.name.clone(), Box::new(error)))?;
            let mut value = number.in_many(us, limits, Some(interrupt.clone()));
            let column = Column::fill(&class, |position| {
                let value = value(position);
                value.map_err(|stop| LearnError::Stopped(word.name.clone(), *position, stop))
            });
            column?.ok_or_else(|| LearnError::Beyond(word.name.clone()))
        };
        let columns: Result<Vec<Column>, LearnError> = words.par_iter().map(column).collect();
        let all = words.into_iter().zip(columns?);
        // What is the same everywhere orders nothing.
        let (words, columns): (Vec<Word>, Vec<Column>) =
            all.filter(|(_, column)| !column.is_constant()).unzip();
        if words.is_empty() {
            return Err(LearnError::Constant);
        }
        let columns = class.fold(columns);
        Ok(Learner {
            rulebook: rulebook.clone(),
            words,
            distances,
            class,
            columns,
        })
    }

    /// The names of the numbers that are not the same in all positions.
    pub fn vocabulary(&self) -> impl ExactSizeIterator<Item = &str> {
        self.words.iter().map(|word| word.name.as_str())
    }

    /// How many positions there are.
    pub const fn positions(&self) -> u32 {
        self.class.len() as u32
    }

    /// Sums the men and the values of all numbers: where it is the same, so are the outcomes of the same rules.
    pub fn fingerprint(&self) -> u64 {
        let mut all = format!("{} {}", self.class.us(), self.class.material()).into_bytes();
        let values = self.columns.iter().flat_map(Column::values);
        all.extend(values.flat_map(i32::to_le_bytes));
        SealKey::new([0; 32]).sum("numbers", &all)
    }

    /// Searches for rules that solve every won position.
    pub fn search(&self, settings: &Settings, watch: &mut dyn SearchWatch) -> Learned {
        let won = self.won();
        let found = adv_learn::search(&self.class, &self.columns, won, settings, watch);
        self.judged(found)
    }

    /// What the same rules come to with numbers that are the regression of the distance to mate on the same terms.
    pub fn control(&self, learned: &Learned) -> Outcome {
        let rules = learned.found.rules.iter();
        let fit = |rule| adv_learn::regression(&self.class, &self.columns, &self.distances, rule);
        let rules: Vec<Rule> = rules.filter_map(fit).collect();
        adv_learn::evaluate(&self.class, &self.columns, &rules)
    }

    /// What some rules come to, whose terms speak of [`Learner::vocabulary`].
    pub fn judge(&self, rules: Vec<Rule>) -> Learned {
        let outcome = adv_learn::evaluate(&self.class, &self.columns, &rules);
        self.judged(Found {
            rules,
            outcome,
            candidates: 1,
            stopped: false,
        })
    }

    /// Visits the positions of the class with the moves to mate by rules that were found, `None` where they do not mate.
    pub fn each_length(&self, learned: &Learned, mut visit: impl FnMut(&Position, Option<u16>)) {
        let levels = self.levels(&learned.found);
        let played = Played::new(&self.class, levels.iter().collect());
        for (at, position) in self.class.positions(self.class.us()).enumerate() {
            visit(&position, played.length(at));
        }
    }

    fn judged(&self, found: Found) -> Learned {
        let won = self.won();
        let levels = self.levels(&found);
        let played = Played::new(&self.class, levels.iter().collect());
        let could = match found.outcome.solved >= won {
            true => found.outcome.solved,
            false => adv_learn::ceiling(&played),
        };
        let stuck = self.stuck(&played);
        Learned {
            found,
            won,
            positions: self.positions(),
            could,
            stuck,
        }
    }

    /// How many positions of the class are won.
    fn won(&self) -> u32 {
        let won = self.distances.iter().filter(|moves| **moves > 0);
        won.count() as u32
    }

    fn levels(&self, found: &Found) -> Vec<Levels> {
        let rules = found.rules.iter();
        rules
            .map(|rule| Levels::of(&self.class, &self.columns, rule))
            .collect()
    }

    /// The won positions that are not solved, the lowest number of the last rule first.
    fn stuck(&self, played: &Played<'_>) -> Vec<Position> {
        let mut stuck: Vec<usize> = (0..self.class.len())
            .filter(|at| self.distances[*at] > 0 && played.length(*at).is_none())
            .collect();
        stuck.sort_by_key(|at| played.last_number(*at));
        let first = stuck.into_iter().take(STUCK);
        first.filter_map(|at| self.class.position(at)).collect()
    }
}
