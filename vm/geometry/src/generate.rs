//! The trajectories of a zone, level by level.
//!
//! A zone begins with an attack: the trajectories of an element x to an end y. On level 1 are those of all elements that can be on one of
//! their stops in time: enemies that take x there, friends that guard the stop. On level 2 are those of elements that can be in time on the stops
//! of an enemy of level 1, and so on. Times fall from level to level, so there are as many levels as the largest time has moves.
//!
//! The last step of all these takes what comes to the stop. Only the main trajectories of an element that is blocked by what is in its way
//! are also stopped by an enemy that takes nothing there: it has to be there first, a move sooner.
//!
//! ```text
//!   x ── s1 ── s2 ── y        level 0: time of a stop = its index, one more where the other side moves first
//!        ▲      ▲
//!        │      q3 ── …       level 1: enemies that come in time, friends one step away
//!   q1 ─ r ─ q2               level 2: the same for r, where the time left is the time of s1 less the moves of q1, plus 1
//! ```
//!
//! One generator serves two forms. Where the main layers are a whole bundle, it is the zone of the language; where each holds one point,
//! it is the zone of one main trajectory in Stilman's grammar.

use crate::element::System;
use crate::flood::Flood;
use crate::points::{each, point};
use crate::ways::{Layers, empty_points};
use crate::zone::LEVELS;

/// Room for the rings of trajectories within a zone.
pub(crate) const ROOM: usize = LEVELS + 1;

/// An element and an end that it reaches within the horizon.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// The point of the element that attacks.
    pub element: u8,
    /// The point that it attacks.
    pub end: u8,
    /// The bundle of its trajectories.
    pub main: Layers<ROOM>,
    /// 0 where the attacker's side moves first, else 1.
    pub delay: u32,
}

/// One bundle of a zone, as the generator finds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Emission<'a> {
    /// The point of the element whose trajectories they are.
    pub(crate) element: u8,
    /// The level: 0 for the attack itself.
    pub(crate) level: usize,
    /// The moves that the element may take to be in time.
    pub(crate) time: u32,
    /// The time of the end of the trajectories, which of an enemy that takes there is the same.
    pub(crate) limit: u32,
    /// True of elements of the attacker's side.
    pub(crate) is_friend: bool,
    /// The trajectories.
    pub(crate) layers: &'a Layers<ROOM>,
}

/// Where the generator tells what it finds.
pub(crate) trait Sink {
    fn emit(&mut self, emission: &Emission<'_>);
    /// The time of a point at a level of an attack.
    fn time(&mut self, at: u8, moves: u32);
}

/// Calls `with` for each attack of the elements on `men` against the points of `targets` within `horizon` moves, elements first, then
/// ends, both in the order of the points.
#[inline(always)]
pub fn attacks<S: System>(
    system: &S,
    men: u64,
    targets: u64,
    horizon: u32,
    mut with: impl FnMut(&Attack),
) {
    for element in each(men & system.occupied()) {
        let targets = system.aims(element, targets & !point(element));
        let Some(kind) = system.kind(element).filter(|_| targets != 0) else {
            continue;
        };
        let delay = u32::from(system.to_move() & point(element) == 0);
        let mut flood: Flood<S::Kind, ROOM> = Flood::new(kind, element, empty_points(system));
        flood.reach(system, targets, horizon.min(crate::HORIZON) as usize);
        for end in each(targets) {
            if let Some(length) = flood.distance(point(end)) {
                with(&Attack {
                    element,
                    end,
                    main: Layers::back(system, &flood, end, length),
                    delay,
                });
            }
        }
    }
}

/// The times of the points of one level.
struct Times {
    at: [u8; 64],
    points: u64,
}

impl Times {
    const NONE: Times = Times {
        at: [0; 64],
        points: 0,
    };

    /// Notes a time for a point, unless it has a larger one.
    #[inline(always)]
    fn raise(&mut self, at: u8, moves: u32) {
        let place = &mut self.at[usize::from(at & 63)];
        *place = (*place).max(moves.min(255) as u8);
        self.points |= point(at);
    }

    #[inline(always)]
    fn of(&self, at: u8) -> u32 {
        self.at[usize::from(at & 63)].into()
    }

    #[inline(always)]
    fn largest(&self) -> u32 {
        each(self.points).map(|at| self.of(at)).max().unwrap_or(0)
    }
}

/// Generates the zone of an attack. Within a level, elements come in the order of their points, and ends in that order for each.
#[inline(always)]
pub(crate) fn generate_into<S: System>(system: &S, attack: &Attack, sink: &mut impl Sink) {
    let &Attack {
        element: attacker,
        end,
        ref main,
        delay,
    } = attack;
    sink.emit(&Emission {
        element: attacker,
        level: 0,
        time: main.length() as u32,
        limit: main.length() as u32,
        is_friend: true,
        layers: main,
    });
    let mut times = Times::NONE;
    for index in 1..=main.length() {
        for stop in each(main.at(index)) {
            times.raise(stop, index as u32 + delay);
        }
    }
    let (all_main, friends) = (main.all(), system.allies(attacker));
    let is_blocked = system
        .kind(attacker)
        .is_some_and(|kind| system.is_blocked(kind));
    let mut passed = [0u64; 64];
    let mut level = 1;
    while times.points != 0 && level < LEVELS {
        let mut next = Times::NONE;
        let largest = times.largest() as usize;
        let others = system.occupied() & !point(end);
        for element in each(others) {
            let mut ends = times.points & !point(element);
            if element == attacker {
                ends &= if level == 1 { 0 } else { !all_main };
            } else if level > 1 {
                ends &= !passed[usize::from(element & 63)];
            }
            let Some(kind) = system.kind(element).filter(|_| ends != 0) else {
                continue;
            };
            let is_friend = friends & point(element) != 0;
            let taken = system.takes(kind, element, ends);
            if level > 1 || is_friend || !is_blocked {
                ends = taken;
                if ends == 0 {
                    continue;
                }
            }
            let mut flood: Flood<S::Kind, ROOM> = Flood::new(kind, element, empty_points(system));
            flood.reach(system, ends, if is_friend { 1 } else { largest });
            let mut new = 0;
            for stop in each(ends) {
                let time = match is_friend {
                    true => 1,
                    false => times.of(stop) - u32::from(taken & point(stop) == 0),
                };
                let Some(length) = flood.distance(point(stop)) else {
                    continue;
                };
                if length as u32 > time {
                    continue;
                }
                let layers = Layers::back(system, &flood, stop, length);
                sink.emit(&Emission {
                    element,
                    level,
                    time,
                    limit: times.of(stop),
                    is_friend,
                    layers: &layers,
                });
                new |= layers.all();
                if !is_friend {
                    for inner in each(layers.inner()) {
                        next.raise(inner, time - length as u32 + 1);
                    }
                }
            }
            passed[usize::from(element & 63)] |= new;
        }
        for at in each(times.points) {
            sink.time(at, times.of(at));
        }
        next.points &= !all_main;
        times = next;
        level += 1;
    }
}
