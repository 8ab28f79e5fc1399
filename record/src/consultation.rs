//! A consultation: what was asked and answered, the pieces that were tried, and the forcing-tree.

use serde::Serialize;

use crate::attempt::Searched;
use crate::brought::Brought;
use crate::node::Node;
use crate::play::Move;
use crate::spent::Spent;
use crate::trace::Trace;
use crate::why::VainPiece;
use crate::{MadeBy, Side};

/// A consultation of a table or piece-of-advice, or the p-strategy of a strategy's statement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Consultation {
    /// The position asked about.
    pub fen: String,
    /// The side that the advice plays for.
    pub us: Side,
    /// The table that answered.
    pub table: Option<String>,
    /// The rule that applied, counted from 1.
    pub rule: Option<usize>,
    /// The piece-of-advice that is satisfied; for an action its name.
    pub advice: Option<String>,
    /// There is a forcing-tree.
    pub satisfied: bool,
    /// The move to play.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// The author's reason with its values filled in.
    pub because: Option<String>,
    /// The tree leaves legal replies out.
    pub conditional: bool,
    /// The colours were exchanged to fit the program; everything in the object is back in its own colours.
    pub mirrored: bool,
    /// Positions tested, of all pieces tried, nested ones apart.
    pub positions: u64,
    /// The same with the positions of nested advice. A nested position has the depth in its own tree.
    pub with_nested: PositionCount,
    /// The pieces tried, in order.
    pub statistics: Vec<TriedPiece>,
    /// The forcing-tree, nested: as many levels as it has plies.
    pub tree: Option<Branch>,
    /// Only where the moves of the piece have a cost: what the dearest line of the tree costs, and what a line may cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// Only with `--memory`, where searches remember nodes: then fewer positions are tested than Advice Language 2 counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<Memory>,
    /// Only where it was asked for: at which conjuncts the pieces tried in vain failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<VainPiece>>,
    /// The statement that chose.
    #[serde(flatten)]
    pub origin: Origin,
    /// The forcing-tree in one list, in preorder: a node stands behind its parent, and what is below it follows it.
    pub nodes: Vec<Node>,
    /// Only where a strategy ends or is stuck at once: how, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// Only where a game was followed: its moves, in standard algebraic notation. `fen` is then the position of our last or next move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Only where a game was followed: how many plies of the p-strategy had been played before `fen`. The trees are what is left of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<u16>,
    /// Only where it was asked for: the search node by node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// Only where it was asked for: every attempt of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// What the move brings and gives up by force, by patterns: with `--patterns`, and with `--why` where the program has patterns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brought: Option<Brought>,
    /// Only where it was asked for: the distinct positions that were tested, or made to weigh, order or judge a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub looked_at: Option<LookedAt>,
    /// Only where it was asked for: the CPU time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The version of adv and the fingerprints of the programs it is about; where a command wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
}

/// The statement of a strategy, or the rule of a table, that a tree comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Origin {
    /// The strategy whose statement asked; null where a table or a piece-of-advice was asked by itself.
    pub strategy: Option<String>,
    /// The statement of that strategy, counted from 1 in the order of its listing.
    pub statement: Option<u32>,
    /// The line of the statement, or of the rule where there is no strategy; null where a piece-of-advice was asked by itself, and where the module was stripped of its source.
    pub line: Option<u32>,
    /// Only where `line` is in another file that the program uses: its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The action that the statement realises; null where it consults.
    pub action: Option<String>,
    /// The text of the action's in-class; null for any position.
    pub in_class: Option<String>,
    /// The text of the action's out-class.
    pub out_class: Option<String>,
}

/// Positions tested, all in all and by depth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionCount {
    /// Positions tested.
    pub positions: u64,
    /// The same by depth in plies from the root of the piece's own tree; the first entry is depth 1.
    pub by_depth: Vec<u64>,
}

/// One piece-of-advice tried. Its positions leave nested pieces out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TriedPiece {
    /// Its name.
    pub advice: String,
    /// It was satisfied.
    pub satisfied: bool,
    /// Its positions.
    #[serde(flatten)]
    pub count: PositionCount,
    /// Pieces that were asked inside of it.
    pub nested: Vec<NestedPiece>,
    /// Only with `--stats`, where nothing is remembered: what its classes and goals have come to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<Spent>,
}

/// A nested piece-of-advice, whose positions are counted apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NestedPiece {
    /// Its name.
    pub advice: String,
    /// How often it was asked.
    pub asked: u64,
    /// Its positions, of all its own trees.
    #[serde(flatten)]
    pub count: PositionCount,
}

/// A node of the nested tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Branch {
    /// The move that leads here.
    #[serde(flatten)]
    pub mv: Move,
    /// Plies from the root.
    pub ply: u16,
    /// How many legal replies the them-moves leave out here.
    pub left_out: u16,
    /// The branches below.
    pub children: Vec<Branch>,
}

/// What the dearest line of a tree costs, and what a line may cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effort {
    /// The costs of its moves together, in wholes of a thousand.
    pub spent: f64,
    /// What a line might cost when the tree was found: less than the effort where the cheapest tree is looked for.
    pub within: Option<f64>,
    /// The effort of the piece.
    pub of: u32,
    /// `bits` where the cost is made of the primitive `bits` alone, as `spread` of `std.cost` is; else null.
    pub unit: Option<CostUnit>,
}

/// The unit of a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CostUnit {
    /// Bits of information.
    Bits,
}

/// What the searches of a consultation remember.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Memory {
    /// Nodes that are remembered.
    pub entries: u64,
    /// How often a node was not searched because it was remembered.
    pub hits: u64,
}

/// How many distinct positions were looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookedAt {
    /// How many they are.
    pub positions: u64,
    /// False where their number is estimated from a sample, which is so of more than a million.
    pub exact: bool,
}
