//! A claim about play that is settled.

use serde::Serialize;

use crate::claim::Claim;
use crate::failure::{Cycle, Failure};
use crate::perfect::{Accuracy, LostMoves, PerfectPlay, SearchEffort, TreeSizes};
use crate::play::{Choice, Line, Listing};
use crate::{MadeBy, Side};

/// A claim about play that is settled. Lengths are in moves of ours unless a field's name says plies; our n-th move is ply 2n - 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proof {
    /// A claim as it is written, and taken apart.
    pub claim: Claim,
    /// `too_long`: every line does what is claimed, but some take longer than the claim allows. `fifty_moves`: some cross the fifty-move rule, which the claim asks for. Both are refuted. `empty`: there is no position that the claim speaks of. `measured`: a share was asked for.
    pub verdict: Verdict,
    /// The same in a sentence for people.
    pub headline: String,
    /// The side that the program plays; null where positions of both sides to move were asked for.
    pub us: Option<Side>,
    /// Whether a tree is played to its leaf, or the program asked again on every move.
    pub mode: Mode,
    /// True where every move is followed that satisfies what was chosen.
    pub any_choice: bool,
    /// The positions that the claim speaks of.
    pub positions: u64,
    /// Those that hold: every line does what is claimed, within its bound, and before the fifty-move rule where the claim names it.
    pub held: u64,
    /// The others.
    pub failed: u64,
    /// `held` as a part of 1 of `positions`; null where there is none.
    pub share: Option<f64>,
    /// The positions and places in a strategy that were met, the positions of the claim among them: each was consulted once.
    pub states: u64,
    /// The replies that were followed.
    pub replies: u64,
    /// How long it takes; null where nothing is to be reached or no position holds.
    pub lengths: Option<Lengths>,
    /// How often each choice was made, in the order of the source; those never made are there too.
    pub uses: Vec<Use>,
    /// The choices that are made in no state.
    pub never_used: Vec<Choice>,
    /// The ways in which lines break the claim, the most frequent first. A position may be counted in several.
    pub failures: Vec<Failure>,
    /// The index in `failures` of the shortest line that breaks the claim; null where none does.
    pub shortest: Option<usize>,
    /// The smallest cycle, where some line never ends and so breaks the claim.
    pub cycle: Option<Cycle>,
    /// The fifty-move rule; null where nothing is to be reached.
    pub fifty: Option<FiftyMoves>,
    /// What happens to the positions with a king on a square; squares without positions are left out.
    pub squares: KingSquares,
    /// Against perfect play; null where that was not asked for or is not known.
    pub perfect: Option<PerfectPlay>,
    /// Which of the moves that are chosen keep what a position is worth with best play; null where that was not asked for or is not known.
    pub accuracy: Option<Accuracy>,
    /// How many positions consultations search, as `adv survey` counts them; null where they were not counted.
    pub searched: Option<SearchEffort>,
    /// How many positions the p-strategies have when each is written as a tree; null where that was not measured (`--sizes`).
    pub sizes: Option<TreeSizes>,
    /// What the report rests on besides the search of its own run; absent where that is all. Tables of perfect play are named where the claim asks them, made in this run or an earlier one alike.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<Ground>,
    /// What the table of a folder's claims says of the program; there only where all programs of a folder are settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<FolderProgram>,
    /// The version of adv, `adv`, and the fingerprints of the programs it is about, `programs`; where a command wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
    /// The positions that hold but for a bound or the fifty-move rule; this and the fields below are for texts and pages, and in no JSON.
    #[serde(skip)]
    pub reached: u64,
    /// Those of them that take longer than the claim allows.
    #[serde(skip)]
    pub late: u64,
    /// The claim, and the rules that can be chosen.
    #[serde(skip)]
    pub listings: Vec<Listing>,
}

