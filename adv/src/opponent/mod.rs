//! Opponents: the players that reply to a program in a game.
//!
//! ```text
//!   Opponent ── reply(game) ──▶ Move, or a NoReply
//!     ├─ random.rs      any legal move, by a seed
//!     ├─ resistance.rs  the longest resistance, by tables of distances to mate
//!     ├─ traps.rs       the move that leaves the fewest replies that are no mistakes
//!     ├─ program.rs     another program
//!     └─ a caller's own: a person, an engine, a book
//! ```

mod program;
mod random;
mod resistance;
mod traps;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv_chess::{Game, Move};

pub use program::ProgramOpponent;
pub use random::Random;
pub use resistance::Resistance;
pub use traps::Traps;

/// A player that replies to a program in a game.
pub trait Opponent {
    /// The reply in a game whose present position has a legal move. The reply must be a legal move.
    ///
    /// # Errors
    /// [`NoReply`] where the opponent has no reply.
    fn reply(&mut self, game: &Game) -> Result<Move, NoReply>;

    /// The opponent's name in records of games.
    fn name(&self) -> &str;

    /// Tells the opponent that a new game begins.
    ///
    /// # Errors
    /// [`NoReply`] where the opponent cannot begin one.
    fn new_game(&mut self) -> Result<(), NoReply> {
        Ok(())
    }

    /// Sets a flag that interrupts a reply: once it is true, an opponent that thinks for long has no reply.
    fn set_interrupt(&mut self, _flag: &Arc<AtomicBool>) {}
}

/// Opponent of any kind, for games on several threads.
pub type AnyOpponent = Box<dyn Opponent + Send>;

/// Reason why an opponent replies with no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReply {
    /// The opponent was interrupted.
    Interrupted,
    /// The opponent ends the game here, for the given reason; nothing is wrong.
    Ended(String),
    /// The opponent failed to reply, for the given reason.
    Failed(String),
}

impl fmt::Display for NoReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoReply::Interrupted => "interrupted",
            NoReply::Ended(sentence) | NoReply::Failed(sentence) => sentence,
        })
    }
}

impl std::error::Error for NoReply {}
