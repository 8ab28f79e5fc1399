//! The language server: what an editor asks of a program while it is written.
//!
//! ```text
//!   frames ─────▶ serve ──▶ Server ──▶ documents   texts of open files, edited in place
//!                            │        snapshot    one analysis of one text, never changed
//!                            ├─ notifications     sync.rs       opened, edited, closed, changed on disk
//!                            ├─ requests          dispatch.rs   a file for each kind of answer, all pure over a snapshot
//!                            └─ runs              run           a test or a proof in its own thread, with progress, to be cancelled
//! ```
//!
//! Every text has an analysis, with errors or without, so every request has an answer. Analyses are made when they are asked for: a
//! burst of edits costs one. Positions are lines and units of the encoding that the editor
//! chose; [`text`] converts them.
//!
//! No message ends the server but `exit`: what cannot be read is answered by an error, what names an unknown document by nothing.
//!
//! Architecture invariant: only this crate knows the protocol. It reads no file and knows no terminal: [`Host`] gives texts, and
//! `frames` reads and bounds the bytes that [`over_stdio`] has from the streams of the process.

mod actions;
mod board;
mod complete;
mod dispatch;
mod documents;
mod editor;
mod fold;
mod formatted;
mod frames;
mod hints;
mod hover;
mod lenses;
mod links;
mod mend;
mod names;
mod rename;
mod run;
mod serve;
mod server;
mod signature;
mod snapshot;
mod symbols;
mod sync;
pub mod text;
mod tokens;
mod told;
pub mod uri;
mod values;

pub use complete::words_after;
pub use documents::{Host, NoHost};
pub use editor::{Around, Editor};
pub use frames::MOST_FRAME_BYTES;
pub use serve::{ServeError, over, over_stdio, serve};
pub use server::Server;