/// Outcome of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verdict {
    /// Every line from every position does what is claimed.
    Proved,
    /// Some line does not.
    Refuted,
    /// Every line does what is claimed, but some take longer than the claim allows: refuted.
    TooLong,
    /// Some lines cross the fifty-move rule, which the claim asks for: refuted.
    FiftyMoves,
    /// The claim speaks of no position; of a descriptor, its premise holds nowhere.
    Empty,
    /// A share was asked for.
    Measured,
}

/// How a program plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Mode {
    /// A tree is played to its leaf.
    Strong,
    /// The program is asked again on every move.
    Weak,
}

/// How long it takes from the positions that hold, each by its longest line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lengths {
    /// The most moves.
    pub worst: u32,
    /// The same in plies.
    pub worst_plies: u32,
    /// The mean in moves.
    pub mean: Option<f64>,
    /// The length in the middle, in moves: half of the positions take at most as many.
    pub median: Option<usize>,
    /// The sum in moves.
    pub sum: u64,
    /// The sum in plies.
    pub sum_plies: u64,
    /// How many positions take n moves, from 0 on.
    pub histogram: Vec<u64>,
    /// How many take longer than the claim allows, where it has a bound.
    pub too_long: Option<u64>,
    /// How many are as long as the worst.
    pub hardest: u64,
    /// The first of them.
    pub examples: Vec<String>,
    /// The longest line from the first of them.
    pub line: Line,
}

/// How often a choice was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Use {
    /// Something that a program can choose: an action, or a piece-of-advice in a list. Numbers count from 1.
    pub choice: Choice,
    /// In how many positions of the claim.
    pub positions: u64,
    /// In how many states, those positions included.
    pub states: u64,
    /// What it loses against perfect play in those positions, where that is known.
    pub lost: Option<LostMoves>,
}

/// The fifty-move rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FiftyMoves {
    /// The positions that hold and from which some line has a hundred plies without a capture or pawn move and no mate by then.
    pub positions: u64,
    /// The first of them.
    pub example: Option<String>,
    /// The most plies without either.
    pub worst_plies: u32,
}

/// What happens to the positions with a king on a square; squares without positions are left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KingSquares {
    /// By our king's square.
    pub ours: Vec<SquareOutcome>,
    /// By theirs.
    pub theirs: Vec<SquareOutcome>,
}

/// A square.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SquareOutcome {
    /// Its name.
    pub square: String,
    /// The positions with the king there.
    pub positions: u64,
    /// Those that hold.
    pub held: u64,
    /// The most plies of those.
    pub worst_plies: u32,
    /// The sum of their plies.
    pub sum_plies: u64,
}

/// Something that a report rests on besides the search of its own run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ground {
    /// Its kind.
    pub what: GroundKind,
    /// Why it is trusted.
    pub trust: Trust,
    /// Of tables: their material, the largest class first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
}

/// Kind of something that is read and not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GroundKind {
    /// Tables of perfect play that adv has made.
    Tables,
    /// Syzygy tables.
    Syzygy,
}

/// Why something that is read is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Trust {
    /// Adv has made it, and what is kept of it is sealed with the user's key.
    Sealed,
    /// Nothing but sums against accidents was compared.
    Believed,
}

/// What the table of a folder's claims says of the program; there only where all programs of a folder are settled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FolderProgram {
    /// The name of its file without the ending.
    pub name: String,
    /// Its file: the folder as it was named, and its name.
    pub file: String,
    /// The men of the positions, `KRvK`.
    pub class: Option<String>,
    /// The lines of the file.
    pub lines: Option<u64>,
    /// The pieces-of-advice and actions that were chosen somewhere, and all that the claim's subject can choose from, each counted as it is written; null where nothing is played.
    pub rules: Option<RuleCount>,
}

/// Rules that were chosen somewhere, and all that can be.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleCount {
    /// Pieces-of-advice and actions that were chosen somewhere.
    pub used: u64,
    /// All that the subject can choose from.
    pub written: u64,
}
