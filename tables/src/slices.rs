//! Tables of five men, made slice by slice.
//!
//! A class with pawns is divided by the squares of its pawns:
//!
//! ```text
//! KRPvKR.a2 ──▶ KRPvKR.a3 ──▶ … ──▶ KRPvKR.a7 ──▶ KQRvKR, KRRvKR, KRBvKR, KRNvKR      a step of the pawn
//!     └───────────▶ KRPvKR.a4                            │
//!     └── captures ──▶ KRPvK, KRvKP, KRvKR ◀─────────────┘                            tables of four men
//! ```
//!
//! No move leads back, so the slices are made one after the other, and one is in memory at a time. Within a slice only pieces move;
//! it holds all that can come round. Classes without pawns are one slice.
//!
//! `layout.rs` has the numbers of a slice, `rows.rs` the moves of 64 positions at a time, `leave.rs` the moves out of a slice and
//! `settle.rs` the going back from the mates. The caller keeps the values in files and reads them from there (`pages.rs`).

mod class;
mod figures;
mod kings;
mod layout;
mod leave;
mod make;
mod pages;
mod rows;
mod settle;

pub use class::{MAX_SLICED_MEN, SlicedClass};
pub use figures::{SliceFigures, figures};
pub use make::{LoadSlice, make_slice, promoted};
pub use pages::{PAGE, SliceHead};

use adv_chess::Color;

/// The squares that a set of pawns attacks.
pub(crate) const fn pawn_attacks(color: Color, pawns: u64) -> u64 {
    let (not_a, not_h) = (
        pawns & !0x0101_0101_0101_0101,
        pawns & !0x8080_8080_8080_8080,
    );
    match color {
        Color::White => not_a << 7 | not_h << 9,
        Color::Black => not_a >> 9 | not_h >> 7,
    }
}
