//! Settled claim without play, and one position of a claim walked through.

use serde::Serialize;

use crate::MadeBy;
use crate::claim::Claim;
use crate::failure::Cause;
use crate::play::{Choice, DrawnZone, Line, Listing, Move, Zone};
use crate::proof::{FolderProgram, Ground, Verdict};

records! {
    /// Settled claim without play: a descriptor holds in every position, or wherever another one does.
    pub struct Scan {
        /// Claim that was settled, as its text and in its parts.
        pub claim: Claim,
        /// Verdict on the claim. `empty`: the premise holds nowhere. `measured`: the claim asks for a share.
        pub verdict: Verdict,
        /// Verdict in a sentence for people.
        pub headline: String,
        /// Number of positions that the claim speaks of, with either side to move.
        pub positions: u64,
        /// Number of positions in which the premise holds; all of them without a premise.
        pub premises: u64,
        /// Number of positions in which the premise holds and the conclusion is false.
        pub broken: u64,
        /// First positions that break the claim: the premise holds and the conclusion is false, or an evaluation's total disagrees with the worth.
        pub examples: Vec<ScanExample>,
        /// Agreement of an evaluation's totals with the worth of the positions; absent of other claims. `premises` counts all positions, `broken` those that disagree.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub weighed: Option<Weighed>,
        /// Number of positions in which the premise is false and the conclusion true; only for a claim that measures a share.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub others_held: Option<u64>,
        /// Grounds of the report besides the search of its own run; absent where there are none. They name tables of perfect play where the claim asks them, made in this run or an earlier one alike.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub rests_on: Vec<Ground>,
        /// Entry of the program in the table of a folder's claims; there only where all programs of a folder are settled.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub program: Option<FolderProgram>,
        /// Version of adv, `adv`, and fingerprints of the programs of the report, `programs`; absent where no command wrote the report.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub made_by: Option<MadeBy>,
        /// Rows of counts: the name, indented where it is a part; the count; its share in words. This and the next field are for texts and pages, and in no JSON.
        #[serde(skip)]
        pub rows: Vec<(String, u64, String)>,
        /// Source lines of the claim.
        #[serde(skip)]
        pub listings: Vec<Listing>,
    }

    /// Position that breaks a claim without play, as an example.
    pub struct ScanExample {
        /// FEN of the position that breaks the claim.
        pub fen: String,
        /// Worth of the position to the side to move with best play; null where the worth is unknown.
        pub worth: Option<Worth>,
        /// Zones that have an attack in the position; absent where the claim speaks of none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub zones: Vec<Zone>,
        /// Drawings of the zones that have an attack in the position; absent where the claim speaks of none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub drawn: Vec<DrawnZone>,
        /// Sentence on the position's worth; this and the fields below are for texts and pages, and in no JSON.
        #[serde(skip)]
        pub said: Option<String>,
        /// Arrows for the zones' ways, as markup over a small board.
        #[serde(skip)]
        pub ways: String,
    }

    /// Worth of a position to the side to move.
    pub struct Worth {
        /// Outcome with best play of both sides: `win`, `draw` or `loss` of the side to move.
        pub outcome: WorthOutcome,
        /// Number of plies to mate; null for a draw, and where it is unknown.
        pub plies: Option<u32>,
    }

    /// Outcome with best play of both sides, for the side to move.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
    #[expect(
        missing_docs,
        reason = "the words are those of the language or of chess"
    )]
    pub enum WorthOutcome {
        Win,
        Draw,
        Loss,
    }

    /// Agreement of an evaluation's totals with the worth of the positions. `premises` are all positions, `broken` those that disagree.
    pub struct Weighed {
        /// Number of positions in which a side wins with best play.
        pub decided: u64,
        /// Number of positions in which a side wins and the evaluation's total is on its side.
        pub on_winners_side: u64,
        /// Number of positions in which neither side wins with best play.
        pub drawn: u64,
        /// Number of positions in which neither side wins and the evaluation's total is at most a pawn from 0.
        pub level: u64,
        /// Number of positions in which the game is over: they have no total.
        pub over: u64,
        /// Signs of a total, seven with the best for White first, each with its positions by their worth.
        pub signs: Vec<SignCount>,
    }

    /// Sign of a total, with its positions by their worth.
    pub struct SignCount {
        /// Sign of the total, such as `+=`.
        pub sign: Sign,
        /// Number of positions with this sign in which White wins with best play.
        pub won: u64,
        /// Number of positions with this sign in which neither side wins with best play.
        pub drawn: u64,
        /// Number of positions with this sign in which Black wins with best play.
        pub lost: u64,
    }

    /// Sign of a total, the best for White first.
    #[derive(Copy, Eq)]
    #[serde(rename_all = "snake_case")]
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

    /// Walk through one position of a claim: its outcome, its line, and the replies to it.
    pub struct Walk {
        /// Claim that the position is one of, as its text and in its parts.
        pub claim: Claim,
        /// FEN of the position that was walked through.
        pub fen: String,
        /// Outcome of the position under the claim.
        pub fate: Fate,
        /// Cause for which the line of the position breaks the claim; null where it holds.
        pub cause: Option<Cause>,
        /// Choice that was being played when the line broke the claim; null where it holds or nothing was chosen.
        pub played: Option<Choice>,
        /// Outcome of the position in a sentence for people.
        pub sentence: String,
        /// Longest line from the position where it holds, else the shortest line that breaks the claim.
        pub line: Line,
        /// Outcomes of the replies that can be played before anything else is consulted.
        pub replies: Vec<Reply>,
    }

    /// Reply of the opponent, with the outcome of the position after it.
    pub struct Reply {
        /// Moves that lead to the reply from the position, ours and theirs in turn.
        pub before: Vec<Move>,
        /// Moves and reply as books print them; in no JSON.
        #[serde(skip)]
        pub path: String,
        /// Reply in two notations.
        pub reply: Move,
        /// FEN of the position after the reply.
        pub fen: String,
        /// Outcome of the position after the reply.
        pub fate: Fate,
    }

    /// Outcome of a position under a claim: whether it holds, in how many plies, and by which move.
    pub struct Fate {
        /// True where every line from the position does what the claim says.
        pub holds: bool,
        /// Plies of the longest line from the position; null where some line breaks the claim.
        pub plies: Option<u32>,
        /// Moves of ours of the longest line from the position; null where some line breaks the claim.
        pub moves: Option<u32>,
        /// Move that is played, the first of several; null where nothing is played any more.
        #[serde(rename = "move")]
        pub mv: Option<Move>,
        /// Choice of the program that the move belongs to; null where there is none.
        pub choice: Option<Choice>,
        /// Outcome in short, `17 moves`, `fails`; for texts and pages, and in no JSON.
        #[serde(skip)]
        pub words: String,
    }
}

impl Sign {
    /// All signs of a total, the best for White first.
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
