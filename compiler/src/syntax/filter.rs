//! Between the lexer and the grammar: words that belong together, and words that mean another thing by the token beside them.
//!
//! ```text
//!   `not in`, `else if`      become one token
//!   `in class`, `a V b`      the paper's print, read as meant, with a note (`printed`)
//!   `end advice`             read as `end-advice`, with a note
//!   `W .K`, `root .x`        read as meant, with an error
//!   `NAME : strat`           its name becomes a label
//! ```
//!
//! All of this is told by neighbours. What depends on what the grammar expects is seen to while it is read (`driver`).

mod printed;
mod words;

use super::driver::{end_of, ends_operand, is_name, line_between, spelling};
use super::lexer::{Lexeme, collect, short};
use super::token::Token;
use super::unknown::FoldedDiagnostics;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::symbols;

/// Prepares the lexer's tokens for the grammar.
pub(super) fn filter(
    text: &str,
    input: &[Lexeme],
    diagnostics: &mut Vec<Diagnostic>,
    folded: &mut FoldedDiagnostics,
) -> Vec<Lexeme> {
    let output = Vec::with_capacity(input.len() + 8);
    let mut filter = Filter {
        text,
        input,
        at: 0,
        output,
        diagnostics,
        folded,
    };
    while let Some(lexeme) = filter.next() {
        filter.take(lexeme);
    }
    filter.output
}

struct Filter<'a> {
    text: &'a str,
    input: &'a [Lexeme],
    /// The next token of the input.
    at: usize,
    output: Vec<Lexeme>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Notes of one sort are one note with further places.
    folded: &'a mut FoldedDiagnostics,
}

impl Filter<'_> {
    fn peek(&self, ahead: usize) -> Option<Lexeme> {
        self.input.get(self.at + ahead).copied()
    }

    fn token(&self, ahead: usize) -> Option<Token> {
        self.peek(ahead).map(|lexeme| lexeme.token)
    }

    /// The token so many places before the next one, as it was read.
    fn before(&self, back: usize) -> Option<Token> {
        let at = self.output.len().checked_sub(back)?;
        self.output.get(at).map(|lexeme| lexeme.token)
    }

    fn slice(&self, lexeme: Lexeme) -> &str {
        self.text
            .get(lexeme.start as usize..lexeme.end as usize)
            .unwrap_or("")
    }

    fn report(&mut self, code: Code, message: String, span: Span, label: &str, help: &str) {
        collect(
            self.diagnostics,
            Diagnostic::new(code, message)
                .with_label(span, label)
                .with_help(help),
        );
    }

    /// Notes that something is read as another spelling. Notes of one message become one.
    fn note(&mut self, message: impl FnOnce() -> String, span: Span, label: &str) {
        if self.folded.wants(Severity::Note) {
            let note = Diagnostic::new(Code::ReadAsMeant, message()).with_label(span, label);
            self.folded.collect(self.diagnostics, note);
        }
    }

    /// Passes a token on, a part of a library path as a name, and a name before `: strat` as a label.
    fn take(&mut self, mut lexeme: Lexeme) {
        let previous = self.output.last();
        if previous.is_some_and(|last| last.token == Token::Dot && last.end == lexeme.start)
            && self.slice(lexeme).len() > 1
            && symbols::symbol(lexeme.token).is_some_and(|row| row.is_reserved())
        {
            lexeme.token = Token::Name;
        }
        let is_before_strategy =
            self.token(0) == Some(Token::Colon) && self.token(1) == Some(Token::Strat);
        if is_before_strategy && (is_name(lexeme) || self.is_bad_label(lexeme)) {
            lexeme.token = Token::Label;
        }
        self.output.push(lexeme);
    }

    /// Whether a word before `: strat` is no name; it is reported then.
    fn is_bad_label(&mut self, lexeme: Lexeme) -> bool {
        let Some(message) = super::error::no_name(lexeme.token, &short(self.slice(lexeme))) else {
            return false;
        };
        let help = "write the name of the strategy before `: strat`";
        let label = "a name is expected here";
        self.report(Code::ReservedName, message, lexeme.span(), label, help);
        true
    }
}
