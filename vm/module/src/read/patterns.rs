//! Patterns, evaluations and translations, in the order in which the writer puts their fields. Places are filled in later, from the debug
//! section.

use super::input::{Input, Result};
use crate::format::{MAX_FORMS, MAX_ITEMS, MAX_PATH, MAX_PATTERNS};
use crate::ids::PatternId;
use crate::program::{
    Each, Evaluation, Pattern, Place, Planned, Said, Similarity, TextPart, Texts, Translated,
    TranslatedPart, Translation, View, ZoneFunctions,
};

/// The parts of a text.
pub(super) fn text_parts(input: &mut Input<'_>) -> Result<Vec<TextPart>> {
    input.list("parts of a text", MAX_ITEMS, 2, text_part)
}

fn text_part(input: &mut Input<'_>) -> Result<TextPart> {
    Ok(
        match input.tag("a part of a text", |tag| (tag <= 4).then_some(tag))? {
            0 => TextPart::Text(input.name()?),
            1 => TextPart::Value(input.function()?),
            2 => TextPart::Zone(ZoneFunctions {
                men: input.function()?,
                targets: input.function()?,
                moves: input.function()?,
            }),
            3 => TextPart::Choice {
                by: input.function()?,
                forms: forms(input)?,
            },
            _ => TextPart::Board {
                board: input.function()?,
                said: input.tag("how a board is said", Said::from_tag)?,
            },
        },
    )
}

fn forms(input: &mut Input<'_>) -> Result<Vec<String>> {
    input.list("forms", MAX_FORMS, 1, Input::name)
}

fn pattern_id(input: &mut Input<'_>) -> Result<PatternId> {
    input.narrow("pattern").map(PatternId)
}

/// One pattern.
pub(super) fn pattern(input: &mut Input<'_>) -> Result<Pattern> {
    Ok(Pattern {
        name: input.name()?,
        path: input.list("names of a path", MAX_PATH, 1, Input::name)?,
        each: input.tag("how facts are made", Each::from_tag)?,
        fact: input.function()?,
        condition: input.option(Input::function)?,
        holds: input.function()?,
        worth: input.function()?,
        excludes: input.list("exclusions", MAX_PATTERNS, 1, pattern_id)?,
        called: text_parts(input)?,
        belief: text_parts(input)?,
        us: input.option(view)?,
        them: input.option(view)?,
        doc: input.name()?,
        place: Place::default(),
    })
}

fn view(input: &mut Input<'_>) -> Result<View> {
    Ok(View {
        purpose: text_parts(input)?,
        plan: input.list("pieces-of-advice", MAX_ITEMS, 2, |input| {
            Ok(Planned {
                advice: input.advice()?,
                required: input.flag()?,
            })
        })?,
    })
}

/// One evaluation.
pub(super) fn evaluation(input: &mut Input<'_>) -> Result<Evaluation> {
    Ok(Evaluation {
        name: input.name()?,
        of: input.list("patterns", MAX_PATTERNS, 1, pattern_id)?,
        stage: input.option(Input::function)?,
        tell: input.byte()?,
        worths: input.list("weights", MAX_PATTERNS, 2, |input| {
            Ok((pattern_id(input)?, input.function()?))
        })?,
        similarity: similarity(input)?,
        doc: input.name()?,
        place: Place::default(),
    })
}

fn similarity(input: &mut Input<'_>) -> Result<Similarity> {
    let mut weights = [0; 9];
    for weight in &mut weights {
        *weight = input.narrow("weight")?;
    }
    Ok(Similarity::of(weights))
}

/// The translations into one language.
pub(super) fn texts(input: &mut Input<'_>) -> Result<Texts> {
    Ok(Texts {
        language: input.name()?,
        entries: input.list("translations", MAX_ITEMS, 3, translation)?,
        place: Place::default(),
    })
}

fn translation(input: &mut Input<'_>) -> Result<Translation> {
    let tag = input.tag("a translated text", |tag| (tag <= 4).then_some(tag))?;
    let of = match tag {
        0 => Translated::Called(pattern_id(input)?),
        1 => Translated::Belief(pattern_id(input)?),
        2 => Translated::Us(pattern_id(input)?),
        3 => Translated::Them(pattern_id(input)?),
        _ => Translated::Because(input.advice()?),
    };
    let parts = input.list("parts of a text", MAX_ITEMS, 2, |input| {
        Ok(
            match input.tag("a part of a translation", |tag| (tag <= 2).then_some(tag))? {
                0 => TranslatedPart::Text(input.name()?),
                1 => TranslatedPart::Slot(input.narrow("slot")?),
                _ => TranslatedPart::Forms(input.narrow("slot")?, forms(input)?),
            },
        )
    })?;
    Ok(Translation { of, parts })
}
