//! Many games of a program against one opponent.
//!
//! ```text
//!   starts.rs ──position n──▶ game.rs ──Ended──▶ tally.rs ──▶ Tally   whose report is the renderer's
//!                 any thread takes the next game; what comes of them is counted in their order
//! ```
//!
//! Every game has its own opponent's numbers and its own run, so neither the threads nor the order in which games end can be seen in
//! the report.

mod game;
mod starts;
mod tally;

pub use game::{Ended, Rules, play};
pub use starts::{Condition, file, material, starts};
pub use tally::count;
