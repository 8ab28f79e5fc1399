//! Patterns, evaluations and translations: what they point to is of the kind they want.
//!
//! ```text
//!   pattern      a fact that is a board or a truth, a worth, a name to call it by; plans without a side, of pieces-of-advice
//!   exclusions   no ring
//!   `HERE`       advice that speaks of it is in no list, test, claim or `satisfiable`
//!   search       nothing that a pattern asks is `satisfiable`
//!   evaluation   patterns in their order, 1 to 12 facts told
//!   translation  the slots of its original, each once, with as many forms as the language has
//! ```

use std::collections::BTreeSet;

use super::records::{first, gives, wrong};
use super::settle;
use super::{Verified, about, each_record, fail};
use crate::data::{each_advice, each_function};
use crate::error::Property;
use crate::format::{MAX_COST, MAX_FORMS, MAX_PATH, MAX_TOLD, MAX_WEIGHT};
use crate::ids::{AdviceId, FnId, Id, PatternId};
use crate::language::forms;
use crate::op::Op;
use crate::program::{
    Each, Evaluation, Pattern, Program, TextPart, Texts, Translated, TranslatedPart, Translation,
};
use crate::types::{AdviceKind, Needs, Ty};

/// Checks every pattern, evaluation and translation.
pub(super) fn check(module: &Program) -> Verified {
    each_record(&module.patterns, |of| pattern(module, of))?;
    exclusions(module)?;
    searches(module)?;
    each_record(&module.evaluations, evaluation)?;
    let mut seen = BTreeSet::new();
    module
        .texts
        .iter()
        .try_for_each(|of| texts(module, of, &mut seen))
}

fn pattern(module: &Program, pattern: &Pattern) -> Verified {
    let at = format!("pattern `{}`", pattern.name);
    if pattern.path.is_empty() || pattern.path.iter().any(String::is_empty) {
        return wrong(&at, "it has no branch");
    }
    if pattern.path.len() > MAX_PATH {
        return wrong(&at, format!("its path has more than {MAX_PATH} names"));
    }
    if pattern.called.is_empty() {
        return wrong(&at, "it has no text to call it by");
    }
    fact(module, &at, pattern)?;
    for text in pattern.texts() {
        text_forms(module, &at, text)?;
    }
    let mut verdict = Ok(());
    each_advice(pattern, |id| {
        first(&mut verdict, || planned(module, &at, id))
    });
    verdict?;
    ascending(&at, pattern.excludes.iter().copied())
}

/// A fact is a descriptor where there is one fact without squares, else a board.
fn fact(module: &Program, at: &str, pattern: &Pattern) -> Verified {
    let expected = match pattern.each {
        Each::Truth => Ty::Truth,
        _ => Ty::Board,
    };
    match module.signature(pattern.fact) {
        Some(of) if of.result != expected => {
            wrong(at, gives(of.name, "a fact", of.result, expected))
        }
        _ => Ok(()),
    }
}

/// A plan is a piece-of-advice of the author's without a side of its own.
fn planned(module: &Program, at: &str, id: AdviceId) -> Verified {
    let Some(advice) = module.advice.get(id.index()) else {
        return Ok(());
    };
    let name = &advice.name;
    if advice.kind != AdviceKind::Piece {
        return wrong(
            at,
            format!("the plan `{name}` is not a piece-of-advice of the author's"),
        );
    }
    if advice.side.is_some() {
        return wrong(at, format!("the plan `{name}` has a side of its own"));
    }
    Ok(())
}

/// Choices in a text have two forms, and those by a number two or more.
pub(super) fn text_forms(module: &Program, at: &str, text: &[TextPart]) -> Verified {
    for part in text {
        let TextPart::Choice { by, forms } = part else {
            continue;
        };
        let many = module.signature(*by).map(|of| of.result) == Some(Ty::Number);
        let cap = if many { MAX_FORMS } else { 2 };
        if !(2..=cap).contains(&forms.len()) {
            return wrong(at, format!("a choice of {} forms", forms.len()));
        }
    }
    Ok(())
}

fn ascending(at: &str, ids: impl Iterator<Item = PatternId> + Clone) -> Verified {
    if ids.is_sorted_by(|a, b| a < b) {
        return Ok(());
    }
    wrong(at, "a list of patterns that is not ascending")
}

/// No pattern excludes itself, nor one that excludes it.
///
/// A pattern is settled when all that it excludes are settled; what is never settled is in a ring or leads to one.
fn exclusions(module: &Program) -> Verified {
    let excluded = |index: usize| {
        let of = module.patterns.get(index).map(|of| &of.excludes);
        of.into_iter().flatten().map(|id| id.index()).collect()
    };
    let (open, _) = settle(module.patterns.len(), excluded);
    let ring = open.iter().position(|&left| left > 0);
    match ring.and_then(|index| Some((index, module.patterns.get(index)?))) {
        Some((index, pattern)) => {
            let at = format!("pattern `{}`", pattern.name);
            let verdict = wrong(&at, "its exclusions lead to a ring");
            about(Id::Pattern(PatternId::at(index)), verdict)
        }
        None => Ok(()),
    }
}

