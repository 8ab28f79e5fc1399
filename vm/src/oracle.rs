//! What perfect play is worth in a position: asked of whoever knows, for the tablebase words of claims and tests.
//!
//! The machine has no tables. Who runs a claim lends the engine an oracle ([`crate::Engine::set_oracle`]); without one, and where the
//! oracle does not know the position, a tablebase word is a [`crate::Stop::NoValue`], for any answer would be a guess.

use adv_chess::{Material, Position};

/// The result of perfect play for the side to move. The fifty-move rule and repetition do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// Neither side wins.
    Draw,
    /// The side to move loses.
    Loss,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    /// Who wins.
    pub outcome: Outcome,
    /// Plies to mate with best play of both sides, where known: 0 where the side to move is mated. `None` for a draw.
    pub plies: Option<u32>,
}

/// One who knows what positions are worth; several threads ask at a time.
pub trait Oracle: Send + Sync {
    /// The worth of a legal position, `None` where it is not known.
    fn worth(&self, position: &Position) -> Option<Worth>;

    /// One who answers sooner, for positions of these men alone: what it says of others means nothing, and where it does not know this one
    /// may still. `None` where there is no such.
    fn for_men(&self, _material: &Material) -> Option<Box<dyn Oracle + '_>> {
        None
    }
}
