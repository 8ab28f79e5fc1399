//! Constant folding: what operations answer on words that are known when the program is compiled.
//!
//! Every answer is the machine's answer, on all operands, since both have it of `adv-primitives`. [`crate::lower`] applies these
//! while it builds a definition's terms, and knows the laws of sets, truths and numbers besides.
//!
//! ```text
//!   {a1, b1} ∪ c1     becomes   {a1, b1, c1}
//!   dist(a1, h8) - 1  becomes   6
//!   FILE(e4) ∩ ∅      becomes   ∅
//! ```

use adv_chess::geometry;

use crate::hir::PrimId;

/// The board of all squares.
pub const FULL: u64 = u64::MAX;
/// The distance to nothing, and the smallest of nothing.
pub const FAR: i64 = geometry::FAR as i64;
/// The largest of nothing.
pub const NOTHING: i64 = -1;

/// A truth as a word.
pub const fn truth(value: bool) -> u64 {
    value as u64
}

/// The value of a primitive that does not look at the position; `None` where it is left to the machine. The operands are words
/// as registers hold them.
pub fn primitive(prim: PrimId, args: &[u64]) -> Option<u64> {
    let arg = |at: usize| args.get(at).copied().unwrap_or(0);
    adv_primitives::pure(prim, [arg(0), arg(1), arg(2)])
}
