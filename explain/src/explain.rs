//! The steps of an explanation: facts are found and chosen, and the plans of the told ones are searched.

use std::collections::BTreeMap;

use adv_chess::{Color, Move, Position};
use adv_module::program::Program;
use adv_module::{AdviceId, EvaluationId};

use crate::cases::{Cases, Offer, Seen, draw, last_part, weights};
use crate::choice::choose;
use crate::edits;
use crate::explainer::{ExplainError, Explainer};
use crate::explanation::{Explanation, GameEnd};
use crate::fact_texts::Plans;
use crate::find::find;
use crate::plans::Verdict;
use crate::total::sum;

/// Options for explaining one position: the side it is for, the number of facts, and the searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainOptions {
    /// Side that the explanation speaks to, with its purposes and plans; `None` for the side to move.
    pub viewer: Option<Color>,
    /// Most facts to tell; `None` for the number that the evaluation declares.
    pub tell: Option<usize>,
    /// True to search plans; without the searches no fact that requires a plan is told.
    pub plans: bool,
    /// Budget of positions for testing moves before they are advised; 0 to advise the plans' moves untested.
    pub tried: u64,
    /// Move that was played in the position; another one is advised only where this one missed something much better.
    pub played: Option<Move>,
}

/// Usual budget of [`ExplainOptions::tried`], in positions, where a single position is explained.
pub const USUAL_TRIED: u64 = 60_000;

/// Usual budget of [`ExplainOptions::tried`], in positions, for each position of a game.
pub const TRIED_IN_GAMES: u64 = 4_000;

impl Default for ExplainOptions {
    fn default() -> ExplainOptions {
        ExplainOptions {
            viewer: None,
            tell: None,
            plans: true,
            tried: 0,
            played: None,
        }
    }
}

impl Explainer {
    /// Explains a position by an evaluation of the program.
    ///
    /// # Errors
    /// [`ExplainError::Refused`] where the program is for other material, [`ExplainError::Stopped`] where finding the facts came to a limit
    /// or the caller ended the search. A plan that comes to a limit is no error: its verdict is unsettled.
    pub fn explain(
        &mut self,
        evaluation: EvaluationId,
        position: &Position,
        options: &ExplainOptions,
    ) -> Result<Explanation, ExplainError> {
        self.explain_by(evaluation, position, options, None)
    }

    /// Explains a position as [`Explainer::explain`] does, and takes plans and texts from the nearest of some cases. Cases change neither
    /// the choice of facts nor their worths; every plan of a case is searched anew.
    ///
    /// # Errors
    /// As [`Explainer::explain`].
    pub fn explain_by(
        &mut self,
        evaluation: EvaluationId,
        position: &Position,
        options: &ExplainOptions,
        cases: Option<&Cases<'_>>,
    ) -> Result<Explanation, ExplainError> {
        self.fits(position)?;
        self.positions = 0;
        let mut explanation = Explanation {
            position: *position,
            viewer: options.viewer.unwrap_or_else(|| position.turn()),
            evaluation,
            stage: None,
            facts: Vec::new(),
            passed: Vec::new(),
            told: Vec::new(),
            total: 0,
            served: None,
            vetted: None,
            judged: None,
            judged_moves: Vec::new(),
            worth: None,
            end: GameEnd::of(position),
            positions: 0,
            drawn: None,
        };
        if explanation.end.is_some() {
            return Ok(explanation);
        }
        explanation.worth = self.worth(position);
        let found = find(&mut self.engine, evaluation, position).map_err(ExplainError::Stopped)?;
        let usual = self.program().evaluations.get(evaluation.index()).cloned();
        let tell = usize::from(usual.as_ref().map_or(3, |of| of.tell));
        let patterns = self.program().patterns.clone();
        let mut plans = Plans {
            explainer: self,
            position,
            patterns: &patterns,
            facts: &found.facts,
            searched: options.plans,
            without: BTreeMap::new(),
            known: BTreeMap::new(),
        };
        let passed = choose(
            &found.facts,
            &patterns,
            options.tell.unwrap_or(tell),
            &mut plans,
        )?;
        let told = passed.iter().enumerate();
        let told: Vec<usize> = told.filter(|(_, of)| of.is_none()).map(|of| of.0).collect();
        explanation.stage = found.stage;
        let mut offers = vec![Offer::default(); told.len()];
        if let Some(cases) = cases {
            let program = plans.explainer.program();
            let facts = told.iter().filter_map(|place| found.facts.get(*place));
            let asked = Seen {
                program,
                position,
                viewer: explanation.viewer,
                stage: stage_name(program, &explanation).map(Into::into),
                told: &facts.copied().collect::<Vec<_>>(),
            };
            let weights = usual.map(|of| weights(&of.similarity)).unwrap_or_default();
            let (drawn, made) = draw(&asked, cases, weights);
            explanation.drawn = Some(drawn);
            offers = made;
        }
        let plan = plans.plans_of(&told, explanation.viewer, &offers)?;
        for ((place, offer), entries) in told.into_iter().zip(offers).zip(&plan) {
            let told = plans.told(place, explanation.viewer, entries, offer)?;
            explanation.told.push(told);
        }
        if options.plans && options.tried > 0 {
            explanation.vetted = plans.explainer.vetted(&explanation, options);
            explanation.withhold(options.played);
        }
        explanation.served = plans.served(&explanation)?;
        explanation.total = sum(&found.facts, &patterns);
        explanation.facts = found.facts;
        explanation.passed = passed;
        explanation.positions = self.positions;
        Ok(explanation)
    }

    /// Returns the verdicts on a piece-of-advice in each plan that has it, of either side, to check `forced a`, `possible a` and `refuted
    /// a`. Plans of told facts are searched, and those of facts that have fallen with a plan that they require.
    ///
    /// # Errors
    /// As [`Explainer::explain`].
    pub fn verdicts_on(
        &mut self,
        advice: AdviceId,
        explanation: &Explanation,
    ) -> Result<Vec<Verdict>, ExplainError> {
        let patterns = self.program().patterns.clone();
        let position = explanation.position;
        let mut plans = Plans {
            explainer: self,
            position: &position,
            patterns: &patterns,
            facts: &explanation.facts,
            searched: true,
            without: BTreeMap::new(),
            known: BTreeMap::new(),
        };
        let mut verdicts = Vec::new();
        for (place, passed) in explanation.passed.iter().enumerate() {
            if !matches!(passed, None | Some(crate::Passed::Fallen)) {
                continue;
            }
            for side in Color::ALL {
                let planned = plans.view(place, side).map_or(&[][..], |view| &view.plan);
                if planned.iter().any(|of| of.advice == advice) {
                    verdicts.push(plans.verdict(place, side, advice)?);
                }
            }
        }
        Ok(verdicts)
    }
}

/// Returns the name of the stage: its text in the source, or `stage` where that is no plain name; `None` where its descriptor is false.
pub fn stage_name(program: &Program, explanation: &Explanation) -> Option<String> {
    let evaluation = program.evaluations.get(explanation.evaluation.index())?;
    let function = program.functions.get(evaluation.stage?.index())?;
    explanation.stage.filter(|holds| *holds)?;
    let written = edits::source(program, function.place);
    let name = written.unwrap_or_else(|| last_part(&function.name).to_owned());
    let plain = |of: char| of.is_ascii_alphanumeric() || of == '-' || of == '_';
    Some(match name.chars().all(plain) {
        true => name,
        false => "stage".to_owned(),
    })
}
