//! Games of a program: with a person at the terminal or at the other end of a pipe, with another opponent, in series.
//!
//! ```text
//!   cmd/play.rs ──▶ setup.rs     which side, which subject, which opponent
//!                     ▼
//!                   session.rs   whose turn it is ──▶ turns.rs   the program's: adv::Player, cloned so that moves can be taken back
//!                     │                         │                the opponent's: ../opponent
//!                     │                         └──▶ input.rs   a line ──commands.rs──▶ typed.rs   a move or a command
//!                     ├─ answers.rs   hint, why, tree, stats
//!                     ├─ assess.rs    the position explained
//!                     ├─ trace.rs     trace, times
//!                     ├─ reload.rs    the program read again
//!                     ├─ board.rs     the drawn board
//!                     └─ save.rs      the game as PGN, a page or JSON
//!              └─▶ written.rs   the same from the file of a p-strategy: adv::whole::WrittenPlayer
//!   cmd/matches.rs ─▶ series/    many games, counted
//! ```

pub mod setup;

mod session;
mod turns;
mod typed;

mod commands;
pub mod input;

mod reload;

mod answers;
mod assess;
pub mod board;

mod save;
mod trace;

mod written;

pub mod interrupt;

pub use board::Look;
pub use save::GameFormat;
pub use session::{PlaySession, Table};
pub use written::{WrittenSession, WrittenTable};
