//! Random well-typed programs and random legal positions, for the comparison of the machine with the reference.
//!
//! A program is source text: what the parser, the check, the lowering and the linker do to it is tested together with the
//! machine. All chance comes from one seed, so that a difference can be found again.

pub mod expr;

mod boards;
mod numbers;
mod truths;
mod zones;

pub mod moves;
pub mod position;
pub mod program;

pub mod cases;

mod advice;
mod claims;
mod patterns;
mod strategy;

pub use adv_testkit::Numbers;
pub use position::Men;
pub use program::{Generated, program, program_with_patterns, program_with_taken};
pub use strategy::strategic;
