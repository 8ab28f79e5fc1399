//! The parts of all shards put together to what a proof in one piece has settled.
//!
//! A part is what the shard has decided, as in a checkpoint, and behind it the values of these states in their order.

use std::collections::BTreeSet;
use std::sync::Arc;

use adv_module::program::FromSet;

use super::saved::SavedOf;
use super::subject_of;
use crate::bytes::{In, cut};
use crate::checkpoint::{open_of, read_layers, write_layers, write_of};
use crate::error::ProveError;
use crate::goals::Goals;
use crate::grounds::Ground;
use crate::longest::Settlement;
use crate::map::{Map, sorted};
use crate::messages::{name_of, names};
use crate::palette::{Outcome, Palette, Seen, TreeExits};
use crate::proved::{settle_all, settled, settled_broken};
use crate::record::Record;
use crate::roots::Sides;
use crate::settled::Settled;
use crate::states::{Layer, State};
use crate::task::{Task, engine_of};
use crate::unpacked::Unpacker;
use crate::values::{BROKEN, UNKNOWN};

const LETTERS: &[u8; 4] = b"ADVJ";

/// What a shard has decided and settled, as bytes.
pub(super) fn part(
    of: &SavedOf<'_>,
    map: &Map,
    palette: &Palette,
    settlement: &Settlement,
) -> Vec<u8> {
    write_of(LETTERS, of.fingerprint, of.claim, |out| {
        out.number(of.owner.index() as u64);
        out.number(of.owner.of() as u64);
        out.number(settlement.replies);
        out.number(u64::from(settlement.quiet.is_some()));
        write_layers(out, palette, &map.layers);
        for state in map.states() {
            out.number(u64::from(settlement.values.get(state)));
            if let Some((runs, all)) = &settlement.quiet {
                out.number(u64::from(runs.get(state)));
                out.number(u64::from(all.get(state)));
            }
            out.spill();
        }
    })
}

/// The report of a claim whose shards have finished, and all that can be asked of it; `parts` are what [`super::Shard::finish`] returned,
/// each once, in any order. It takes the memory of a proof in one piece.
///
/// # Errors
/// As [`crate::prove`], and where a part is damaged or missing.
pub fn join(task: &Task<'_>, parts: &[Vec<u8>]) -> Result<Box<Settled>, ProveError> {
    let subject = subject_of(task.claim)?;
    let engine = engine_of(task.engine, task.watch);
    let sides = Sides::of(engine.module(), subject);
    let damaged = |_| {
        let what = "the parts are not those of all shards of the claim, each once, or are damaged";
        ProveError::Shards(what.to_owned())
    };
    let open = |bytes| ShardPart::open(bytes, task, parts.len()).map_err(damaged);
    let (mut joined, mut shards) = (Joined::default(), BTreeSet::new());
    for bytes in parts {
        let part = open(bytes)?;
        shards.insert(part.index);
        joined.states(&part).map_err(damaged)?;
    }
    if parts.is_empty() || shards.len() < parts.len() {
        return Err(damaged(cut()));
    }
    let layers = sorted(joined.layers, &joined.palette.junctions());
    let map = Map::new(Arc::new(layers), &joined.palette, Goals::of(task.claim));
    let (settlement, broken) = if map.goals.reaches_something() {
        let mut settlement = Settlement::begun(&map);
        for bytes in parts {
            open(bytes)?
                .values(&map, &mut settlement)
                .map_err(damaged)?;
        }
        let broken = settled_broken(&map, &engine, &settlement.values, task)?;
        (settlement, broken)
    } else {
        match settle_all(&map, &engine, task)? {
            Some(both) => both,
            None => return Err(super::ended()),
        }
    };
    let mut settled = settled(task, (subject, &sides), map, &engine, settlement, broken)?;
    let count = parts.len() as u64;
    settled.report.rests_on.push(Ground::Shards { count });
    Ok(settled)
}

/// A part that is read up to its values.
struct ShardPart<'b> {
    index: u64,
    replies: u64,
    /// Two stretches are said of each state.
    stretches: bool,
    palette: Palette,
    layers: Vec<Layer>,
    values: Unpacker<'b>,
}

