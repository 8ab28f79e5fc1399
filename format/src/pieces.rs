//! A text as lines of pieces: tokens, comments, and the parts that `// fmt: off` protects.

use adv_compiler::syntax::token::Token;
use adv_compiler::syntax::{CommentKind, Parsed};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A token.
    Token(Token),
    /// A comment that ends its line.
    LineComment,
    /// A comment between marks; it may have several lines.
    BlockComment,
    /// Whole lines that are printed as they stand.
    Verbatim,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'t> {
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: &'t str,
    /// The offset of its first byte.
    pub start: u32,
    /// The column of its first character in the text, from 0. A tab goes on to the next multiple of four.
    pub column: usize,
    /// Blanks before it on its line, in columns.
    pub gap: usize,
}

impl Piece<'_> {
    /// The token, where it is one.
    pub fn token(&self) -> Option<Token> {
        match self.kind {
            Kind::Token(token) => Some(token),
            _ => None,
        }
    }
}

/// A line of the text that is not empty. A line goes on where a comment between marks, or a protected part, has several lines.
#[derive(Clone, Debug, Default)]
pub struct Line<'t> {
    /// Its pieces.
    pub pieces: Vec<Piece<'t>>,
    /// Whether an empty line comes before it.
    pub after_blank: bool,
}

/// The lines of a text. `tokens` are those that protected lines hold, with the number of the line that they are in.
pub struct Lines<'t> {
    /// The lines in the order of the text.
    pub lines: Vec<Line<'t>>,
    /// The tokens of protected parts: the index of the line, the token and its offset.
    pub protected: Vec<(usize, Token, u32)>,
}

/// Splits a text that has no errors into lines.
pub fn lines<'t>(text: &'t str, parsed: &Parsed) -> Lines<'t> {
    let slice = |start: u32, end: u32| text.get(start as usize..end as usize).unwrap_or("");
    let mut all: Vec<(u32, u32, Kind)> = Vec::new();
    let tokens = parsed.tokens.iter();
    all.extend(tokens.map(|lexeme| (lexeme.start, lexeme.end, Kind::Token(lexeme.token))));
    all.extend(parsed.trivia.comments.iter().map(|comment| {
        let kind = match comment.kind {
            CommentKind::Block => Kind::BlockComment,
            _ => Kind::LineComment,
        };
        (comment.span.start, comment.span.end, kind)
    }));
    all.sort_by_key(|&(start, end, _)| (start, end));

    let mut made = Lines {
        lines: Vec::new(),
        protected: Vec::new(),
    };
    let mut line = Line::default();
    // Where the last piece ends, and its column there.
    let (mut end, mut column) = (0, 0);
    let mut until = 0;
    for at in 0..all.len() {
        let Some(&(start, stop, kind)) = all.get(at) else {
            break;
        };
        if start < until {
            if let Kind::Token(token) = kind {
                made.protected
                    .push((made.lines.len().saturating_sub(1), token, start));
            }
            continue;
        }
        let between = slice(end, start);
        let breaks = breaks(between);
        if breaks > 0 && !line.pieces.is_empty() {
            made.lines.push(std::mem::take(&mut line));
        }
        if line.pieces.is_empty() {
            line.after_blank = breaks > 1 && !made.lines.is_empty();
        }
        let from = if breaks > 0 { 0 } else { column };
        let blanks = between.rsplit(['\n', '\r']).next().unwrap_or("");
        let here = advance(from, blanks.trim_start_matches('\u{feff}'));
        if kind == Kind::LineComment
            && line.pieces.is_empty()
            && is_switch(slice(start, stop), "off")
        {
            // From the beginning of this line to the end of the line that switches on again.
            let on = all.iter().skip(at).find(|&&(begin, close, kind)| {
                kind == Kind::LineComment
                    && is_switch(slice(begin, close), "on")
                    && begins_line(text, begin)
            });
            until = on.map_or(text.len() as u32, |&(_, close, _)| close);
            let begin = start - blanks.len() as u32;
            line.pieces.push(Piece {
                kind: Kind::Verbatim,
                text: slice(begin, until).trim_end_matches(['\n', '\r']),
                start: begin,
                column: 0,
                gap: 0,
            });
            made.lines.push(std::mem::take(&mut line));
            (end, column) = (until, 0);
            continue;
        }
        line.pieces.push(Piece {
            kind,
            text: slice(start, stop),
            start,
            column: here,
            gap: here - from,
        });
        end = stop;
        column = end_column(here, slice(start, stop));
    }
    if !line.pieces.is_empty() {
        made.lines.push(line);
    }
    made
}

/// The column after a text that begins in a column.
pub fn end_column(column: usize, text: &str) -> usize {
    match text.rsplit_once(['\n', '\r']) {
        Some((_, last)) => advance(0, last),
        None => advance(column, text),
    }
}

fn advance(from: usize, text: &str) -> usize {
    text.chars().fold(from, |column, c| match c {
        '\t' => (column / 4 + 1) * 4,
        _ => column + 1,
    })
}

/// How often the line ends in a text of blanks.
fn breaks(blanks: &str) -> usize {
    let feeds = blanks.matches('\n').count();
    let alone = blanks.replace("\r\n", "").matches('\r').count();
    feeds + alone
}

/// Whether a comment is `// fmt: off` or `// fmt: on`.
fn is_switch(comment: &str, word: &str) -> bool {
    comment
        .strip_prefix("//")
        .and_then(|rest| rest.trim().strip_prefix("fmt:"))
        .is_some_and(|rest| rest.trim() == word)
}

/// Whether only blanks come before a place on its line.
fn begins_line(text: &str, at: u32) -> bool {
    let before = text.get(..at as usize).unwrap_or("");
    let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
    line.chars().all(char::is_whitespace)
}
