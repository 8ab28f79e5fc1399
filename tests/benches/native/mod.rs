//! Native programs: what the compiled ones are measured against, written once in Rust and compiled for each kind of board.
#![allow(
    dead_code,
    reason = "every benchmark and test that includes this folder uses a part of it"
)]

pub mod agree;
pub mod board;
pub mod few;
pub mod knkr;
pub mod kpk;
pub mod krk;
pub mod krk_few;
pub mod mate3;
pub mod of_cozy;
pub mod of_shakmaty;
pub mod proofs;
pub mod sdl;
pub mod spread;
pub mod squares;
pub mod strategy;
pub mod strategy_proof;
pub mod tasks;
pub mod ways;
pub mod workload;
