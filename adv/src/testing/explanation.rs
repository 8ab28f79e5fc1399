//! Expectations of an explanation: its told facts, the verdicts on their plans, its total.

use adv_explain::{ExplainOptions, Explainer, Explanation, Fact, Passed, USUAL_POSITIONS, Verdict};
use adv_module::program::{self, ExpectKind, Test};
use adv_module::{AdviceId, PatternId, Program, Who};
use adv_render::explanation::{self, Shown};
use adv_render::text::advice_name;
use adv_vm::Limits;

use super::{Asked, Found, Tester};

impl Tester {
    /// Explains the position of a test whose subject is an evaluation, for its expectations. The error is a sentence.
    pub(super) fn explain(&mut self, test: &Test, asked: &mut Asked) -> Result<(), String> {
        let program::Subject::Evaluation(id) = test.subject else {
            return Ok(());
        };
        if self.explainer.is_none() {
            let limits = self.engine.limits();
            let limits = Limits {
                positions: limits.positions.min(USUAL_POSITIONS),
                ..*limits
            };
            let made = Explainer::new(self.engine.linked(), limits);
            let mut explainer = made.map_err(|error| error.to_string())?;
            explainer.set_oracle(Some(self.values.clone()));
            self.explainer = Some(explainer);
        }
        let Some(explainer) = &mut self.explainer else {
            return Ok(());
        };
        let name = name_of(&self.module, id);
        let explained = explainer.explain(id, &asked.position, &ExplainOptions::default());
        let explained = explained.map_err(|error| format!("{name} explains nothing: {error}"))?;
        asked.explanation = Some(explained);
        Ok(())
    }

    /// Checks `explains p(B)`: the explanation tells a fact of the pattern that this side has.
    pub(super) fn explains(&self, id: PatternId, who: Who, of: &Explanation) -> (bool, String) {
        let side = match who {
            Who::White => adv_chess::Color::White,
            Who::Black => adv_chess::Color::Black,
            Who::Us => of.position.turn(),
            Who::Them => !of.position.turn(),
        };
        let facts = of.facts.iter().zip(&of.passed);
        let is_it = |(fact, _): &(&Fact, _)| fact.pattern == id && fact.side == side;
        let found: Vec<&Option<Passed>> = facts.filter(is_it).map(|(_, passed)| passed).collect();
        if found.iter().any(|passed| passed.is_none()) {
            return (true, "it is told".to_owned());
        }
        let passed = found.first().map(|passed| match passed {
            Some(Passed::Worthless) => "it is worth nothing",
            Some(Passed::Fallen) => "a plan that it requires is not forced",
            Some(Passed::Narrower(_)) => "a narrower fact takes its place",
            Some(Passed::Family(_)) => "a fact of its family is told",
            Some(Passed::Enough) | None => "others are worth more",
        });
        let why = match passed {
            None => "there is no such fact".to_owned(),
            Some(why) => format!("there is such a fact, but {why}"),
        };
        (false, format!("{why}; {}", self.told(of)))
    }

    /// Lists the told facts of an explanation in a sentence, for a remark.
    fn told(&self, explanation: &Explanation) -> String {
        let told = explanation.told.iter().map(|told| {
            let pattern = self.module.patterns.get(told.fact.pattern.index());
            let side = told.fact.side.letter().to_ascii_uppercase();
            format!("{}({side})", pattern.map_or("?", |of| &of.name))
        });
        let told: Vec<String> = told.collect();
        match told.as_slice() {
            [] => "nothing is told".to_owned(),
            told => format!("told are {}", told.join(", ")),
        }
    }

    /// Checks `forced a`, `possible a` and `refuted a`: the piece-of-advice is a plan of a told fact, with that verdict in either view.
    pub(super) fn planned(
        &mut self,
        advice: AdviceId,
        wanted: &ExpectKind,
        explanation: &Explanation,
    ) -> Option<Found> {
        let explainer = self.explainer.as_mut()?;
        let verdicts = match explainer.verdicts_on(advice, explanation) {
            Ok(verdicts) => verdicts,
            Err(error) => return Some(Err(error.to_string())),
        };
        let fits = |verdict: &Verdict| match wanted {
            ExpectKind::Forced(_) => matches!(verdict, Verdict::Forced(_)),
            ExpectKind::Possible(_) => matches!(verdict, Verdict::Possible { .. }),
            _ => matches!(verdict, Verdict::Refuted),
        };
        let met = verdicts.iter().any(fits);
        let remark = match verdicts.as_slice() {
            [] => format!(
                "no told fact has the plan {}; {}",
                advice_name(&self.module, advice),
                self.told(explanation)
            ),
            verdicts => {
                let words: Vec<&str> = verdicts.iter().map(Verdict::word).collect();
                format!("it is {}", words.join(" and "))
            }
        };
        Some(Ok((met, remark)))
    }

    /// Checks `total = n`: the sum of all facts that count, for White.
    pub(super) fn total(&self, wanted: i64, explanation: &Explanation) -> (bool, String) {
        let total = explanation.total;
        let remark = format!("the total is {total}; {}", self.told(explanation));
        (total == wanted, remark)
    }

    /// Explanation as text, which the caller compares with the one that it keeps; `None` where there is none.
    pub(super) fn explanation(&self, asked: &Asked) -> Option<String> {
        let (explanation, explainer) = (asked.explanation.as_ref()?, self.explainer.as_ref()?);
        let shown = Shown {
            language: "en",
            limit: explainer.limits().positions,
            all: "--all",
        };
        Some(explanation::text(explainer.program(), explanation, &shown))
    }
}

/// Name of an evaluation of the program; `?` for an unknown one.
fn name_of(program: &Program, id: adv_module::EvaluationId) -> String {
    let evaluation = program.evaluations.get(id.index());
    evaluation.map_or_else(|| "?".to_owned(), |of| of.name.clone())
}
