//! Settles the states of a shard in rounds: in round v those of value v.
//!
//! ```text
//!   s ──▶ t ──▶ goal       round 1 settles t; then s is known to be due in round 3
//!   │
//!   └───▶ u ──▶ s          u waits for s and s for u: neither is ever due, and at the end neither holds
//! ```
//!
//! A state that is not settled remembers one state that it waits for, and is followed again when that one is settled; with the last of
//! what it leads to its value is known, which is greater than the round, for each way has a ply at least. So what a round settles is all
//! that has its value, on whatever shard it is.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use adv_vm::Engine;

use super::Round;
use super::saved::SavedOf;
use crate::bytes::{Out, cut};
use crate::error::ProveError;
use crate::goals::Goals;
use crate::longest::{Longest, Settlement, zeroes};
use crate::map::{Follower, Map, sorted};
use crate::messages::{LayerMessage, LayerName, message, names, read};
use crate::palette::Palette;
use crate::states::{Layer, State};
use crate::values::{MOST, PerState, UNKNOWN, Values};

/// It was not followed yet.
const NEW: u64 = 0;
/// Its value is known, which is in the other bits.
const DUE: u64 = 1 << 63;
/// It breaks the claim.
const DEAD: u64 = 1 << 62;

/// The states of a shard while they are settled.
pub(super) struct Rounds {
    map: Map,
    palette: Palette,
    settlement: Settlement,
    /// What each own state waits for, one more than its bits, or one of the marks above.
    waits: PerState<AtomicU64>,
    /// The layers by what messages call them.
    names: HashMap<LayerName, usize>,
    replies: AtomicU64,
}

impl Rounds {
    pub(super) fn new(
        mut layers: Vec<Layer>,
        palette: Palette,
        goals: Goals,
        zeroing: bool,
    ) -> Rounds {
        let junctions = palette.junctions();
        layers.iter_mut().for_each(|layer| layer.know_outside());
        let layers = sorted(layers, &junctions);
        let map = Map::new(Arc::new(layers), &palette, goals);
        let counted = zeroing && map.goals.reaches_something();
        let mut rounds = Rounds {
            settlement: Settlement::with(counted, |value| Values::wanted(&map, value)),
            waits: PerState::of_decided(&map, || AtomicU64::new(NEW)),
            names: names(&map.layers, &map.junctions),
            palette,
            map,
            replies: AtomicU64::new(0),
        };
        // The others were told of it, and the values have their places.
        if let Some(layers) = Arc::get_mut(&mut rounds.map.layers) {
            layers.iter_mut().for_each(Layer::forget_outside);
        }
        rounds
    }

    pub(super) fn counts_stretches(&self) -> bool {
        self.settlement.quiet.is_some() || zeroes(&self.map.layers)
    }

    /// Settles the own states of a value.
    pub(super) fn settle(&mut self, engine: &Engine, round: u32) -> Result<Round, ProveError> {
        let map = &self.map;
        let found = map.in_pieces(
            |_| Follower::new(map, engine),
            |follower, states| {
                let (mut settled, mut due) = (Vec::new(), None::<u32>);
                for (state, _) in states {
                    if self.settlement.values.get(state) != UNKNOWN {
                        continue;
                    }
                    match self.look(follower, state)? {
                        Some(value) if value == round => settled.push(state),
                        Some(value) => due = Some(due.map_or(value, |least| least.min(value))),
                        None => {}
                    }
                }
                Ok((settled, due))
            },
        )?;
        let (mut settled, mut due) = (Vec::new(), None::<u32>);
        for (states, next) in found {
            settled.extend(states);
            due = [due, next].into_iter().flatten().min();
        }
        let value = round.min(MOST) as u16;
        settled
            .iter()
            .for_each(|state| self.settlement.values.set(*state, value));
        Ok(Round {
            settled: self.tell(round, &settled),
            due,
        })
    }

    /// The value of a state that is not settled; `None` where that is not known.
    fn look(&self, follower: &mut Follower<'_>, state: State) -> Result<Option<u32>, ProveError> {
        let Some(slot) = self.waits.slot(state) else {
            return Ok(None);
        };
        let waits = slot.load(Ordering::Relaxed);
        if waits & DUE != 0 {
            return Ok(u32::try_from(waits & !DUE).ok());
        }
        if waits & DEAD != 0 {
            return Ok(None);
        }
        let first = waits == NEW;
        let known = &self.settlement;
        if !first && known.values.get(State::of_bits(waits - 1)) == UNKNOWN {
            return Ok(None);
        }
        let (mut longest, mut open, mut broken) = (Longest::default(), None, false);
        let before = follower.followed;
        let holds = follower.expand(state, &mut |leads, way, _| {
            broken |= longest.add(known, (leads, way), |next| open = Some(next));
        })?;
        if first {
            self.replies
                .fetch_add(follower.followed - before, Ordering::Relaxed);
        }
        let (mark, value) = match open {
            _ if broken || !holds => (DEAD, None),
            Some(next) => (next.bits() + 1, None),
            None => {
                longest.note(known, state);
                let value = u32::from(longest.value());
                (DUE | u64::from(value), Some(value))
            }
        };
        slot.store(mark, Ordering::Relaxed);
        Ok(value)
    }

    /// What all others have to know of states that were settled, which are in order.
    fn tell(&self, round: u32, settled: &[State]) -> Vec<u8> {
        let mut all: Vec<LayerMessage> = Vec::new();
        let mut at = None;
        for state in settled {
            let Some(layer) = self.map.layer(*state) else {
                continue;
            };
            if at != Some(state.layer()) {
                at = Some(state.layer());
                all.push(LayerMessage::of(layer, &self.map.junctions));
            }
            let Some(said) = all.last_mut() else {
                continue;
            };
            said.add(layer, state.number());
            if let Some((runs, all)) = &self.settlement.quiet {
                said.stretches.extend([runs.get(*state), all.get(*state)]);
            }
        }
        let told = message(&all);
        if told.is_empty() {
            return told;
        }
        let mut out = Out::default();
        out.number(u64::from(round));
        out.bytes.extend(told);
        out.bytes
    }

    /// What was settled in some round.
    pub(super) fn learn(&mut self, bytes: &[u8]) -> Result<(), ProveError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut input = crate::bytes::In { rest: bytes };
        let round: u32 = input.small()?;
        let value = round.min(MOST) as u16;
        for said in read(input.rest)? {
            let Some(&at) = self.names.get(&said.name) else {
                continue;
            };
            let Some(layer) = self.map.layers.get(at) else {
                continue;
            };
            let extras = said.extras.iter();
            let extras = extras.map(|(position, _)| layer.number(position));
            let states = said.numbers().map(Some).chain(extras);
            let mut stretches = said.stretches.iter().copied();
            for number in states {
                let two = match &self.settlement.quiet {
                    Some(_) => [stretches.next(), stretches.next()],
                    None => [None; 2],
                };
                // Positions that it never met are not known here.
                let Some(state) = number.map(|number| State::new(at, number)) else {
                    continue;
                };
                if let Some((runs, all)) = &self.settlement.quiet {
                    runs.set(state, two[0].ok_or_else(cut)?);
                    all.set(state, two[1].ok_or_else(cut)?);
                }
                self.settlement.values.set(state, value);
            }
        }
        Ok(())
    }

    /// All that it has decided and settled.
    pub(super) fn part(&mut self, of: &SavedOf<'_>) -> Vec<u8> {
        self.settlement.replies = self.replies.load(Ordering::Relaxed);
        super::join::part(of, &self.map, &self.palette, &self.settlement)
    }
}
