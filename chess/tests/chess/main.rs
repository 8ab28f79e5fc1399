//! The tests of `adv-chess` in one program, which is linked once.

mod attacks;
mod checks;
mod class;
mod common;
mod game;
mod lean;
mod men;
mod movegen;
mod notation;
mod packed;
