//! A position explained: facts are found, chosen and told, and the plans of those that are told are searched.

use std::collections::BTreeMap;

use adv_chess::{Color, Move, Position};
use adv_module::program::{Pattern, TextPart, Translated, View};
use adv_module::{AdviceId, EvaluationId};

use crate::choose::{Judge, choose};
use crate::explainer::{ExplainError, Explainer};
use crate::explanation::{Explanation, GameEnd, PlanTold, Saying, Served, ToldFact};
use crate::fact::Fact;
use crate::find::find;
use crate::plans::{PlanQuestion, Verdict};

/// How a position is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplainOptions {
    /// For whom; `None` for the side to move.
    pub viewer: Option<Color>,
    /// How many facts are told; `None` for as many as the evaluation tells.
    pub tell: Option<usize>,
    /// Plans are searched. Without it no fact is told that requires a plan.
    pub plans: bool,
}

impl Default for ExplainOptions {
    fn default() -> ExplainOptions {
        ExplainOptions {
            viewer: None,
            tell: None,
            plans: true,
        }
    }
}

impl Explainer {
    /// Explains a position by an evaluation of the program.
    ///
    /// # Errors
    /// [`ExplainError::Refused`] where the program is for other material, [`ExplainError::Stopped`] where finding the facts came to a limit
    /// or the caller ended the search. That a plan came to a limit is an answer.
    pub fn explain(
        &mut self,
        evaluation: EvaluationId,
        position: &Position,
        options: &ExplainOptions,
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
            worth: None,
            end: GameEnd::of(position),
            positions: 0,
        };
        if explanation.end.is_some() {
            return Ok(explanation);
        }
        explanation.worth = self.worth(position);
        let found = find(&mut self.engine, evaluation, position).map_err(ExplainError::Stopped)?;
        let usual = self.program().evaluations.get(evaluation.index());
        let tell = usize::from(usual.map_or(3, |of| of.tell));
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
        for (place, passed) in passed.iter().enumerate() {
            if passed.is_none() {
                let told = plans.told(place, explanation.viewer)?;
                explanation.total += told.fact.value();
                explanation.told.push(told);
            }
        }
        explanation.served = plans.served(&explanation)?;
        explanation.stage = found.stage;
        explanation.facts = found.facts;
        explanation.passed = passed;
        explanation.positions = self.positions;
        Ok(explanation)
    }

    /// The verdicts on a plan of a told fact, for either side that has it: what the expectations `forced a`, `possible a` and `refuted a` ask. The
    /// facts are those that are told, and those that have fallen with a plan that they require.
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

/// The plans of the facts of one position, each settled once.
struct Plans<'a> {
    explainer: &'a mut Explainer,
    position: &'a Position,
    patterns: &'a [Pattern],
    facts: &'a [Fact],
    /// Plans are searched at all.
    searched: bool,
    /// For each side the first moves that throw the value away.
    without: BTreeMap<Color, Vec<Move>>,
    /// By fact, side and piece.
    known: BTreeMap<(usize, Color, AdviceId), Verdict>,
}

