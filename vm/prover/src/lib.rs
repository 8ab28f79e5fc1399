//! Plays a strategy against every reply from every position, and settles what is claimed of it.
//!
//! Architecture invariant: this crate knows no file, no terminal and no format; it knows a program only through the machine.

mod report;
mod task;
mod watch;

pub use report::{
    Cause, Choice, Compared, Consulted, Cycle, EXAMPLES, Failing, Fifty, Lengths, Line, Lost,
    Perfect, Played, Ply, Report, Scan, SquareStat, Use, Verdict, moves,
};
pub use task::{Fate, ProveError, Proved, Settled, Task, Walk, prove};
pub use watch::{Phase, Watch};
