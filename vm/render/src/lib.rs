//! Outcomes as text and JSON; the only crate that knows these formats.
