//! Text under the drawing of a zone: a question that its forecast answers, and a line for each man. It has no word of the language but the
//! name of the zone.
//!
//! ```text
//! Does the white pawn on c6 get to c8? Forecast: no, it is stopped by the king on a6, which comes to c7 in 2 moves (may take 2). Zone: race(W).
//! the black king on a6: to c7 in 2 moves (may take 2), to c8 in 2 moves (may take 3)
//! ```

use std::collections::BTreeMap;

use adv_chess::geometry::square_name;
use adv_chess::{Color, Position};
use adv_vm::{AttackFacts, ClosingFacts, ZoneFacts};

use super::arrows::{guards, ways};
use super::forecast::{free_or_late, plural, some_of};
use super::{Way, by_man};
use crate::svg::ArrowStyle;
use crate::text::joined;

/// Caption under a drawing of a zone: the question and its answer.
pub(crate) fn caption(position: &Position, name: &str, facts: &ZoneFacts) -> String {
    let (question, answer) = match facts.attacks.as_slice() {
        [] => (
            "Does an attack get through?".to_owned(),
            "no man attacks anything within so many moves".to_owned(),
        ),
        [only] => (asked(position, only), answered(only)),
        several => (
            format!("Does one of {} attacks get through?", several.len()),
            of_several(position, several),
        ),
    };
    format!("{question} Forecast: {answer}. Zone: {name}.")
}

/// Question about an attack: `Does the white pawn on c6 get to c8?`.
fn asked(position: &Position, attack: &AttackFacts) -> String {
    let (man, end) = (man_at(position, attack.man), attack.end);
    match position.piece_at(end & 63) {
        Some(_) => format!("Does {man} get at {}?", man_at(position, end)),
        None => format!("Does {man} get to {}?", square_name(end)),
    }
}

/// Answer about the only attack: yes or no, in how many moves, and the men that stop it.
fn answered(attack: &AttackFacts) -> String {
    let moves = plural(attack.moves, "move");
    match (attack.gets_through, stopping(attack).is_empty()) {
        (true, true) => format!("yes, in {moves}{}", free_or_late(attack)),
        (true, false) => format!(
            "yes, in {moves}, but not by every way, for {}",
            some_of(stopping(attack))
        ),
        (false, _) => format!(
            "no, it needs {moves} and is stopped: {}",
            some_of(stopping(attack))
        ),
    }
}

/// Answer about several attacks: those that get through, or the men that stop them.
fn of_several(position: &Position, attacks: &[AttackFacts]) -> String {
    let free = |attack: &&AttackFacts| attack.gets_through;
    let through: Vec<String> = attacks
        .iter()
        .filter(free)
        .map(|attack| {
            let (man, end) = (man_at(position, attack.man), square_name(attack.end));
            format!("{man} gets to {end} in {}", plural(attack.moves, "move"))
        })
        .collect();
    match through.is_empty() {
        true => {
            let mut all: Vec<String> = attacks.iter().flat_map(stopping).collect();
            all.sort();
            all.dedup();
            format!("no: {}", some_of(all))
        }
        false => format!("yes: {}", some_of(through)),
    }
}

/// Men that stop an attack, each in words with the squares that it guards or comes to.
fn stopping(attack: &AttackFacts) -> Vec<String> {
    let mut of_man: BTreeMap<u8, Vec<&ClosingFacts>> = BTreeMap::new();
    for closing in &attack.closings {
        of_man.entry(closing.man).or_default().push(closing);
    }
    let told = |(man, closings): (u8, Vec<&ClosingFacts>)| {
        let guarded = |closing: &&ClosingFacts| {
            ways(attack).any(|way| (way.man, way.end) == (closing.man, closing.stop) && guards(way))
        };
        let role = closings.first().map_or("man", |one| one.role.name());
        let mut parts: Vec<String> = Vec::new();
        let (held, comes): (Vec<&ClosingFacts>, Vec<_>) = closings.into_iter().partition(guarded);
        if !held.is_empty() {
            let held = held.iter().map(|one| square_name(one.stop));
            parts.push(format!("guards {}", joined(held, ", ")));
        }
        if !comes.is_empty() {
            let comes = comes
                .iter()
                .map(|one| reaches(one.stop, one.moves, one.time));
            parts.push(format!("comes {}", joined(comes, ", ")));
        }
        format!("the {role} on {} {}", square_name(man), parts.join(" and "))
    };
    of_man.into_iter().map(told).collect()
}

/// Way to a stop in words: `to c7 in 2 moves (may take 2)`; `time` is the number of moves allowed.
fn reaches(stop: u8, moves: u32, time: u32) -> String {
    format!(
        "to {} in {} (may take {time})",
        square_name(stop),
        plural(moves, "move")
    )
}

/// Man on a square in words: `the white pawn on c6`; the name of the square if it is empty.
fn man_at(position: &Position, square: u8) -> String {
    match position.piece_at(square & 63) {
        Some((color, role)) => named(color, role.name(), square),
        None => square_name(square),
    }
}

fn named(color: Color, role: &str, square: u8) -> String {
    let side = color.to_string().to_lowercase();
    format!("the {side} {role} on {}", square_name(square))
}

/// Lines of the key, one for each man with its tasks, and the style of its arrows: attackers first, then level by level.
pub(super) fn lines(facts: &ZoneFacts) -> Vec<(ArrowStyle, String)> {
    by_man(facts, ways).into_values().filter_map(line).collect()
}

/// Line of the key for one man: `the black king on a6: to c7 in 2 moves (may take 2)`, `the white pawn on c6: guards b7`.
fn line(ways: Vec<Way<'_>>) -> Option<(ArrowStyle, String)> {
    let (_, first) = *ways.first()?;
    let held: Vec<String> = ways
        .iter()
        .filter(|(_, way)| guards(way))
        .map(|(_, way)| square_name(way.end))
        .collect();
    let mut parts: Vec<String> = Vec::new();
    if !held.is_empty() {
        // The man that attacks leaves its square with its first move.
        let leaves = first.level > 0 && ways.iter().any(|(attack, way)| attack.man == way.man);
        let until = if leaves { " until it moves" } else { "" };
        parts.push(format!("guards {}{until}", held.join(", ")));
    }
    for (attack, way) in ways.iter().filter(|(_, way)| !guards(way)) {
        parts.push(match way.level {
            0 => format!(
                "to {} in {}",
                square_name(way.end),
                plural(way.moves, "move")
            ),
            1 if !way.is_friend => {
                let is_in_time =
                    |closing: &ClosingFacts| (closing.man, closing.stop) == (way.man, way.end);
                let part = reaches(way.end, way.moves, way.time);
                match attack.closings.iter().any(is_in_time) {
                    true => part,
                    false => format!("{part}, but the way is guarded"),
                }
            }
            _ => reaches(way.end, way.moves, way.time),
        });
    }
    let style = ArrowStyle {
        color: first.color,
        level: first.level,
    };
    let man = named(first.color, first.role.name(), first.man);
    Some((style, format!("{man}: {}", parts.join(", "))))
}
