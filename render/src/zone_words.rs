//! The zones that the conjuncts of a node and the class of its move speak of: told, as objects, and drawn.
//!
//! ```text
//!   NodeFacts.parts[…].zones   in the position of the node          drawn on its board
//!   NodeFacts.along            in the position before the move      of its man the ways that the move begins, drawn and told
//! ```

use std::collections::BTreeMap;

use adv_chess::{Color, Move, Position};
use adv_record::play::{DrawnZone, Zone};
use adv_vm::{NodeFacts, SeenZone, ZoneFacts};

use crate::svg::{KeySign, StopMark, Ways};
use crate::zone;

/// Facts on the zones that have an attack in a position, each zone once: of two names for one zone the first counts.
pub fn zones<'f>(
    position: &Position,
    seen: impl IntoIterator<Item = &'f SeenZone>,
) -> Vec<(&'f SeenZone, ZoneFacts)> {
    let mut found: Vec<(&SeenZone, ZoneFacts)> = Vec::new();
    for one in seen {
        if found
            .iter()
            .any(|(known, _)| known.operands == one.operands)
        {
            continue;
        }
        let facts = ZoneFacts::of(position, one.operands);
        if !facts.attacks.is_empty() {
            found.push((one, facts));
        }
    }
    found
}

/// Sentences about the zones in a position, one each: `race(them): not vulnerable: the pawn on h5 gets through to h1 in 4 moves`.
pub fn told<'f>(position: &Position, seen: impl IntoIterator<Item = &'f SeenZone>) -> Vec<String> {
    let zones = zones(position, seen);
    let line = |(one, facts): &(&SeenZone, ZoneFacts)| line(one, facts, false);
    zones.iter().map(line).collect()
}

/// Name of a zone, and what is told of it: its forecast, or the ways of a move along it.
fn words(one: &SeenZone, facts: &ZoneFacts, is_along: bool) -> (String, String) {
    match is_along {
        true => (format!("along {}", one.text), facts.ways_text()),
        false => (one.text.clone(), zone::forecast(facts)),
    }
}

fn line(one: &SeenZone, facts: &ZoneFacts, is_along: bool) -> String {
    let (text, told) = words(one, facts, is_along);
    format!("{text}: {told}")
}

/// Records for JSON of the zones in a position, each with the sentence of [`told`].
pub(crate) fn records<'f>(
    position: &Position,
    seen: impl IntoIterator<Item = &'f SeenZone>,
) -> Vec<Zone> {
    let zone = |(one, facts): (&SeenZone, ZoneFacts)| Zone {
        text: one.text.clone(),
        moves: one.operands.horizon,
        vulnerable: facts.is_vulnerable,
        main: facts.main_text(),
        told: zone::forecast(&facts),
    };
    zones(position, seen).into_iter().map(zone).collect()
}

/// Move together with the zones of the class that selected it.
#[derive(Clone, Copy)]
pub(crate) struct MoveAlong<'f> {
    /// Position before the move.
    pub(crate) before: &'f Position,
    pub(crate) mv: Move,
    pub(crate) zones: &'f [SeenZone],
}

impl<'f> MoveAlong<'f> {
    /// Zones of the class reduced to the trajectories that begin with this move; zones without one are left out.
    fn ways(&self) -> Vec<(&'f SeenZone, ZoneFacts)> {
        let begins = |stops: &Vec<u8>| {
            stops.first() == Some(&self.mv.from) && stops.get(1) == Some(&self.mv.to)
        };
        let mut found = zones(self.before, self.zones);
        for (_, facts) in &mut found {
            for attack in &mut facts.attacks {
                attack.closings.clear();
                attack.nearest = None;
                for bundle in &mut attack.bundles {
                    bundle.trajectories.retain(begins);
                }
                attack
                    .bundles
                    .retain(|bundle| !bundle.trajectories.is_empty());
            }
            facts.attacks.retain(|attack| !attack.bundles.is_empty());
        }
        found.retain(|(_, facts)| !facts.attacks.is_empty());
        found
    }

    /// Lines with the trajectories that begin with the move, one for each zone: `along race(them): a6-b7-c8`.
    pub(crate) fn told(&self) -> Vec<String> {
        let line = |(one, facts): &(&SeenZone, ZoneFacts)| line(one, facts, true);
        self.ways().iter().map(line).collect()
    }
}

