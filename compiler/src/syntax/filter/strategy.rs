//! The stack of what is open inside a strategy, kept while its tokens pass.
//!
//! ```text
//!   strat K-R-VS-K ( … )                       Strategy
//!     do-while (MV(B.K) ≠ ∅)                   Strategy Loop
//!       if POPP(W.K, B.K) then                 Strategy Loop Choice
//!         action wait (any, ok)  prefer if     Strategy Loop Choice Value
//! ```
//!
//! An `if` is a statement where no operand is awaited, for no operand follows another directly. What the author left open is closed
//! here, what nothing has opened is taken out (`ends`), so the grammar sees blocks that match, whatever was written, and no deeper
//! inside one another than [`MOST`].

use super::{Filter, Lexeme, ends_operand};
use crate::diagnostics::Code;
use crate::symbols::{self, Group};
use crate::syntax::depth::Depth;
use crate::syntax::token::Token;

/// How deep statements may be nested: in blocks, and after `otherwise`. Their walkers recurse.
const MOST: usize = 100;

/// Something open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenKind {
    /// The strategy itself.
    Strategy,
    /// `do-while`
    Loop,
    /// `if` as a statement.
    Choice(Stage),
    /// `if` as a value.
    Value,
    /// `(` or `{`
    Bracket,
}

/// How far an `if` has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Condition,
    Body,
    /// After its `else`.
    Last,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub kind: OpenKind,
    pub keyword: Lexeme,
    /// The end word was not written because the beginning was not either, or lies in a part that is passed over: its lack is no news.
    pub quiet: bool,
    /// This `if` was made of an `else-if` that belongs to none.
    pub implied: bool,
    /// Written with `else if`, the two words apart.
    pub spaced: bool,
    /// The innermost frame that holds statements, that is no bracket, that is a bracket inside that statement: this one, or one around
    /// it. Kept in every frame, because looking for them would take a walk for each token.
    block: usize,
    word: usize,
    bracket: Option<usize>,
    /// How many statements enclose this block.
    depth: usize,
    /// How many times `otherwise` occurs in the statement being read.
    chain: usize,
    /// The word of the statement being read.
    pub last: Option<Token>,
    /// An `else` that belongs to no `if` was taken out here, so that an `end-if` may come that ends none.
    pub stray: bool,
}

/// What is open in the strategy being read.
#[derive(Default)]
pub(super) struct Nest {
    pub frames: Vec<Frame>,
    /// The token before in the text, as it was read.
    pub before: Option<Token>,
    /// The `then` or `else` before begins statements.
    branch: bool,
    /// Statements too deep: nothing is passed on while more frames than this are open.
    pub skip: Option<usize>,
    /// The `if` closed last was written with `else if` in two words.
    pub spaced: bool,
    /// The name of the strategy.
    pub name: Option<Lexeme>,
}

/// Whether a word begins definitions.
fn is_item(token: Token) -> bool {
    symbols::symbol(token).is_some_and(|row| row.group == Group::Item)
}

impl Nest {
    pub fn is_open(&self) -> bool {
        !self.frames.is_empty()
    }

    /// The words that begin a part of the head, where one must come.
    pub fn head_words(&self) -> Option<&'static [Token]> {
        let [strategy, bracket] = self.frames.as_slice() else {
            return None;
        };
        if strategy.last.is_some() || bracket.kind != OpenKind::Bracket {
            return None;
        }
        let begins_part = matches!(self.before, Some(Token::LParen | Token::Semi));
        begins_part.then_some(&[Token::InClass, Token::Descr, Token::OutClass])
    }

    /// The innermost bracket that is open in the statement being read.
    fn bracket(&self) -> Option<usize> {
        self.frames.last().and_then(|frame| frame.bracket)
    }

    /// The innermost frame that holds statements.
    pub fn block(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.block)
    }

    /// The innermost frame that is no bracket.
    pub fn word(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.word)
    }
}

