//! Translations: texts of patterns and reasons of advice in another language, which have the slots of their originals.

use super::Checker;
use super::names::Def;
use super::records::{TextsForm, TranslatedKey};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{TranslatedPart, Type};
use crate::source::Span;
use crate::syntax::ast::{
    self, ItemKind, PatternClauseKind, Template, TemplatePart, TextWord, ViewPart,
};
use adv_module::language::{LANGUAGES, forms};

impl<'a> Checker<'a> {
    /// All translations.
    pub(super) fn translations(&mut self) {
        for file in 0..self.files.count() {
            self.enter(file);
            for item in self.items_of(file) {
                if let ItemKind::Texts(def) = &item.kind
                    && self.is_item(item)
                {
                    let form = self.texts_of(def, item.span);
                    self.broken |= form.is_none();
                    self.records.texts.extend(form);
                }
            }
        }
        self.enter(0);
        self.not_translated();
    }

    /// One warning for each language in which some texts of the program's own patterns are missing.
    fn not_translated(&mut self) {
        // What is in error may be what is missing.
        if self.broken {
            return;
        }
        let mut wanted = Vec::new();
        for (index, state) in self.records.patterns.iter().enumerate() {
            if self.files.of(state.def.name.span) > 0 {
                continue;
            }
            let words = [
                TextWord::Called,
                TextWord::Belief,
                TextWord::Us,
                TextWord::Them,
            ];
            let keys = words.map(|word| TranslatedKey::Pattern(index, word));
            let mut there = keys.into_iter().filter(|key| self.original(key).is_some());
            wanted.extend(there.by_ref());
        }
        for item in self.items_of(0) {
            let ItemKind::Texts(def) = &item.kind else {
                continue;
            };
            let language = def.language.node.as_str();
            let of_language = || {
                let all = self.records.texts.iter();
                let of = all.filter(|of| of.language == language);
                of.flat_map(|of| &of.entries)
            };
            let has = |key: &TranslatedKey| of_language().any(|(of, _)| of == key);
            let missing = wanted.iter().filter(|key| !has(key)).count();
            if missing > 0 {
                let texts = if missing == 1 { "text is" } else { "texts are" };
                let message = format!("{missing} {texts} not translated into `{language}`");
                self.report(
                    Diagnostic::new(Code::NotTranslated, message)
                        .with_label(def.language.span, "shown as they were written"),
                );
            }
        }
    }

    fn texts_of(&mut self, def: &'a ast::TextsDef, span: Span) -> Option<TextsForm> {
        let language = def.language.node.as_str();
        let Some(count) = forms(language) else {
            let known: Vec<String> = LANGUAGES
                .iter()
                .map(|(code, _)| format!("`{code}`"))
                .collect();
            return self.refuse(
                Diagnostic::new(
                    Code::UnknownLanguage,
                    format!("unknown language `{language}`"),
                )
                .with_label(def.language.span, "not known")
                .with_help(format!("the languages are {}", known.join(", "))),
            );
        };
        let (mut entries, mut fine) = (Vec::new(), true);
        for entry in &def.entries {
            let Some(name) = &entry.of else {
                fine = false;
                continue;
            };
            let def = self.names.own.get(name.node.as_str()).copied();
            // To translate what a line brings is to use the line.
            let via = self.names.brought.get(name.node.as_str()).copied();
            if let Some(line) = via.and_then(|via| self.names.uses.get_mut(via)) {
                line.used = true;
            }
            for (word, text, span) in &entry.texts {
                let key = match (def, word) {
                    (Some(Def::Pattern(_)), TextWord::Because) => {
                        self.no_original(*span, &name.node, "`because`");
                        fine = false;
                        continue;
                    }
                    (Some(Def::Pattern(index)), word) => TranslatedKey::Pattern(index, *word),
                    (Some(Def::Advice(index)), TextWord::Because) => TranslatedKey::Advice(index),
                    (Some(Def::Unread(_)), _) => continue,
                    (Some(other), _) => {
                        fine = false;
                        let wanted = "a pattern or a piece-of-advice";
                        self.wrong_kind(&name.node, name.span, other, wanted, None);
                        break;
                    }
                    // What a module translates may be more than the program uses.
                    (None, _) if self.files.current() > 0 => break,
                    (None, _) => {
                        fine = false;
                        self.unknown_name(&name.node, name.span, None, None);
                        break;
                    }
                };
                match self.translated(&key, text, count) {
                    Some(parts) => entries.push((key, parts)),
                    None => fine = false,
                }
            }
        }
        fine.then(|| TextsForm {
            language: language.to_owned(),
            entries,
            span,
        })
    }

