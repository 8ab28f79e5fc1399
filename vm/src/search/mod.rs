//! The search for a forcing-tree.

pub(crate) mod boards;
mod every;
mod expand;
pub(crate) mod keys;
pub(crate) mod memo;
pub(crate) mod moves;
mod nested;
mod rows;
pub(crate) mod task;
