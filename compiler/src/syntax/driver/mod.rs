//! The loop around the generated automaton: what is not expected is repaired where one change is plainly meant, or left to a `!`.
//!
//! ```text
//!   tokens ──▶ shift, reduce ──▶ tree
//!                 │ error
//!                 ▼
//!   repair   the automaton says what it expects, its stack says what is open:
//!              beter room < 3           a word that is expected is near        `better`
//!              end-tabel                the end of the open block is expected  `end-table`
//!              number n = 1             an end is missing before this          `end-advice` put in
//!   recover  else the nearest `!` of the grammar takes the error, and tokens are passed over up to one that fits
//! ```
//!
//! Recovery is lalrpop's, written again, because its own loop cannot change a token. A text without mistakes is read once, and each
//! error costs one look at the stack, so the time is linear in the text.

mod automaton;
mod blocks;
mod branches;
mod depth;
mod follow;
mod places;
mod tuples;
mod words;

use std::collections::BTreeSet;

use lalrpop_util::{ErrorRecovery, ParseError};

use super::actions::GaveUp;
use super::error::Site;
use super::lexer::{Lexeme, collect, short};
use super::token::Token;
use super::unknown::FoldedDiagnostics;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::Span;
use crate::symbols::{self, Group};
use automaton::Action;
pub(in crate::syntax) use automaton::Automaton;
pub(super) use blocks::end_of;
use depth::Depth;
pub(super) use places::{ends_operand, is_name, line_between, spelling};

/// The errors from which the driver recovers, and the repairs that it makes, before it gives up: several on one line are reported as one.
const MAX_ERRORS: usize = 4 * super::parser::MAX_ERRORS;

/// The same in one item, after which the rest of the item is passed over.
const MAX_IN_ITEM: usize = 64;

/// Tokens, how they were read, and what was wrong with them.
pub(super) struct Driver<'a, D: Automaton> {
    machine: D,
    text: &'a str,
    /// The tokens; those before `at` as they were read, with ends put in.
    lexemes: Vec<Lexeme>,
    at: usize,
    /// The tokens before this one have been prepared.
    prepared: usize,
    states: Vec<i16>,
    symbols: Vec<(u32, D::Symbol, u32)>,
    /// The token of each symbol that is one.
    marks: Vec<Option<usize>>,
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Notes of one sort are one note with further places.
    folded: FoldedDiagnostics,
    errors: usize,
    /// The errors before the item being read.
    errors_before: usize,
    depth: Depth,
    /// Tokens are passed over, up to one that fits after an error.
    recovering: bool,
    /// An `else` of no `if`, or the beginning of a statement, was passed over, so an `end-if` may come that ends nothing.
    stray: bool,
    /// The `if`s that were put in the place of an `else-if` that belongs to none.
    implied: Vec<usize>,
    /// Words that begin a block whose missing end is no news.
    quiet: BTreeSet<usize>,
    /// How many times a five-tuple has been looked for and not found.
    looks: u32,
}

/// The driver has read all, or has given up after too many errors.
type Outcome = Result<(), GaveUp>;

