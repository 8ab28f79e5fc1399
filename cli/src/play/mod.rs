//! Sessions of `adv play` and `adv repl`: games with a person at the terminal or at the other end of a pipe, or with another opponent; and
//! expressions, items and questions about the program, in the same position.
//!
//! ```text
//!   cmd/play.rs, cmd/repl.rs ──▶ setup.rs     which side, which subject, which opponent
//!                                  ▼
//!   input.rs   an entry ──▶ session.rs   whose turn it is ──▶ turns.rs   the program's: adv::Player, or adv::whole::WrittenPlayer for the file
//!                             ▼                                          of a p-strategy; the opponent's: ../opponent
//!                           typed.rs   what an entry is
//!                             ├─ commands.rs    the table of commands
//!                             ├─ game.rs        a game begins, is taken back, goes on
//!                             ├─ questions.rs   expressions drawn; tables, strategies, advice asked
//!                             ├─ text.rs        items ──▶ adv::Scratch, the program as a text that grows
//!                             ├─ reload.rs      the program read again, or another one
//!                             ├─ answers.rs     hint, why, tree, stats, trace, times; the position explained
//!                             ├─ board.rs       the drawn board
//!                             └─ save.rs        the game as PGN, a page or JSON; the program
//! ```

pub mod setup;

mod game;
mod session;
mod turns;
mod typed;

mod commands;
pub mod input;

mod questions;
mod reload;
mod text;

mod answers;
pub mod board;

mod save;

pub mod interrupt;

pub use board::Look;
pub use save::GameFormat;
pub use session::{Greeting, PromptSession, is_terminal};
