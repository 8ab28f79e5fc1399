//! What a strategy hands out while it is played: p-strategies, and how it ended.
//!
//! ```text
//!   begin ──▶ Yield(p-strategy)      play its first move, await the reply
//!               │ resume(reply)
//!               ├──▶ Follow(move)    the same p-strategy goes on
//!               ├──▶ Yield(…)        its tree is played out, the next one begins
//!               ├──▶ Done(…)         the end: with the out-class reached or not
//!               └──▶ Stuck(…)        the line that could not go on, the position, what was tried
//! ```

use std::fmt;
use std::sync::Arc;

use adv_chess::{Color, Move, Position};
use adv_module::program::Place;
use adv_module::{AdviceId, StrategyId, TableId};

use crate::consultation::{Consultation, Failure, Tried};

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A strategy.
    Strategy(StrategyId),
    /// A table, consulted again and again until the game is over.
    Table(TableId),
    /// A single piece-of-advice, tried again and again.
    Advice(AdviceId),
}

/// How long a tree is followed (Bratko's strong and weak modes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// To a leaf, before anything is consulted again.
    #[default]
    Strong,
    /// For one move. Then a table or a piece-of-advice is consulted again; a strategy asks the statement again whose tree goes on, and
    /// goes on itself where the tree is played out.
    Weak,
}

/// A p-strategy: the tree of an action or consultation, one move of ours at each of our nodes, replies at theirs
/// (Karapetyan, section 3.1).
#[derive(Clone, Debug, PartialEq)]
pub struct PStrategy {
    /// The tree and how it was found; it always has a tree with a first move.
    pub consultation: Consultation,
    /// Which statement yields it.
    pub origin: Origin,
}

impl PStrategy {
    /// The move to play first.
    pub fn first_move(&self) -> Option<Move> {
        self.consultation.first_move()
    }
}

/// A statement of a strategy; nothing where a table or a piece-of-advice is played by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The strategy, which may be one that was applied.
    pub strategy: Option<StrategyId>,
    /// The statement's index in its body.
    pub statement: Option<u32>,
    /// Its place in the source.
    pub place: Place,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A new p-strategy begins: its first move is to be played.
    Yield(Arc<PStrategy>),
    /// The p-strategy that is being played goes on with this move.
    Follow(Move),
    /// The run is over.
    Done(Done),
    /// The run cannot go on.
    Stuck(Box<Stuck>),
}

impl Step {
    /// The move to play now.
    pub fn our_move(&self) -> Option<Move> {
        match self {
            Step::Yield(p_strategy) => p_strategy.first_move(),
            Step::Follow(m) => Some(*m),
            Step::Done(_) | Step::Stuck(_) => None,
        }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The last position.
    pub position: Position,
    /// Why it ended.
    pub ending: Ending,
    /// Whether the out-class holds there; `None` where the strategy names none.
    pub goal: Option<bool>,
    /// The place of the out-class in the source.
    pub goal_place: Place,
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last statement is done.
    EndOfStrategy,
    /// `stop`, with the author's reason.
    Stop(Option<String>),
    /// The side to move has no legal move and is in check.
    Checkmate {
        /// The side that is mated.
        loser: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
}

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuck {
    /// The position.
    pub position: Position,
    /// The statement that could not be done.
    pub origin: Origin,
    /// What is wrong.
    pub cause: StuckCause,
    /// The pieces and actions tried, with the conjuncts at which positions failed.
    pub tried: Vec<Tried>,
}

/// What keeps a run from going on.
#[derive(Clone, Debug, PartialEq)]
pub enum StuckCause {
    /// The action's in-class is false here.
    InClass,
    /// The action has no p-strategy within its bound.
    NoPStrategy,
    /// What was consulted finds no advice.
    NoAdvice,
    /// A loop came round without a move, and would for ever.
    LoopWithoutMove,
    /// An applied strategy or a table cannot serve this position, or a limit was reached.
    Failure(Failure),
}

/// A reply that cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyError {
    /// The move is not legal in the position that awaits it.
    Illegal(Move),
    /// No reply was given, and there is a legal one.
    Missing,
    /// The run is over or stuck.
    Over,
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplyError::Illegal(m) => write!(f, "`{m}` is not a legal reply in this position"),
            ReplyError::Missing => {
                f.write_str("no reply was given, and the opponent has a legal one")
            }
            ReplyError::Over => f.write_str("the run is over and takes no reply"),
        }
    }
}

impl std::error::Error for ReplyError {}
