//! Reasons why pieces-of-advice were tried in vain.

use serde::Serialize;

use crate::node::GoalPart;
use crate::play::{ComparedSides, Move};
use crate::trace::GoalVerdict;

records! {
    /// Piece-of-advice or action that was tried in vain, with the reasons.
    pub struct VainPiece {
        /// Name of the piece-of-advice or action.
        pub advice: String,
        /// Conjuncts of the goals at which positions failed, with the number of positions each.
        pub failures: Vec<FailedConjunct>,
        /// Lines that the depth or the effort ended, the goals apart; absent where moves have no cost.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ended: Option<EndedLines>,
        /// Main line of the refutation: at each of our nodes the first move that is not ended at once, and the reply that refutes it. `adv refute` has the whole refutation.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub refutation: Option<RefutedLine>,
    }

    /// Conjunct of a goal at which positions failed, with their number.
    pub struct FailedConjunct {
        /// Conjunct, with its place in the source.
        #[serde(flatten)]
        pub part: GoalPart,
        /// Number of positions that failed first at this conjunct.
        pub failed: u64,
        /// Position in which the comparison failed by least; null where the conjunct compares no numbers.
        pub nearest: Option<NearestMiss>,
        /// Name of the file that `line` is in; only where that is another file that the program uses.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub file: Option<String>,
    }

    /// Position in which a comparison failed by least.
    pub struct NearestMiss {
        /// Sides of the comparison in the position.
        #[serde(flatten)]
        pub sides: ComparedSides,
        /// FEN of the position in which the comparison failed by least.
        pub fen: String,
    }

    /// Lines that the depth or the effort ended, of a piece whose moves have a cost.
    pub struct EndedLines {
        /// Number of lines that ended because no ply was left.
        pub depth: u64,
        /// Number of moves that cost more than was left of the effort.
        pub effort: u64,
        /// Line that needed least of those that the effort cut; null where it cut none.
        pub nearest: Option<DearLine>,
    }

    /// Line that the effort cut, with the cost that it would have had.
    pub struct DearLine {
        /// Moves of the line, the last of which was not made.
        pub line: Vec<Move>,
        /// Cost of the moves together, the last included, in units of effort with up to three decimals.
        pub needed: f64,
    }

    /// Main line of the refutation of a piece, with its end.
    pub struct RefutedLine {
        /// Number of our moves at the root; all of them fail.
        pub first_moves: usize,
        /// Moves of both sides along the line, from the root.
        pub line: Vec<Move>,
        /// End of the line; null where the us-moves select no move at its end.
        pub ended: Option<RefutedEnd>,
    }

    /// End of a line of a refutation at the position after its last move. With a goal that fails it has the verdict.
    pub struct RefutedEnd {
        /// Verdict of the goal that fails; its fields are absent with `cost`.
        #[serde(flatten)]
        pub verdict: Option<GoalVerdict>,
        /// Reason of the end. `holding-goal`: it fails. `depth`: the better-goal fails, and no ply is left. `no-reply`: the better-goal fails, and the them-moves select no reply. `cost`: the last move costs more than is left of the effort.
        pub by: RefutedBy,
        /// Cost of the line with its last move, in units of effort with up to three decimals; only with `cost`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub needed: Option<f64>,
        /// Sentence on the end, with code in backticks; only on a page.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub says: Option<String>,
    }

    /// Reason why a line of a refutation ends.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum RefutedBy {
        /// The holding-goal fails.
        HoldingGoal,
        /// The better-goal fails, and no ply is left.
        Depth,
        /// The better-goal fails, and the them-moves select no reply.
        NoReply,
        /// The last move costs more than is left of the effort.
        Cost,
    }
}