impl Judge for Plans<'_> {
    type Fault = ExplainError;

    fn stands(&mut self, fact: usize) -> Result<bool, ExplainError> {
        for side in Color::ALL {
            let planned = self.view(fact, side).map_or(&[][..], |view| &view.plan);
            for of in planned.iter().filter(|of| of.required) {
                // Of what nothing was searched nothing is known.
                if !self.searched || !self.verdict(fact, side, of.advice)?.stands() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl<'a> Plans<'a> {
    /// What a side makes of a fact.
    fn view(&self, fact: usize, side: Color) -> Option<&'a View> {
        let fact = self.facts.get(fact)?;
        let pattern = self.patterns.get(fact.pattern.index())?;
        let view = match side == fact.side {
            true => &pattern.us,
            false => &pattern.them,
        };
        view.as_ref()
    }

    /// What becomes of a piece of a fact's plan for a side.
    fn verdict(
        &mut self,
        place: usize,
        side: Color,
        advice: AdviceId,
    ) -> Result<Verdict, ExplainError> {
        if let Some(known) = self.known.get(&(place, side, advice)) {
            return Ok(known.clone());
        }
        let here = self.facts.get(place).map_or(0, |fact| fact.squares);
        let without = self.without(side);
        let verdict = self.explainer.settle(
            advice,
            &PlanQuestion {
                position: self.position,
                us: side,
                here,
                without: &without,
            },
        )?;
        self.known.insert((place, side, advice), verdict.clone());
        Ok(verdict)
    }

    /// The first moves of a side that throw the value away.
    fn without(&mut self, side: Color) -> Vec<Move> {
        if side != self.position.turn() {
            return Vec::new();
        }
        let (explainer, position) = (&*self.explainer, self.position);
        let known = self.without.entry(side);
        known
            .or_insert_with(|| explainer.losing_moves(position))
            .clone()
    }

    /// A fact as it is told, with the plan of the viewer.
    fn told(&mut self, place: usize, viewer: Color) -> Result<ToldFact, ExplainError> {
        let Some((fact, pattern)) = self.facts.get(place).and_then(|fact| {
            let pattern = self.patterns.get(fact.pattern.index())?;
            Some((*fact, pattern))
        }) else {
            return Err(ExplainError::Stopped(adv_vm::Stop::NoValue));
        };
        let own = viewer == fact.side;
        let view = self.view(place, viewer);
        let purpose: &[TextPart] = view.map_or(&[], |view| &view.purpose);
        let purpose_of = match own {
            true => Translated::Us(fact.pattern),
            false => Translated::Them(fact.pattern),
        };
        let mut told = ToldFact {
            fact,
            place,
            called: self.saying(Translated::Called(fact.pattern), &pattern.called, &fact)?,
            belief: self.optional(Translated::Belief(fact.pattern), &pattern.belief, &fact)?,
            purpose: self.optional(purpose_of, purpose, &fact)?,
            plan: Vec::new(),
            together: None,
        };
        if !self.searched {
            return Ok(told);
        }
        let planned = view.map_or(&[][..], |view| &view.plan);
        for of in planned {
            let verdict = self.verdict(place, viewer, of.advice)?;
            let verdict = self.prevented(place, viewer, of.advice, verdict)?;
            let because = self.because(of.advice, viewer, &fact, &verdict)?;
            told.plan.push(PlanTold {
                advice: of.advice,
                required: of.required,
                because,
                verdict,
            });
        }
        let pieces: Vec<AdviceId> = planned.iter().map(|of| of.advice).collect();
        if let Some(joined) = self.explainer.together_of(&pieces) {
            let verdict = self.verdict(place, viewer, joined)?;
            told.together = Some(self.prevented(place, viewer, joined, verdict)?);
        }
        Ok(told)
    }

    /// The verdict with the reply that prevents a possible plan.
    fn prevented(
        &mut self,
        place: usize,
        side: Color,
        advice: AdviceId,
        verdict: Verdict,
    ) -> Result<Verdict, ExplainError> {
        let Verdict::Possible { tree, .. } = verdict else {
            return Ok(verdict);
        };
        let asked = PlanQuestion {
            position: self.position,
            us: side,
            here: self.facts.get(place).map_or(0, |fact| fact.squares),
            without: &[],
        };
        let prevented = self.explainer.preventing(advice, &asked, &tree)?;
        Ok(Verdict::Possible { tree, prevented })
    }

    fn optional(
        &mut self,
        of: Translated,
        parts: &[TextPart],
        fact: &Fact,
    ) -> Result<Option<Saying>, ExplainError> {
        match parts {
            [] => Ok(None),
            parts => self.saying(of, parts, fact).map(Some),
        }
    }

    /// A text of the pattern of a fact.
    fn saying(
        &mut self,
        of: Translated,
        parts: &[TextPart],
        fact: &Fact,
    ) -> Result<Saying, ExplainError> {
        let mut asking = self.explainer.engine.asking(self.position, fact.side);
        let values = asking.slots(parts, fact.squares);
        let values = values.map_err(ExplainError::Stopped)?;
        Ok(Saying { of, values })
    }

    /// What a piece of a plan is: its reason, asked after its first move where it has one.
    fn because(
        &mut self,
        advice: AdviceId,
        viewer: Color,
        fact: &Fact,
        verdict: &Verdict,
    ) -> Result<Option<Saying>, ExplainError> {
        let record = self.explainer.program().advice.get(advice.index());
        let parts = record.map_or_else(Vec::new, |of| of.because.clone());
        if parts.is_empty() {
            return Ok(None);
        }
        let node = match verdict.first_move(viewer) {
            Some(first) => self.position.play(first),
            None => *self.position,
        };
        let mut asking = self.explainer.engine.asking(self.position, viewer);
        let values = asking.slots_in(&parts, fact.squares, &node);
        let values = values.map_err(ExplainError::Stopped)?;
        let of = Translated::Because(advice);
        Ok(Some(Saying { of, values }))
    }

    /// Of the first moves of forced plans the one after which the plans of most told facts are done or forced; `None` where that are fewer than
    /// two. A plan that is done already is not served by a move.
    fn served(&mut self, explanation: &Explanation) -> Result<Option<Served>, ExplainError> {
        let viewer = explanation.viewer;
        if viewer != self.position.turn() {
            return Ok(None);
        }
        let mut open = Vec::new();
        let mut moves: Vec<Move> = Vec::new();
        for told in &explanation.told {
            let forced = |of: &&PlanTold| matches!(of.verdict, Verdict::Forced(_));
            let plans: Vec<&PlanTold> = told.plan.iter().filter(forced).collect();
            for mv in plans.iter().filter_map(|of| of.verdict.first_move(viewer)) {
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
            if !plans.is_empty() {
                open.push((told.fact.squares, plans));
            }
        }
        if open.len() < 2 {
            return Ok(None);
        }
        let mut best: Option<Served> = None;
        for mv in moves {
            let after = self.position.play(mv);
            let mut facts = 0;
            for (here, plans) in &open {
                let asked = PlanQuestion {
                    position: &after,
                    us: viewer,
                    here: *here,
                    without: &[],
                };
                for plan in plans {
                    if self.explainer.stands(plan.advice, &asked)? {
                        facts += 1;
                        break;
                    }
                }
            }
            if facts >= 2 && best.is_none_or(|best| facts > best.facts) {
                best = Some(Served {
                    mv,
                    facts,
                    of: open.len(),
                });
            }
        }
        Ok(best)
    }
}
