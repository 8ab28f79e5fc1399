//! Values in texts: boards, numbers, sides and zones as people write them.

use std::collections::BTreeSet;

use adv_compiler::hir::{Role, Said, TextPart};
use shakmaty::Color;

use super::Reference;
use super::eval::{Locals, Scene};
use super::squares::{Squares, name};
use super::value::{Answer, Value};
use super::view::View;
use super::ways::Ways;
use super::zone::{self, AttackList};

impl Reference<'_> {
    /// A text with the values of its slots; `mirrored`: the program sees the colours exchanged, and they are exchanged back.
    pub(super) fn text(&self, parts: &[TextPart], scene: &Scene, mirrored: bool) -> Answer<String> {
        let mut text = String::new();
        for part in parts {
            match part {
                TextPart::Text(plain) => text.push_str(plain),
                TextPart::Choice { by, forms } => {
                    let value = self.value(by, scene, &mut Locals::none())?;
                    text.push_str(chosen(&value, forms, mirrored));
                }
                TextPart::Board { board, said } => {
                    let board = self.value(board, scene, &mut Locals::none())?.board()?;
                    let here = self.here_in(scene);
                    text.push_str(&said_board(&board, *said, (scene, &here), mirrored));
                }
                TextPart::Value(expr) | TextPart::Zone(expr) => {
                    let value = self.value(expr, scene, &mut Locals::none())?;
                    text.push_str(&match &value {
                        Value::Zone(men, targets, moves) => {
                            let ways = Ways::of(&scene.current);
                            let zone = zone::attacks(&ways, men, targets, *moves)?;
                            written_zone(&zone, mirrored)
                        }
                        value => written(value, mirrored),
                    });
                }
            }
        }
        Ok(text)
    }
}

/// The main trajectories of a zone: up to four of them, of more their number and ends.
fn written_zone(zone: &[AttackList], mirrored: bool) -> String {
    let square = |&(file, rank): &(i32, i32)| name((file, if mirrored { 7 - rank } else { rank }));
    let (mut ways, mut ends) = (BTreeSet::new(), BTreeSet::new());
    for way in zone.iter().flat_map(|attack| attack.main.iter()) {
        let stops: Vec<String> = way.iter().map(square).collect();
        if let [first, .., last] = stops.as_slice() {
            ends.insert(format!("{first}-{last}"));
        }
        ways.insert(stops.join("-"));
    }
    match ways.len() {
        0 => "no trajectory".to_owned(),
        1..=4 => ways.into_iter().collect::<Vec<_>>().join(" or "),
        more => {
            let ends: Vec<String> = ends.into_iter().collect();
            format!("{more} trajectories {}", ends.join(", "))
        }
    }
}

/// The form that a value chooses.
fn chosen<'f>(value: &Value, forms: &'f [String], mirrored: bool) -> &'f str {
    let at = match value {
        Value::Side(side) => usize::from((*side == Color::Black) != mirrored),
        Value::Truth(truth) => usize::from(!truth),
        Value::Numbers(numbers) => {
            let number = numbers.first().map_or(0, |number| number.unsigned_abs());
            match (forms.len(), number % 10, number % 100) {
                (2, ..) => usize::from(number != 1),
                (_, 1, hundred) if hundred != 11 => 0,
                (_, 2..=4, hundred) if !(12..=14).contains(&hundred) => 1,
                _ => 2,
            }
        }
        _ => 0,
    };
    forms.get(at).map_or("", String::as_str)
}

/// A board as men, files or ranks. The men of `HERE` are those of the root.
fn said_board(
    board: &Squares,
    said: Said,
    (scene, here): (&Scene, &Squares),
    mirrored: bool,
) -> String {
    let mut squares: Vec<(i32, i32)> = board.iter().collect();
    let seen = |(file, rank): (i32, i32)| (file, if mirrored { 7 - rank } else { rank });
    squares.sort_unstable_by_key(|&at| seen(at));
    let mut words: Vec<String> = Vec::new();
    for at in squares {
        let word = match said {
            Said::Files => char::from(b'a' + seen(at).0 as u8).to_string(),
            Said::Ranks => (seen(at).1 + 1).to_string(),
            Said::Men => {
                let root = scene.root.as_deref().filter(|_| here.has(at));
                let view: &View = root.unwrap_or(&scene.current);
                let stands = |role: Role| {
                    let sides = [Color::White, Color::Black];
                    sides
                        .iter()
                        .any(|&side| view.men(side, Some(role)).iter().any(|man| man == at))
                };
                let letters = [
                    (Role::King, "K"),
                    (Role::Queen, "Q"),
                    (Role::Rook, "R"),
                    (Role::Bishop, "B"),
                    (Role::Knight, "N"),
                ];
                let letter = letters.iter().find(|(role, _)| stands(*role));
                format!(
                    "{}{}",
                    letter.map_or("", |(_, letter)| letter),
                    name(seen(at))
                )
            }
        };
        words.push(word);
    }
    if said != Said::Men {
        words.sort();
        words.dedup();
    }
    match words.split_last() {
        _ if said == Said::Men && words.len() > 10 => format!("{} squares", words.len()),
        None => "no square".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}

/// A value as people write it; squares in the position's own colours.
fn written(value: &Value, mirrored: bool) -> String {
    match value {
        Value::Numbers(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(", ")
        }
        Value::Truth(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        Value::Board(set) if set.is_empty() => "no square".to_owned(),
        Value::Board(set) => {
            let mut squares: Vec<(i32, i32)> = set
                .iter()
                .map(|(file, rank)| (file, if mirrored { 7 - rank } else { rank }))
                .collect();
            squares.sort_unstable();
            let names: Vec<String> = squares.into_iter().map(name).collect();
            match names.as_slice() {
                [only] => only.clone(),
                more if more.len() > 10 => format!("{} squares", more.len()),
                [before @ .., last] => format!("{} and {last}", before.join(", ")),
                [] => String::new(),
            }
        }
        other => format!("{other:?}"),
    }
}
