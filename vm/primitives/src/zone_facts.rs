//! Everything about a zone in one position, as lists: for drawings, explanations and other output.

use std::collections::BTreeSet;

use adv_chess::geometry::square_name;
use adv_chess::{Color, Position, Role};
use adv_geometry::{
    Attack, FAR, Names, System, ZoneList, attacks, closings, each, gets_through, last, listed, map,
    zone_strings,
};

use crate::men::Men;
use crate::way_facts::WaysFacts;
use crate::ways::ZoneOperands;

/// The most trajectories of one zone that are listed one by one.
pub const MOST_LISTED: usize = 1000;
/// The most strings of one zone.
pub const MOST_STRINGS: usize = 8;

/// A zone in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneFacts {
    /// The attacks, by man, then by end.
    pub attacks: Vec<AttackFacts>,
    /// No attack gets through.
    pub is_vulnerable: bool,
    /// The strings of the main trajectories, [`MOST_STRINGS`] at most.
    pub strings: Vec<String>,
    /// Strings that are left out.
    pub more_strings: u64,
}

/// One attack of a zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackFacts {
    /// The square of the man that attacks.
    pub man: u8,
    /// The square that it attacks.
    pub end: u8,
    /// The moves that it needs.
    pub moves: u32,
    /// Its trajectories and those of the men that stop or support it, in the order of the grammar of zones.
    pub bundles: Vec<BundleFacts>,
    /// Enemies that are in time on a stop, in the sense of the forecast.
    pub closings: Vec<ClosingFacts>,
    /// Their ways there that are none of the bundles: the man that is attacked closes a stop itself. All of level 1.
    pub own: Vec<BundleFacts>,
    /// Of an attack that gets through: the enemy that is least behind the time of a stop, by its shortest way there. Its moves are within the
    /// time where the forecast does not let it come: the way leads over squares that the attacker's side guards.
    pub nearest: Option<ClosingFacts>,
    /// It gets through.
    pub gets_through: bool,
}

/// The shortest trajectories of one man to one square, within an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleFacts {
    /// The square of the man.
    pub man: u8,
    /// Its side and role.
    pub color: Color,
    /// Its role.
    pub role: Role,
    /// 0 for the attack itself, 1 for men that stop or support it, and so on.
    pub level: usize,
    /// True of men of the attacker's side.
    pub is_friend: bool,
    /// The square where the trajectories end.
    pub end: u8,
    /// Their length in moves.
    pub moves: u32,
    /// The moves that the man may take to be in time.
    pub time: u32,
    /// The trajectories, each as its stops, as far as they are listed.
    pub trajectories: Vec<Vec<u8>>,
}

/// An enemy that comes to a stop of an attack in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosingFacts {
    /// The square of the enemy.
    pub man: u8,
    /// Its role.
    pub role: Role,
    /// The stop.
    pub stop: u8,
    /// The moves that it needs.
    pub moves: u32,
    /// The moves that it may take.
    pub time: u32,
}

/// Squares by their names, men by the letters of their roles.
struct BoardNames<'p>(&'p Position);

impl Names for BoardNames<'_> {
    fn element(&self, point: u8) -> String {
        let man = self.0.piece_at(point & 63);
        man.map_or_else(String::new, |(_, role)| role.letter().to_string())
    }
    fn point(&self, point: u8) -> String {
        square_name(point)
    }
}

impl ZoneFacts {
    /// The facts of a zone in a position.
    pub fn of(position: &Position, zone: ZoneOperands) -> ZoneFacts {
        let ZoneOperands {
            men,
            targets,
            horizon,
        } = zone;
        let system = Men(position);
        let mut facts = ZoneFacts {
            attacks: Vec::new(),
            is_vulnerable: !gets_through(&system, men, targets, horizon),
            strings: Vec::new(),
            more_strings: 0,
        };
        let mut left = MOST_LISTED;
        attacks(&system, men, targets, horizon, |attack| {
            facts.attacks.push(facts_of(position, attack, &mut left));
            let room = MOST_STRINGS - facts.strings.len();
            let strings = zone_strings(&system, attack, &BoardNames(position), room);
            let all = adv_geometry::trajectories(&system, 1 << attack.element, 1 << attack.end);
            facts.more_strings = facts
                .more_strings
                .saturating_add(all.saturating_sub(strings.len() as u64));
            facts.strings.extend(strings);
        });
        facts
    }

    /// The main trajectories in words: `c6-c7-c8`; two to four of them `f2-d4-e5 or f2-g3-e5`; of more their number and their ends.
    pub fn main_text(&self) -> String {
        let mains = self.attacks.iter();
        ZoneFacts::in_words(mains.filter_map(|attack| attack.bundles.first()))
    }

    /// All trajectories in words, as [`ZoneFacts::main_text`] has the main ones.
    pub fn ways_text(&self) -> String {
        ZoneFacts::in_words(self.attacks.iter().flat_map(|attack| &attack.bundles))
    }

