//! The tests of `adv` in one program, which is linked once.

mod embed;
mod learned;
mod measured;
mod public;
mod solving;
