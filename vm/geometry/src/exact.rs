//! Trajectories of exactly n moves: admissible ones, of degree 2 at most.
//!
//! A trajectory of degree 2 consists of two shortest ones that meet in a dock. Between x and y the docks of n moves are the empty points v
//! with as many moves from x to v and from v to y together:
//!
//! ```text
//!   index       0    1    2    3    4        F  rings from x      B  rings back from y
//!   before v    x    F1 ─ F2                 D(i) = F(i) ∩ B(n - i), the docks at index i
//!   dock                  D2
//!   after v               B2 ─ B1 ─ y
//! ```
//!
//! The docks of one trajectory are neighbours on it. So the trajectories over all docks, less those over all pairs of neighbouring docks, are
//! each counted once. Points may be visited again, also the end where it is empty.

use crate::element::System;
use crate::flood::{Flood, MOST};
use crate::points::{each, point};
use crate::ways::{Layers, counts, empty_points};

/// One element, one end and a number of moves: the rings from both sides and the docks.
struct Docks<K> {
    flood: Flood<K, MOST>,
    /// The rings back from the end.
    back: [u64; MOST],
    moves: usize,
    end: u8,
}

/// The trajectories of so many moves between two points.
#[expect(
    clippy::large_enum_variant,
    reason = "it lives for one call and must not be allocated"
)]
enum Bundle<K> {
    /// They are the shortest ones.
    Shortest(Layers),
    /// They are longer.
    OverDocks(Docks<K>),
}

impl<K: Copy> Bundle<K> {
    /// `None` where there is no way or only longer ones.
    fn between<S: System<Kind = K>>(
        system: &S,
        from: u8,
        to: u8,
        moves: usize,
    ) -> Option<Bundle<K>> {
        let mut flood: Flood<K, MOST> = Flood::new(system.kind(from)?, from, empty_points(system));
        flood.reach(system, point(to), MOST);
        let length = flood.distance(point(to)).filter(|_| from != to)?;
        if moves < length || moves > 2 * MOST {
            return None;
        }
        if moves == length {
            let layers = Layers::back(system, &flood, to, length);
            return Some(Bundle::Shortest(layers));
        }
        while flood.grow(system) {}
        let (mut back, mut reached, mut ring) = ([0; MOST], point(to), point(to));
        for (index, place) in back.iter_mut().enumerate() {
            *place = ring;
            let before = if index == 0 {
                system.last_back(flood.kind, ring, flood.empty)
            } else {
                system.back(flood.kind, ring, flood.empty)
            };
            ring = before & flood.empty & !reached;
            reached |= ring;
        }
        Some(Bundle::OverDocks(Docks {
            flood,
            back,
            moves,
            end: to,
        }))
    }
}

impl<K: Copy> Docks<K> {
    /// The points at this distance back from the end.
    fn back_at(&self, index: usize) -> u64 {
        self.back.get(index).copied().unwrap_or(0)
    }

    fn ring(&self, index: usize) -> u64 {
        self.flood.ring.get(index).copied().unwrap_or(0)
    }

    /// The docks at an index strictly between the ends.
    fn at(&self, index: usize) -> u64 {
        if index == 0 || index >= self.moves {
            return 0;
        }
        self.ring(index) & self.back_at(self.moves - index)
    }

    /// Where a step leads that the element makes with `left` moves to the end after it.
    fn step<S: System<Kind = K>>(&self, system: &S, from: u64, left: usize) -> u64 {
        if left == 0 {
            system.last(self.flood.kind, from, self.flood.empty) & point(self.end)
        } else {
            system.on(self.flood.kind, from, self.flood.empty) & self.back_at(left)
        }
    }

    /// The points by index on the way to a dock, and those on the way from one.
    fn halves<S: System<Kind = K>>(&self, system: &S) -> [[u64; 2 * MOST + 1]; 2] {
        let [mut before, mut after] = [[0; 2 * MOST + 1]; 2];
        let mut set = 0;
        for index in (1..self.moves).rev() {
            let come = match set {
                0 => 0,
                set => system.back(self.flood.kind, set, self.flood.empty) & self.ring(index),
            };
            set = come | self.at(index);
            before[index] = set;
        }
        set = 0;
        for (index, place) in after.iter_mut().enumerate().take(self.moves + 1).skip(1) {
            let left = self.moves - index;
            let gone = match set {
                0 => 0,
                set => self.step(system, set, left),
            };
            set = gone | self.at(index);
            *place = set;
        }
        [before, after]
    }

    /// By point, how many shortest trajectories lead from it to the end.
    fn counts_back<S: System<Kind = K>>(&self, system: &S) -> [u128; MOST] {
        let mut counts = [0u128; MOST];
        counts[usize::from(self.end)] = 1;
        for index in 1..MOST {
            for from in each(self.back_at(index)) {
                let to = self.step(system, point(from), index - 1);
                counts[usize::from(from)] = each(to).fold(0u128, |sum, stop| {
                    sum.saturating_add(counts[usize::from(stop)])
                });
            }
        }
        counts
    }

