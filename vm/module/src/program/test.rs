//! Tests: a position, what is consulted there, and what is expected.

use super::{Compare, Place};
use crate::ids::{AdviceId, EvaluationId, FnId, PatternId, StrategyId, TableId};
use crate::types::Who;

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its name.
    pub name: String,
    /// What is consulted.
    pub subject: Subject,
    /// The position, a FEN.
    pub fen: String,
    /// What is expected.
    pub expect: Vec<Expect>,
    /// It asks for the value of positions, so that tablebases are needed.
    pub needs_values: bool,
    /// Its place.
    pub place: Place,
}

/// What a test consults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Nothing: only values are expected.
    None,
    /// A table.
    Table(TableId),
    /// A piece-of-advice.
    Advice(AdviceId),
    /// A strategy.
    Strategy(StrategyId),
    /// An evaluation, which explains the position.
    Evaluation(EvaluationId),
}

/// One expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// The opposite is expected.
    pub negated: bool,
    /// What.
    pub kind: ExpectKind,
    /// Its place.
    pub place: Place,
}

/// The kinds of expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectKind {
    /// A move in SAN or UCI.
    Move(String),
    /// The same, and no other first move has a tree within the bound at which this one was found.
    OnlyMove(String),
    /// The piece-of-advice that answers.
    Advice(AdviceId),
    /// The action that is realised, by name: several actions may share one.
    Action(String),
    /// The subject is satisfied, or the table finds an advice.
    Satisfied,
    /// The forcing-tree as a snapshot beside the program.
    Tree,
    /// A fact of a pattern is told, of one side, White or Black.
    Explains(PatternId, Who),
    /// A told fact has this plan, and it is forced.
    Forced(AdviceId),
    /// A told fact has this plan, and it is possible.
    Possible(AdviceId),
    /// A told fact has this plan, and it is refuted.
    Refuted(AdviceId),
    /// What the told facts come to for White, in hundredths of a pawn.
    Total(i64),
    /// The explanation as a snapshot beside the program.
    Explanation,
    /// Mate by force in so many moves of ours, the table playing.
    MateWithin(u32),
    /// A descriptor without parameters.
    Value {
        /// The descriptor.
        test: FnId,
        /// Where it compares numbers: both sides.
        compare: Option<Compare>,
    },
}
