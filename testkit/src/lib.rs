//! What the tests of all crates share. It depends on no crate, so that every crate can use it, the independent ones too.
//!
//! ```text
//!  Numbers            numbers from a seed, the same on every machine
//!  data, shared       where test data is: in this crate's folder, or beside the project where it is too large for it
//!  hostile, uci       bytes, texts and sessions that were made to do harm
//!  size, sized        the three sizes of the tests (docs/testing.md)
//!  fresh              compares a generated page with what it should be, or writes it under `cargo bless`
//! ```

mod data;
mod fresh;
pub mod hostile;
mod numbers;
mod size;
pub mod uci;

pub use data::{data, root, shared};
pub use fresh::{BLESS, fresh, fresh_part, is_blessing};
pub use numbers::Numbers;
pub use size::{SIZE, Size, runs_in, size, sized};
