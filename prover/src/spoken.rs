//! The zones that a claim and the pieces played speak of, in each position of a line that a report shows.
//!
//! A proof keeps no zones. They are worked out again for the few lines that are drawn: those of the claim's condition and goals, those of the
//! goals of the piece that is played, and those of the class of moves that selected its move.

use adv_chess::{Move, Position};
use adv_module::AdviceId;
use adv_module::program::{Advice, Claim, MoveSpec, Program, SpokenZone};
use adv_vm::{Engine, SeenZone};

use crate::cycle::answer_of_line;
use crate::report::{Choice, Line, Played, PlyZones};

/// The zones of a line, by plies; empty where nothing in it speaks of one. What reaches a limit is left out.
pub(crate) fn zones_of_line(
    engine: &mut Engine,
    claim: &Claim,
    played: &Played,
    line: &Line,
) -> Vec<PlyZones> {
    let of_goals = claim.goals.iter().flat_map(|of| &of.goal.parts);
    let of_goals = of_goals.flat_map(|part| &part.zones);
    let of_claim: Vec<SpokenZone> = claim.zones.iter().chain(of_goals).cloned().collect();
    let chosen = line.plies.iter().filter_map(|ply| ply.choice);
    let speaks = |choice: Choice| advice(engine.module(), choice).is_some_and(speaks_of_zones);
    if of_claim.is_empty() && !chosen.into_iter().any(speaks) {
        return Vec::new();
    }
    let mut all = Vec::with_capacity(line.plies.len() + 1);
    let mut position = line.start;
    for at in 0..=line.plies.len() {
        let us = played.us.unwrap_or(line.start.turn());
        let here = engine.zones_at(&of_claim, &position, us);
        all.push(PlyZones {
            here: here.unwrap_or_default(),
            along: Vec::new(),
        });
        if let Some(ply) = line.plies.get(at) {
            position = position.play(ply.mv);
        }
    }
    let mut position = line.start;
    let mut from = 0;
    while let Some(ply) = line.plies.get(from) {
        // A tree begins where something is chosen, and goes on until something else is.
        let rest = line.plies.get(from + 1..).unwrap_or_default();
        let length = 1 + rest.iter().take_while(|ply| ply.choice.is_none()).count();
        let tree = line.plies.get(from..from + length).unwrap_or_default();
        let moves: Vec<Move> = tree.iter().map(|ply| ply.mv).collect();
        if let Some(choice) = ply.choice {
            let places = all.get_mut(from..=from + length).unwrap_or_default();
            of_tree(engine, &position, choice, &moves, places);
        }
        position = moves.iter().fold(position, |at, mv| at.play(*mv));
        from += length;
    }
    match all
        .iter()
        .all(|of| of.here.is_empty() && of.along.is_empty())
    {
        true => Vec::new(),
        false => all,
    }
}

/// Adds the zones of one tree: `places` are those of its root and of the positions after its moves.
fn of_tree(
    engine: &mut Engine,
    root: &Position,
    choice: Choice,
    moves: &[Move],
    places: &mut [PlyZones],
) {
    if !advice(engine.module(), choice).is_some_and(speaks_of_zones) {
        return;
    }
    let answer = answer_of_line(engine.module(), root, choice, moves);
    for node in 0..moves.len() {
        let Ok(facts) = engine.facts(&answer, node) else {
            return;
        };
        let zones = facts.parts.into_iter().flat_map(|part| part.zones);
        if let Some(place) = places.get_mut(node + 1) {
            zones.for_each(|zone| add(&mut place.here, zone));
        }
        if let Some(place) = places.get_mut(node) {
            facts
                .along
                .into_iter()
                .for_each(|zone| add(&mut place.along, zone));
        }
    }
}

/// Adds a zone that is not there yet.
fn add(zones: &mut Vec<SeenZone>, zone: SeenZone) {
    if !zones.contains(&zone) {
        zones.push(zone);
    }
}

fn advice(module: &Program, choice: Choice) -> Option<&Advice> {
    module.advice.get(AdviceId(choice.advice).index())
}

fn speaks_of_zones(advice: &Advice) -> bool {
    let goals = [&advice.better, &advice.holding].into_iter();
    let mut parts = goals.flat_map(|goal| &goal.parts);
    parts.any(|part| !part.zones.is_empty())
        || [&advice.us, &advice.them].into_iter().any(has_zones)
}

fn has_zones(spec: &MoveSpec) -> bool {
    let phases = spec.phases.iter().flat_map(|(_, classes)| classes);
    let mut all = spec.every.iter().chain(phases);
    all.any(|class| !class.zones.is_empty())
}
