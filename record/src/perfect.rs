//! Comparison of a program with perfect play, and the cost of its search.

use serde::Serialize;

records! {
    /// Comparison of a program with perfect play.
    pub struct PerfectPlay {
        /// Number of positions of the claim that are won with best play.
        pub won: u64,
        /// Most moves of ours to mate with best play, over the positions that are won.
        pub worst: u32,
        /// Most plies to mate with best play, over the positions that are won.
        pub worst_plies: u32,
        /// Sum of the moves of ours to mate with best play, over the positions that are won.
        pub sum: u64,
        /// Mean number of moves of ours to mate with best play; null where no position is won.
        pub mean: Option<f64>,
        /// Number of positions that are won with best play, but from which the program breaks the claim.
        pub missed: u64,
        /// Loss of the first moves against perfect play.
        pub lost: LostMoves,
        /// Share of `lost.optimal` in `won`, from 0 to 1; null where no position is won.
        pub optimal_share: Option<f64>,
        /// Position in which the program takes the most plies more than perfect play; null where there is none.
        pub slowest: Option<SlowestPosition>,
    }

    /// Position in which the program is much slower than perfect play.
    pub struct SlowestPosition {
        /// FEN of the slowest position.
        pub fen: String,
        /// Number of plies that the program takes to mate.
        pub plies: u32,
        /// Number of plies to mate with best play.
        pub perfect_plies: u32,
    }

    /// Loss of first moves against perfect play.
    #[derive(Copy, Default)]
    pub struct LostMoves {
        /// Number of positions counted: those that are won and in which the program chooses something.
        pub positions: u64,
        /// Plies to mate after the first move less those after the best, summed up over the positions in which the win is kept.
        pub plies: u64,
        /// Most plies that the first move loses in one position.
        pub worst_plies: u32,
        /// Number of positions in which the first move gives the win away.
        pub wins: u64,
        /// Number of positions in which the first move loses nothing.
        pub optimal: u64,
    }
}

impl LostMoves {
    /// Adds the counts of another part of the positions.
    pub fn add(&mut self, other: &LostMoves) {
        self.positions += other.positions;
        self.plies += other.plies;
        self.worst_plies = self.worst_plies.max(other.worst_plies);
        self.wins += other.wins;
        self.optimal += other.optimal;
    }
}

records! {
    /// Accuracy of the program's moves: the number that keep the worth of their position with best play.
    pub struct Accuracy {
        /// Positions of the claim in which something is to be played, by their worth to the program.
        pub positions: JudgedPositions,
        /// States that were consulted and in which something is to be played, by their worth to the program.
        pub states: JudgedPositions,
    }

    /// Positions in which something is to be played, by their worth to the program: those of the claim, or all states that were consulted.
    pub struct JudgedPositions {
        /// Positions that are won, and the first moves that keep the win. Distances play no part: a win that is won more slowly is kept.
        pub won: KeptMoves,
        /// Positions that are drawn, and the first moves that keep the draw.
        pub drawn: KeptMoves,
        /// Number of positions that are lost with best play, so that nothing can be given away.
        pub lost: u64,
        /// Number of positions whose worth, or the worth of one of their moves, is unknown.
        pub unknown: u64,
    }

    /// Counts of positions of one worth, and of first moves that keep it. Distances play no part: a win that is won more slowly is kept.
    pub struct KeptMoves {
        /// Number of positions of this worth.
        pub positions: u64,
        /// Number of positions in which the chosen move keeps the worth.
        pub kept: u64,
        /// Share of `kept` in `positions`, from 0 to 1; null where there are no positions.
        pub share: Option<f64>,
        /// Number of positions that have a legal move and in which none is chosen: the worth is not kept.
        pub without_move: u64,
        /// Number of positions in which some legal move gives the worth away.
        pub at_risk: u64,
        /// Number of positions in which some legal move gives the worth away and the chosen move keeps it.
        pub at_risk_kept: u64,
        /// Share of `at_risk_kept` in `at_risk`, from 0 to 1; null where `at_risk` is 0.
        pub at_risk_share: Option<f64>,
        /// Number of positions in which exactly one legal move keeps the worth.
        pub only: u64,
        /// Number of positions in which exactly one legal move keeps the worth and it is the chosen move.
        pub only_kept: u64,
        /// Share of `only_kept` in `only`, from 0 to 1; null where `only` is 0.
        pub only_share: Option<f64>,
        /// Number of positions that have one legal move only.
        pub forced: u64,
    }

    /// Cost of consultations in positions that their searches test.
    pub struct SearchEffort {
        /// Number of consultations counted: of the positions of the claim all, or some at even distances.
        pub consultations: u64,
        /// Number of positions that the consultations search, all together; positions of advice within goals are left out.
        pub positions: u64,
        /// Number of positions that advice within goals searches.
        pub nested: u64,
        /// Mean number of positions of a consultation, with advice within goals; null without consultations.
        pub mean: Option<f64>,
        /// Most positions of one consultation, with advice within goals.
        pub most: u64,
        /// Number of consultations in which a limit was reached; their positions up to there are counted.
        pub stopped: u64,
    }

    /// Sizes of the p-strategies of the positions that hold, as trees from the position to the goal of the claim: every line by itself. The numbers are texts, because they may be larger than the numbers that readers of JSON keep.
    pub struct TreeSizes {
        /// Number of positions whose p-strategies were measured: those that hold.
        pub positions: u64,
        /// Median size of a tree in positions, as a text of decimal digits; of two in the middle the smaller.
        pub median: String,
        /// Largest size of a tree in positions, as a text of decimal digits.
        pub largest: String,
        /// First position whose tree has the largest size, as FEN.
        pub example: String,
        /// Number of trees by the digits of their size: `digits[n]` sizes are at least 10^n and less than 10^(n + 1).
        pub digits: Vec<u64>,
    }
}
