//! Patterns, evaluations and translations as bytes, in the order of their fields.

use super::SectionBytes;
use crate::program::{
    Evaluation, Pattern, TextPart, Texts, Translated, TranslatedPart, Translation, View,
};

impl SectionBytes {
    /// The parts of a text.
    pub(super) fn text_parts(&mut self, parts: &[TextPart]) {
        self.list(parts, |out, part| match part {
            TextPart::Text(text) => {
                out.byte(0);
                out.text(text);
            }
            TextPart::Value(function) => {
                out.byte(1);
                out.function_id(function);
            }
            TextPart::Zone(zone) => {
                out.byte(2);
                out.function_id(&zone.men);
                out.function_id(&zone.targets);
                out.function_id(&zone.moves);
            }
            TextPart::Choice { by, forms } => {
                out.byte(3);
                out.function_id(by);
                out.list(forms, |out, form| out.text(form));
            }
            TextPart::Board { board, said } => {
                out.byte(4);
                out.function_id(board);
                out.byte(said.tag());
            }
        });
    }

    /// One pattern; its place is in the debug section.
    pub(super) fn pattern(&mut self, pattern: &Pattern) {
        self.text(&pattern.name);
        self.list(&pattern.path, |out, name| out.text(name));
        self.byte(pattern.each.tag());
        self.function_id(&pattern.fact);
        self.option(pattern.condition.as_ref(), SectionBytes::function_id);
        self.function_id(&pattern.holds);
        self.function_id(&pattern.worth);
        self.list(&pattern.excludes, |out, of| out.number(u64::from(of.0)));
        self.text_parts(&pattern.called);
        self.text_parts(&pattern.belief);
        self.option(pattern.us.as_ref(), SectionBytes::view);
        self.option(pattern.them.as_ref(), SectionBytes::view);
        self.text(&pattern.doc);
    }

    fn view(&mut self, view: &View) {
        self.text_parts(&view.purpose);
        self.list(&view.plan, |out, planned| {
            out.advice_id(&planned.advice);
            out.flag(planned.required);
        });
    }

    /// One evaluation; its place is in the debug section.
    pub(super) fn evaluation(&mut self, evaluation: &Evaluation) {
        self.text(&evaluation.name);
        self.list(&evaluation.of, |out, of| out.number(u64::from(of.0)));
        self.option(evaluation.stage.as_ref(), SectionBytes::function_id);
        self.byte(evaluation.tell);
        self.list(&evaluation.worths, |out, (pattern, worth)| {
            out.number(u64::from(pattern.0));
            out.function_id(worth);
        });
        for weight in evaluation.similarity.weights() {
            self.number(u64::from(weight));
        }
        self.text(&evaluation.doc);
    }

    /// The translations into one language; their place is in the debug section.
    pub(super) fn texts(&mut self, texts: &Texts) {
        self.text(&texts.language);
        self.list(&texts.entries, SectionBytes::translation);
    }

    fn translation(&mut self, entry: &Translation) {
        let (tag, id) = match entry.of {
            Translated::Called(pattern) => (0, pattern.0),
            Translated::Belief(pattern) => (1, pattern.0),
            Translated::Us(pattern) => (2, pattern.0),
            Translated::Them(pattern) => (3, pattern.0),
            Translated::Because(advice) => (4, advice.0),
        };
        self.byte(tag);
        self.number(u64::from(id));
        self.list(&entry.parts, |out, part| match part {
            TranslatedPart::Text(text) => {
                out.byte(0);
                out.text(text);
            }
            TranslatedPart::Slot(slot) => {
                out.byte(1);
                out.number(u64::from(*slot));
            }
            TranslatedPart::Forms(slot, forms) => {
                out.byte(2);
                out.number(u64::from(*slot));
                out.list(forms, |out, form| out.text(form));
            }
        });
    }
}
