//! Settles every state: does each of its lines come to what is claimed, and in how many plies at most?
//!
//! A line is a path through the states, and a state holds when all it leads to hold. For a claim that something is *reached* the value
//! of a state is the longest way there, one more than the longest of what it leads to; so states are gone through depth first, each
//! once, and a state is settled when all it leads to is:
//!
//! ```text
//!   s ──▶ t ──▶ goal       t 1, s 3
//!   │
//!   └───▶ u ──▶ s          s is on the path already: a line goes round for ever, and neither u nor s holds
//! ```
//!
//! For a claim that only *keeps* something lines may be endless, and a state holds unless some line from it comes to a fault. That is
//! found by going back from the faults ([`crate::broken`]).

use std::collections::HashSet;

use adv_chess::{Color, Role};
use adv_vm::Engine;

use crate::map::{Follower, Leads, Map, Way};
use crate::states::State;
use crate::task::ProveError;
use crate::watch::Watch;

/// The value of a state that is not settled yet.
pub(crate) const UNKNOWN: u16 = u16::MAX;
/// It is on the path that is being gone through.
const OPEN: u16 = u16::MAX - 1;
/// Some line from it breaks the claim.
pub(crate) const BROKEN: u16 = u16::MAX - 2;
/// The most plies that are told apart.
pub(crate) const MOST: u32 = (u16::MAX - 3) as u32;

/// A number for each state, in the layers' order.
pub(crate) struct Values {
    layers: Vec<Vec<u16>>,
}

impl Values {
    pub(crate) fn new(map: &Map, value: u16) -> Values {
        let len = |count: u64| usize::try_from(count).unwrap_or(0);
        let layers = map.layers.iter();
        Values {
            layers: layers
                .map(|layer| vec![value; len(layer.len() + layer.extra_count())])
                .collect(),
        }
    }

    #[inline]
    pub(crate) fn get(&self, state: State) -> u16 {
        let layer = self.layers.get(state.layer());
        let value = layer.and_then(|values| values.get(state.number() as usize));
        value.copied().unwrap_or(BROKEN)
    }

    #[inline]
    pub(crate) fn set(&mut self, state: State, value: u16) {
        if let Some(slot) = self
            .layers
            .get_mut(state.layer())
            .and_then(|values| values.get_mut(state.number() as usize))
        {
            *slot = value;
        }
    }

    /// Their memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.layers.iter().map(|v| 2 * v.len() as u64).sum()
    }
}

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

/// A state on the path, and the part of the successors' stack that is its own.
struct Frame {
    state: State,
    next: usize,
    end: usize,
    best: u32,
    /// The longest stretch up to the first capture or pawn move, and the longest of all.
    run: u32,
    longest: u32,
}

struct Settler<'m> {
    map: &'m Map,
    follower: Follower<'m>,
    settlement: Settlement,
    successors: Vec<(State, Way)>,
    path: Vec<Frame>,
}

/// Settles a claim that something is reached.
pub(crate) fn settle(
    map: &Map,
    engine: &Engine,
    watch: &Watch,
) -> Result<Option<Settlement>, ProveError> {
    // Captures lead to other classes, and pawns move.
    let classes = map.layers.iter().map(|layer| layer.class.material());
    let pawns = classes.clone().any(|material| {
        Color::ALL
            .iter()
            .any(|color| material.count(*color, Role::Pawn) > 0)
    });
    let mut classes = classes;
    let first = classes.next();
    let zeroing = pawns || classes.any(|material| Some(material) != first);
    let quiet = zeroing.then(|| (Values::new(map, 0), Values::new(map, 0)));
    let mut settler = Settler {
        map,
        follower: Follower::new(map, engine),
        settlement: Settlement {
            values: Values::new(map, UNKNOWN),
            quiet,
            replies: 0,
        },
        successors: Vec::new(),
        path: Vec::new(),
    };
    let mut done = 0u64;
    // What only a choice that does not count leads to is no state of the claim.
    let begin = |state: &State| !map.first_only || map.record(*state).is_root();
    for state in map.states().filter(begin) {
        if settler.settlement.values.get(state) == UNKNOWN {
            settler.run(state)?;
        }
        done += 1;
        if done.is_multiple_of(4096) {
            watch.add_done(4096);
            if watch.stopped() {
                return Ok(None);
            }
        }
    }
    if map.first_only {
        settler.complete()?;
    }
    settler.settlement.replies = settler.follower.followed;
    Ok(Some(settler.settlement))
}

