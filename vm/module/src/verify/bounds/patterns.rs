//! Bounds of patterns, evaluations and translations: the ids they hold exist, and their lists and texts are within the limits.

use super::super::{Verified, each_record, evaluation_part, pattern_part};
use super::records::Ids;
use super::{texts, within};
use crate::format;
use crate::program::{
    Evaluation, Pattern, Program, TextPart, Texts, Translated, TranslatedPart, View,
};
use crate::walk::look;

/// Checks the patterns, evaluations and translations of a module.
pub(super) fn check(module: &Program) -> Verified {
    each_record(&module.patterns, pattern_part, |of| pattern(module, of))?;
    each_record(&module.evaluations, evaluation_part, |of| {
        evaluation(module, of)
    })?;
    module
        .texts
        .iter()
        .try_for_each(|of| translations(module, of))
}

/// The parts of a text, and their forms.
pub(super) fn parts(at: &str, parts: &[TextPart]) -> Verified {
    within(at, "parts of a text", parts.len(), format::MAX_ITEMS)?;
    parts.iter().try_for_each(|part| match part {
        TextPart::Text(text) => texts(at, [text]),
        TextPart::Choice { forms, .. } => {
            within(at, "forms", forms.len(), format::MAX_FORMS)?;
            texts(at, forms)
        }
        TextPart::Value(_) | TextPart::Zone(_) | TextPart::Board { .. } => Ok(()),
    })
}

fn pattern(module: &Program, pattern: &Pattern) -> Verified {
    let at = format!("pattern `{}`", pattern.name);
    texts(
        &at,
        [&pattern.name, &pattern.doc]
            .into_iter()
            .chain(&pattern.path),
    )?;
    within(&at, "names of a path", pattern.path.len(), format::MAX_PATH)?;
    let excluded = pattern.excludes.len();
    within(&at, "exclusions", excluded, format::MAX_PATTERNS)?;
    parts(&at, &pattern.called)?;
    parts(&at, &pattern.belief)?;
    let views: [Option<&View>; 2] = [pattern.us.as_ref(), pattern.them.as_ref()];
    for view in views.into_iter().flatten() {
        parts(&at, &view.purpose)?;
        within(&at, "entries", view.plan.len(), format::MAX_ITEMS)?;
    }
    let mut ids = Ids::new(module);
    pattern.excludes.iter().for_each(|&of| ids.pattern(of));
    look::pattern_functions(pattern, &mut |_, &function| ids.function(function));
    look::pattern_advice(pattern, &mut |&advice| ids.advice(advice));
    ids.verdict(&at)
}

fn evaluation(module: &Program, evaluation: &Evaluation) -> Verified {
    let at = format!("evaluation `{}`", evaluation.name);
    texts(&at, [&evaluation.name, &evaluation.doc])?;
    within(&at, "patterns", evaluation.of.len(), format::MAX_PATTERNS)?;
    within(
        &at,
        "weights",
        evaluation.worths.len(),
        format::MAX_PATTERNS,
    )?;
    let mut ids = Ids::new(module);
    evaluation.of.iter().for_each(|&of| ids.pattern(of));
    let weighed = evaluation.worths.iter();
    weighed.for_each(|(of, _)| ids.pattern(*of));
    look::evaluation_functions(evaluation, &mut |_, &function| ids.function(function));
    ids.verdict(&at)
}

fn translations(module: &Program, of: &Texts) -> Verified {
    let at = format!("texts `{}`", of.language);
    texts(&at, [&of.language])?;
    within(&at, "translations", of.entries.len(), format::MAX_ITEMS)?;
    let mut ids = Ids::new(module);
    for entry in &of.entries {
        match entry.of {
            Translated::Called(id)
            | Translated::Belief(id)
            | Translated::Us(id)
            | Translated::Them(id) => ids.pattern(id),
            Translated::Because(id) => ids.advice(id),
        }
        within(&at, "parts of a text", entry.parts.len(), format::MAX_ITEMS)?;
        for part in &entry.parts {
            match part {
                TranslatedPart::Text(text) => texts(&at, [text])?,
                TranslatedPart::Slot(_) => {}
                TranslatedPart::Forms(_, forms) => {
                    within(&at, "forms", forms.len(), format::MAX_FORMS)?;
                    texts(&at, forms)?;
                }
            }
        }
    }
    ids.verdict(&at)
}
