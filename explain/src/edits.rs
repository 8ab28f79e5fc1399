//! Edited texts of cases: text with slots, which are those of the pattern's own text, word for word, as in translations.
//!
//! The text in its braces names a slot. A linked program has the places of its slots in the source; without a source, of a module that was
//! stripped, a slot is the name of its function.

use adv_cases as cases;
use adv_module::language::forms;
use adv_module::program::{Place, Program, TextPart, Translated, TranslatedPart};
use adv_module::{FnId, PatternId, Ty};

/// Returns the text of the program that a translation or an edited text replaces; empty where the program has none.
pub fn original(program: &Program, of: Translated) -> &[TextPart] {
    let pattern = |id: adv_module::PatternId| program.patterns.get(id.index());
    let parts = match of {
        Translated::Called(id) => pattern(id).map(|of| of.called.as_slice()),
        Translated::Belief(id) => pattern(id).map(|of| of.belief.as_slice()),
        Translated::Us(id) => pattern(id)
            .and_then(|of| of.us.as_ref())
            .map(|view| view.purpose.as_slice()),
        Translated::Them(id) => pattern(id)
            .and_then(|of| of.them.as_ref())
            .map(|view| view.purpose.as_slice()),
        Translated::Because(id) => program
            .advice
            .get(id.index())
            .map(|of| of.because.as_slice()),
    };
    parts.unwrap_or_default()
}

/// Returns the key under which translations file a pattern's text in one slot of a case: name, belief or purpose.
const fn translated(pattern: PatternId, slot: cases::Slot) -> Translated {
    match slot {
        cases::Slot::Called => Translated::Called(pattern),
        cases::Slot::Belief => Translated::Belief(pattern),
        cases::Slot::Us => Translated::Us(pattern),
        cases::Slot::Them => Translated::Them(pattern),
    }
}

/// Slot of a text, with the spellings that an edited text may write in its braces.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Slot {
    words: Vec<String>,
    /// Kind of a slot that chooses a form: true by a number, false by a side or a truth; `None` for a slot that chooses none.
    chooses: Option<bool>,
}

/// Returns a text of the program with the names of its slots in braces, to edit or compare it: patterns whose templates are equal say the
/// same.
pub fn template(program: &Program, parts: &[TextPart]) -> String {
    let mut text = String::new();
    for part in parts {
        match part {
            TextPart::Text(plain) => text += &doubled(plain),
            part => {
                let slot = slot(program, part);
                let words = slot.words.first().map_or("", String::as_str);
                text += &match part {
                    TextPart::Choice { forms, .. } => format!("{{{words} ? {}}}", forms.join("|")),
                    _ => format!("{{{words}}}"),
                };
            }
        }
    }
    text
}

/// Returns a pattern's text in one slot as a source writes it: the translation into a language, or else the original.
pub fn written(program: &Program, pattern: PatternId, slot: cases::Slot, language: &str) -> String {
    let of = translated(pattern, slot);
    let parts = original(program, of);
    let texts = program.texts.iter().filter(|of| of.language == language);
    let mut entries = texts.flat_map(|texts| &texts.entries);
    let Some(translation) = entries.find(|entry| entry.of == of) else {
        return template(program, parts);
    };
    let slots = parts
        .iter()
        .filter(|part| !matches!(part, TextPart::Text(_)));
    let slots: Vec<Slot> = slots.map(|part| self::slot(program, part)).collect();
    let words = |at: u16| {
        let slot = slots.get(usize::from(at));
        slot.and_then(|slot| slot.words.first())
            .map_or("", String::as_str)
    };
    let part = |part: &TranslatedPart| match part {
        TranslatedPart::Text(plain) => doubled(plain),
        TranslatedPart::Slot(at) => format!("{{{}}}", words(*at)),
        TranslatedPart::Forms(at, forms) => format!("{{{} ? {}}}", words(*at), forms.join("|")),
    };
    translation.parts.iter().map(part).collect()
}

/// Returns plain text with its braces doubled, as a source writes them.
fn doubled(plain: &str) -> String {
    plain.replace('{', "{{").replace('}', "}}")
}

