//! The definition of a settled state: what it comes to by all the lines from it, whichever order states are settled in.
//!
//! ```text
//!   a line ends at what is claimed      the state may take as many plies as the line
//!   it comes to a state that holds      as many more as that one takes
//!   to a fault, or a broken state       the state is broken
//!   to a state that is not settled      the state waits; one that waits for itself is broken at the end
//! ```

use std::ops::Range;

use adv_chess::{Color, Role};

use crate::map::{Leads, Map};
use crate::states::{Layer, State};
use crate::values::{BROKEN, MOST, UNKNOWN, Values};
use crate::way::Way;

/// What is known of each state.
pub(crate) struct Settlement {
    /// The plies to what is claimed, or [`BROKEN`].
    pub(crate) values: Values,
    /// Where captures or pawn moves are possible: the longest stretch without one from here on to the first, and the longest of all
    /// stretches from here on. Where none are possible, both are the value.
    pub(crate) quiet: Option<(Values, Values)>,
    /// Replies that were followed.
    pub(crate) replies: u64,
}

impl Settlement {
    /// Nothing is settled yet. `quiet`: stretches are counted; `column` makes what each state begins with.
    pub(crate) fn with(quiet: bool, column: impl Fn(u16) -> Values) -> Settlement {
        Settlement {
            values: column(UNKNOWN),
            quiet: quiet.then(|| (column(0), column(0))),
            replies: 0,
        }
    }

    /// Nothing is settled yet of all states of a claim that reaches something.
    pub(crate) fn begun(map: &Map) -> Settlement {
        Settlement::with(is_zeroing(map), |value| Values::new(map, value))
    }

    /// All that is known of states: the plies, and the stretches where they are counted.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &Values> {
        let quiet = self.quiet.iter().flat_map(|(runs, all)| [runs, all]);
        std::iter::once(&self.values).chain(quiet)
    }

    /// The same, to be changed.
    pub(crate) fn columns_mut(&mut self) -> impl Iterator<Item = &mut Values> {
        let quiet = self.quiet.iter_mut().flat_map(|(runs, all)| [runs, all]);
        std::iter::once(&mut self.values).chain(quiet)
    }

    /// The longest stretch without a capture or a move of a pawn on the lines from a state that come to what is claimed in so many plies.
    pub(crate) fn quiet_plies(&self, state: State, plies: u32) -> u32 {
        let known = self.quiet.as_ref();
        known.map_or(plies, |(_, longest)| u32::from(longest.get(state)))
    }

    /// Lets go of what was read of the values of some layers.
    pub(crate) fn put_away(&mut self, layers: Range<usize>) {
        self.columns_mut()
            .for_each(|column| column.put_away(layers.clone()));
    }
}

/// True where play captures or moves pawns: captures lead to other classes.
pub(crate) fn is_zeroing(map: &Map) -> bool {
    zeroes(&map.layers)
}

/// The same of some layers.
pub(crate) fn zeroes(layers: &[Layer]) -> bool {
    let mut classes = layers.iter().map(|layer| layer.class.material());
    let pawns = classes.clone().any(|material| {
        Color::ALL
            .iter()
            .any(|color| material.count(*color, Role::Pawn) > 0)
    });
    let first = classes.next();
    pawns || classes.any(|material| Some(material) != first)
}

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
