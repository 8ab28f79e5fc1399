//! What the words of a language read of a zone, of fixed size.

use crate::element::System;
use crate::generate::{Emission, Sink, attacks, generate_into};
use crate::points::{each, point};

/// As many levels as a zone can have: that of the attacks, and one for each of the moves of the largest time.
pub const LEVELS: usize = crate::HORIZON as usize + 2;

/// The zone of all attacks of some elements against some points, as the union of the zones of the attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    elements: [u64; LEVELS],
    points: [u64; LEVELS],
    times: [u8; 64],
    first: [u64; 64],
    attacks: u32,
}

impl Zone {
    /// The zone without an attack.
    pub const NONE: Zone = Zone {
        elements: [0; LEVELS],
        points: [0; LEVELS],
        times: [0; 64],
        first: [0; 64],
        attacks: 0,
    };

    /// The zone of the attacks of the elements on `men` against the points of `targets`, within `horizon` moves
    /// (at most [`HORIZON`](crate::HORIZON)).
    #[inline]
    pub fn of<S: System>(system: &S, men: u64, targets: u64, horizon: u32) -> Zone {
        let mut reader = Reader {
            zone: Zone::NONE,
            occupied: system.occupied(),
            friends: 0,
        };
        attacks(system, men, targets, horizon, |attack| {
            reader.friends = system.allies(attack.element);
            reader.zone.attacks += 1;
            generate_into(system, attack, &mut reader);
        });
        reader.zone
    }

    /// How many attacks there are.
    pub fn attacks(&self) -> u32 {
        self.attacks
    }

    /// The elements that have a trajectory of this level.
    pub fn elements(&self, level: usize) -> u64 {
        self.elements.get(level).copied().unwrap_or(0)
    }

    /// The points of the trajectories of this level.
    pub fn points(&self, level: usize) -> u64 {
        self.points.get(level).copied().unwrap_or(0)
    }

    /// The first steps of the elements on these points: of attackers and of enemies those of all their trajectories, of friends those
    /// with which they take.
    pub fn first(&self, men: u64) -> u64 {
        each(men).fold(0, |set, at| set | self.first[usize::from(at & 63)])
    }

    /// How many moves an element may take to be in time on one of these points; 0 where none is looked for there.
    pub fn time(&self, at: u64) -> u32 {
        let times = each(at).map(|at| u32::from(self.times[usize::from(at & 63)]));
        times.max().unwrap_or(0)
    }
}

/// Unites what the generator finds.
struct Reader {
    zone: Zone,
    occupied: u64,
    /// The attacker's side.
    friends: u64,
}

impl Sink for Reader {
    #[inline(always)]
    fn emit(&mut self, emission: &Emission<'_>) {
        let Emission {
            element,
            level,
            layers,
            ..
        } = *emission;
        if let Some(place) = self.zone.elements.get_mut(level) {
            *place |= point(element);
        }
        if let Some(place) = self.zone.points.get_mut(level) {
            *place |= layers.all();
        }
        let mut first = layers.first();
        if emission.is_friend && level > 0 {
            first &= self.occupied & !self.friends;
        }
        self.zone.first[usize::from(element & 63)] |= first;
    }

    #[inline(always)]
    fn time(&mut self, at: u8, moves: u32) {
        let place = &mut self.zone.times[usize::from(at & 63)];
        *place = (*place).max(moves.min(255) as u8);
    }
}
