//! The zones that the conjuncts of a node and the class of its move speak of: told, as objects, and drawn.
//!
//! ```text
//!   NodeFacts.parts[…].zones   in the position of the node          drawn on its board
//!   NodeFacts.along            in the position before the move      told with the class
//! ```

use std::collections::BTreeMap;

use adv_chess::{Color, Position};
use adv_vm::{NodeFacts, SeenZone, ZoneFacts};
use serde_json::{Value, json};

use crate::svg::{Arrow, KeySign, StopMark};
use crate::zone;

/// The zones in a position that have an attack, each once: one that has two names there is said by the first.
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

/// A line for each zone: `race(them): not vulnerable: the pawn on h5 gets through to h1 in 4 moves`.
pub fn told<'f>(position: &Position, seen: impl IntoIterator<Item = &'f SeenZone>) -> Vec<String> {
    let zones = zones(position, seen);
    let line = |(one, facts): &(&SeenZone, ZoneFacts)| line(one, facts);
    zones.iter().map(line).collect()
}

fn line(one: &SeenZone, facts: &ZoneFacts) -> String {
    format!("{}: {}", one.text, zone::forecast(facts))
}

/// The zones as objects: the text, the forecast, the main trajectories and the sentence of [`told`].
pub(crate) fn objects<'f>(
    position: &Position,
    seen: impl IntoIterator<Item = &'f SeenZone>,
) -> Value {
    let zones = zones(position, seen);
    let object = |(one, facts): &(&SeenZone, ZoneFacts)| {
        json!({
            "text": one.text,
            "moves": one.operands.horizon,
            "vulnerable": facts.is_vulnerable,
            "main": facts.main_text(),
            "told": zone::forecast(facts),
        })
    };
    zones.iter().map(object).collect()
}

/// What the zones of a node add to its board.
#[derive(Default)]
pub(crate) struct NodeDrawing {
    /// The steps of all ways, the bold ones first.
    pub(crate) arrows: Vec<Arrow>,
    /// Marks at stops, one for each square.
    pub(crate) stops: Vec<StopMark>,
    /// A line for each man, and what a ring means.
    pub(crate) key: Vec<(KeySign, String)>,
    /// A sentence for each zone.
    pub(crate) told: Vec<String>,
}

/// The zones that the conjuncts of a node speak of, over one another.
pub(crate) fn drawing(position: &Position, facts: &NodeFacts) -> NodeDrawing {
    let mut drawing = NodeDrawing::default();
    let mut stops: BTreeMap<u8, StopMark> = BTreeMap::new();
    for (one, facts) in zones(position, facts.parts.iter().flat_map(|part| &part.zones)) {
        let own = zone::drawing(&one.text, &facts);
        drawing.arrows.extend(own.arrows);
        for mark in own.stops {
            let known = stops.entry(mark.square).or_insert_with(|| mark.clone());
            known.is_closed |= mark.is_closed;
            known.arrives = known.arrives.take().or(mark.arrives);
            known.stopped = known.stopped.take().or(mark.stopped);
        }
        for line in own.key {
            // One ring explains all of them.
            let known = drawing
                .key
                .iter()
                .any(|known| *known == line || line.0 == KeySign::Ring && known.0 == line.0);
            if !known {
                drawing.key.push(line);
            }
        }
        drawing.told.push(line(one, &facts));
    }
    drawing
        .arrows
        .sort_by_key(|arrow| (arrow.style.level, *arrow));
    drawing.arrows.dedup();
    drawing.stops = stops.into_values().collect();
    drawing
}

/// The zones of a node for a page: each with its name, its sentence, its steps and its marks, squares from a1 = 0.
pub(crate) fn page(position: &Position, facts: &NodeFacts) -> Vec<Value> {
    let seen = facts.parts.iter().flat_map(|part| &part.zones);
    let object = |(one, facts): (&SeenZone, ZoneFacts)| {
        let drawn = zone::drawing(&one.text, &facts);
        let arrows: Vec<Value> = drawn
            .arrows
            .iter()
            .map(|arrow| {
                json!([
                    arrow.from,
                    arrow.to,
                    arrow.style.color.index(),
                    arrow.style.level
                ])
            })
            .collect();
        let stops: Vec<Value> = drawn
            .stops
            .iter()
            .map(|stop| {
                let label = |label: &Option<(Color, String)>| match label {
                    Some((color, words)) => json!([color.index(), words]),
                    None => Value::Null,
                };
                json!([
                    stop.square,
                    stop.is_closed,
                    label(&stop.arrives),
                    label(&stop.stopped)
                ])
            })
            .collect();
        json!({ "text": one.text, "told": zone::forecast(&facts), "arrows": arrows, "stops": stops })
    };
    zones(position, seen).into_iter().map(object).collect()
}
