//! What was true at a node of a tree: each conjunct of its goals, with the numbers and the boards that it speaks of.

use adv_module::program::Place;

use crate::why::GoalKind;

/// The goals of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeFacts {
    /// The goal that decided here: the better-goal at a leaf, the holding-goal elsewhere.
    pub decided: GoalKind,
    /// The conjuncts of the holding-goal, then those of the better-goal, as far as they were asked here.
    pub parts: Vec<PartFacts>,
}

/// One conjunct at one node.
#[derive(Clone, Debug, PartialEq)]
pub struct PartFacts {
    /// Its goal.
    pub goal: GoalKind,
    /// Its text in the source.
    pub place: Place,
    /// Whether it holds.
    pub holds: bool,
    /// Where it compares numbers: both sides with their texts.
    pub compare: Option<[SideFacts; 2]>,
    /// The boards that it speaks of.
    pub boards: Vec<BoardFacts>,
}

/// One side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideFacts {
    /// Its text in the source.
    pub place: Place,
    /// Its numbers, one or a tuple.
    pub values: Vec<i64>,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFacts {
    /// Its text in the source.
    pub place: Place,
    /// Its squares, a1 = bit 0, in the colours of the position that was asked about.
    pub squares: u64,
}
