//! Solved problems, a row each.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

records! {
    /// Result of `adv solve`: a row for each problem, with their sums.
    pub struct Solved {
        /// Rows, one for each position, or for each position and entry of a plan.
        pub rows: Vec<SolvedRow>,
        /// Sums over the rows.
        pub counts: SolvedCounts,
        /// True where the command was interrupted: rows are missing at the end.
        pub interrupted: bool,
    }

    /// Sums over the rows of a result.
    pub struct SolvedCounts {
        /// Number of rows in the result.
        pub rows: usize,
        /// Number of rows that agree with the solution in the file, or that found a tree where the file gives none.
        pub as_said: usize,
        /// Number of rows in which a budget ended the search or the proof of the shortest mate.
        pub undecided: usize,
        /// Number of positions tested for all rows together.
        pub tested: u64,
    }

    /// Solution of a problem as its line in the file of positions (EPD) gives it.
    #[derive(Default, Eq, Deserialize)]
    pub struct Book {
        /// Number of moves to mate (operation `dm`); null where the line does not give it.
        pub mate_in: Option<u32>,
        /// Best moves in SAN (operation `bm`); empty where the line gives none.
        pub best: Vec<String>,
        /// Moves to be avoided in SAN (operation `am`); empty where the line gives none.
        pub avoid: Vec<String>,
    }
}

impl Book {
    /// Returns true where the line gives no solution: neither `dm`, `bm` nor `am`.
    pub fn is_empty(&self) -> bool {
        self.mate_in.is_none() && self.best.is_empty() && self.avoid.is_empty()
    }
}

records! {
    /// Result of the search for one row: a tree, no tree, or no answer.
    #[derive(Copy, Default, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum SolveOutcome {
        /// The search found a tree.
        Found,
        /// There is no tree within the bounds of the pieces.
        #[default]
        None,
        /// A budget ended first, which answers neither yes nor no.
        Undecided,
    }

    /// Budget or limit that ended a search.
    #[derive(Copy, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Budget {
        /// Number of positions tested (`--nodes`).
        Nodes,
        /// Time of the search (`--time`), which depends on the machine.
        Time,
        /// Fuel of the virtual machine: the instructions that it may execute.
        Fuel,
        /// Most plies that any tree may have.
        Depth,
        /// Another limit: the stack, or a value that no table has.
        Other,
    }
}

impl Budget {
    /// Returns the word for the budget in texts, such as `nodes`.
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

records! {
    /// Comparison of an answer with the book, the solution that the file gives.
    #[derive(Copy, Eq, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum BookVerdict {
        /// The tree mates in as many moves as the book says.
        AsShort,
        /// The tree mates in more moves than the book says.
        Longer,
        /// The tree mates in fewer moves than the book says: the book is wrong.
        Shorter,
        /// The book says mate, and the search found none within its bounds.
        NotFound,
        /// The first move is one of the book's best, and none to be avoided.
        Right,
        /// The first move is not one of the book's best, or is one to be avoided.
        Wrong,
    }
}

impl BookVerdict {
    /// Returns the words for the verdict in a row of a table.
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

    /// Returns true where the answer agrees with the book.
    pub const fn agrees(self) -> bool {
        matches!(self, BookVerdict::AsShort | BookVerdict::Right)
    }
}

records! {
    /// Length of the shortest mate, proved with every move allowed: a mate in `at_most` was found, and in fewer moves than `at_least` there is none; the two are equal where it is settled.
    #[derive(Copy, Eq, Deserialize)]
    pub struct Length {
        /// Number of moves in which a mate was found: an upper bound.
        pub at_most: u32,
        /// Number of moves below which there is no mate: a lower bound.
        pub at_least: u32,
        /// Budget that ended the proof before `at_most` and `at_least` met; null where they are equal.
        pub ended: Option<Budget>,
    }
}

impl Length {
    /// Returns true where the length is settled: `at_most` and `at_least` are equal.
    pub const fn is_exact(&self) -> bool {
        self.at_most == self.at_least
    }

