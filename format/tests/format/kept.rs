//! Nothing is lost: formatted texts have the tree, the words and the comments of the text that they were made of, and formatting
//! twice is formatting once. The texts are the examples, laid out by chance, and their beginnings.

use adv_compiler::diagnostics::Severity;
use adv_compiler::syntax::token::Token;
use adv_compiler::syntax::{Parsed, parse};
use adv_format::{FormatError, Signs, format};
use adv_testkit::Numbers;

use crate::common::{same, sources, tree};

/// A number from the environment, for longer runs than those of every day: `ADV_FORMAT_LAYOUTS=10000`, `ADV_FORMAT_STEP=1`.
fn setting(name: &str, usual: usize) -> usize {
    let set = std::env::var(name).ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The words of a text with other blanks, ends of lines and comments between them.
fn laid_out(text: &str, parsed: &Parsed, numbers: &mut Numbers) -> String {
    let mut out = String::new();
    let mut before: Option<Token> = None;
    for lexeme in &parsed.tokens {
        // A path, a prefix and a range are one word in the eye of the parser.
        let joined = |token: Token| matches!(token, Token::Dot | Token::DotDot);
        let prefix = |token: Token| matches!(token, Token::New | Token::Root);
        let tight = joined(lexeme.token) || before.is_some_and(|t| joined(t) || prefix(t));
        let gap = match numbers.below(if before.is_none() { 40 } else { 34 }) {
            _ if tight => "",
            0..=14 => " ",
            15..=18 => "  ",
            19..=21 => "\n",
            22 => "\n\n\n",
            23..=24 => "\n      ",
            25 => "\t",
            26 => " \r\n   ",
            27 => " /* here */ ",
            28 => "  // there\n",
            29 => "\n  // below\n  ",
            30 => " /* of\n   several lines */\n",
            31 => "\n/// said of something\n",
            32 => "     ",
            _ => "\n // fmt: off\n\n   // fmt: on\n",
        };
        out.push_str(gap);
        out.push_str(&text[lexeme.start as usize..lexeme.end as usize]);
        before = Some(lexeme.token);
    }
    out
}

#[test]
fn any_layout_keeps_its_words() {
    let texts: Vec<(String, Parsed)> = ["examples", "stdlib/lib"]
        .into_iter()
        .flat_map(sources)
        .map(|(_, text)| (text.clone(), parse(&text)))
        .collect();
    let (mut read, mut refused) = (0, 0);
    for seed in 0..setting("ADV_FORMAT_LAYOUTS", adv_testkit::sized(10, 60)) as u64 {
        let mut numbers = Numbers::new(seed);
        let (text, parsed) = &texts[numbers.below(texts.len())];
        let mangled = laid_out(text, parsed, &mut numbers);
        for signs in [Signs::Keep, Signs::Unicode, Signs::Ascii] {
            match format(&mangled, signs) {
                Ok(formatted) => {
                    same(&mangled, &formatted, signs).unwrap_or_else(|what| {
                        panic!("seed {seed}, {signs:?}: {what}\n{mangled}\n-----\n{formatted}")
                    });
                    read += 1;
                }
                Err(FormatError::Syntax(_)) => refused += 1,
                Err(FormatError::Changed) => panic!("seed {seed}, {signs:?}: changed\n{mangled}"),
            }
        }
    }
    assert!(
        read > adv_testkit::sized(12, 100) && refused * 20 < read,
        "{read} read, {refused} refused"
    );
}

#[test]
fn a_beginning_of_a_text_is_formatted_or_left() {
    let step = setting("ADV_FORMAT_STEP", adv_testkit::sized(1_999, 251));
    let (mut read, mut left) = (0, 0);
    for (path, text) in sources("examples") {
        for end in (0..text.len()).step_by(step) {
            let Some(prefix) = text.get(..end) else {
                continue;
            };
            match format(prefix, Signs::Keep) {
                Ok(formatted) => {
                    same(prefix, &formatted, Signs::Keep)
                        .unwrap_or_else(|what| panic!("{path}, {end} bytes: {what}"));
                    read += 1;
                }
                Err(FormatError::Syntax(diagnostics)) => {
                    assert!(diagnostics.iter().any(|d| d.severity == Severity::Error));
                    left += 1;
                }
                Err(FormatError::Changed) => panic!("{path}, {end} bytes: changed"),
            }
        }
    }
    let least = adv_testkit::sized(8, 50);
    assert!(
        read > least && left > least,
        "{read} formatted, {left} left"
    );
}

#[test]
fn signs_and_twins_have_one_tree() {
    for (path, text) in ["examples", "stdlib/lib"].into_iter().flat_map(sources) {
        let ascii = format(&text, Signs::Ascii).unwrap();
        let signs = format(&ascii, Signs::Unicode).unwrap();
        assert_eq!(tree(&text), tree(&ascii), "{path}");
        assert_eq!(tree(&text), tree(&signs), "{path}");
        let parsed = parse(&ascii);
        for lexeme in &parsed.tokens {
            let word = &ascii[lexeme.start as usize..lexeme.end as usize];
            assert!(
                word.is_ascii() || matches!(lexeme.token, Token::Text | Token::NotLe),
                "{path}: {word}"
            );
        }
    }
}
