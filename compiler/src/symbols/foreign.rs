//! Characters that look like one of the language's and are another: word processors, books and other keyboards write them.
//!
//! Signs of that sort are in the table of symbols, as spellings that are read with a note. Here are the characters that are no sign
//! (blanks, quotation marks, letters), and the names of all of them for messages.

/// The name of a character that people paste or type in the place of another one.
pub(crate) fn name(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{85}' => "next line",
        '\u{a0}' => "no-break space",
        '\u{ad}' => "soft hyphen",
        '\u{2000}'..='\u{200a}' => "a wide or narrow space",
        '\u{200b}' => "zero-width space",
        '\u{200c}' => "zero-width non-joiner",
        '\u{200d}' => "zero-width joiner",
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "a mark of the writing direction"
        }
        '\u{2010}' => "hyphen",
        '\u{2011}' => "non-breaking hyphen",
        '\u{2012}' => "figure dash",
        '\u{2013}' => "en dash",
        '\u{2014}' => "em dash",
        '\u{2015}' => "horizontal bar",
        '\u{2028}' => "line separator",
        '\u{2029}' => "paragraph separator",
        '\u{202f}' => "narrow no-break space",
        '\u{205f}' => "medium mathematical space",
        '\u{2060}' => "word joiner",
        '\u{3000}' => "ideographic space",
        '\u{2018}' => "left single quotation mark",
        '\u{2019}' => "right single quotation mark",
        '\u{201a}' => "low single quotation mark",
        '\u{201c}' => "left double quotation mark",
        '\u{201d}' => "right double quotation mark",
        '\u{201e}' => "low double quotation mark",
        '\u{201f}' => "high reversed double quotation mark",
        '\u{ab}' => "left double angle quotation mark",
        '\u{bb}' => "right double angle quotation mark",
        '\u{2033}' => "double prime",
        '\u{ac}' => "not sign",
        '\u{b4}' => "acute accent",
        '\u{b7}' => "middle dot",
        '\u{d7}' => "multiplication sign",
        '\u{d8}' | '\u{f8}' => "letter O with a stroke",
        '\u{f7}' => "division sign",
        '\u{2026}' => "horizontal ellipsis",
        '\u{2190}'..='\u{21ff}' | '\u{27f0}'..='\u{27ff}' => "an arrow",
        '\u{2291}' => "square image of or equal to",
        '\u{22a5}' => "up tack",
        '\u{22c0}' => "n-ary logical and",
        '\u{22c1}' => "n-ary logical or",
        '\u{22c2}' => "n-ary intersection",
        '\u{22c3}' => "n-ary union",
        '\u{22c5}' => "dot operator",
        '\u{22dc}' => "equal to or less-than",
        '\u{22dd}' => "equal to or greater-than",
        '\u{220a}' => "small element of",
        '\u{2223}' => "divides",
        '\u{2266}' => "less-than over equal to",
        '\u{2267}' => "greater-than over equal to",
        '\u{2a7d}' => "less-than or slanted equal to",
        '\u{2a7e}' => "greater-than or slanted equal to",
        '\u{2300}' => "diameter sign",
        '\u{37e}' => "Greek question mark",
        '\u{2654}'..='\u{265f}' => "a figure of chess",
        '\u{370}'..='\u{3ff}' => "a Greek letter",
        '\u{400}'..='\u{52f}' => "a Cyrillic letter",
        '\u{ff01}'..='\u{ff5e}' => "a full-width character",
        _ => return None,
    })
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

/// The letter or digit of the language that a character looks like.
pub(crate) fn latin(c: char) -> Option<char> {
    Some(match c {
        'а' => 'a',
        'с' => 'c',
        'ԁ' => 'd',
        'е' => 'e',
        'һ' => 'h',
        'і' | 'ι' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'о' | 'ο' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'ѕ' => 's',
        'υ' => 'u',
        'у' => 'y',
        'ν' => 'v',
        'ԝ' => 'w',
        'х' | 'χ' => 'x',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'І' | 'Ι' => 'I',
        'Ј' => 'J',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'У' | 'Υ' => 'Y',
        'Х' | 'Χ' => 'X',
        'Ζ' => 'Z',
        '\u{ff10}'..='\u{ff19}' | '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => {
            char::from_u32(u32::from(c) - 0xfee0)?
        }
        _ => return None,
    })
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
