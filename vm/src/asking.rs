//! Questions about facts: functions and texts of patterns, asked in one position for one side, with `HERE` as the squares of a fact.
//!
//! ```text
//!   Engine ──asking(position, us)──▶ Asking ──word(fact, ∅)──▶ the board of the facts
//!                                           ──word(worth, HERE), slots(called, HERE)──▶ what is told of one of them
//! ```
//!
//! All questions of one `Asking` are one run under the engine's limits, so what several functions keep of the position is computed once.

use adv_chess::{Color, Position};
use adv_module::FnId;
use adv_module::program::TextPart;

use crate::engine::{Engine, Lent, Options};
use crate::env::Env;
use crate::limits::Stop;
use crate::texts::SlotValue;

/// A run that answers questions about one position for one side.
pub struct Asking<'e> {
    lent: Lent<'e>,
    position: Position,
    us: Color,
}

impl Engine {
    /// Begins a run of questions about a position in which a side is `us`, whichever side is to move. What is told of `HERE` to the engine
    /// ([`Engine::set_here`]) has no meaning for it: every question says its own.
    pub fn asking(&mut self, position: &Position, us: Color) -> Asking<'_> {
        Asking {
            lent: self.lend(&Options::default()),
            position: *position,
            us,
        }
    }
}

impl Asking<'_> {
    /// The value of a function without parameters, as a word.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn word(&mut self, function: FnId, here: u64) -> Result<u64, Stop> {
        let env = Env::single(&self.position, self.us);
        self.lent.run.here = here;
        self.lent.run.call(function, &[], &env)
    }

    /// The values of a text's slots.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn slots(&mut self, parts: &[TextPart], here: u64) -> Result<Vec<SlotValue>, Stop> {
        let env = Env::single(&self.position, self.us);
        self.lent.run.here = here;
        self.lent.run.slots(parts, &env, false)
    }

    /// The values of a text's slots in a position that comes of this one, as the reason of a piece-of-advice is asked after its first
    /// move: `root.` is the position that this run is about.
    ///
    /// # Errors
    /// The [`Stop`] that was reached.
    pub fn slots_in(
        &mut self,
        parts: &[TextPart],
        here: u64,
        node: &Position,
    ) -> Result<Vec<SlotValue>, Stop> {
        let env = Env::node(node, &self.position, self.us);
        self.lent.run.here = here;
        self.lent.run.slots(parts, &env, false)
    }
}
