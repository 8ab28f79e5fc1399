//! The states from which some line breaks the claim: what happens in them, how often, and by which way.
//!
//! Only these states are looked at, as a graph with numbers of its own:
//!
//! ```text
//!   node 0 ──▶ node 4 ──▶ fault (stalemate, keep-room)
//!     │          │
//!     └──▶ node 2 ◀┘ ──▶ node 0          nodes 0, 2, 4 lie on a cycle: a line may go on for ever
//! ```
//!
//! Its strongly connected components (Tarjan, "Depth-first search and linear graph algorithms", 1972) come out with what they lead to
//! first, so that one pass over them tells for each node which faults its lines can come to.

mod look;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use adv_vm::Engine;

use crate::error::ProveError;
use crate::map::Map;
use crate::report::{Cause, Choice};
use crate::states::State;
use crate::values::Values;
use crate::watch::Watch;
pub(crate) use look::{BrokenPart, look_at_slice};
use look::{STRETCH, look_at};

/// The order of nodes that are looked at in another one.
#[derive(Default)]
struct Order {
    places: Vec<u32>,
    by_state: Vec<u32>,
}

/// A way of breaking the claim: what happens, and what was being played.
pub(crate) type Group = (Cause, Option<Choice>);

/// A fault of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) node: u32,
    pub(crate) group: Group,
    /// Plies from the node's position.
    pub(crate) plies: u32,
}

/// The bytes of a node, without what it leads to: its state, its component, and what the search for components, for the roots of faults or for
/// the smallest cycle keeps of each node while it runs.
pub(crate) const NODE_BYTES: u64 = 36;

/// The memory that a graph may take.
pub(crate) struct Room<'w> {
    watch: &'w Watch,
    limit: u64,
    held: AtomicU64,
    /// The states that break the claim, where that is known, and those that are known.
    broken: Option<u64>,
    known: u64,
}

impl<'w> Room<'w> {
    /// The memory that a proof does not hold yet.
    pub(crate) fn of(watch: &'w Watch, broken: Option<u64>) -> Room<'w> {
        let (held, limit) = watch.memory();
        Room {
            watch,
            limit,
            held: AtomicU64::new(held),
            broken,
            known: watch.progress().2,
        }
    }

    /// Lets the search for the graph go on, and tells that so many nodes more are looked at.
    ///
    /// # Errors
    /// Where the proof is interrupted.
    fn go_on(&self, nodes: u64) -> Result<(), ProveError> {
        self.watch.add_done(nodes);
        match self.watch.stopped() {
            true => Err(ProveError::INTERRUPTED),
            false => Ok(()),
        }
    }

    /// Takes the memory of so many states more that break the claim, of a slice: they have two orders.
    pub(crate) fn take_broken(&mut self, states: u64) -> Result<(), ProveError> {
        self.broken = self.broken.map(|broken| broken + states);
        self.take(states * (NODE_BYTES + 8))
    }

    /// Takes bytes.
    ///
    /// # Errors
    /// Where there are not so many.
    pub(crate) fn take(&self, bytes: u64) -> Result<(), ProveError> {
        let before = self.held.fetch_add(bytes, Ordering::Relaxed);
        let (bytes, limit) = (before.saturating_add(bytes), self.limit);
        match self.broken {
            _ if bytes <= limit => Ok(()),
            Some(states) => Err(ProveError::ManyBroken {
                states,
                bytes,
                limit,
            }),
            None => Err(ProveError::no_room(self.known, limit)),
        }
    }
}

/// The graph of the states that may break the claim.
pub(crate) struct Broken {
    /// The states in rising order; nodes are indices.
    pub(crate) states: Vec<State>,
    /// Where nodes lead to, by stretches of nodes.
    parts: Vec<BrokenPart>,
    /// By node: its part and its place there, where nodes are in another order than parts.
    places: Vec<u32>,
    /// By node: its component. What a component leads to has smaller numbers.
    pub(crate) component: Vec<u32>,
    /// By component: a line may stay in it for ever.
    pub(crate) endless: Vec<bool>,
    /// Replies that were followed to find it.
    pub(crate) replies: u64,
    /// Of the nodes of one slice: those that lead to a state of another that breaks the claim.
    behind: Vec<u32>,
    /// The nodes in the order of their states, where that is another one.
    by_state: Vec<u32>,
}

impl Broken {
    /// Of states in rising order that hold everything they can lead to without breaking out of the suspicion. Where they are of one slice,
    /// `others` says which states of other slices break the claim.
    pub(crate) fn new(
        map: &Map,
        engine: &Engine,
        others: Option<&Values>,
        states: Vec<State>,
        room: &Room<'_>,
    ) -> Result<Broken, ProveError> {
        let find = |state: State| states.binary_search(&state).ok().map(|at| at as u32);
        let parts = look_at(map, engine, (&states, &|at| at as u32), &find, others, room)?;
        Broken::of(states, parts, Order::default(), room)
    }