impl<'b> ShardPart<'b> {
    /// Reads the states of a part of so many.
    fn open(bytes: &'b [u8], task: &Task<'_>, of: usize) -> Result<ShardPart<'b>, ProveError> {
        let claim = task.claim;
        let mut input = open_of(bytes, LETTERS, &task.fingerprint, &claim.text)?;
        let head = |input: &mut In<'_>| {
            let shard = (input.number()?, input.number()?);
            Ok((shard, input.number()?, input.number()? == 1))
        };
        let ((index, shards), replies, stretches) = input.part(head)?;
        if shards != of as u64 || index >= shards {
            return Err(cut());
        }
        let all = matches!(claim.from.set, FromSet::All);
        let make = |material, turn, junction, _| Layer::new(material, turn, junction, all);
        let (palette, layers) = read_layers(&mut input, task.engine.module(), make)?;
        Ok(ShardPart {
            index,
            replies,
            stretches,
            palette,
            layers,
            values: input,
        })
    }

    /// Puts its values where its states are in the map. What was never settled does not hold.
    fn values(mut self, map: &Map, settlement: &mut Settlement) -> Result<(), ProveError> {
        settlement.replies += self.replies;
        let (junctions, places) = (self.palette.junctions(), names(&map.layers, &map.junctions));
        let columns = if self.stretches { 3 } else { 1 };
        for layer in &self.layers {
            let at = places.get(&name_of(layer, &junctions));
            let (at, own) = at
                .and_then(|at| Some((*at, map.layers.get(*at)?)))
                .ok_or_else(cut)?;
            for number in layer.decided(layer.all()) {
                let mut said = [0; 3];
                for value in said.iter_mut().take(columns) {
                    *value = self.values.part(|input| input.small())?;
                }
                let [value, run, most] = said;
                let number = match number < layer.len() {
                    true => Some(number),
                    false => layer.known_position(number).and_then(|at| own.number(&at)),
                };
                let state = State::new(at, number.ok_or_else(cut)?);
                let value = if value == UNKNOWN { BROKEN } else { value };
                settlement.values.set(state, value);
                if let Some((runs, all)) = settlement.quiet.as_ref().filter(|_| value != BROKEN) {
                    runs.set(state, run);
                    all.set(state, most);
                }
            }
        }
        match self.values.rest()?.is_empty() {
            true => Ok(()),
            false => Err(cut()),
        }
    }
}

/// The states of several parts.
#[derive(Default)]
struct Joined {
    palette: Palette,
    seen: Seen,
    layers: Vec<Layer>,
}

impl Joined {
    /// Puts in the states of a part.
    fn states(&mut self, part: &ShardPart<'_>) -> Result<(), ProveError> {
        let mut junctions = Vec::new();
        for junction in part.palette.junctions() {
            junctions.push(self.palette.number(&mut self.seen, (*junction).clone())?);
        }
        let mut outcomes = Vec::new();
        for outcome in part.palette.outcomes() {
            let outcome = renamed(outcome, &junctions)?;
            outcomes.push(self.palette.outcome(&mut self.seen, outcome)?);
        }
        for layer in &part.layers {
            let junction = junctions.get(usize::from(layer.junction));
            let junction = *junction.ok_or_else(cut)?;
            let is_it = |own: &&Layer| (own.key(), own.junction) == (layer.key(), junction);
            if self.layers.iter().find(is_it).is_none() {
                self.layers.push(Layer::of(layer.class.clone(), junction)?);
            }
            let own = self.layers.iter().find(is_it).ok_or_else(cut)?;
            for (number, record) in layer.decided_records(layer.all()) {
                let outcome = outcomes.get(record.outcome()).ok_or_else(cut)?;
                let record = record.with_outcome(*outcome);
                copied(layer, number, record, own).ok_or_else(cut)?;
            }
        }
        Ok(())
    }
}

/// Copies a state with its tree to another layer; `None` where it is there already, or there is no room.
fn copied(layer: &Layer, number: u64, record: Record, to: &Layer) -> Option<()> {
    if number >= layer.len() {
        let position = layer.known_position(number)?;
        let add = |tree: &[u16]| to.restore_extra(&position, record, tree);
        return layer.with_tree(number, 0, add).then_some(());
    }
    // It makes the chunk.
    to.restore(number, Record(0));
    let record = match record.has_tree() {
        true => {
            let keep = |tree: &[u16]| to.keep_tree(number, |kept| kept.extend_from_slice(tree));
            record.with_payload(layer.with_tree(number, record.payload(), keep)?)
        }
        false => record,
    };
    to.restore(number, record);
    Some(())
}

/// An outcome with the numbers that its junctions have here.
fn renamed(outcome: Outcome, names: &[u16]) -> Result<Outcome, ProveError> {
    let name = |junction: u16| names.get(usize::from(junction)).copied().ok_or_else(cut);
    Ok(match outcome {
        Outcome::Tree { choice, exits } => Outcome::Tree {
            choice,
            exits: TreeExits {
                next: name(exits.next)?,
                again: exits.again.map(name).transpose()?,
            },
        },
        other => other,
    })
}
