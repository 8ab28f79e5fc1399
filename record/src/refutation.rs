//! Refutations: at each node of ours every selected move, and for each the one reply that refutes it.

use serde::Serialize;

use crate::play::Move;
use crate::why::RefutedEnd;
use crate::{MadeBy, Side};

/// The whole file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refutations {
    /// The name of the format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "adv refutation")))]
    pub format: &'static str,
    /// The version of the format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    pub version: u32,
    /// One for each piece, in the order in which they were tried.
    pub refutations: Vec<Refutation>,
    /// The version of adv, `adv`, and the fingerprints of the programs it is about, `programs`; where a command wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
}

/// The refutation of one piece-of-advice or action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refutation {
    /// Its name.
    pub advice: String,
    /// The position.
    pub fen: String,
    /// The side that the piece plays for.
    pub us: Side,
    /// The plies within which there is no tree.
    pub depth: u16,
    /// It is an action whose in-class is false here, so that nothing was searched and there are no nodes.
    pub out_of_class: bool,
    /// Every line is followed to its end: no node is open.
    pub complete: bool,
    /// The size.
    pub counts: RefutationCounts,
    /// The nodes by their numbers. Equal positions at equal plies that have cost the same are one node; a node leads to later ones only.
    pub nodes: Vec<RefutationNode>,
    /// Only where moves have a cost: what a line may cost, in wholes of a thousand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
    /// Only where a limit has left nodes open: which, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
}

/// Size of a refutation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefutationCounts {
    /// Moves of ours at the root.
    pub first_moves: usize,
    /// Positions with us to move.
    pub nodes: usize,
    /// Moves of ours in all of them.
    pub moves: usize,
    /// Nodes that are left open.
    pub open: usize,
}

/// A position with us to move. It has either `moves` or `open`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefutationNode {
    /// Its number; the root is 0.
    pub n: usize,
    /// The position; its clock of halfmoves is 0 but at the root.
    pub fen: String,
    /// Plies from the root.
    pub ply: u16,
    /// Only where moves have a cost: what the line to it has cost, in wholes of a thousand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<f64>,
    /// It was not worked out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenFor>,
    /// All moves that the us-moves select, in the order of the search; none: the line ends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<RefutedMove>>,
}

/// Reason why a node was not worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OpenFor {
    /// The bound of plies.
    Plies,
    /// The bound of nodes.
    Nodes,
    /// A limit of the search.
    Limit,
}

/// A move of ours that leads to no tree. It has either `to` or `ended`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefutedMove {
    /// The move.
    #[serde(flatten)]
    pub mv: Move,
    /// The reply that refutes it; null where the line ends at our move.
    pub reply: Option<Move>,
    /// The node that the reply leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// The end of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<RefutedEnd>,
}
