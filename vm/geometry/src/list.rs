//! Trajectories one by one, and zones as lists of bundles: for output, which may allocate.

use crate::element::System;
use crate::generate::{Attack, Emission, ROOM, Sink, generate_into};
use crate::points::{each, highest, point};
use crate::ways::{Layers, map_between};

/// One bundle of a zone.
#[derive(Clone, Debug)]
pub struct ListedBundle {
    /// The point of the element whose trajectories they are.
    pub element: u8,
    /// The level: 0 for the attack itself.
    pub level: usize,
    /// The moves that the element may take to be in time.
    pub time: u32,
    /// The time of the end, by which bundles of a level are ordered.
    limit: u32,
    /// True of elements of the attacker's side.
    pub is_friend: bool,
    /// The trajectories.
    pub layers: Layers<ROOM>,
}

impl ListedBundle {
    /// The end of the trajectories.
    pub fn end(&self) -> u8 {
        highest(self.layers.at(self.layers.length())).unwrap_or(self.element)
    }
}

/// The zone of one attack, in the order in which its grammar writes it: by level, by falling time of the end, by end, by element.
#[derive(Clone, Debug)]
pub struct ZoneList {
    /// The bundles; the first is the attack.
    pub bundles: Vec<ListedBundle>,
    /// The points for which a time was computed, with the largest.
    pub times: Vec<(u8, u32)>,
}

impl ZoneList {
    /// The zone of an attack by its whole bundle.
    pub fn of<S: System>(system: &S, attack: &Attack) -> ZoneList {
        let mut list = ZoneList {
            bundles: Vec::new(),
            times: Vec::new(),
        };
        generate_into(system, attack, &mut list);
        list.times
            .sort_unstable_by_key(|(at, time)| (*at, u32::MAX - time));
        list.times.dedup_by_key(|(at, _)| *at);
        let order = |bundle: &ListedBundle| {
            let end = bundle.end();
            (bundle.level, u32::MAX - bundle.limit, end, bundle.element)
        };
        list.bundles.sort_by_key(order);
        list
    }

    /// The zone of one main trajectory, given as its stops.
    pub fn of_one<S: System>(system: &S, attack: &Attack, main: &[u8]) -> ZoneList {
        let one = Attack {
            main: Layers::of_stops(main),
            ..*attack
        };
        ZoneList::of(system, &one)
    }
}

impl Sink for ZoneList {
    fn emit(&mut self, emission: &Emission<'_>) {
        self.bundles.push(ListedBundle {
            element: emission.element,
            level: emission.level,
            time: emission.time,
            limit: emission.limit,
            is_friend: emission.is_friend,
            layers: *emission.layers,
        });
    }

    fn time(&mut self, at: u8, moves: u32) {
        self.times.push((at, moves));
    }
}

/// The trajectories of a bundle in the order of their points, `most` of them at most, each as its stops. The element is the one on `from`.
pub fn listed<S: System, const N: usize>(
    system: &S,
    from: u8,
    layers: &Layers<N>,
    most: usize,
) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    if let Some(kind) = system.kind(from) {
        let empty = !system.occupied() | point(from);
        walk(
            system,
            kind,
            empty,
            layers,
            &mut vec![from],
            &mut found,
            most,
        );
    }
    found
}

/// Goes on from the last of the stops.
fn walk<S: System, const N: usize>(
    system: &S,
    kind: S::Kind,
    empty: u64,
    layers: &Layers<N>,
    stops: &mut Vec<u8>,
    found: &mut Vec<Vec<u8>>,
    most: usize,
) {
    let index = stops.len();
    if found.len() >= most {
        return;
    }
    if index > layers.length() {
        found.push(stops.clone());
        return;
    }
    let Some(&at) = stops.last() else { return };
    for next in each(steps(system, kind, empty, layers, at, index)) {
        stops.push(next);
        walk(system, kind, empty, layers, stops, found, most);
        stops.pop();
    }
}

/// The points at an index to which a step leads.
fn steps<S: System, const N: usize>(
    system: &S,
    kind: S::Kind,
    empty: u64,
    layers: &Layers<N>,
    at: u8,
    index: usize,
) -> u64 {
    let next = if index == layers.length() {
        system.last(kind, point(at), empty)
    } else {
        system.on(kind, point(at), empty)
    };
    next & layers.at(index)
}

/// The last trajectory of a bundle in the order of the points.
pub fn last<S: System, const N: usize>(system: &S, from: u8, layers: &Layers<N>) -> Vec<u8> {
    let mut stops = vec![from];
    let Some(kind) = system.kind(from) else {
        return stops;
    };
    let empty = !system.occupied() | point(from);
    let mut at = from;
    for index in 1..=layers.length() {
        // Every point of a layer leads on to the end, so the highest one does.
        let Some(next) = highest(steps(system, kind, empty, layers, at, index)) else {
            break;
        };
        stops.push(next);
        at = next;
    }
    stops
}

/// Into how few shortest trajectories the stops of a trajectory can be split; `None` where they are no trajectory of the element on
/// `element`, whose own point counts as empty.
pub fn degree<S: System>(system: &S, element: u8, stops: &[u8]) -> Option<u32> {
    let kind = system.kind(element)?;
    let mut degree = 0;
    let mut begin = 0;
    while begin + 1 < stops.len() {
        // Parts of shortest trajectories are shortest, so the longest part that is possible is a best one.
        let from = *stops.get(begin)?;
        let length = (1..stops.len() - begin)
            .take_while(|length| {
                stops.get(begin + length).is_some_and(|to| {
                    map_between(system, kind, element, from, *to) == *length as u32
                })
            })
            .last()?;
        begin += length;
        degree += 1;
    }
    Some(degree)
}