    /// The text that a translation translates.
    fn original(&self, key: &TranslatedKey) -> Option<&'a Template> {
        match key {
            TranslatedKey::Advice(index) => {
                let clauses = &self.records.advice[*index].def.clauses;
                clauses.iter().find_map(|clause| match &clause.kind {
                    ast::AdviceClauseKind::Because(text) => Some(text),
                    _ => None,
                })
            }
            TranslatedKey::Pattern(index, word) => {
                let clauses = &self.records.patterns[*index].def.clauses;
                clauses
                    .iter()
                    .find_map(|clause| match (&clause.kind, word) {
                        (PatternClauseKind::Called(text), TextWord::Called)
                        | (PatternClauseKind::Belief(text), TextWord::Belief) => Some(text),
                        (PatternClauseKind::For(false, parts), TextWord::Us)
                        | (PatternClauseKind::For(true, parts), TextWord::Them) => {
                            parts.iter().find_map(|part| match part {
                                ViewPart::Purpose(text) => Some(text),
                                ViewPart::Plan(..) => None,
                            })
                        }
                        _ => None,
                    })
            }
        }
    }

    fn no_original(&mut self, span: Span, name: &str, word: &str) {
        self.report(
            Diagnostic::new(
                Code::SlotNotInOriginal,
                format!("`{name}` has no {word} to translate"),
            )
            .with_label(span, "translates nothing"),
        );
    }

    fn translated(
        &mut self,
        key: &TranslatedKey,
        text: &Template,
        count: usize,
    ) -> Option<Vec<TranslatedPart>> {
        let name = match key {
            TranslatedKey::Pattern(index, _) => &self.records.patterns[*index].def.name,
            TranslatedKey::Advice(index) => &self.records.advice[*index].def.name,
        };
        let Some(original) = self.original(key) else {
            let word = match key {
                TranslatedKey::Pattern(_, TextWord::Called) => "`called`",
                TranslatedKey::Pattern(_, TextWord::Belief) => "`belief`",
                TranslatedKey::Pattern(_, TextWord::Us) => "`purpose` for us",
                TranslatedKey::Pattern(_, TextWord::Them) => "`purpose` for them",
                TranslatedKey::Pattern(_, TextWord::Because) | TranslatedKey::Advice(_) => {
                    "`because`"
                }
            };
            self.no_original(text.span, &name.node.clone(), word);
            return None;
        };
        let mut open: Vec<Option<&str>> =
            original.slots.iter().map(|of| Some(of.as_str())).collect();
        let kinds: Vec<&TemplatePart> = original
            .parts
            .iter()
            .filter(|part| !matches!(part, TemplatePart::Text(_)))
            .collect();
        let mut slots = text.slots.iter();
        let (mut parts, mut fine) = (Vec::new(), true);
        for part in &text.parts {
            let (span, forms) = match part {
                TemplatePart::Text(plain) => {
                    parts.push(TranslatedPart::Text(plain.clone()));
                    continue;
                }
                TemplatePart::Value(expr) | TemplatePart::Board(expr, _) => (expr.span, None),
                TemplatePart::Choice(expr, forms, _) => (expr.span, Some(forms)),
            };
            let words = slots.next().map_or("", String::as_str);
            let at = open.iter().position(|slot| *slot == Some(words));
            let is_choice = |at: usize| matches!(kinds.get(at), Some(TemplatePart::Choice(..)));
            let Some(at) = at.filter(|&at| is_choice(at) == forms.is_some()) else {
                fine = false;
                let known: Vec<String> = original
                    .slots
                    .iter()
                    .zip(&kinds)
                    .map(|(of, kind)| match kind {
                        TemplatePart::Choice(..) => format!("`{{{of} ? …}}`"),
                        _ => format!("`{{{of}}}`"),
                    })
                    .collect();
                let help = match known.as_slice() {
                    [] => "the original has no slots".to_owned(),
                    known => format!("the slots of the original are {}", known.join(", ")),
                };
                self.report(
                    Diagnostic::new(
                        Code::SlotNotInOriginal,
                        format!("the slot `{{{words}}}` is not in the original"),
                    )
                    .with_label(span, "not there")
                    .with_secondary(original.span, "the original")
                    .with_help(help),
                );
                continue;
            };
            open[at] = None;
            let slot = u16::try_from(at).unwrap_or(u16::MAX);
            parts.push(match forms {
                None => TranslatedPart::Slot(slot),
                Some(forms) => {
                    let two = self.is_of_two(key, at);
                    let wanted = if two { 2 } else { count };
                    if forms.len() != wanted {
                        fine = false;
                        let found = forms.len();
                        self.report(
                            Diagnostic::new(
                                Code::WrongForms,
                                format!("a choice of {found} forms, expected {wanted}"),
                            )
                            .with_label(span, "chosen by this"),
                        );
                    }
                    TranslatedPart::Forms(slot, forms.clone())
                }
            });
        }
        // A slot that is misspelt is the one that is missing.
        for words in open
            .into_iter()
            .flatten()
            .filter(|_| fine)
            .collect::<Vec<_>>()
        {
            fine = false;
            self.report(
                Diagnostic::new(
                    Code::SlotNotInOriginal,
                    format!("the slot `{{{words}}}` of the original is missing"),
                )
                .with_label(text.span, "not in this text")
                .with_secondary(original.span, "the original"),
            );
        }
        fine.then_some(parts)
    }

    /// Whether a choice of an original is by a side or a descriptor.
    fn is_of_two(&self, key: &TranslatedKey, slot: usize) -> bool {
        use crate::hir::TextPart;
        let parts = match key {
            TranslatedKey::Advice(index) => {
                let form = self.records.advice[*index].form.as_ref();
                form.map(|form| &form.advice.because)
            }
            TranslatedKey::Pattern(index, word) => {
                let form = self.records.patterns[*index].form.as_ref();
                form.and_then(|form| match word {
                    TextWord::Called => Some(&form.pattern.called),
                    TextWord::Belief => Some(&form.pattern.belief),
                    TextWord::Us => form.pattern.us.as_ref().map(|view| &view.purpose),
                    TextWord::Them => form.pattern.them.as_ref().map(|view| &view.purpose),
                    TextWord::Because => None,
                })
            }
        };
        let mut slots = parts.into_iter().flatten();
        let mut slots = slots
            .by_ref()
            .filter(|part| !matches!(part, TextPart::Text(_)));
        match slots.nth(slot) {
            Some(TextPart::Choice { by, .. }) => !matches!(by.ty, Type::Number(_)),
            _ => true,
        }
    }
}
