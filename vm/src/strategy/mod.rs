//! Strategies: coroutines with an explicit cursor, never a thread.

mod step;

pub use step::{
    Done, Ending, Mode, Origin, PStrategy, ReplyError, Step, Stuck, StuckCause, Subject,
};
