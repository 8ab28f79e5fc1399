//! Settled claim about play.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::claim::Claim;
use crate::failure::{Cycle, Failure};
use crate::perfect::{Accuracy, LostMoves, PerfectPlay, SearchEffort, TreeSizes};
use crate::play::{Choice, Line, Listing};
use crate::{MadeBy, Side};

records! {
    /// Settled claim about play. Lengths are in moves of ours unless a field's name says plies; our n-th move is ply 2n - 1.
    pub struct Proof {
        /// Claim that was settled, as its text and in its parts.
        pub claim: Claim,
        /// Verdict on the claim. `proved`: every line does what the claim says. `refuted`: some line does not. `too_long`: every line does, but some take longer than the claim allows. `fifty_moves`: some lines cross the fifty-move rule, which the claim names. Both are refuted. `empty`: the claim speaks of no position. `measured`: the claim asks for a share.
        pub verdict: Verdict,
        /// Verdict in a sentence for people.
        pub headline: String,
        /// Side that the program plays; null where the claim speaks of positions of both sides to move.
        pub us: Option<Side>,
        /// Way of playing: `strong` follows a tree to its leaf, `weak` consults the program on every move.
        pub mode: Mode,
        /// True where the proof follows every move that satisfies the choice, not only the one that the program plays.
        pub any_choice: bool,
        /// Number of positions that the claim speaks of.
        pub positions: u64,
        /// Number of positions that hold: every line does as claimed, within its bound, and before the fifty-move rule if the claim names it.
        pub held: u64,
        /// Number of positions of the claim that do not hold.
        pub failed: u64,
        /// Share of `held` in `positions`, from 0 to 1; null where there are no positions.
        pub share: Option<f64>,
        /// Number of states met: pairs of a position and a place in a strategy, the positions of the claim among them. Each was consulted once.
        pub states: u64,
        /// Number of replies of the opponent that the proof followed, from all states together.
        pub replies: u64,
        /// Lengths of play from the positions that hold; null where the claim has nothing to reach or no position holds.
        pub lengths: Option<Lengths>,
        /// Counts for each choice of the program, in the order of the source; choices never made are there too.
        pub uses: Vec<Use>,
        /// Choices that the program made in no state, such as of rules that never apply.
        pub never_used: Vec<Choice>,
        /// Ways in which lines break the claim, the most frequent first. A position may count in several.
        pub failures: Vec<Failure>,
        /// Index in `failures`, from 0, of the one with the shortest line that breaks the claim; null where no line does.
        pub shortest: Option<usize>,
        /// Smallest cycle, where some line never ends and so breaks the claim; else null.
        pub cycle: Option<Cycle>,
        /// Effect of the fifty-move rule; null where the claim has nothing to reach.
        pub fifty: Option<FiftyMoves>,
        /// Outcomes of the positions by the squares of the kings; squares without positions are left out.
        pub squares: KingSquares,
        /// Comparison with perfect play; null where the user did not ask for it or perfect play is unknown.
        pub perfect: Option<PerfectPlay>,
        /// Moves that keep the worth of their position with best play; null where the user did not ask for them or the worth is unknown.
        pub accuracy: Option<Accuracy>,
        /// Number of positions that consultations search, as `adv survey` counts them; null where they were not counted.
        pub searched: Option<SearchEffort>,
        /// Number of positions of the p-strategies, each written as a tree; null where they were not measured (`--sizes`).
        pub sizes: Option<TreeSizes>,
        /// Grounds of the report besides the search of its own run; absent where there are none. They name tables of perfect play where the claim asks them, made in this run or an earlier one alike.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub rests_on: Vec<Ground>,
        /// Source lines of each choice in the lines of play, by its title; only on a page.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        pub sources: BTreeMap<String, ChoiceSource>,
        /// Entry of the program in the table of a folder's claims; there only where all programs of a folder are settled.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub program: Option<FolderProgram>,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
        /// Number of positions that hold but for a bound or the fifty-move rule; this and the fields below are for texts and pages, not JSON.
        #[serde(skip)]
        pub reached: u64,
        /// Number of the positions in `reached` whose lines take longer than the claim allows.
        #[serde(skip)]
        pub late: u64,
        /// Source lines of the claim, and of the rules that can be chosen, for pages.
        #[serde(skip)]
        pub listings: Vec<Listing>,
    }

    /// Source of a choice: the reason of the author, and the lines that lead to it.
    pub struct ChoiceSource {
        /// Shortest form of the choice that is unambiguous in a line of play: `rule 2: squeeze`.
        pub short: String,
        /// Reason of the author (`because`), with expressions in place of their values; null where there is none.
        pub because: Option<String>,
        /// Lines of the source that lead to the choice, each as file and line, and text.
        pub quotes: Vec<(String, String)>,
    }

    /// Verdict on a claim, after all positions that it speaks of are settled.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Verdict {
        /// Every line from every position does what the claim says.
        Proved,
        /// Some line from some position breaks the claim.
        Refuted,
        /// Every line does what the claim says, but some take longer than it allows: refuted.
        TooLong,
        /// Some lines cross the fifty-move rule, which the claim names: refuted.
        FiftyMoves,
        /// The claim speaks of no position; of a descriptor, its premise holds nowhere.
        Empty,
        /// The claim asks for a share of positions, and nothing is refuted.
        Measured,
    }

    /// Way in which a program plays.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Mode {
        /// The program consults once for a tree, and follows it to its leaf.
        Strong,
        /// The program is consulted again on every move.
        Weak,
    }

    /// Lengths of play from the positions that hold, each by its longest line.
    pub struct Lengths {
        /// Most moves of ours that any position takes: the length of the longest line.
        pub worst: u32,
        /// Most plies that any position takes: the length of the longest line.
        pub worst_plies: u32,
        /// Mean length over the positions that hold, in moves of ours; null where there is none.
        pub mean: Option<f64>,
        /// Median length over the positions that hold, in moves of ours: half of the positions take at most as many; null where there is none.
        pub median: Option<usize>,
        /// Sum of the lengths over the positions that hold, in moves of ours.
        pub sum: u64,
        /// Sum of the lengths over the positions that hold, in plies.
        pub sum_plies: u64,
        /// Number of positions that take n moves of ours, for each n from 0 on.
        pub histogram: Vec<u64>,
        /// Number of positions that take longer than the claim allows; null where it has no bound.
        pub too_long: Option<u64>,
        /// Number of positions that take as long as the worst.
        pub hardest: u64,
        /// First positions that take as long as the worst, at most eight, as FENs.
        pub examples: Vec<String>,
        /// Longest line from the first position of `examples`.
        pub line: Line,
    }

    /// Number of positions and states in which the program made one choice.
    pub struct Use {
        /// Choice of the program: an action, or a piece-of-advice in a list. Numbers count from 1.
        pub choice: Choice,
        /// Number of positions of the claim in which the choice was made.
        pub positions: u64,
        /// Number of states in which the choice was made, positions of the claim included.
        pub states: u64,
        /// Loss against perfect play in the positions of the choice; null where perfect play is unknown.
        pub lost: Option<LostMoves>,
    }

    /// Effect of the fifty-move rule on the positions that hold.
    pub struct FiftyMoves {
        /// Number of positions that hold, and from which some line has a hundred plies without a capture or pawn move and no mate by then.
        pub positions: u64,
        /// First position that the fifty-move rule affects, as FEN; null where there is none.
        pub example: Option<String>,
        /// Most plies without a capture or a pawn move on any line from the positions that hold.
        pub worst_plies: u32,
    }

    /// Outcomes of the positions by the squares of the kings; squares without positions are left out.
    pub struct KingSquares {
        /// Outcomes of the positions by the square of our king.
        pub ours: Vec<SquareOutcome>,
        /// Outcomes of the positions by the square of their king.
        pub theirs: Vec<SquareOutcome>,
    }

    /// Outcome of the positions with a king on one square.
    pub struct SquareOutcome {
        /// Name of the square, such as `e4`.
        pub square: String,
        /// Number of positions with the king on the square.
        pub positions: u64,
        /// Number of positions with the king on the square that hold.
        pub held: u64,
        /// Most plies that a position with the king on the square takes, of those that hold; 0 where none holds.
        pub worst_plies: u32,
        /// Sum of the plies of the positions with the king on the square that hold.
        pub sum_plies: u64,
    }

    /// Ground that a report rests on besides the search of its own run.
    pub struct Ground {
        /// Kind of the ground: `tables` of perfect play that adv made, or `syzygy` tables.
        pub what: GroundKind,
        /// Reason for the trust: `sealed` with the user's key, or `believed` after a comparison of checksums alone.
        pub trust: Trust,
        /// Material of the tables, the largest class first; absent where there is none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub classes: Vec<String>,
    }

    /// Kind of the tables that a report rests on.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum GroundKind {
        /// Tables of perfect play that adv made.
        Tables,
        /// Syzygy tables of perfect play.
        Syzygy,
    }

    /// Reason why adv trusts tables that it reads and does not compute.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    pub enum Trust {
        /// Adv made the tables, and sealed its record of them with the user's key.
        Sealed,
        /// Adv compared nothing but checksums of the tables, which detect accidents and no forgery.
        Believed,
    }

    /// Entry of a program in the table of a folder's claims; there only where all programs of a folder are settled.
    pub struct FolderProgram {
        /// Name of the program's file without the ending.
        pub name: String,
        /// Path of the program's file: the folder as the user named it, and the file's name.
        pub file: String,
        /// Material of the claim's positions, such as `KRvK`; null where it is unknown.
        pub class: Option<String>,
        /// Number of lines of the program's file; null where the module was stripped of its source.
        pub lines: Option<u64>,
        /// Numbers of pieces-of-advice and actions that were chosen somewhere, and of all that the claim's subject can choose from, each counted as written; null where nothing is played.
        pub rules: Option<RuleCount>,
    }

    /// Number of rules that the proof saw chosen, and of all that can be chosen.
    pub struct RuleCount {
        /// Number of pieces-of-advice and actions that were chosen somewhere.
        pub used: u64,
        /// Number of pieces-of-advice and actions that the subject can choose from.
        pub written: u64,
    }
}
