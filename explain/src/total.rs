//! The total of a position without the telling: what a measurement asks of many positions.

use std::convert::Infallible;

use adv_chess::Position;
use adv_module::EvaluationId;
use adv_module::program::{Pattern, View};

use crate::choose::{Judge, choose};
use crate::explainer::{ExplainError, Explainer};
use crate::explanation::GameEnd;
use crate::fact::Fact;
use crate::find::find;

/// Plans are not searched: a fact that requires one falls.
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

impl Explainer {
    /// The total of an explanation without plans, for White in hundredths of a pawn: the sum of the facts that would be told, of which none
    /// requires a plan. `None` where the game is over, for there is nothing to be told.
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
        let program = self.program();
        let usual = program.evaluations.get(evaluation.index());
        let tell = usize::from(usual.map_or(3, |of| of.tell));
        let mut judge = Unsearched {
            patterns: &program.patterns,
            facts: &found.facts,
        };
        let Ok(passed) = choose(&found.facts, &program.patterns, tell, &mut judge);
        let told = found.facts.iter().zip(&passed);
        let told = told.filter(|(_, passed)| passed.is_none());
        Ok(Some(told.map(|(fact, _)| fact.value()).sum()))
    }
}
