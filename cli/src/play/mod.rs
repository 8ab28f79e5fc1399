//! Games of a program: with a person at the terminal or at the other end of a pipe, with another opponent, in series.
//!
//! ```text
//!   cmd/play.rs ──▶ setup.rs     which side, which subject, which opponent
//!                     ▼
//!                   session.rs   whose turn it is ──▶ turns.rs   the program's: player.rs, cloned so that moves can be taken back
//!                     │                         │                the opponent's: ../opponent
//!                     │                         └──▶ input.rs   a line ──commands.rs──▶ typed.rs   a move or a command
//!                     ├─ answers.rs   hint, why, tree, stats, trace
//!                     ├─ board.rs     the drawn board
//!                     └─ save.rs      the game as PGN
//!   cmd/matches.rs ─▶ series/    many games, counted
//! ```

pub mod series;

pub mod setup;

mod session;
mod turns;
mod typed;

pub mod player;

mod commands;
mod input;

mod answers;
mod board;
pub mod speak;

mod save;

pub mod interrupt;

pub use board::Look;
pub use session::{Session, Table};
