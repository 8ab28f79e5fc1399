//! What is settled of the states of a map, in one piece or put together from shards, and what becomes of a task.

use adv_vm::{Engine, Subject};

use crate::broken::{Broken, NODE_BYTES, Room};
use crate::count::{Counted, count};
use crate::error::ProveError;
use crate::longest::{Settlement, is_zeroing};
use crate::map::Map;
use crate::record::Record;
use crate::report::Scan;
use crate::roots::Sides;
use crate::settle::settle;
use crate::settled::Settled;
use crate::states::{Layer, State};
use crate::tally::{oracle_of, report};
use crate::task::Task;
use crate::values::{BROKEN, Values};
use crate::watch::Watch;

/// The bytes of a state where captures or pawn moves are counted.
pub(crate) const QUIET_BYTES: u64 = 4;

/// What became of a task.
pub enum Proved {
    /// A claim about play is settled.
    Settled(Box<Settled>),
    /// A claim about descriptors is settled.
    Scanned(Scan),
    /// It was interrupted; these bytes are its checkpoint. Empty for a claim about descriptors, which begins again.
    Interrupted(Vec<u8>),
}

/// What was settled, with its report.
pub(crate) fn settled(
    task: &Task<'_>,
    play: (Subject, &Sides),
    map: Map,
    engine: &Engine,
    settlement: Settlement,
    broken: Option<Broken>,
) -> Result<Box<Settled>, ProveError> {
    let kept: u64 = map.layers.iter().map(Layer::bytes).sum();
    let memory = kept + settlement.columns().map(Values::bytes).sum::<u64>();
    let counted = count(&map, &settlement, oracle_of(task, &map))?;
    let results = (map, settlement, broken);
    let mut settled = reported(task, play, engine, results, (counted, memory))?;
    settled.room = task.watch.room().saturating_sub(memory);
    Ok(settled)
}

/// What was settled and counted, with its report.
pub(crate) fn reported(
    task: &Task<'_>,
    (subject, sides): (Subject, &Sides),
    engine: &Engine,
    (map, settlement, broken): (Map, Settlement, Option<Broken>),
    (counted, memory): (Counted, u64),
) -> Result<Box<Settled>, ProveError> {
    let (play, results) = (
        (subject, sides.us.as_slice()),
        (&map, &settlement, broken.as_ref()),
    );
    let report = report(task, play, results, engine, memory, counted)?;
    // What is asked of the proof from now on is the caller's to interrupt.
    let mut engine = engine.clone();
    engine.set_interrupt(None);
    Ok(Box::new(Settled {
        report,
        engine,
        map,
        settlement,
        broken,
        slices: Vec::new(),
        room: 0,
    }))
}

/// Settles all states, and finds out about those that break the claim. `None` where it was ended.
pub(crate) fn settle_all(
    map: &Map,
    engine: &Engine,
    task: &Task<'_>,
) -> Result<Option<(Settlement, Option<Broken>)>, ProveError> {
    let (all, limit) = task.watch.memory();
    let held = all.saturating_sub(task.watch.reserved());
    if map.goals.reaches_something() {
        if is_zeroing(map) {
            let known: u64 = map.layers.iter().map(Layer::slots).sum();
            if !task
                .watch
                .hold(held.saturating_add(known.saturating_mul(QUIET_BYTES)))
            {
                return Err(ProveError::no_room(task.watch.progress().2, limit));
            }
        }
        let Some((settlement, some_broken)) = settle(map, engine, task.watch)? else {
            return Ok(None);
        };
        let broken = match some_broken {
            true => settled_broken(map, engine, &settlement.values, task)?,
            false => None,
        };
        return Ok(Some((settlement, broken)));
    }
    let mut settlement = Settlement {
        values: Values::new(map, 0),
        quiet: None,
        replies: 0,
    };
    let broken = settle_faults(map, engine, task.watch, &mut settlement, false)?;
    Ok(Some((settlement, Some(broken))).filter(|_| !task.watch.stopped()))
}

/// Settles the layers in work where nothing has to be reached: a state holds unless a line comes to a fault. `beyond`: there are other layers, whose states are
/// settled.
pub(crate) fn settle_faults(
    map: &Map,
    engine: &Engine,
    watch: &Watch,
    settlement: &mut Settlement,
    beyond: bool,
) -> Result<Broken, ProveError> {
    let room = Room::of(watch, None);
    room.take(map.states().count() as u64 * NODE_BYTES)?;
    let others = beyond.then_some(&settlement.values);
    let broken = Broken::new(map, engine, others, map.states().collect(), &room)?;
    for (state, faulty) in broken.states.iter().zip(broken.faulty()) {
        if faulty {
            settlement.values.set(*state, BROKEN);
        }
    }
    settlement.replies += broken.replies;
    Ok(broken)
}

/// The graph of the states that break the claim by their values, if there are any.
pub(crate) fn settled_broken(
    map: &Map,
    engine: &Engine,
    values: &Values,
    task: &Task<'_>,
) -> Result<Option<Broken>, ProveError> {
    let broken = count_broken(map, values)?;
    if broken == 0 {
        return Ok(None);
    }
    let room = Room::of(task.watch, Some(broken));
    room.take(broken * NODE_BYTES)?;
    let states = broken_states(map, values)?;
    Ok(Some(Broken::new(map, engine, None, states, &room)?))
}

/// How many states of the layers in work break the claim.
pub(crate) fn count_broken(map: &Map, values: &Values) -> Result<u64, ProveError> {
    let bad = |(state, _): &(State, Record)| values.get(*state) == BROKEN;
    let counts = map.in_pieces(|_| (), |(), states| Ok(states.filter(bad).count() as u64))?;
    Ok(counts.into_iter().sum())
}

/// The states of the layers in work that break the claim, in order.
pub(crate) fn broken_states(map: &Map, values: &Values) -> Result<Vec<State>, ProveError> {
    let bad = |(state, _): (State, Record)| Some(state).filter(|_| values.get(state) == BROKEN);
    let states = map.in_pieces(
        |_| (),
        |(), states| Ok(states.filter_map(bad).collect::<Vec<State>>()),
    )?;
    Ok(states.concat())
}
