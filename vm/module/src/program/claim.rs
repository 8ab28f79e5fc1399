//! A claim as data: what is said of a strategy, and of which positions.
//!
//! ```text
//!   prove krk  from all positions where d  reaches mate  never stalemate  within 34 moves  any-choice
//!         │         │             │        │             │               │               └ every
//!         │         │             │        └─ goals ─────┘               └ bound
//!         subject   from.set      from.condition
//! ```
//!
//! What plays is named by its record, what is true is a function; the text goes along for reports. A claim says nothing of how it is
//! settled.

use super::{Goal, Place, SpokenZone};
use crate::ids::{AdviceId, EvaluationId, FnId, StrategyId, TableId};

/// A `prove` or `measure` item.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The item as it is written.
    pub text: String,
    /// Its place.
    pub place: Place,
    /// What is claimed about.
    pub subject: ClaimSubject,
    /// From which positions.
    pub from: ClaimFrom,
    /// What is to come true, in the order of the source: at most one `Reaches`. Empty where a descriptor is the subject.
    pub goals: Vec<ClaimGoal>,
    /// The bound on the length, where there is one. Never 0.
    pub within: Option<Bound>,
    /// Consulted again at every move.
    pub weak: bool,
    /// Every move that satisfies the chosen piece or action is followed.
    pub any_choice: bool,
    /// The fifty-move rule counts: a line that crosses it breaks the claim.
    pub fifty_moves: bool,
    /// `measure`: reports a share, and refutes nothing.
    pub share: bool,
    /// It asks for the value of positions, so that tablebases are needed.
    pub needs_values: bool,
    /// The zones that its condition, its premise and its conclusion speak of, for reports; those of its goals are in their conjuncts.
    pub zones: Vec<SpokenZone>,
}

/// What a claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimSubject {
    /// A strategy.
    Strategy(StrategyId),
    /// A table.
    Table(TableId),
    /// A piece-of-advice, tried again and again.
    Advice(AdviceId),
    /// A descriptor that holds in every position, or wherever another does: `prove a ⇒ b`. With [`Claim::share`] it is `measure a … share of b`,
    /// which always has a premise. Nothing is played.
    Descriptor {
        /// `a`; `None` is any position.
        premise: Option<FnId>,
        /// `b`, or the only descriptor.
        conclusion: FnId,
    },
    /// An evaluation, compared with the tables: `measure static`. Nothing is played.
    Evaluation(EvaluationId),
}

/// The positions that a claim speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimFrom {
    /// Which they are drawn from.
    pub set: FromSet,
    /// Only those in which this descriptor holds; `None` for a single position.
    pub condition: Option<FnId>,
    /// The condition's place; zeros without one.
    pub condition_place: Place,
    /// The seed of random positions, 1 where the source names none.
    pub seed: u64,
}

/// A set of positions, before its condition.
#[derive(Clone, Debug, PartialEq)]
pub enum FromSet {
    /// Every legal position of the subject's material.
    All,
    /// One position, a FEN.
    One(String),
    /// Several positions, FENs: two or more.
    List(Vec<String>),
    /// So many legal positions of the material, drawn with the seed. Never 0.
    Random(u64),
}

/// What a goal asks of the positions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoalWord {
    /// It comes true in one of them, whatever is replied.
    Reaches,
    /// It is true in all of them.
    Keeps,
    /// It is true in none.
    Never,
}

/// One goal.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimGoal {
    /// The subject.
    pub word: GoalWord,
    /// The descriptor, a function of one position; its conjuncts are there for reports. `test` is never `None`.
    pub goal: Goal,
    /// It is the bare `mate`: the enemy is mated.
    pub mate: bool,
}

/// A bound on the length of the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// How many.
    pub count: u32,
    /// Plies, and not moves of ours.
    pub plies: bool,
}

impl Bound {
    /// The bound in plies from a position with us to move: our n-th move is ply 2n - 1.
    pub const fn in_plies(self) -> u32 {
        if self.plies {
            self.count
        } else {
            self.count.saturating_mul(2).saturating_sub(1)
        }
    }
}
