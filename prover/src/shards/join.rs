//! The parts of all shards put together to what a proof in one piece has settled.

use std::collections::BTreeSet;
use std::sync::Arc;

use adv_module::Program;
use adv_module::format::fnv1a;
use adv_module::program::{Claim, FromSet};
use adv_vm::Junction;

use super::messages::LayerMessage;
use super::subject_of;
use crate::bytes::{In, Out, cut};
use crate::checkpoint::{read_palette, write_palette};
use crate::error::ProveError;
use crate::goals::Goals;
use crate::grounds::Ground;
use crate::key::SliceKey;
use crate::layers::LayerIndex;
use crate::map::{Map, has_faults_behind, sorted};
use crate::owner::Owner;
use crate::palette::{Outcome, Palette, Seen, TreeExits};
use crate::proved::{Proved, settle_all, settled, settled_broken};
use crate::record::Record;
use crate::roots::Sides;
use crate::settle::{Settlement, is_zeroing};
use crate::settled::Settled;
use crate::states::{Layer, State};
use crate::task::Task;
use crate::values::{BROKEN, UNKNOWN, Values};

/// What a shard has decided and settled, as bytes.
pub(super) fn part(
    map: &Map,
    palette: &Palette,
    values: &Values,
    stretches: Option<&(Values, Values)>,
    replies: u64,
) -> Vec<u8> {
    let mut out = Out::default();
    write_palette(&mut out, &palette.junctions(), &palette.outcomes());
    out.number(replies);
    out.number(u64::from(stretches.is_some()));
    let columns = |out: &mut Out, state: State| {
        out.number(u64::from(values.get(state)));
        if let Some((runs, all)) = stretches {
            out.number(u64::from(runs.get(state)));
            out.number(u64::from(all.get(state)));
        }
    };
    out.number(map.layers.len() as u64);
    for (at, layer) in map.layers.iter().enumerate() {
        LayerMessage::of(layer, &map.junctions).write_head(&mut out);
        let own: Vec<u64> = layer.decided(0..layer.len()).collect();
        out.number(own.len() as u64);
        let mut before = 0;
        for number in own {
            let record = layer.record(number);
            out.number(number - before);
            before = number;
            out.number(u64::from(record.0));
            if record.has_tree() {
                layer.with_tree(number, record.payload(), |words| out.words(words));
            }
            columns(&mut out, State::new(at, number));
        }
        let extras = layer.len()..layer.len() + layer.extra_count();
        let extras: Vec<u64> = layer.decided(extras).collect();
        out.number(extras.len() as u64);
        for number in extras {
            let record = layer.record(number);
            out.position(&layer.known_position(number).unwrap_or_default());
            out.number(u64::from(record.0));
            layer.with_tree(number, record.payload(), |words| {
                let tree = if record.has_tree() { words } else { &[] };
                out.words(tree);
            });
            columns(&mut out, State::new(at, number));
        }
    }
    out.bytes
}

/// A part with which shard of which claim it is, and a checksum.
pub(super) fn sealed(owner: Owner, claim: &Claim, part: Vec<u8>) -> Vec<u8> {
    let mut out = Out::default();
    out.number(owner.index() as u64);
    out.number(owner.of() as u64);
    out.text(&claim.text);
    out.bytes.extend(part);
    let sum = fnv1a(&out.bytes);
    out.bytes.extend(sum.to_le_bytes());
    out.bytes
}

/// The states of sealed parts, which must be those of all shards of the claim, each once.
fn opened<'b>(parts: &'b [Vec<u8>], claim: &Claim) -> Result<Vec<&'b [u8]>, ProveError> {
    let mut shards = BTreeSet::new();
    let mut opened = Vec::new();
    for part in parts {
        let (bytes, sum) = part.split_last_chunk::<8>().ok_or_else(cut)?;
        if fnv1a(bytes).to_le_bytes() != *sum {
            return Err(cut());
        }
        let mut input = In { rest: bytes };
        let (index, of) = (input.number()?, input.number()?);
        let length = input.count()?;
        if of != parts.len() as u64 || index >= of || !shards.insert(index) {
            return Err(cut());
        }
        if input.take(length)? != claim.text.as_bytes() {
            return Err(cut());
        }
        opened.push(input.rest);
    }
    match opened.is_empty() {
        true => Err(cut()),
        false => Ok(opened),
    }
}

