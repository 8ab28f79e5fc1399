//! Between the lexer and the grammar: what is easier said of tokens than of rules.
//!
//! ```text
//!   advice squeeze            block opened            `not in`, `else if`      become one token
//!                                                     `in class`, `a V b`      the paper's print, read as meant, with a note (`printed`)
//!     better room < 3                                 `end advice`             read as `end-advice`, with a note
//!                             ← `end-advice` put in   `W .K`, `root .x`        read as meant, with an error
//!   table krk                 and its lack reported   `end-tabel`              read as the end word needed, with an error
//!   K-R-VS-K : STRAT                                  `NAME : strat`           its name becomes a label
//! ```
//!
//! Supplying a forgotten end word here keeps the advice that lacks it, which no place for `!` in the grammar could do. Trees too
//! deep are refused here too, by the count that [`Depth`] keeps. The blocks inside a strategy have a stack of their own (`strategy`).

mod blocks;
mod ends;
mod lines;
mod misspelt;
mod printed;
mod strategy;
mod tuples;
mod words;

use super::depth::Depth;
use super::lexer::{Lexeme, collect, short};
use super::token::Token;
use super::unknown::FoldedDiagnostics;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::symbols::{self, Group};
use lines::Lines;
use strategy::Nest;

/// Prepares the lexer's tokens for the grammar.
pub(super) fn filter(
    text: &str,
    input: &[Lexeme],
    diagnostics: &mut Vec<Diagnostic>,
    folded: FoldedDiagnostics,
) -> Vec<Lexeme> {
    let output = Vec::with_capacity(input.len() + 8);
    let mut filter = Filter {
        text,
        input,
        at: 0,
        output,
        diagnostics,
        folded,
        block: None,
        item: None,
        nest: Nest::default(),
        lines: Lines::new(text),
        depth: Depth::new(),
        skipping: false,
        looks: 0,
    };
    while let Some(lexeme) = filter.next() {
        if !filter.five_tuple(lexeme) {
            filter.take(lexeme);
        }
    }
    filter.end_block(None);
    filter.end_strategy(None);
    filter.output
}

/// The first spelling of a word.
fn spelling(token: Token) -> &'static str {
    symbols::symbol(token)
        .and_then(|row| row.spellings.first())
        .copied()
        .unwrap_or("")
}

/// Whether an expression can end with this token. No operand follows one directly, so a name or an `if` after it begins something.
fn ends_operand(token: Token) -> bool {
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
        && symbols::symbol(token).is_some_and(|row| row.group == Group::Contextual)
}

/// Whether a line ends between two places.
pub(super) fn line_between(text: &str, from: u32, to: u32) -> bool {
    text.get(from as usize..to as usize)
        .is_some_and(|gap| gap.contains('\n'))
}

/// What `advice`, `table` and `action` follow where a test expects them.
const EXPECTED: [Token; 3] = [Token::Expect, Token::Comma, Token::Not];

/// The advice, table or action whose end has not come yet.
struct Block {
    end: Token,
    keyword: Lexeme,
    /// The token after the keyword, usually its name.
    name: Option<Lexeme>,
}

