//! Problems that were solved, a row each.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// All rows, `adv solve`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved {
    /// One for each position, or for each position and entry of a plan.
    pub rows: Vec<SolvedRow>,
    /// The sums of the rows.
    pub counts: SolvedCounts,
    /// The command was interrupted: rows are missing at the end.
    pub interrupted: bool,
}

/// Sums of rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedCounts {
    /// The number of rows.
    pub rows: usize,
    /// Those that are decided and as the file says, or found where it says nothing.
    pub as_said: usize,
    /// Those that a budget ended.
    pub undecided: usize,
    /// The positions tested.
    pub tested: u64,
}

/// Operations of an EPD line about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Book {
    /// Mate in so many moves (`dm`).
    pub mate_in: Option<u32>,
    /// The best moves in SAN (`bm`).
    pub best: Vec<String>,
    /// The moves to be avoided in SAN (`am`).
    pub avoid: Vec<String>,
}

impl Book {
    /// True where it says nothing.
    pub fn is_empty(&self) -> bool {
        self.mate_in.is_none() && self.best.is_empty() && self.avoid.is_empty()
    }
}

/// End of the search for one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// Answer held against the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// Length of the mate, proved with every move allowed: a mate in `at_most` was found, and in fewer moves than `at_least` there is none; the two are equal where it is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Length {
    /// A mate was found in so many moves.
    pub at_most: u32,
    /// In fewer moves than this there is none.
    pub at_least: u32,
    /// The budget that ended the proof before the two met.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Try {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The one reply after which there is no mate in the moves that are left.
    pub refutation: String,
}

/// Moves that may be played after a reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Continuation {
    /// The moves from the diagram to the reply; of set play none.
    pub line: Vec<String>,
    /// The reply with its number, `4…Kc8`; where several lines have it, the moves before it too.
    pub after: String,
    /// Our moves that mate as soon, with their numbers: `5.Be6+`, `5.Rxf8+`.
    pub moves: Vec<String>,
}

/// Answers to what solvers ask of a problem besides its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Duals {
    /// The length in moves at which it was looked for.
    pub moves: u32,
    /// The first moves that mate within it. They are all there are where `complete`; else those of the piece that found the mate, within its bound.
    pub keys: Vec<String>,
    /// Every first move was settled.
    pub complete: bool,
    /// Moves with a single refutation; null where they were not all settled.
    pub tries: Option<Vec<Try>>,
    /// The play that would follow if the other side were to move; null where that was not settled, or is no position.
    pub set_play: Option<Vec<Continuation>>,
    /// Places after the key at which more than one of our moves mates as soon as the tree does.
    pub choices: Vec<Continuation>,
    /// Every later place was settled with every move allowed; else further choices are possible.
    pub choices_complete: bool,
    /// The budget that ended before everything was settled.
    pub ended: Option<Budget>,
    /// `sound`, or `cooked by 1.Rxf7+, 1.Qh8+`; null where the keys are not all known.
    pub soundness: Option<String>,
}

/// One position under one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvedRow {
    /// The number of the position, from 1.
    pub number: u64,
    /// Its line in the file, from 1; 0 where it is in none.
    pub line: u64,
    /// The `id` operation.
    pub id: Option<String>,
    /// The position.
    pub fen: String,
    /// The operations of its line.
    pub book: Book,
    /// The question: a table, a piece-of-advice, an entry of a plan.
    pub asked: String,
    /// The end of the search.
    pub result: SolveOutcome,
    /// The budget that ended the search, where that is undecided.
    pub ended: Option<Budget>,
    /// The piece-of-advice that has the tree, or was being searched when the budget ended.
    pub by: Option<String>,
    /// The moves of its mate; null where the tree ends in something else, or leaves replies out.
    pub mate_in: Option<u32>,
    /// The plies of the tree.
    pub plies: Option<u16>,
    /// The effort within which it was searched last, in thousandths; null where moves have no cost.
    pub effort: Option<u32>,
    /// The cost of the dearest line of the tree, in thousandths.
    pub spent: Option<u32>,
    /// The plies within which it was searched last.
    pub within: u16,
    /// The deepest ply at which a position was tested.
    pub depth: u16,
    /// The positions tested, also those for `length` and `duals`.
    pub tested: u64,
    /// All positions made, those that were made to weigh a move included; null where they were not counted.
    pub looked_at: Option<u64>,
    /// The CPU time in seconds; null with `--no-times`.
    pub seconds: Option<f64>,
    /// The answer held against the book; null where it says nothing, or nothing was decided.
    pub verdict: Option<BookVerdict>,
    /// The longest line of the tree, in SAN.
    pub moves: Vec<String>,
    /// The reason that the piece gives.
    pub because: Option<String>,
    /// The length of the mate, with every move allowed (`--shortest`).
    pub length: Option<Length>,
    /// Keys, tries, set play and later choices (`--duals`).
    pub duals: Option<Duals>,
    /// The values of the piece's parameters, by name.
    #[serde(with = "by_name")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, f64>")
    )]
    pub parameters: Vec<(String, f64)>,
    /// The shortest mate that is known, in moves.
    pub shortest: Option<u32>,
    /// The tree as a game, where it was asked for. It is a form of its own, and not in JSON for tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub pgn: Option<String>,
}

impl SolvedRow {
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

/// Values by their names, in their order.
mod by_name {
    use super::*;

    pub(super) fn serialize<S: Serializer>(of: &[(String, f64)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(of.iter().map(|(name, value)| (name, value)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<(String, f64)>, D::Error> {
        from.deserialize_map(ByName)
    }

    struct ByName;

    impl<'de> Visitor<'de> for ByName {
        type Value = Vec<(String, f64)>;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            to.write_str("values by their names")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some(one) = map.next_entry()? {
                all.push(one);
            }
            Ok(all)
        }
    }
}