    /// Returns the length in words: `in 7, none in 6`, or `in 9 at most, none in 3`.
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

records! {
    /// Try: a first move that exactly one reply refutes.
    #[derive(Eq, Deserialize)]
    pub struct Try {
        /// First move in SAN.
        #[serde(rename = "move")]
        pub mv: String,
        /// Only reply, in SAN, after which there is no mate in the moves that are left.
        pub refutation: String,
    }

    /// Moves of ours that mate after a reply, of set play or with a choice among them.
    #[derive(Eq, Deserialize)]
    pub struct Continuation {
        /// Moves from the diagram to the reply; empty for set play.
        pub line: Vec<String>,
        /// Reply with its number, `4…Kc8`; where several lines have it, the moves before it too.
        pub after: String,
        /// Our moves after the reply that mate as soon, with their numbers: `5.Be6+`, `5.Rxf8+`.
        pub moves: Vec<String>,
    }

    /// Answers to the questions that solvers ask of a problem besides its key.
    #[derive(Default, Eq, Deserialize)]
    pub struct Duals {
        /// Length in moves within which the search looked for keys, tries and choices.
        pub moves: u32,
        /// First moves that mate within `moves`: all there are where `complete`, else those of the piece that found the mate, within its bound.
        pub keys: Vec<String>,
        /// True where every first move was settled.
        pub complete: bool,
        /// First moves with a single refutation; null where they were not all settled.
        pub tries: Option<Vec<Try>>,
        /// Play that would follow if the other side were to move; null where it was not settled, or is no position.
        pub set_play: Option<Vec<Continuation>>,
        /// Places after the key at which more than one of our moves mates as soon as the tree does.
        pub choices: Vec<Continuation>,
        /// True where every later place was settled with every move allowed; else further choices are possible.
        pub choices_complete: bool,
        /// Budget that ended before everything was settled; null where none did.
        pub ended: Option<Budget>,
        /// Soundness of the problem: `sound`, or `cooked by 1.Rxf7+, 1.Qh8+`; null where some keys are unknown.
        pub soundness: Option<String>,
    }

    /// Answer for one position under one question.
    #[derive(Default, Deserialize)]
    pub struct SolvedRow {
        /// Number of the position among those of the command, from 1.
        pub number: u64,
        /// Line of the position in the file, from 1; 0 where it is in none.
        pub line: u64,
        /// Operation `id` of the position's line; null where it has none.
        pub id: Option<String>,
        /// FEN of the position to solve.
        pub fen: String,
        /// Solution as the position's line in the file gives it.
        pub book: Book,
        /// Part of the program that was asked for a solution: a table, a piece-of-advice, an entry of a plan.
        pub asked: String,
        /// End of the search: `found`, `none` or `undecided`.
        pub result: SolveOutcome,
        /// Budget that ended the search; null where the search was decided.
        pub ended: Option<Budget>,
        /// Name of the piece-of-advice that has the tree, or that was being searched when the budget ended; else null.
        pub by: Option<String>,
        /// Number of our moves to the mate of the tree; null where the tree ends in something else, or leaves replies out.
        pub mate_in: Option<u32>,
        /// Number of plies of the tree; null without a tree.
        pub plies: Option<u16>,
        /// Effort within which the piece was searched last, in thousandths of a unit; null where moves have no cost.
        pub effort: Option<u32>,
        /// Cost of the dearest line of the tree, in thousandths of a unit of effort; null where moves have no cost.
        pub spent: Option<u32>,
        /// Number of plies within which the piece was searched last.
        pub within: u16,
        /// Deepest ply at which a position was tested.
        pub depth: u16,
        /// Number of positions tested for the row, also those for `length` and `duals`.
        pub tested: u64,
        /// Number of all positions looked at, those made to weigh a move included; null where they were not counted.
        pub looked_at: Option<u64>,
        /// CPU time for the row in seconds; null with `--no-times`.
        pub seconds: Option<f64>,
        /// Comparison of the answer with the book; null where the book says nothing, or nothing was decided.
        pub verdict: Option<BookVerdict>,
        /// Moves of both sides along the longest line of the tree, in SAN; empty without a tree.
        pub moves: Vec<String>,
        /// Reason of the piece in its author's words; null where it gives none.
        pub because: Option<String>,
        /// Length of the mate, with every move allowed (`--shortest`); else null.
        pub length: Option<Length>,
        /// Keys, tries, set play and later choices (`--duals`); else null.
        pub duals: Option<Duals>,
        /// Values of the piece's parameters, by name.
        #[serde(with = "by_name")]
        #[cfg_attr(
            feature = "schema",
            schemars(with = "std::collections::BTreeMap<String, f64>")
        )]
        pub parameters: Vec<(String, f64)>,
        /// Number of our moves to the shortest mate found; null where none was found.
        pub shortest: Option<u32>,
        /// Tree as a game in PGN, where the user asked for it. It is a form of its own, and not in JSON for tools.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schemars(skip))]
        pub pgn: Option<String>,
    }
}

impl SolvedRow {
    /// Returns true where the row agrees with the file, or found a tree where the file says nothing.
    pub fn is_as_said(&self) -> bool {
        match self.verdict {
            Some(verdict) => verdict.agrees(),
            None => self.result == SolveOutcome::Found,
        }
    }

    /// Returns true where a budget ended the search, or the proof of the shortest mate.
    pub fn is_undecided(&self) -> bool {
        let open = |length: Length| length.ended.is_some();
        self.result == SolveOutcome::Undecided || self.length.is_some_and(open)
    }
}

/// Conversion of pairs of name and value to and from a JSON object, in their order.
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
