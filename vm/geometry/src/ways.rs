//! Shortest trajectories: their length, their points, where they begin and how many there are.
//!
//! A bundle is all shortest trajectories of an element between two points. Its layers are the points that they pass at each index. A point
//! belongs to layer i exactly if it is in ring i and a step leads from it to a point of layer i + 1, so the layers are found by going
//! back from the end over the rings. The same sweep serves many ends at once where only the union is wanted.

use crate::element::System;
use crate::flood::{Flood, MOST};
use crate::points::{each, point};

/// The distance to a point that an element cannot reach.
pub const FAR: u32 = 99;

/// The layers of one bundle: the points at index 0, 1, …, length. `N` is the room for them.
#[derive(Clone, Copy, Debug)]
pub struct Layers<const N: usize = MOST> {
    at: [u64; N],
    length: usize,
}

impl<const N: usize> Layers<N> {
    /// The layers of bundles that go back from `end`, where the last ring before it is `length - 1`.
    #[inline(always)]
    pub(crate) fn back<S: System>(
        system: &S,
        flood: &Flood<S::Kind, N>,
        end: u8,
        length: usize,
    ) -> Layers<N> {
        let mut at = [0; N];
        at[length] = point(end);
        let mut index = length;
        while index > 0 {
            let to = at[index];
            index -= 1;
            let from = if index + 1 == length {
                system.last_back(flood.kind, to, flood.empty)
            } else {
                system.back(flood.kind, to, flood.empty)
            };
            at[index] = from & flood.ring[index];
        }
        Layers { at, length }
    }

    /// One trajectory: a layer for each of its stops; those that there is no room for are left out.
    pub fn of_stops(stops: &[u8]) -> Layers<N> {
        let mut at = [0; N];
        for (place, stop) in at.iter_mut().zip(stops) {
            *place = point(*stop);
        }
        Layers {
            at,
            length: stops.len().min(N).saturating_sub(1),
        }
    }

    /// The points at an index, none beyond the end.
    #[inline(always)]
    pub fn at(&self, index: usize) -> u64 {
        self.at.get(index).copied().unwrap_or(0)
    }

    /// The number of moves.
    #[inline(always)]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The points of all layers, both ends included.
    #[inline(always)]
    pub fn all(&self) -> u64 {
        let used = self.at.get(..=self.length).unwrap_or_default();
        used.iter().fold(0, |set, layer| set | layer)
    }

    /// The points strictly between start and end.
    #[inline(always)]
    pub fn inner(&self) -> u64 {
        let used = self.at.get(1..self.length).unwrap_or_default();
        used.iter().fold(0, |set, layer| set | layer)
    }

    /// The points where the trajectories may begin.
    #[inline(always)]
    pub fn first(&self) -> u64 {
        self.at(1)
    }
}

/// The points that an element passes over or stops on.
#[inline(always)]
pub(crate) fn empty_points<S: System>(system: &S) -> u64 {
    !system.occupied()
}

/// The moves that an element on one of `men` needs to one of `to`, past the elements in its way: 0 where the sets meet, [`FAR`] where
/// there is no way. Of several pairs it is the smallest.
#[inline]
pub fn map<S: System>(system: &S, men: u64, to: u64) -> u32 {
    let men = men & system.occupied();
    if men & to != 0 {
        return 0;
    }
    if to == 0 {
        return FAR;
    }
    let mut least = FAR;
    for from in each(men) {
        if let Some(kind) = system.kind(from) {
            least = system.for_kind(kind, |kind| rounds(system, kind, from, to, least));
        }
    }
    least
}

/// The distance of one element, if it is less than `bound`, else that.
#[inline(always)]
fn rounds<S: System>(system: &S, kind: S::Kind, from: u8, to: u64, bound: u32) -> u32 {
    let start = point(from);
    let empty = empty_points(system) | start;
    let (mut reached, mut ring) = (start, start);
    for moves in 1..bound {
        let (on, last) = system.steps(kind, ring, empty);
        if last & to != 0 {
            return moves;
        }
        ring = on & empty & !reached;
        if ring == 0 {
            return bound;
        }
        reached |= ring;
    }
    bound
}

/// The layers of the bundle from an element to a point; `None` where there is no element or no way, or both are one point.
pub fn layers<S: System>(system: &S, from: u8, to: u8) -> Option<Layers> {
    let mut flood = Flood::new(system.kind(from)?, from, empty_points(system));
    flood.reach(system, point(to), MOST);
    let length = flood.distance(point(to))?;
    Some(Layers::back(system, &flood, to, length))
}

/// The rings of an element: the points that it reaches in exactly so many moves, its ends included.
pub fn rings<S: System>(system: &S, from: u8) -> Vec<u64> {
    let Some(kind) = system.kind(from) else {
        return Vec::new();
    };
    let mut flood: Flood<S::Kind, MOST> = Flood::new(kind, from, empty_points(system));
    while flood.grow(system) {}
    let ends = flood.end.iter().take(flood.moves + 1).skip(1);
    let mut rings: Vec<u64> = std::iter::once(point(from)).chain(ends.copied()).collect();
    while rings.last() == Some(&0) {
        rings.pop();
    }
    rings
}

