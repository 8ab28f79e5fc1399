//! Explained positions: for people in three languages, and as JSON.
//!
//! ```text
//!   Explanation ──▶ text::text    the board, the facts with their plans, the sum        for people
//!               └─▶ json::json    one object (docs/schema/explanation.json)             for tools
//!               └─▶ json::row, csv a row for each of many
//!               └─▶ picture::svg   the board with squares and arrows                 for books
//!               └─▶ page::html     the same to point at and to walk through         for people
//!   Brought     ──▶ brought        facts that a move of a strategy brings and gives up by force
//!               └─▶ remark         remarks of an annotator of games               in PGN
//!        cases.rs   texts about cases
//!        words.rs   the words around it, by language      program_texts.rs   the program's own texts
//! ```

mod cases;
mod gains;
mod json;
mod languages;
mod page;
mod picture;
mod program_texts;
mod remark;
mod text;
mod words;

pub use gains::{BroughtOnPage, brought_json, brought_text};
pub use json::{CSV_HEAD, csv, json, row};
pub use page::html;
pub use picture::svg;
pub use program_texts::is_language;
pub(crate) use remark::said_in;
pub use remark::{PieceLetters, drawn_by_rule, thrown, variation};
pub use text::{Shown, Telling, text};
pub(crate) use words::{Words, words};
