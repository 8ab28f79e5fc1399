//! A claim without play that is settled, and one position of a claim walked through.

use serde::Serialize;

use crate::MadeBy;
use crate::claim::Claim;
use crate::failure::Cause;
use crate::play::{Choice, DrawnZone, Line, Listing, Move, Zone};
use crate::proof::{FolderProgram, Ground, Verdict};

/// A claim without play that is settled: a descriptor holds in every position, or wherever another one does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scan {
    /// A claim as it is written, and taken apart.
    pub claim: Claim,
    /// `empty`: the premise holds nowhere.
    pub verdict: Verdict,
    /// The same in a sentence for people.
    pub headline: String,
    /// The positions, both sides to move.
    pub positions: u64,
    /// Those in which the premise holds; all of them without one.
    pub premises: u64,
    /// Those of them in which the conclusion is false.
    pub broken: u64,
    /// The first of those.
    pub examples: Vec<ScanExample>,
    /// Of an evaluation: how its totals agree with what the positions are worth. `premises` are all positions, `broken` those in which they do not agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighed: Option<Weighed>,
    /// Of a measured share: the positions in which the premise is false and the conclusion true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others_held: Option<u64>,
    /// What the report rests on besides the search of its own run; absent where that is all. Tables of perfect play are named where the claim asks them, made in this run or an earlier one alike.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<Ground>,
    /// What the table of a folder's claims says of the program; there only where all programs of a folder are settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<FolderProgram>,
    /// The version of adv, `adv`, and the fingerprints of the programs it is about, `programs`; where a command wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
    /// The counts, each with its name, which is set in where it is a part, and its share; this and the next field are for texts and pages,
    /// and in no JSON.
    #[serde(skip)]
    pub rows: Vec<(String, u64, String)>,
    /// The claim in the source.
    #[serde(skip)]
    pub listings: Vec<Listing>,
}

/// A position in which a conclusion is false.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScanExample {
    /// A position.
    pub fen: String,
    /// What it is worth to the side to move with best play; null where that is not known.
    pub worth: Option<Worth>,
    /// Only where the claim speaks of zones: those that have an attack in the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
    /// A sentence on its worth; this and the fields below are for texts and pages, and in no JSON.
    #[serde(skip)]
    pub said: Option<String>,
    /// The zones as a page draws them.
    #[serde(skip)]
    pub drawn: Vec<DrawnZone>,
    /// Their ways, as markup over a small board.
    #[serde(skip)]
    pub ways: String,
}

/// What a position is worth to the side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worth {
    /// With best play of both sides.
    pub outcome: WorthOutcome,
    /// Plies to mate, where known; null for a draw.
    pub plies: Option<u32>,
}

/// Outcome with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "the words are those of the language or of chess"
)]
pub enum WorthOutcome {
    Win,
    Draw,
    Loss,
}

/// Agreement of an evaluation's totals with what the positions are worth. `premises` are all positions, `broken` those in which they do not agree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Weighed {
    /// The positions in which a side wins.
    pub decided: u64,
    /// Those of them whose total is on the winner's side.
    pub on_winners_side: u64,
    /// The positions in which neither side wins.
    pub drawn: u64,
    /// Those of them whose total is at most a pawn from 0.
    pub level: u64,
    /// The positions in which the game is over: they have no total.
    pub over: u64,
    /// The seven signs of a total, the best for White first, each with its positions by what they are worth.
    pub signs: Vec<SignCount>,
}

/// A sign of a total, with its positions by what they are worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignCount {
    /// The sign.
    pub sign: Sign,
    /// White wins.
    pub won: u64,
    /// Neither side wins.
    pub drawn: u64,
    /// Black wins.
    pub lost: u64,
}

/// Sign of a total, the best for White first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "the words are those of the language or of chess"
)]
pub enum Sign {
    #[serde(rename = "+-")]
    WhiteWins,
    #[serde(rename = "±")]
    WhiteBetter,
    #[serde(rename = "+=")]
    WhiteSlightlyBetter,
    #[serde(rename = "=")]
    Equal,
    #[serde(rename = "=+")]
    BlackSlightlyBetter,
    #[serde(rename = "∓")]
    BlackBetter,
    #[serde(rename = "-+")]
    BlackWins,
}

/// One position of a claim walked through.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Walk {
    /// A claim as it is written, and taken apart.
    pub claim: Claim,
    /// The position.
    pub fen: String,
    /// What becomes of a position.
    pub fate: Fate,
    /// Why its line breaks the claim; null where it holds.
    pub cause: Option<Cause>,
    /// What was being played when it did; null where it holds or nothing was chosen.
    pub played: Option<Choice>,
    /// What becomes of it, for people.
    pub sentence: String,
    /// The longest line that holds, or the shortest that breaks the claim.
    pub line: Line,
    /// What each reply comes to before anything else is consulted.
    pub replies: Vec<Reply>,
}

/// A reply of theirs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The moves that lead to it from the position, ours and theirs in turn.
    pub before: Vec<Move>,
    /// All of them as books print them; in no JSON.
    #[serde(skip)]
    pub path: String,
    /// A move.
    pub reply: Move,
    /// The position behind it.
    pub fen: String,
    /// What becomes of a position.
    pub fate: Fate,
}

/// What becomes of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fate {
    /// Every line from it does what is claimed.
    pub holds: bool,
    /// The plies that the longest of them takes; null where some line breaks the claim.
    pub plies: Option<u32>,
    /// The same in moves of ours.
    pub moves: Option<u32>,
    /// The move that is played, the first of several; null where nothing is played any more.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// What chose it.
    pub choice: Option<Choice>,
    /// Its outcome in short, `17 moves`, `fails`; for texts and pages, and in no JSON.
    #[serde(skip)]
    pub words: String,
}

impl Sign {
    /// All signs, the best for White first.
    pub const ALL: [Sign; 7] = [
        Sign::WhiteWins,
        Sign::WhiteBetter,
        Sign::WhiteSlightlyBetter,
        Sign::Equal,
        Sign::BlackSlightlyBetter,
        Sign::BlackBetter,
        Sign::BlackWins,
    ];
}
