//! Zones by their definition: every attack with all its trajectories, written down as lists.
//!
//! ```text
//!   level 0   the attacker's ways to its target                            its stops have a time each
//!   level 1   who is in time on a stop: the other side to stop it,         their inner stops have a time each
//!             the own side to guard it
//!   level 2   who is in time on one of those, and so on, with shorter times at every level
//! ```
//!
//! The machine generates a zone for all trajectories of an attacker at once, layer by layer. Here a layer is the set of the k-th stops of
//! the lists, so that the two agree only if the layers are right.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use adv_chess::Role;

use super::squares::{At, Squares, all};
use super::value::Answer;
use super::view::View;
use super::ways::{Man, Way, Ways, length, man_on, men_on};

/// The trajectories that one man has to one square, in a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// The man.
    pub man: Man,
    /// Its ways.
    pub ways: Rc<Vec<Way>>,
    /// In how many moves it has to be there.
    pub time: i64,
    /// 0 for the attacker's own, 1 for a first negation, and so on.
    pub level: usize,
}

/// One attack of a zone with all that can stop or support it.
pub struct AttackList {
    /// The man that attacks.
    pub man: Man,
    /// What it attacks.
    pub target: At,
    /// Its ways there.
    pub main: Rc<Vec<Way>>,
    /// 0 where its side is to move, else 1.
    pub delay: i64,
    /// Everything, in the order of emission.
    pub emitted: Vec<Emitted>,
    /// The times of the ends by level, from level 1 on.
    pub times: Vec<BTreeMap<At, i64>>,
}

/// The stops that some ways have in common by their number: the k-th of any of them.
fn layers(main: &[Way]) -> Vec<BTreeSet<At>> {
    let stops = length(main).map_or(0, |moves| moves as usize + 1);
    let layer = |k: usize| main.iter().filter_map(|way| way.get(k).copied()).collect();
    (0..stops).map(layer).collect()
}

impl AttackList {
    /// The attack of a man along given ways, all as long as each other.
    pub fn along(ways: &Ways<'_>, main: Rc<Vec<Way>>, delay: i64) -> Answer<Option<AttackList>> {
        let Some((first, last)) = main
            .first()
            .and_then(|way| Some((way.first()?, way.last()?)))
        else {
            return Ok(None);
        };
        let (Some(man), target) = (man_on(ways.view(), *first), *last) else {
            return Ok(None);
        };
        let layers = layers(&main);
        let mut attack = AttackList {
            man,
            target,
            main,
            delay,
            emitted: Vec::new(),
            times: Vec::new(),
        };
        attack.emitted.push(Emitted {
            man,
            ways: Rc::clone(&attack.main),
            time: length(&attack.main).unwrap_or(0),
            level: 0,
        });
        let mut times = BTreeMap::new();
        for (k, layer) in layers.iter().enumerate().skip(1) {
            for at in layer {
                let time = times.entry(*at).or_insert(0);
                *time = (k as i64 + delay).max(*time);
            }
        }
        while !times.is_empty() {
            let mut next = attack.level(ways, &layers, &times)?;
            next.retain(|at, _| !layers.iter().any(|layer| layer.contains(at)));
            attack.times.push(std::mem::replace(&mut times, next));
        }
        Ok(Some(attack))
    }

    /// The men of one level; returns the times of the next one.
    fn level(
        &mut self,
        ways: &Ways<'_>,
        layers: &[BTreeSet<At>],
        times: &BTreeMap<At, i64>,
    ) -> Answer<BTreeMap<At, i64>> {
        let level = self.times.len() + 1;
        let mut next = BTreeMap::new();
        // Square by square, and the longest times first; equal times stay in the order of the squares.
        let mut ends: Vec<(At, i64)> = all()
            .filter_map(|at| Some((at, *times.get(&at)?)))
            .collect();
        ends.sort_by_key(|(_, time)| -time);
        for (end, time) in ends {
            for other in men_on(ways.view(), &Squares::EMPTY.complement()) {
                if other.at == end || other.at == self.target {
                    continue;
                }
                let itself = other == self.man;
                let on_main = layers.iter().any(|layer| layer.contains(&end));
                if itself && (level == 1 || on_main) {
                    continue;
                }
                if level >= 2 && !itself && self.was_there(&other, end, level) {
                    continue;
                }
                let found = ways.shortest(&other, end)?;
                let Some(moves) = length(&found) else {
                    continue;
                };
                let friend = other.white == self.man.white;
                let takes = found.iter().any(|way| match way[..] {
                    [.., before, last] => other.takes(before, last),
                    _ => false,
                });
                // A pawn that goes straight takes nothing there. It is in the way of a pawn, if it comes before that one does.
                let in_the_way = level == 1 && !friend && self.man.role() == Role::Pawn;
                let allowed = match (friend, takes) {
                    (true, true) => 1,
                    (false, true) => time,
                    (_, false) if in_the_way => time - 1,
                    (_, false) => continue,
                };
                if moves > allowed {
                    continue;
                }
                if !friend {
                    for way in found.iter() {
                        for stop in &way[1..way.len() - 1] {
                            let known = next.entry(*stop).or_insert(0);
                            *known = (time - moves + 1).max(*known);
                        }
                    }
                }
                self.emitted.push(Emitted {
                    man: other,
                    ways: found,
                    time: allowed,
                    level,
                });
            }
        }
        Ok(next)
    }

