//! The tests of `adv-truth` in one program, which is linked once.

mod cache;
mod common;
mod folders;
mod gaviota;
mod slices;
mod syzygy;
