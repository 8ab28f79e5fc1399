//! Search for strategies: ordered rules, each of which lowers a number by a few moves against every reply.
//!
//! ```text
//!   class.rs    every position of a class once, its moves and their replies as rows of numbers
//!   orbits.rs   boards turned about and mirrored, taken together where no number tells them apart
//!   columns.rs  one number of the vocabulary in every position
//!   levels.rs   a rule ──▶ how low its number can be brought in so many plies, by value iteration
//!   play.rs     rules ──▶ the trees that the machine would play, and the positions from which every line of them ends in mate
//!   ceiling.rs  the positions from which some choice of such trees, or of moves at all, ends in mate
//!   control.rs  the same columns weighted by regression, for comparison
//!   search.rs   weights of numbers, changed one at a time, while more positions are solved
//! ```
//!
//! A [`Rule`] means the piece-of-advice
//!
//! ```text
//!   better   mate ∨ us-to-move ∧ N < root.N        N a sum of columns with weights
//!   holding  nothing of ours was taken
//!   us       any by new.N
//!   depth    d shortest
//! ```
//!
//! and [`evaluate`] plays exactly the tree that the machine plays: the bounds 1, 3, 5, … up to `d`, and at each node of ours the first move
//! that has a tree, in the order of `new.N`, ties in the fixed order of legal moves.
//!
//! Architecture invariant: this crate knows chess and nothing of advice, and does no input or output. What a column is the number of
//! is its caller's affair.

mod ceiling;
mod class;
mod columns;
mod control;
mod levels;
mod orbits;
mod play;
mod search;

pub use ceiling::{ceiling, distances};
pub use class::{ClassFault, MOST_BYTES, WholeClass};
pub use columns::{Column, MOST_VALUE};
pub use control::regression;
pub use levels::{Levels, Rule, Term};
pub use play::{Outcome, Played, evaluate};
pub use search::{Found, Progress, SearchWatch, Settings, search};
