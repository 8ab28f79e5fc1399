//! A claim about play that is settled, and what can be asked about its positions.

use std::ops::Range;

use adv_chess::{Move, Position};
use adv_vm::Engine;

use crate::broken::Broken;
use crate::error::ProveError;
use crate::goals::Over;
use crate::grounds::Ground;
use crate::lines::choice_of;
use crate::longest::Settlement;
use crate::map::Map;
use crate::pack::unpack_move;
use crate::perfect::first_move;
use crate::report::{Choice, Report};
use crate::states::State;
use crate::values::BROKEN;

/// A claim about play, settled: the report, and the states for further queries.
pub struct Settled {
    pub(crate) report: Report,
    pub(crate) engine: Engine,
    pub(crate) map: Map,
    pub(crate) settlement: Settlement,
    pub(crate) broken: Option<Broken>,
    /// The layers of each slice, where the proof was made in slices.
    pub(crate) slices: Vec<Range<usize>>,
    /// The bytes that the proof leaves of those that it may use.
    pub(crate) room: u64,
}

/// What becomes of one root.
#[derive(Clone, Debug, PartialEq)]
pub struct Fate {
    /// The plies that the longest line takes to what is to be reached; `None` where some line breaks the claim.
    pub plies: Option<u32>,
    /// The limit of the claim that it goes over, where it is a root.
    pub over: Option<Over>,
    /// The move that is played, the first of several.
    pub first: Option<(Move, Choice)>,
}

impl Fate {
    /// True where the claim holds.
    pub fn holds(&self) -> bool {
        self.plies.is_some() && self.over.is_none()
    }
}

impl Settled {
    /// What it comes to.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Adds what the caller read for it to [`Report::rests_on`].
    pub fn rests_on(&mut self, grounds: Vec<Ground>) {
        self.report.rests_on.extend(grounds);
    }

    /// The fate of a position, we being to move: that of a root, and else of a state in which a consultation was met. `None` where
    /// it is neither.
    pub fn fate(&self, position: &Position) -> Option<Fate> {
        Some(self.root_fate(self.state(position)?))
    }

    /// All roots in the order of their numbers with their fates, for comparisons.
    pub fn roots(&self) -> impl Iterator<Item = (Position, Fate)> + '_ {
        let roots = self.map.roots();
        roots.filter_map(|state| Some((self.map.position(state)?, self.root_fate(state))))
    }

    pub(crate) fn state(&self, position: &Position) -> Option<State> {
        self.map.root(position).or_else(|| self.map.any(position))
    }

    /// The fate of a state by the whole claim, as if all lines began there.
    pub(crate) fn root_fate(&self, state: State) -> Fate {
        let fate = self.fate_of(state);
        let over = fate.plies.and_then(|plies| {
            let quiet = self.settlement.quiet_plies(state, plies);
            self.map.goals.over(plies, quiet)
        });
        Fate { over, ..fate }
    }

    /// The fate of a state that a line comes to: the limits of the claim are of whole lines.
    pub(crate) fn fate_of(&self, state: State) -> Fate {
        let value = self.settlement.values.get(state);
        let first = first_move(&self.map, state).and_then(|word| {
            let position = self.map.position(state)?;
            let choice = choice_of(&self.map, state)?;
            Some((unpack_move(&position, word), choice))
        });
        Fate {
            plies: (value != BROKEN).then_some(u32::from(value)),
            over: None,
            first,
        }
    }

    /// Asks for each slice what its layers tell, or once for all where there are none; what was read of a slice is let go before the next.
    pub(crate) fn by_slices<T>(
        &mut self,
        mut ask: impl FnMut(&Map, &Settlement) -> Result<T, ProveError>,
    ) -> Result<Vec<T>, ProveError> {
        if self.slices.is_empty() {
            return Ok(vec![ask(&self.map, &self.settlement)?]);
        }
        let mut answers = Vec::new();
        for slice in &self.slices {
            self.map.work = slice.clone();
            let answer = ask(&self.map, &self.settlement);
            self.map.put_away(slice.clone());
            self.settlement.put_away(slice.clone());
            answers.push(answer);
        }
        self.map.work = 0..self.map.layers.len();
        answers.into_iter().collect()
    }
}
