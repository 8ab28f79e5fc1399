//! The table of a search: results for positions that it has met before.

use adv_chess::{Move, Position};

use super::search::LEAST_MATE;

/// Size of a search's table as a power of 2: the table has `1 << TABLE_BITS` entries.
pub(super) const TABLE_BITS: u32 = 16;

/// Entry of a search's table: the value of a position and its best move, as searched to some depth in plies.
/// The default is the empty entry, which fills the table at the beginning of a search.
#[derive(Clone, Copy, Default)]
pub(super) struct SearchEntry {
    pub key: u64,
    pub best: Option<Move>,
    pub value: i16,
    pub depth: i8,
    /// Meaning of `value`: 0 for an empty entry, 1 for a value of at least so much, 2 for at most, 3 for exactly.
    pub bound: u8,
}

/// Returns the hash of a position by which a search looks it up and sees repetitions; clocks are left out.
pub(super) fn key(position: &Position) -> u64 {
    let state = position.turn() as u64
        | u64::from(position.ep().unwrap_or(0)) << 8
        | u64::from(position.castling()) << 16;
    let words = position
        .by_role
        .iter()
        .chain([&position.by_color[0], &state]);
    words.fold(0x9e37_79b9_7f4a_7c15, |sum: u64, word| {
        let mixed = (sum ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed ^ mixed >> 32
    })
}

/// Converts a value at a node, `ply` plies from the root, for the table: mates count from the node there, and from the root elsewhere.
pub(super) fn to_table(value: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    let value = match value {
        LEAST_MATE.. => value + ply,
        v if v <= -LEAST_MATE => value - ply,
        _ => value,
    };
    value.clamp(-32_000, 32_000) as i16
}

/// Converts a value of the table for a node, `ply` plies from the root: mates count from the root again.
pub(super) fn from_table(value: i16, ply: usize) -> i32 {
    let (value, ply) = (i32::from(value), ply as i32);
    match value {
        LEAST_MATE.. => value - ply,
        v if v <= -LEAST_MATE => value + ply,
        _ => value,
    }
}