impl<'a, D: Automaton> Driver<'a, D> {
    pub fn new(
        machine: D,
        text: &'a str,
        lexemes: Vec<Lexeme>,
        diagnostics: &'a mut Vec<Diagnostic>,
        folded: FoldedDiagnostics,
    ) -> Driver<'a, D> {
        Driver {
            states: vec![machine.start_state()],
            machine,
            text,
            lexemes,
            at: 0,
            prepared: 0,
            symbols: Vec::new(),
            marks: Vec::new(),
            diagnostics,
            folded,
            errors: 0,
            errors_before: 0,
            depth: Depth::new(),
            recovering: false,
            stray: false,
            implied: Vec::new(),
            quiet: BTreeSet::new(),
            looks: 0,
        }
    }

    /// Reads all tokens. Gives them as they were read, and whether the end was reached.
    pub fn run(mut self) -> (Vec<Lexeme>, bool) {
        let is_read = loop {
            if let Some(outcome) = self.step() {
                break outcome.is_ok();
            }
        };
        (self.lexemes, is_read)
    }

    /// Takes a step of the automaton, or makes a repair. Gives the outcome where it was the last.
    fn step(&mut self) -> Option<Outcome> {
        self.prepare();
        match Action::of(self.machine.action_on(self.top(), self.token(0))) {
            Action::Shift(state) => {
                if let Some(lexeme) = self.found() {
                    self.shift(state, lexeme);
                }
                None
            }
            Action::Reduce(reduction) => self.reduce(reduction),
            Action::Error if self.repair() => None,
            Action::Error => self.recover(),
        }
    }

    fn top(&self) -> i16 {
        self.states.last().copied().unwrap_or(0)
    }

    fn shift(&mut self, state: i16, lexeme: Lexeme) {
        let Some(index) = self.machine.token_to_index(&lexeme.token) else {
            return;
        };
        if self.is_too_deep(lexeme) {
            return;
        }
        if self.marks.len() <= 1 {
            self.errors_before = self.errors;
        }
        let symbol = self.machine.token_to_symbol(index, lexeme.token);
        self.states.push(state);
        self.symbols.push((lexeme.start, symbol, lexeme.end));
        self.marks.push(Some(self.at));
        self.at += 1;
    }

    /// Runs an action of the grammar. Gives the outcome where it was the last.
    fn reduce(&mut self, reduction: i16) -> Option<Outcome> {
        let start = self.found().map(|lexeme| lexeme.start);
        let (states, symbols) = (&mut self.states, &mut self.symbols);
        let last = self
            .machine
            .reduce(reduction, start.as_ref(), states, symbols);
        self.marks.truncate(self.symbols.len().saturating_sub(1));
        self.marks.resize(self.symbols.len(), None);
        last.map(|result| result.map_err(|_| GaveUp))
    }

    /// Reports the error and lets a `!` of the grammar have it. Gives an outcome where none can.
    fn recover(&mut self) -> Option<Outcome> {
        self.errors += 1;
        if self.errors > MAX_ERRORS {
            return Some(Err(GaveUp));
        }
        self.diagnose();
        while let Action::Reduce(reduction) = Action::of(self.machine.error_action(self.top())) {
            if let Some(outcome) = self.reduce(reduction) {
                return Some(outcome);
            }
        }
        let from = self.at;
        self.recovering = true;
        if self.errors > self.errors_before + MAX_IN_ITEM {
            let rest = self.lexemes.get(self.at..).unwrap_or(&[]);
            let next = rest.iter().position(|lexeme| self.ends_strategy(*lexeme));
            self.at += next.unwrap_or(rest.len());
            self.prepare();
        }
        let mut is_ended = false;
        let top = loop {
            if !is_ended && self.missing_ends() {
                is_ended = true;
                continue;
            }
            let top = self.recovery(self.token(0));
            if let Some(top) = top.filter(|_| !self.is_expectation()) {
                break top;
            }
            if self.repair() {
                continue;
            }
            if self.at == self.lexemes.len() || self.at_cursor() {
                return Some(Err(GaveUp));
            }
            is_ended |= self.token(0).is_some_and(blocks::end_of_item);
            self.at += 1;
            self.prepare();
        };
        self.recovering = false;
        let passed = self.lexemes.get(from..self.at).unwrap_or(&[]);
        let popped = self.symbols.get(top).map(|symbol| symbol.0);
        let start = popped
            .or(passed.first().map(|lexeme| lexeme.start))
            .or(self.symbols.last().map(|symbol| symbol.2))
            .unwrap_or(0);
        let end = passed
            .last()
            .map(|lexeme| lexeme.end)
            .or(popped.and(self.symbols.last().map(|symbol| symbol.2)))
            .or(self.found().map(|lexeme| lexeme.start))
            .unwrap_or(start);
        self.stray |= self.begins_choice(top, from);
        self.states.truncate(top + 1);
        self.symbols.truncate(top);
        self.marks.truncate(top);
        let open = self.marks.iter().flatten();
        let mut open = open.filter_map(|mark| self.lexemes.get(*mark));
        if !open.any(|open| matches!(open.token, Token::LParen | Token::LBrace)) {
            self.reset_depth();
        }
        if let Action::Shift(state) = Action::of(self.machine.error_action(self.top())) {
            let symbol = self.machine.error_recovery_symbol(ErrorRecovery {
                error: ParseError::User { error: GaveUp },
                dropped_tokens: Vec::new(),
            });
            self.states.push(state);
            self.symbols.push((start, symbol, end));
            self.marks.push(None);
        }
        None
    }

    /// The highest state of the stack from which a `!` goes on with a token, or with the end of the text.
    fn recovery(&self, token: Option<Token>) -> Option<usize> {
        (0..self.states.len()).rev().find(|&top| {
            let Some((&state, below)) = self.states.get(..=top).and_then(<[i16]>::split_last)
            else {
                return false;
            };
            let Action::Shift(error) = Action::of(self.machine.error_action(state)) else {
                return false;
            };
            let mut states = [below, &[state, error]].concat();
            self.machine.shift(&mut states, token)
        })
    }

    /// Whether a token can be read here: is expected, or may end what is passed over.
    fn fits(&self, token: Token) -> bool {
        match self.recovering {
            true => self.recovery(Some(token)).is_some(),
            false => self.machine.accepts(&self.states, &[token]),
        }
    }

    fn diagnose(&mut self) {
        let is_open =
            |item: &Lexeme| blocks::end_of(item.token).is_none() || !self.blocks().is_empty();
        let site = Site {
            text: self.text,
            lexemes: &self.lexemes,
            at: self.at,
            item: self.item().map(|(_, item)| item).filter(is_open),
            bracket: self.bracket(),
            expected: self.machine.expected_tokens_from_states(&self.states),
        };
        if let Some(diagnostic) = site.diagnose() {
            self.report(diagnostic);
        }
    }

    /// The innermost bracket that is open.
    fn bracket(&self) -> Option<Lexeme> {
        let mut closed = 0usize;
        let marks = self.marks.iter().rev().flatten();
        let mut terminals = marks.filter_map(|mark| self.lexemes.get(*mark).copied());
        terminals.find(|lexeme| {
            let opens = matches!(lexeme.token, Token::LParen | Token::LBrace);
            let is_open = opens && closed == 0;
            closed -= usize::from(opens && closed > 0);
            closed += usize::from(matches!(lexeme.token, Token::RParen | Token::RBrace));
            is_open
        })
    }

    /// Makes a change that is plainly meant; false where none is. An end that was put in is in order, whatever is wrong before it.
    fn repair(&mut self) -> bool {
        let found = self.found();
        let is_put_in = found.is_some_and(|found| found.start == found.end);
        if is_put_in || self.token(0) == Some(Token::Error) || self.errors >= MAX_ERRORS {
            return false;
        }
        let is_repaired = self.unit_of_depth()
            || self.end_or_branch()
            || self.head_inside()
            || !self.recovering && self.missing_ends()
            || self.definition_inside()
            || self.misspelt();
        self.errors += usize::from(is_repaired);
        is_repaired
    }

    /// Changes the token at hand, once, where it means another thing than the lexer could know.
    fn prepare(&mut self) {
        let Some(found) = self.found().filter(|_| self.prepared <= self.at) else {
            return;
        };
        self.prepared = self.at + 1;
        match found.token {
            Token::Semi => self.semicolon(found),
            Token::Else | Token::ElseIf => {
                self.else_minus_if(found);
                // Before the automaton ends the statement, because it may have to go on.
                if self.token(0).is_some_and(|branch| !self.fits(branch)) && self.repair() {
                    self.prepare();
                }
            }
            Token::EndIf => self.end_implied(found),
            Token::Moves if self.begins_moves(found) => {
                self.missing_ends();
            }
            Token::From | Token::Name if self.use_in_words(found) || self.filler(found) => {
                self.prepare();
            }
            Token::Name | Token::Advice => {
                self.five_tuple(found);
                self.verdict(found);
                self.item_word(found);
            }
            _ => {}
        }
    }
}
