//! Checked claims: the subject found, every descriptor typed, the positions known to be legal.

use super::{Expr, Goal};
use crate::source::Span;
pub use adv_module::program::{Bound, FromSet, GoalWord};
use adv_module::{AdviceId, EvaluationId, StrategyId, TableId};

/// A `prove` or `measure` item.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The item as it is written.
    pub text: String,
    /// The whole item.
    pub span: Span,
    /// What is claimed about.
    pub subject: ClaimSubject,
    /// From which positions: [`FromSet::All`] where nothing is written.
    pub set: FromSet,
    /// Only those in which this descriptor holds.
    pub condition: Option<Expr>,
    /// The seed of random positions, 1 where none is written.
    pub seed: u64,
    /// What is to come true, in the order of the source; empty exactly where nothing plays.
    pub goals: Vec<ClaimGoal>,
    /// The bound on the length, where there is one.
    pub within: Option<Bound>,
    /// `weak`
    pub weak: bool,
    /// `any-choice`
    pub any_choice: bool,
    /// `fifty-moves`
    pub fifty_moves: bool,
    /// `measure`: reports a share.
    pub share: bool,
    /// One of its descriptors asks for the value of positions.
    pub needs_values: bool,
}

/// What a claim is about.
#[derive(Clone, Debug)]
pub enum ClaimSubject {
    /// A strategy.
    Strategy(StrategyId),
    /// A table.
    Table(TableId),
    /// A piece-of-advice.
    Advice(AdviceId),
    /// A descriptor, the second, that holds wherever the first does: `prove a ⇒ b`.
    Descriptor(Option<Expr>, Expr),
    /// An evaluation, which is compared with the tables.
    Evaluation(EvaluationId),
}

/// A goal of a claim. All its descriptors speak of one position.
#[derive(Clone, Debug)]
pub struct ClaimGoal {
    /// `reaches`, `keeps` or `never`.
    pub word: GoalWord,
    /// The descriptor, evaluated in every position.
    pub goal: Goal,
    /// It is `mate`, or `mated(them)`.
    pub mate: bool,
}
