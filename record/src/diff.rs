//! Two programs over the same positions.

use serde::Serialize;

use crate::MadeBy;
use crate::play::Choice;
use crate::scan::Fate;

/// Two programs over the same positions. `a_` and `b_` are the first and the second; a program is shorter where its longest line is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diff {
    /// A program.
    pub a: Contender,
    /// A program.
    pub b: Contender,
    /// What is claimed of both.
    pub claim: String,
    /// How they differ, in a sentence.
    pub headline: String,
    /// The positions that both were asked about.
    pub positions: u64,
    /// Those with the same first move.
    pub same: u64,
    /// The others.
    pub different: u64,
    /// Of the different ones in which both hold: the first is shorter.
    pub a_shorter: u64,
    /// The second is.
    pub b_shorter: u64,
    /// Neither is.
    pub equal: u64,
    /// The positions in which both hold.
    pub both: u64,
    /// In which only the first does.
    pub only_a: u64,
    /// Only the second.
    pub only_b: u64,
    /// Neither.
    pub neither: u64,
    /// Lengths in moves where both hold.
    pub lengths: LengthPair,
    /// The positions by what the two choose.
    pub pairs: Vec<ChoicePair>,
    /// Positions in which they differ.
    pub examples: DiffExamples,
    /// The version of adv, `adv`, and the fingerprints of the programs it is about, `programs`; where a command wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
}

/// A program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contender {
    /// What it is called: its file.
    pub name: String,
    /// What of it plays.
    pub subject: String,
}

/// Lengths in moves where both hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LengthPair {
    /// Lengths of one program.
    pub a: ContenderLengths,
    /// Lengths of one program.
    pub b: ContenderLengths,
}

/// Lengths of one program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContenderLengths {
    /// The sum.
    pub sum: u64,
    /// The most.
    pub worst: u32,
}

/// The positions in which two choices meet.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoicePair {
    /// The first's choice; null where nothing applies.
    pub a: Option<Choice>,
    /// The second's.
    pub b: Option<Choice>,
    /// How many.
    pub positions: u64,
    /// In how many the first moves differ.
    pub different: u64,
    /// In how many both hold.
    pub both: u64,
    /// The second's length less the first's in moves, summed up over those.
    pub difference: i64,
}

/// Positions in which they differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiffExamples {
    /// Only the first holds.
    pub a_only: Vec<DiffExample>,
    /// Only the second does.
    pub b_only: Vec<DiffExample>,
    /// The first is shorter by most.
    pub a_shorter: Vec<DiffExample>,
    /// The second is.
    pub b_shorter: Vec<DiffExample>,
}

/// A position with what both do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiffExample {
    /// A position.
    pub fen: String,
    /// What becomes of a position.
    pub a: Fate,
    /// What becomes of a position.
    pub b: Fate,
    /// The first moves of both, as markup over a small board; in no JSON.
    #[serde(skip)]
    pub ways: String,
}
