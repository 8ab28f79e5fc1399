//! The nodes of a tree in one list, and what was true at each.

use serde::Serialize;

use crate::Mover;
use crate::play::{ComparedSides, Move, Zone};

/// A node of the flat tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// The index of the node above; null for the first move.
    pub parent: Option<usize>,
    /// The move that leads here.
    #[serde(flatten)]
    pub mv: Move,
    /// Who moves: the side that the advice plays for, or its opponent.
    pub by: Mover,
    /// Plies from the root.
    pub ply: u16,
    /// How many legal replies the them-moves leave out here.
    pub left_out: u16,
    /// Nothing is below.
    pub leaf: bool,
    /// The position after the move.
    pub fen: String,
    /// What was true here; only where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
    /// Only beside `facts`: the class that selected the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<MoveClass>,
}

/// The goals at a node, conjunct by conjunct, in the order of the source.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Facts {
    /// The goal that decided here.
    pub decided: NodeGoal,
    /// The conjuncts that were asked here.
    pub parts: Vec<Conjunct>,
}

/// A goal of a piece-of-advice or action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NodeGoal {
    /// The better-goal; of an action its out-class.
    BetterGoal,
    /// The holding-goal.
    HoldingGoal,
}

/// A conjunct of a goal, and where it is written.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoalPart {
    /// Its goal: the better-goal is an action's out-class.
    pub goal: NodeGoal,
    /// Its line.
    pub line: Option<u32>,
    /// Its column in characters.
    pub column: Option<u32>,
    /// Its text.
    pub text: Option<String>,
}

/// One conjunct of a goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conjunct {
    /// The conjunct.
    #[serde(flatten)]
    pub part: GoalPart,
    /// It is true here.
    pub holds: bool,
    /// Where it compares numbers: both sides.
    pub compare: Option<ComparedSides>,
    /// The sets of squares that it speaks of.
    pub boards: Vec<SquareSet>,
    /// Only where it speaks of zones: those that have an attack in the position of the node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zones: Option<Vec<Zone>>,
    /// Only where `line` is in another file that the program uses: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// A set of squares.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SquareSet {
    /// Its text.
    pub text: Option<String>,
    /// Its line.
    pub line: Option<u32>,
    /// Its squares by name, a1 first, then b1.
    pub squares: Vec<String>,
}

/// The class of moves that selected a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveClass {
    /// The us-moves or the them-moves.
    pub list: Mover,
    /// Its number in that list, counted from 1.
    pub number: u16,
    /// The class in the source; `any` where the clause is not written.
    pub text: Option<String>,
    /// Its line in the source.
    pub line: Option<u32>,
    /// The plies of the phase that the list belongs to; empty for the list of all other plies.
    pub plies: Vec<u16>,
    /// Only where the class is in another file that the program uses: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Only where the class speaks of `TAKEN`: its squares at that node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<Vec<String>>,
    /// Only at the node of a tree, where the class speaks of zones: those that have an attack in the position before the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zones: Option<Vec<Zone>>,
}
