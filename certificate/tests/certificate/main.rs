//! The tests of `adv-certificate` in one program, which is linked once.

mod accept;
mod altered;
mod refuse;
mod support;
mod tree;
