//! Finding facts: every pattern of an evaluation is evaluated for White and for Black.

use adv_chess::{Color, Position};
use adv_module::program::{Evaluation, Program};
use adv_module::{EvaluationId, FnId, PatternId};
use adv_vm::{Asking, Engine, Stop};

use crate::fact::{Fact, MAX_WORTH, order};

/// Result of [`find`]: the facts of both sides in a position, and the answer of the stage's descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Facts of both sides, in the order of [`order`]: the weightiest first.
    pub facts: Vec<Fact>,
    /// True where the descriptor of the evaluation's `stage` holds in the position; `None` for an evaluation without one.
    pub stage: Option<bool>,
}

/// Finds the facts of both sides in a position by all patterns of an evaluation; empty for an unknown evaluation.
///
/// # Errors
/// Returns the [`Stop`] of the first limit of the engine that is reached: all patterns of a side share the limits.
pub fn find(
    engine: &mut Engine,
    evaluation: EvaluationId,
    position: &Position,
) -> Result<Found, Stop> {
    let program = engine.module();
    let Some(evaluation) = program.evaluations.get(evaluation.index()).cloned() else {
        return Ok(Found {
            facts: Vec::new(),
            stage: None,
        });
    };
    let asked: Vec<Asked> = Asked::all(program, &evaluation);
    let mut facts = Vec::new();
    let mut stage = None;
    for side in Color::ALL {
        let mut asking = engine.asking(position, side);
        if side == Color::White
            && let Some(descriptor) = evaluation.stage
        {
            stage = Some(asking.word(descriptor, 0)? != 0);
        }
        for pattern in &asked {
            pattern.facts_of(&mut asking, side, &mut facts)?;
        }
    }
    order(&mut facts, position.turn());
    Ok(Found { facts, stage })
}

/// Pattern to evaluate, with the function for the worth of its facts: the evaluation's own, or else the pattern's.
struct Asked {
    pattern: PatternId,
    worth: FnId,
}

impl Asked {
    fn all(program: &Program, evaluation: &Evaluation) -> Vec<Asked> {
        let of = |id: &PatternId| {
            let pattern = program.patterns.get(id.index())?;
            let own = evaluation.worths.iter().find(|(of, _)| of == id);
            Some(Asked {
                pattern: *id,
                worth: own.map_or(pattern.worth, |(_, worth)| *worth),
            })
        };
        evaluation.of.iter().filter_map(of).collect()
    }

    fn facts_of(
        &self,
        asking: &mut Asking<'_>,
        side: Color,
        facts: &mut Vec<Fact>,
    ) -> Result<(), Stop> {
        for squares in asking.facts(self.pattern)? {
            let worth = asking.word(self.worth, squares)?.cast_signed();
            facts.push(Fact {
                pattern: self.pattern,
                side,
                squares,
                worth: worth.clamp(-MAX_WORTH, MAX_WORTH),
            });
        }
        Ok(())
    }
}
