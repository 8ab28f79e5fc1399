//! Words and forms of other systems, and of earlier drafts of the language.
//!
//! ```text
//!   better  K on EDGE               an operator in words       `∈`
//!   better  room < max root.room 3  arguments without `( )`    `max(root.room, 3)`
//!   advice  squeeze him             a name of two words        `squeeze-him`
//!   material  W: K, T;  B: K        a letter of another tongue `R`
//! ```

use super::{Lexeme, Site};
use crate::diagnostics::{Code, Diagnostic};
use crate::symbols::{self, Group};
use crate::syntax::token::Token;

/// The sentence for a word or form of another system.
pub(super) fn foreign(site: &Site<'_>) -> Option<Diagnostic> {
    operator_in_words(site)
        .or_else(|| bare_arguments(site))
        .or_else(|| least(site))
        .or_else(|| shortest_after_name(site))
        .or_else(|| name_of_two_words(site))
        .or_else(|| letter(site))
        .or_else(|| side(site))
        .or_else(|| prefix(site))
}

/// What people write for an operator, and how the language writes it.
const OPERATORS: &[(&[&str], &str)] = &[
    (&["on", "inside", "upon"], "∈"),
    (&["is", "equals", "eq", "iff"], "="),
    (&["isnt", "differs", "ne", "xor"], "≠"),
    (&["union", "cup"], "∪"),
    (&["intersect", "intersection", "cap"], "∩"),
    (&["subset", "sub"], "⊆"),
    (&["contains", "includes", "superset"], "⊇"),
    (&["less", "lt", "below"], "<"),
    (&["greater", "gt", "above"], ">"),
    (&["le"], "≤"),
    (&["ge"], "≥"),
    (&["plus"], "+"),
    (&["minus"], "-"),
    (&["times"], "*"),
];

/// What people write for an operation that the language does not have, and what it has instead.
const OTHERS: &[(&[&str], &str)] = &[
    (
        &["mod", "rem", "modulo"],
        "there is no remainder; compare the number with each of the values that are meant",
    ),
    (
        &["div"],
        "there is no division; multiply the other side of the relation, as in `a < 2 * b`",
    ),
    (
        &["touches", "beside", "adjacent"],
        "two boards touch where `dist(a, b) = 1`",
    ),
    (&["implies"], "write `¬a ∨ b` for a that implies b"),
];

