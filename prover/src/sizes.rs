//! How large the p-strategies of a claim are, each written as a tree: the positions from a root to what is claimed, every line by itself.
//!
//! ```text
//!   s ──▶ t, u     size(s) = 1 + the positions on the way + size(t) + size(u)
//!   t ──▶ u        u counts twice: a tree has it twice
//! ```
//!
//! What a state leads to is nearer to what is claimed, so that states are gone through by the plies that they need, the nearest first, and
//! all threads share those that need as many.

use adv_chess::Move;

use crate::error::ProveError;
use crate::map::{Follower, Leads, Map};
use crate::report::Sizes;
use crate::settled::Settled;
use crate::share::share;
use crate::size::WholeSize;
use crate::states::State;
use crate::values::{BROKEN, PerState, UNKNOWN};
use crate::watch::{Phase, Watch};

/// How many states a thread takes at a time.
const PIECE: usize = 1 << 9;
/// The bytes of a state's size, and then of its place in the order, or of its size among those of all positions.
const SIZE_BYTES: u64 = 32;

/// A size for each state; `u128::MAX` stands for more than can be counted, 0 for none.
type StateSizes = PerState<u128>;

impl Settled {
    /// Measures the p-strategies of the roots that hold, and puts into the report how large they are. Nothing where the claim reaches
    /// nothing, so that lines may be endless, and where every choice is followed, for then there is no one tree.
    ///
    /// # Errors
    /// [`ProveError::OutOfMemory`] where there is no room for a size of each state, and where a goal cannot be asked.
    pub fn measure_sizes(&mut self, watch: &Watch) -> Result<(), ProveError> {
        let map = &self.map;
        if !self.slices.is_empty() {
            return Err(ProveError::Slices(
                "how large p-strategies are is found out of all states at once, and the proof was made in slices".to_owned(),
            ));
        }
        if !map.goals.reaches_something() || self.report.played.any_choice {
            return Ok(());
        }
        let slots: u64 = map.layers.iter().map(|layer| layer.slots()).sum();
        let (held, limit) = watch.memory();
        if held.saturating_add(slots.saturating_mul(SIZE_BYTES)) > limit {
            return Err(ProveError::no_room(slots, limit));
        }
        // The states that hold, by the plies that they need.
        let mut levels: Vec<Vec<State>> = Vec::new();
        for state in map.states() {
            let plies = self.settlement.values.get(state);
            if plies == BROKEN || plies == UNKNOWN {
                continue;
            }
            let level = usize::from(plies);
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            levels
                .get_mut(level)
                .into_iter()
                .for_each(|l| l.push(state));
        }
        let count = levels.iter().map(Vec::len).sum::<usize>() as u64;
        watch.begin(Phase::Reporting, count);
        let mut sizes = StateSizes::new(map, || 0);
        for level in levels {
            let pieces: Vec<&[State]> = level.chunks(PIECE).collect();
            let known = &sizes;
            let found = share(
                pieces.len(),
                |_| Follower::new(map, &self.engine),
                |follower, at| {
                    let states = pieces.get(at).copied().unwrap_or_default();
                    let sizes = states.iter().map(|state| size(follower, known, *state));
                    sizes.collect::<Result<Vec<u128>, ProveError>>()
                },
            )?;
            for (state, size) in level.iter().zip(found.into_iter().flatten()) {
                if let Some(slot) = sizes.slot_mut(*state) {
                    *slot = size;
                }
            }
            watch.add_done(level.len() as u64);
            if watch.stopped() {
                return Ok(());
            }
        }
        self.report.sizes = summary(map, &sizes);
        Ok(())
    }
}

/// The size of a state.
fn of(sizes: &StateSizes, state: State) -> u128 {
    sizes.slot(state).copied().unwrap_or(0)
}

/// The positions of the tree from a state on.
fn size(follower: &mut Follower<'_>, known: &StateSizes, state: State) -> Result<u128, ProveError> {
    let mut size = 1_u128;
    let mut before: Vec<Move> = Vec::new();
    follower.expand(state, &mut |leads, _, moves| {
        // Lines come depth first, so that what two of them share was counted with the one before.
        let shared = before.iter().zip(moves).take_while(|(a, b)| a == b).count();
        size = size.saturating_add((moves.len() - shared) as u128);
        if let Leads::To(next) = leads {
            // Its own position is the last one of the line.
            size = size.saturating_add(of(known, next).saturating_sub(1));
        }
        before.clear();
        before.extend_from_slice(moves);
    })?;
    Ok(size)
}

/// What the sizes of the roots come to.
fn summary(map: &Map, sizes: &StateSizes) -> Option<Sizes> {
    let mut all: Vec<u128> = Vec::new();
    let mut largest: Option<(u128, State)> = None;
    let mut digits: Vec<u64> = Vec::new();
    for root in map.roots() {
        let size = of(sizes, root);
        // Without a size it does not hold.
        let Some(log) = size.checked_ilog10() else {
            continue;
        };
        if largest.is_none_or(|(most, _)| size > most) {
            largest = Some((size, root));
        }
        let log = log as usize;
        if digits.len() <= log {
            digits.resize(log + 1, 0);
        }
        digits
            .get_mut(log)
            .into_iter()
            .for_each(|count| *count += 1);
        all.push(size);
    }
    let (most, root) = largest?;
    let middle = (all.len() - 1) / 2;
    let median = *all.select_nth_unstable(middle).1;
    let counted = |size: u128| match size {
        u128::MAX => WholeSize::Beyond,
        size => WholeSize::Exactly(size),
    };
    Some(Sizes {
        positions: all.len() as u64,
        median: counted(median),
        largest: counted(most),
        example: map.position(root)?,
        digits,
    })
}
