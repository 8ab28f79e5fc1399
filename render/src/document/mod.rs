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

/// Page of documentation on one file of a program or one module of the library.
#[derive(Clone, Debug, PartialEq)]
pub struct DocPage {
    /// Name of the page: that of the file without its ending, or of the library's module.
    pub name: String,
    /// Relative path from this page to the folder of all pages: empty, or `../` once for each folder between.
    pub root: String,
    /// Comment of the file about itself (`//!`), as Markdown.
    pub doc: String,
    /// Pieces that the file is for, as it declares them; `None` for any position.
    pub material: Option<String>,
    /// Position on which the boards of the items are drawn, with its name: `the example`.
    pub example: Option<(Position, String)>,
    /// Files that the file uses: the name, and the link to its page, if it has one.
    pub uses: Vec<(String, Option<String>)>,
    /// Items of the file, in the order of the text.
    pub items: Vec<DocItem>,
}

/// Item of a file, such as a board, a piece-of-advice or a table, with its documentation.
#[derive(Clone, Debug, PartialEq)]
pub struct DocItem {
    /// Kind of the item: the keyword that begins it.
    pub kind: &'static str,
    /// Name of the item; for a claim a number.
    pub name: String,
    /// Anchor of the item on the page; empty if nothing can link to it.
    pub anchor: String,
    /// Heading of the item: `board CUT(p: piece)`.
    pub signature: String,
    /// Doc comment of the item, as Markdown.
    pub doc: String,
    /// Source text of the item, in pieces with colours and links.
    pub code: Vec<DocCode>,
    /// Line of the file that the item begins in, from 1.
    pub line: u32,
    /// Boards, values, rows and verdicts that illustrate the item.
    pub shown: Vec<DocShown>,
}

/// Piece of program text with one colour and at most one link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocCode {
    /// Source text of the piece.
    pub text: String,
    /// Kind of the text, which gives its colour.
    pub kind: DocWord,
    /// Target of the link from the text; `None` for no link.
    pub href: Option<String>,
}

/// Kind of a word of a program, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocWord {
    /// Keyword of the language.
    Keyword,
    /// Text in quotes.
    Quoted,
    /// Comment of the author.
    Comment,
    /// Name of a piece, a side or a square.
    Chess,
    /// Number in digits.
    Number,
    /// Other text, without a colour of its own.
    Plain,
}

/// Illustration of an item on a page of documentation.
#[derive(Clone, Debug, PartialEq)]
pub enum DocShown {
    /// Board that marks the squares, or draws the zone, that an expression has as its value.
    Squares {
        /// Position in which the expression is evaluated.
        position: Position,
        /// Expression with its squares, or its zone.
        value: ShownValue,
        /// Name of the position, in words: `in the example`.
        caption: String,
    },
    /// Line with an expression and its value.
    Value {
        /// Source text of the expression.
        text: String,
        /// Text of the value that the block shows, such as `3`.
        value: String,
        /// Position in which the value holds: `in the example`.
        place: String,
    },
    /// Table of the clauses of a piece-of-advice or an action, or of the rules of a table: a word and a text in each row.
    Rows {
        /// Heads of the two columns.
        heads: [&'static str; 2],
        /// Rows of the table: the word and the text of each.
        rows: Vec<(Vec<DocCode>, Vec<DocCode>)>,
    },
    /// Board with the move for which a piece-of-advice is chosen.
    Chosen {
        /// Position in which the piece-of-advice is chosen.
        position: Position,
        /// Move that the piece-of-advice gives there.
        mv: Move,
        /// Reason that the author's `because` gives for the move; `None` without one.
        because: Option<String>,
        /// Source of the position: `the example`, `the test "in the box"`, `position 12 of 2,000 drawn by chance`.
        place: String,
    },
    /// Verdict on a test or a claim.
    Verdict {
        /// Outcome: true if the test or claim holds; `None` if it was not run.
        is_good: Option<bool>,
        /// Sentence that states the verdict.
        headline: String,
        /// Report with the details of the verdict; empty if there is no more to read.
        report: String,
    },
    /// Sentence in place of an illustration that is missing, with the reason.
    Note(String),
}

/// Entry of the index for one file or module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocEntry {
    /// Name of the file or module.
    pub name: String,
    /// Link to the page of the file; `None` for a file with errors, which has no page.
    pub href: Option<String>,
    /// First paragraph of the file's doc comment, as Markdown; or the reason why there is no page.
    pub about: String,
    /// Items of the file: kind, name, anchor on its page.
    pub items: Vec<(&'static str, String, String)>,
}

/// Index page that lists all pages of documentation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocIndex {
    /// Heading of the index page.
    pub title: String,
    /// Entries of the program's files, in the order of their names.
    pub files: Vec<DocEntry>,
    /// Entries of the modules of the library.
    pub library: Vec<DocEntry>,
}
