//! From source text to an unverified module and diagnostics; no input or output.

pub mod source;

pub mod diagnostics;