/// Zones in a position, then those that the move to it follows; true for the latter.
fn with_moved<'f>(
    position: &Position,
    seen: impl IntoIterator<Item = &'f SeenZone>,
    moved: Option<MoveAlong<'f>>,
) -> Vec<(&'f SeenZone, ZoneFacts, bool)> {
    let here = zones(position, seen).into_iter();
    let moved = moved.map(|moved| moved.ways()).unwrap_or_default();
    let moved = moved.into_iter().map(|(one, facts)| (one, facts, true));
    here.map(|(one, facts)| (one, facts, false))
        .chain(moved)
        .collect()
}

/// Additions to a node's board that show its zones: arrows, marks, and the key with sentences.
#[derive(Default)]
pub(crate) struct NodeDrawing {
    /// Ways of all zones, the bold ones first; a mark for each square, a line of the key for each man and one for all rings.
    pub(crate) ways: Ways,
    /// Sentences about the zones, one each.
    pub(crate) told: Vec<String>,
}

/// Zones that the conjuncts of a node's goals speak of.
pub(crate) fn of_node(facts: &NodeFacts) -> impl Iterator<Item = &SeenZone> {
    facts.parts.iter().flat_map(|part| &part.zones)
}

/// Draws the zones of a position over one another, and the trajectories that the move to it, `moved`, began.
pub(crate) fn drawing<'f>(
    position: &Position,
    seen: impl IntoIterator<Item = &'f SeenZone>,
    moved: Option<MoveAlong<'f>>,
) -> NodeDrawing {
    let NodeDrawing { mut ways, mut told } = NodeDrawing::default();
    let mut stops: BTreeMap<u8, StopMark> = BTreeMap::new();
    for (one, facts, is_along) in with_moved(position, seen, moved) {
        let mut own = zone::drawing(&facts);
        if is_along {
            // The numbers of its steps count from the position before the move.
            own.stops.clear();
            own.key.clear();
            for arrow in &mut own.arrows {
                arrow.number = 0;
            }
        }
        ways.arrows.extend(own.arrows);
        for mark in own.stops {
            let known = stops.entry(mark.square).or_insert_with(|| mark.clone());
            known.is_closed |= mark.is_closed;
            known.arrives = known.arrives.take().or(mark.arrives);
            known.stopped = known.stopped.take().or(mark.stopped);
        }
        for line in own.key {
            // One ring explains all of them.
            let same = |known: &(KeySign, String)| {
                *known == line || line.0 == KeySign::Ring && known.0 == line.0
            };
            if !ways.key.iter().any(same) {
                ways.key.push(line);
            }
        }
        told.push(line(one, &facts, is_along));
    }
    ways.arrows.sort_by_key(|arrow| (arrow.style.level, *arrow));
    ways.arrows.dedup();
    ways.stops = stops.into_values().collect();
    NodeDrawing { ways, told }
}

/// Data for the script of a page: the zones in a position, and the trajectories that the move to it began. Each has its name, its sentence,
/// its steps and its marks; squares are numbered from a1 = 0.
pub(crate) fn page<'f>(
    position: &Position,
    seen: impl IntoIterator<Item = &'f SeenZone>,
    moved: Option<MoveAlong<'f>>,
) -> Vec<DrawnZone> {
    let zone = |(one, facts, is_along): (&SeenZone, ZoneFacts, bool)| {
        let drawn = zone::drawing(&facts);
        let (text, told) = words(one, &facts, is_along);
        let side = |color: Color| u8::from(color == Color::Black);
        let mut arrows = Vec::new();
        for arrow in &drawn.arrows {
            let step = (
                arrow.from,
                arrow.to,
                side(arrow.style.color),
                arrow.style.level,
            );
            // A step that is the first move of one way and the second of another is drawn once.
            if !arrows.contains(&step) {
                arrows.push(step);
            }
        }
        let label = |label: &Option<(Color, String)>| {
            label
                .as_ref()
                .map(|(color, words)| (side(*color), words.clone()))
        };
        let stops = drawn.stops.iter().filter(|_| !is_along);
        let stop = |stop: &StopMark| {
            (
                stop.square,
                stop.is_closed,
                label(&stop.arrives),
                label(&stop.stopped),
            )
        };
        DrawnZone {
            text,
            told,
            arrows,
            stops: stops.map(stop).collect(),
        }
    };
    let zones = with_moved(position, seen, moved);
    zones.into_iter().map(zone).collect()
}
