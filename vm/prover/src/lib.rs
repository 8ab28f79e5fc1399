//! Plays a strategy against every reply from every position, and settles what is claimed of it.
//!
//! Architecture invariant: this crate knows no file, no terminal and no format; it knows a program only through the machine.

mod report;
mod task;

mod roots;

mod explore;
mod goals;
mod palette;

mod pack;
mod states;

mod map;
mod replies;

mod settle;

mod broken;

mod cycle;
mod lines;
mod perfect;
mod tally;
mod walk;

mod scan;

mod certificate;

mod checkpoint;
mod watch;

pub use certificate::NoCertificate;
pub use report::{
    Cause, Choice, Compared, Consulted, Cycle, EXAMPLES, Failing, Fifty, Lengths, Line, Lost,
    Perfect, Played, Ply, Report, Scan, SquareStat, Use, Verdict, moves,
};
pub use task::{Fate, ProveError, Proved, Session, Settled, Task, prove};
pub use walk::{Broke, Walk};
pub use watch::{Phase, Watch};
