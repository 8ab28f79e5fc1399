//! The two ways in which entries are written, by the version of the format.

pub(crate) mod boards;
pub(crate) mod numbered;
