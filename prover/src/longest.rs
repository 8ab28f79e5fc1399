//! The definition of a settled state: what it comes to by all the lines from it, whichever order states are settled in.
//!
//! ```text
//!   a line ends at what is claimed      the state may take as many plies as the line
//!   it comes to a state that holds      as many more as that one takes
//!   to a fault, or a broken state       the state is broken
//!   to a state that is not settled      the state waits; one that waits for itself is broken at the end
//! ```

use crate::map::Leads;
use crate::settle::Settlement;
use crate::states::State;
use crate::values::{BROKEN, MOST, UNKNOWN, Values};
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
    /// A line from the state: where it leads, by which way. `open` is told of a state that is not settled. True where the line breaks the claim.
    #[inline(always)]
    pub(crate) fn add(
        &mut self,
        known: &Settlement,
        (leads, way): (Leads, Way),
        open: impl FnOnce(State),
    ) -> bool {
        match leads {
            Leads::Goal => self.ends(way),
            Leads::Fault(_) => return true,
            Leads::To(next) => match known.values.get(next) {
                UNKNOWN => open(next),
                BROKEN => return true,
                plies => self.leads_on(way, next, plies, known.quiet.as_ref()),
            },
        }
        false
    }

    /// The value of a state that holds.
    pub(crate) fn value(&self) -> u16 {
        self.plies.min(MOST) as u16
    }

    /// Notes the stretches of a state that holds, where they are counted.
    pub(crate) fn note(&self, known: &Settlement, state: State) {
        if let Some((runs, all)) = &known.quiet {
            let [run, most] = self.stretches();
            runs.set(state, run);
            all.set(state, most);
        }
    }

    /// A way to what is claimed.
    #[inline]
    fn ends(&mut self, way: Way) {
        self.plies = self.plies.max(way.plies);
        let (run, tail) = stretches(way, 0);
        self.run = self.run.max(run);
        self.quiet = self.quiet.max(tail);
    }

    /// The longest stretch up to the first capture or pawn move, and the longest of all.
    fn stretches(&self) -> [u16; 2] {
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
