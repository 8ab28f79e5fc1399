//! The report of a proof in slices: each slice is counted by itself, and the states that break the claim are gathered from all.

use super::Sliced;
use super::settle::SettledSlices;
use crate::broken::{Broken, Room, find_node, look_at_slice};
use crate::count::{Counted, count};
use crate::error::ProveError;
use crate::grounds::Ground;
use crate::proved::{broken_states, count_broken, reported};
use crate::settled::Settled;
use crate::states::State;
use crate::tally::oracle_of;

impl Sliced<'_> {
    /// Reports; `None` where it was ended.
    pub(super) fn report(&self, all: SettledSlices) -> Result<Option<Box<Settled>>, ProveError> {
        let SettledSlices {
            mut map,
            mut settlement,
            slices,
            memory,
        } = all;
        let watch = self.task.watch;
        let mut counted: Option<Counted> = None;
        let mut broken: Vec<State> = Vec::new();
        let mut room = Room::of(watch, Some(0));
        for slice in &slices {
            if watch.stopped() {
                return Ok(None);
            }
            map.work = slice.clone();
            let part = count(&map, &settlement, oracle_of(self.task, &map))?;
            watch.add_done(part.states);
            match &mut counted {
                Some(before) => before.add(&part, &map),
                None => counted = Some(part),
            }
            room.take_broken(count_broken(&map, &settlement.values)?)?;
            broken.extend(broken_states(&map, &settlement.values)?);
            self.faults.check()?;
            map.put_away(slice.clone());
            settlement.put_away(slice.clone());
        }
        let counted = match counted {
            Some(counted) => counted,
            None => count(&map, &settlement, oracle_of(self.task, &map))?,
        };
        let broken = match broken.is_empty() {
            true => None,
            false => {
                map.sort(&mut broken);
                let mut by_state: Vec<u32> = (0..broken.len() as u32).collect();
                let of = |node: &u32| broken.get(*node as usize).copied();
                by_state.sort_unstable_by_key(of);
                let (mut sliced, mut parts) = (Vec::new(), Vec::new());
                for slice in &slices {
                    if watch.stopped() {
                        return Ok(None);
                    }
                    let layer = |node: &u32| of(node).map_or(usize::MAX, State::layer);
                    let begin = by_state.partition_point(|node| layer(node) < slice.start);
                    let end = by_state.partition_point(|node| layer(node) < slice.end);
                    let own = by_state.get(begin..end).unwrap_or_default();
                    if own.is_empty() {
                        continue;
                    }
                    map.work = slice.clone();
                    let states: Vec<State> = own.iter().filter_map(of).collect();
                    let find = |state: State| find_node(&broken, &by_state, state);
                    let nodes = (states.as_slice(), own);
                    parts.extend(look_at_slice(&map, self.engine, nodes, &find, &room)?);
                    sliced.push(begin..end);
                    // What was read of others for this one is let go too.
                    let layers = 0..map.layers.len();
                    map.put_away(layers.clone());
                    settlement.put_away(layers);
                }
                self.faults.check()?;
                Some(Broken::of_slices(broken, by_state, &sliced, parts, &room)?)
            }
        };
        map.work = 0..map.layers.len();
        let (task, play) = (self.task, (self.subject, self.sides));
        let results = (map, settlement, broken);
        let mut settled = reported(task, play, self.engine, results, (counted, memory))?;
        let states = watch.take_resumed();
        if states > 0 {
            settled.report.rests_on.push(Ground::Slices { states });
        }
        settled.slices = slices;
        self.faults.check()?;
        Ok(Some(settled))
    }
}