/// The report of a claim whose shards have finished, and all that can be asked of it; `parts` are what [`super::Shard::finish`] returned,
/// each once, in any order. It takes the memory of a proof in one piece.
///
/// # Errors
/// As [`crate::prove`], and where a part is damaged or missing.
pub fn join(task: &Task<'_>, parts: &[Vec<u8>]) -> Result<Box<Settled>, ProveError> {
    let claim = task.claim;
    let subject = subject_of(claim)?;
    let mut engine = task.engine.clone();
    engine.set_reasons(false);
    engine.set_interrupt(Some(task.watch.stop().clone()));
    let sides = Sides::of(engine.module(), subject);
    let goals = Goals::of(claim);
    let mut joined = Joined {
        all: matches!(claim.from.set, FromSet::All),
        ..Joined::default()
    };
    let damaged = |_| {
        let what = "the parts are not those of all shards of the claim, each once, or are damaged";
        ProveError::Shards(what.to_owned())
    };
    let parts = opened(parts, claim).map_err(damaged)?;
    for part in &parts {
        joined.states(part, engine.module()).map_err(damaged)?;
    }
    let palette = joined.palette;
    let junctions = palette.junctions();
    let layers = sorted(joined.layers, &junctions);
    let outcomes = palette.outcomes();
    let map = Map {
        index: LayerIndex::of(&layers),
        work: 0..layers.len(),
        ranks: Vec::new(),
        layers: Arc::new(layers),
        has_faults_behind: has_faults_behind(&outcomes),
        outcomes: Arc::new(outcomes),
        junctions,
        goals,
        first_only: false,
        resumed: false,
    };
    let (settlement, broken) = if map.goals.reaches_something() {
        let quiet = is_zeroing(&map);
        let settlement = Settlement {
            values: Values::new(&map, UNKNOWN),
            quiet: quiet.then(|| (Values::new(&map, 0), Values::new(&map, 0))),
            replies: joined.replies,
        };
        for part in &parts {
            values(part, engine.module(), &map, &settlement).map_err(damaged)?;
        }
        let broken = settled_broken(&map, &engine, &settlement.values, task)?;
        (settlement, broken)
    } else {
        match settle_all(&map, &engine, task)? {
            Some(both) => both,
            None => return Err(super::ended()),
        }
    };
    match settled(task, subject, &sides, map, engine, settlement, broken)? {
        Proved::Settled(mut settled) => {
            let count = parts.len() as u64;
            settled.report.rests_on.push(Ground::Shards { count });
            Ok(settled)
        }
        _ => Err(super::ended()),
    }
}

/// What is put together.
#[derive(Default)]
struct Joined {
    /// The claim is about all positions of its class.
    all: bool,
    palette: Palette,
    seen: Seen,
    layers: Vec<Layer>,
    replies: u64,
}

/// Reads the states of a part: each with its layer's name, its number or position, its record, tree and values.
fn read<'b>(
    bytes: &'b [u8],
    module: &Program,
    mut begin: impl FnMut(&[Junction], &[Outcome], u64) -> Result<(), ProveError>,
    mut layer: impl FnMut(&LayerMessage) -> Result<(), ProveError>,
    mut state: impl FnMut(JoinedState) -> Result<(), ProveError>,
) -> Result<(), ProveError> {
    let mut input = In { rest: bytes };
    let (junctions, outcomes) = read_palette(&mut input, module)?;
    let replies = input.number()?;
    begin(&junctions, &outcomes, replies)?;
    let stretches = input.number()? == 1;
    let columns = |input: &mut In<'b>| -> Result<[u16; 3], ProveError> {
        Ok(match stretches {
            true => [input.small()?, input.small()?, input.small()?],
            false => [input.small()?, 0, 0],
        })
    };
    for _ in 0..input.count()? {
        let said = LayerMessage::read_head(&mut input)?;
        layer(&said)?;
        let mut number = 0_u64;
        for _ in 0..input.count()? {
            number = number.checked_add(input.number()?).ok_or_else(cut)?;
            let record = Record(input.small()?);
            let tree = match record.has_tree() {
                true => input.words()?,
                false => Vec::new(),
            };
            let values = columns(&mut input)?;
            let place = StatePlace::Number(number);
            state(JoinedState {
                place,
                record,
                tree,
                values,
            })?;
        }
        for _ in 0..input.count()? {
            let place = StatePlace::Extra(input.position(said.turn)?);
            let record = Record(input.small()?);
            let tree = input.words()?;
            let values = columns(&mut input)?;
            state(JoinedState {
                place,
                record,
                tree,
                values,
            })?;
        }
    }
    match input.rest {
        [] => Ok(()),
        _ => Err(cut()),
    }
}

