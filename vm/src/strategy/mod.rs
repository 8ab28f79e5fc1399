//! Strategies: coroutines with an explicit cursor, never a thread.
//!
//! ```text
//!   Strategy          run.rs      what is played, the tree that is followed, the position: begin, resume
//!     │ goes on
//!   Cursor            cursor.rs   (strategy, statement, turned or not), one level for each strategy that is being applied
//!     │ asks for a tree
//!   Sought            seek.rs     an action, a list, a table or a piece-of-advice: what is searched, and how it sees the position
//!   Seeker                        by whom: a run, which notes what it tried and can search again with reasons, or a branch
//!     ▼
//!   Step              step.rs     what is handed out
//!   StrategyKey       key.rs      what decides how a run goes on, to compare and to hash
//!
//!   ActionStatement   alone.rs    one action by itself, whatever the strategy did before
//!
//!   Junction          branch.rs   the same cursor without a game: a prover asks it for the tree, or for every tree, of any position
//!   Choices           known.rs    choices that were made before, in the same position at the same place
//! ```
//!
//! A run is its data and nothing else: a clone of it goes on by itself, and the same replies give the same run.

mod alone;
mod branch;
mod cursor;
mod few;
mod key;
mod known;
mod reached;
mod run;
mod seek;
mod step;

pub use alone::ActionStatement;
pub use branch::{Branch, Branches, Chosen, Junction, Wanted};
pub use key::StrategyKey;
pub(crate) use known::Choices;
pub use run::Strategy;
pub use step::{
    Done, Ending, Mode, Origin, PStrategy, ReplyError, Step, Stuck, StuckCause, Subject,
};