/// `K on EDGE`, `room mod 2`.
fn operator_in_words(site: &Site<'_>) -> Option<Diagnostic> {
    if site.found != Some(Token::Name) || !site.expects("∪") || site.new_line() {
        return None;
    }
    let word = site.text();
    let plain = word.to_ascii_lowercase();
    let next = site.input.lexemes.get(site.at + 1).copied();
    let find = |list: &[(&[&str], &'static str)]| {
        let mut rows = list.iter();
        let row = rows.find(|(words, _)| words.contains(&plain.as_str()));
        row.map(|(_, meant)| *meant)
    };
    let help = match (find(OPERATORS), find(OTHERS)) {
        (Some(sign), _) => {
            let left = site.previous(1).filter(|left| is_simple(left.token));
            match (left, next.filter(|next| is_simple(next.token))) {
                (Some(left), Some(right)) => {
                    format!("write `{} {sign} {}`", site.slice(left), site.slice(right))
                }
                _ => format!("write `{sign}` in its place"),
            }
        }
        (None, Some(instead)) => instead.to_owned(),
        (None, None) => return None,
    };
    let message = format!("expected an operator, found `{word}`");
    Some(
        site.report(
            Code::UnexpectedToken,
            message,
            "not an operator of the language",
        )
        .with_help(help),
    )
}

/// An operand of one token.
const fn is_simple(token: Token) -> bool {
    use Token::{Integer, Letter, LetterB, LetterN, Name, Piece, Square};
    matches!(
        token,
        Name | Letter | LetterB | LetterN | Piece | Integer | Square
    )
}

/// `max a b`, `min root.room 3`.
fn bare_arguments(site: &Site<'_>) -> Option<Diagnostic> {
    let is_fold = |back: usize| {
        let word = site.previous(back)?;
        matches!(word.token, Token::Min | Token::Max).then_some(word)
    };
    let here = is_fold(1).filter(|_| site.expects("name") && site.expects("("));
    let after_name = || is_fold(2).filter(|_| site.expects("∈") && !site.expects_expression());
    let fold = here.or_else(after_name)?;
    if site.found? == Token::In || site.new_line() {
        return None;
    }
    let word = site.slice(fold);
    let message = format!("expected `(` after `{word}`, found `{}`", site.text());
    let help = format!("write `{word}(a, b)` of numbers, `{word} x in b : n` over squares");
    Some(
        Diagnostic::new(Code::UnexpectedToken, message)
            .with_label(site.span(fold), "its arguments are in parentheses")
            .with_help(help),
    )
}

/// `prefer least room`, `by fewest replies`.
fn least(site: &Site<'_>) -> Option<Diagnostic> {
    let word = site.previous(1).filter(|word| word.token == Token::Name)?;
    let before = site.previous(2)?.token;
    if !matches!(before, Token::Prefer | Token::By | Token::Then) || site.new_line() {
        return None;
    }
    let small = ["least", "fewest", "smallest", "lowest", "nearest", "near"];
    let large = ["most", "largest", "greatest", "highest", "farthest", "far"];
    let name = site.slice(word);
    let help = if small.contains(&name.as_str()) {
        "leave it out: the smallest number comes first"
    } else if large.contains(&name.as_str()) {
        "the smallest number comes first; for the largest write `-` before the number"
    } else {
        return None;
    };
    let found = site.found?;
    let begins = is_simple(found) || matches!(found, Token::LParen | Token::New | Token::Root);
    begins.then(|| {
        Diagnostic::new(
            Code::UnexpectedToken,
            format!("`{name}` is not a word of the language"),
        )
        .with_label(site.span(word), "not a word of an order")
        .with_help(help)
    })
}

/// `otherwise hold-on(13) shortest`.
fn shortest_after_name(site: &Site<'_>) -> Option<Diagnostic> {
    if site.found != Some(Token::Shortest) || !site.expects(",") || site.expects_expression() {
        return None;
    }
    let previous = site.previous(1)?;
    if !matches!(previous.token, Token::Name | Token::RParen) || site.expects("better") {
        return None;
    }
    let message = "`shortest` does not follow a piece-of-advice in a list";
    let help = "write `depth n shortest` in the piece, or `shortest n (a, b)` in the list";
    Some(
        site.report(Code::UnexpectedToken, message, "not expected here")
            .with_help(help),
    )
}

/// `advice squeeze him`.
fn name_of_two_words(site: &Site<'_>) -> Option<Diagnostic> {
    let is_head = |lexeme: &Lexeme| {
        use Token::{Advice, Board, Descriptor, Moves, Number, Plan, Strat, Table};
        matches!(
            lexeme.token,
            Advice | Table | Plan | Board | Number | Descriptor | Moves | Strat
        )
    };
    let head = site.previous(2).filter(is_head)?;
    // Of a value, which has a `=` after its name, the `=` may be what is missing.
    let next = site.input.lexemes.get(site.at + 1).map(|next| next.token);
    let has_clauses = matches!(head.token, Token::Advice | Token::Table | Token::Strat);
    if !has_clauses && next != Some(Token::Eq) {
        return None;
    }
    let first = site.previous(1).filter(|name| name.token == Token::Name)?;
    if site.found != Some(Token::Name) || site.new_line() {
        return None;
    }
    let (left, right) = (site.slice(first), site.text());
    let message = format!("a name is one word, found `{left} {right}`");
    Some(
        site.report(Code::UnexpectedToken, message, "a second word")
            .with_help(format!("join the words by a hyphen: `{left}-{right}`")),
    )
}

/// The letters of a man in other languages.
const LETTERS: &[(&str, char)] = &[
    ("T", 'R'),
    ("D", 'Q'),
    ("S", 'N'),
    ("L", 'B'),
    ("F", 'B'),
    ("C", 'N'),
    ("A", 'B'),
    ("V", 'Q'),
    ("H", 'N'),
];

/// The letter of the language for a letter of another one, where that is known.
pub(crate) fn letter_of(letter: &str) -> Option<char> {
    let mut letters = LETTERS.iter();
    letters
        .find(|(other, _)| *other == letter)
        .map(|(_, own)| *own)
}

/// `material  W: K, T;  B: K`.
fn letter(site: &Site<'_>) -> Option<Diagnostic> {
    if site.found != Some(Token::Name) || !site.expects("letter") || site.expects_expression() {
        return None;
    }
    let word = site.text();
    let after = site.previous(1)?.token;
    if !matches!(after, Token::Comma | Token::Colon | Token::As) || word.len() != 1 {
        return None;
    }
    let letters = "the letters are `K`, `Q`, `R`, `B`, `N` and `P`";
    let own = letter_of(&word).or_else(|| {
        let capital = word.to_ascii_uppercase().chars().next()?;
        "KQRBNP".contains(capital).then_some(capital)
    });
    let help = match own {
        Some(own) => format!("{letters}; for `{word}` write `{own}`"),
        None => letters.to_owned(),
    };
    let message = format!("expected a piece letter, found `{word}`");
    Some(
        site.report(Code::UnexpectedToken, message, "not a letter of a piece")
            .with_help(help),
    )
}

/// `material  White: K`, `table krk for white`, `S: K`.
fn side(site: &Site<'_>) -> Option<Diagnostic> {
    if !site.expects("W") || !site.expects("B") || site.expects_expression() || site.expects("name")
    {
        return None;
    }
    let is_word = site.found == Some(Token::Name)
        || site
            .found
            .and_then(symbols::symbol)
            .is_some_and(|row| matches!(row.group, Group::Letter | Group::Contextual))
        || site.found == Some(Token::Letter)
        || matches!(site.found, Some(Token::Us | Token::Them));
    if !is_word || site.new_line() && !matches!(site.previous(1)?.token, Token::Semi) {
        return None;
    }
    let word = site.text();
    let meant = match word.to_ascii_lowercase().as_str() {
        "white" | "w" | "weiss" => Some('W'),
        "black" | "b" | "s" | "schwarz" => Some('B'),
        _ => None,
    };
    let help = match meant {
        Some(letter) => format!("write `{letter}`"),
        None => "the sides are `W` and `B`".to_owned(),
    };
    let message = format!("expected `B` or `W`, found `{word}`");
    Some(
        site.report(Code::UnexpectedToken, message, "not a side")
            .with_help(help),
    )
}

/// `old.room`: a point after a word that is no prefix.
fn prefix(site: &Site<'_>) -> Option<Diagnostic> {
    let point = site.previous(1).filter(|point| point.token == Token::Dot)?;
    let word = site
        .previous(2)
        .filter(|word| word.token == Token::Name && word.end == point.start)?;
    let begins = matches!(site.found?, Token::Name | Token::LParen | Token::Square);
    if !begins || !site.expects("letter") {
        return None;
    }
    let (name, operand) = (site.slice(word), site.text());
    let message = format!("`{name}.` is not a prefix");
    let help = format!(
        "the position after the move is `new.{operand}`, that at the root is `root.{operand}`"
    );
    Some(
        Diagnostic::new(Code::UnexpectedToken, message)
            .with_label(site.span(word), "not a prefix, and no side")
            .with_help(help),
    )
}
