//! The tests of `adv-tables` in one program, which is linked once.

mod common;
mod file;
mod four_men;
mod slices;
mod tables;
