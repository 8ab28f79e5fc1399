//! How deep the tree of an expression becomes, told from its tokens.
//!
//! The parser's stack is on the heap, but code that walks, copies or drops the tree recurses. So the depth is bounded before there is a
//! tree:
//!
//! ```text
//!   number n = ( 1 + 2 * ( not a
//!   depth      1   2   3 4   5
//! ```

use super::places::group;
use super::{Automaton, Code, Diagnostic, Driver, Group, Lexeme, Token, ends_operand};

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

    /// Whether no bracket is open.
    fn is_flat(&self) -> bool {
        self.levels.len() == 1
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
                match group(token) {
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

/// How deep statements may be nested: in blocks, and after `otherwise`. Their walkers recurse.
const STATEMENTS: usize = 100;

impl<D: Automaton> Driver<'_, D> {
    /// Counts a token that is shifted. Where it is nested too deep, it is reported, and all that lies inside is one unknown token.
    pub(super) fn is_too_deep(&mut self, lexeme: Lexeme) -> bool {
        use Group::{ActionClause, Clause, End, Item, Rule, Statement};
        let begins_part = matches!(
            group(lexeme.token),
            Some(Item | Clause | Rule | End | Statement | ActionClause)
        );
        if begins_part && (self.depth.is_flat() || self.marks.len() <= 1) {
            self.reset_depth();
        }
        let (message, help, end) =
            if matches!(lexeme.token, Token::DoWhile | Token::If | Token::Otherwise)
                && self.statements() > STATEMENTS
            {
                let message =
                    format!("nesting is too deep: at most {STATEMENTS} statements may be nested");
                for block in self.blocks() {
                    self.quiet.insert(block.at);
                }
                let help = "give the inner statements a strategy of their own and `apply` it";
                (message, help, self.end_of_statement())
            } else if let Err(message) = self.depth.enter(lexeme.token) {
                (
                    message,
                    "give the inner parts names of their own",
                    self.end_of_part(),
                )
            } else {
                return false;
            };
        self.errors += 1;
        let diagnostic = Diagnostic::new(Code::NestingTooDeep, message);
        let diagnostic = diagnostic.with_label(lexeme.span(), "too deep here");
        self.report(diagnostic.with_help(help));
        let token = Token::Error;
        self.put(end - self.at, [Lexeme { token, ..lexeme }]);
        true
    }

    /// Begins to count anew, inside the statements that are open.
    pub(super) fn reset_depth(&mut self) {
        self.depth = Depth::inside(self.nested().min(STATEMENTS));
    }

    /// How many words are open that statements may be nested in, those that belong to values included.
    fn nested(&self) -> usize {
        let marks = self.marks.iter().flatten();
        let words = marks.filter_map(|mark| self.lexemes.get(*mark));
        words
            .filter(|word| matches!(word.token, Token::DoWhile | Token::If | Token::Otherwise))
            .count()
    }

    /// How many statements are open.
    fn statements(&self) -> usize {
        if self.nested() < STATEMENTS || !self.in_strategy() {
            return 0;
        }
        let marks = self.marks.iter().enumerate();
        let open = marks.filter(|(place, mark)| {
            let word = mark.and_then(|mark| self.lexemes.get(mark));
            word.is_some_and(|word| match word.token {
                Token::DoWhile | Token::Otherwise => true,
                Token::If => self.begins_statement(*place),
                _ => false,
            })
        });
        open.count() + 1
    }

    /// The end of the statement that begins here, with what follows its `otherwise`.
    fn end_of_statement(&self) -> usize {
        use Token::{
            Action, Apply, Consult, DoWhile, Else, ElseIf, EndDo, EndIf, Otherwise, Semi, Stop,
            Then,
        };
        let (mut open, mut before) = (0usize, None);
        for (at, lexeme) in self.lexemes.iter().enumerate().skip(self.at) {
            let is_statement = match lexeme.token {
                Action | Apply | Consult | DoWhile | Stop => true,
                Token::If => before.is_none_or(|before| {
                    ends_operand(before)
                        || [Semi, Then, Else, EndIf, EndDo, Otherwise, Stop].contains(&before)
                }),
                _ => false,
            };
            let is_end = matches!(lexeme.token, EndDo | EndIf);
            let goes_on = before.is_none_or(|before| before == Otherwise);
            if open == 0
                && (is_statement && !goes_on || is_end || matches!(lexeme.token, Else | ElseIf))
                || self.ends_strategy(*lexeme)
            {
                return at;
            }
            open += usize::from(is_statement && matches!(lexeme.token, Token::If | DoWhile));
            open -= usize::from(is_end && open > 0);
            before = Some(lexeme.token);
        }
        self.lexemes.len()
    }

    pub(super) fn ends_strategy(&self, lexeme: Lexeme) -> bool {
        matches!(lexeme.token, Token::EndStrat | Token::Label)
            || group(lexeme.token) == Some(Group::Item) && self.is_first(lexeme)
    }

    /// The next clause, statement or definition.
    fn end_of_part(&self) -> usize {
        use Group::{ActionClause, Clause, End, Item, Rule, Statement};
        let in_strategy = self.in_strategy();
        let mut rest = self.lexemes.iter().enumerate().skip(self.at + 1);
        let next = rest.find(|(_, lexeme)| match group(lexeme.token) {
            Some(Statement | End | Rule | ActionClause) if in_strategy => true,
            Some(Item | Clause | Rule | End | Statement) => self.is_first(**lexeme),
            _ => lexeme.token == Token::Label,
        });
        next.map_or(self.lexemes.len(), |(at, _)| at)
    }
}
