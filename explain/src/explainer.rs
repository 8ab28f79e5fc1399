//! A program prepared for explaining: its engine, and the plans derived from its own, joined or with passes.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use adv_chess::{Material, Move, Position, Worth};
use adv_module::program::{Pattern, Program};
use adv_module::{AdviceId, Derived, LinkError, Linked};
use adv_vm::{Engine, Failure, Limits, Oracle, Stop};

use crate::explain::ExplainOptions;
use crate::explanation::Explanation;
use crate::vetting::{Trial, Vetted, Vetting};

/// Usual limit of positions tested for one search of a plan.
pub const USUAL_POSITIONS: u64 = 1_000_000;

/// Reason why a position cannot be explained.
#[derive(Clone, Debug, PartialEq)]
pub enum ExplainError {
    /// Finding the facts came to a limit, or the caller ended the search.
    Stopped(Stop),
    /// The program cannot be used for the position, such as for its material.
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

/// Program that explains positions, with its engine and the plans derived from its own.
#[derive(Clone)]
pub struct Explainer {
    pub(crate) engine: Engine,
    oracle: Option<Arc<dyn Oracle>>,
    /// Program as it was linked, without derived plans, from which plans are derived anew.
    base: Linked,
    /// Plans besides the patterns' own, mostly of cases, that are derived too.
    extra: Vec<Vec<AdviceId>>,
    /// Variants in which the other side passes, by the piece-of-advice or conjunction that each is derived from.
    possible: BTreeMap<AdviceId, AdviceId>,
    /// Conjunctions of all pieces of a plan, by these pieces.
    together: BTreeMap<Vec<AdviceId>, AdviceId>,
    /// Number of positions that searches of plans have tested for the present explanation.
    pub(crate) positions: u64,
    vetting: Vetting,
}

impl Explainer {
    /// Prepares a program: the conjunctions of its plans, and the plans in which the other side passes, are derived once.
    ///
    /// # Errors
    /// [`LinkError`] where the program becomes too large by them.
    pub fn new(linked: &Linked, limits: Limits) -> Result<Explainer, LinkError> {
        let derived = DerivedPlans::of(linked, &[])?;
        Ok(Explainer {
            engine: Engine::new(derived.linked, limits),
            oracle: None,
            base: linked.clone(),
            extra: Vec::new(),
            possible: derived.possible,
            together: derived.together,
            positions: 0,
            vetting: Vetting::default(),
        })
    }

    /// Prepares plans that are no pattern's own. Where the program would become too large, it first drops the plans of earlier positions; a
    /// plan that still does not fit is searched piece by piece as far as it goes.
    pub(crate) fn prepare(&mut self, plans: &[Vec<AdviceId>]) {
        let mut wanted: Vec<Vec<AdviceId>> = plans.to_vec();
        wanted.retain(|plan| !plan.is_empty() && !self.extra.contains(plan) && !self.has(plan));
        wanted.dedup();
        if wanted.is_empty() {
            return;
        }
        if self.extra.len() + wanted.len() > MOST_EXTRA {
            self.extra.clear();
        }
        self.extra.extend(wanted.iter().cloned());
        let derived = DerivedPlans::of(&self.base, &self.extra).or_else(|_| {
            // What earlier positions needed must not decide on this one.
            self.extra = wanted;
            DerivedPlans::of(&self.base, &self.extra)
        });
        if let Ok(derived) = derived {
            self.engine = self.engine.of_another(derived.linked);
            self.possible = derived.possible;
            self.together = derived.together;
        }
    }

    /// Returns true where the engine has every derived piece that searches of a plan need.
    fn has(&self, plan: &[AdviceId]) -> bool {
        let single = plan.iter().all(|id| self.possible.contains_key(id));
        single && (plan.len() == 1 || self.together.contains_key(plan))
    }

