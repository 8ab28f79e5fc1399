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
    /// True where the token at hand is the word at the cursor.
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
        let mut follow: Vec<Token> = tokens().chain([Token::Verdict]).collect();
        follow.retain(|token| self.fits(*token));
        if follow.contains(&Token::Name) {
            let reads = |first, next| self.machine.accepts(&self.states, &[first, next]);
            let no_name: Vec<Token> = tokens().filter(|next| !reads(Token::Name, *next)).collect();
            // A word that may be a name is read as itself where something may follow it that follows no name.
            follow.retain(|word| {
                !is_contextual(*word) || no_name.iter().any(|next| reads(*word, *next))
            });
        }
        follow
    }
}

/// The tokens of a text.
fn tokens() -> impl Iterator<Item = Token> {
    let words = SYMBOLS.iter().map(|row| row.token);
    words.chain(SHAPES.iter().map(|shape| shape.token))
}

fn is_contextual(token: Token) -> bool {
    symbols::symbol(token).is_some_and(|row| row.group == Group::Contextual)
}
