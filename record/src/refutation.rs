//! Refutations: at each node of ours every selected move, and for each the one reply that refutes it.

use serde::Serialize;

use crate::play::Move;
use crate::why::RefutedEnd;
use crate::{MadeBy, Side};

records! {
    /// Refutations of the pieces tried in a position: the whole file.
    pub struct Refutations {
        /// Name of the file's format, `adv refutation`.
        #[cfg_attr(feature = "schema", schemars(extend("const" = "adv refutation")))]
        pub format: &'static str,
        /// Version number of the file's format.
        #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
        pub version: u32,
        /// Refutations, one for each piece, in the order in which they were tried.
        pub refutations: Vec<Refutation>,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
    }

    /// Refutation of one piece-of-advice or action.
    pub struct Refutation {
        /// Name of the piece-of-advice or action.
        pub advice: String,
        /// FEN of the position in which the piece was tried.
        pub fen: String,
        /// Side that the piece plays for, `us` in its text.
        pub us: Side,
        /// Bound of the search, in plies, within which there is no tree.
        pub depth: u16,
        /// True for an action whose in-class is false here, so that nothing was searched and there are no nodes.
        pub out_of_class: bool,
        /// True where no node is open: every line is followed to its end.
        pub complete: bool,
        /// Number of nodes and moves of the refutation.
        pub counts: RefutationCounts,
        /// Nodes by their numbers. Equal positions at equal plies that have cost the same are one node; a node leads to later ones only.
        pub nodes: Vec<RefutationNode>,
        /// Most that a line may cost, in units of effort with up to three decimals; absent where moves have no cost.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub effort: Option<f64>,
        /// Sentence on the limit that has left nodes open; absent where none has.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stop: Option<String>,
    }

    /// Size of a refutation, in nodes and moves.
    pub struct RefutationCounts {
        /// Number of moves of ours at the root.
        pub first_moves: usize,
        /// Number of nodes: positions with us to move.
        pub nodes: usize,
        /// Number of moves of ours in all positions with us to move.
        pub moves: usize,
        /// Number of nodes that a limit left open.
        pub open: usize,
    }

    /// Position with us to move. It has either `moves` or `open`.
    pub struct RefutationNode {
        /// Number of the node; the root is 0.
        pub n: usize,
        /// FEN of the position; its clock of halfmoves is 0 but at the root.
        pub fen: String,
        /// Number of plies from the root to the position.
        pub ply: u16,
        /// Cost of the line to the node, in units of effort with up to three decimals; absent where moves have no cost.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub spent: Option<f64>,
        /// Reason why the node was not worked out, `plies`, `nodes` or `limit`; absent for a node with `moves`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub open: Option<OpenFor>,
        /// Moves that the us-moves select, all in the order of the search; empty where the line ends here. Absent for an open node.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub moves: Option<Vec<RefutedMove>>,
    }

    /// Reason why a node was left open, without its moves.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum OpenFor {
        /// The bound of plies was reached.
        Plies,
        /// The bound of nodes was reached.
        Nodes,
        /// A limit of the search was reached.
        Limit,
    }

    /// Move of ours that leads to no tree. It has either `to` or `ended`.
    pub struct RefutedMove {
        /// Move of ours that fails.
        #[serde(flatten)]
        pub mv: Move,
        /// Reply that refutes the move; null where the line ends with our move.
        pub reply: Option<Move>,
        /// Number of the node that the reply leads to; absent where the line ends.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub to: Option<u32>,
        /// Reason why the line ends here; absent where it goes on.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ended: Option<RefutedEnd>,
    }
}
