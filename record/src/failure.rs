//! What breaks a claim: the causes with a line for each, and the smallest cycle.

use serde::Serialize;

use crate::play::{Choice, ComparedSide, DrawnZone, Line, Zone};

/// One way in which lines break the claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failure {
    /// Why a line breaks a claim. `stalemate`: they are stalemated. `our_stalemate`, `our_mate`: we are. `their_mate`: they are mated, and that is not claimed. `material`: the men left are none that the program is for. `goal`: a `keeps` or `never` is violated. `over`: the strategy has ended. `no_advice`: nothing is found. `in_class`: an in-class is false. `loop_without_move`: a loop comes round without a move. `endless`: a line goes on for ever.
    pub cause: Cause,
    /// The same for people.
    pub sentence: String,
    /// What was being played when it happened; null where nothing had been chosen.
    pub choice: Option<Choice>,
    /// The positions from which some line comes to it.
    pub positions: u64,
    /// The states in which it happens, before anything else is consulted.
    pub states: u64,
    /// The shortest line to it from a position of the claim.
    pub line: Line,
    /// The first positions in which it happens.
    pub examples: Vec<String>,
    /// What was tried at the end of the line, where it ends for want of something to play; null elsewhere, and beyond the first failures.
    pub ended: Option<LineEnd>,
    /// Only where the claim or the piece that is played speaks of zones: those that have an attack at the end of the line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
    /// Sentences on the zones at the end of the line, each with its word, `zone` or `along`; this and the fields below are for texts and
    /// pages, and in no JSON.
    #[serde(skip)]
    pub told: Vec<(&'static str, String)>,
    /// A hint where no table is for the men left on the board.
    #[serde(skip)]
    pub help: Option<String>,
    /// The zones as a page draws them, by the plies of the line from its beginning.
    #[serde(skip)]
    pub drawn: Vec<Vec<DrawnZone>>,
    /// The ways of the zones at the end of the line, as markup over a small board.
    #[serde(skip)]
    pub ways: String,
}

/// Why a line breaks a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Cause {
    /// They are stalemated.
    Stalemate,
    /// We are stalemated.
    OurStalemate,
    /// We are mated.
    OurMate,
    /// They are mated, and that is not claimed.
    TheirMate,
    /// The men left are none that the program is for.
    Material,
    /// A `keeps` or `never` is violated.
    Goal,
    /// The strategy has ended.
    Over,
    /// Nothing is found.
    NoAdvice,
    /// An in-class is false.
    InClass,
    /// A loop comes round without a move.
    LoopWithoutMove,
    /// A line goes on for ever.
    Endless,
}

/// How a line ended for want of something to play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineEnd {
    /// The rule, table or statement that found nothing, or how the strategy ended; null for a piece-of-advice by itself.
    pub sentence: Option<String>,
    /// The table that was asked in the end.
    pub table: Option<String>,
    /// Its rule whose condition holds; null where none does.
    pub rule: Option<usize>,
    /// The line of that rule, table or statement.
    pub line: Option<u32>,
    /// The pieces-of-advice or actions that were tried, in order.
    pub tried: Vec<FailedPiece>,
    /// The command that shows the consultation in full; null where it depends on the way there.
    pub command: Option<String>,
}

/// A piece-of-advice or action that was tried and failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedPiece {
    /// Its name.
    pub advice: String,
    /// The line of its definition.
    pub line: Option<u32>,
    /// How it failed: the conditions, and in how many positions each.
    pub sentence: String,
    /// Its file and line; this and the next field are for texts and pages, and in no JSON.
    #[serde(skip)]
    pub at: Option<String>,
    /// Sentences on the zones of the condition that stopped it.
    #[serde(skip)]
    pub zones: Vec<String>,
}

/// A line that comes back to where it began.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cycle {
    /// From a position of the claim to it; without moves where it begins in one.
    pub way: Line,
    /// Round and back again.
    pub round: Line,
    /// The consultations on it, in order.
    pub consultations: Vec<CycleConsultation>,
    /// It is certainly the smallest: the search for smaller ones was not cut short.
    pub smallest: bool,
}

/// A consultation on a cycle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CycleConsultation {
    /// A position.
    pub fen: String,
    /// Something that a program can choose: an action, or a piece-of-advice in a list. Numbers count from 1.
    pub choice: Choice,
    /// What the better-goal compares at the leaf that the cycle goes through.
    pub compared: Vec<Comparison>,
    /// No number of its goal is less than it was: what makes a cycle possible.
    pub lowers_nothing: bool,
}

/// A comparison with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// One side of a comparison.
    pub left: ComparedSide,
    /// The sign between them as it is written.
    pub sign: Option<String>,
    /// One side of a comparison.
    pub right: ComparedSide,
    /// Its line.
    pub line: Option<u32>,
}
