//! P-strategy of a whole play, as a file that adv writes while it follows play.

use serde::Serialize;

use crate::Side;
use crate::play::Player;
use crate::proof::Mode;

records! {
    /// P-strategy of a whole play: the whole file.
    pub struct PStrategy {
        /// Part of the file before the nodes.
        #[serde(flatten)]
        pub head: PStrategyHead,
        /// Nodes by their numbers, in the order in which play comes to them.
        pub nodes: Vec<PStrategyNode>,
        /// Part of the file after the nodes.
        #[serde(flatten)]
        pub tail: PStrategyTail,
    }

    /// Beginning of the file, before the nodes: the first line.
    pub struct PStrategyHead {
        /// Name of the file's format, `adv p-strategy`.
        #[cfg_attr(feature = "schema", schemars(extend("const" = "adv p-strategy")))]
        pub format: &'static str,
        /// Version number of the file's format.
        #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
        pub version: u32,
        /// Name of the program's file.
        pub program: String,
        /// Fingerprint of the program, which tells programs apart.
        pub fingerprint: String,
        /// Part of the program that plays.
        pub subject: Player,
        /// Way of playing: `strong` follows a tree to its leaf, `weak` consults the program on every move.
        pub mode: Mode,
        /// Extent of the play: `play` for the whole play, `choice` for the tree of the first choice alone.
        pub extent: WholeExtent,
        /// Side that the p-strategy plays for.
        pub us: Side,
        /// FEN of node 0. All FENs of the file have their clocks at 0 and 1.
        pub root: String,
    }

    /// Extent of the play that the file follows.
    #[derive(Copy, Default, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum WholeExtent {
        /// Whole play: adv consults the program again and again, until play ends.
        #[default]
        Play,
        /// Tree of the first choice alone, as the program found it, with the replies that it leaves out, and its leaves.
        Choice,
    }

    /// Node of the p-strategy: a position with us to move, at a place of the program. It has a move, an end, or a reason why it is open.
    pub struct PStrategyNode {
        /// Number of the node: its index in `nodes`, from 0.
        pub n: u32,
        /// FEN of the node's position.
        pub fen: String,
        /// Number of the place in the program at which play is; nodes of one position differ in it.
        pub place: u32,
        /// Move that the program plays.
        #[serde(flatten)]
        pub mv: Option<ChosenMove>,
        /// End of play after the move of the node, or in its position where it has no move; absent where play goes on.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub end: Option<PlayEnd>,
        /// Reason why the node is open and the program's move unknown: `plies`, `nodes` or `memory` for a bound that was reached, `interrupted`, or `limit: ` and the limit of a consultation.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub open: Option<String>,
    }

    /// Move of the program at a node, and the replies to it.
    pub struct ChosenMove {
        /// Move of the program, as the Universal Chess Interface writes it.
        #[serde(rename = "move")]
        pub mv: String,
        /// Choice that the tree of the move belongs to: a rule's piece-of-advice, or an action.
        pub by: String,
        /// File and line of the choice; null where the program was built without its text.
        pub at: Option<String>,
        /// True where a tree begins with the move: the program is consulted here. False where the move continues a tree.
        pub begins: bool,
        /// Replies in the order of the language, each once, and the numbers of the nodes they lead to. Empty where the game ends with the move.
        pub to: Vec<(String, u32)>,
        /// Legal replies that the p-strategy does not answer; absent where there are none. A whole play leaves none out: it goes on after them.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub left_out: Vec<String>,
        /// Moves of the node in standard algebraic notation: the program's, those of `to`, those of `left_out`; only on a page.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub sans: Vec<String>,
    }

    /// End of play, after the move of a node, or in its position where it has no move.
    pub struct PlayEnd {
        /// Kind of the end of play, such as `checkmate` or `leaf`.
        pub kind: PlayEndKind,
        /// Material on the board, such as `KRvK`; only with the kind `material`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub men: Option<String>,
        /// True where the out-class of the strategy holds, false where it does not; absent where the strategy has none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub goal: Option<bool>,
        /// Sentence on the end of play; absent where the kind says it all.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub says: Option<String>,
    }

    /// Kind of end of play.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum PlayEndKind {
        /// The side to move is checkmated.
        Checkmate,
        /// The side to move is stalemated.
        Stalemate,
        /// The pieces on the board are none that the program is for.
        Material,
        /// The strategy has come to its end.
        Over,
        /// The program has no move to play.
        Stuck,
        /// A tree ends with the move, and the file does not follow play further.
        Leaf,
    }

    /// End of the file, after the nodes: the last line.
    pub struct PStrategyTail {
        /// True where no node is open: the file follows every line to its end.
        pub complete: bool,
        /// Size of the p-strategy: its numbers of nodes, replies and positions.
        pub counts: PStrategyCounts,
    }

    /// Size of a p-strategy: its numbers of nodes, replies and positions.
    pub struct PStrategyCounts {
        /// Number of nodes in the file.
        pub nodes: u64,
        /// Number of replies that lead from one node to another.
        pub replies: u64,
        /// Number of open nodes, at which the program's move is unknown.
        pub open: u64,
        /// Number of legal replies that the p-strategy leaves out.
        pub left_out: u64,
        /// Number of positions of the graph as a tree, every line by itself: the root, those after our moves, those after replies. A number; `more than` one that needs 128 bits; or `endless`, where a line goes round.
        pub unfolded: String,
        /// Number of plies of the longest line; null where a line goes round for ever.
        pub longest: Option<usize>,
    }
}
