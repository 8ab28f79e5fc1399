//! Lines as people read them: from a root by what was chosen to where it ends.

use adv_chess::{Move, Position, Role, Symmetry};
use adv_vm::Engine;

use crate::broken::{Broken, Group};
use crate::error::ProveError;
use crate::longest::Settlement;
use crate::map::{Follower, Leads, Map};
use crate::palette::Outcome;
use crate::report::{Choice, Line, Ply};
use crate::states::State;
use crate::values::BROKEN;
use crate::way::Way;

/// What a state has chosen.
pub(crate) fn choice_of(map: &Map, state: State) -> Option<Choice> {
    match map.outcome(map.record(state))? {
        Outcome::Tree { choice, .. } => Some(choice),
        Outcome::Fails { choice, .. } => choice,
        Outcome::Goal => None,
    }
}

/// A line that has not begun.
pub(crate) fn line_from(map: &Map, state: State) -> Line {
    Line {
        start: map.position(state).unwrap_or_default(),
        plies: Vec::new(),
    }
}

/// Makes a line longer by what is played from a state; the first move is marked with what chose it.
pub(crate) fn append(map: &Map, line: &mut Line, from: State, moves: &[Move]) {
    let mut choice = match map.outcome(map.record(from)) {
        Some(Outcome::Tree { choice, .. }) => Some(choice),
        _ => None,
    };
    line.plies.extend(moves.iter().map(|mv| Ply {
        mv: *mv,
        choice: choice.take(),
    }));
}

/// One thread's reader of lines.
pub(crate) struct Lines<'m> {
    map: &'m Map,
    follower: Follower<'m>,
}

impl<'m> Lines<'m> {
    pub(crate) fn new(map: &'m Map, engine: &Engine) -> Lines<'m> {
        Lines {
            map,
            follower: Follower::new(map, engine),
        }
    }

    /// Of all that a state leads to, the one that is best by a key: the smallest, and of equals the first. What has no key is left
    /// out.
    pub(crate) fn best<K: Ord>(
        &mut self,
        state: State,
        mut key: impl FnMut(Leads, Way) -> Option<K>,
    ) -> Result<Option<(Leads, Vec<Move>)>, ProveError> {
        let mut best: Option<(K, Leads, Vec<Move>)> = None;
        self.follower.expand(state, &mut |leads, way, path| {
            if let Some(key) = key(leads, way)
                && best.as_ref().is_none_or(|(before, ..)| key < *before)
            {
                best = Some((key, leads, path.to_vec()));
            }
        })?;
        Ok(best.map(|(_, leads, path)| (leads, path)))
    }

    /// All that a state leads to, each with its moves.
    pub(crate) fn all(&mut self, state: State) -> Result<Vec<(Leads, Vec<Move>)>, ProveError> {
        let mut all = Vec::new();
        self.follower.expand(state, &mut |leads, _, path| {
            all.push((leads, path.to_vec()));
        })?;
        Ok(all)
    }

    /// The longest line from a state that holds.
    pub(crate) fn longest(
        &mut self,
        settlement: &Settlement,
        state: State,
    ) -> Result<Line, ProveError> {
        let mut line = line_from(self.map, state);
        let mut at = state;
        let values = &settlement.values;
        loop {
            let best = self.best(at, |leads, way| {
                let behind = match leads {
                    Leads::To(next) => match values.get(next) {
                        BROKEN => return None,
                        plies => u32::from(plies),
                    },
                    Leads::Goal => 0,
                    Leads::Fault(_) => return None,
                };
                Some(std::cmp::Reverse(way.plies + behind))
            })?;
            let Some((leads, path)) = best else {
                return Ok(line);
            };
            append(self.map, &mut line, at, &path);
            match leads {
                // Each state is shorter than the one before, so that this ends.
                Leads::To(next) => at = next,
                Leads::Goal | Leads::Fault(_) => return Ok(line),
            }
        }
    }

    /// Appends the way from one state to the next one.
    pub(crate) fn step(
        &mut self,
        line: &mut Line,
        from: State,
        to: State,
    ) -> Result<Vec<Move>, ProveError> {
        let best = self.best(from, |leads, way| {
            (leads == Leads::To(to)).then_some(way.plies)
        })?;
        let path = best.map(|(_, path)| path).unwrap_or_default();
        append(self.map, line, from, &path);
        Ok(path)
    }

    /// Appends the shortest way from a state to a fault of a group.
    pub(crate) fn fault(
        &mut self,
        line: &mut Line,
        from: State,
        group: Group,
    ) -> Result<(), ProveError> {
        if choice_of(self.map, from) != group.1 {
            return Ok(());
        }
        let best = self.best(from, |leads, way| {
            (leads == Leads::Fault(group.0)).then_some(way.plies)
        })?;
        if let Some((_, path)) = best {
            append(self.map, line, from, &path);
        }
        Ok(())
    }
}

/// The ways from the roots to all broken states, in consultations.
pub(crate) struct Ways {
    /// By node: how many consultations from a root, and from which node.
    distance: Vec<u32>,
    before: Vec<u32>,
}

const FAR: u32 = u32::MAX;

impl Ways {
    /// From all roots among the nodes, or from one.
    pub(crate) fn new(map: &Map, broken: &Broken, only: Option<u32>) -> Ways {
        let count = broken.states.len();
        let mut ways = Ways {
            distance: vec![FAR; count],
            before: vec![FAR; count],
        };
        let mut queue: Vec<u32> = match only {
            Some(node) => vec![node],
            None => (0..count as u32)
                .filter(|node| {
                    let state = broken.states.get(*node as usize);
                    state.is_some_and(|state| map.record(*state).is_root())
                })
                .collect(),
        };
        for node in &queue {
            ways.distance[*node as usize] = 0;
        }
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            let distance = ways.distance[node as usize] + 1;
            for &to in broken.successors(node) {
                if ways.distance[to as usize] == FAR {
                    ways.distance[to as usize] = distance;
                    ways.before[to as usize] = node;
                    queue.push(to);
                }
            }
        }
        ways
    }

