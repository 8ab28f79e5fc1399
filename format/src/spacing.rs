//! The blanks between two tokens of a line.

use adv_compiler::symbols::{Group, symbol};
use adv_compiler::syntax::token::Token;

/// What is known of the tokens before a place.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The last token, the one before it, and the one before that.
    last: [Option<Token>; 3],
    /// Whether the last token is a sign with one operand.
    unary: bool,
    /// Whether the last token is the keyword of a clause.
    keyword: bool,
    /// How many parentheses and braces are open.
    depth: usize,
    /// The depths at which a colon is awaited that parts `x in b` from what is said of it.
    binders: Vec<usize>,
    /// Whether the item's own `=` has come.
    defined: bool,
    /// Whether the item has a `=` of its own: it is a definition.
    defines: bool,
    /// Whether the item is an evaluation.
    evaluates: bool,
}

/// The blanks before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// None.
    None,
    /// None or one, as the author has it.
    Either,
    /// One. More are kept where tokens of neighbouring lines begin in the same column.
    One,
    /// One. More are kept: another phrase begins here.
    Phrase,
}

impl Context {
    /// The last token.
    pub fn last(&self) -> Option<Token> {
        self.last[0]
    }

    /// Another item begins.
    pub fn begin_item(&mut self) {
        *self = Context::default();
    }

    /// The blanks before the next token.
    pub fn gap(&self, token: Token) -> Gap {
        let Some(last) = self.last[0] else {
            return Gap::One;
        };
        match (last, token) {
            (Token::LParen | Token::LBrace | Token::DotDot | Token::Dot, _) => Gap::None,
            (Token::New | Token::Root | Token::Complement, _) => Gap::None,
            (Token::Not, _) if self.unary => Gap::None,
            (_, Token::Comma | Token::Semi | Token::RParen | Token::RBrace) => Gap::None,
            (_, Token::DotDot | Token::Dot) => Gap::None,
            (Token::Minus, Token::Minus) => Gap::One,
            (Token::Minus, _) if self.unary => Gap::None,
            (_, Token::Colon) if self.binders.last() == Some(&self.depth) => Gap::One,
            // The label of a strategy: `NAME : strat`.
            (_, Token::Colon) if self.depth == 0 && self.last[1].is_none() => Gap::One,
            (_, Token::Colon) => Gap::None,
            (_, Token::LParen) if self.keyword || self.is_valued() => Gap::Phrase,
            (_, Token::LParen) if self.is_callee(last) => Gap::None,
            (_, Token::LParen) if self.is_head() || is_name(last) => Gap::Either,
            // After the item's first word.
            _ if self.last[1].is_none() => Gap::One,
            // The head of a pattern: `pattern NAME in PATH`.
            (_, Token::In) if self.last[1] == Some(Token::Pattern) => Gap::Phrase,
            (_, Token::Eq) if self.depth == 0 && self.defines && !self.defined => Gap::Phrase,
            _ if glues(last) && !self.is_operand_end() || glues(token) => Gap::One,
            _ => Gap::Phrase,
        }
    }

    /// Takes a token in. `keyword`: it begins a clause; `sign`: it is not spelt in letters.
    pub fn push(&mut self, token: Token, keyword: bool, sign: bool) {
        let definition = matches!(
            token,
            Token::Board | Token::Number | Token::Descriptor | Token::Zone | Token::Moves
        );
        if self.last[0].is_none() {
            self.defines = definition || token == Token::Plan;
            self.evaluates = token == Token::Evaluation;
        }
        self.defined |= token == Token::Eq && self.depth == 0;
        self.unary = match token {
            Token::Minus => !self.is_operand_end() && !self.is_head_sign(),
            Token::Not | Token::Complement => sign,
            _ => false,
        };
        match token {
            Token::LParen | Token::LBrace => self.depth += 1,
            Token::RParen | Token::RBrace => self.depth = self.depth.saturating_sub(1),
            Token::In if self.binds() => self.binders.push(self.depth),
            Token::Colon if self.binders.last() == Some(&self.depth) => {
                self.binders.pop();
            }
            _ => {}
        }
        self.keyword = keyword;
        self.last = [Some(token), self.last[0], self.last[1]];
    }

    /// Whether `in` comes after `exists x`, `sum x` or `{x`.
    fn binds(&self) -> bool {
        let opens = matches!(
            self.last[1],
            Some(Token::Exists | Token::All | Token::Min | Token::Max | Token::Sum | Token::LBrace)
        );
        opens && self.last[0].is_some_and(is_name)
    }

    /// Whether the last token ends an operand, so that a minus after it subtracts.
    fn is_operand_end(&self) -> bool {
        match self.last[0] {
            _ if self.keyword || self.is_valued() => false,
            Some(Token::Times) => self.last[1] == Some(Token::Dot),
            Some(token) => {
                is_name(token)
                    || matches!(
                        token,
                        Token::RParen
                            | Token::RBrace
                            | Token::Piece
                            | Token::Square
                            | Token::Integer
                            | Token::Letter
                            | Token::LetterB
                            | Token::LetterN
                            | Token::LetterW
                            | Token::Empty
                            | Token::Any
                            | Token::ToBoard
                            | Token::FromBoard
                            | Token::TakenBoard
                            | Token::HereBoard
                    )
            }
            None => false,
        }
    }

    /// Whether the last token is the pattern to which an evaluation gives a worth: `worth NAME -20`.
    fn is_valued(&self) -> bool {
        self.evaluates && self.last[1] == Some(Token::Worth)
    }

    /// Whether a minus here belongs to the head of a strategy: `descr - d`.
    fn is_head_sign(&self) -> bool {
        matches!(self.last[0], Some(Token::Figures | Token::Descr))
    }

    /// Whether a parenthesis after the last token opens its arguments.
    fn is_callee(&self, last: Token) -> bool {
        if self.is_head() {
            return false;
        }
        // A word like `along` may be a name here or not.
        last == Token::Name
            || matches!(
                last,
                Token::Letter
                    | Token::LetterB
                    | Token::LetterN
                    | Token::Min
                    | Token::Max
                    | Token::Sum
                    | Token::ZoneOf
                    | Token::Satisfiable
            ) && !matches!(self.last[1], Some(Token::For))
    }

    /// Whether the last token is a name that a head in parentheses may follow: of a table, an action or a strategy.
    fn is_head(&self) -> bool {
        matches!(
            self.last[1],
            Some(Token::Table | Token::Action | Token::Strat)
        )
    }
}

/// Whether a token joins its two neighbours to one phrase.
fn glues(token: Token) -> bool {
    let operator = symbol(token).is_some_and(|row| row.group == Group::Operator);
    operator || matches!(token, Token::Comma | Token::Colon)
}

/// Whether a token is a name at some places.
fn is_name(token: Token) -> bool {
    token == Token::Name || symbol(token).is_some_and(|row| row.group == Group::Contextual)
}
