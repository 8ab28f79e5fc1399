//! Between the lexer and the grammar: what is easier said of tokens than of rules.
//!
//! ```text
//!   advice squeeze            block opened            `not in`, `else if`      become one token
//!     better room < 3                                 `end advice`             read as `end-advice`, with a note
//!                             ← `end-advice` put in   `W .K`, `root .x`        read as meant, with an error
//!   table krk                 and its lack reported   `strat … end-strat`      becomes one token, reported once
//! ```
//!
//! Supplying a forgotten end word here keeps the advice that lacks it, which no place for `!` in the grammar could do. Trees too
//! deep are refused here too, by the count that [`Depth`] keeps.

use super::depth::Depth;
use super::lexer::{Lexeme, collect, short};
use super::token::Token;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::symbols::{self, Group};

/// Prepares the lexer's tokens for the grammar.
pub(super) fn filter(
    text: &str,
    input: Vec<Lexeme>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Lexeme> {
    let output = Vec::with_capacity(input.len() + 8);
    let mut filter = Filter {
        text,
        input,
        at: 0,
        output,
        diagnostics,
        block: None,
        depth: Depth::new(),
        skipping: false,
    };
    while let Some(lexeme) = filter.next() {
        filter.take(lexeme);
    }
    filter.end_block(None);
    filter.output
}

/// Whether a line ends between two places.
pub(super) fn line_between(text: &str, from: u32, to: u32) -> bool {
    text.get(from as usize..to as usize)
        .is_some_and(|gap| gap.contains('\n'))
}

/// The advice or table whose end has not come yet.
struct Block {
    end: Token,
    keyword: Lexeme,
    /// The token after the keyword, usually its name.
    name: Option<Lexeme>,
}

struct Filter<'a> {
    text: &'a str,
    input: Vec<Lexeme>,
    /// The next token of the input.
    at: usize,
    output: Vec<Lexeme>,
    diagnostics: &'a mut Vec<Diagnostic>,
    block: Option<Block>,
    depth: Depth,
    /// After nesting too deep: everything up to the next definition or clause is passed over.
    skipping: bool,
}

