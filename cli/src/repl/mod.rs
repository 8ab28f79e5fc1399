//! The prompt: expressions, definitions, advice and games in one position, typed line by line.
//!
//! ```text
//!   input.rs   a line, or several where something is left open ──▶ session.rs   what a line is
//!                                                                     ├─ typed.rs     items ──▶ adv::Scratch, the program as a text that grows
//!                                                                     ├─ asked.rs     expressions drawn; tables, strategies, advice asked
//!                                                                     └─ commands.rs  `:fen`, `:why`, … ──▶ answers.rs, played.rs, files.rs
//! ```

mod session;

mod commands;
mod input;

mod asked;
mod typed;

mod answers;
mod files;
mod played;

pub use session::ReplSession;
