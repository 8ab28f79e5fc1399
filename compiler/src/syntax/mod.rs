//! From source text to the syntax tree.
//!
//! ```text
//!  text ──lexer──▶ tokens, trivia ──filter──▶ tokens ──driver──▶ ast::File
//!            │                         │               │
//!            └── unknown text          └── words       ├── runs grammar/advice.lalrpop
//!                                          joined      └── repairs, or tells what was expected ──▶ diagnostics
//! ```
//!
//! [`parse`] never fails: whatever the text, there is a tree, with `Error` nodes where something could not be read.

pub mod ast;
pub use crate::symbols::token;

mod lexer;
mod unknown;

mod driver;
mod filter;

mod actions;
mod parser;
mod unread;

mod error;

#[cfg(test)]
mod tests;

pub(crate) use error::{letter_of, side_of};
pub use lexer::{Comment, CommentKind, Lexeme, Trivia};
pub(crate) use parser::with_used;
pub use parser::{Parsed, may_follow, parse, parse_expression, parse_items, parse_source};

/// The words of a text, comments left out, whatever they mean together.
pub(crate) fn words(text: &str) -> Vec<Lexeme> {
    lexer::lex(text).0
}

/// A descriptor as a part of a conjunction: in parentheses where it has an `∨`, or a body that would go on, outside of brackets.
pub fn conjunct(text: &str) -> String {
    use token::Token::{Colon, Else, If, Implies, LBrace, LParen, Or, RBrace, RParen};
    let mut depth = 0_i32;
    let mut is_loose = |of: &Lexeme| {
        depth += i32::from(matches!(of.token, LParen | LBrace))
            - i32::from(matches!(of.token, RParen | RBrace));
        depth == 0 && matches!(of.token, Or | Colon | Else | If | Implies)
    };
    match words(text).iter().any(&mut is_loose) {
        true => format!("({text})"),
        false => text.to_owned(),
    }
}

/// A quoted text without its marks.
pub(crate) fn unquoted(text: &str) -> &str {
    let is_mark = |c: char| c == '"' || crate::symbols::foreign::is_quote(c);
    let text = text.trim_end();
    let inner = text.strip_prefix(is_mark).unwrap_or(text);
    inner.strip_suffix(is_mark).unwrap_or(inner)
}
