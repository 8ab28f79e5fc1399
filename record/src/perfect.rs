//! A program against perfect play, and what its search costs.

use serde::Serialize;

/// Against perfect play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerfectPlay {
    /// The positions that are won with best play.
    pub won: u64,
    /// The most moves with best play.
    pub worst: u32,
    /// The same in plies.
    pub worst_plies: u32,
    /// The sum in moves.
    pub sum: u64,
    /// The mean in moves.
    pub mean: Option<f64>,
    /// Those that are won and do not hold.
    pub missed: u64,
    /// What first moves lose against perfect play.
    pub lost: LostMoves,
    /// `lost.optimal` as a part of 1 of `won`; null where there is none.
    pub optimal_share: Option<f64>,
    /// The position in which the program takes the most plies more than perfect play.
    pub slowest: Option<SlowestPosition>,
}

/// A position in which much is lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlowestPosition {
    /// A position.
    pub fen: String,
    /// What the program takes.
    pub plies: u32,
    /// What is enough.
    pub perfect_plies: u32,
}

/// What first moves lose against perfect play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LostMoves {
    /// The positions that are counted: those that are won and in which something is chosen.
    pub positions: u64,
    /// Plies to mate behind the first move less those behind the best, summed up over the positions in which the win is kept.
    pub plies: u64,
    /// The most of one position.
    pub worst_plies: u32,
    /// Positions in which the win is given away.
    pub wins: u64,
    /// Those in which the first move loses nothing.
    pub optimal: u64,
}

impl LostMoves {
    /// Counts the positions of another part too.
    pub fn add(&mut self, other: &LostMoves) {
        self.positions += other.positions;
        self.plies += other.plies;
        self.worst_plies = self.worst_plies.max(other.worst_plies);
        self.wins += other.wins;
        self.optimal += other.optimal;
    }
}

/// Which moves keep what a position is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Accuracy {
    /// Positions in which something is to be played, by what they are worth to the program: those of the claim, or all states that were consulted.
    pub positions: JudgedPositions,
    /// Positions in which something is to be played, by what they are worth to the program: those of the claim, or all states that were consulted.
    pub states: JudgedPositions,
}

/// Positions in which something is to be played, by what they are worth to the program: those of the claim, or all states that were consulted.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedPositions {
    /// Positions of one worth, and the first moves that keep it. Distances play no part: a win that is won more slowly is kept.
    pub won: KeptMoves,
    /// Positions of one worth, and the first moves that keep it. Distances play no part: a win that is won more slowly is kept.
    pub drawn: KeptMoves,
    /// How many are lost, so that nothing can be given away.
    pub lost: u64,
    /// How many there are whose worth, or that of one of their moves, is not known.
    pub unknown: u64,
}

/// Positions of one worth, and the first moves that keep it. Distances play no part: a win that is won more slowly is kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptMoves {
    /// How many there are.
    pub positions: u64,
    /// Those in which the move that is chosen keeps the worth.
    pub kept: u64,
    /// `kept` as a part of 1 of `positions`.
    pub share: Option<f64>,
    /// Those in which there is a legal move and none is chosen: the worth is not kept.
    pub without_move: u64,
    /// Those in which some legal move gives the worth away.
    pub at_risk: u64,
    /// Those of them in which the move that is chosen keeps it.
    pub at_risk_kept: u64,
    /// `at_risk_kept` as a part of 1 of `at_risk`.
    pub at_risk_share: Option<f64>,
    /// Those in which exactly one legal move keeps the worth.
    pub only: u64,
    /// Those of them in which it is the one that is chosen.
    pub only_kept: u64,
    /// `only_kept` as a part of 1 of `only`.
    pub only_share: Option<f64>,
    /// Those in which there is one legal move only.
    pub forced: u64,
}

/// How many positions consultations search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchEffort {
    /// The consultations that were counted: of the positions of the claim all, or some at even distances.
    pub consultations: u64,
    /// The positions that they search, all together; those of advice within goals are left out.
    pub positions: u64,
    /// The positions that advice within goals searches.
    pub nested: u64,
    /// The mean of a consultation, with advice within goals.
    pub mean: Option<f64>,
    /// The most of one, with advice within goals.
    pub most: u64,
    /// Those in which a limit was reached; their positions up to there are counted.
    pub stopped: u64,
}

/// The sizes of the p-strategies of the positions that hold, as trees from the position to what is claimed: every line by itself. The numbers are texts, because they may be larger than the numbers that readers of JSON keep.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeSizes {
    /// The positions that were measured.
    pub positions: u64,
    /// The size in the middle; of two in the middle the smaller.
    pub median: String,
    /// The largest size.
    pub largest: String,
    /// The first position with the largest.
    pub example: String,
    /// `digits[n]` sizes are at least 10^n and less than 10^(n + 1).
    pub digits: Vec<u64>,
}