    fn in_words<'f>(bundles: impl Iterator<Item = &'f BundleFacts>) -> String {
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut ends: BTreeSet<String> = BTreeSet::new();
        for main in bundles {
            ends.insert(format!(
                "{}-{}",
                square_name(main.man),
                square_name(main.end)
            ));
            names.extend(main.trajectories.iter().map(|stops| trajectory_text(stops)));
        }
        match names.len() {
            0 => "no trajectory".to_owned(),
            1..=4 => names.into_iter().collect::<Vec<_>>().join(" or "),
            more => {
                let ends: Vec<String> = ends.into_iter().collect();
                format!("{more} trajectories {}", ends.join(", "))
            }
        }
    }
}

/// A trajectory as its stops: `c6-c7-c8`.
pub fn trajectory_text(stops: &[u8]) -> String {
    let names: Vec<String> = stops.iter().map(|at| square_name(*at)).collect();
    names.join("-")
}

fn facts_of(position: &Position, attack: &Attack, left: &mut usize) -> AttackFacts {
    let system = Men(position);
    let mut bundles = Vec::new();
    for bundle in ZoneList::of(&system, attack).bundles {
        let Some((color, role)) = position.piece_at(bundle.element) else {
            continue;
        };
        let mut trajectories = listed(&system, bundle.element, &bundle.layers, *left);
        *left -= trajectories.len();
        if trajectories.is_empty() {
            trajectories.push(last(&system, bundle.element, &bundle.layers));
        }
        // The fixed order of the language compares files first, as names do.
        trajectories.sort_by_cached_key(|stops| trajectory_text(stops));
        bundles.push(BundleFacts {
            man: bundle.element,
            color,
            role,
            level: bundle.level,
            is_friend: bundle.is_friend,
            end: bundle.end(),
            moves: bundle.layers.length() as u32,
            time: bundle.time,
            trajectories,
        });
    }
    let closings = closings(&system, attack).into_iter().filter_map(|closing| {
        let (_, role) = position.piece_at(closing.element)?;
        Some(ClosingFacts {
            man: closing.element,
            role,
            stop: closing.stop,
            moves: closing.moves,
            time: closing.time,
        })
    });
    let gets_through = gets_through(
        &system,
        1 << attack.element,
        1 << attack.end,
        attack.main.length() as u32,
    );
    let closings: Vec<ClosingFacts> = closings.collect();
    let nearest = match gets_through {
        true => nearest(position, attack, &closings),
        false => None,
    };
    let own = own_ways(position, &closings, &bundles, left);
    AttackFacts {
        man: attack.element,
        end: attack.end,
        moves: attack.main.length() as u32,
        bundles,
        closings,
        own,
        nearest,
        gets_through,
    }
}

/// The ways of the enemies that close a stop, without those that the bundles have.
fn own_ways(
    position: &Position,
    closings: &[ClosingFacts],
    bundles: &[BundleFacts],
    left: &mut usize,
) -> Vec<BundleFacts> {
    let is_new = |closing: &&ClosingFacts| {
        let same = |bundle: &BundleFacts| {
            (bundle.man, bundle.end, bundle.level) == (closing.man, closing.stop, 1)
        };
        !bundles.iter().any(same)
    };
    let mut own = Vec::new();
    for closing in closings.iter().filter(is_new) {
        let (man, stop) = (1 << (closing.man & 63), 1 << (closing.stop & 63));
        let ways = WaysFacts::of(position, man, stop, None);
        for mut way in ways.bundles {
            way.trajectories.truncate((*left).max(1));
            *left = left.saturating_sub(way.trajectories.len());
            own.push(BundleFacts {
                man: way.man,
                color: way.color,
                role: way.role,
                level: 1,
                is_friend: false,
                end: way.end,
                moves: way.moves,
                time: closing.time,
                trajectories: way.trajectories,
            });
        }
    }
    own
}

/// The enemy that comes least too late to a stop that no enemy closes; of several stops the last, of several men the first.
fn nearest(
    position: &Position,
    attack: &Attack,
    closings: &[ClosingFacts],
) -> Option<ClosingFacts> {
    let system = Men(position);
    let enemies = position.occupied() & !system.allies(attack.element);
    let is_blocked = system.kind(attack.element);
    let is_blocked = is_blocked.is_some_and(|kind| system.is_blocked(kind));
    let mut found: Option<ClosingFacts> = None;
    for index in (1..=attack.main.length()).rev() {
        let time = index as u32 + attack.delay;
        for stop in each(attack.main.at(index)) {
            if closings.iter().any(|closing| closing.stop == stop) {
                continue;
            }
            for man in each(enemies & !(1 << stop)) {
                let Some((color, role)) = position.piece_at(man) else {
                    continue;
                };
                let takes = system.takes((color, role), man, 1 << stop) != 0;
                if !takes && !is_blocked {
                    continue;
                }
                let time = time - u32::from(!takes);
                let moves = map(&system, 1 << man, 1 << stop);
                let late = |of: &ClosingFacts| of.moves.saturating_sub(of.time);
                let candidate = ClosingFacts {
                    man,
                    role,
                    stop,
                    moves,
                    time,
                };
                if moves < FAR && found.is_none_or(|known| late(&candidate) < late(&known)) {
                    found = Some(candidate);
                }
            }
        }
    }
    found
}

impl AttackFacts {
    /// The squares of the stops that an enemy closes.
    pub fn closed(&self) -> u64 {
        self.closings
            .iter()
            .fold(0, |set, closing| set | 1 << (closing.stop & 63))
    }
}