impl Filter<'_> {
    fn peek(&self, ahead: usize) -> Option<Lexeme> {
        self.input.get(self.at + ahead).copied()
    }

    fn token(&self, ahead: usize) -> Option<Token> {
        self.peek(ahead).map(|lexeme| lexeme.token)
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

    /// The next token, with the words that belong together put together.
    fn next(&mut self) -> Option<Lexeme> {
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
            Token::Name if matches!(self.slice(first), "end" | "END") => {
                let hyphen = usize::from(self.token(0) == Some(Token::Minus));
                let end = match self.token(hyphen) {
                    Some(Token::Advice) => Token::EndAdvice,
                    Some(Token::Table) => Token::EndTable,
                    Some(Token::Strat) => Token::EndStrat,
                    _ => return Some(first),
                };
                if self
                    .peek(hyphen)
                    .is_some_and(|word| line_between(self.text, first.end, word.start))
                {
                    return Some(first);
                }
                let lexeme = together(self, hyphen + 1, end)?;
                let meant = symbols::symbol(end)
                    .and_then(|row| row.spellings.first())
                    .unwrap_or(&"");
                let message = format!("`{}` is read as `{meant}`", self.slice(lexeme));
                let span = Span::new(lexeme.start, lexeme.end);
                collect(
                    self.diagnostics,
                    Diagnostic::new(Code::ReadAsMeant, message).with_label(span, "one word"),
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

    /// Passes a token on, with what has to come before it or instead of it.
    fn take(&mut self, mut lexeme: Lexeme) {
        let previous = self.output.last().copied();
        if previous.is_some_and(|last| last.token == Token::Dot && last.end == lexeme.start)
            && self.slice(lexeme).len() > 1
            && symbols::symbol(lexeme.token).is_some_and(|row| row.is_reserved())
        {
            // A part of a library path.
            lexeme.token = Token::Name;
        }
        let is_label = lexeme.token == Token::Name
            && self.token(0) == Some(Token::Colon)
            && self.token(1) == Some(Token::Strat);
        let begins_strategy = lexeme.token == Token::Strat || is_label;
        let group = symbols::symbol(lexeme.token).map(|row| row.group);
        let first_on_line = self.first_on_line(lexeme);

        if first_on_line
            && matches!(
                group,
                Some(Group::Item | Group::Clause | Group::Rule | Group::End)
            )
            || begins_strategy
        {
            self.depth = Depth::new();
            self.skipping = false;
        }
        if self.skipping {
            return;
        }
        if self.block.is_some() && previous.is_none_or(|previous| previous.token != Token::Colon) {
            // No clause and no rule begins with a word that begins a definition; only the type of a parameter can stand here.
            if group == Some(Group::Item) || begins_strategy {
                self.end_block(Some(lexeme));
            }
        }
        if is_label {
            lexeme.token = Token::Label;
        }
        let in_strategy = self
            .block
            .as_ref()
            .is_some_and(|block| block.end == Token::EndStrat);
        match lexeme.token {
            Token::Strat => {
                self.block = Some(Block {
                    end: Token::EndStrat,
                    keyword: lexeme,
                    name: self.peek(0),
                });
            }
            Token::Semi if !in_strategy && !self.parts_something() => {
                let span = Span::new(lexeme.start, lexeme.end);
                let help = "take the semicolon away; it parts the phases of moves and the sides of a material only";
                self.report(
                    Code::StraySemicolon,
                    "`;` is not allowed here".to_owned(),
                    span,
                    "nothing to part",
                    help,
                );
                return;
            }
            Token::Advice | Token::Table => {
                let expected = [Token::Expect, Token::Comma, Token::Not];
                if previous.is_none_or(|previous| !expected.contains(&previous.token)) {
                    let end = if lexeme.token == Token::Advice {
                        Token::EndAdvice
                    } else {
                        Token::EndTable
                    };
                    self.block = Some(Block {
                        end,
                        keyword: lexeme,
                        name: self.peek(0),
                    });
                }
            }
            Token::EndAdvice | Token::EndTable | Token::EndStrat => {
                self.close_block(lexeme);
                return;
            }
            _ => {}
        }
        if let Err(message) = self.depth.enter(lexeme.token) {
            let span = Span::new(lexeme.start, lexeme.end);
            self.report(
                Code::NestingTooDeep,
                message,
                span,
                "too deep here",
                "give the inner parts names of their own",
            );
            self.output.push(Lexeme {
                token: Token::Error,
                ..lexeme
            });
            self.skipping = true;
            return;
        }
        self.output.push(lexeme);
    }

    fn first_on_line(&self, lexeme: Lexeme) -> bool {
        let before = self.text.get(..lexeme.start as usize).unwrap_or("");
        before
            .bytes()
            .rev()
            .find(|byte| !matches!(byte, b' ' | b'\t'))
            .is_none_or(|byte| byte == b'\n')
    }

    /// Whether the semicolon just read stands between two phases or two sides of a material.
    fn parts_something(&self) -> bool {
        self.token(0) == Some(Token::At) || self.token(1) == Some(Token::Colon)
    }

    /// Passes an end word on, as the one that the open block needs.
    fn close_block(&mut self, lexeme: Lexeme) {
        let Some(block) = self.block.take() else {
            self.output.push(lexeme);
            return;
        };
        if block.end != lexeme.token {
            let spelling = |token| {
                symbols::symbol(token)
                    .and_then(|row| row.spellings.first())
                    .copied()
                    .unwrap_or("")
            };
            let message = format!(
                "expected `{}`, found `{}`",
                spelling(block.end),
                self.slice(lexeme)
            );
            collect(
                self.diagnostics,
                Diagnostic::new(Code::UnexpectedToken, message)
                    .with_label(Span::new(lexeme.start, lexeme.end), "another end word")
                    .with_secondary(
                        Span::new(block.keyword.start, block.keyword.end),
                        "this is to be ended",
                    ),
            );
        }
        self.output.push(Lexeme {
            token: block.end,
            ..lexeme
        });
    }

    /// Puts in the end word that the open block lacks; `next` is what came in its place, or `None` for the end of the file.
    fn end_block(&mut self, next: Option<Lexeme>) {
        let Some(block) = self.block.take() else {
            return;
        };
        let spelling = |token| {
            symbols::symbol(token)
                .and_then(|row| row.spellings.first())
                .copied()
                .unwrap_or("")
        };
        let name = block.name.filter(|name| {
            name.token == Token::Name
                || symbols::symbol(name.token).is_some_and(|row| row.group == Group::Contextual)
        });
        let span = Span::new(
            block.keyword.start,
            name.map_or(block.keyword.end, |name| name.end),
        );
        let title = name.map_or(String::new(), |name| {
            format!(" {}", short(self.slice(name)))
        });
        let word = spelling(block.keyword.token);
        let end = spelling(block.end);
        let mut diagnostic =
            Diagnostic::new(Code::MissingEnd, format!("`{word}{title}` has no `{end}`"))
                .with_label(span, "begins here");
        let place = self.output.last().map_or(span.end, |last| last.end);
        if let Some(next) = next {
            diagnostic = diagnostic
                .with_secondary(Span::new(next.start, next.end), "the next definition")
                .with_help(format!("add `{end}` before the next definition"));
        } else {
            diagnostic = diagnostic.with_help(format!("add `{end}` at the end of the file"));
        }
        collect(self.diagnostics, diagnostic);
        // A bracket left open inside the block ends with it.
        self.depth = Depth::new();
        self.output.push(Lexeme {
            token: block.end,
            start: place,
            end: place,
        });
    }
}
