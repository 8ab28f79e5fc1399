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

pub(crate) use error::letter_of;
pub use lexer::{Comment, CommentKind, Lexeme, Trivia};
pub(crate) use parser::with_used;
pub use parser::{Parsed, may_follow, parse, parse_expression, parse_items, parse_source};

/// The words of a text, comments left out, whatever they mean together.
pub(crate) fn words(text: &str) -> Vec<Lexeme> {
    lexer::lex(text).0
}

/// A quoted text without its marks.
pub(crate) fn unquoted(text: &str) -> &str {
    let is_mark = |c: char| c == '"' || crate::symbols::foreign::is_quote(c);
    let text = text.trim_end();
    let inner = text.strip_prefix(is_mark).unwrap_or(text);
    inner.strip_suffix(is_mark).unwrap_or(inner)
}
