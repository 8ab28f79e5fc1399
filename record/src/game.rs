//! A played game with the p-strategies of our moves.

use serde::Serialize;

use crate::consultation::Origin;
use crate::node::Node;
use crate::play::Move;
use crate::{Mover, Side};

/// A played game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// The position it began with.
    pub fen: String,
    /// The side that the program played.
    pub us: Side,
    /// The program's name as a player.
    pub player: String,
    /// The opponent's name.
    pub opponent: String,
    /// The moves in order.
    pub moves: Vec<PlayedMove>,
    /// The p-strategies in the order in which they were played.
    pub plans: Vec<Plan>,
    /// How the game came to its end.
    pub ending: Ending,
    /// The goal was reached; null where there was none to reach.
    pub goal: Option<bool>,
    /// The result as game records write it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedMove {
    /// The move.
    #[serde(flatten)]
    pub mv: Move,
    /// Who moves: the side that the advice plays for, or its opponent.
    pub by: Mover,
    /// The index of the p-strategy that a move of ours belongs to; null for theirs.
    pub plan: Option<usize>,
    /// The position after the move.
    pub fen: String,
}

/// A p-strategy of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plan {
    /// The index of its first move.
    pub from: usize,
    /// The table that answered.
    pub table: Option<String>,
    /// The rule that applied, counted from 1.
    pub rule: Option<usize>,
    /// The piece-of-advice or action.
    pub advice: Option<String>,
    /// The author's reason with its values filled in.
    pub because: Option<String>,
    /// Its tree leaves legal replies out.
    pub conditional: bool,
    /// The statement that chose.
    #[serde(flatten)]
    pub origin: Origin,
    /// Its whole tree in one list, in preorder, also what was not played.
    pub nodes: Vec<Node>,
}

/// How a game came to its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ending {
    /// `stuck`: a statement of the strategy could not be done; `failed`: the program has no answer at all; `open`: play was stopped from outside.
    pub kind: EndingKind,
    /// The statement that could not be done.
    pub line: Option<u32>,
    /// The same for people.
    pub sentence: String,
}

/// A kind of end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EndingKind {
    /// A side is mated.
    Checkmate,
    /// A side is stalemated.
    Stalemate,
    /// A draw by the rules or by a claim.
    Draw,
    /// The strategy has come to its end.
    EndOfStrategy,
    /// The strategy has come to a `stop`.
    Stop,
    /// A statement of the strategy could not be done.
    Stuck,
    /// The program has no answer at all.
    Failed,
    /// Play was stopped from outside.
    Open,
}
