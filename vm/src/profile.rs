//! A profile: how often each instruction is executed, and what the search costs without the program.
//!
//! ```text
//!   search ── goal, filter, key ──▶ exec ── nobody watches ──▶ interpret::<Unseen>     the normal loop, unchanged
//!                                     └── Watch ──▶ watched ─┬▶ interpret::<Counted>   each (function, place) counted
//!                                                            ├▶ record                 the value, as always, and kept
//!                                                            └▶ replay                 the value that was kept, for nothing
//! ```
//!
//! Counting is exact: the same positions give the same counts on every machine and for any number of threads. What a search costs
//! by itself (moves made, generated, ordered) cannot be counted so; it is timed by searching a second time with the values that the
//! first search got, so that nothing is evaluated.

use adv_module::FnId;

use crate::env::Env;
use crate::limits::Stop;
use crate::run::Run;

/// Who looks on while instructions are executed.
pub(crate) trait Probe {
    /// An instruction is about to be executed.
    fn step(watch: &mut Option<Box<Watch>>, function: FnId, pc: usize);
}

/// Nobody: the normal loop.
pub(crate) enum Unseen {}

impl Probe for Unseen {
    #[inline(always)]
    fn step(_watch: &mut Option<Box<Watch>>, _function: FnId, _pc: usize) {}
}

/// One who counts.
enum Counted {}

impl Probe for Counted {
    #[inline(always)]
    fn step(watch: &mut Option<Box<Watch>>, function: FnId, pc: usize) {
        if let Some(Watch::Counting(counts)) = watch.as_deref_mut()
            && let Some(count) = counts
                .get_mut(function.index())
                .and_then(|counts| counts.get_mut(pc))
        {
            *count += 1;
        }
    }
}

/// What is watched.
pub(crate) enum Watch {
    /// Executions by function and place.
    Counting(Vec<Vec<u64>>),
}

impl Run<'_> {
    /// [`Run::exec`] while somebody watches.
    #[cold]
    #[inline(never)]
    pub(crate) fn watched(
        &mut self,
        function: FnId,
        env: &Env<'_>,
        base: usize,
    ) -> Result<u64, Stop> {
        self.interpret::<Counted>(function, env, base)
    }
}
