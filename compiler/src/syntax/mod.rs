//! From source text to the syntax tree.
//!
//! ```text
//!  text ──lexer──▶ tokens, trivia ──filter──▶ tokens ──grammar/advice.lalrpop──▶ ast::File
//!            │                         │                        │
//!            └── unknown text          └── block ends, nesting  └── error: what was expected ──▶ diagnostics
//! ```
//!
//! [`parse`] never fails: whatever the text, there is a tree, with `Error` nodes where something could not be read.

pub mod ast;
pub use crate::symbols::token;

mod lexer;
mod unknown;

mod depth;
mod filter;

mod actions;
mod parser;
mod unread;

mod error;

#[cfg(test)]
mod tests;

pub(crate) use error::letter_of;
pub use lexer::{Comment, CommentKind, Lexeme, Trivia};
pub use parser::{Parsed, parse, parse_expression, parse_items};
