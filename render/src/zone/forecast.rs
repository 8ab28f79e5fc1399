//! The forecast of a zone as a sentence: the attacks that get through, or the men that stop them, with squares and numbers of moves.

use std::collections::BTreeSet;

use adv_chess::Role;
use adv_chess::geometry::square_name;
use adv_vm::{AttackFacts, ClosingFacts, ZoneFacts};

use crate::text::joined;

/// Number with its noun: `1 move`, `3 moves`.
pub(super) fn plural(number: u32, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

/// Most attacks, or men that stop them, that a forecast names.
const MOST_NAMED: usize = 6;

/// Text of the first [`MOST_NAMED`] items, joined by semicolons, and how many more there are.
pub(super) fn some_of(all: impl IntoIterator<Item = String>) -> String {
    let mut all = all.into_iter();
    let named = joined(all.by_ref().take(MOST_NAMED), "; ");
    match all.count() {
        0 => named,
        more => format!("{named}; and {more} more"),
    }
}

/// Forecast of a zone in one sentence, with the attacks that get through, or with the men that stop all of them.
pub fn forecast(facts: &ZoneFacts) -> String {
    let through: Vec<&AttackFacts> = facts
        .attacks
        .iter()
        .filter(|attack| attack.gets_through)
        .collect();
    if let [only] = through.as_slice() {
        return format!("not vulnerable: {}{}", goes(only), why_free(only));
    }
    if !through.is_empty() {
        let all = some_of(through.into_iter().map(goes));
        return format!("not vulnerable: {all}");
    }
    let closing: BTreeSet<String> = facts
        .attacks
        .iter()
        .flat_map(|attack| &attack.closings)
        .map(comes)
        .collect();
    let closing = some_of(closing);
    match facts.attacks.as_slice() {
        [] => "vulnerable: no man attacks anything within the horizon".to_owned(),
        [only] => format!(
            "vulnerable: {} needs {} to {} and is stopped: {closing}",
            attacker(only),
            plural(only.moves, "move"),
            square_name(only.end)
        ),
        several => format!(
            "vulnerable: none of {} attacks gets through: {closing}",
            several.len()
        ),
    }
}

/// Attacking man in words: `the pawn on h5`.
fn attacker(attack: &AttackFacts) -> String {
    let role = attack
        .bundles
        .first()
        .map_or("man", |main| main.role.name());
    format!("the {role} on {}", square_name(attack.man))
}

/// Success of an attack in words: `the pawn on h5 gets through to h1 in 4 moves`.
fn goes(attack: &AttackFacts) -> String {
    format!(
        "{} gets through to {} in {}",
        attacker(attack),
        square_name(attack.end),
        plural(attack.moves, "move")
    )
}

/// Words on why an attack gets through: the stops that close only some of its ways, or else why the nearest enemy does not stop it: `; the
/// king on h8 is too late: it needs 7 moves to h1 and may take 4`.
fn why_free(attack: &AttackFacts) -> String {
    let closing: BTreeSet<String> = attack.closings.iter().map(comes).collect();
    match closing.is_empty() {
        true => free_or_late(attack),
        false => format!("; but not by every way: {}", some_of(closing)),
    }
}

/// Words on why the nearest enemy does not stop an attack that gets through; empty if there is no enemy.
pub(super) fn free_or_late(attack: &AttackFacts) -> String {
    let Some(near) = &attack.nearest else {
        return String::new();
    };
    let man = format!("the {} on {}", near.role.name(), square_name(near.man));
    let (stop, moves) = (square_name(near.stop), plural(near.moves, "move"));
    let needed = format!("{moves} to {stop} and may take {}", near.time);
    match near.moves > near.time {
        true => format!("; {man} is too late: it needs {needed}"),
        false => format!("; {man} needs {needed}, but the way is guarded"),
    }
}

/// Defence of a stop in words: `the king on a6 comes to c7 in 2 moves of 2`, `the pawn on c6 guards b7`.
fn comes(closing: &ClosingFacts) -> String {
    if captures(closing) {
        return format!(
            "the pawn on {} guards {}",
            square_name(closing.man),
            square_name(closing.stop)
        );
    }
    format!(
        "the {} on {} comes to {} in {} of {}",
        closing.role.name(),
        square_name(closing.man),
        square_name(closing.stop),
        plural(closing.moves, "move"),
        closing.time
    )
}

/// True for a pawn one move from a square of another file: it captures there, and goes there in no other way.
fn captures(closing: &ClosingFacts) -> bool {
    closing.role == Role::Pawn && closing.moves == 1 && closing.man & 7 != closing.stop & 7
}