impl Filter<'_> {
    /// Opens a strategy at its word `strat`.
    pub(super) fn begin_strategy(&mut self, strat: Lexeme) {
        let label = self.output.iter().rev().nth(1).copied();
        let label = label.filter(|label| label.token == Token::Label);
        let next = self.peek(0).filter(|name| self.is_name(*name));
        self.nest = Nest {
            name: label.or(next),
            before: Some(Token::Strat),
            ..Nest::default()
        };
        self.push_frame(OpenKind::Strategy, strat);
        self.depth = Depth::new();
        self.output.push(strat);
    }

    /// Whether a token begins a definition, so that the strategy must have ended before it.
    pub(super) fn ends_strategy(&self, lexeme: Lexeme, is_label: bool) -> bool {
        let begins_item = symbols::symbol(lexeme.token).is_some_and(|row| row.group == Group::Item);
        let before = self.nest.before;
        // `within 3 moves` is said better by the grammar.
        let two_before = self.output.iter().rev().nth(1).map(|lexeme| lexeme.token);
        let is_unit = lexeme.token == Token::Moves && two_before == Some(Token::Within);
        let is_complete = before.is_none_or(|before| {
            ends_operand(before)
                || matches!(
                    before,
                    Token::Semi | Token::EndIf | Token::EndDo | Token::Stop
                )
        });
        is_label || begins_item && (self.first_on_line(lexeme) || is_complete && !is_unit)
    }

    /// Whether a statement can begin at the next token, so that a name there is a mistake.
    pub(super) fn at_statement(&self) -> bool {
        self.nest.is_open()
            && self.nest.before.is_some_and(|before| match before {
                Token::Then | Token::Else | Token::ElseIf => self.nest.branch,
                Token::Semi | Token::EndIf | Token::EndDo | Token::Otherwise | Token::Stop => true,
                other => ends_operand(other),
            })
    }

    /// Takes a token between `strat` and its end word.
    pub(super) fn take_in_strategy(&mut self, lexeme: Lexeme) {
        let lexeme = self.misspelt_word(lexeme);
        let branch = std::mem::take(&mut self.nest.branch);
        let read = match lexeme.token {
            Token::LParen | Token::LBrace => {
                self.push_frame(OpenKind::Bracket, lexeme);
                self.pass_inside(lexeme)
            }
            Token::RParen | Token::RBrace => {
                if let Some(at) = self.nest.bracket() {
                    self.nest.frames.truncate(at);
                }
                self.pass_inside(lexeme)
            }
            Token::If => {
                let at_statement = match self.nest.before {
                    Some(Token::Then | Token::Else | Token::ElseIf) => branch,
                    // The paper's `NAME : STRAT` without a head: the first statement follows at once.
                    Some(Token::Strat) => true,
                    // After a part that was not understood, the line decides.
                    Some(Token::Error) => self.first_on_line(lexeme),
                    _ => self.at_statement(),
                };
                if at_statement {
                    self.open(OpenKind::Choice(Stage::Condition), lexeme)
                } else {
                    self.push_frame(OpenKind::Value, lexeme);
                    self.pass_inside(lexeme)
                }
            }
            Token::DoWhile => self.open(OpenKind::Loop, lexeme),
            Token::Action | Token::Consult | Token::Apply | Token::Stop => {
                let level = self.begin_statement(lexeme.token);
                self.pass_on(lexeme, level)
            }
            Token::Then => self.take_then(lexeme),
            Token::Else | Token::ElseIf => self.take_else(lexeme),
            Token::EndIf | Token::EndDo | Token::EndStrat | Token::EndAdvice | Token::EndTable => {
                self.take_end(lexeme)
            }
            Token::EndAction => self.end_of_action(lexeme),
            Token::Otherwise => self.take_otherwise(lexeme),
            Token::Us if self.nest.bracket().is_some() => self.pass_inside(lexeme),
            Token::Us | Token::Holding | Token::Within | Token::Prefer | Token::Because => {
                self.reset(self.nest.block());
                self.pass_inside(lexeme)
            }
            // After an operand no name can follow, so these begin clauses there, and an operand follows as after `prefer`.
            Token::Cost | Token::Effort
                if self.nest.bracket().is_none() && self.nest.before.is_some_and(ends_operand) =>
            {
                self.reset(self.nest.block());
                self.pass_inside(lexeme);
                Token::Prefer
            }
            Token::Semi => self.take_semicolon(lexeme),
            token if is_item(token) => self.take_item_word(lexeme),
            _ => self.pass_inside(lexeme),
        };
        self.nest.before = Some(read);
    }

    /// A word that begins definitions, where a strategy goes on: the grammar would take it for the beginning of one.
    fn take_item_word(&mut self, lexeme: Lexeme) -> Token {
        let word = self.slice(lexeme).to_owned();
        let before = self.nest.before;
        let is_unit = lexeme.token == Token::Moves
            && self.output.iter().rev().nth(1).map(|before| before.token) == Some(Token::Within);
        if is_unit || self.nest.skip.is_some() || self.skipping {
            return self.pass_inside(lexeme);
        }
        let label = "not expected here";
        match before {
            Some(Token::Consult | Token::Apply)
                if self.peek(0).is_some_and(|n| self.is_name(n)) =>
            {
                let message = format!("expected a name, found `{word}`");
                let help = "the name alone is enough";
                self.report(Code::UnexpectedToken, message, lexeme.span(), label, help);
                // What follows is the name.
                before.unwrap_or(lexeme.token)
            }
            Some(Token::Action | Token::Consult | Token::Apply) => {
                let message = format!("`{word}` is a reserved word");
                let help = "choose another name";
                self.report(Code::ReservedName, message, lexeme.span(), label, help);
                self.pass_inside(Lexeme {
                    token: Token::Name,
                    ..lexeme
                })
            }
            _ => {
                let message = format!("`{word}` begins a definition, which is not allowed here");
                let help = "reserved words are no names";
                self.report(Code::UnexpectedToken, message, lexeme.span(), label, help);
                self.pass_inside(Lexeme {
                    token: Token::Error,
                    ..lexeme
                })
            }
        }
    }

    fn push_frame(&mut self, kind: OpenKind, keyword: Lexeme) {
        let own = self.nest.frames.len();
        let around = self.nest.frames.get(self.nest.block());
        let depth = around.map_or(0, |block| block.depth + block.chain + 1);
        let is_block = !matches!(kind, OpenKind::Value | OpenKind::Bracket);
        let is_bracket = kind == OpenKind::Bracket;
        let bracket = self.nest.bracket().filter(|_| !is_block);
        self.nest.frames.push(Frame {
            block: if is_block { own } else { self.nest.block() },
            word: if is_bracket { self.nest.word() } else { own },
            bracket: if is_bracket { Some(own) } else { bracket },
            kind,
            keyword,
            quiet: self.nest.skip.is_some(),
            implied: false,
            spaced: false,
            depth,
            chain: 0,
            last: None,
            stray: false,
        });
    }

    /// Goes back to the block at `at`: what is open inside it is not waited for, and a new expression begins.
    pub(super) fn reset(&mut self, at: usize) {
        self.nest.frames.truncate(at + 1);
        let depth = self
            .nest
            .frames
            .last()
            .map_or(0, |block| block.depth + block.chain);
        self.depth = Depth::inside(depth);
        self.skipping = false;
    }

    /// Begins a statement in the innermost block, where a forgotten `then` is not waited for. Gives the number of frames around it.
    fn begin_statement(&mut self, word: Token) -> usize {
        let goes_on = self.nest.before == Some(Token::Otherwise);
        let at = self.nest.block();
        let mut inside = self.nest.frames.iter().skip(at + 1);
        let open_value = inside.any(|frame| frame.kind == OpenKind::Value);
        if let Some(block) = self.nest.frames.get_mut(at) {
            if block.kind == OpenKind::Choice(Stage::Condition) {
                block.kind = OpenKind::Choice(Stage::Body);
            }
            block.last = Some(word);
            if !goes_on {
                block.chain = 0;
            }
            // An `if` read as a value, whose value never came, was perhaps meant as a statement.
            block.stray |= open_value;
        }
        self.reset(at);
        at + 1
    }

    /// Opens a block, unless it is nested too deep: then it is skipped.
    pub(super) fn open(&mut self, kind: OpenKind, word: Lexeme) -> Token {
        let level = self.begin_statement(word.token);
        self.push_frame(kind, word);
        let depth = self.nest.frames.last().map_or(0, |frame| frame.depth);
        if depth > MOST && self.nest.skip.is_none() {
            self.statements_too_deep(word, level);
            return word.token;
        }
        self.pass_on(word, level)
    }

    fn statements_too_deep(&mut self, word: Lexeme, level: usize) {
        let message = format!("nesting is too deep: at most {MOST} statements may be nested");
        let help = "give the inner statements a strategy of their own and `apply` it";
        self.too_deep(word, message, help);
        self.nest.skip = Some(level);
        for frame in &mut self.nest.frames {
            frame.quiet = true;
        }
    }

    /// Opens an `if` in the place of an `else-if` that belongs to none.
    pub(super) fn open_implied(&mut self, word: Lexeme) -> Token {
        let word = Lexeme {
            token: Token::If,
            ..word
        };
        let read = self.open(OpenKind::Choice(Stage::Condition), word);
        if let Some(frame) = self.nest.frames.last_mut() {
            frame.quiet = true;
            frame.implied = true;
        }
        read
    }

    fn take_then(&mut self, lexeme: Lexeme) -> Token {
        let at = self.nest.word();
        match self.nest.frames.get_mut(at) {
            Some(frame) if frame.kind == OpenKind::Choice(Stage::Condition) => {
                frame.kind = OpenKind::Choice(Stage::Body);
                frame.last = None;
                frame.chain = 0;
                self.reset(at);
                self.nest.branch = true;
                self.pass_on(lexeme, at + 1)
            }
            _ => self.pass_inside(lexeme),
        }
    }

    pub(super) fn take_otherwise(&mut self, lexeme: Lexeme) -> Token {
        let at = self.nest.block();
        let mut depth = 0;
        if let Some(block) = self.nest.frames.get_mut(at) {
            block.chain += 1;
            depth = block.depth + block.chain;
        }
        self.reset(at);
        if depth > MOST && self.nest.skip.is_none() {
            self.statements_too_deep(lexeme, at + 1);
            return lexeme.token;
        }
        self.pass_inside(lexeme)
    }

    /// Gives a branch of the `if` at `at` to the grammar: `else`, or `else-if` with its condition to come.
    pub(super) fn begin_branch(&mut self, at: usize, lexeme: Lexeme) -> Token {
        let spaced = self.is_spaced(lexeme);
        if let Some(choice) = self.nest.frames.get_mut(at) {
            choice.kind = OpenKind::Choice(if lexeme.token == Token::Else {
                Stage::Last
            } else {
                Stage::Condition
            });
            choice.last = None;
            choice.chain = 0;
            choice.spaced |= spaced;
        }
        self.reset(at);
        self.nest.branch = lexeme.token == Token::Else;
        self.pass_on(lexeme, at + 1)
    }

    /// A `;` between statements is passed on. One before a clause cuts the clause off, and one between phases without
    /// parentheses is not needed, for the grammar complains about the parentheses.
    fn take_semicolon(&mut self, lexeme: Lexeme) -> Token {
        if self.nest.bracket().is_some() {
            return self.pass_inside(lexeme);
        }
        let at = self.nest.block();
        self.reset(at);
        let last = self.nest.frames.get(at).and_then(|block| block.last);
        let clause = self.peek(0).filter(|next| match next.token {
            Token::Us
            | Token::Holding
            | Token::Within
            | Token::Prefer
            | Token::Cost
            | Token::Effort
            | Token::Because => last == Some(Token::Action),
            Token::Otherwise => matches!(last, Some(Token::Action | Token::Consult)),
            _ => false,
        });
        if let Some(clause) = clause {
            let of = if last == Some(Token::Consult) {
                "`consult`"
            } else {
                "the action"
            };
            let message = format!("`;` cuts `{}` off from {of}", self.slice(clause));
            let help = "take the semicolon away";
            self.report(
                Code::StraySemicolon,
                message,
                lexeme.span(),
                "the statement goes on after it",
                help,
            );
            return lexeme.token;
        }
        if self.token(0) == Some(Token::At) {
            return lexeme.token;
        }
        self.pass_inside(lexeme)
    }

    /// Gives a token inside a statement to the grammar, unless it lies in a part that is passed over.
    pub(super) fn pass_inside(&mut self, lexeme: Lexeme) -> Token {
        if self.nest.skip.is_none() {
            self.pass(lexeme);
        }
        lexeme.token
    }

    /// Gives a word to the grammar that begins a statement or a branch, or ends a block, inside so many frames. Where statements
    /// too deep are passed over, the first such word outside them that is not after an `otherwise` is where reading goes on.
    pub(super) fn pass_on(&mut self, lexeme: Lexeme, level: usize) -> Token {
        let goes_on = self.nest.before == Some(Token::Otherwise);
        match self.nest.skip {
            Some(skip) if level > skip || goes_on => {}
            _ => {
                self.nest.skip = None;
                self.output.push(lexeme);
            }
        }
        lexeme.token
    }
}
