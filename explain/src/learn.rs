//! Cases made of explanations, and cases compared with the findings of today.

use adv_cases::{Case, CaseFact, MAX_FACTS, Name, Saying};
use adv_module::program::{Pattern, Program};
use adv_module::{AdviceId, EvaluationId};

use crate::cases::{advice_named, last_part};
use crate::edits;
use crate::explain::stage_name;
use crate::explainer::{ExplainError, Explainer};
use crate::explanation::{Explanation, ToldFact};
use crate::find::find;
use crate::plans::Verdict;

/// Makes a case of an explanation: its told facts, at most [`MAX_FACTS`], each with the pieces of its plan that work, by force or if the
/// other side lets them. `None` for an explanation without told facts.
pub fn case_of(program: &Program, explanation: &Explanation, note: Option<String>) -> Option<Case> {
    let told = explanation.told.iter().take(MAX_FACTS);
    let facts: Vec<CaseFact> = told
        .filter_map(|told| {
            let pattern = program.patterns.get(told.fact.pattern.index())?;
            Some(fact_of(program, pattern, told))
        })
        .collect();
    if facts.is_empty() {
        return None;
    }
    Some(Case {
        number: 0,
        position: explanation.position,
        viewer: explanation.viewer,
        stage: stage_name(program, explanation).map(Name::from),
        facts,
        note,
    })
}

fn fact_of(program: &Program, pattern: &Pattern, told: &ToldFact) -> CaseFact {
    let works = |verdict: &Verdict| verdict.stands() || matches!(verdict, Verdict::Possible { .. });
    let plan = told.plan.iter().filter(|of| works(&of.verdict));
    CaseFact {
        pattern: Name::from(pattern.name.as_str()),
        side: told.fact.side,
        squares: told.fact.squares,
        worth: i32::try_from(told.fact.value()).unwrap_or(adv_cases::MAX_WORTH),
        plan: plan
            .map(|of| Name::from(name_of(program, of.advice)))
            .collect(),
        texts: told.texts.clone(),
    }
}

/// Returns the name of a piece-of-advice for a case: without its module where that is unambiguous, else the whole name.
fn name_of(program: &Program, id: AdviceId) -> &str {
    let name = program.advice.get(id.index()).map_or("?", |of| &of.name);
    let short = last_part(name);
    match advice_named(program, short) == Some(id) {
        true => short,
        false => name,
    }
}

/// Returns true where a plan or text was adapted from another fact of a case, so that a case of this explanation would be new knowledge.
pub fn learns(explanation: &Explanation) -> bool {
    let adapted = |told: &&ToldFact| told.from.is_some_and(|from| !from.same);
    explanation.told.iter().any(|told| adapted(&told))
}

/// Part of a stored case that no longer agrees with the program, as [`check`] reports it; each begins with the fact of the case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked<'c> {
    /// Fact whose pattern is not in the program.
    Unknown(&'c CaseFact),
    /// Fact that the program no longer finds in the position.
    Gone(&'c CaseFact),
    /// Fact whose worth for White has changed, and the present worth in hundredths of a pawn.
    Worth(&'c CaseFact, i64),
    /// Name in the fact's plan that no piece-of-advice of the program has that can be a plan.
    NoAdvice(&'c CaseFact, &'c str),
    /// Edited text of the fact that cannot be used, and the reason in a sentence.
    Text(&'c CaseFact, &'c Saying, String),
}

/// Compares a stored case with the facts that the program finds in its position today; empty where all agrees.
///
/// # Errors
/// [`ExplainError`] where the program is for other material, or finding the facts came to a limit.
pub fn check<'c>(
    explainer: &mut Explainer,
    evaluation: EvaluationId,
    case: &'c Case,
) -> Result<Vec<Checked<'c>>, ExplainError> {
    explainer.fits(&case.position)?;
    let found = find(&mut explainer.engine, evaluation, &case.position);
    let found = found.map_err(ExplainError::Stopped)?;
    let program = explainer.program();
    let mut checked = Vec::new();
    for fact in &case.facts {
        let patterns = program.patterns.iter();
        let mut ids = (0..).map(adv_module::PatternId).zip(patterns);
        let Some((id, _)) = ids.find(|(_, of)| of.name == *fact.pattern) else {
            checked.push(Checked::Unknown(fact));
            continue;
        };
        let same = found
            .facts
            .iter()
            .find(|of| of.pattern == id && of.side == fact.side && of.squares == fact.squares);
        match same {
            None => checked.push(Checked::Gone(fact)),
            Some(of) if of.value() != i64::from(fact.worth) => {
                checked.push(Checked::Worth(fact, of.value()));
            }
            Some(_) => {}
        }
        for name in &fact.plan {
            if advice_named(program, name).is_none() {
                checked.push(Checked::NoAdvice(fact, name));
            }
        }
        for text in &fact.texts {
            if let Err(why) = edits::read(program, id, text.slot, &text.text, &text.lang) {
                checked.push(Checked::Text(fact, text, why));
            }
        }
    }
    Ok(checked)
}
