//! Attempts of a consultation's searches, all of them.

use serde::Serialize;

use crate::Side;
use crate::node::MoveClass;
use crate::play::Move;
use crate::trace::GoalVerdict;

records! {
    /// Attempts of all searches of one consultation, search by search.
    pub struct Searched {
        /// Number of attempts, of all searches together, that a limit of the report left out at the end.
        pub left_out: u64,
        /// Searches in the order in which they ran; a piece that looks for the shortest tree has one for each bound.
        pub searches: Vec<Search>,
    }

    /// Search of a piece-of-advice under one bound.
    pub struct Search {
        /// Name of the piece-of-advice or action.
        pub advice: String,
        /// Most plies that the tree may have.
        pub bound: u16,
        /// FEN of the position in which the search began.
        pub fen: String,
        /// Side that the piece plays for, `us` in its text.
        pub us: Side,
        /// True where the search found a tree.
        pub found: bool,
        /// True where the search went by proof numbers, so that it has no order of attempts and no branches.
        pub by_numbers: bool,
        /// Number of attempts of the search that were left out.
        pub left_out: u64,
        /// Attempts of the search in one list, depth first, each node's in the order in which they were made.
        pub branches: Vec<Attempt>,
        /// Most that a line may cost, in units of effort with up to three decimals; absent where moves have no cost.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub effort: Option<f64>,
        /// Sentence on the result of the search; only on a page.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub says: Option<String>,
    }

    /// Move that a search tested, with its result and its neighbours in the list. Attempts of a search are numbered from 1; 0 means none.
    pub struct Attempt {
        /// Number of the attempt within its search, from 1.
        pub n: usize,
        /// Number of the first attempt one ply below this one, after its move; 0 for none.
        pub son: usize,
        /// Number of the next attempt at the same node, in place of this one; 0 for none.
        pub brother: usize,
        /// Number of the attempt one ply above, whose move leads to this node; 0 for none.
        pub father: usize,
        /// Number of plies from the root to the position after the move: 1 for a first move.
        pub ply: u16,
        /// Class of us-moves or them-moves that selected the move; null where none did.
        pub class: Option<MoveClass>,
        /// Reason that settled the attempt.
        pub end: AttemptEnd,
        /// True where the attempt belongs to the tree that was found.
        pub in_tree: bool,
        /// Move that was tested.
        #[serde(rename = "move")]
        pub mv: Move,
    }

    /// Reason that settled an attempt. Where a goal did, it has the verdict.
    pub struct AttemptEnd {
        /// Verdict of the goal that settled the attempt; its fields are absent where none did.
        #[serde(flatten)]
        pub verdict: Option<GoalVerdict>,
        /// Kind of the reason. `holding-goal`: it is false. `leaf`: the better-goal is true. `bound`: no ply is left. `no-move`: the side to move has no selected move. `too-dear`: the line would cost more than it may. `refuted`: a move of ours that the reply `n` refutes. `tree`: a move of ours that has a tree. `met`: a reply that the move `n` meets. `unmet`: a reply that none of our moves meets. `untried`: a reply that was tested and not searched, for another one had settled the node. `open`: attempts after it are left out.
        pub by: SettledBy,
        /// Number of the attempt that refutes or meets this one; only with `refuted` and `met`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub n: Option<usize>,
        /// Cost that the line would have with the move, in units of effort with up to three decimals; only with `too-dear`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub needed: Option<f64>,
        /// Sentence on the reason, with code in backticks; only on a page.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub says: Option<String>,
    }

    /// Kind of reason that settles an attempt.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum SettledBy {
        /// The holding-goal is false after the move.
        HoldingGoal,
        /// The better-goal is true after the move.
        Leaf,
        /// No ply of the bound is left after the move.
        Bound,
        /// The side to move after it has no selected move.
        NoMove,
        /// The line would cost more than the effort allows.
        TooDear,
        /// A reply refutes this move of ours.
        Refuted,
        /// This move of ours has a tree below it, so it succeeds.
        Tree,
        /// A move of ours meets this reply: that move has a tree.
        Met,
        /// None of our moves meets this reply.
        Unmet,
        /// This reply was tested and not searched.
        Untried,
        /// Attempts after this one are left out of the report, so its end is unknown.
        Open,
    }
}
