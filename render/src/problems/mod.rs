//! Problems that were solved, a row each: what was asked, what was found under which bound, what it cost, and how it compares with the
//! book.
//!
//! ```text
//!   SolvedRow ──▶ text     a line of a table, and lines below it for keys, tries, set play and duals
//!             ├─▶ csv      a record under CSV_HEAD          ├─▶ json  an object (docs/schema/solve.json)
//!             ├─▶ markdown a line of a table
//!             └─ pgn       the tree as a game, written while the tree is at hand
//! ```
//!
//! A row is plain data: moves are words already, so that it can be kept in a file and taken up again. What there is none of is left out in
//! text, empty in comma-separated values and null in JSON.

mod json;
mod lines;
mod pgn;
mod table;

use serde::{Deserialize, Serialize};

pub use json::{json, object};
pub use lines::{deepest_line, numbered, numbered_line};
pub use pgn::{PgnNotes, pgn};
pub use table::{CSV_HEAD, Columns, csv, markdown, markdown_head, summary, text, text_head};

/// What the operations of an EPD line say of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Book {
    /// Mate in so many moves (`dm`).
    pub mate_in: Option<u32>,
    /// The best moves (`bm`).
    pub best: Vec<String>,
    /// The moves to be avoided (`am`).
    pub avoid: Vec<String>,
}

impl Book {
    /// True where it says nothing.
    pub fn is_empty(&self) -> bool {
        self.mate_in.is_none() && self.best.is_empty() && self.avoid.is_empty()
    }
}

/// How the search for one row ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolveOutcome {
    /// There is a tree.
    Found,
    /// There is none within the bounds of the pieces.
    None,
    /// A budget ended first, which answers neither yes nor no.
    Undecided,
}

/// The budget that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Budget {
    /// The positions tested (`--nodes`).
    Nodes,
    /// The time (`--time`), which depends on the machine.
    Time,
    /// The fuel.
    Fuel,
    /// The plies of any tree.
    Depth,
    /// The stack, or a value that no table knows.
    Other,
}

impl Budget {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Budget::Nodes => "nodes",
            Budget::Time => "time",
            Budget::Fuel => "fuel",
            Budget::Depth => "depth",
            Budget::Other => "limit",
        }
    }
}

/// How an answer compares with the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BookVerdict {
    /// A mate as short as the book's.
    AsShort,
    /// A mate, and a longer one.
    Longer,
    /// A shorter mate than the book's: the book is wrong.
    Shorter,
    /// The book has a mate, and there is none within the bounds that were searched.
    NotFound,
    /// The first move is one of the best, and none to be avoided.
    Right,
    /// It is not.
    Wrong,
}

impl BookVerdict {
    /// The words in a row.
    pub const fn words(self) -> &'static str {
        match self {
            BookVerdict::AsShort => "as short",
            BookVerdict::Longer => "longer",
            BookVerdict::Shorter => "shorter",
            BookVerdict::NotFound => "not found",
            BookVerdict::Right => "right",
            BookVerdict::Wrong => "wrong",
        }
    }

    /// True where the answer is what the book says.
    pub const fn agrees(self) -> bool {
        matches!(self, BookVerdict::AsShort | BookVerdict::Right)
    }
}

/// How short the mate can be, proved with every move allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// A mate in so many moves was found.
    pub at_most: u32,
    /// In fewer moves than this there is none.
    pub at_least: u32,
    /// What ended the proof before the two met.
    pub ended: Option<Budget>,
}

impl Length {
    /// True where the two are one.
    pub const fn is_exact(&self) -> bool {
        self.at_most == self.at_least
    }

    /// `in 7, none in 6`, or `in 9 at most, none in 3`.
    pub fn words(&self) -> String {
        let mut words = format!("in {}", self.at_most);
        if !self.is_exact() {
            words.push_str(" at most");
        }
        if self.at_least > 1 {
            words.push_str(&format!(", none in {}", self.at_least - 1));
        }
        words
    }
}

/// A first move that one reply refutes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Try {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The one reply after which there is no mate in the moves that are left.
    pub refutation: String,
}

/// What may be played after a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The moves from the diagram to the reply; of set play none.
    pub line: Vec<String>,
    /// The reply with its number, `4…Kc8`; where several lines have it, the moves before it too.
    pub after: String,
    /// Our moves that mate as soon, with their numbers: `5.Be6+`, `5.Rxf8+`.
    pub moves: Vec<String>,
}

