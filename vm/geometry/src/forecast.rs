//! The forecast: does an attack get through the stops at which an enemy is in time?
//!
//! A stop of the attack is closed if an enemy comes there in time. Enemies come over empty points that the attacker's side does not
//! control without the attacker; the stop itself may be controlled, unless the enemy is a careful one. An enemy that takes nothing where it
//! goes closes a stop only to an attacker that it blocks, and has to be there first, a move sooner. Elements stand still and exchanges are
//! not counted. So the forecast is a rule of thumb with a precise meaning, which can be held against the truth.

use crate::element::System;
use crate::flood::Flood;
use crate::generate::{Attack, ROOM, attacks};
use crate::points::{each, point};

/// An enemy that closes a stop of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closing {
    /// The point of the enemy.
    pub element: u8,
    /// The stop that it closes.
    pub stop: u8,
    /// The moves that it needs.
    pub moves: u32,
    /// The moves that it may take.
    pub time: u32,
}

/// The points that the attacker's side controls without the attacker.
#[inline(always)]
fn guarded<S: System>(system: &S, attacker: u8, empty: u64) -> u64 {
    each(system.allies(attacker) & !point(attacker)).fold(0, |set, element| {
        let points = system
            .kind(element)
            .map(|kind| system.controls(kind, point(element), empty));
        set | points.unwrap_or(0)
    })
}

/// Calls `with` for each enemy, stop and number of moves with which the stop is closed, the start included.
#[inline(always)]
fn each_closing<S: System>(system: &S, attack: &Attack, mut with: impl FnMut(Closing)) {
    let Attack {
        element: attacker,
        ref main,
        delay,
        ..
    } = *attack;
    let empty = !system.occupied() | point(attacker);
    let guarded = guarded(system, attacker, empty);
    let enemies = system.occupied() & !system.allies(attacker);
    let is_blocked = system
        .kind(attacker)
        .is_some_and(|kind| system.is_blocked(kind));
    let most = main.length() + delay as usize;
    let mut all = 0;
    for index in 1..=main.length() {
        all |= main.at(index);
    }
    for enemy in each(enemies) {
        let Some(kind) = system.kind(enemy) else {
            continue;
        };
        let is_careful = system.is_careful(kind);
        let avoided = if is_careful { guarded } else { 0 };
        if delay == 1 {
            let taken = system.controls(kind, point(enemy), empty) & point(attacker) & !avoided;
            if taken != 0 {
                with(Closing {
                    element: enemy,
                    stop: attacker,
                    moves: 1,
                    time: 1,
                });
            }
        }
        let mut wanted = all & !avoided & !point(enemy);
        let takes = system.takes(kind, enemy, wanted);
        if !is_blocked {
            wanted = takes;
        }
        let mut flood: Flood<S::Kind, ROOM> = Flood::new(kind, enemy, empty);
        let mut came = 0;
        for moves in 1..=most {
            if wanted & !came == 0 || !flood.grow_among(system, empty & !guarded) {
                break;
            }
            let ends = flood.end[moves] & wanted;
            came |= ends;
            for stop in each(ends) {
                let index = (1..=main.length()).find(|index| main.at(*index) & point(stop) != 0);
                let sooner = u32::from(takes & point(stop) == 0);
                let time = index.unwrap_or(0) as u32 + delay - sooner;
                if moves as u32 <= time {
                    with(Closing {
                        element: enemy,
                        stop,
                        moves: moves as u32,
                        time,
                    });
                }
            }
        }
    }
}

/// True where a way of the attack leads to its end over stops that are not closed.
#[inline(always)]
fn is_free<S: System>(system: &S, attack: &Attack) -> bool {
    let mut closed = 0;
    each_closing(system, attack, |closing| closed |= point(closing.stop));
    let Some(kind) = system.kind(attack.element) else {
        return false;
    };
    let start = point(attack.element);
    let empty = !system.occupied() | start;
    let (main, mut set) = (&attack.main, start & !closed);
    for index in 1..=main.length() {
        if set == 0 {
            return false;
        }
        let steps = if index == main.length() {
            system.last(kind, set, empty)
        } else {
            system.on(kind, set, empty)
        };
        set = steps & main.at(index) & !closed;
    }
    set != 0
}

/// What becomes of the attacks of some elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// How many attacks there are.
    pub attacks: u32,
    /// True where one of them gets through.
    pub gets_through: bool,
}

/// The forecast for the attacks of the elements on `men` against the points of `targets` within `horizon` moves.
#[inline]
pub fn forecast<S: System>(system: &S, men: u64, targets: u64, horizon: u32) -> Forecast {
    let mut found = Forecast::default();
    attacks(system, men, targets, horizon, |attack| {
        found.attacks += 1;
        found.gets_through = found.gets_through || is_free(system, attack);
    });
    found
}

/// True where an attack of the elements on `men` against the points of `targets` within `horizon` moves gets through.
#[inline]
pub fn gets_through<S: System>(system: &S, men: u64, targets: u64, horizon: u32) -> bool {
    forecast(system, men, targets, horizon).gets_through
}

/// What closes the stops of an attack, enemies in the order of their points, nearer stops first.
pub fn closings<S: System>(system: &S, attack: &Attack) -> Vec<Closing> {
    let mut found = Vec::new();
    each_closing(system, attack, |closing| found.push(closing));
    found
}
