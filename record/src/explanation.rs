//! A position explained: facts that patterns say, what they are for, and what becomes of the plans.

use serde::Serialize;

use crate::play::Move;
use crate::{MadeBy, Side};

/// One position explained. With `--format jsonl` a line also has `number`, the line of the file, and `id`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The position.
    pub fen: String,
    /// For whom it is told: whose plans.
    pub viewer: Side,
    /// The evaluation that says which patterns count.
    pub evaluation: String,
    /// The author's words after `stage`, where that descriptor holds; null elsewhere.
    pub stage: Option<String>,
    /// The language of the texts.
    pub language: Language,
    /// The way in which the game is over; nothing is told then.
    pub end: Option<GameOver>,
    /// The sum of the counted facts for White, in hundredths of a pawn, told or not.
    pub total: i64,
    /// The judgement as a sign: how the game ends where that is known, or what an engine says; null where there is only the sum of the patterns.
    pub sign: Option<JudgementSign>,
    /// The judgement in words, or what the patterns come to, with the branches that say most of it.
    pub meaning: String,
    /// The end of the game with perfect play, where it is over or a table knows; `sign` agrees with it.
    pub value: Option<GameValue>,
    /// The facts that are told, the weightiest first.
    pub told: Vec<ToldFact>,
    /// All facts of both sides in their order.
    pub facts: Vec<Fact>,
    /// The move that serves several told plans.
    pub served: Option<ServingMove>,
    /// The win of the side to move, by force; no other move is advised unless it is as good.
    pub first: Option<WinningMove>,
    /// The judgement of the engine of `--engine` on the position.
    pub judged: Option<EngineJudgement>,
    /// Its judgements on the positions after the moves that are advised.
    pub judged_moves: Vec<JudgedMove>,
    /// The positions that searches of plans have tested.
    pub positions: u64,
    /// The trial of moves; null where there was none.
    pub tried: Option<TriedMoves>,
    /// The cases that the explanation has drawn on; null where it was given none.
    pub cases: Option<DrawnCases>,
    /// The version of adv, `adv`, and the fingerprints of the programs it is about, `programs`; where a command wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
}

/// Language of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Language {
    /// English.
    En,
    /// German.
    De,
    /// Russian.
    Ru,
}

/// Way in which a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the words are those of chess")]
pub enum GameOver {
    #[serde(rename = "checkmate")]
    Checkmate,
    #[serde(rename = "stalemate")]
    Stalemate,
    #[serde(rename = "dead position")]
    DeadPosition,
    #[serde(rename = "seventy-five moves")]
    SeventyFiveMoves,
}

/// Judgement as a sign that every terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the signs are those of chess")]
pub enum JudgementSign {
    #[serde(rename = "-+")]
    BlackWins,
    #[serde(rename = "-/+")]
    BlackBetter,
    #[serde(rename = "=+")]
    BlackSlightlyBetter,
    #[serde(rename = "=")]
    Equal,
    #[serde(rename = "+=")]
    WhiteSlightlyBetter,
    #[serde(rename = "+/-")]
    WhiteBetter,
    #[serde(rename = "+-")]
    WhiteWins,
}

/// End of a game with perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the words are those of chess")]
pub enum GameValue {
    #[serde(rename = "white wins")]
    WhiteWins,
    #[serde(rename = "draw")]
    Draw,
    #[serde(rename = "black wins")]
    BlackWins,
}

/// A fact that is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ToldFact {
    /// Its place in `facts`, from 0.
    pub fact: usize,
    /// Its name in words.
    pub called: String,
    /// The reason why it matters.
    pub belief: Option<String>,
    /// The purpose.
    pub purpose: Option<String>,
    /// The viewer's plan, piece by piece.
    pub plan: Vec<PlannedPiece>,
    /// All pieces at once, where there are several that can be joined.
    pub together: Option<PlanResult>,
    /// The case that its plan or its texts come from, as far as they are not the pattern's own.
    pub case: Option<CaseOfFact>,
}

/// A piece-of-advice of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedPiece {
    /// The outcome.
    #[serde(flatten)]
    pub result: PlanResult,
    /// The piece-of-advice.
    pub advice: String,
    /// The plan in words.
    pub because: Option<String>,
    /// The fact stands and falls with it.
    pub required: bool,
    /// The case that the piece comes from; null for one of the pattern's own plan.
    pub case: Option<u32>,
}

