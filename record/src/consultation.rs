//! Consultation: its question and answer, the pieces that were tried, and the forcing-tree.

use serde::Serialize;

use crate::attempt::Searched;
use crate::cost::Spent;
use crate::gains::Brought;
use crate::node::Node;
use crate::play::Move;
use crate::trace::Trace;
use crate::why::VainPiece;
use crate::{MadeBy, Side};

records! {
    /// Consultation of a table or piece-of-advice, or the p-strategy of a strategy's statement.
    #[derive(Default)]
    pub struct Consultation {
        /// FEN of the position that was consulted.
        pub fen: String,
        /// Side that the advice plays for.
        pub us: Side,
        /// Name of the table that answered; null without one.
        pub table: Option<String>,
        /// Number of the rule that applied, from 1; null where none did.
        pub rule: Option<usize>,
        /// Name of the piece-of-advice that is satisfied, or of the action; null where there is none.
        pub advice: Option<String>,
        /// True where the consultation found a forcing-tree.
        pub satisfied: bool,
        /// Move that the program plays; null where it has none.
        #[serde(rename = "move")]
        pub mv: Option<Move>,
        /// Reason of the author, with its values filled in; null where there is none.
        pub because: Option<String>,
        /// True where the tree leaves legal replies out, and so holds only against the others.
        pub conditional: bool,
        /// True where the colours were exchanged to fit the program; everything in the report is back in its own colours.
        pub mirrored: bool,
        /// Number of positions that the searches of all pieces tried tested, nested pieces excepted.
        pub positions: u64,
        /// Number of positions tested, nested advice included. A nested position has the depth in its own tree.
        pub with_nested: PositionCount,
        /// Pieces-of-advice tried, in order, with the numbers of positions that their searches tested.
        pub statistics: Vec<TriedPiece>,
        /// Forcing-tree, nested: as many levels as it has plies; null without a tree.
        pub tree: Option<Branch>,
        /// Cost of the dearest line of the tree, and most that a line may cost; absent where the moves of the piece have no cost.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub effort: Option<Effort>,
        /// Use of the searches' memory; only with `--memory`, where fewer positions are tested than Advice Language 2 counts.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub memory: Option<Memory>,
        /// Conjuncts at which the pieces tried in vain failed; absent where the user did not ask for them.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub why: Option<Vec<VainPiece>>,
        /// Statement or rule that chose, with its place in the source.
        #[serde(flatten)]
        pub origin: Origin,
        /// Forcing-tree in one list, in preorder: a node comes after its parent, and its subtree follows it.
        pub nodes: Vec<Node>,
        /// Sentence on the end of a strategy that ends or is stuck at once; absent elsewhere.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ended: Option<String>,
        /// Moves of the game that was followed, in SAN; absent without one. `fen` is then the position of our last or next move.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub moves: Option<Vec<String>>,
        /// Number of plies of the p-strategy played before `fen`; only where a game was followed. The trees are the rest of the p-strategy.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub played: Option<u16>,
        /// Trace of the search, node by node; absent where the user did not ask for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub trace: Option<Trace>,
        /// Attempts of the search, all of them; absent where the user did not ask for them.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub searched: Option<Searched>,
        /// Facts that the move brings and gives up by force, by patterns: with `--patterns`, and with `--why` where the program has patterns.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub brought: Option<Brought>,
        /// Number of distinct positions tested, or made to weigh, order or judge a move; absent where the user did not ask for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub looked_at: Option<LookedAt>,
        /// CPU time of the consultation in seconds; absent where the user did not ask for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub seconds: Option<f64>,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
    }

    /// Statement of a strategy, or rule of a table, that a tree comes from.
    #[derive(Default)]
    pub struct Origin {
        /// Name of the strategy that the statement is in; null where a table or a piece-of-advice was consulted by itself.
        pub strategy: Option<String>,
        /// Number of the statement in that strategy, from 1 in the order of its listing; null without a strategy.
        pub statement: Option<u32>,
        /// Line of the statement, or of the rule where there is no strategy; null where a piece-of-advice was consulted by itself, and where the module was stripped of its source.
        pub line: Option<u32>,
        /// Name of the file that `line` is in; only where that is another file that the program uses.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
        /// Name of the action that the statement realises; null where it consults.
        pub action: Option<String>,
        /// Text of the action's in-class; null for any position.
        pub in_class: Option<String>,
        /// Text of the action's out-class; null without an action.
        pub out_class: Option<String>,
    }

    /// Number of positions that searches tested, in total and by depth.
    #[derive(Default)]
    pub struct PositionCount {
        /// Number of positions that searches tested, at all depths.
        pub positions: u64,
        /// Number of positions tested by depth in plies from the root of the piece's own tree; the first entry is depth 1.
        pub by_depth: Vec<u64>,
    }

    /// Piece-of-advice that was tried. Its positions leave nested pieces out.
    pub struct TriedPiece {
        /// Name of the piece-of-advice or action.
        pub advice: String,
        /// True where the piece was satisfied.
        pub satisfied: bool,
        /// Number of positions that the piece's searches tested, in total and by depth.
        #[serde(flatten)]
        pub count: PositionCount,
        /// Pieces that goals of the piece evaluate, nested in it.
        pub nested: Vec<NestedPiece>,
        /// Costs and results of the piece's classes and goals; only with `--stats`, where nothing is remembered.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub spent: Option<Spent>,
    }

    /// Piece-of-advice that a goal evaluates, whose positions are counted apart.
    pub struct NestedPiece {
        /// Name of the nested piece-of-advice.
        pub advice: String,
        /// Number of times that goals evaluated the piece.
        pub asked: u64,
        /// Number of positions that the piece's searches tested, in total and by depth in its own trees.
        #[serde(flatten)]
        pub count: PositionCount,
    }

    /// Node of the nested forcing-tree: a move, and the branches after it.
    pub struct Branch {
        /// Move that leads to the node.
        #[serde(flatten)]
        pub mv: Move,
        /// Number of plies from the root to the position after the move.
        pub ply: u16,
        /// Number of legal replies after the move that the them-moves leave out.
        pub left_out: u16,
        /// Branches after the move; empty at a leaf.
        pub children: Vec<Branch>,
    }

    /// Cost of the dearest line of a tree, and most that a line may cost.
    pub struct Effort {
        /// Cost of the line's moves together, in units of effort with up to three decimals.
        pub spent: f64,
        /// Most that a line might cost when the tree was found, in units of effort with up to three decimals: less than `of` in a search for the cheapest tree.
        pub within: Option<f64>,
        /// Effort that the piece declares: the most that a line of its tree may cost.
        pub of: u32,
        /// Unit of the cost: `bits` where the cost is made of the primitive `bits` alone, as `spread` of `std.cost` is; else null.
        pub unit: Option<CostUnit>,
    }

    /// Unit of the cost of moves, where it has one.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum CostUnit {
        /// Cost counts bits of information.
        Bits,
    }

    /// Use of the memory of a consultation's searches.
    pub struct Memory {
        /// Number of nodes of the searches that the memory holds.
        pub entries: u64,
        /// Number of times that a node was not searched because it was remembered.
        pub hits: u64,
    }

    /// Number of distinct positions that a consultation tested, or made to weigh, order or judge a move.
    pub struct LookedAt {
        /// Number of distinct positions, exact or estimated.
        pub positions: u64,
        /// False where the number is estimated from a sample, which is so of more than a million.
        pub exact: bool,
    }
}
