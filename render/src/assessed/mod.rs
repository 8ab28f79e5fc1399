//! Explained positions: for people in three languages, and as JSON.
//!
//! ```text
//!   Explanation ──▶ text::text    the board, each told fact with its plan, the sum      for people
//!               └─▶ json::json    one object (docs/schema/explanation.json)             for tools
//!        words.rs   the words around it, by language      say.rs   the program's own texts
//! ```

mod json;
mod say;
mod text;
mod words;

pub use json::json;
pub use say::is_language;
pub use text::{Shown, text};
