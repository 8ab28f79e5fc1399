//! A program prepared for explaining: its engine, and what its plans are joined to and loosened to.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use adv_chess::{Material, Move, Position, Worth};
use adv_module::program::{Pattern, Program};
use adv_module::{AdviceId, Derived, LinkError, Linked};
use adv_vm::{Engine, Failure, Limits, Oracle, Stop};

/// The positions that one search of a plan may test where nothing else is said.
pub const USUAL_POSITIONS: u64 = 1_000_000;

/// Why a position cannot be explained.
#[derive(Clone, Debug, PartialEq)]
pub enum ExplainError {
    /// Finding the facts came to a limit, or the caller ended the search.
    Stopped(Stop),
    /// The program is not for the position.
    Refused(Box<Failure>),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplainError::Stopped(stop) => stop.fmt(f),
            ExplainError::Refused(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for ExplainError {}

/// A program that explains positions.
pub struct Explainer {
    pub(crate) engine: Engine,
    oracle: Option<Arc<dyn Oracle>>,
    /// For each piece of a plan, and for each conjunction, the one in which they pass.
    possible: BTreeMap<AdviceId, AdviceId>,
    /// The conjunction of all pieces of a plan.
    together: BTreeMap<Vec<AdviceId>, AdviceId>,
    /// The positions that searches of plans have tested.
    pub(crate) positions: u64,
}

impl Explainer {
    /// Prepares a program: the conjunctions of its plans, and the plans in which the other side passes, are derived once.
    ///
    /// # Errors
    /// [`LinkError`] where the program becomes too large by them.
    pub fn new(linked: &Linked, limits: Limits) -> Result<Explainer, LinkError> {
        let mut derived = Derived::of(linked);
        let mut together = BTreeMap::new();
        let mut possible = BTreeMap::new();
        for plan in plans(linked.module().program()) {
            let mut pieces = plan.clone();
            // What cannot be joined is searched one by one only.
            if plan.len() > 1
                && let Ok(joined) = derived.both(&plan)
            {
                together.insert(plan, joined);
                pieces.push(joined);
            }
            for piece in pieces {
                if let Ok(quiet) = derived.possible(piece) {
                    possible.insert(piece, quiet);
                }
            }
        }
        Ok(Explainer {
            engine: Engine::new(derived.linked()?, limits),
            oracle: None,
            possible,
            together,
            positions: 0,
        })
    }

    /// Sets the oracle of perfect play; `None` removes it.
    pub fn set_oracle(&mut self, oracle: Option<Arc<dyn Oracle>>) {
        self.engine.set_oracle(oracle.clone());
        self.oracle = oracle;
    }

    /// The program's records, with what was derived behind them.
    pub fn program(&self) -> &Program {
        self.engine.module()
    }

    /// The engine, for an interrupt or native code.
    pub const fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The limits of each search.
    pub fn limits(&self) -> &Limits {
        self.engine.limits()
    }

    /// The piece in which the other side passes.
    pub(crate) fn possible_of(&self, advice: AdviceId) -> Option<AdviceId> {
        self.possible.get(&advice).copied()
    }

    /// The conjunction of a plan of several pieces.
    pub(crate) fn together_of(&self, plan: &[AdviceId]) -> Option<AdviceId> {
        self.together.get(plan).copied()
    }

    /// What a position is worth with perfect play, where it is known.
    pub(crate) fn worth(&self, position: &Position) -> Option<Worth> {
        self.oracle.as_ref()?.worth(position)
    }

    /// The moves that throw the value of a position away. A move is one of them only where both values are known.
    pub(crate) fn losing_moves(&self, position: &Position) -> Vec<Move> {
        let Some(best) = self.worth(position) else {
            return Vec::new();
        };
        let mut moves = position.legal_moves();
        moves.retain(|mv| {
            let after = self.worth(&position.play(*mv));
            after.is_some_and(|after| points(after).saturating_neg() < points(best))
        });
        moves
    }

    /// Compares a position with the material that the program declares.
    ///
    /// # Errors
    /// [`ExplainError::Refused`] where the men are others.
    pub(crate) fn fits(&self, position: &Position) -> Result<(), ExplainError> {
        let Some(declared) = &self.program().material else {
            return Ok(());
        };
        let wanted = Material {
            counts: declared.counts,
        };
        let mirrored = declared.mirrored && wanted.mirrored().fits(position);
        if mirrored || wanted.fits(position) {
            return Ok(());
        }
        let found = Material::of(position);
        Err(ExplainError::Refused(Box::new(Failure::OtherMaterial {
            wanted,
            found,
            left: false,
        })))
    }
}

/// 1 for a win of the side to move, 0 for a draw, -1 for a loss.
pub(crate) const fn points(worth: Worth) -> i8 {
    match worth.outcome {
        adv_chess::Outcome::Win => 1,
        adv_chess::Outcome::Draw => 0,
        adv_chess::Outcome::Loss => -1,
    }
}

/// The plans of all patterns, of either view.
fn plans(program: &Program) -> Vec<Vec<AdviceId>> {
    let views = |of: &Pattern| [of.us.clone(), of.them.clone()];
    let views = program.patterns.iter().flat_map(views).flatten();
    views
        .map(|view| view.plan.iter().map(|entry| entry.advice).collect())
        .collect()
}
