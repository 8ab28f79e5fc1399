//! A trace: what a search did, in order.

use serde::Serialize;

use crate::node::NodeGoal;
use crate::play::Move;

/// What a search did, in order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trace {
    /// The positions tested, those of nested advice with them.
    pub nodes: u64,
    /// How many entries were left out after those shown.
    pub left_out: u64,
    /// The first entries.
    pub entries: Vec<TraceEntry>,
}

/// One thing that a search did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceEntry {
    /// `begun`: a search begins under a bound. `tested`: a position is tested, and counted. `expanded`: a reply that was tested with its siblings is searched deeper. `too-dear`: a move costs more than is left of the effort. `over`: the search ends.
    pub event: TraceEvent,
    /// The piece-of-advice or action that is searched.
    pub advice: String,
    /// Where a search begins: the most plies of its tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u16>,
    /// The move to the position.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<Move>,
    /// The root where a search begins; else the position before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The goal that decided; null where none was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Option<GoalVerdict>>,
    /// Where a search begins whose moves have a cost: what a line of it may cost, in wholes of a thousand. Where a move is too dear: what the line would cost with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
    /// Where a search ends: whether there is a tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<bool>,
    /// In how many other searches this one is nested.
    pub level: u16,
    /// Plies from the root of the outermost tree.
    pub ply: u16,
}

/// A kind of thing that a search does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TraceEvent {
    /// A search begins under a bound.
    Begun,
    /// A position is tested, and counted.
    Tested,
    /// A reply that was tested with its siblings is searched deeper.
    Expanded,
    /// A move costs more than is left of the effort.
    TooDear,
    /// The search ends.
    Over,
}

/// What a goal came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoalVerdict {
    /// The goal: the better-goal is an action's out-class.
    pub goal: NodeGoal,
    /// It holds.
    pub holds: bool,
    /// The conjunct that decided: the first false one, or the only one; null where several hold together, where the goal is not asked there, and where the module was stripped of its source.
    pub text: Option<String>,
    /// Its line.
    pub line: Option<u32>,
    /// Where it compares numbers: those of the left side.
    pub left: Option<Vec<i64>>,
    /// Those of the right side.
    pub right: Option<Vec<i64>>,
    /// Only where `line` is in another file that the program uses: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}
