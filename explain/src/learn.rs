//! Cases made of explanations, and cases compared with the findings of today.

use adv_cases::{Case, CaseFact, MAX_FACTS, Name};
use adv_module::program::{Pattern, Program};
use adv_module::{AdviceId, EvaluationId};

use crate::cases::{advice_named, last_part};
use crate::edited;
use crate::explain::stage_name;
use crate::explainer::{ExplainError, Explainer};
use crate::explanation::{Explanation, ToldFact};
use crate::find::find;
use crate::plans::Verdict;

/// An explanation as a case: its told facts, at most [`MAX_FACTS`], each with the pieces of its plan that work, by force or if the other
/// side lets them. `None` for an explanation without told facts.
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

/// The name by which a case names a piece: without its module, where that names it alone.
fn name_of(program: &Program, id: AdviceId) -> &str {
    let name = program.advice.get(id.index()).map_or("?", |of| &of.name);
    let short = last_part(name);
    match advice_named(program, short) == Some(id) {
        true => short,
        false => name,
    }
}

/// True where an explanation has adapted a plan or a text from another fact of a case: a case of this explanation would be new knowledge.
pub fn learns(explanation: &Explanation) -> bool {
    let adapted = |told: &&ToldFact| told.from.is_some_and(|from| !from.same);
    explanation.told.iter().any(|told| adapted(&told))
}

/// A part of a case that no longer agrees with the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// No pattern of the program has the name of the fact with this index.
    Unknown(usize),
    /// The fact with this index is found no more.
    Gone(usize),
    /// Its worth for White differs; this is the present one, in hundredths of a pawn.
    Worth(usize, i64),
    /// No piece-of-advice that can be a plan has the name with this index in the plan of the fact.
    NoAdvice(usize, usize),
    /// The text with this index of the fact is not used, for the given reason.
    Text(usize, usize, String),
}

/// Compares a case with the facts that patterns find in its position today.
///
/// # Errors
/// [`ExplainError`] where the facts cannot be found.
pub fn check(
    explainer: &mut Explainer,
    evaluation: EvaluationId,
    case: &Case,
) -> Result<Vec<Checked>, ExplainError> {
    explainer.fits(&case.position)?;
    let found = find(&mut explainer.engine, evaluation, &case.position);
    let found = found.map_err(ExplainError::Stopped)?;
    let program = explainer.program();
    let mut checked = Vec::new();
    for (place, fact) in case.facts.iter().enumerate() {
        let patterns = program.patterns.iter();
        let mut ids = (0..).map(adv_module::PatternId).zip(patterns);
        let Some((id, _)) = ids.find(|(_, of)| of.name == *fact.pattern) else {
            checked.push(Checked::Unknown(place));
            continue;
        };
        let same = found
            .facts
            .iter()
            .find(|of| of.pattern == id && of.side == fact.side && of.squares == fact.squares);
        match same {
            None => checked.push(Checked::Gone(place)),
            Some(of) if of.value() != i64::from(fact.worth) => {
                checked.push(Checked::Worth(place, of.value()));
            }
            Some(_) => {}
        }
        for (at, name) in fact.plan.iter().enumerate() {
            if advice_named(program, name).is_none() {
                checked.push(Checked::NoAdvice(place, at));
            }
        }
        for (at, text) in fact.texts.iter().enumerate() {
            if let Err(why) = edited::read(program, id, text.slot, &text.text, &text.lang) {
                checked.push(Checked::Text(place, at, why));
            }
        }
    }
    Ok(checked)
}