/// A state of a part.
struct JoinedState {
    place: StatePlace,
    record: Record,
    tree: Vec<u16>,
    values: [u16; 3],
}

enum StatePlace {
    Number(u64),
    Extra(adv_chess::Position),
}

impl Joined {
    /// Puts in the states of a part.
    fn states(&mut self, bytes: &[u8], module: &Program) -> Result<(), ProveError> {
        let all = self.all;
        let Joined {
            palette,
            seen,
            layers,
            replies,
            ..
        } = self;
        let palette: &Palette = palette;
        let (mut names, mut numbers) = (Vec::new(), Vec::new());
        let at = std::cell::Cell::new(0_usize);
        let layers = std::cell::RefCell::new(layers);
        let seen = std::cell::RefCell::new(seen);
        let known = std::cell::RefCell::new((&mut names, &mut numbers));
        read(
            bytes,
            module,
            |junctions, outcomes, more| {
                *replies += more;
                let (names, numbers) = &mut *known.borrow_mut();
                let seen = &mut *seen.borrow_mut();
                for junction in junctions {
                    names.push(palette.number(seen, junction.clone())?);
                }
                for outcome in outcomes {
                    numbers.push(palette.outcome(seen, renamed(*outcome, names)?)?);
                }
                Ok(())
            },
            |said| {
                let junction = Junction::from_words(&said.words, module).ok_or_else(cut)?;
                let junction = palette.number(&mut seen.borrow_mut(), junction)?;
                let mut layers = layers.borrow_mut();
                let is_it = |layer: &Layer| {
                    let class = &layer.class;
                    (class.material(), class.turn(), layer.junction)
                        == (said.material, said.turn, junction)
                };
                at.set(match layers.iter().position(is_it) {
                    Some(at) => at,
                    None => {
                        layers.push(Layer::new(said.material, said.turn, junction, all)?);
                        layers.len() - 1
                    }
                });
                Ok(())
            },
            |found| {
                let layers = layers.borrow();
                let layer = layers.get(at.get()).ok_or_else(cut)?;
                let known = known.borrow();
                let outcome = known
                    .1
                    .get(found.record.outcome())
                    .copied()
                    .ok_or_else(cut)?;
                let record = found.record.with_outcome(outcome);
                match found.place {
                    StatePlace::Extra(position) => {
                        if !layer.restore_extra(&position, record, &found.tree) {
                            return Err(cut());
                        }
                    }
                    StatePlace::Number(number) if number >= layer.len() => return Err(cut()),
                    StatePlace::Number(number) => {
                        let record = match found.record.has_tree() {
                            true => {
                                layer.restore(number, Record(0));
                                let words = &found.tree;
                                let place =
                                    layer.keep_tree(number, |kept| kept.extend_from_slice(words));
                                record.with_payload(place.ok_or_else(cut)?)
                            }
                            false => record,
                        };
                        layer.restore(number, record);
                    }
                }
                Ok(())
            },
        )
    }
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

/// Puts in the values of a part. What was never settled does not hold.
fn values(
    bytes: &[u8],
    module: &Program,
    map: &Map,
    settlement: &Settlement,
) -> Result<(), ProveError> {
    let at = std::cell::Cell::new(0_usize);
    read(
        bytes,
        module,
        |_, _, _| Ok(()),
        |said| {
            let mut junctions = map.junctions.iter();
            let junction = junctions.position(|junction| junction.to_words() == said.words);
            let junction = junction
                .and_then(|at| u16::try_from(at).ok())
                .ok_or_else(cut)?;
            let key = SliceKey {
                material: said.material,
                turn: said.turn,
                pawns: [0; 2],
            };
            at.set(map.index.get(key, junction).ok_or_else(cut)?);
            Ok(())
        },
        |found| {
            let number = match found.place {
                StatePlace::Number(number) => Some(number),
                StatePlace::Extra(position) => map
                    .layers
                    .get(at.get())
                    .and_then(|layer| layer.number(&position)),
            };
            let state = State::new(at.get(), number.ok_or_else(cut)?);
            let [value, run, most] = found.values;
            let value = if value == UNKNOWN { BROKEN } else { value };
            settlement.values.set(state, value);
            if let Some((runs, all)) = settlement.quiet.as_ref().filter(|_| value != BROKEN) {
                runs.set(state, run);
                all.set(state, most);
            }
            Ok(())
        },
    )
}
