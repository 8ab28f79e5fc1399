//! What code is made of a definition, and that it means the same.

mod author;
mod listings;
mod make;
mod passes;
mod random;
mod run;
