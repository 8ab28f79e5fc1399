//! Characters that look like one of the language's and are another: word processors, books and other keyboards write them.
//!
//! Signs of that sort are in the table of symbols, as spellings that are read with a note. Here are the characters that are no sign
//! (blanks, quotation marks, letters). `characters.txt` has the names of all of them for messages.

/// The names of characters, and the help of messages about them.
static CHARACTERS: &str = include_str!("characters.txt");

/// What a column of the table has for a character.
fn row(column: &str, c: char) -> Option<&'static str> {
    CHARACTERS.lines().find_map(|line| {
        let (range, rest) = line.split_once('\t')?;
        let text = rest.strip_prefix(column)?.strip_prefix('\t')?;
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let point = |digits: &str| u32::from_str_radix(digits, 16).ok();
        (point(first)?..=point(last)?)
            .contains(&u32::from(c))
            .then_some(text)
    })
}

/// The name of a character that people paste or type in the place of another one.
pub(crate) fn name(c: char) -> Option<&'static str> {
    row("name", c)
}

/// What is written in the language in the place of a character that it does not use.
pub(crate) fn help(c: char) -> Option<&'static str> {
    row("help", c)
}

/// What a character is, for a label: its code point, and its name where it has one here.
pub(crate) fn description(c: char) -> String {
    let shown = if is_blank(c) || c.is_control() || is_mark(c) {
        "this".to_owned()
    } else {
        format!("`{c}`")
    };
    match name(c) {
        Some(name) => format!("{shown} is U+{:04X}, {name}", u32::from(c)),
        None => format!("{shown} is U+{:04X}", u32::from(c)),
    }
}

/// Marks of the writing direction, which show a text in another order than it has.
pub(crate) const fn is_mark(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A blank other than those of the language. Some of them have no width.
pub(crate) const fn is_blank(c: char) -> bool {
    is_nothing(c)
        || matches!(
            c,
            '\u{85}' | '\u{a0}' | '\u{2000}'
                ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
        )
}

/// A character without width, which may hide inside a word.
pub(crate) const fn is_nothing(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
    )
}

/// A double quotation mark other than that of the language.
pub(crate) const fn is_quote(c: char) -> bool {
    matches!(
        c,
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{2033}' | '\u{ff02}'
    )
}

/// A dash that people see as a hyphen.
pub(crate) const fn is_dash(c: char) -> bool {
    matches!(c, '\u{2010}'..='\u{2015}')
}

/// Letters of other alphabets, each before the one that it looks like.
const ALIKE: &str = "аa сc ԁd еe һh іi ιi јj кk κk оo οo рp ρp ԛq ѕs υu уy νv ԝw хx χx \
    АA ΑA ВB ΒB СC ЕE ΕE НH ΗH ІI ΙI ЈJ КK ΚK МM ΜM ΝN ОO ΟO РP ΡP ЅS ТT ΤT УY ΥY ХX ΧX ΖZ";

/// The letter or digit of the language that a character looks like.
pub(crate) fn latin(c: char) -> Option<char> {
    if matches!(c, '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}') {
        return char::from_u32(u32::from(c) - 0xfee0);
    }
    let mut pairs = ALIKE.split(' ').filter(|_| !c.is_ascii());
    pairs.find_map(|pair| pair.strip_prefix(c)?.chars().next())
}

/// A word as it looks: foreign letters as the Latin ones, dashes as hyphens, nothing for what has no width. A letter that looks like none
/// of the language stays.
pub(crate) fn plain(word: &str) -> String {
    let letters = word.chars().filter(|c| !is_nothing(*c));
    letters
        .map(|c| {
            if is_dash(c) {
                '-'
            } else {
                latin(c).unwrap_or(c)
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::SYMBOLS;

    #[test]
    fn a_word_is_read_as_it_looks() {
        assert_eq!(plain("r\u{43e}\u{43e}m"), "room");
        assert_eq!(plain("mate\u{2013}in\u{2011}2"), "mate-in-2");
        assert_eq!(plain("ro\u{200b}om"), "room");
        assert_eq!(plain("\u{ff21}\u{ff52}"), "Ar");
        assert_eq!(plain("f\u{fc}nf"), "f\u{fc}nf");
    }

    #[test]
    fn every_sign_read_as_meant_has_a_name() {
        let meant = SYMBOLS.iter().flat_map(|row| row.read_as_meant);
        for c in meant.flat_map(|sign| sign.chars()) {
            assert!(c.is_ascii() || name(c).is_some(), "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn what_cannot_be_seen_is_described_in_words() {
        assert_eq!(description('\u{a0}'), "this is U+00A0, no-break space");
        assert_eq!(description('\u{2013}'), "`\u{2013}` is U+2013, en dash");
        assert_eq!(description('\u{fc}'), "`\u{fc}` is U+00FC");
    }
}
