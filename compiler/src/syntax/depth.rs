//! How deep the tree of an expression becomes, told from its tokens.
//!
//! The parser's stack is on the heap, but code that walks, copies or drops the tree recurses. So the depth is bounded before there is a
//! tree:
//!
//! ```text
//!   number n = ( 1 + 2 * ( not a
//!   depth      1   2   3 4   5
//! ```

use super::token::Token;
use crate::symbols::{self, Group};

/// How deep brackets, and how long chains of prefixes, may be.
const NESTING: usize = 256;
/// How deep the tree of one expression may become by brackets, prefixes and operators together. A tree of this depth can be
/// walked by a function that takes 4 KiB a level on a thread of 2 MiB.
const DEPTH: usize = 512;

/// An upper bound of the depth of the tree that the tokens so far make.
///
/// Every bracket, prefix and operator makes the tree at most one deeper. A comma and the words that begin a new expression go
/// back to the depth of the bracket around, the parts of an `if` to the depth of that `if`. A row of `∧` and a row of `∨` are
/// one level each, however long, and nothing binds looser but `if`, `exists` and their like; so after either word the tree is
/// two levels below the last of those.
pub(super) struct Depth {
    levels: Vec<Level>,
    total: usize,
    /// Prefixes and brackets in a row.
    row: usize,
}

/// The inside of a bracket.
#[derive(Clone, Copy, Default)]
struct Level {
    /// Prefixes and operators since the last comma.
    run: usize,
    /// `run` after the last `if`.
    at_if: usize,
    /// `run` after the last word whose last part goes as far as it can: `if`, `then`, `else`, `exists`, `min`.
    at_body: usize,
}

impl Depth {
    pub fn new() -> Depth {
        Depth::inside(0)
    }

    /// The count inside so many statements: their tree is walked with the expression's.
    pub fn inside(statements: usize) -> Depth {
        Depth {
            levels: vec![Level::default()],
            total: statements,
            row: 0,
        }
    }

    /// Counts a token; an error is the message that it is nested too deep.
    pub fn enter(&mut self, token: Token) -> Result<(), String> {
        match token {
            Token::LParen | Token::LBrace => {
                self.levels.push(Level::default());
                self.total += 1;
                self.row += 1;
            }
            Token::RParen | Token::RBrace => {
                self.row = 0;
                if self.levels.len() > 1 {
                    let level = self.levels.pop().unwrap_or_default();
                    self.total = self.total.saturating_sub(level.run + 1);
                }
            }
            Token::Not
            | Token::Minus
            | Token::Complement
            | Token::New
            | Token::Root
            | Token::Turned
            | Token::If => {
                self.add();
                self.row += 1;
                if token == Token::If {
                    self.set_if();
                }
            }
            Token::Exists | Token::All | Token::Min | Token::Max | Token::Sum => {
                self.add();
                self.set_body();
            }
            Token::Then | Token::Else | Token::ElseIf => {
                self.row = 0;
                self.back_to(|level| level.at_if);
            }
            Token::And | Token::Or => {
                self.row = 0;
                self.back_to(|level| level.at_body);
                self.add();
                self.add();
            }
            Token::Comma | Token::Semi => {
                self.row = 0;
                self.back_to(|_| 0);
            }
            token => {
                self.row = 0;
                match symbols::symbol(token).map(|row| row.group) {
                    Some(Group::Operator) => self.add(),
                    Some(
                        Group::Item | Group::Clause | Group::Rule | Group::Modifier | Group::Claim,
                    ) => self.back_to(|_| 0),
                    _ => {}
                }
            }
        }
        if self.levels.len() > NESTING || self.row > NESTING {
            return Err(format!(
                "nesting is too deep: at most {NESTING} brackets or prefixes may be nested"
            ));
        }
        if self.total > DEPTH {
            return Err(format!(
                "the expression is too long: at most {DEPTH} operators may be nested or in a row"
            ));
        }
        Ok(())
    }

    fn add(&mut self) {
        self.total += 1;
        if let Some(level) = self.levels.last_mut() {
            level.run += 1;
        }
    }

    fn set_if(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.at_if = level.run;
            level.at_body = level.run;
        }
    }

    fn set_body(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.at_body = level.run;
        }
    }

    fn back_to(&mut self, depth: impl Fn(Level) -> usize) {
        if let Some(level) = self.levels.last_mut() {
            let target = depth(*level);
            self.total = self.total.saturating_sub(level.run.saturating_sub(target));
            level.run = level.run.min(target);
            level.at_if = level.at_if.min(target);
            level.at_body = level.at_body.min(target);
        }
    }
}