    fn number<S: System<Kind = K>>(&self, system: &S) -> u128 {
        let (come, go) = (counts(system, &self.flood), self.counts_back(system));
        let mut number = 0u128;
        let mut twice = 0u128;
        for index in 1..self.moves {
            for dock in each(self.at(index)) {
                let before = come[usize::from(dock)];
                number = number.saturating_add(before.saturating_mul(go[usize::from(dock)]));
                let next = system.on(self.flood.kind, point(dock), self.flood.empty);
                for next in each(next & self.at(index + 1)) {
                    twice = twice.saturating_add(before.saturating_mul(go[usize::from(next)]));
                }
            }
        }
        number.saturating_sub(twice)
    }
}

/// Calls `with` for each pair of an element on `men` and another point of `to` between which trajectories of so many moves lead.
fn each_pair<S: System>(
    system: &S,
    men: u64,
    to: u64,
    moves: u32,
    mut with: impl FnMut(u8, Bundle<S::Kind>),
) {
    for from in each(men & system.occupied()) {
        for end in each(to) {
            if let Some(found) = Bundle::between(system, from, end, moves as usize) {
                with(from, found);
            }
        }
    }
}

/// The points of all trajectories of exactly so many moves and of degree 2 at most, both ends included.
pub fn bundle_of<S: System>(system: &S, men: u64, to: u64, moves: u32) -> u64 {
    let mut set = 0;
    each_pair(system, men, to, moves, |from, found| match found {
        Bundle::Shortest(layers) => set |= layers.all(),
        Bundle::OverDocks(docks) => {
            let all = docks.halves(system);
            let stops = all.iter().flatten().fold(0, |set, layer| set | layer);
            if stops != 0 {
                set |= stops | point(from) | point(docks.end);
            }
        }
    });
    set
}

/// Where these trajectories may begin.
pub fn first_of<S: System>(system: &S, men: u64, to: u64, moves: u32) -> u64 {
    let mut set = 0;
    each_pair(system, men, to, moves, |_, found| match found {
        Bundle::Shortest(layers) => set |= layers.first(),
        Bundle::OverDocks(docks) => {
            let [before, after] = docks.halves(system);
            set |= before[1] | after[1];
        }
    });
    set
}

/// How many of these trajectories there are.
pub fn trajectories_of<S: System>(system: &S, men: u64, to: u64, moves: u32) -> u64 {
    let mut number = 0u128;
    each_pair(system, men, to, moves, |from, found| {
        number = number.saturating_add(match found {
            Bundle::Shortest(layers) => {
                crate::ways::trajectories(system, point(from), layers.at(layers.length())).into()
            }
            Bundle::OverDocks(docks) => docks.number(system),
        });
    });
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// The trajectories themselves in the order of their points, `most` of them at most, each as its stops.
pub fn listed_of<S: System>(system: &S, from: u8, to: u8, moves: u32, most: usize) -> Vec<Vec<u8>> {
    match Bundle::between(system, from, to, moves as usize) {
        None => Vec::new(),
        Some(Bundle::Shortest(layers)) => crate::list::listed(system, from, &layers, most),
        Some(Bundle::OverDocks(docks)) => {
            let [before, after] = docks.halves(system);
            let mut walk = Walk {
                system,
                docks: &docks,
                before: &before,
                after: &after,
                stops: vec![from],
                found: Vec::new(),
                most,
            };
            walk.go(true, false);
            walk.found
        }
    }
}

/// A walk over all trajectories of degree 2, with the stops so far.
struct Walk<'a, S: System> {
    system: &'a S,
    docks: &'a Docks<S::Kind>,
    before: &'a [u64; 2 * MOST + 1],
    after: &'a [u64; 2 * MOST + 1],
    stops: Vec<u8>,
    found: Vec<Vec<u8>>,
    most: usize,
}

impl<S: System> Walk<'_, S> {
    /// Goes on where the stops so far are shortest from the start (`comes`), or have passed a dock since which they are shortest to the
    /// end (`goes`). A trajectory is walked once, since the two are known of its stops and not chosen.
    fn go(&mut self, comes: bool, goes: bool) {
        if self.found.len() >= self.most {
            return;
        }
        let index = self.stops.len();
        let Some(&at) = self.stops.last() else { return };
        if index > self.docks.moves {
            if goes {
                self.found.push(self.stops.clone());
            }
            return;
        }
        let left = self.docks.moves - index;
        let shortest = if comes {
            let steps = self
                .system
                .on(self.docks.flood.kind, point(at), self.docks.flood.empty);
            steps & self.before[index]
        } else {
            0
        };
        let onward = if goes {
            self.docks.step(self.system, point(at), left) & self.after[index]
        } else {
            0
        };
        for next in each(shortest | onward) {
            let set = point(next);
            let comes = shortest & set != 0 && self.docks.ring(index) & set != 0;
            let dock = comes && self.docks.at(index) & set != 0;
            self.stops.push(next);
            self.go(comes, onward & set != 0 || dock);
            self.stops.pop();
        }
    }
}
