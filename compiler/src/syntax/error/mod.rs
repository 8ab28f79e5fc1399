//! From "token X was not expected, these were" to a sentence that helps.
//!
//! The automaton knows what is allowed at the place of an error, as a list of up to forty terminals. Two things make a message of
//! that. First the mistakes that people make: each has a sentence of its own, chosen by the tokens on both sides of the place
//! (`sentences`, `strategy`, `foreign`, `habits`). For the rest the list is put in groups ([`in_words`]):
//!
//! ```text
//!   ∪ - \ ∩ = ≠ < … ∧ ∨                    an operator
//!   name integer { ( ¬ ~ W.K any …         an expression
//!   better holding us them depth because   a clause
//!   material example use board …           the next definition
//! ```

mod connections;
mod expected;
mod foreign;
mod habits;
mod items;
mod sentences;
mod strategy;

use super::lexer::{Lexeme, short};
use super::token::Token;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::symbols::{self, Group};
use expected::in_words;
pub(crate) use foreign::{letter_of, side_of};

/// What is wrong with a letter, a square or a move in the place of a name.
pub(super) fn no_name(token: Token, word: &str) -> Option<String> {
    Some(match token {
        Token::Letter | Token::LetterB | Token::LetterN => {
            format!("`{word}` stands for a piece and cannot be a name")
        }
        Token::LetterW => format!("`{word}` stands for White and cannot be a name"),
        Token::Square => format!("`{word}` is a square and cannot be a name"),
        Token::San => format!("`{word}` reads as a move and cannot be a name"),
        _ => return None,
    })
}

/// The help on a semicolon that parts nothing.
pub(super) const SEMICOLON: &str =
    "take the semicolon away; it parts the phases of moves and the sides of a material only";

/// Whether the words of a group begin or end something, so that whatever came before them is over.
pub(super) fn begins_part(group: Group) -> bool {
    use Group::{ActionClause, Clause, End, Item, Rule, Statement};
    matches!(group, Item | Clause | Rule | End | Statement | ActionClause)
}

/// The place of an error.
pub(super) struct Site<'a> {
    pub text: &'a str,
    pub lexemes: &'a [Lexeme],
    /// The index of the unexpected token; the number of the tokens at the end of the text.
    pub at: usize,
    /// The word that begins the definition around the place.
    pub item: Option<Lexeme>,
    /// The innermost bracket that is open.
    pub bracket: Option<Lexeme>,
    /// The terminals that are expected.
    pub expected: Vec<String>,
}

