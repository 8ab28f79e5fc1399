//! What a move brings and gives up by force, as patterns tell it.

use serde::Serialize;

use crate::Side;

/// Facts at the leaves of the tree beside those at its root. Facts that require a plan are left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Brought {
    /// Facts at every leaf where the game goes on, and not at the root.
    pub brings: Vec<BroughtFact>,
    /// Facts at the root, and at no leaf.
    pub gives_up: Vec<BroughtFact>,
    /// The tree leaves legal replies out, so that all of it is said under a condition.
    pub conditional: bool,
    /// The leaves that were asked.
    pub leaves: usize,
}

/// A fact that is brought or given up.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BroughtFact {
    /// The pattern's name.
    pub pattern: Option<String>,
    /// The side that has it.
    pub side: Side,
    /// Its squares; empty for a fact without squares.
    pub squares: Vec<String>,
    /// What it is worth for that side, in hundredths of a pawn; of one that is brought the least at a leaf, by its size.
    pub worth: i64,
    /// The same for White.
    pub value: i64,
    /// What it is called, in the language that was asked for.
    pub called: String,
}
