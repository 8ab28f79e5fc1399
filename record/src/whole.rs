//! The p-strategy of a whole play, as a file that is written while play is followed.

use serde::Serialize;

use crate::Side;
use crate::play::Player;
use crate::proof::Mode;

/// The whole file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PStrategy {
    /// The part before the nodes.
    #[serde(flatten)]
    pub head: PStrategyHead,
    /// The nodes by their numbers, in the order in which play comes to them.
    pub nodes: Vec<PStrategyNode>,
    /// The part behind them.
    #[serde(flatten)]
    pub tail: PStrategyTail,
}

/// Beginning of the file, before the nodes: the first line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PStrategyHead {
    /// The name of the format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "adv p-strategy")))]
    pub format: &'static str,
    /// The version of the format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    pub version: u32,
    /// The name of the program's file.
    pub program: String,
    /// The fingerprint of the program that plays so.
    pub fingerprint: String,
    /// The part of the program that plays.
    pub subject: Player,
    /// The way in which the program plays.
    pub mode: Mode,
    /// The extent of the play.
    pub extent: WholeExtent,
    /// The side that the p-strategy plays for.
    pub us: Side,
    /// The FEN of node 0. All FENs have their clocks at 0 and 1.
    pub root: String,
}

/// Extent of the play that is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WholeExtent {
    /// All of it: the program is asked again and again, until play ends.
    #[default]
    Play,
    /// The tree of the first choice alone, as the program has found it: with the replies that it leaves out, and its leaves.
    Choice,
}

/// A position with us to move, at a place of the program. It has a move, an end, or a reason why it is open.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PStrategyNode {
    /// Its number: its place in the list, from 0.
    pub n: u32,
    /// The position.
    pub fen: String,
    /// The number of the place in the program: nodes of one position differ in it.
    pub place: u32,
    /// The move that is played.
    #[serde(flatten)]
    pub mv: Option<ChosenMove>,
    /// The end of play: with the move of the node, or in its position where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<PlayEnd>,
    /// The reason why it is not known what is played here: `plies`, `nodes` or `memory` for a bound that was reached, `interrupted`, or `limit: ` and the limit of a consultation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
}

/// A move that is played, and the replies to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChosenMove {
    /// The move that is played, as the Universal Chess Interface writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The choice of the tree that the move belongs to: a rule's piece-of-advice, or an action.
    pub by: String,
    /// The file and the line where that is written; null where the program was built without its text.
    pub at: Option<String>,
    /// True where the tree begins: the program is asked here. False where the move goes on in a tree.
    pub begins: bool,
    /// The replies in the order of the language, each once, and the numbers of the nodes that they lead to. Empty where the game ends with the move.
    pub to: Vec<(String, u32)>,
    /// Legal replies that the p-strategy says nothing about; not there where there are none. A whole play leaves none out: it goes on after them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

/// End of play: with the move of a node, or in its position where it has none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayEnd {
    /// Its kind.
    pub kind: PlayEndKind,
    /// The men on the board, for `material`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub men: Option<String>,
    /// The out-class of the strategy holds, or not; not there where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<bool>,
    /// The same in words, where the kind does not say it all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
}

/// Kind of an end of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PlayEndKind {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move is stalemated.
    Stalemate,
    /// The program is for other men.
    Material,
    /// The strategy has come to its end.
    Over,
    /// The program has nothing to play.
    Stuck,
    /// A tree ends with the move, and what follows is not part of the file.
    Leaf,
}

/// End of the file, behind the nodes: the last line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PStrategyTail {
    /// True where no node is open: every line is followed to its end.
    pub complete: bool,
    /// The numbers that the nodes come to.
    pub counts: PStrategyCounts,
}

/// Numbers that the nodes come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PStrategyCounts {
    /// The nodes.
    pub nodes: u64,
    /// The replies that lead from one node to another.
    pub replies: u64,
    /// The nodes that are open.
    pub open: u64,
    /// The replies that are left out.
    pub left_out: u64,
    /// The positions of the tree that the graph stands for, every line by itself: the root, those after our moves, those after replies. A number; `more than` one that needs 128 bits; or `endless`, where a line goes round.
    pub unfolded: String,
    /// The plies of the longest line; null where a line goes round for ever.
    pub longest: Option<usize>,
}
