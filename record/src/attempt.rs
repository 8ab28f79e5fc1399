//! Every attempt of a consultation's searches.

use serde::Serialize;

use crate::Side;
use crate::node::MoveClass;
use crate::play::Move;
use crate::trace::GoalVerdict;

/// What the searches of a consultation tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Searched {
    /// How many attempts were left out after the last one that is here.
    pub left_out: u64,
    /// The searches in order; a piece that looks for the shortest tree has one for each bound.
    pub searches: Vec<Search>,
}

/// One search: a piece-of-advice under one bound.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Search {
    /// The piece-of-advice or action.
    pub advice: String,
    /// The most plies of its tree.
    pub bound: u16,
    /// The root.
    pub fen: String,
    /// The side that is `us`.
    pub us: Side,
    /// There is a tree.
    pub found: bool,
    /// The search goes by proof numbers: it has no order of attempts, and no branches.
    pub by_numbers: bool,
    /// How many of its attempts were left out.
    pub left_out: u64,
    /// The attempts, depth first, each node's in the order of the search.
    pub branches: Vec<Attempt>,
    /// Only where moves have a cost: what a line may cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
}

/// A move that was tested. Branches of a search are numbered from 1; 0 stands for none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attempt {
    /// Its number.
    pub n: usize,
    /// The first attempt after it.
    pub son: usize,
    /// The next attempt at the same node.
    pub brother: usize,
    /// The attempt that it follows.
    pub father: usize,
    /// Plies from the root.
    pub ply: u16,
    /// The class that selected it.
    pub class: Option<MoveClass>,
    /// What settled it.
    pub end: AttemptEnd,
    /// It belongs to the tree that was found.
    pub in_tree: bool,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
}

/// What settled an attempt. Where a goal did, it has the verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttemptEnd {
    /// The goal that settled it.
    #[serde(flatten)]
    pub verdict: Option<GoalVerdict>,
    /// `holding-goal`: it is false. `leaf`: the better-goal is true. `bound`: no ply is left. `no-move`: the side to move has no selected move. `too-dear`: the line would cost more than it may. `refuted`: a move of ours that the reply `n` refutes. `tree`: a move of ours that has a tree. `met`: a reply that the move `n` meets. `unmet`: a reply that none of our moves meets. `untried`: a reply that was tested and not searched, for another one had settled the node. `open`: attempts after it are left out.
    pub by: SettledBy,
    /// Of `refuted` and `met`: the number of that branch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<usize>,
    /// Of `too-dear`: what the line would cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<f64>,
}

/// A kind of thing that settles an attempt.
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
    /// A move of ours that a reply refutes.
    Refuted,
    /// A move of ours that has a tree.
    Tree,
    /// A reply that a move of ours meets.
    Met,
    /// A reply that none of our moves meets.
    Unmet,
    /// A reply that was tested and not searched.
    Untried,
    /// Attempts after it are left out.
    Open,
}
