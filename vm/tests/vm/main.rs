//! The tests of `adv-vm` in one program, which is linked once.

mod actions;
mod branch;
mod cursor;
mod last;
mod native;
mod oracle;
mod play;
mod subjects;
mod support;
