//! Tests: a position, what is consulted there, and what is expected.

use super::{Code, Compare, Compiled, Place};
use crate::data::{Role, record};
use crate::ids::{AdviceId, EvaluationId, PatternId, StrategyId, TableId};
use crate::types::Who;

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test<C: Code = Compiled> {
    /// Its name.
    pub name: C::Name,
    /// What is consulted.
    pub subject: Subject,
    /// The position, a FEN.
    pub fen: String,
    /// What is expected.
    pub expect: Vec<Expect<C>>,
    /// It asks for the value of positions, so that tablebases are needed.
    pub needs_values: bool,
    /// Its place.
    pub place: Place,
}

record!(Test {
    name,
    subject,
    fen,
    expect,
    needs_values,
    place
});

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

record!(enum Subject {
    0 None;
    1 Table(id);
    2 Advice(id);
    3 Strategy(id);
    4 Evaluation(id);
});

/// One expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Expect<C: Code = Compiled> {
    /// The opposite is expected.
    pub negated: bool,
    /// What.
    pub kind: ExpectKind<C>,
    /// Its place.
    pub place: Place,
}

record!(Expect {
    negated,
    kind,
    place
});

/// The kinds of expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectKind<C: Code = Compiled> {
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
        test: C::Body,
        /// Where it compares numbers: both sides. `None` in the checked program.
        compare: Option<Compare>,
    },
}

record!(enum ExpectKind {
    0 Move(text);
    1 OnlyMove(text);
    2 Advice(id);
    3 Action(name);
    4 Satisfied;
    5 Tree;
    6 Explains(pattern, side);
    7 Forced(id);
    8 Possible(id);
    9 Refuted(id);
    10 Total(hundredths);
    11 Explanation;
    12 MateWithin(moves);
    13 Value { test: role(Role::Expect), compare: role(Role::Compare) };
});