impl Site<'_> {
    /// The diagnostic on an unexpected token, or on the end of the text. None where the lexer has reported the token already.
    pub fn diagnose(mut self) -> Option<Diagnostic> {
        for terminal in &mut self.expected {
            *terminal = terminal.trim_matches('"').replace("\\\\", "\\");
        }
        let is_reported = match self.found() {
            Some(found) => found == Token::Error,
            None => self.before(1) == Some(Token::Error),
        };
        let sentence = || sentences::sentence(&self).unwrap_or_else(|| self.general());
        (!is_reported).then(sentence)
    }

    fn lexeme(&self) -> Option<Lexeme> {
        self.lexemes.get(self.at).copied()
    }

    fn found(&self) -> Option<Token> {
        self.lexeme().map(|lexeme| lexeme.token)
    }

    fn next(&self) -> Option<Lexeme> {
        self.lexemes.get(self.at + 1).copied()
    }

    /// The token some places before the unexpected one.
    fn previous(&self, back: usize) -> Option<Lexeme> {
        let at = self.at.checked_sub(back)?;
        self.lexemes.get(at).copied()
    }

    fn before(&self, back: usize) -> Option<Token> {
        self.previous(back).map(|lexeme| lexeme.token)
    }

    fn slice(&self, lexeme: Lexeme) -> String {
        let range = lexeme.start as usize..lexeme.end as usize;
        short(self.text.get(range).unwrap_or(""))
    }

    /// The unexpected token's place; at the end of the text an empty one after the last token.
    fn place(&self) -> Span {
        let end = self.previous(1).map_or(0, |last| last.end);
        self.lexeme().map_or(Span::new(end, end), Lexeme::span)
    }

    /// The place of the token before the unexpected one.
    fn previous_place(&self) -> Span {
        self.previous(1).map_or(self.place(), Lexeme::span)
    }

    /// The unexpected token's text.
    fn word(&self) -> String {
        self.lexeme()
            .map_or(String::new(), |lexeme| self.slice(lexeme))
    }

    /// The text of the token some places before it.
    fn previous_word(&self, back: usize) -> String {
        self.previous(back)
            .map_or(String::new(), |lexeme| self.slice(lexeme))
    }

    /// Whether the innermost bracket holds the arguments of a call.
    fn is_call(&self) -> bool {
        let bracket = self.bracket.filter(|of| of.token == Token::LParen);
        bracket.is_some_and(|bracket| {
            let at = self.lexemes.partition_point(|of| of.start < bracket.start);
            let before = at.checked_sub(1).and_then(|at| self.lexemes.get(at));
            before.is_some_and(|before| before.token == Token::Name && before.end == bracket.start)
        })
    }

    /// Where the name or the call begins that ends before the unexpected token.
    fn begin_of_call(&self) -> Option<u32> {
        let mut depth = 0_u32;
        let before = self.lexemes.get(..self.at)?;
        for (at, of) in before.iter().enumerate().rev() {
            match of.token {
                Token::RParen => depth += 1,
                Token::LParen => depth = depth.checked_sub(1)?,
                Token::Name if depth == 0 => return Some(of.start),
                _ if depth == 0 => return Some(before.get(at + 1)?.start),
                _ => {}
            }
        }
        None
    }

    fn group(&self) -> Option<Group> {
        self.found().and_then(symbols::symbol).map(|row| row.group)
    }

    fn is_in(&self, item: Token) -> bool {
        self.item.is_some_and(|word| word.token == item)
    }

    fn expects(&self, terminal: &str) -> bool {
        self.expected.iter().any(|expected| expected == terminal)
    }

    fn expects_expression(&self) -> bool {
        self.expects("integer") && self.expects("{")
    }

    fn new_line(&self) -> bool {
        self.is_first(self.at)
    }

    /// Whether a line ends before a token, or before the end of the text.
    fn is_first(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.lexemes.get(at));
        let place = self
            .lexemes
            .get(at)
            .map_or(self.place().start, |of| of.start);
        let line_between = super::driver::line_between;
        before.is_some_and(|before| line_between(self.text, before.end, place))
    }

    fn report(&self, code: Code, message: impl Into<String>, label: &str) -> Diagnostic {
        let diagnostic = Diagnostic::new(code, message);
        match self.previous(1).filter(|_| self.is_cut_off()) {
            Some(previous) => diagnostic
                .with_label(previous.span(), "something is missing after this")
                .with_secondary(self.place(), "before this"),
            None => diagnostic.with_label(self.place(), label),
        }
    }

    fn unexpected(&self, message: impl Into<String>, label: &str) -> Diagnostic {
        self.report(Code::UnexpectedToken, message, label)
    }

    /// Whether a line ends in the middle of something, and the unexpected token begins the next clause or definition: then what is
    /// missing is missing there, and the token itself is in order.
    fn is_cut_off(&self) -> bool {
        let ends = [
            "material",
            "end-advice",
            "end-table",
            "end-strat",
            "end-do",
            "end-action",
        ];
        let is_complete = ends.into_iter().any(|end| self.expects(end));
        self.group().is_some_and(begins_part) && !is_complete && self.new_line()
    }

    /// The message made of the list.
    fn general(&self) -> Diagnostic {
        let wanted = match self.expected.as_slice() {
            [] => "an operator".to_owned(),
            expected => in_words(expected),
        };
        let Some(found) = self.found() else {
            let is_expression =
                self.lexemes.first().map(|first| first.token) == Some(Token::ExpressionFollows);
            let what = if is_expression { "text" } else { "file" };
            let message = format!("the {what} ends where {wanted} was expected");
            return self.report(Code::UnexpectedEnd, message, "ends here");
        };
        let message = format!("expected {wanted}, found `{}`", self.word());
        let is_goal = matches!(found, Token::Reaches | Token::Keeps);
        // Before the positions of a measure there is more to be said first.
        let is_share = is_goal && self.is_in(Token::Measure) && !self.expects("from");
        let help = || {
            format!(
                "a measure says how often: write `share of {} …`",
                self.word()
            )
        };
        let diagnostic = self.unexpected(message, "not expected here");
        diagnostic.with_help_if(is_share.then(help))
    }
}
