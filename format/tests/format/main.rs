//! The tests of `adv-format` in one program, which is linked once.

mod common;
mod kept;
mod style;
