//! Looks where the nodes of the graph lead to.

use adv_vm::Engine;

use super::{Fault, Room};
use crate::error::ProveError;
use crate::map::{Follower, Leads, Map};
use crate::palette::Outcome;
use crate::share::share;
use crate::states::State;
use crate::values::{BROKEN, Values};

/// What one thread finds of a stretch of nodes.
#[derive(Default)]
pub(crate) struct BrokenPart {
    /// Where the targets of each node end.
    pub(super) ends: Vec<u32>,
    pub(super) targets: Vec<u32>,
    pub(super) faults: Vec<Fault>,
    pub(super) replies: u64,
    pub(super) behind: Vec<u32>,
}

impl BrokenPart {
    /// Where a node leads to, by its place in the part.
    #[inline]
    pub(super) fn successors(&self, at: usize) -> &[u32] {
        let end = |at: usize| self.ends.get(at).map_or(0, |end| *end as usize);
        let begin = at.checked_sub(1).map_or(0, end);
        self.targets.get(begin..end(at)).unwrap_or(&[])
    }

    fn bytes(&self) -> u64 {
        let numbers = self.ends.len() + self.targets.len() + self.behind.len();
        (4 * numbers + self.faults.len() * size_of::<Fault>()) as u64
    }
}

/// The nodes of a part, the last one of a slice having fewer.
pub(super) const STRETCH: usize = 2048;

/// Finds the node of a state.
type Find<'f> = dyn Fn(State) -> Option<u32> + Sync + 'f;

/// Looks at states, which all threads share; `node` tells the node of one by its place among them, and `others` are the values of states
/// that are no nodes.
pub(super) fn look_at(
    map: &Map,
    engine: &Engine,
    (states, node): (&[State], &(dyn Fn(usize) -> u32 + Sync)),
    find: &Find<'_>,
    others: Option<&Values>,
    room: &Room<'_>,
) -> Result<Vec<BrokenPart>, ProveError> {
    let parts: Vec<&[State]> = states.chunks(STRETCH).collect();
    share(
        parts.len(),
        |_| Follower::new(map, engine),
        |follower, at| {
            let part = parts.get(at).copied().unwrap_or_default();
            let nodes = (at * STRETCH..).map(node).zip(part.iter().copied());
            let part = look(map, follower, nodes, find, others)?;
            room.take(part.bytes())?;
            room.go_on(part.ends.len() as u64)?;
            Ok(part)
        },
    )
}

/// Looks at the nodes of one slice.
///
/// # Errors
/// Where a goal cannot be asked, there is no room, or it is interrupted.
pub(crate) fn look_at_slice(
    map: &Map,
    engine: &Engine,
    (states, nodes): (&[State], &[u32]),
    find: &Find<'_>,
    room: &Room<'_>,
) -> Result<Vec<BrokenPart>, ProveError> {
    let node = |at: usize| nodes.get(at).copied().unwrap_or(u32::MAX);
    look_at(map, engine, (states, &node), find, None, room)
}

/// Looks where a stretch of nodes leads to.
fn look(
    map: &Map,
    follower: &mut Follower<'_>,
    nodes: impl Iterator<Item = (u32, State)>,
    find: &Find<'_>,
    others: Option<&Values>,
) -> Result<BrokenPart, ProveError> {
    let mut part = BrokenPart::default();
    let mut targets: Vec<u32> = Vec::new();
    let before = follower.followed;
    for (node, state) in nodes {
        let outcome = map.outcome(map.record(state));
        if let Some(Outcome::Fails { cause, choice }) = outcome {
            // Where it is what was played before that broke the claim, that choice has the fault; only a root has none before it.
            if map.record(state).is_root() || map.fault_behind(state).is_none() {
                part.faults.push(Fault {
                    node,
                    group: (cause, choice),
                    plies: 0,
                });
            }
            part.ends.push(part.targets.len() as u32);
            continue;
        }
        let choice = match outcome {
            Some(Outcome::Tree { choice, .. }) => Some(choice),
            _ => None,
        };
        targets.clear();
        let (faults, mut behind) = (&mut part.faults, false);
        follower.expand(state, &mut |leads, way, _| match leads {
            Leads::To(next) => match (find(next), others) {
                (Some(at), _) => targets.push(at),
                (None, Some(values)) => behind |= values.get(next) == BROKEN,
                (None, None) => {}
            },
            Leads::Fault(cause) => faults.push(Fault {
                node,
                group: (cause, choice),
                plies: way.plies,
            }),
            Leads::Goal => {}
        })?;
        if behind {
            part.behind.push(node);
        }
        targets.sort_unstable();
        targets.dedup();
        part.targets.extend_from_slice(&targets);
        part.ends.push(part.targets.len() as u32);
    }
    part.replies = follower.followed - before;
    // Exact copies: the memory that has grown serves the next stretch, while shrinking in place leaves a hole for every stretch.
    part.ends = part.ends.as_slice().to_vec();
    part.targets = part.targets.as_slice().to_vec();
    part.faults = part.faults.as_slice().to_vec();
    Ok(part)
}
