//! Text that is no token, or looks like one and is another: how far it reaches, and what was meant by it.
//!
//! ```text
//!   better  room < root.room        a no-break space             read as a blank, with a note
//!   example “8/8/… w - - 0 1”       quotation marks of a book    read as a quoted text, with a note
//!   number rооm = 3                 letters of two alphabets     one name, and an error that shows it in Latin letters
//!   mate–in–2                       dashes in a name             read as hyphens, with a note
//!   % my program                    a comment of another language   an error, and the line is passed over
//! ```
//!
//! Notes of one sort become one note with further places: a pasted program may have a no-break space on every line.

use logos::Logos;

use super::lexer::{Lexeme, collect, short};
use super::token::Token;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::symbols::foreign;

/// What a stretch of the text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StretchKind {
    /// Blanks.
    Blank,
    /// A quoted text between other quotation marks.
    Quoted,
    /// One word, tokens before it included.
    Word,
    /// The rest of a line that begins as a comment of another language, with the bytes of its marker.
    Comment(u32),
}

/// A stretch of the text that is read otherwise than token by token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub kind: StretchKind,
    pub start: u32,
    pub end: u32,
}

/// The stretch that begins with a token, or with the tokens directly before it. `before` is where the text before it ends: a token, a
/// comment, or other text that is no token.
pub(super) fn stretch(
    text: &str,
    token: Token,
    span: Span,
    last: Option<Lexeme>,
    before: u32,
) -> Option<Stretch> {
    let rest = text.get(span.start as usize..)?;
    let first = rest.chars().next()?;
    let to = |kind, length: usize| Stretch {
        kind,
        start: span.start,
        end: span.start + length as u32,
    };
    match token {
        Token::Error if foreign::is_quote(first) => Some(to(StretchKind::Quoted, quoted(rest)?)),
        Token::Error if is_of_word(first) => word(text, span, last),
        // A letter that is printed for the empty board, and is a letter inside a word.
        Token::Empty if is_of_word(first) => {
            let word = word(text, span, last)?;
            (word.start < span.start || word.end > span.end).then_some(word)
        }
        Token::Error if foreign::is_blank(first) => {
            // Without width, and between two letters, it is a part of the word.
            if foreign::is_nothing(first)
                && let Some(word) = word(text, span, last)
                && word.start < span.start
                && word.end > span.end
            {
                return Some(word);
            }
            let blanks = rest.chars().take_while(|c| foreign::is_blank(*c));
            Some(to(StretchKind::Blank, blanks.map(char::len_utf8).sum()))
        }
        Token::Error if matches!(first, '%' | '#') && is_first(text, before, span.start) => {
            Some(to(StretchKind::Comment(1), line(rest)))
        }
        Token::Minus if rest.starts_with("--") && is_first(text, before, span.start) => {
            Some(to(StretchKind::Comment(2), line(rest)))
        }
        Token::Lt if rest.starts_with("<!--") && is_first(text, before, span.start) => {
            Some(to(StretchKind::Comment(4), line(rest)))
        }
        Token::Minus if foreign::is_dash(first) => {
            let word = word(text, span, last)?;
            let joins = word.start < span.start && word.end > span.end;
            // Between two numbers it is a minus.
            let slice = text.get(word.start as usize..word.end as usize)?;
            (joins && is_one_token(slice)).then_some(word)
        }
        _ => None,
    }
}

/// The length of a quoted text on this line, its marks included.
fn quoted(rest: &str) -> Option<usize> {
    let mut chars = rest.char_indices().skip(1);
    let line = chars.by_ref().take_while(|(_, c)| *c != '\n');
    let mut ends = line.filter(|(_, c)| *c == '"' || foreign::is_quote(*c));
    ends.next().map(|(at, end)| at + end.len_utf8())
}

/// The length of the rest of a line.
fn line(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// Whether a line ends between what was read last and a place, so that only blanks precede the place on its line.
fn is_first(text: &str, before: u32, place: u32) -> bool {
    before == 0 || super::driver::line_between(text, before, place)
}

/// A letter of another alphabet, which belongs to a word wherever it is.
fn is_of_word(c: char) -> bool {
    !c.is_ascii() && (c.is_alphanumeric() || foreign::latin(c).is_some())
}

/// The word around a token: letters, digits, underscores, and hyphens and dashes between them.
fn word(text: &str, span: Span, last: Option<Lexeme>) -> Option<Stretch> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_letter = |c: char| is_plain(c) || is_of_word(c) || foreign::is_nothing(c);
    let of = |lexeme: Lexeme| text.get(lexeme.start as usize..lexeme.end as usize);
    let before = last.filter(|last| last.end == span.start);
    let before = before.filter(|last| {
        of(*last).is_some_and(|word| word.chars().all(|c| is_letter(c) || c == '-'))
    });
    let start = before.map_or(span.start, |last| last.start);
    let rest = text.get(span.start as usize..)?;
    let mut chars = rest.char_indices().peekable();
    let mut length = 0;
    while let Some((at, c)) = chars.next() {
        let joins = c == '-' || foreign::is_dash(c);
        let goes_on = joins && chars.peek().is_some_and(|(_, next)| is_letter(*next));
        if !is_letter(c) && !goes_on {
            break;
        }
        length = at + c.len_utf8();
    }
    Some(Stretch {
        kind: StretchKind::Word,
        start,
        end: span.start + length as u32,
    })
    .filter(|word| word.end > span.start)
}

/// Whether a word in the letters of the language is one token.
fn is_one_token(word: &str) -> bool {
    let plain = foreign::plain(word);
    let mut lexer = Token::lexer(&plain);
    lexer.next().is_some_and(|first| first.is_ok()) && lexer.next().is_none()
}