struct Filter<'a> {
    text: &'a str,
    input: &'a [Lexeme],
    /// The next token of the input.
    at: usize,
    output: Vec<Lexeme>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Notes of one sort are one note with further places.
    folded: FoldedDiagnostics,
    block: Option<Block>,
    /// The word that began the item being read.
    item: Option<Token>,
    /// The blocks of the strategy being read.
    nest: Nest,
    lines: Lines,
    depth: Depth,
    /// After nesting too deep: everything up to the next definition or clause is passed over.
    skipping: bool,
    /// How many times a five-tuple has been looked for and not found.
    looks: u32,
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

    /// Notes that something is read as another spelling. Notes of one message become one.
    fn note(&mut self, message: impl FnOnce() -> String, span: Span, label: &str) {
        if self.folded.wants(Severity::Note) {
            let note = Diagnostic::new(Code::ReadAsMeant, message()).with_label(span, label);
            self.folded.collect(self.diagnostics, note);
        }
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
        let is_before_strat =
            self.token(0) == Some(Token::Colon) && self.token(1) == Some(Token::Strat);
        let is_label = is_before_strat && (self.is_name(lexeme) || self.is_bad_label(lexeme));
        if self.nest.is_open() {
            if !self.ends_strategy(lexeme, is_label) {
                self.take_in_strategy(lexeme);
                return;
            }
            self.end_strategy(Some(lexeme));
        }
        lexeme = self.misspelt_end(lexeme);
        if !is_label {
            lexeme = self.misspelt_keyword(lexeme);
        }
        if self.is_unit_of_depth(lexeme) {
            return;
        }
        let begins_strategy = lexeme.token == Token::Strat || is_label;
        let group = match self.begins_action(lexeme) {
            true => Some(Group::Item),
            // `plan` begins a clause inside a pattern.
            false if self.is_plan_of_pattern(lexeme) => None,
            false => symbols::symbol(lexeme.token).map(|row| row.group),
        };
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
            // No clause and no rule begins with a word that begins a definition; only the type of a parameter is allowed here.
            if group == Some(Group::Item) && !self.is_unit_of_action(lexeme) || begins_strategy {
                self.end_block(Some(lexeme));
            }
        }
        if is_label {
            lexeme.token = Token::Label;
        } else if group == Some(Group::Item) && first_on_line && !self.is_unit_of_action(lexeme) {
            self.item = Some(lexeme.token);
        }
        if self.is_verdict(lexeme) {
            lexeme.token = Token::Verdict;
        }
        match lexeme.token {
            Token::Strat => {
                self.begin_strategy(lexeme);
                return;
            }
            // Like every other end word, that of a strategy may have a name after it.
            Token::Semi if self.is_behind_strategy() => return,
            Token::Semi if !self.parts_something() => {
                let help = "take the semicolon away; it parts the phases of moves and the sides of a material only";
                self.report(
                    Code::StraySemicolon,
                    "`;` is not allowed here".to_owned(),
                    lexeme.span(),
                    "nothing to part",
                    help,
                );
                return;
            }
            Token::Advice
            | Token::Table
            | Token::Action
            | Token::Pattern
            | Token::Evaluation
            | Token::Texts
                if previous.is_none_or(|previous| !EXPECTED.contains(&previous.token)) =>
            {
                let end = match lexeme.token {
                    Token::Advice => Token::EndAdvice,
                    Token::Table => Token::EndTable,
                    Token::Pattern => Token::EndPattern,
                    Token::Evaluation => Token::EndEvaluation,
                    Token::Texts => Token::EndTexts,
                    _ => Token::EndAction,
                };
                self.block = Some(Block {
                    end,
                    keyword: lexeme,
                    name: self.peek(0),
                });
            }
            Token::EndAdvice
            | Token::EndTable
            | Token::EndAction
            | Token::EndPattern
            | Token::EndEvaluation
            | Token::EndTexts => {
                self.close_block(lexeme);
                return;
            }
            _ => {}
        }
        self.pass(lexeme);
    }

    /// Gives a token of an expression to the grammar, unless it is nested too deep.
    fn pass(&mut self, lexeme: Lexeme) {
        if self.skipping {
            return;
        }
        if let Err(message) = self.depth.enter(lexeme.token) {
            self.too_deep(lexeme, message, "give the inner parts names of their own");
            self.skipping = true;
            return;
        }
        self.output.push(lexeme);
    }

    /// Reports nesting too deep and lets the grammar see an error in its place.
    fn too_deep(&mut self, lexeme: Lexeme, message: String, help: &str) {
        self.report(
            Code::NestingTooDeep,
            message,
            lexeme.span(),
            "too deep here",
            help,
        );
        self.output.push(Lexeme {
            token: Token::Error,
            ..lexeme
        });
    }

    /// Whether a token is a name, or a word that is a name but at its own place.
    fn is_name(&self, lexeme: Lexeme) -> bool {
        lexeme.token == Token::Name
            || symbols::symbol(lexeme.token).is_some_and(|row| row.group == Group::Contextual)
    }

    /// Whether a word before `: strat` is no name; it is reported then.
    fn is_bad_label(&mut self, lexeme: Lexeme) -> bool {
        let word = short(self.slice(lexeme));
        let message = match lexeme.token {
            Token::Letter | Token::LetterB | Token::LetterN => {
                format!("`{word}` stands for a piece and cannot be a name")
            }
            Token::LetterW => format!("`{word}` stands for White and cannot be a name"),
            Token::Square => format!("`{word}` is a square and cannot be a name"),
            Token::San => format!("`{word}` reads as a move and cannot be a name"),
            _ => return false,
        };
        let help = "write the name of the strategy before `: strat`";
        let label = "a name is expected here";
        self.report(Code::ReservedName, message, lexeme.span(), label, help);
        true
    }

    /// Whether a word outside of strategies begins an action: anywhere but where a test expects one.
    fn begins_action(&self, lexeme: Lexeme) -> bool {
        let previous = self.output.last();
        lexeme.token == Token::Action
            && previous.is_none_or(|previous| !EXPECTED.contains(&previous.token))
    }

    /// Whether `moves` stands where an action has the unit of its bound: the grammar says what is wrong with it.
    fn is_unit_of_action(&self, lexeme: Lexeme) -> bool {
        let two_before = self.output.iter().rev().nth(1);
        lexeme.token == Token::Moves
            && two_before.is_some_and(|before| before.token == Token::Within)
            && self
                .block
                .as_ref()
                .is_some_and(|block| block.end == Token::EndAction)
            && !self.first_on_line(lexeme)
    }

    /// Whether `plan` begins a clause of a pattern: a plan of the file has an `=` after its name.
    fn is_plan_of_pattern(&self, lexeme: Lexeme) -> bool {
        lexeme.token == Token::Plan
            && self.token(1) != Some(Token::Eq)
            && self
                .block
                .as_ref()
                .is_some_and(|block| block.end == Token::EndPattern)
    }

    /// Whether a name is what a test expects of an explanation: a name follows it.
    fn is_verdict(&self, lexeme: Lexeme) -> bool {
        let words = ["explains", "forced", "possible", "refuted"];
        let previous = self.output.last();
        lexeme.token == Token::Name
            && previous.is_some_and(|previous| EXPECTED.contains(&previous.token))
            && self.item == Some(Token::Test)
            && self.peek(0).is_some_and(|next| self.is_name(next))
            && words.contains(&self.slice(lexeme).to_ascii_lowercase().as_str())
    }

    fn first_on_line(&self, lexeme: Lexeme) -> bool {
        self.lines.is_first(lexeme.start)
    }

    /// Whether `end-strat` was read last, or it and a name.
    fn is_behind_strategy(&self) -> bool {
        let mut last = self.output.iter().rev().take(2);
        let end = last.find(|last| !self.is_name(**last));
        end.is_some_and(|end| end.token == Token::EndStrat)
    }

    /// Whether the semicolon just read is between two phases or two sides of a material.
    fn parts_something(&self) -> bool {
        self.token(0) == Some(Token::At) || self.token(1) == Some(Token::Colon)
    }
}