    /// Of states that are looked at slice by slice, in the order of a proof without slices; `by_state` has the nodes in the order of their
    /// states, `sliced` those of each slice, whose parts come one after the other.
    pub(crate) fn of_slices(
        states: Vec<State>,
        by_state: Vec<u32>,
        sliced: &[Range<usize>],
        mut parts: Vec<BrokenPart>,
        room: &Room<'_>,
    ) -> Result<Broken, ProveError> {
        let mut places = vec![0; states.len()];
        let slices = sliced
            .iter()
            .filter_map(|slice| by_state.get(slice.clone()));
        let stretches = slices.flat_map(|nodes| nodes.chunks(STRETCH));
        for (part, nodes) in stretches.enumerate() {
            for (at, node) in nodes.iter().enumerate() {
                if let Some(place) = places.get_mut(*node as usize) {
                    *place = (part * STRETCH + at) as u32;
                }
            }
        }
        // Faults are gone through in the order of nodes.
        let count = parts.iter().map(|part| part.faults.len()).sum();
        room.take((count * size_of::<Fault>() * 3 / 2) as u64)?;
        let mut faults = Vec::with_capacity(count);
        for part in &mut parts {
            faults.append(&mut std::mem::take(&mut part.faults));
        }
        faults.sort_by_key(|fault| fault.node);
        if let Some(first) = parts.first_mut() {
            first.faults = faults;
        }
        Broken::of(states, parts, Order { places, by_state }, room)
    }

    fn of(
        states: Vec<State>,
        mut parts: Vec<BrokenPart>,
        Order { places, by_state }: Order,
        room: &Room<'_>,
    ) -> Result<Broken, ProveError> {
        let (mut behind, mut replies) = (Vec::new(), 0);
        for part in &mut parts {
            behind.append(&mut std::mem::take(&mut part.behind));
            replies += part.replies;
        }
        let mut broken = Broken {
            states,
            parts,
            places,
            component: Vec::new(),
            endless: Vec::new(),
            replies,
            behind,
            by_state,
        };
        broken.components(room)?;
        Ok(broken)
    }

    /// The faults in the order of nodes.
    pub(crate) fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.parts.iter().flat_map(|part| &part.faults)
    }

    /// Where a node leads to, each once, in rising order.
    #[inline]
    pub(crate) fn successors(&self, node: u32) -> &[u32] {
        let place = self.places.get(node as usize).map_or(node, |place| *place) as usize;
        let (part, at) = (place / STRETCH, place % STRETCH);
        self.parts.get(part).map_or(&[], |part| part.successors(at))
    }

    /// The node of a state.
    pub(crate) fn node(&self, state: State) -> Option<u32> {
        find_node(&self.states, &self.by_state, state)
    }

    /// Numbers the strongly connected components, and finds those that lines can stay in.
    fn components(&mut self, room: &Room<'_>) -> Result<(), ProveError> {
        const NEW: u32 = u32::MAX;
        let count = self.states.len();
        let mut index = vec![NEW; count];
        let mut low = vec![0u32; count];
        let mut component = vec![NEW; count];
        let mut endless = Vec::new();
        let (mut stack, mut path) = (Vec::new(), Vec::<(u32, u32)>::new());
        let mut next = 0u32;
        for root in 0..count as u32 {
            if index[root as usize] != NEW {
                continue;
            }
            path.push((root, 0));
            while let Some((node, at)) = path.last_mut() {
                let v = *node as usize;
                if *at == 0 {
                    if (next as usize).is_multiple_of(STRETCH) {
                        room.go_on(0)?;
                    }
                    index[v] = next;
                    low[v] = next;
                    next += 1;
                    stack.push(*node);
                }
                let successors = self.successors(*node);
                if let Some(&to) = successors.get(*at as usize) {
                    *at += 1;
                    let w = to as usize;
                    if index[w] == NEW {
                        path.push((to, 0));
                    } else if component[w] == NEW {
                        low[v] = low[v].min(index[w]);
                    }
                    continue;
                }
                if low[v] == index[v] {
                    let mut size = 0;
                    while let Some(w) = stack.pop() {
                        component[w as usize] = endless.len() as u32;
                        size += 1;
                        if w as usize == v {
                            break;
                        }
                    }
                    let round = size > 1 || successors.contains(&(v as u32));
                    endless.push(round);
                }
                let low_here = low[v];
                path.pop();
                if let Some((before, _)) = path.last() {
                    let u = *before as usize;
                    low[u] = low[u].min(low_here);
                }
            }
        }
        self.component = component;
        self.endless = endless;
        Ok(())
    }

