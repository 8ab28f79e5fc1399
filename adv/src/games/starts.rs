//! Positions drawn by a seed, in which games begin.

use std::fmt;
use std::sync::Arc;

use adv_chess::class::ClassError;
use adv_chess::{ClassIndex, Color, Material, Position};
use adv_module::Program;
use adv_prover::Shuffle;
use adv_vm::{Engine, Oracle, Stop, Subject, SubjectKind};

use crate::claims::{Condition, men_of};
use crate::opponent::Random;

/// Minimum number of random draws to try before all positions of the class are tried in a shuffled order instead.
const PATIENCE: u64 = 1_000_000;
/// Maximum number of class numbers that are tried in the shuffled order.
const MOST_NUMBERS: u64 = 200_000_000;

/// Request for random positions in which games of a subject begin.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// The subject that will play: positions have its material, and a strategy's in-class holds in them.
    pub subject: Subject,
    /// The side to move; `None` for the side that the subject plays, and for White where it plays either.
    pub side: Option<Color>,
    /// Seed of the draws; the same seed gives the same positions.
    pub seed: u64,
    /// Number of positions wanted.
    pub count: u32,
    /// A further condition that the positions must fulfil, compiled with the same program; `None` for none.
    pub condition: Option<&'a Condition>,
    /// Values under perfect play for the condition, where it needs them.
    pub oracle: Option<&'a Arc<dyn Oracle>>,
}

/// Reason why positions cannot be drawn.
#[derive(Debug)]
pub enum DrawError {
    /// The subject declares no material, so that there is no class of positions.
    NoMaterial {
        /// Kind of the subject: strategy, table or piece-of-advice.
        kind: SubjectKind,
        /// Name of the subject.
        name: String,
    },
    /// The positions of the material cannot be numbered, so that none can be drawn.
    Class {
        /// The material whose class cannot be numbered.
        material: Material,
        /// Reason why the class cannot be numbered.
        error: ClassError,
    },
    /// No position was found that is legal, has a move, is in the in-class and fulfils the condition.
    Rare {
        /// True where every position of the material was tried, so that there is none.
        all: bool,
        /// The material of the wanted positions.
        material: Material,
        /// Text of the wanted condition; `None` without one.
        condition: Option<String>,
    },
    /// The in-class cannot be evaluated, because a limit was reached.
    InClass(Stop),
    /// The condition cannot be evaluated, because a limit was reached.
    Condition {
        /// Text of the condition.
        text: String,
        /// The limit that was reached while the condition was evaluated.
        stop: Stop,
    },
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::NoMaterial { kind, name } => write!(
                f,
                "the {kind} `{name}` has no material, so there is no class of positions to draw from"
            ),
            DrawError::Class { material, error } => {
                write!(f, "no positions of {material} can be drawn: {error}")
            }
            DrawError::Rare {
                material,
                condition,
                all,
            } => {
                let any = if *all { "no" } else { "hardly any" };
                write!(
                    f,
                    "{any} position of {material} is legal, has a move and is in the in-class"
                )?;
                match condition {
                    Some(text) => write!(f, " where `{text}` holds"),
                    None => Ok(()),
                }
            }
            DrawError::InClass(stop) => write!(f, "the in-class cannot be evaluated: {stop}"),
            DrawError::Condition { text, stop } => {
                write!(f, "the condition `{text}` cannot be evaluated: {stop}")
            }
        }
    }
}

impl std::error::Error for DrawError {}

/// The material of the positions that are drawn for a subject.
///
/// # Errors
/// [`DrawError::NoMaterial`] where the subject declares none.
pub fn material_of(program: &Program, subject: Subject) -> Result<Material, DrawError> {
    let declared = subject.material(program);
    let declared = declared.ok_or_else(|| DrawError::NoMaterial {
        kind: subject.kind(),
        name: subject.name(program).to_owned(),
    })?;
    Ok(men_of(declared))
}

impl Draw<'_> {
    /// Request for positions without a further condition, with the side that the subject plays to move.
    pub const fn new(subject: Subject, seed: u64, count: u32) -> Self {
        Draw {
            subject,
            side: None,
            seed,
            count,
            condition: None,
            oracle: None,
        }
    }

    /// Draws `count` legal positions, each as likely as any other; the same ones for the same seed. Where hardly any fits, it tries all
    /// positions of the material in a shuffled order; fitting positions that are fewer than `count` occur several times.
    ///
    /// # Errors
    /// [`DrawError`] where there is no material or no fitting position, or a condition cannot be evaluated.
    pub fn positions(&self, engine: &mut Engine) -> Result<Vec<Position>, DrawError> {
        let module = engine.module();
        let material = material_of(module, self.subject)?;
        let of_subject = self.subject.side(module);
        let us = self.side.or(of_subject).unwrap_or(Color::White);
        let in_class = match self.subject {
            Subject::Strategy(id) => module.strategies.get(id.index()).and_then(|s| s.in_class),
            Subject::Table(_) | Subject::Advice(_) => None,
        };
        let class =
            ClassIndex::new(material, us).map_err(|error| DrawError::Class { material, error })?;
        // The player has no values: only the condition may ask for them.
        let mut judge = engine.clone();
        judge.set_oracle(self.oracle.cloned());
        // The position of a number, where a game may begin in it.
        let mut start = |number: u64| -> Result<Option<Position>, DrawError> {
            // A game that is over before the first move is none.
            let position = class.position(number).filter(Position::has_legal_move);
            let Some(position) = position else {
                return Ok(None);
            };
            let applies = match in_class {
                Some(test) => engine
                    .evaluate(test, &[], &position, us)
                    .map_err(DrawError::InClass)?,
                None => 1,
            };
            let fits = applies != 0 && self.holds(&mut judge, &position)?;
            Ok(fits.then_some(position))
        };
        let wanted = self.count as usize;
        let mut random = Random::new(self.seed);
        let mut positions = Vec::new();
        // Most numbers stand for a legal position; where hardly any fits, drawing would take for ever.
        let patience = u64::from(self.count).saturating_mul(1000).max(PATIENCE);
        for _ in 0..patience {
            if positions.len() == wanted {
                return Ok(positions);
            }
            positions.extend(start(random.below(class.len()))?);
        }
        // All numbers, each once, in an order that the seed shuffles, as a claim about random positions takes them.
        positions.clear();
        let shuffle = Shuffle::new(class.len(), self.seed);
        for place in 0..class.len().min(MOST_NUMBERS) {
            if positions.len() == wanted {
                return Ok(positions);
            }
            positions.extend(start(shuffle.at(place))?);
        }
        let found = positions.len();
        if found == 0 {
            return Err(DrawError::Rare {
                material,
                condition: self.condition.map(|condition| condition.text.clone()),
                all: class.len() <= MOST_NUMBERS,
            });
        }
        // There are fewer than games: they are drawn again.
        while positions.len() < wanted {
            let again = usize::try_from(random.below(found as u64)).unwrap_or_default();
            positions.extend(positions.get(again).copied());
        }
        Ok(positions)
    }

    /// True where a position fulfils the further condition, or there is none.
    fn holds(&self, judge: &mut Engine, position: &Position) -> Result<bool, DrawError> {
        let Some(condition) = self.condition else {
            return Ok(true);
        };
        let answer = judge.evaluate(condition.test, &[], position, position.turn());
        answer
            .map(|word| word != 0)
            .map_err(|stop| DrawError::Condition {
                text: condition.text.clone(),
                stop,
            })
    }
}
