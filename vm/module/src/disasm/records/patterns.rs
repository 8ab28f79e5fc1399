//! Patterns, evaluations and translations, laid out as in the source.
//!
//! ```text
//! p0  pattern backward-closed  in pawn.weak.backward
//!   fact     f9 backward-closed.fact   each square
//!   worth    f11 backward-closed.worth
//!   called   "backward pawn {f12 backward-closed.called.1} on a closed file"
//!   for them purpose "win it"   plan a1 attack-by-rank
//! ```

use super::{Names, doc, line, text};
use crate::ids::PatternId;
use crate::program::{Evaluation, Pattern, Similarity, Texts, Translated, TranslatedPart, View};

/// One pattern.
pub(super) fn pattern(out: &mut String, names: &Names<'_>, index: usize, pattern: &Pattern) {
    let path = pattern.path.join(".");
    line!(out, "p{index}  pattern {}  in {path}", pattern.name);
    doc(out, &pattern.doc);
    let each = match pattern.each.words() {
        "" => String::new(),
        words => format!("   {words}"),
    };
    line!(out, "  fact     {}{each}", names.function(pattern.fact));
    if let Some(condition) = pattern.condition {
        line!(out, "  where    {}", names.function(condition));
    }
    line!(out, "  holds    {}", names.function(pattern.holds));
    line!(out, "  worth    {}", names.function(pattern.worth));
    if !pattern.excludes.is_empty() {
        line!(out, "  excludes {}", patterns(names, &pattern.excludes));
    }
    line!(out, "  called   \"{}\"", text(names, &pattern.called));
    if !pattern.belief.is_empty() {
        line!(out, "  belief   \"{}\"", text(names, &pattern.belief));
    }
    view(out, names, "us", pattern.us.as_ref());
    view(out, names, "them", pattern.them.as_ref());
}

fn patterns(names: &Names<'_>, ids: &[PatternId]) -> String {
    let all: Vec<_> = ids.iter().map(|&id| names.pattern(id)).collect();
    all.join(", ")
}

fn view(out: &mut String, names: &Names<'_>, word: &str, view: Option<&View>) {
    let Some(view) = view else { return };
    let entries = view.plan.iter().map(|planned| {
        let required = if planned.required { " required" } else { "" };
        format!("{}{required}", names.advice(planned.advice))
    });
    let plan: Vec<_> = entries.collect();
    let purpose = match view.purpose.is_empty() {
        true => String::new(),
        false => format!(" purpose \"{}\"", text(names, &view.purpose)),
    };
    let plan = match plan.is_empty() {
        true => String::new(),
        false => format!("   plan {}", plan.join(", ")),
    };
    line!(out, "  for {word:<4}{purpose}{plan}");
}

/// One evaluation.
pub(super) fn evaluation(out: &mut String, names: &Names<'_>, index: usize, of: &Evaluation) {
    line!(out, "e{index}  evaluation {}   tell {}", of.name, of.tell);
    doc(out, &of.doc);
    line!(out, "  of       {}", patterns(names, &of.of));
    if let Some(stage) = of.stage {
        line!(out, "  stage    {}", names.function(stage));
    }
    for (pattern, worth) in &of.worths {
        let (pattern, worth) = (names.pattern(*pattern), names.function(*worth));
        line!(out, "  worth    {pattern} {worth}");
    }
    let weights = Similarity::WORDS.iter().zip(of.similarity.weights());
    let weights: Vec<_> = weights.map(|(word, of)| format!("{word}: {of}")).collect();
    line!(out, "  similarity ({})", weights.join(", "));
}

/// The translations into one language.
pub(super) fn texts(out: &mut String, names: &Names<'_>, texts: &Texts) {
    line!(out, "texts {}", texts.language);
    for entry in &texts.entries {
        let of = match entry.of {
            Translated::Called(id) => format!("{} called", names.pattern(id)),
            Translated::Belief(id) => format!("{} belief", names.pattern(id)),
            Translated::Us(id) => format!("{} us", names.pattern(id)),
            Translated::Them(id) => format!("{} them", names.pattern(id)),
            Translated::Because(id) => format!("{} because", names.advice(id)),
        };
        let parts = entry.parts.iter().map(|part| match part {
            TranslatedPart::Text(text) => text.clone(),
            TranslatedPart::Slot(slot) => format!("{{{slot}}}"),
            TranslatedPart::Forms(slot, forms) => format!("{{{slot} ? {}}}", forms.join("|")),
        });
        line!(out, "  for {of} \"{}\"", parts.collect::<String>());
    }
}