    /// For each node a bit for each of at most 64 groups: some line from it comes to that.
    fn reach(&self, groups: &BTreeMap<Group, u32>) -> Vec<u64> {
        let mut masks = vec![0u64; self.endless.len()];
        let bit = |group: &Group| groups.get(group).map_or(0, |at| 1u64 << at);
        for fault in self.faults() {
            if let Some(mask) = self
                .component
                .get(fault.node as usize)
                .and_then(|c| masks.get_mut(*c as usize))
            {
                *mask |= bit(&fault.group);
            }
        }
        for node in &self.behind {
            let component = self.component.get(*node as usize);
            if let Some(mask) = component.and_then(|c| masks.get_mut(*c as usize)) {
                *mask |= 1 << 63;
            }
        }
        let endless = bit(&(Cause::Endless, None));
        // Nodes by their components, what is led to first.
        let mut order: Vec<u32> = (0..self.states.len() as u32).collect();
        order.sort_unstable_by_key(|node| self.component[*node as usize]);
        let mut begin = 0;
        while begin < order.len() {
            let component = self.component[order[begin] as usize];
            let mut end = begin;
            let mut mask = masks[component as usize];
            if self.endless[component as usize] {
                mask |= endless;
            }
            while end < order.len() && self.component[order[end] as usize] == component {
                for &to in self.successors(order[end]) {
                    mask |= masks[self.component[to as usize] as usize];
                }
                end += 1;
            }
            masks[component as usize] = mask;
            begin = end;
        }
        self.component
            .iter()
            .map(|component| masks[*component as usize])
            .collect()
    }

    /// All groups, with the nodes in which they happen and the roots from which lines come to them. `endless` says whether lines
    /// without end count.
    pub(crate) fn groups(&self, map: &Map, endless: bool) -> BTreeMap<Group, Counts> {
        let mut counts: BTreeMap<Group, Counts> = BTreeMap::new();
        let mut last = None;
        for fault in self.faults() {
            // A node counts once for each of its groups; its faults are adjacent.
            if last != Some((fault.node, fault.group)) {
                let of = counts.entry(fault.group).or_default();
                if of.last != Some(fault.node) {
                    of.states += 1;
                    of.last = Some(fault.node);
                }
            }
            last = Some((fault.node, fault.group));
        }
        if endless {
            let on_cycles = self.component.iter();
            let states = on_cycles.filter(|c| self.endless[**c as usize]).count() as u64;
            if states > 0 {
                let of = counts.entry((Cause::Endless, None)).or_default();
                of.states = states;
            }
        }
        let keys: Vec<Group> = counts.keys().copied().collect();
        for batch in keys.chunks(64) {
            let numbers = batch.iter().copied().zip(0..).collect();
            let masks = self.reach(&numbers);
            for (state, mask) in self.states.iter().zip(masks) {
                if mask == 0 || !map.record(*state).is_root() {
                    continue;
                }
                for (group, at) in &numbers {
                    if mask >> at & 1 != 0
                        && let Some(of) = counts.get_mut(group)
                    {
                        of.roots += 1;
                    }
                }
            }
        }
        counts
    }

    /// The nodes from which some line comes to a fault.
    pub(crate) fn faulty(&self) -> Vec<bool> {
        let groups: BTreeMap<Group, u32> = self.faults().map(|fault| (fault.group, 0)).collect();
        let masks = self.reach(&groups);
        masks.iter().map(|mask| *mask != 0).collect()
    }
}

/// How often something happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The states in which it happens; for lines without end those on cycles.
    pub(crate) states: u64,
    /// The roots from which some line comes to it.
    pub(crate) roots: u64,
    last: Option<u32>,
}

/// The node of a state among the states of all nodes; `by_state` has the nodes in the order of states, where they are in another one.
pub(crate) fn find_node(states: &[State], by_state: &[u32], state: State) -> Option<u32> {
    if by_state.is_empty() {
        return states.binary_search(&state).ok().map(|at| at as u32);
    }
    let of = |node: &u32| states.get(*node as usize).copied();
    let found = by_state.binary_search_by(|node| of(node).cmp(&Some(state)));
    found.ok().and_then(|at| by_state.get(at).copied())
}
