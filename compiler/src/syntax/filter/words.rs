//! Words that belong together: `not in`, `else if`, `end if`, `do while`, prefixes and pieces with blanks inside, bounds and their units.

use super::{Filter, Lexeme, collect, line_between, short, spelling};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::symbols::{self, Group};
use crate::syntax::token::Token;

/// How many tokens a depth has at most, where its unit is looked for.
const MOST_IN_DEPTH: usize = 24;

impl Filter<'_> {
    /// The next token, with the words that belong together put together.
    pub(super) fn next(&mut self) -> Option<Lexeme> {
        self.pass_stray_points();
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
        if matches!(first.token, Token::Move | Token::Name)
            && let Some(token) = self.unit(first)
        {
            return Some(Lexeme { token, ..first });
        }
        if let Some(printed) = self.as_printed(first) {
            return Some(printed);
        }
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
                    (true, Token::Action) => Token::EndAction,
                    (true, Token::Pattern) => Token::EndPattern,
                    (true, Token::Evaluation) => Token::EndEvaluation,
                    (true, Token::Texts) => Token::EndTexts,
                    (true, Token::If) if at_statement => Token::EndIf,
                    (true, Token::Name) if at_statement && word == "do" => Token::EndDo,
                    (false, Token::Name) if at_statement && word == "while" => Token::DoWhile,
                    _ => return Some(first),
                };
                let lexeme = together(self, hyphen + 1, token)?;
                self.read_as(lexeme);
                return Some(lexeme);
            }
            // The prefix for the root of an earlier draft of the language.
            Token::Name if self.slice(first) == "O" && self.is_prefix() => {
                let lexeme = together(self, 1, Token::Root)?;
                let operand = self.peek(0).map_or("", |next| self.slice(next));
                let help = format!(
                    "the position where the advice was consulted is `root.`: write `root.{}`",
                    short(operand)
                );
                let message = "`O.` is not a prefix".to_owned();
                let span = Span::new(lexeme.start, lexeme.end);
                self.report(
                    Code::UnexpectedToken,
                    message,
                    span,
                    "read as `root.`",
                    &help,
                );
                return Some(lexeme);
            }
            Token::Name | Token::LetterN if self.token(0) == Some(Token::Dot) => {
                let token = match self.slice(first) {
                    "root" | "ROOT" => Token::Root,
                    "new" | "NEW" | "N" => Token::New,
                    _ => return Some(first),
                };
                let lexeme = together(self, 1, token)?;
                let whole = self.with_operand(lexeme);
                if self.is_blank_only(whole) {
                    self.blank_at_point(whole);
                } else {
                    self.blank(lexeme, "before");
                }
                return Some(lexeme);
            }
            Token::New | Token::Root if next.is_some_and(|next| next.start > first.end) => {
                let whole = self.with_operand(first);
                if self.is_blank_only(whole) {
                    self.blank_at_point(whole);
                } else {
                    self.blank(first, "after");
                }
            }
            Token::LetterW | Token::LetterB | Token::Us | Token::Them
                if self.token(0) == Some(Token::Dot) =>
            {
                let letters = [Token::Letter, Token::LetterB, Token::LetterN, Token::Times];
                if self.token(1).is_some_and(|token| letters.contains(&token)) {
                    let lexeme = together(self, 2, Token::Piece)?;
                    let meant: String = self.slice(lexeme).split_whitespace().collect();
                    // Without a blank its letter is of another alphabet, which has been reported.
                    if meant == self.slice(lexeme) {
                        return Some(lexeme);
                    }
                    if self.is_blank_only(lexeme) {
                        self.blank_at_point(lexeme);
                        return Some(lexeme);
                    }
                    let message = format!("line break inside the piece `{}`", short(&meant));
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

    /// Whether a name is followed by a point and something that is no piece's letter.
    fn is_prefix(&self) -> bool {
        use Token::{Letter, LetterB, LetterN, Times};
        let letters = [Letter, LetterB, LetterN, Times];
        let next = self.token(1);
        self.token(0) == Some(Token::Dot) && next.is_some_and(|next| !letters.contains(&next))
    }

    /// The unit that a word after `within 3` is: `move` for `moves`, `ply` for `plies`.
    fn unit(&mut self, word: Lexeme) -> Option<Token> {
        let mut before = self.output.iter().rev();
        let (count, within) = (before.next().copied()?, before.next()?);
        if count.token != Token::Integer || within.token != Token::Within {
            return None;
        }
        let token = match self.slice(word) {
            "move" | "MOVE" => Token::Moves,
            "ply" | "PLY" => Token::Plies,
            _ => return None,
        };
        let number = short(self.slice(count));
        if number != "1" {
            let message = format!(
                "`{number} {}` is read as `{number} {}`",
                short(self.slice(word)),
                spelling(token)
            );
            let note = Diagnostic::new(Code::ReadAsMeant, message);
            collect(self.diagnostics, note.with_label(word.span(), "the unit"));
        }
        Some(token)
    }

    /// Whether `moves` is meant as the unit of a depth: `depth 3 moves`. It is reported then.
    pub(super) fn is_unit_of_depth(&mut self, word: Lexeme) -> bool {
        let begins = self.peek(0).is_some_and(|next| self.is_name(next))
            && matches!(self.token(1), Some(Token::Eq | Token::LParen));
        if word.token != Token::Moves || begins || self.first_on_line(word) {
            return false;
        }
        let mut before = self.output.iter().rev().take(MOST_IN_DEPTH);
        let clause = before.position(|before| {
            use Group::{Claim, Clause, End, Item, Rule, Statement};
            symbols::symbol(before.token).is_some_and(|row| {
                matches!(row.group, Claim | Clause | End | Item | Rule | Statement)
            })
        });
        let Some(clause) = clause.and_then(|at| self.output.len().checked_sub(at + 1)) else {
            return false;
        };
        let Some([depth, bound @ ..]) = self.output.get(clause..) else {
            return false;
        };
        if depth.token != Token::Depth || bound.is_empty() {
            return false;
        }
        let moves = match bound {
            [count] => self.slice(*count).parse::<u64>().ok(),
            _ => None,
        };
        let help = match moves {
            Some(moves @ 1..=100) => format!(
                "{moves} moves of ours with the replies between them are `depth {}`",
                2 * moves - 1
            ),
            _ => "n moves of ours with the replies between them are `depth 2 * n - 1`".to_owned(),
        };
        let message = "a depth is counted in plies, found `moves`".to_owned();
        let (span, label) = (word.span(), "not the unit here");
        self.report(Code::UnexpectedToken, message, span, label, &help);
        true
    }

    /// Notes that several words are read as one.
    pub(super) fn read_as(&mut self, lexeme: Lexeme) {
        let meant = spelling(lexeme.token);
        let words: Vec<&str> = self.slice(lexeme).split_whitespace().collect();
        let words = short(&words.join(" "));
        let message = || format!("`{words}` is read as `{meant}`");
        self.note(message, lexeme.span(), "one word");
    }

    /// Reports a line break, or a comment, at the point of a prefix, which is then read as meant.
    fn blank(&mut self, prefix: Lexeme, side: &str) {
        let word: String = self.slice(prefix).split_whitespace().collect();
        let operand = self.peek(0).map_or("", |next| self.slice(next));
        let help = format!("write `{}{}`", short(&word), short(operand));
        let span = Span::new(prefix.start, prefix.end);
        self.report(
            Code::SpacedPrefix,
            format!("line break {side} the point of `{}`", short(&word)),
            span,
            "one word",
            &help,
        );
    }
}
