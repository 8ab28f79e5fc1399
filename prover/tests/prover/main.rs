//! The prover by itself: tiny programs, compiled from text, whose claims it settles in milliseconds.
//!
//! What the literature says of larger programs, and random programs against a second opinion, are tests of the whole house.

mod budgets;
mod checkpoints;
mod programs;
mod saved;
mod shards;
mod slices;
mod threads;
mod verdicts;
