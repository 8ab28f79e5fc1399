//! From text to tokens and comments.
//!
//! The lexer does not fail. Text that is no token becomes one `Token::Error` for each run of it, with its diagnostic:
//!
//! ```text
//!   number  huge  =  3  $$  4          $$ is one error token, reported here; the parser passes over it in silence
//! ```
//!
//! Comments never reach the grammar. They are kept in [`Trivia`] with their places, so that the formatter can put them back
//! and doc lines find the item below them.

use logos::Logos;

use super::token::Token;
use super::unknown::{self, FoldedDiagnostics, StretchKind};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::symbols::{self, foreign};

/// The comments of a source, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trivia {
    /// All of them, doc comments included.
    pub comments: Vec<Comment>,
}

/// A comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// How it is written.
    pub kind: CommentKind,
    /// Markers included, the line's end not.
    pub span: Span,
}

/// The ways to write a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentKind {
    /// `// …`, and `//// …`, which is no doc line.
    Line,
    /// `/// …`: about the item below.
    Doc,
    /// `//! …`: about the file.
    FileDoc,
    /// `/* … */`
    Block,
}

/// A token and its place in the text that was lexed. Between two of them are blanks and comments only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// The token.
    pub token: Token,
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
}

impl Lexeme {
    /// The place in the text that was lexed.
    pub fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// The text between the markers of a doc line: one blank after them and blanks at the end are not part of it.
pub(super) fn doc_text(comment: &str) -> String {
    let text = comment.get(3..).unwrap_or("");
    text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()
}

/// How many diagnostics are collected before the sifting; a hostile text could hold one at every byte.
const MAX_COLLECTED: usize = 10_000;

/// Takes a diagnostic in while there is room.
pub(super) fn collect(diagnostics: &mut Vec<Diagnostic>, diagnostic: Diagnostic) {
    if diagnostics.len() < MAX_COLLECTED {
        diagnostics.push(diagnostic);
    }
}

/// Lexes a text. All places are relative to it. The last part of the answer knows which diagnostics take further places in.
pub(super) fn lex(text: &str) -> (Vec<Lexeme>, Trivia, Vec<Diagnostic>, FoldedDiagnostics) {
    let mut lexemes: Vec<Lexeme> = Vec::with_capacity(text.len() / 4);
    let mut trivia = Trivia::default();
    let mut diagnostics = Vec::new();
    let mut bad: Option<Span> = None;
    let mut folded = FoldedDiagnostics::default();
    // Where the last line ends that was passed over as a comment of another language.
    let mut passed = 0;
    let mut lexer = Token::lexer(text);
    while let Some(result) = lexer.next() {
        let range = lexer.span();
        // Sources are at most 16 MiB, so offsets fit; a caller who breaks that gets places that are wrong, not a failure.
        let span = Span::new(range.start as u32, range.end as u32);
        let slice = text.get(range).unwrap_or("");
        let token = result.unwrap_or(Token::Error);
        let special = matches!(
            token,
            Token::Error | Token::Minus | Token::Empty | Token::Lt
        )
        .then(|| {
            let last = lexemes.last().copied();
            let comment = trivia.comments.last().map_or(0, |comment| comment.span.end);
            let ends = [last.map_or(0, |last| last.end), comment, passed];
            let before = ends.into_iter().chain(bad.map(|bad| bad.end)).max();
            unknown::stretch(text, token, span, last, before.unwrap_or(0))
        });
        let special = special.flatten().filter(|stretch| stretch.end >= span.end);
        if let Some(stretch) = special {
            flush(text, &mut bad, None, &mut lexemes, &mut diagnostics);
            lexer.bump(stretch.end.saturating_sub(span.end) as usize);
            let whole = Span::new(stretch.start, stretch.end);
            let slice = text
                .get(whole.start as usize..whole.end as usize)
                .unwrap_or("");
            let first = slice.chars().next().unwrap_or(' ');
            let read = |shown: &str, meant: &str| {
                let marked = Span::new(whole.start, whole.start + first.len_utf8() as u32);
                unknown::read_as(shown, meant, marked, foreign::description(first))
            };
            let token = match stretch.kind {
                StretchKind::Blank if !folded.wants(Severity::Note) => continue,
                StretchKind::Blank => {
                    let name = foreign::name(first).unwrap_or("this character");
                    let name = name.strip_prefix("a ").unwrap_or(name);
                    folded.collect(&mut diagnostics, read(&format!("the {name}"), "a blank"));
                    continue;
                }
                StretchKind::Comment(_) if !folded.wants(Severity::Error) => {
                    passed = whole.end;
                    continue;
                }
                StretchKind::Comment(marker) => {
                    let marked = Span::new(whole.start, whole.start + marker);
                    let marker = slice.get(..marker as usize).unwrap_or("");
                    folded.collect(&mut diagnostics, unknown::comment(marker, marked));
                    passed = whole.end;
                    continue;
                }
                StretchKind::Quoted => {
                    if folded.wants(Severity::Note) {
                        folded.collect(&mut diagnostics, read(&format!("`{first}`"), "`\"`"));
                    }
                    Token::Text
                }
                StretchKind::Word => {
                    while lexemes.last().is_some_and(|last| last.start >= whole.start) {
                        lexemes.pop();
                    }
                    match unknown::dash(slice) {
                        // The hyphens of a name in print are dashes.
                        Some((at, dash)) if folded.wants(Severity::Note) => {
                            let start = whole.start + at as u32;
                            let marked = Span::new(start, start + dash.len_utf8() as u32);
                            let label = foreign::description(dash);
                            let note = unknown::read_as(&format!("`{dash}`"), "`-`", marked, label);
                            folded.collect(&mut diagnostics, note);
                        }
                        Some(_) => {}
                        None if folded.wants(Severity::Error) => {
                            folded.collect(&mut diagnostics, unknown::wrong_word(slice, whole));
                        }
                        None => {}
                    }
                    unknown::token_of(slice)
                }
            };
            lexemes.push(Lexeme {
                token,
                start: whole.start,
                end: whole.end,
            });
            continue;
        }
        if token == Token::Error {
            match &mut bad {
                Some(run) if run.end == span.start => run.end = span.end,
                _ => flush(text, &mut bad, Some(span), &mut lexemes, &mut diagnostics),
            }
            continue;
        }
        flush(text, &mut bad, None, &mut lexemes, &mut diagnostics);
        let token = match token {
            Token::LineComment | Token::BlockComment => {
                trivia
                    .comments
                    .push(comment(token, slice, span, &mut diagnostics));
                continue;
            }
            Token::OpenText => {
                collect(
                    &mut diagnostics,
                    Diagnostic::new(Code::UnclosedString, "quoted text is not closed")
                        .with_label(
                            Span::new(span.start, span.start + trimmed(slice)),
                            "begins here",
                        )
                        .with_help("add `\"` before the end of the line"),
                );
                // Its content is meant as a text, and taken as one.
                Token::Text
            }
            Token::Piece if !is_piece(slice) => {
                collect(
                    &mut diagnostics,
                    Diagnostic::new(Code::BadPiece, format!("`{}` is no piece", short(slice)))
                        .with_label(span, "no piece's letter after the point")
                        .with_help(letters(slice)),
                );
                Token::Error
            }
            Token::Or | Token::And | Token::Not | Token::Eq | Token::Ne | Token::Le
                if slice.is_ascii() =>
            {
                if folded.wants(Severity::Note)
                    && let Some(note) = read_as_meant(token, slice, span)
                {
                    folded.collect(&mut diagnostics, note);
                }
                token
            }
            token if !slice.is_ascii() => {
                if folded.wants(Severity::Note)
                    && let Some(note) = read_as_meant(token, slice, span)
                {
                    folded.collect(&mut diagnostics, note);
                }
                token
            }
            token => token,
        };
        lexemes.push(Lexeme {
            token,
            start: span.start,
            end: span.end,
        });
    }
    flush(text, &mut bad, None, &mut lexemes, &mut diagnostics);
    zones(&mut lexemes);
    (lexemes, trivia, diagnostics, folded)
}

/// `zone` begins a definition, and before `(` an operand. Everything after the lexer takes the two for different words.
fn zones(lexemes: &mut [Lexeme]) {
    let mut next = None;
    for lexeme in lexemes.iter_mut().rev() {
        if lexeme.token == Token::Zone && next == Some(Token::LParen) {
            lexeme.token = Token::ZoneOf;
        }
        next = Some(lexeme.token);
    }
}

/// Ends a run of unknown text and begins the next one.
fn flush(
    text: &str,
    bad: &mut Option<Span>,
    next: Option<Span>,
    lexemes: &mut Vec<Lexeme>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if let Some(run) = std::mem::replace(bad, next) {
        let slice = text.get(run.start as usize..run.end as usize).unwrap_or("");
        let last = lexemes.last().map(|last| last.token);
        collect(diagnostics, unknown::unknown(slice, run, last));
        lexemes.push(Lexeme {
            token: Token::Error,
            start: run.start,
            end: run.end,
        });
    }
}

/// The table's entry of a comment, with an error where a `/*` is not closed.
fn comment(token: Token, slice: &str, span: Span, diagnostics: &mut Vec<Diagnostic>) -> Comment {
    if token == Token::BlockComment {
        if slice.len() < 4 || !slice.ends_with("*/") {
            collect(
                diagnostics,
                Diagnostic::new(Code::UnclosedComment, "comment is not closed")
                    .with_label(Span::new(span.start, span.start + 2), "begins here")
                    .with_help("add `*/` where the comment ends"),
            );
        }
        return Comment {
            kind: CommentKind::Block,
            span,
        };
    }
    let kind = if slice.starts_with("//!") {
        CommentKind::FileDoc
    } else if slice.starts_with("///") && !slice.starts_with("////") {
        CommentKind::Doc
    } else {
        CommentKind::Line
    };
    Comment {
        kind,
        span: Span::new(span.start, span.start + trimmed(slice)),
    }
}

/// The length without the blanks (and a carriage return) at the end.
fn trimmed(slice: &str) -> u32 {
    slice.trim_end().len() as u32
}

/// Whether the text after the dot is one piece letter or `*`.
fn is_piece(slice: &str) -> bool {
    slice
        .split_once('.')
        .is_some_and(|(_, letter)| matches!(letter, "K" | "Q" | "R" | "B" | "N" | "P" | "*"))
}

/// The note on a spelling of another language.
fn read_as_meant(token: Token, slice: &str, span: Span) -> Option<Diagnostic> {
    let row = symbols::symbol(token)?;
    let sign = row.spellings.first()?;
    row.read_as_meant.contains(&slice).then(|| {
        let label = match slice.chars().next().filter(|c| !c.is_ascii()) {
            _ if token == Token::Ne => "the sign of PL/1 and of other languages".to_owned(),
            Some(c) => foreign::description(c),
            None => "another language's sign".to_owned(),
        };
        unknown::read_as(&format!("`{slice}`"), &format!("`{sign}`"), span, label)
    })
}

/// A text for a message, cut where it is long.
pub(super) fn short(slice: &str) -> String {
    let mut chars = slice.chars().map(|c| {
        if c == '`' || c.is_control() {
            '\u{fffd}'
        } else {
            c
        }
    });
    let head: String = chars.by_ref().take(32).collect();
    if chars.next().is_some() {
        format!("{head}…")
    } else {
        head
    }
}

/// The help on a side and a point without a piece's letter.
fn letters(slice: &str) -> String {
    let capital = slice
        .split_once('.')
        .map(|(side, letter)| (side, letter.to_ascii_uppercase()));
    match capital.filter(|(_, letter)| matches!(letter.as_str(), "K" | "Q" | "R" | "B" | "N" | "P"))
    {
        Some((side, letter)) => format!("pieces are written in capitals: `{side}.{letter}`"),
        None => {
            "the letters are `K`, `Q`, `R`, `B`, `N`, `P`, and `*` for all of a side".to_owned()
        }
    }
}
