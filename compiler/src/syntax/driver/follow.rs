//! The tokens that the grammar accepts after a text that is still being typed.
//!
//! ```text
//!   prove krk from all ·        `positions`
//!   test "a" ·                  a name, or the word `position`
//!   better room < 3 foo ·       a clause: `foo` is passed over
//! ```
//!
//! The text ends with a [`Token::Error`] in the place of the word at the cursor. The driver reads up to it, with its repairs and recoveries,
//! and then tries each token on the stack.

use super::{Automaton, Driver, Group, Token, symbols};
use crate::symbols::{SHAPES, SYMBOLS};

impl<D: Automaton> Driver<'_, D> {
    /// Whether the token at hand stands for the word at the cursor.
    pub(super) fn at_cursor(&self) -> bool {
        self.at + 1 == self.lexemes.len() && self.token(0) == Some(Token::Error)
    }

    /// Reads all tokens before the cursor, and gives those that may follow. Words at their places only are among them where they are no
    /// names.
    pub fn follow(mut self) -> Vec<Token> {
        while !self.at_cursor() {
            if self.step().is_some() {
                break;
            }
        }
        let all = SYMBOLS.iter().map(|row| row.token);
        let all = all.chain(SHAPES.iter().map(|shape| shape.token));
        let mut follow: Vec<Token> = all.collect();
        follow.push(Token::Verdict);
        follow.retain(|token| self.fits(*token));
        if follow.contains(&Token::Name) {
            follow.retain(|token| !is_contextual(*token) || self.is_word_here(*token));
        }
        follow
    }

    /// Whether a word that may be a name is read as itself here: something may follow it that follows no name.
    fn is_word_here(&self, word: Token) -> bool {
        let shapes = SHAPES.iter().map(|shape| shape.token);
        let mut next = shapes.chain(SYMBOLS.iter().map(|row| row.token));
        next.any(|next| {
            let reads = |first: Token| self.machine.accepts(&self.states, &[first, next]);
            reads(word) && !reads(Token::Name)
        })
    }
}

fn is_contextual(token: Token) -> bool {
    symbols::symbol(token).is_some_and(|row| row.group == Group::Contextual)
}