/// Returns the spellings of a slot's function in braces: its source on one line, its name, and the last part of its name.
fn words(program: &Program, function: FnId) -> Vec<String> {
    let Some(of) = program.functions.get(function.index()) else {
        return Vec::new();
    };
    let mut words: Vec<String> = source(program, of.place).into_iter().collect();
    words.push(of.name.clone());
    words.extend(of.name.rsplit('.').next().map(str::to_owned));
    words
}

/// Returns the source text at a place on one line; `None` where the module was stripped of its source.
pub(crate) fn source(program: &Program, place: Place) -> Option<String> {
    let text = &program.source.as_ref()?.text;
    let text = text.get(place.start as usize..place.end as usize)?;
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn slot(program: &Program, part: &TextPart) -> Slot {
    let plain = |words: Vec<String>| Slot {
        words,
        chooses: None,
    };
    match part {
        TextPart::Text(_) => plain(Vec::new()),
        TextPart::Value(function) => plain(words(program, *function)),
        TextPart::Zone(zone) => plain(words(program, zone.men)),
        TextPart::Board { board, said } => {
            let words = words(program, *board).into_iter();
            plain(words.map(|of| format!("{of} as {}", said.word())).collect())
        }
        TextPart::Choice { by, .. } => {
            let result = program.functions.get(by.index()).map(|of| of.result);
            Slot {
                words: words(program, *by),
                chooses: Some(result == Some(Ty::Number)),
            }
        }
    }
}

/// Parses an edited text of a language; it must have every slot of the pattern's own text, each once.
///
/// # Errors
/// Returns a sentence that names the fault: lower-case, without a full stop.
pub fn read(
    program: &Program,
    pattern: PatternId,
    slot: cases::Slot,
    text: &str,
    language: &str,
) -> Result<Vec<TranslatedPart>, String> {
    let Some(count) = forms(language) else {
        return Err(format!("there are no texts in the language `{language}`"));
    };
    let parts = original(program, translated(pattern, slot)).iter();
    let slots = parts.filter(|part| !matches!(part, TextPart::Text(_)));
    let mut open: Vec<Option<Slot>> = slots.map(|part| Some(self::slot(program, part))).collect();
    let (mut read, mut plain) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, braced) = rest.split_at(at);
        plain.push_str(before);
        let (brace, behind) = braced.split_at(1);
        if brace == "}" || behind.starts_with(brace) {
            plain.push_str(brace);
            rest = behind.strip_prefix(brace).unwrap_or(behind);
            continue;
        }
        if !plain.is_empty() {
            read.push(TranslatedPart::Text(std::mem::take(&mut plain)));
        }
        let Some((inner, behind)) = behind.split_once('}') else {
            return Err("a brace is not closed".to_owned());
        };
        read.push(slot_of(inner, &mut open, count)?);
        rest = behind;
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        read.push(TranslatedPart::Text(plain));
    }
    match open.into_iter().flatten().next() {
        Some(slot) => Err(format!(
            "the slot `{{{}}}` of the pattern's text is missing",
            slot.words.first().map_or("", String::as_str)
        )),
        None => Ok(read),
    }
}

/// Parses the inside of a pair of braces, and takes the slot that it names out of the original's open ones.
fn slot_of(inner: &str, open: &mut [Option<Slot>], count: usize) -> Result<TranslatedPart, String> {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (words, forms) = match inner.split_once('?') {
        Some((by, forms)) => {
            let forms = forms.split('|').map(|form| form.trim().to_owned());
            (plain(by), Some(forms.collect::<Vec<String>>()))
        }
        None => (plain(inner), None),
    };
    let fits = |slot: &Option<Slot>| {
        let Some(slot) = slot else { return false };
        slot.words.contains(&words) && slot.chooses.is_some() == forms.is_some()
    };
    let found = open.iter().position(fits);
    let Some((at, slot)) = found.and_then(|at| Some((at, open.get_mut(at)?.take()?))) else {
        return Err(format!(
            "the slot `{{{words}}}` is not in the pattern's text"
        ));
    };
    let at = u16::try_from(at).unwrap_or(u16::MAX);
    let Some(forms) = forms else {
        return Ok(TranslatedPart::Slot(at));
    };
    let wanted = if slot.chooses == Some(true) { count } else { 2 };
    if forms.len() != wanted {
        let found = forms.len();
        return Err(format!(
            "`{words}` chooses among {found} forms, expected {wanted}"
        ));
    }
    Ok(TranslatedPart::Forms(at, forms))
}