/// What solvers ask of a problem besides its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duals {
    /// The length in moves at which it was looked for.
    pub moves: u32,
    /// The first moves that mate within it. They are all there are where `complete`; else those of the piece that found the mate, within its
    /// bound.
    pub keys: Vec<String>,
    /// Every first move was settled.
    pub complete: bool,
    /// Moves with a single refutation; `None` where they were not all settled.
    pub tries: Option<Vec<Try>>,
    /// What would follow if the other side were to move; `None` where that was not settled, or is no position.
    pub set_play: Option<Vec<Choice>>,
    /// Places after the key at which more than one of our moves mates as soon as the tree does.
    pub choices: Vec<Choice>,
    /// Every later place was settled with every move allowed; else further choices are possible.
    pub choices_complete: bool,
    /// The budget that ended before everything was settled.
    pub ended: Option<Budget>,
}

impl Duals {
    /// `sound`, `cooked by 1.Rxf7+, 1.Qh8+`; nothing where the keys are not all known to be.
    pub fn soundness(&self) -> Option<String> {
        match self.keys.as_slice() {
            [_] if self.complete => Some("sound".to_owned()),
            [_, more @ ..] if !more.is_empty() => {
                let more: Vec<String> = more.iter().map(|key| format!("1.{key}")).collect();
                Some(format!("cooked by {}", more.join(", ")))
            }
            _ => None,
        }
    }
}

/// One position under one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedRow {
    /// The number of the position, from 1.
    pub number: u64,
    /// Its line in the file, from 1; 0 where it is in none.
    pub line: u64,
    /// The `id` operation.
    pub id: Option<String>,
    /// The position.
    pub fen: String,
    /// What the file says of it.
    pub book: Book,
    /// What was asked: a table, a piece-of-advice, an entry of a plan.
    pub asked: String,
    /// How it ended.
    pub result: SolveOutcome,
    /// The budget that ended the search, where it is undecided.
    pub ended: Option<Budget>,
    /// The piece-of-advice that has the tree, or was being searched when the budget ended.
    pub by: Option<String>,
    /// The moves of its mate; `None` where the tree ends in something else, or leaves replies out.
    pub mate_in: Option<u32>,
    /// The plies of the tree.
    pub plies: Option<u16>,
    /// The effort within which it was searched last, in thousandths.
    pub effort: Option<u32>,
    /// What the dearest line of the tree costs, in thousandths.
    pub spent: Option<u32>,
    /// The plies within which it was searched last.
    pub within: u16,
    /// The deepest ply at which a position was tested.
    pub depth: u16,
    /// The positions tested, also those for `length` and `duals`.
    pub tested: u64,
    /// All positions made, those that were made to weigh a move included; `None` where they were not counted.
    pub looked_at: Option<u64>,
    /// The CPU time in seconds; `None` where it was not asked for.
    pub seconds: Option<f64>,
    /// How it compares with the book.
    pub verdict: Option<BookVerdict>,
    /// The longest line of the tree.
    pub moves: Vec<String>,
    /// The reason that the piece gives.
    pub because: Option<String>,
    /// How short the mate is.
    pub length: Option<Length>,
    /// Keys, tries, set play, duals.
    pub duals: Option<Duals>,
    /// The values of the piece's parameters, by name.
    pub parameters: Vec<(String, f64)>,
    /// The tree as a game, where it was asked for.
    pub pgn: Option<String>,
}

impl SolvedRow {
    /// The shortest mate that is known.
    pub fn shortest(&self) -> Option<u32> {
        self.length.map(|length| length.at_most).or(self.mate_in)
    }

    /// True where the row is what the file says, or finds what it was to find where the file says nothing.
    pub fn is_as_said(&self) -> bool {
        match self.verdict {
            Some(verdict) => verdict.agrees(),
            None => self.result == SolveOutcome::Found,
        }
    }

    /// True where a budget ended the search, or the proof of the shortest mate.
    pub fn is_undecided(&self) -> bool {
        let open = |length: Length| length.ended.is_some();
        self.result == SolveOutcome::Undecided || self.length.is_some_and(open)
    }
}

/// A number of thousandths with one decimal: `2.0`.
fn wholes(thousandths: u32) -> String {
    let tenths = (u64::from(thousandths) + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A row with what it depends on, for a file of rows that a later run takes up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptRow {
    /// The program, the questions and the budgets.
    pub of: String,
    /// The position and the question.
    pub key: String,
    /// The row.
    pub row: SolvedRow,
}

impl KeptRow {
    /// The row on one line.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The row of such a line; `None` where it is none.
    pub fn of_text(text: &str) -> Option<KeptRow> {
        serde_json::from_str(text).ok()
    }
}