    /// Sets the oracle, which looks up the worth of positions with perfect play; `None` removes it.
    pub fn set_oracle(&mut self, oracle: Option<Arc<dyn Oracle>>) {
        self.engine.set_oracle(oracle.clone());
        self.oracle = oracle;
    }

    /// Returns the program as the engine runs it: its own records, and after them those of derived plans.
    pub fn program(&self) -> &Program {
        self.engine.module()
    }

    /// Returns the engine, for callers that set an interrupt or native code.
    pub const fn engine_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Returns the limits of each search of a plan.
    pub fn limits(&self) -> &Limits {
        self.engine.limits()
    }

    /// Returns the variant of a piece-of-advice in which the other side passes; `None` where none could be derived.
    pub(crate) fn possible_of(&self, advice: AdviceId) -> Option<AdviceId> {
        self.possible.get(&advice).copied()
    }

    /// Returns the conjunction of a plan's pieces; `None` for a single piece, and where they cannot be joined.
    pub(crate) fn together_of(&self, plan: &[AdviceId]) -> Option<AdviceId> {
        self.together.get(plan).copied()
    }

    /// Returns the worth of a position with perfect play; `None` without an oracle, or where it does not know the position.
    pub(crate) fn worth(&self, position: &Position) -> Option<Worth> {
        self.oracle.as_ref()?.worth(position)
    }

    /// Tests the first moves of told plans, and the move played, against all moves of the side to move.
    pub(crate) fn vetted(
        &mut self,
        explanation: &Explanation,
        options: &ExplainOptions,
    ) -> Option<Vetted> {
        self.vetting.vet(&Trial {
            position: &explanation.position,
            moves: &explanation.first_moves(),
            played: options.played,
            positions: options.tried,
            is_known: explanation.worth.is_some(),
        })
    }

    /// Returns the moves that throw the value of a position away, as far as the oracle knows the values before and after a move.
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

    /// Returns an error where a position is not of the material that the program declares, if it declares one.
    ///
    /// # Errors
    /// [`ExplainError::Refused`] where the material differs, also with the colours exchanged if the program allows that.
    pub(crate) fn fits(&self, position: &Position) -> Result<(), ExplainError> {
        let Some(declared) = &self.program().material else {
            return Ok(());
        };
        let wanted = Material::of_counts(declared.counts);
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

/// Most plans besides the patterns' own that stay derived at once; beyond it those of earlier positions are dropped.
const MOST_EXTRA: usize = 200;

/// Program with the pieces derived for searches of plans: passing variants and conjunctions.
struct DerivedPlans {
    linked: Linked,
    possible: BTreeMap<AdviceId, AdviceId>,
    together: BTreeMap<Vec<AdviceId>, AdviceId>,
}

impl DerivedPlans {
    /// Derives the conjunctions and passing variants of the program's plans, and then those of some others.
    fn of(linked: &Linked, extra: &[Vec<AdviceId>]) -> Result<DerivedPlans, LinkError> {
        let mut derived = Derived::of(linked);
        let mut together = BTreeMap::new();
        let mut possible = BTreeMap::new();
        let own = plans(linked.module().program());
        for plan in own.into_iter().chain(extra.iter().cloned()) {
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
        Ok(DerivedPlans {
            linked: derived.linked()?,
            possible,
            together,
        })
    }
}

/// Returns 1 for a win of the side to move, 0 for a draw, -1 for a loss.
pub(crate) const fn points(worth: Worth) -> i8 {
    match worth.outcome {
        adv_chess::Outcome::Win => 1,
        adv_chess::Outcome::Draw => 0,
        adv_chess::Outcome::Loss => -1,
    }
}

/// Returns the plans of all patterns, for the side that has a fact and for the other one, each as its pieces-of-advice.
fn plans(program: &Program) -> Vec<Vec<AdviceId>> {
    let views = |of: &Pattern| [of.us.clone(), of.them.clone()];
    let views = program.patterns.iter().flat_map(views).flatten();
    views
        .map(|view| view.plan.iter().map(|entry| entry.advice).collect())
        .collect()
}
