//! Tests of a program: what is consulted where, and what is expected of it.

use super::{Expr, Subject, Who};
use crate::source::{Span, Spanned};
use adv_module::{AdviceId, PatternId};

/// A test.
#[derive(Clone, Debug)]
pub struct Test {
    /// Its name.
    pub name: Spanned<String>,
    /// What is consulted.
    pub subject: Subject,
    /// A legal FEN.
    pub fen: String,
    /// What is expected.
    pub expect: Vec<Expect>,
    /// An expected descriptor asks for the value of the position.
    pub needs_values: bool,
    /// The whole item.
    pub span: Span,
}

/// An expectation.
#[derive(Clone, Debug)]
pub struct Expect {
    /// The opposite is expected.
    pub negated: bool,
    /// What.
    pub kind: ExpectKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of expectation.
#[derive(Clone, Debug)]
pub enum ExpectKind {
    /// SAN or UCI of a legal move.
    Move(String),
    /// The same, and no other first move has a tree within the bound at which this one was found.
    OnlyMove(String),
    /// The piece-of-advice that answers.
    Advice(AdviceId),
    /// The name of an action of the strategy.
    Action(String),
    /// The subject is satisfied.
    Satisfied,
    /// The forcing-tree as a snapshot.
    Tree,
    /// Mate by force in so many moves.
    MateWithin(u32),
    /// A fact of a pattern is told of a side, White or Black.
    Explains(PatternId, Who),
    /// A told fact has this plan, and it is forced.
    Forced(AdviceId),
    /// A told fact has this plan, and it is possible.
    Possible(AdviceId),
    /// A told fact has this plan, and it is refuted.
    Refuted(AdviceId),
    /// What the told facts come to for White, in hundredths of a pawn.
    Total(i64),
    /// The explanation as a snapshot.
    Explanation,
    /// A descriptor.
    Value(Expr),
}
