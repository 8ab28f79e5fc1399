//! The chess vocabulary of adv over shakmaty: lean positions, geometry, move order, material classes.
//!
//! Rules that are needed rarely (FEN, SAN, whether a position is playable) come from shakmaty. This crate
//! has what every node of a forcing-tree needs: a 72-byte [`Position`] that is copied, so that no move has to be
//! taken back, legal moves by piece in the language's fixed order, and sets of squares as plain words.
//! Every function of this crate is total: no position, set or text makes it panic.
//!
//! Squares are numbers 0..63 with a1 = 0, b1 = 1, h8 = 63, and a set of squares is a `u64` with
//! that bit for each member:
//!
//! ```text
//! 8  56 57 58 59 60 61 62 63
//! 7  48 49 50 51 52 53 54 55
//! 6  40 41 42 43 44 45 46 47
//! 5  32 33 34 35 36 37 38 39
//! 4  24 25 26 27 28 29 30 31
//! 3  16 17 18 19 20 21 22 23
//! 2   8  9 10 11 12 13 14 15
//! 1   0  1  2  3  4  5  6  7
//!     a  b  c  d  e  f  g  h
//! ```
//!
//! Architecture invariant: this crate knows nothing of advice, of strategies or of any syntax, and
//! does no input or output.
//!
//! ```
//! use adv_chess::{LegalInfo, Role, generate, notation};
//!
//! // 8 . . . . . . . .      The rook cuts the black king off on the fourth file; White to move.
//! // 7 . . . . . . . .
//! // 6 . . . . . . . .
//! // 5 . . . . k . . .
//! // 4 . . . . . . . .
//! // 3 . . . R . . . .
//! // 2 . . . . . . . .
//! // 1 . . K . . . . .
//! let position = notation::parse_fen("8/8/8/4k3/8/3R4/8/2K5 w - - 0 1")?;
//! let info = LegalInfo::new(&position);
//! let mut moves = Vec::new();
//! generate(&position, &info, Role::King.mask(), !0, &mut moves);
//! let text: Vec<String> = moves.iter().map(|m| m.to_string()).collect();
//! assert_eq!(text, ["c1b1", "c1b2", "c1c2", "c1d1", "c1d2"]); // file first, then rank
//! # Ok::<(), adv_chess::notation::FenError>(())
//! ```

pub mod piece;
pub mod squares;

mod board_sets;
mod convert;
pub mod lean;
pub mod moves;
pub mod packed;
pub mod position;
pub mod symmetry;

mod rays;

pub mod attacks;
pub mod checks;
mod dead;
pub mod movegen;
pub mod pushing;
mod replies;

pub mod geometry;

pub mod class;
pub mod material;
pub mod placing;

pub mod drawing;
pub mod notation;
pub mod numbers;

pub mod game;
pub mod seal;
pub mod worth;

pub use checks::{CheckSquares, generate_checks};
pub use class::ClassIndex;
pub use game::Game;
pub use lean::{Lean, Roster};
pub use material::Material;
pub use movegen::{ALL_ROLES, LegalInfo, generate};
pub use moves::{Move, MoveKind};
pub use packed::PackedPosition;
pub use piece::{Color, Role};
pub use position::Position;
pub use pushing::push_man;
pub use seal::{SealFault, SealKey};
pub use symmetry::Symmetry;
pub use worth::{Outcome, Worth};
