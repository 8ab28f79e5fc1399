//! What comes to light while a strategy is played: its trees, and how it ended.

use adv_compiler::source::Span;
use shakmaty::{Chess, Color};

use super::consult::{RefOutcome, Tried};
use super::tree::RefTree;
use super::value::Fault;

/// A statement of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The strategy, which may be one that was applied: an index into the program's.
    pub strategy: usize,
    /// The statement's first byte and the one after its last.
    pub place: (u32, u32),
}

impl Origin {
    /// A statement at a place.
    pub(super) fn new(strategy: usize, span: Span) -> Origin {
        Origin {
            strategy,
            place: (span.start, span.end),
        }
    }
}

/// What a strategy does when it is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefStep {
    /// A new tree begins with its first move.
    Yield {
        /// The statement that yields it.
        at: Origin,
        /// The tree, and how it was found.
        outcome: RefOutcome,
        /// The reason with its values.
        because: Option<String>,
    },
    /// The tree goes on with this move.
    Follow(String),
    /// The run is over.
    Done {
        /// Why.
        ending: Ending,
        /// Whether the out-class holds; `None` where the strategy has none.
        goal: Option<bool>,
    },
    /// The run cannot go on.
    Stuck {
        /// The statement that cannot be done.
        at: Origin,
        /// Why.
        cause: Cause,
        /// What was tried in vain since the last move.
        tried: Vec<Tried>,
    },
}

/// Why a run is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The last statement is done.
    LastStatement,
    /// `stop`, with its reason.
    Stop(Option<String>),
    /// This side is mated.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
}

/// Why a run cannot begin or go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The action's in-class is false.
    InClass,
    /// The action has no tree within its bound.
    NoTree,
    /// What was consulted finds nothing.
    NoAdvice,
    /// A loop came round without a move.
    LoopWithoutMove,
    /// The men are not those of the strategy or table.
    OtherMaterial {
        /// There is no table for other men.
        left: bool,
    },
    /// The strategy or table plays for this side, which is not to move.
    OtherSide(Color),
    /// The in-class of this strategy is false.
    StrategyInClass(usize),
}

/// What the opponent does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A move, in the notation of the Universal Chess Interface, and whether the run is in the weak mode when it takes it.
    Move(String, bool),
    /// Nothing any more: the game is broken off.
    Enough,
}

/// The opponent: called in a position in which they have a legal move, with the node of the tree for it.
pub type Opponent<'o> = dyn FnMut(&Chess, &RefTree) -> Reply + 'o;

/// A game of a strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Why it could not begin.
    pub refused: Option<Cause>,
    /// What the strategy did, one step before each reply, and the last one after the last reply unless it was broken off.
    pub steps: Vec<RefStep>,
    /// Loops that were entered and came round after a move.
    pub rounds: usize,
    /// The reference gave up here.
    pub fault: Option<Fault>,
}
