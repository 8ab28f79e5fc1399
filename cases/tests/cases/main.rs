//! The tests of `adv-cases` in one program, which is linked once.

mod file;
mod operations;
mod similarity;
