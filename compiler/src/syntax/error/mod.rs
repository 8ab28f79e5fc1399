//! From "token X was not expected, these were" to a sentence that helps.
//!
//! The generated parser knows what is allowed at the place of an error, as a list of up to forty terminals. Two things make a
//! message of that. First the mistakes that people make: each has a sentence of its own, chosen by the tokens on both sides of the
//! place ([`targeted`]). For the rest the list is put in groups ([`in_words`]):
//!
//! ```text
//!   ∪ - \ ∩ = ≠ < … ∧ ∨                    an operator
//!   name integer { ( ¬ ~ W.K any …         an expression
//!   better holding us them depth because   a clause
//!   material example use board …           the next definition
//! ```

mod expected;
mod foreign;
mod strategy;
mod targeted;

use super::lexer::{Lexeme, short};
use super::token::Token;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::symbols::{self, Group};
use expected::in_words;
pub(crate) use foreign::letter_of;
use strategy::is_in_strategy;
use targeted::targeted;

/// Whether the words of a group begin or end something, so that whatever came before them is over.
fn begins_part(group: Group) -> bool {
    use Group::{ActionClause, Clause, End, Item, Rule, Statement};
    matches!(group, Item | Clause | Rule | End | Statement | ActionClause)
}

/// Where an error is looked at.
pub(super) struct Input<'a> {
    pub text: &'a str,
    /// Added to every place.
    pub offset: u32,
    pub lexemes: &'a [Lexeme],
}

/// The diagnostic on an unexpected token, or on the end of the text where `found` is `None`. No diagnostic where the lexer or the
/// filter has reported the token already.
pub(super) fn diagnose(
    input: &Input<'_>,
    place: u32,
    found: Option<Token>,
    expected: &[String],
) -> Option<Diagnostic> {
    if found == Some(Token::Error) {
        return None;
    }
    // The end of the text comes without a place of its own: it is after the last token.
    let at = match found {
        Some(token) => {
            let first = input.lexemes.partition_point(|lexeme| lexeme.start < place);
            let same = input
                .lexemes
                .iter()
                .skip(first)
                .take_while(|lexeme| lexeme.start == place);
            first + same.take_while(|lexeme| lexeme.token != token).count()
        }
        None => input.lexemes.len(),
    };
    let expected = expected
        .iter()
        .map(|terminal| terminal.trim_matches('"').replace("\\\\", "\\"))
        .collect();
    let site = Site {
        input,
        at,
        found,
        expected,
    };
    if site
        .previous(1)
        .is_some_and(|previous| previous.token == Token::Error)
        && found.is_none()
    {
        return None;
    }
    Some(targeted(&site).unwrap_or_else(|| site.general()))
}

/// The place of an error.
struct Site<'a> {
    input: &'a Input<'a>,
    /// The index of the unexpected token.
    at: usize,
    found: Option<Token>,
    expected: Vec<String>,
}

