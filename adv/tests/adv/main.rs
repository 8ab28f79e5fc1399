//! The tests of `adv` in one program, which is linked once.

mod embed;
mod learned;
mod public;
mod solving;