/// Outcome of a plan, with its moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanResult {
    /// The outcome in a word.
    pub verdict: PlanVerdict,
    /// The viewer's first move; null where nothing is to be played or the other side is to move.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// The viewer's moves along the first line of the tree, in UCI.
    pub moves: Vec<String>,
    /// The other side passes in the tree, so it holds only if that side does nothing.
    pub conditional: bool,
    /// The number of legal replies that the tree leaves out.
    pub left_out: u64,
    /// The reply that prevents a possible plan.
    pub prevented: Option<Move>,
}

/// Outcome of a plan in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PlanVerdict {
    /// The goal holds.
    Done,
    /// There is a tree as the advice is written.
    Forced,
    /// There is a tree in which the other side passes and we take nothing and give no check.
    Possible,
    /// There is a tree whose first move does not stand up, so that no move is told.
    Idea,
    /// There is neither.
    Refuted,
    /// A limit ended the search.
    Unsettled,
}

/// A case that a told fact comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseOfFact {
    /// The number of the case.
    pub number: u32,
    /// The case has this fact; otherwise it has a brother, whose plan was adapted.
    pub same: bool,
}

/// A fact that a pattern says of a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fact {
    /// The pattern.
    pub pattern: String,
    /// Its branch of the tree of evaluation, such as `pawn.weak.backward`.
    pub path: String,
    /// The side that has it.
    pub side: Side,
    /// Its squares, a1 to a8, b1 to h8; none for a fact of a descriptor.
    pub squares: Vec<String>,
    /// Its worth for that side, in hundredths of a pawn.
    pub worth: i64,
    /// The same for White.
    pub value: i64,
    /// It is in the total: it requires no plan, and no narrower fact takes its place.
    pub counted: bool,
    /// It is told.
    pub told: bool,
    /// The reason why it is not.
    pub passed: Option<PassedFor>,
    /// The fact, by its place in `facts`, that takes its place or is of its family.
    pub by: Option<usize>,
}

/// Reason why a fact is not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PassedFor {
    /// It is worth nothing.
    Worthless,
    /// A plan that it requires does not stand.
    Fallen,
    /// A narrower fact takes its place.
    Narrower,
    /// One of its family is told.
    Family,
    /// As many as wanted are told.
    Enough,
}

/// A move that serves several told plans.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServingMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The number of told facts that it serves.
    pub facts: usize,
    /// The number of told facts that had a forced plan.
    pub of: usize,
}

/// A move that wins by force.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinningMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The moves to mate; up to three there is no shorter one.
    pub mate: Option<u8>,
    /// The material that the line wins, in hundredths of a pawn.
    pub material: Option<i32>,
    /// The amount by which every other move is worse at least, in hundredths of a pawn.
    pub only: Option<i32>,
    /// The line in UCI.
    pub line: Vec<String>,
}

/// Judgement of an engine on a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineJudgement {
    /// The engine's name.
    pub by: String,
    /// The value for White, in hundredths of a pawn.
    pub value: i32,
    /// The moves to mate, positive for White's.
    pub mate: Option<i32>,
}

/// Judgement of an engine on a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedMove {
    /// The judgement on the position behind it.
    #[serde(flatten)]
    pub judgement: EngineJudgement,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
}

/// Trial of moves before they were advised.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TriedMoves {
    /// The positions in which they were tried.
    pub positions: u64,
    /// The depth in plies that was searched to the end.
    pub depth: u8,
}

/// The cases that an explanation has drawn on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnCases {
    /// The number of cases there were.
    pub count: usize,
    /// The nearest case, and then those others from which something was offered.
    pub used: Vec<DrawnCase>,
}

/// A case that an explanation has drawn on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnCase {
    /// The number of the case.
    pub number: u32,
    /// Its note.
    pub note: Option<String>,
    /// Its likeness, in ten-thousandths: the weighed sum of the next two.
    pub similarity: i64,
    /// The likeness of the facts, in ten-thousandths.
    pub facts: i64,
    /// The likeness of the boards, in ten-thousandths.
    pub board: i64,
}
