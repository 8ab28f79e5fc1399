//! The language server, spoken to in messages: an editor's end of a connection in memory, and a session whose every step is taken here.

mod actions;
mod basics;
mod board;
mod desk;
mod editing;
mod hostile;
mod names;
mod places;
mod runs;
