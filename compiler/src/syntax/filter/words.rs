//! Words that belong together: `not in`, `else if`, `end if`, `do while`, and prefixes and pieces with blanks inside.

use super::{Filter, Lexeme, collect, line_between, short, spelling};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::token::Token;

impl Filter<'_> {
    /// The next token, with the words that belong together put together.
    pub(super) fn next(&mut self) -> Option<Lexeme> {
        let first = self.peek(0)?;
        self.at += 1;
        let next = self.peek(0);
        let together = |filter: &mut Self, count: usize, token: Token| {
            let end = filter.peek(count - 1).map_or(first.end, |last| last.end);
            filter.at += count;
            Some(Lexeme {
                token,
                start: first.start,
                end,
            })
        };
        match first.token {
            Token::Not if self.token(0) == Some(Token::In) => {
                return together(self, 1, Token::NotIn);
            }
            Token::Else
                if next.is_some_and(|next| {
                    next.token == Token::If && !line_between(self.text, first.end, next.start)
                }) =>
            {
                return together(self, 1, Token::ElseIf);
            }
            Token::Name if matches!(self.slice(first), "end" | "END" | "do" | "DO") => {
                let hyphen = usize::from(self.token(0) == Some(Token::Minus));
                let Some(second) = self
                    .peek(hyphen)
                    .filter(|word| !line_between(self.text, first.end, word.start))
                else {
                    return Some(first);
                };
                let word = self.slice(second).to_ascii_lowercase();
                let is_end = self.slice(first).len() == 3;
                // Outside a strategy, and as an operand, these two may be names of the author's.
                let at_statement = self.at_statement();
                let token = match (is_end, second.token) {
                    (true, Token::Advice) => Token::EndAdvice,
                    (true, Token::Table) => Token::EndTable,
                    (true, Token::Strat) => Token::EndStrat,
                    (true, Token::If) if at_statement => Token::EndIf,
                    (true, Token::Name) if at_statement && word == "do" => Token::EndDo,
                    (false, Token::Name) if at_statement && word == "while" => Token::DoWhile,
                    _ => return Some(first),
                };
                let lexeme = together(self, hyphen + 1, token)?;
                self.read_as(lexeme);
                return Some(lexeme);
            }
            Token::Name | Token::LetterN if self.token(0) == Some(Token::Dot) => {
                let token = match self.slice(first) {
                    "root" | "ROOT" => Token::Root,
                    "new" | "NEW" | "N" => Token::New,
                    _ => return Some(first),
                };
                let lexeme = together(self, 1, token)?;
                self.blank(lexeme, "before");
                return Some(lexeme);
            }
            Token::New | Token::Root if next.is_some_and(|next| next.start > first.end) => {
                self.blank(first, "after")
            }
            Token::LetterW | Token::LetterB | Token::Us | Token::Them
                if self.token(0) == Some(Token::Dot) =>
            {
                let letters = [Token::Letter, Token::LetterB, Token::LetterN, Token::Times];
                if self.token(1).is_some_and(|token| letters.contains(&token)) {
                    let lexeme = together(self, 2, Token::Piece)?;
                    let meant: String = self.slice(lexeme).split_whitespace().collect();
                    let message = format!("blank inside the piece `{}`", short(&meant));
                    let span = Span::new(lexeme.start, lexeme.end);
                    self.report(
                        Code::SpacedPrefix,
                        message,
                        span,
                        "one word",
                        &format!("write `{}`", short(&meant)),
                    );
                    return Some(lexeme);
                }
            }
            _ => {}
        }
        Some(first)
    }

    /// Notes that several words are read as one.
    pub(super) fn read_as(&mut self, lexeme: Lexeme) {
        let meant = spelling(lexeme.token);
        let message = format!("`{}` is read as `{meant}`", short(self.slice(lexeme)));
        collect(
            self.diagnostics,
            Diagnostic::new(Code::ReadAsMeant, message).with_label(lexeme.span(), "one word"),
        );
    }

    /// Reports a blank at the point of a prefix, which is then read as meant.
    fn blank(&mut self, prefix: Lexeme, side: &str) {
        let word: String = self.slice(prefix).split_whitespace().collect();
        let operand = self.peek(0).map_or("", |next| self.slice(next));
        let help = format!("write `{}{}`", short(&word), short(operand));
        let span = Span::new(prefix.start, prefix.end);
        self.report(
            Code::SpacedPrefix,
            format!("blank {side} the point of `{}`", short(&word)),
            span,
            "one word",
            &help,
        );
    }
}
