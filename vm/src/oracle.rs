//! The oracle: values of positions with perfect play, for the tablebase words of claims and tests.
//!
//! The machine has no tables. The caller that runs a claim sets an oracle ([`crate::Engine::set_oracle`]); without one, and where the
//! oracle does not know the position, a tablebase word is a [`crate::Stop::NoValue`], because any value would be a guess.

use adv_chess::{Material, Position, Worth};

/// Knows the values of positions; several threads call it at a time.
pub trait Oracle: Send + Sync {
    /// The worth of a legal position, `None` where it is not known.
    fn worth(&self, position: &Position) -> Option<Worth>;

    /// Plies to the next capture, promotion or mate in a legal position that a side wins, `None` where they are not known.
    fn conversion(&self, _position: &Position) -> Option<u32> {
        None
    }

    /// A faster oracle for positions of these men alone: its answers about others mean nothing, and where it does not know a position, `self`
    /// still may. `None` if there is none.
    fn for_men(&self, _material: &Material) -> Option<Box<dyn Oracle + '_>> {
        None
    }
}