/// The first dash of a word that has nothing odd but dashes, and its place in the word.
pub(super) fn dash(word: &str) -> Option<(usize, char)> {
    let mut odd = word.char_indices().filter(|(_, c)| !c.is_ascii());
    let first = odd.next().filter(|(_, c)| foreign::is_dash(*c))?;
    (odd.all(|(_, c)| foreign::is_dash(c)) && is_one_token(word)).then_some(first)
}

/// The token that a word would be in the letters of the language.
pub(super) fn token_of(word: &str) -> Token {
    let plain = foreign::plain(word);
    let mut lexer = Token::lexer(&plain);
    match (lexer.next(), lexer.next()) {
        (Some(Ok(token)), None) => token,
        _ => Token::Name,
    }
}

/// Words of the board with a letter that no name has, and what the language writes.
const GERMAN: &[(&str, &str)] = &[
    ("König", "K"),
    ("Läufer", "B"),
    ("Weiß", "W"),
    ("weiß", "W"),
    ("für", "for"),
    ("Halbzüge", "plies"),
    ("Halbzügen", "plies"),
    ("Züge", "moves"),
    ("Zügen", "moves"),
];

/// The error on a word with characters that no name has.
pub(super) fn wrong_word(word: &str, span: Span) -> Diagnostic {
    let (shown, plain) = (short(word), foreign::plain(word));
    let odd = word.chars().find(|c| !c.is_ascii()).unwrap_or('\u{fffd}');
    let is_plain = plain.is_ascii();
    let message = if !is_plain {
        format!("`{shown}` has a letter that no name has")
    } else if foreign::is_dash(odd) {
        format!("`{shown}` has a dash where a name has a hyphen")
    } else if foreign::is_nothing(odd) {
        format!("`{shown}` has a character in it that is not seen")
    } else {
        format!("`{shown}` has a letter of another alphabet")
    };
    let is_letter = foreign::latin(odd).is_some();
    let own = GERMAN.iter().find(|(other, _)| *other == word);
    let help = if let Some((_, own)) = own {
        format!("write `{own}`")
    } else if is_plain && is_letter {
        format!("type it again in Latin letters: `{}`", short(&plain))
    } else if is_plain {
        format!("write `{}`", short(&plain))
    } else {
        "names have the letters a to z and A to Z, digits, `_` and `-`".to_owned()
    };
    Diagnostic::new(Code::UnknownCharacter, message)
        .with_label(span, foreign::description(odd))
        .with_help(help)
}

/// The error on a run of characters that the language does not use.
pub(super) fn unknown(slice: &str, run: Span, last: Option<Token>) -> Diagnostic {
    let mut chars = slice.chars();
    let first = chars.next().unwrap_or('\u{fffd}');
    let what = match chars.next() {
        Some(_) => "unknown characters",
        None => "unknown character",
    };
    let message = if slice.contains('`') {
        what.to_owned()
    } else {
        format!("{what} `{}`", short(slice))
    };
    let label = if first.is_ascii() {
        "not part of the language".to_owned()
    } else {
        foreign::description(first)
    };
    Diagnostic::new(Code::UnknownCharacter, message)
        .with_label(run, label)
        .with_help_if(match (first, last) {
            ('[', Some(Token::Then | Token::Otherwise)) => {
                Some("take the brackets away: pieces-of-advice are listed as `a, b`")
            }
            _ => foreign::help(first),
        })
}

/// The error on a line that begins as a comment of another language.
pub(super) fn comment(marker: &str, span: Span) -> Diagnostic {
    let (code, message) = match marker {
        "--" | "<!--" => (
            Code::UnexpectedToken,
            format!("`{marker}` does not begin a comment"),
        ),
        _ => (
            Code::UnknownCharacter,
            format!("unknown character `{marker}`"),
        ),
    };
    Diagnostic::new(code, message)
        .with_label(span, "the line is passed over")
        .with_help("a comment begins with `//`")
}

/// The note on something that is read as another spelling, and what it is for a label.
pub(super) fn read_as(shown: &str, meant: &str, span: Span, label: String) -> Diagnostic {
    Diagnostic::new(Code::ReadAsMeant, format!("{shown} is read as {meant}"))
        .with_label(span, label)
}

/// Diagnostics of which several of one sort become one with further places.
#[derive(Default)]
pub(super) struct FoldedDiagnostics {
    /// The sorts met so far, and the place of each among the diagnostics.
    sorts: Vec<(String, usize)>,
    /// How many notes have come, and how many errors.
    taken: [usize; 2],
}

/// How many notes are folded at most, and how many errors: a hostile text could hold one at every byte.
const MOST_FOLDED: usize = 10_000;

impl FoldedDiagnostics {
    /// Whether a further note, or a further error, is taken in. The first ones are, so a text in error has an error.
    pub fn wants(&self, severity: Severity) -> bool {
        self.taken[usize::from(severity == Severity::Error)] < MOST_FOLDED
    }

    /// Takes a diagnostic in, or its place where one of the same message is there.
    pub fn collect(&mut self, diagnostics: &mut Vec<Diagnostic>, diagnostic: Diagnostic) {
        self.taken[usize::from(diagnostic.severity == Severity::Error)] += 1;
        let mut sorts = self.sorts.iter();
        let known = sorts.find(|(message, _)| *message == diagnostic.message);
        if let Some((_, at)) = known {
            if let Some(first) = diagnostics.get_mut(*at) {
                first.further.extend(diagnostic.primary_span());
            }
            return;
        }
        let at = diagnostics.len();
        let message = diagnostic.message.clone();
        collect(diagnostics, diagnostic);
        if diagnostics.len() > at {
            self.sorts.push((message, at));
        }
    }
}
