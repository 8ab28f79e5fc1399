//! Attempts of a consultation's searches, all of them.

use serde::Serialize;

use crate::Side;
use crate::node::MoveClass;
use crate::play::Move;
use crate::trace::GoalVerdict;

/// Attempts of the searches of a consultation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Searched {
    /// Number of attempts left out after the last one in the list.
    pub left_out: u64,
    /// Searches in order; a piece that looks for the shortest tree has one for each bound.
    pub searches: Vec<Search>,
}

/// Search of a piece-of-advice under one bound.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Search {
    /// Name of the piece-of-advice or action.
    pub advice: String,
    /// Most plies of the tree.
    pub bound: u16,
    /// FEN of the root.
    pub fen: String,
    /// Side that is `us`.
    pub us: Side,
    /// True where there is a tree.
    pub found: bool,
    /// True where the search goes by proof numbers: it has no order of attempts, and no branches.
    pub by_numbers: bool,
    /// Number of attempts of the search that were left out.
    pub left_out: u64,
    /// Attempts, depth first, each node's in the order of the search.
    pub branches: Vec<Attempt>,
    /// Most that a line may cost, in wholes of a thousand; absent where moves have no cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
}

/// Move that was tested. Branches of a search are numbered from 1; 0 means none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attempt {
    /// Number of the attempt, from 1.
    pub n: usize,
    /// Number of the first attempt after this one; 0 for none.
    pub son: usize,
    /// Number of the next attempt at the same node; 0 for none.
    pub brother: usize,
    /// Number of the attempt that this one follows; 0 for none.
    pub father: usize,
    /// Plies from the root.
    pub ply: u16,
    /// Class of moves that selected the move; null for none.
    pub class: Option<MoveClass>,
    /// Reason that settled the attempt.
    pub end: AttemptEnd,
    /// True where the attempt belongs to the tree that was found.
    pub in_tree: bool,
    /// Move that was tested.
    #[serde(rename = "move")]
    pub mv: Move,
}

/// Reason that settled an attempt. Where a goal did, it has the verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttemptEnd {
    /// Verdict of the goal that settled the attempt.
    #[serde(flatten)]
    pub verdict: Option<GoalVerdict>,
    /// Kind of the reason. `holding-goal`: it is false. `leaf`: the better-goal is true. `bound`: no ply is left. `no-move`: the side to move has no selected move. `too-dear`: the line would cost more than it may. `refuted`: a move of ours that the reply `n` refutes. `tree`: a move of ours that has a tree. `met`: a reply that the move `n` meets. `unmet`: a reply that none of our moves meets. `untried`: a reply that was tested and not searched, for another one had settled the node. `open`: attempts after it are left out.
    pub by: SettledBy,
    /// Number of the branch that refutes or meets the attempt; only with `refuted` and `met`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<usize>,
    /// Cost that the line would have, with up to three decimals; only with `too-dear`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<f64>,
}

/// Kind of reason that settles an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SettledBy {
    /// The holding-goal is false.
    HoldingGoal,
    /// The better-goal is true.
    Leaf,
    /// No ply is left.
    Bound,
    /// The side to move has no selected move.
    NoMove,
    /// The line would cost more than it may.
    TooDear,
    /// A reply refutes this move of ours.
    Refuted,
    /// This move of ours has a tree.
    Tree,
    /// A move of ours meets this reply.
    Met,
    /// None of our moves meets this reply.
    Unmet,
    /// This reply was tested and not searched.
    Untried,
    /// Attempts after this one are left out.
    Open,
}