    /// The distance of a node, where a root leads to it.
    pub(crate) fn distance(&self, node: u32) -> Option<u32> {
        let distance = self.distance.get(node as usize).copied();
        distance.filter(|d| *d != FAR)
    }

    /// The nodes from a root to a node, both included.
    pub(crate) fn to(&self, node: u32) -> Vec<u32> {
        let mut nodes = vec![node];
        let mut at = node;
        while let Some(&before) = self.before.get(at as usize)
            && before != FAR
        {
            nodes.push(before);
            at = before;
        }
        nodes.reverse();
        nodes
    }

    /// The line along such nodes.
    pub(crate) fn line(
        lines: &mut Lines<'_>,
        broken: &Broken,
        nodes: &[u32],
    ) -> Result<Line, ProveError> {
        let states = |node: &u32| broken.states.get(*node as usize).copied();
        let states: Vec<State> = nodes.iter().filter_map(states).collect();
        let mut line = Line::default();
        if let Some(first) = states.first() {
            line = line_from(lines.map, *first);
        }
        for pair in states.windows(2) {
            lines.step(&mut line, pair[0], pair[1])?;
        }
        Ok(line)
    }

    /// The node from which the shortest way leads to a fault of a group: the fewest consultations, then the fewest plies, then the
    /// first.
    pub(crate) fn nearest(&self, broken: &Broken, group: Group) -> Option<u32> {
        let of_group = broken.faults().filter(|fault| fault.group == group);
        let near = of_group.filter_map(|fault| {
            let distance = self.distance(fault.node)?;
            Some((distance, fault.plies, fault.node))
        });
        near.min().map(|(_, _, node)| node)
    }
}

/// A position turned in each of the eight ways, or in the two that pawns allow: the first of them in a fixed order stands for all.
pub(crate) fn representative(position: &Position) -> Position {
    let pawns = position.by_role[Role::Pawn.index()] != 0;
    let all: &[Symmetry] = if pawns {
        // Pawns go one way: only files may be exchanged.
        &[Symmetry::Identity, Symmetry::FlipFiles]
    } else {
        &Symmetry::ALL
    };
    let turned = all.iter().map(|symmetry| symmetry.apply_position(position));
    let key = |p: &Position| (p.by_color, p.by_role);
    turned.min_by_key(key).unwrap_or(*position)
}
