//! The texts of a program in a language, with the values of their slots.

use adv_chess::{geometry, squares};
use adv_explain::Saying;
use adv_module::program::{Program, TextPart, Translated, TranslatedPart};
use adv_module::{Ty, language};
use adv_vm::{SlotValue, text_with, value_text};

use super::words::Words;

/// Most squares that a sentence lists by name; of more it gives the number.
const NAMED: usize = 10;

/// Sentence of a program in a language, its slots filled: as edited in a case, else as translated, else as its author wrote it.
pub(crate) fn say(program: &Program, saying: &Saying, words: &Words) -> String {
    let mut edited = saying.edited.iter();
    if let Some((_, parts)) = edited.find(|(language, _)| *language == words.code) {
        return translated(parts, saying, words);
    }
    match translation(program, saying.of, words.code) {
        Some(parts) => translated(parts, saying, words),
        None => text_with(original_of(program, saying.of), &saying.values, |of| {
            value(of, words)
        }),
    }
}

/// Parts of a text's translation into a language; `None` if the program has none.
fn translation<'p>(
    program: &'p Program,
    of: Translated,
    language: &str,
) -> Option<&'p [TranslatedPart]> {
    let texts = program.texts.iter().filter(|of| of.language == language);
    let mut entries = texts.flat_map(|texts| &texts.entries);
    entries
        .find(|entry| entry.of == of)
        .map(|entry| entry.parts.as_slice())
}

/// Parts of a text as its author wrote it.
pub(crate) fn original_of(program: &Program, of: Translated) -> &[TextPart] {
    adv_explain::original(program, of)
}

fn translated(parts: &[TranslatedPart], saying: &Saying, words: &Words) -> String {
    let mut text = String::new();
    for part in parts {
        let of = |slot: u16| saying.values.get(usize::from(slot));
        match part {
            TranslatedPart::Text(plain) => text.push_str(plain),
            TranslatedPart::Slot(slot) => {
                text.push_str(&of(*slot).map_or_else(String::new, |of| value(of, words)));
            }
            TranslatedPart::Forms(slot, forms) => {
                let chosen = of(*slot).map_or(0, |value| value.chosen(forms.len()));
                text.push_str(forms.get(chosen).map_or("", String::as_str));
            }
        }
    }
    text
}

/// Words for the value of a slot, in a sentence of the language.
fn value(value: &SlotValue, words: &Words) -> String {
    let names = |of: &dyn Fn(u8) -> String, list: &[u8]| -> String {
        words.listed(&list.iter().map(|one| of(*one)).collect::<Vec<_>>())
    };
    match value {
        SlotValue::Value { ty, word } => match ty {
            Ty::Board => {
                let all: Vec<u8> = squares::file_major(*word).collect();
                match all.len() {
                    many if many > NAMED => words.count_of_squares(many),
                    _ => names(&geometry::square_name, &all),
                }
            }
            Ty::Truth => {
                let [yes, no] = words.truths;
                if *word != 0 { yes } else { no }.to_owned()
            }
            Ty::Side => {
                let [white, black] = words.sides;
                if *word & 1 == 0 { white } else { black }.to_owned()
            }
            Ty::Number | Ty::Piece => value_text(*ty, *word),
        },
        SlotValue::Zone(text) => text.clone(),
        SlotValue::Men(men) if men.len() > NAMED => words.count_of_squares(men.len()),
        SlotValue::Men(men) => {
            let man = |(role, square): &(Option<adv_chess::Role>, u8)| {
                let letter = role.map_or("", |role| words.letter(role));
                format!("{letter}{}", geometry::square_name(*square))
            };
            words.listed(&men.iter().map(man).collect::<Vec<_>>())
        }
        SlotValue::Files(files) => names(
            &|file| char::from(b'a'.saturating_add(file)).to_string(),
            files,
        ),
        SlotValue::Ranks(ranks) => names(&|rank| (u16::from(rank) + 1).to_string(), ranks),
    }
}

/// True if texts may be in the language with this code.
pub fn is_language(code: &str) -> bool {
    language::forms(code).is_some()
}
