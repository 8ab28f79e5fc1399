//! A claim as it is written, and taken apart.

use serde::Serialize;

/// A claim as it is written, and taken apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// The item on one line.
    pub text: String,
    /// The file of the program; null where the module was stripped of its source, as everywhere below.
    pub file: Option<String>,
    /// Its line; null for a claim that was given on the command line and is not in the file.
    pub line: Option<u32>,
    /// Its column in characters.
    pub column: Option<u32>,
    /// What a claim is about.
    pub subject: Subject,
    /// The positions that a claim speaks of.
    pub from: StartSet,
    /// What is to come true; empty where a descriptor is the subject.
    pub goals: Vec<Goal>,
    /// The bound on the length.
    pub within: Option<Bound>,
    /// The program is asked again on every move.
    pub weak: bool,
    /// Every move is followed that satisfies what was chosen.
    pub any_choice: bool,
    /// A line that crosses the fifty-move rule breaks the claim.
    pub fifty_moves: bool,
    /// `measure`: a share is told, and nothing refuted.
    pub share: bool,
    /// Its file and line as texts have them; `added to krk.adv` where it is not in the file.
    #[serde(skip)]
    pub at: Option<String>,
}

/// What a claim is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Subject {
    /// Its kind.
    pub kind: SubjectKind,
    /// Its name; the conclusion's text for a descriptor.
    pub name: String,
    /// Of a descriptor: the text of the premise; null without one.
    pub premise: Option<String>,
}

/// Kind of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "the words are those of the language or of chess"
)]
pub enum SubjectKind {
    Strategy,
    Table,
    Advice,
    Descriptor,
    Evaluation,
}

/// The positions that a claim speaks of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartSet {
    /// All of the material, one, a list, or some drawn at random.
    pub set: SetKind,
    /// The one.
    pub fen: Option<String>,
    /// How many are drawn, or listed.
    pub count: Option<u64>,
    /// The seed that they are drawn with.
    pub seed: Option<u64>,
    /// The text of the descriptor that holds in them.
    pub condition: Option<String>,
    /// The list; not there otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fens: Option<Vec<String>>,
}

/// How positions are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SetKind {
    /// All of the material.
    All,
    /// One.
    One,
    /// A list.
    List,
    /// Some drawn at random.
    Random,
}

/// What is to come true.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Goal {
    /// In one position of each line, in all, or in none.
    pub word: GoalWord,
    /// The descriptor's text.
    pub text: Option<String>,
    /// It is the bare `mate`.
    pub mate: bool,
}

/// Word of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GoalWord {
    /// In one position of each line.
    Reaches,
    /// In all.
    Keeps,
    /// In none.
    Never,
}

/// A bound on the length of the play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bound {
    /// How many.
    pub count: u32,
    /// Of what; moves are ours.
    pub unit: BoundUnit,
}

/// Unit of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "the words are those of the language or of chess"
)]
pub enum BoundUnit {
    Moves,
    Plies,
}
