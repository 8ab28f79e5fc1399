//! Nodes of a tree in one list, and the facts that were true at each.

use serde::Serialize;

use crate::Mover;
use crate::play::{ComparedSides, DrawnZone, Move, Zone};

records! {
    /// Node of a forcing-tree as one list: a move, and the position after it.
    pub struct Node {
        /// Index in the list of the node above; null for the first move.
        pub parent: Option<usize>,
        /// Move that leads to the node.
        #[serde(flatten)]
        pub mv: Move,
        /// Side that moves: `us` for the side that the advice plays for, `them` for its opponent.
        pub by: Mover,
        /// Number of plies from the root to the position after the move.
        pub ply: u16,
        /// Number of legal replies in the position that the them-moves leave out.
        pub left_out: u16,
        /// True where the node is a leaf: the tree ends here.
        pub leaf: bool,
        /// FEN of the position after the move.
        pub fen: String,
        /// Goals as evaluated at the node, conjunct by conjunct; absent where the user did not ask for them.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub facts: Option<Facts>,
        /// Class of us-moves or them-moves that selected the move; only where `facts` are.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub class: Option<MoveClass>,
        /// Drawings of the zones in the position, and of the ways that the move began; only on a page.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub drawn: Vec<DrawnZone>,
    }

    /// Values of the goals at a node, conjunct by conjunct, in the order of the source.
    pub struct Facts {
        /// Goal that decided at the node: `better-goal` (of an action its out-class) or `holding-goal`.
        pub decided: NodeGoal,
        /// Conjuncts of the goals that were evaluated at the node, with their values.
        pub parts: Vec<Conjunct>,
    }

    /// Kind of goal of a piece-of-advice or action that a search evaluates.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum NodeGoal {
        /// Better-goal; of an action its out-class.
        BetterGoal,
        /// Holding-goal of a piece-of-advice or action.
        HoldingGoal,
    }

    /// Conjunct of a goal, with its place in the source.
    pub struct GoalPart {
        /// Goal of the conjunct; for an action, `better-goal` means its out-class.
        pub goal: NodeGoal,
        /// Line of the conjunct; null where the module was stripped of its source.
        pub line: Option<u32>,
        /// Column of the conjunct, in characters; null where the module was stripped of its source.
        pub column: Option<u32>,
        /// Text of the conjunct; null where the module was stripped of its source.
        pub text: Option<String>,
    }

    /// Conjunct of a goal, with its value and its numbers at a node.
    pub struct Conjunct {
        /// Conjunct, with its place in the source.
        #[serde(flatten)]
        pub part: GoalPart,
        /// True where the conjunct is true at the node.
        pub holds: bool,
        /// Sides of the comparison; null where the conjunct compares no numbers.
        pub compare: Option<ComparedSides>,
        /// Sets of squares that the conjunct speaks of, with their squares at the node.
        pub boards: Vec<SquareSet>,
        /// Zones that have an attack in the position of the node; absent where the conjunct speaks of none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub zones: Option<Vec<Zone>>,
        /// Name of the file that `line` is in; only where that is another file that the program uses.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
    }

    /// Set of squares that the source names, with its squares in a position.
    pub struct SquareSet {
        /// Text of the set in the source; null where the module was stripped of its source.
        pub text: Option<String>,
        /// Line of the set in the source; null where the module was stripped of its source.
        pub line: Option<u32>,
        /// Squares of the set by name, a1 first, then b1.
        pub squares: Vec<String>,
    }

    /// Class of us-moves or them-moves that selected a move, with its place in the source.
    pub struct MoveClass {
        /// List of the class: the us-moves, `us`, or the them-moves, `them`.
        pub list: Mover,
        /// Number of the class in its list, from 1.
        pub number: u16,
        /// Text of the class in the source; `any` where the clause is not written.
        pub text: Option<String>,
        /// Line of the class in the source; null where there is none.
        pub line: Option<u32>,
        /// Plies of the phase that the list belongs to; empty for the list of all other plies.
        pub plies: Vec<u16>,
        /// Name of the file that the class is in; only where that is another file that the program uses.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
        /// Squares of `TAKEN` at the node; only where the class speaks of `TAKEN`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub taken: Option<Vec<String>>,
        /// Zones that have an attack in the position before the move; only at the node of a tree, where the class speaks of zones.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub zones: Option<Vec<Zone>>,
        /// Class in a few words, with code in backticks; only on a page.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub says: Option<String>,
    }
}
