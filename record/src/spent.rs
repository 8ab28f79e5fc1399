//! Where a piece-of-advice spends its positions.

use serde::Serialize;

use crate::node::MoveClass;

/// Where a piece-of-advice spends its positions; advice nested in it is left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spent {
    /// The deepest ply that was tested.
    pub deepest: u16,
    /// Moves that cost more than was left.
    pub too_dear: u64,
    /// The classes that were reached, in the order of the program.
    pub classes: Vec<ClassSpent>,
    /// Leaves by the part of the better-goal that was true.
    pub leaves: Vec<Decisions>,
    /// Cuts by the conjunct of the holding-goal that was false.
    pub cuts: Vec<Decisions>,
}

/// What one class of moves has cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClassSpent {
    /// The class.
    pub class: MoveClass,
    /// At how many nodes it was reached.
    pub reached: u64,
    /// How many moves it selected there, those that were not tested included.
    pub selected: u64,
    /// How many positions were tested after its moves.
    pub positions: u64,
    /// Only where it speaks of `TAKEN`: how many squares that had, all nodes together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<u64>,
}

/// How often one part of a goal decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decisions {
    /// What decided, in words.
    pub by: String,
    /// How often.
    pub count: u64,
}
