//! The longest of the ways from a state, counted as states are settled.

use crate::states::State;
use crate::values::{MOST, Values};
use crate::way::Way;

/// The longest ways from a state, as far as they are known.
#[derive(Clone, Copy, Default)]
pub(crate) struct Longest {
    pub(crate) plies: u32,
    /// The longest stretch up to the first capture or pawn move, and the longest of all.
    pub(crate) run: u32,
    pub(crate) quiet: u32,
}

/// What a stretch counts: a way without a capture or pawn move goes on in what follows it, one with such a move ends at the first.
fn stretches(way: Way, behind_run: u32) -> (u32, u32) {
    match (way.first_zero, way.last_zero) {
        (Some(first), Some(last)) => (first, way.plies - last + behind_run),
        _ => (way.plies + behind_run, 0),
    }
}

impl Longest {
    /// A way to what is claimed.
    #[inline]
    pub(crate) fn ends(&mut self, way: Way) {
        self.plies = self.plies.max(way.plies);
        let (run, tail) = stretches(way, 0);
        self.run = self.run.max(run);
        self.quiet = self.quiet.max(tail);
    }

    /// The longest stretch up to the first capture or pawn move, and the longest of all.
    pub(crate) fn stretches(&self) -> [u16; 2] {
        [self.run, self.quiet.max(self.run)].map(|plies| plies.min(MOST) as u16)
    }

    /// A way to a settled state that holds, with the stretches of states where they are counted.
    #[inline(always)]
    pub(crate) fn leads_on(
        &mut self,
        way: Way,
        state: State,
        plies: u16,
        quiet: Option<&(Values, Values)>,
    ) {
        self.plies = self.plies.max(way.plies + u32::from(plies));
        if let Some(quiet) = quiet {
            self.stretches_on(way, state, quiet);
        }
    }

    /// What is counted of stretches on such a way.
    #[inline(never)]
    fn stretches_on(&mut self, way: Way, state: State, (runs, all): &(Values, Values)) {
        let (run, tail) = stretches(way, u32::from(runs.get(state)));
        self.run = self.run.max(run);
        self.quiet = self.quiet.max(tail).max(u32::from(all.get(state)));
    }
}