impl Site<'_> {
    fn lexeme(&self) -> Option<Lexeme> {
        self.input.lexemes.get(self.at).copied()
    }

    /// The token some places before the unexpected one.
    fn previous(&self, back: usize) -> Option<Lexeme> {
        self.at
            .checked_sub(back)
            .and_then(|at| self.input.lexemes.get(at))
            .copied()
    }

    fn slice(&self, lexeme: Lexeme) -> String {
        short(
            self.input
                .text
                .get(lexeme.start as usize..lexeme.end as usize)
                .unwrap_or(""),
        )
    }

    fn span(&self, lexeme: Lexeme) -> Span {
        Span::new(
            lexeme.start + self.input.offset,
            lexeme.end + self.input.offset,
        )
    }

    /// The unexpected token's place; at the end of the text an empty one after the last token.
    fn place(&self) -> Span {
        let end = || self.previous(1).map_or(0, |last| last.end);
        let lexeme = self.lexeme().unwrap_or_else(|| Lexeme {
            token: Token::Error,
            start: end(),
            end: end(),
        });
        self.span(lexeme)
    }

    /// The unexpected token's text.
    fn text(&self) -> String {
        self.lexeme()
            .map_or(String::new(), |lexeme| self.slice(lexeme))
    }

    fn group(&self) -> Option<Group> {
        self.found.and_then(symbols::symbol).map(|row| row.group)
    }

    fn expects(&self, terminal: &str) -> bool {
        self.expected.iter().any(|expected| expected == terminal)
    }

    fn expects_expression(&self) -> bool {
        self.expects("integer") && self.expects("{")
    }

    fn new_line(&self) -> bool {
        let (Some(previous), Some(lexeme)) = (self.previous(1), self.lexeme()) else {
            return false;
        };
        super::filter::line_between(self.input.text, previous.end, lexeme.start)
    }

    /// The word that begins the definition around the place.
    fn definition(&self) -> Option<Lexeme> {
        let before = self.input.lexemes.get(..self.at)?;
        let mut in_strategy = is_in_strategy(before);
        before.iter().enumerate().rev().find_map(|(at, lexeme)| {
            let is_item = symbols::symbol(lexeme.token).is_some_and(|row| row.group == Group::Item)
                || lexeme.token == Token::Action && !in_strategy;
            if lexeme.token == Token::EndStrat {
                in_strategy = is_in_strategy(before.get(..at)?);
            }
            let last = at
                .checked_sub(1)
                .and_then(|at| before.get(at))
                .map(|last| last.token);
            let is_part = match last {
                Some(Token::Colon) => true,
                Some(Token::From | Token::FromBoard) => lexeme.token == Token::Example,
                Some(Token::Integer) => lexeme.token == Token::Moves && before.len() > at + 1,
                Some(Token::Expect | Token::Comma | Token::Not) => {
                    matches!(lexeme.token, Token::Advice | Token::Action)
                }
                Some(Token::Consult | Token::Apply | Token::Action) => true,
                _ => false,
            };
            (is_item && !is_part).then_some(*lexeme)
        })
    }

    /// The innermost bracket of the definition that is open here.
    fn open_bracket(&self) -> Option<Lexeme> {
        let mut closed = 0usize;
        for lexeme in self.input.lexemes.get(..self.at)?.iter().rev() {
            match lexeme.token {
                Token::RParen | Token::RBrace => closed += 1,
                Token::LParen | Token::LBrace if closed == 0 => return Some(*lexeme),
                Token::LParen | Token::LBrace => closed -= 1,
                Token::EndAdvice
                | Token::EndTable
                | Token::EndStrat
                | Token::EndAction
                | Token::EndPattern
                | Token::EndEvaluation
                | Token::EndTexts => {
                    return None;
                }
                _ => {}
            }
        }
        None
    }

    fn report(&self, code: Code, message: impl Into<String>, label: &str) -> Diagnostic {
        let diagnostic = Diagnostic::new(code, message);
        match self.previous(1).filter(|_| self.is_cut_off()) {
            Some(previous) => diagnostic
                .with_label(self.span(previous), "something is missing after this")
                .with_secondary(self.place(), "before this"),
            None => diagnostic.with_label(self.place(), label),
        }
    }

    /// Whether a line ends in the middle of something, and the unexpected token begins the next clause or definition: then what is
    /// missing is missing there, and the token itself is in order.
    fn is_cut_off(&self) -> bool {
        let begins = self.group().is_some_and(begins_part);
        let is_complete = [
            "material",
            "end-advice",
            "end-table",
            "end-strat",
            "end-do",
            "end-action",
        ]
        .into_iter()
        .any(|end| self.expects(end));
        begins && !is_complete && self.new_line()
    }

    /// A help line where the name found is nearly one of the words expected.
    fn misspelt(&self) -> Option<String> {
        let name = self.text().to_ascii_lowercase();
        if self.found != Some(Token::Name) || !(5..=20).contains(&name.len()) {
            return None;
        }
        let words = self.expected.iter().filter(|word| {
            symbols::by_terminal(word).is_some_and(|row| row.is_word() && word.len() >= 4)
        });
        let most = if name.len() < 7 { 1 } else { 2 };
        let near = words.map(|word| (strsim::damerau_levenshtein(&name, word), word));
        let (distance, word) = near.min_by_key(|(distance, _)| *distance)?;
        (distance <= most).then(|| format!("did you mean `{word}`?"))
    }

    /// A help line where a measure says what is reached or kept as a proof does: it is a share there.
    fn share_of(&self) -> Option<String> {
        let is_goal = matches!(self.found?, Token::Reaches | Token::Keeps);
        // Before its positions there is more to be said first.
        let is_measure = self.definition()?.token == Token::Measure && !self.expects("from");
        let word = self.text();
        (is_goal && is_measure)
            .then(|| format!("a measure says how often: write `share of {word} …`"))
    }

    /// The message made of the list.
    fn general(&self) -> Diagnostic {
        let wanted = in_words(&self.expected);
        match self.found {
            None => {
                let message = format!("the file ends where {wanted} was expected");
                let message = if self
                    .input
                    .lexemes
                    .first()
                    .is_some_and(|l| l.token == Token::ExpressionFollows)
                {
                    format!("the text ends where {wanted} was expected")
                } else {
                    message
                };
                self.report(Code::UnexpectedEnd, message, "ends here")
            }
            Some(_) => {
                let wanted = if self.expected.is_empty() {
                    "an operator".to_owned()
                } else {
                    wanted
                };
                let message = format!("expected {wanted}, found `{}`", self.text());
                self.report(Code::UnexpectedToken, message, "not expected here")
                    .with_help_if(self.misspelt().or_else(|| self.share_of()))
            }
        }
    }
}
