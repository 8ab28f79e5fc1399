//! Reasons why pieces-of-advice were tried in vain.

use serde::Serialize;

use crate::node::GoalPart;
use crate::play::{ComparedSides, Move};
use crate::trace::GoalVerdict;

/// A piece that was tried in vain, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VainPiece {
    /// Its name.
    pub advice: String,
    /// The conjuncts at which positions failed.
    pub failures: Vec<FailedConjunct>,
    /// What ended lines of a piece whose moves have a cost, the goals apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<EndedLines>,
    /// The main line of the refutation: at each of our nodes the first move that is not ended at once, and the reply that refutes it. `run --refute` has all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<RefutedLine>,
}

/// The failures at one conjunct.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedConjunct {
    /// The conjunct.
    #[serde(flatten)]
    pub part: GoalPart,
    /// How many positions failed here first.
    pub failed: u64,
    /// Where it compares numbers: the nearest miss.
    pub nearest: Option<NearestMiss>,
    /// Only where `line` is in another file that the program uses: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// The position in which a comparison failed by least.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NearestMiss {
    /// Both sides there.
    #[serde(flatten)]
    pub sides: ComparedSides,
    /// The position.
    pub fen: String,
}

/// What ended lines of a piece whose moves have a cost, the goals apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndedLines {
    /// Lines that the depth ended.
    pub depth: u64,
    /// Moves that cost more than was left.
    pub effort: u64,
    /// The line of those that needed least.
    pub nearest: Option<DearLine>,
}

/// A line that the effort cut.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DearLine {
    /// Its moves, the last of which was not made.
    pub line: Vec<Move>,
    /// Their cost together, in wholes of a thousand.
    pub needed: f64,
}

/// The main line of a refutation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefutedLine {
    /// The moves of ours at the root; all of them fail.
    pub first_moves: usize,
    /// The moves of both sides.
    pub line: Vec<Move>,
    /// What ends the line; null where the us-moves select no move at its end.
    pub ended: Option<RefutedEnd>,
}

/// What ends a line of a refutation at the position after its last move. With a goal that fails it has the verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefutedEnd {
    /// The goal that fails.
    #[serde(flatten)]
    pub verdict: Option<GoalVerdict>,
    /// `holding-goal`: it fails. `depth`: the better-goal fails, and no ply is left. `no-reply`: the better-goal fails, and the them-moves select no reply. `cost`: the last move costs more than is left of the effort.
    pub by: RefutedBy,
    /// With `cost`: what the line would cost with its last move, in wholes of a thousand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<f64>,
}

/// What ends a line of a refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RefutedBy {
    /// The holding-goal fails.
    HoldingGoal,
    /// The better-goal fails, and no ply is left.
    Depth,
    /// The better-goal fails, and the them-moves select no reply.
    NoReply,
    /// The last move costs more than is left of the effort.
    Cost,
}
