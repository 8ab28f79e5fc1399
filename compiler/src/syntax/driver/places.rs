//! Questions and changes at the place of the driver.

use super::{
    Automaton, Code, Diagnostic, Driver, Group, Lexeme, Severity, Span, Token, collect, symbols,
};
use crate::symbols::foreign;

/// How far back the beginning of a line is looked for. A line that is longer counts as not indented.
const LONGEST_LINE: usize = 1_000;

impl<D: Automaton> Driver<'_, D> {
    /// The token at hand; `None` at the end of the text.
    pub(super) fn found(&self) -> Option<Lexeme> {
        self.lexemes.get(self.at).copied()
    }

    /// The token so many places after the one at hand.
    pub(super) fn token(&self, ahead: usize) -> Option<Token> {
        self.peek(ahead).map(|lexeme| lexeme.token)
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<Lexeme> {
        self.lexemes.get(self.at + ahead).copied()
    }

    /// The token so many places before the one at hand.
    pub(super) fn before(&self, back: usize) -> Option<Token> {
        let at = self.at.checked_sub(back)?;
        self.lexemes.get(at).map(|lexeme| lexeme.token)
    }

    pub(super) fn slice(&self, lexeme: Lexeme) -> &str {
        let range = lexeme.start as usize..lexeme.end as usize;
        self.text.get(range).unwrap_or("")
    }

    /// Whether no other token is before this one on its line.
    pub(super) fn is_first(&self, lexeme: Lexeme) -> bool {
        let before = self
            .lexemes
            .partition_point(|before| before.start < lexeme.start);
        let before = before.checked_sub(1).and_then(|at| self.lexemes.get(at));
        before.is_none_or(|before| line_between(self.text, before.end, lexeme.start))
    }

    /// How far the line of a token is indented.
    pub(super) fn indent(&self, lexeme: Lexeme) -> usize {
        let before = self
            .text
            .as_bytes()
            .get(..lexeme.start as usize)
            .unwrap_or(&[]);
        let mut back = before.iter().rev().take(LONGEST_LINE);
        let start = match back.position(|byte| *byte == b'\n') {
            Some(length) => before.len() - length,
            None if before.len() <= LONGEST_LINE => 0,
            None => return 0,
        };
        let line = self.text.get(start..).unwrap_or("");
        let is_blank = |c: &char| matches!(c, ' ' | '\t') || foreign::is_blank(*c);
        line.chars().take_while(is_blank).map(char::len_utf8).sum()
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        collect(self.diagnostics, diagnostic);
    }

    /// Reports an unexpected token.
    pub(super) fn unexpected(&mut self, span: Span, message: String, label: &str, help: &str) {
        let diagnostic = Diagnostic::new(Code::UnexpectedToken, message).with_label(span, label);
        self.report(diagnostic.with_help(help));
    }

    /// Notes that something is read as another spelling. Notes of one message become one.
    pub(super) fn note(&mut self, message: String, span: Span, label: &str) {
        if self.folded.wants(Severity::Note) {
            let note = Diagnostic::new(Code::ReadAsMeant, message).with_label(span, label);
            self.folded.collect(self.diagnostics, note);
        }
    }

    /// Reads the token at hand as another.
    pub(super) fn replace(&mut self, token: Token) {
        if let Some(lexeme) = self.lexemes.get_mut(self.at) {
            lexeme.token = token;
        }
    }

    /// Puts tokens in the place of so many.
    pub(super) fn put(&mut self, count: usize, tokens: impl IntoIterator<Item = Lexeme>) {
        let end = (self.at + count).min(self.lexemes.len());
        self.lexemes.splice(self.at..end, tokens);
        self.prepared = self.prepared.min(self.at);
    }

    /// Puts a token without a text before the one at hand.
    pub(super) fn put_before(&mut self, token: Token) {
        let place = self.at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        let place = place.map_or(0, |last| last.end);
        let (start, end) = (place, place);
        self.put(0, [Lexeme { token, start, end }]);
    }
}

/// Whether a token is a name, or a word that is a name but at its own place.
pub(in crate::syntax) fn is_name(lexeme: Lexeme) -> bool {
    lexeme.token == Token::Name || group(lexeme.token) == Some(Group::Contextual)
}

pub(super) fn group(token: Token) -> Option<Group> {
    symbols::symbol(token).map(|row| row.group)
}

/// The first spelling of a word.
pub(in crate::syntax) fn spelling(token: Token) -> &'static str {
    let row = symbols::symbol(token);
    let first = row.and_then(|row| row.spellings.first());
    first.copied().unwrap_or("")
}

/// Whether an expression can end with this token. No operand follows one directly, so a name or an `if` after it begins something.
pub(in crate::syntax) fn ends_operand(token: Token) -> bool {
    use Token::*;
    matches!(
        token,
        Name | Letter
            | LetterB
            | LetterN
            | LetterW
            | Piece
            | Square
            | San
            | Integer
            | Text
            | Error
            | RParen
            | RBrace
            | Empty
            | Any
            | None
            | ToBoard
            | FromBoard
            | HereBoard
    ) || token != Along
        // A board follows `along`, so a name after it begins nothing.
        && group(token) == Some(Group::Contextual)
}

/// Whether a line ends between two places.
pub(in crate::syntax) fn line_between(text: &str, from: u32, to: u32) -> bool {
    text.get(from as usize..to as usize)
        .is_some_and(|gap| gap.contains('\n'))
}
