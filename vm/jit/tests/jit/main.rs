//! The tests of `adv-jit` in one program, which is linked once.

mod differential;
mod hosts;
mod primitives;
mod support;
