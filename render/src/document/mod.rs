//! Pages of documentation: the comments and items of a program's file, with its boards drawn. A page needs no script and no network.
//!
//! ```text
//! ┌──────────────────────────────────────┐
//! │ krk · W: K, R; B: K                  │   index.html ──▶ krk.html ──▶ library/std.room.html
//! ├────────────┬─────────────────────────┤
//! │ boards     │ //! text      example   │
//! │  CUT       │ board CUT     board     │
//! │ advice     │  /// text      with CUT │
//! │  squeeze   │  source with links      │
//! └────────────┴─────────────────────────┘
//! ```
//!
//! The caller says where a link leads and has computed every value; this module lays out and escapes. Whatever comes from a file is text:
//! a doc comment is Markdown without HTML.

mod markdown;
mod write;

use adv_chess::{Move, Position};

use crate::values::ShownValue;

pub use markdown::with_diagrams;
pub use write::{index, page};

/// A page on one file.
#[derive(Clone, Debug, PartialEq)]
pub struct DocPage {
    /// The name: that of the file without its ending, or of the library's module.
    pub name: String,
    /// Relative path from this page to the folder of all pages: nothing, or `../` once for each folder between.
    pub root: String,
    /// The text of the file about itself, as Markdown.
    pub doc: String,
    /// The men that the file is for.
    pub material: Option<String>,
    /// The position on which its boards are drawn, with its name: `the example`.
    pub example: Option<(Position, String)>,
    /// Files that the file uses: name, and the link to its page.
    pub uses: Vec<(String, Option<String>)>,
    /// The items in the order of the text.
    pub items: Vec<DocItem>,
}

/// One item of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct DocItem {
    /// Its kind, the word that begins it.
    pub kind: &'static str,
    /// Its name; for a claim a number.
    pub name: String,
    /// Anchor of the item on the page.
    pub anchor: String,
    /// Heading of the item: `board CUT(p: piece)`.
    pub signature: String,
    /// Its doc comment, as Markdown.
    pub doc: String,
    /// Its text.
    pub code: Vec<DocCode>,
    /// The line that it begins in, from 1.
    pub line: u32,
    /// Boards, values, rows and verdicts that illustrate the item.
    pub shown: Vec<DocShown>,
}

/// A piece of program text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocCode {
    /// The text.
    pub text: String,
    /// Kind of the text, which gives its colour.
    pub kind: DocWord,
    /// Link of the text.
    pub href: Option<String>,
}

/// Kind of a word of a program, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocWord {
    /// A keyword of the language.
    Keyword,
    /// A quoted text.
    Quoted,
    /// A comment.
    Comment,
    /// A piece, a side, a square.
    Chess,
    /// A number.
    Number,
    /// Everything else.
    Plain,
}

/// Illustration of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum DocShown {
    /// Squares or a zone on a board.
    Squares {
        /// The position.
        position: Position,
        /// The squares, or the zone.
        value: ShownValue,
        /// Name of the position, in words: `in the example`.
        caption: String,
    },
    /// An expression and its value, in words.
    Value {
        /// The expression.
        text: String,
        /// The value.
        value: String,
        /// Position in which the value holds: `in the example`.
        place: String,
    },
    /// The clauses of a piece-of-advice or of an action, or the rules of a table: a word and a text each.
    Rows {
        /// Heads of the two columns.
        heads: [&'static str; 2],
        /// The rows.
        rows: Vec<(Vec<DocCode>, Vec<DocCode>)>,
    },
    /// A position in which a piece-of-advice is chosen.
    Chosen {
        /// The position.
        position: Position,
        /// The move.
        mv: Move,
        /// The author's reason.
        because: Option<String>,
        /// Source of the position: `the example`, `the test "in the box"`, `position 12 of 2,000 drawn by chance`.
        place: String,
    },
    /// A verdict, on a test or a claim.
    Verdict {
        /// `Some(true)`: it holds. `None`: it was not run.
        is_good: Option<bool>,
        /// One sentence.
        headline: String,
        /// The report, if there is more to read.
        report: String,
    },
    /// A sentence about an illustration that is missing, and why.
    Note(String),
}

/// A line of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocEntry {
    /// The name of the file or module.
    pub name: String,
    /// Link to its page; none for a file with errors.
    pub href: Option<String>,
    /// The first paragraph of its doc comment, as Markdown; or why there is no page.
    pub about: String,
    /// Its items: kind, name, place on its page.
    pub items: Vec<(&'static str, String, String)>,
}

/// The index of all pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocIndex {
    /// Heading of the index.
    pub title: String,
    /// The files, in the order of their names.
    pub files: Vec<DocEntry>,
    /// The modules of the library.
    pub library: Vec<DocEntry>,
}