/// What a stretch counts: a way without a capture or pawn move goes on in what follows it, one with such a move ends at the first.
fn stretches(way: Way, behind_run: u32) -> (u32, u32) {
    match (way.first_zero, way.last_zero) {
        (Some(first), Some(last)) => (first, way.plies - last + behind_run),
        _ => (way.plies + behind_run, 0),
    }
}

impl Settler<'_> {
    /// Goes on from states that break the claim, behind which nothing has been settled, to all that they lead to.
    fn complete(&mut self) -> Result<(), ProveError> {
        let is_broken =
            |settler: &Self, state: State| settler.settlement.values.get(state) == BROKEN;
        let map = self.map;
        let mut todo: Vec<State> = map.states().filter(|s| is_broken(self, *s)).collect();
        let mut seen: HashSet<State> = todo.iter().copied().collect();
        while let Some(state) = todo.pop() {
            let mut next = Vec::new();
            self.follower.expand(state, &mut |leads, _, _| {
                if let Leads::To(state) = leads {
                    next.push(state);
                }
            })?;
            for state in next {
                if self.settlement.values.get(state) == UNKNOWN {
                    self.run(state)?;
                }
                if is_broken(self, state) && seen.insert(state) {
                    todo.push(state);
                }
            }
        }
        Ok(())
    }

    /// Settles a state and all that it leads to.
    fn run(&mut self, state: State) -> Result<(), ProveError> {
        self.enter(state)?;
        while let Some(frame) = self.path.last_mut() {
            if frame.next == frame.end {
                let (state, best) = (frame.state, frame.best);
                let (run, longest) = (frame.run, frame.longest.max(frame.run));
                self.settlement.values.set(state, best.min(MOST) as u16);
                if let Some((runs, all)) = &mut self.settlement.quiet {
                    runs.set(state, run.min(MOST) as u16);
                    all.set(state, longest.min(MOST) as u16);
                }
                self.leave();
                continue;
            }
            let Some(&(next, way)) = self.successors.get(frame.next) else {
                break;
            };
            match self.settlement.values.get(next) {
                UNKNOWN => self.enter(next)?,
                OPEN | BROKEN => {
                    let state = frame.state;
                    self.settlement.values.set(state, BROKEN);
                    self.leave();
                }
                plies => {
                    frame.next += 1;
                    frame.best = frame.best.max(way.plies + u32::from(plies));
                    let behind = match &self.settlement.quiet {
                        Some((runs, all)) => (runs.get(next), all.get(next)),
                        None => (plies, plies),
                    };
                    let (run, tail) = stretches(way, u32::from(behind.0));
                    frame.run = frame.run.max(run);
                    frame.longest = frame.longest.max(tail).max(u32::from(behind.1));
                }
            }
        }
        Ok(())
    }

    /// Takes the last state off the path, and what it leads to off the stack, which then ends with what the one before leads to.
    fn leave(&mut self) {
        self.path.pop();
        let end = self.path.last().map_or(0, |before| before.end);
        self.successors.truncate(end);
    }

    /// Puts a state on the path with all that it leads to, or settles it where that is seen at once.
    fn enter(&mut self, state: State) -> Result<(), ProveError> {
        let begin = self.successors.len();
        let (mut broken, mut best, mut run, mut longest) = (false, 0, 0, 0);
        let successors = &mut self.successors;
        let holds = self
            .follower
            .expand(state, &mut |leads, way, _| match leads {
                Leads::To(next) => successors.push((next, way)),
                Leads::Goal => {
                    best = best.max(way.plies);
                    let (first, tail) = stretches(way, 0);
                    run = run.max(first);
                    longest = longest.max(tail);
                }
                Leads::Fault(_) => broken = true,
            })?;
        if broken || !holds {
            self.settlement.values.set(state, BROKEN);
            self.successors.truncate(begin);
            return Ok(());
        }
        self.settlement.values.set(state, OPEN);
        let end = self.successors.len();
        self.path.push(Frame {
            state,
            next: begin,
            end,
            best,
            run,
            longest,
        });
        Ok(())
    }
}