/// The union of the bundles of one element, and the union of their first steps.
#[inline(always)]
fn sweep<S: System>(system: &S, from: u8, to: u64) -> Option<(u64, u64)> {
    let to = to & !point(from);
    if to == 0 {
        return None;
    }
    let mut flood: Flood<S::Kind, MOST> =
        Flood::new(system.kind(from)?, from, empty_points(system));
    flood.reach(system, to, MOST);
    let (mut all, mut inner, mut first) = (0, 0, 0);
    for moves in (1..=flood.moves).rev() {
        let ends = flood.end[moves] & to;
        let mut before = 0;
        if ends != 0 {
            before |= system.last_back(flood.kind, ends, flood.empty);
        }
        if inner != 0 {
            before |= system.back(flood.kind, inner, flood.empty);
        }
        first = ends | inner;
        all |= first;
        inner = before & flood.ring[moves - 1];
    }
    (all != 0).then_some((all | point(from), first))
}

/// The points of all shortest trajectories from the elements on `men` to the points of `to`, both ends included.
#[inline]
pub fn bundle<S: System>(system: &S, men: u64, to: u64) -> u64 {
    let men = each(men & system.occupied());
    men.filter_map(|from| sweep(system, from, to))
        .fold(0, |set, (all, _)| set | all)
}

/// Where the shortest trajectories may begin.
#[inline]
pub fn first<S: System>(system: &S, men: u64, to: u64) -> u64 {
    let mut set = 0;
    for from in each(men & system.occupied()) {
        let Some(kind) = system.kind(from) else {
            continue;
        };
        set |= if to.is_power_of_two() {
            system.for_kind(kind, |kind| first_to_one(system, kind, from, to))
        } else {
            sweep(system, from, to).map_or(0, |(_, first)| first)
        };
    }
    set
}

/// The first steps to one point: a flood goes back from it until it meets the element's steps.
#[inline(always)]
fn first_to_one<S: System>(system: &S, kind: S::Kind, from: u8, to: u64) -> u64 {
    let start = point(from);
    if start == to {
        return 0;
    }
    let empty = empty_points(system) | start;
    let (steps, last) = system.steps(kind, start, empty);
    if last & to != 0 {
        return to;
    }
    let steps = steps & empty;
    let (mut reached, mut ring) = (to, to);
    let mut is_last = true;
    loop {
        // One place for both: of most kinds these are the same steps.
        let before = match is_last {
            true => system.last_back(kind, ring, empty),
            false => system.back(kind, ring, empty),
        };
        ring = before & empty & !reached;
        if ring & steps != 0 || ring == 0 {
            return ring & steps;
        }
        reached |= ring;
        is_last = false;
    }
}

/// How many shortest trajectories lead from the elements on `men` to the points of `to`; every pair counts.
pub fn trajectories<S: System>(system: &S, men: u64, to: u64) -> u64 {
    let mut number = 0u128;
    for from in each(men & system.occupied()) {
        let Some(kind) = system.kind(from) else {
            continue;
        };
        let to = to & !point(from);
        let mut flood: Flood<S::Kind, MOST> = Flood::new(kind, from, empty_points(system));
        flood.reach(system, to, MOST);
        let counts = counts(system, &flood);
        for moves in 1..=flood.moves {
            for end in each(flood.end[moves] & to) {
                let before =
                    system.last_back(kind, point(end), flood.empty) & flood.ring[moves - 1];
                number =
                    each(before).fold(number, |sum, v| sum.saturating_add(counts[usize::from(v)]));
            }
        }
    }
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// By point, how many shortest trajectories lead there over the rings of a flood.
pub(crate) fn counts<S: System, const N: usize>(
    system: &S,
    flood: &Flood<S::Kind, N>,
) -> [u128; MOST] {
    let mut counts = [0u128; MOST];
    counts[usize::from(flood.start())] = 1;
    for moves in 1..=flood.moves {
        for before in each(flood.ring[moves - 1]) {
            let ways = counts[usize::from(before)];
            let steps = system.on(flood.kind, point(before), flood.empty) & flood.ring[moves];
            for stop in each(steps) {
                let sum = &mut counts[usize::from(stop)];
                *sum = sum.saturating_add(ways);
            }
        }
    }
    counts
}

/// The moves that an element needs between two points if it is on the first; the point that it comes from counts as empty.
pub(crate) fn map_between<S: System>(
    system: &S,
    kind: S::Kind,
    element: u8,
    from: u8,
    to: u8,
) -> u32 {
    let mut flood: Flood<S::Kind, MOST> =
        Flood::new(kind, from, empty_points(system) | point(element));
    flood.reach(system, point(to), MOST);
    let distance = flood.distance(point(to)).map_or(FAR, |moves| moves as u32);
    if from == to { 0 } else { distance }
}
