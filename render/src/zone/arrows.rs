//! A zone as arrows over a board, with moves and times beside their stops.

use std::collections::{BTreeMap, BTreeSet};

use adv_chess::{Color, Role};
use adv_vm::{AttackFacts, BundleFacts, ClosingFacts, ZoneFacts};

use super::caption;
use crate::svg::{Arrow, ArrowStyle, KeySign, StopMark, Ways};
use crate::text::joined;

/// Drawing of a zone over a board: the steps of all trajectories, the bold ones of attacks under the others, moves and times beside stops,
/// rings around those where an enemy is in time, and a line of the key for each man.
pub fn drawing(facts: &ZoneFacts) -> Ways {
    let mut arrows: BTreeSet<Arrow> = BTreeSet::new();
    let mut marks = StopMarks::default();
    for attack in &facts.attacks {
        for closing in &attack.closings {
            marks.stopped(attack, closing);
        }
        for bundle in ways(attack) {
            let style = ArrowStyle {
                color: bundle.color,
                level: bundle.level,
            };
            let closed = if bundle.level == 0 {
                attack.closed()
            } else {
                0
            };
            for stops in &bundle.trajectories {
                if guards(bundle) {
                    arrows.extend(steps(style, stops, 0).map(|arrow| Arrow { number: 0, ..arrow }));
                } else {
                    arrows.extend(steps(style, stops, closed));
                }
                if bundle.level == 0 {
                    marks.arrives(bundle.color, stops);
                }
            }
        }
    }
    // The bold ones lie under the others.
    let mut arrows: Vec<Arrow> = arrows.into_iter().collect();
    arrows.sort_by_key(|arrow| (arrow.style.level, *arrow));
    let mut key: Vec<(KeySign, String)> = caption::lines(facts)
        .into_iter()
        .map(|(style, line)| (KeySign::Arrow(style), line))
        .collect();
    let stops = marks.done();
    if stops.iter().any(|stop| stop.is_closed) {
        key.push((
            KeySign::Ring,
            "stopped there: an enemy needs no more moves than it may take; the man that comes to the square last captures".to_owned(),
        ));
    }
    if let Some(arrow) = arrows.iter().find(|arrow| arrow.is_stopped) {
        let line = "its way behind a ring, where it does not get".to_owned();
        key.push((KeySign::Broken(arrow.style), line));
    }
    if arrows.iter().any(|arrow| arrow.number > 0) {
        let line = "which move of the man it is".to_owned();
        key.push((KeySign::Number, line));
    }
    Ways { arrows, stops, key }
}

/// Ways of all men of an attack: its bundles, and those of enemies that are part of no bundle.
pub(super) fn ways(attack: &AttackFacts) -> impl Iterator<Item = &BundleFacts> {
    attack.bundles.iter().chain(&attack.own)
}

/// True for a man that guards and does not move: a friend of the attack or of its enemies one move from the square, or a capturing pawn.
pub(super) fn guards(bundle: &BundleFacts) -> bool {
    let is_beside = bundle.level > 1 || bundle.level == 1 && bundle.is_friend;
    let captures = bundle.role == Role::Pawn && bundle.man & 7 != bundle.end & 7;
    bundle.moves == 1 && bundle.level > 0 && (is_beside || captures)
}

/// Arrows for the steps of a trajectory, numbered by its moves; those after the first of the closed stops are marked as stopped.
pub(crate) fn steps(
    style: ArrowStyle,
    stops: &[u8],
    closed: u64,
) -> impl Iterator<Item = Arrow> + '_ {
    let mut is_stopped = false;
    stops
        .iter()
        .zip(stops.iter().skip(1))
        .zip(1..)
        .map(move |((from, to), number)| {
            let arrow = Arrow {
                style,
                from: *from,
                to: *to,
                is_stopped,
                number,
            };
            is_stopped |= closed >> (to & 63) & 1 == 1;
            arrow
        })
}

/// Labels of stops, collected while a zone is drawn.
#[derive(Default)]
pub(crate) struct StopMarks {
    /// Side of the attackers that reach a square, and the numbers of the moves with which they do, by square.
    arrives: BTreeMap<u8, (Color, BTreeSet<usize>)>,
    /// Side of the enemy that needs fewest moves to a square, those moves, and the moves that it may take, by square.
    stopped: BTreeMap<u8, (Color, u32, u32)>,
}

impl StopMarks {
    /// Notes the stops of a trajectory of a side, each with the number of the move that reaches it.
    pub(crate) fn arrives(&mut self, color: Color, stops: &[u8]) {
        for (moves, stop) in stops.iter().enumerate().skip(1) {
            let of_square = self.arrives.entry(*stop);
            let (_, numbers) = of_square.or_insert_with(|| (color, BTreeSet::new()));
            numbers.insert(moves);
        }
    }

    fn stopped(&mut self, attack: &AttackFacts, closing: &ClosingFacts) {
        let Some(main) = attack.bundles.first() else {
            return;
        };
        let found = (!main.color, closing.moves, closing.time);
        let known = self.stopped.entry(closing.stop).or_insert(found);
        if found.1 < known.1 {
            *known = found;
        }
    }

    /// Marks of all stops collected, by square.
    pub(crate) fn done(self) -> Vec<StopMark> {
        let squares: BTreeSet<u8> = self
            .arrives
            .keys()
            .chain(self.stopped.keys())
            .copied()
            .collect();
        let mark = |square: u8| {
            let arrives = self.arrives.get(&square);
            let arrives = arrives.map(|(color, numbers)| (*color, joined(numbers, ",")));
            let stopped = self
                .stopped
                .get(&square)
                .map(|(color, moves, time)| (*color, format!("{moves} of {time}")));
            StopMark {
                square,
                is_closed: stopped.is_some(),
                arrives,
                stopped,
            }
        };
        squares.into_iter().map(mark).collect()
    }
}