/// Nothing that a pattern or an evaluation asks searches.
fn searches(module: &Program) -> Verified {
    let mut open: Vec<FnId> = Vec::new();
    each_function(&module.patterns, |id| open.push(id));
    each_function(&module.evaluations, |id| open.push(id));
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        let Some(function) = module.function(id).filter(|_| seen.insert(id)) else {
            continue;
        };
        for op in &function.code {
            if let Op::Satisfiable { .. } = op {
                let at = format!("function `{}`", function.name);
                return wrong(&at, "a pattern asks it, and it searches");
            }
            open.extend(op.callee());
        }
    }
    Ok(())
}

fn evaluation(evaluation: &Evaluation) -> Verified {
    let at = format!("evaluation `{}`", evaluation.name);
    if !(1..=MAX_TOLD).contains(&evaluation.tell) {
        let tell = evaluation.tell;
        return wrong(
            &at,
            format!("it tells {tell} facts, 1 to {MAX_TOLD} are allowed"),
        );
    }
    let weights = evaluation.similarity.weights();
    if let Some(weight) = weights.iter().find(|&&weight| weight > MAX_WEIGHT) {
        return wrong(
            &at,
            format!("the weight {weight}, at most {MAX_WEIGHT} is allowed"),
        );
    }
    ascending(&at, evaluation.of.iter().copied())?;
    ascending(&at, evaluation.worths.iter().map(|(pattern, _)| *pattern))?;
    Ok(())
}

fn texts<'m>(
    module: &Program,
    texts: &'m Texts,
    seen: &mut BTreeSet<(&'m str, Translated)>,
) -> Verified {
    let at = format!("texts `{}`", texts.language);
    let Some(count) = forms(&texts.language) else {
        return wrong(&at, "the language is not known");
    };
    for entry in &texts.entries {
        if !seen.insert((&texts.language, entry.of)) {
            return wrong(&at, "a text is translated twice");
        }
        translation(module, &at, entry, count)?;
    }
    Ok(())
}

/// The slots of a translation are those of its original, each once, and its choices have as many forms as the language wants.
fn translation(module: &Program, at: &str, entry: &Translation, count: usize) -> Verified {
    let Some(original) = module.original(entry.of) else {
        return wrong(at, "a translation of a text that is not there");
    };
    let slots: Vec<_> = original.iter().filter(|part| part.is_slot()).collect();
    let mut met = vec![false; slots.len()];
    for part in &entry.parts {
        let Some(slot) = part.slot() else { continue };
        let slot = usize::from(slot);
        match met.get_mut(slot) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return wrong(at, format!("the slot {slot} stands twice")),
            None => return wrong(at, format!("the slot {slot}, which the original has not")),
        }
        let fits = match (slots.get(slot), part) {
            (Some(TextPart::Choice { by, .. }), TranslatedPart::Forms(_, forms)) => {
                match module.signature(*by).map(|of| of.result) {
                    Some(Ty::Number) => forms.len() == count,
                    _ => forms.len() == 2,
                }
            }
            (Some(TextPart::Choice { .. }), _) | (_, TranslatedPart::Forms(..)) => false,
            _ => true,
        };
        if !fits {
            return wrong(
                at,
                format!("the slot {slot} has other forms than its original"),
            );
        }
    }
    if met.iter().all(|met| *met) {
        return Ok(());
    }
    wrong(at, "a slot of the original is missing")
}

/// The sum of what the functions of all patterns cost has a bound, so that asking all of them has one.
pub(super) fn budget(module: &Program, costs: &[u64]) -> Verified {
    let mut sum = 0u64;
    each_function(&module.patterns, |id| {
        sum = sum.saturating_add(costs.get(id.index()).copied().unwrap_or(0));
    });
    if sum <= MAX_COST {
        return Ok(());
    }
    let sentence = format!("its patterns may cost {sum} together, at most {MAX_COST} is allowed");
    fail(Property::Budget, "module", sentence)
}

/// Checks that advice which may be consulted by itself does not speak of `HERE`.
pub(super) fn no_here(module: &Program, at: &str, id: AdviceId) -> Verified {
    match module.advice.get(id.index()) {
        Some(advice) if module.speaks_of_here(advice) => wrong(
            at,
            format!(
                "the advice `{}` speaks of `HERE`, where no fact is explained",
                advice.name
            ),
        ),
        _ => Ok(()),
    }
}

impl Program {
    /// True where a piece-of-advice speaks of `HERE`, so that it is consulted with the squares of a fact.
    pub(crate) fn speaks_of_here(&self, advice: &crate::program::Advice) -> bool {
        let mut found = false;
        each_function(advice, |function| {
            let signature = self.signature(function);
            found |= signature.is_some_and(|signature| signature.needs.has(Needs::HERE));
        });
        found
    }

    /// The text that a translation translates; `None` where there is none.
    pub fn original(&self, of: Translated) -> Option<&[TextPart]> {
        let pattern = |id: PatternId| self.patterns.get(id.index());
        let text = match of {
            Translated::Called(id) => &pattern(id)?.called,
            Translated::Belief(id) => &pattern(id)?.belief,
            Translated::Us(id) => &pattern(id)?.us.as_ref()?.purpose,
            Translated::Them(id) => &pattern(id)?.them.as_ref()?.purpose,
            Translated::Because(id) => &self.advice.get(id.index())?.because,
        };
        Some(text)
    }
}

impl TextPart {
    /// True of everything but plain text.
    pub const fn is_slot(&self) -> bool {
        !matches!(self, TextPart::Text(_))
    }
}
