//! The value of a position: the sum of all its facts, told or not, whatever the verdicts on their plans.
//!
//! A fact counts for the side that has it and against the other. Nothing in the sum depends on the colours, on the side for which the
//! position is told or on the order of facts, so a position with the colours exchanged has the opposite value.

use std::convert::Infallible;

use adv_chess::Position;
use adv_module::EvaluationId;
use adv_module::program::{Pattern, View};

use crate::choice::{Judge, narrower};
use crate::explainer::{ExplainError, Explainer};
use crate::explanation::GameEnd;
use crate::fact::Fact;
use crate::find::find;

/// Judge that searches no plans: each fact that requires a plan falls.
pub(crate) struct Unsearched<'a> {
    pub patterns: &'a [Pattern],
    pub facts: &'a [Fact],
}

impl Judge for Unsearched<'_> {
    type Fault = Infallible;

    fn stands(&mut self, fact: usize) -> Result<bool, Infallible> {
        let pattern = self
            .facts
            .get(fact)
            .and_then(|fact| self.patterns.get(fact.pattern.index()));
        let requires = |view: &View| view.plan.iter().any(|of| of.required);
        Ok(pattern.is_some_and(|of| !of.us.iter().chain(&of.them).any(requires)))
    }
}

/// Returns true where a fact counts in the total of its position: it requires no plan, and no narrower fact takes its place.
pub fn counts(fact: usize, facts: &[Fact], patterns: &[Pattern]) -> bool {
    let mut judge = Unsearched { patterns, facts };
    let Ok(stands) = judge.stands(fact);
    let Ok(narrower) = narrower(fact, facts, patterns, &mut judge);
    stands && narrower.is_none()
}

/// Returns the sum of the facts that count, for White, in hundredths of a pawn.
pub(crate) fn sum(facts: &[Fact], patterns: &[Pattern]) -> i64 {
    let counted = facts.iter().enumerate();
    let counted = counted.filter(|(place, _)| counts(*place, facts, patterns));
    counted.map(|(_, fact)| fact.value()).sum()
}

impl Explainer {
    /// Returns the total of a position without explaining it, for White in hundredths of a pawn: the sum of all facts that require no plan
    /// and whose place no narrower fact takes. `None` where the game is over.
    ///
    /// # Errors
    /// As [`Explainer::explain`].
    pub fn total(
        &mut self,
        evaluation: EvaluationId,
        position: &Position,
    ) -> Result<Option<i64>, ExplainError> {
        self.fits(position)?;
        if GameEnd::of(position).is_some() {
            return Ok(None);
        }
        let found = find(&mut self.engine, evaluation, position).map_err(ExplainError::Stopped)?;
        Ok(Some(sum(&found.facts, &self.program().patterns)))
    }
}