    /// Whether a lower level has brought a trajectory of a man over a square.
    fn was_there(&self, man: &Man, at: At, level: usize) -> bool {
        let lower = self
            .emitted
            .iter()
            .filter(|e| e.level < level && e.man == *man);
        lower
            .flat_map(|e| e.ways.iter())
            .any(|way| way.contains(&at))
    }
}

/// The attacks of the men on one board against the squares of another, in at most so many moves.
pub fn attacks(
    ways: &Ways<'_>,
    men: &Squares,
    targets: &Squares,
    moves: i64,
) -> Answer<Vec<AttackList>> {
    let view = ways.view();
    let mut found = Vec::new();
    for man in men_on(view, men) {
        for target in targets.iter() {
            let there = man_on(view, target);
            if target == man.at || there.is_some_and(|there| there.role() == Role::King) {
                continue;
            }
            // A pawn attacks straight on, or takes an enemy.
            let enemy = there.is_some_and(|there| there.white != man.white);
            let main = ways.between(&man, man.at, target, enemy)?;
            if length(&main).is_none_or(|length| length > moves) {
                continue;
            }
            let delay = i64::from(view.turn() != man.color());
            let attack = AttackList::along(ways, main, delay)?;
            ways.add_work(attack.iter().map(|a| 64 + a.emitted.len() as u64).sum());
            found.extend(attack);
        }
    }
    Ok(found)
}

/// `NEGATION(z, n)`: the men that have a trajectory of a level.
pub fn negation(zone: &[AttackList], level: i64) -> Squares {
    let mut set = Squares::EMPTY;
    for emitted in of_level(zone, level) {
        set.put(emitted.man.at);
    }
    set
}

/// `BUNDLE(z, n)`: the squares of the trajectories of a level.
pub fn bundle(zone: &[AttackList], level: i64) -> Squares {
    let mut set = Squares::EMPTY;
    for emitted in of_level(zone, level) {
        for at in emitted.ways.iter().flatten() {
            set.put(*at);
        }
    }
    set
}

fn of_level(zone: &[AttackList], level: i64) -> impl Iterator<Item = &Emitted> {
    let all = zone.iter().flat_map(|attack| attack.emitted.iter());
    all.filter(move |emitted| emitted.level as i64 == level)
}

/// `FIRST(men, z)`: the first steps of the attackers and of their enemies; of who supports an attacker, those that take an enemy.
pub fn first(view: &View, zone: &[AttackList], men: &Squares) -> Squares {
    let mut set = Squares::EMPTY;
    for attack in zone {
        for emitted in attack.emitted.iter().filter(|e| men.has(e.man.at)) {
            let friend = emitted.level > 0 && emitted.man.white == attack.man.white;
            for way in emitted.ways.iter() {
                let takes = |at| man_on(view, at).is_some_and(|on| on.white != attack.man.white);
                if !friend || takes(way[1]) {
                    set.put(way[1]);
                }
            }
        }
    }
    set
}

/// `time(z, square)`: the most moves that are left to be in time on a square, at any level; 0 where none is looked for. Of several
/// squares the largest.
pub fn time(zone: &[AttackList], squares: &Squares) -> i64 {
    let times = zone.iter().flat_map(|attack| attack.times.iter().flatten());
    let there = times.filter(|(at, _)| squares.has(**at));
    there.map(|(_, time)| *time).max().unwrap_or(0)
}
