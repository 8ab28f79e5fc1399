//! A zone in one position: for people, as an object, as a drawing with arrows.
//!
//! ```text
//! 8 .  .  x  .  .  .  .  K      x        a stop of an attack
//! 7 .  1  x  .  .  .  .  .      1 2 …    a stop of the men that stop or support it, by its lowest level
//! 6[k] . [P] .  .  .  .  .     [k]       a man of the zone
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use adv_chess::Position;
use adv_chess::geometry::square_name;
use adv_vm::{AttackFacts, BundleFacts, ClosingFacts, MOST_LISTED, ZoneFacts, trajectory_text};
use serde_json::{Value, json};

use crate::svg::ArrowStyle;
use crate::text::joined;

mod arrows;
mod caption;
mod forecast;

pub use arrows::drawing;
pub(crate) use arrows::{StopMarks, steps};
pub(crate) use caption::caption;
pub use forecast::forecast;

/// Zone as text for people: the board, the strings of its main trajectories, a line for each man, the forecast. `with_ways` adds every
/// trajectory that is listed.
pub fn text(
    position: &Position,
    name: &str,
    facts: &ZoneFacts,
    flipped: bool,
    with_ways: bool,
) -> String {
    let mut text = format!("{name}\n");
    text.push_str(&crate::values::drawn_with(position, flipped, |square| {
        mark(facts, square)
    }));
    for string in &facts.strings {
        let _ = writeln!(text, "{string}");
    }
    if facts.more_strings > 0 {
        let _ = writeln!(text, "and {} more", facts.more_strings);
    }
    for (_, line) in lines(facts) {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "{}", forecast(facts));
    if with_ways {
        text.push_str(&listed(facts));
    }
    text.push('\n');
    text
}

/// Lists the trajectories one by one, each man and end under its level: `1  king a6-c7 in 2 of 2: a6-b6-c7, a6-b7-c7`.
fn listed(facts: &ZoneFacts) -> String {
    let mut found: BTreeSet<(ManAtLevel, u8, u32, String)> = BTreeSet::new();
    for bundle in bundles(facts) {
        let (man, end) = (square_name(bundle.man), square_name(bundle.end));
        let ways = way_texts(&bundle.trajectories).join(", ");
        let (level, role) = (bundle.level, bundle.role.name());
        let line = format!("{level}  {role} {man}-{end}: {ways}");
        let of_man = (level, bundle.is_friend, bundle.man);
        found.insert((of_man, bundle.end, bundle.moves, line));
    }
    let mut text = String::from("trajectories by level\n");
    for (.., line) in found {
        let _ = writeln!(text, "  {line}");
    }
    if all_listed(facts) >= MOST_LISTED {
        let _ = writeln!(
            text,
            "  these are {MOST_LISTED} at most; of the others one each"
        );
    }
    text
}

/// Trajectories as texts, `a6-b6-c7`.
pub(crate) fn way_texts(trajectories: &[Vec<u8>]) -> Vec<String> {
    let texts = trajectories.iter().map(|stops| trajectory_text(stops));
    texts.collect()
}

/// Number of trajectories that the facts list, over all men and levels.
fn all_listed(facts: &ZoneFacts) -> usize {
    bundles(facts).map(|bundle| bundle.trajectories.len()).sum()
}

/// Mark of a square in a text drawing: `x` for a stop of an attack, else the lowest level as a digit; `None` if no trajectory stops there.
fn mark(facts: &ZoneFacts, square: u8) -> Option<char> {
    let bundles = facts.attacks.iter().flat_map(|attack| &attack.bundles);
    let levels = bundles.filter(|bundle| {
        let mut stops = bundle.trajectories.iter().flatten();
        stops.any(|stop| *stop == square)
    });
    let lowest = levels.map(|bundle| bundle.level).min()?;
    Some(match lowest {
        0 => 'x',
        level => char::from_digit(level as u32, 36).unwrap_or('+'),
    })
}

/// Key to group trajectories by man: the level, true for a friend of the attacker, and the man's square (a1 = 0).
type ManAtLevel = (usize, bool, u8);

/// Way of a man to a square, with the attack that it belongs to.
type Way<'f> = (&'f AttackFacts, &'f BundleFacts);

/// Ways of each man, those of attacks that `ways` gives, each end and time once and the shortest first.
fn by_man<'f, W: IntoIterator<Item = &'f BundleFacts>>(
    facts: &'f ZoneFacts,
    ways: impl Fn(&'f AttackFacts) -> W,
) -> BTreeMap<ManAtLevel, Vec<Way<'f>>> {
    let mut found: BTreeMap<ManAtLevel, Vec<Way<'f>>> = BTreeMap::new();
    for attack in &facts.attacks {
        for way in ways(attack) {
            let of_man = found
                .entry((way.level, way.is_friend, way.man))
                .or_default();
            let same = |(_, other): &Way<'_>| (other.end, other.time) == (way.end, way.time);
            if !of_man.iter().any(same) {
                of_man.push((attack, way));
            }
        }
    }
    for of_man in found.values_mut() {
        of_man.sort_by_key(|(_, way)| (way.moves, square_name(way.end)));
    }
    found
}

/// Legend with a line for each man and its tasks: attackers first, then the men that stop or support them, level by level.
fn lines(facts: &ZoneFacts) -> Vec<(ArrowStyle, String)> {
    let found = by_man(facts, |attack| &attack.bundles);
    found.into_values().filter_map(line).collect()
}

/// Line of one man in the key: `king a6: c7 in 2 of 2, c8 in 2 of 3  (against it)`; it needs 2 moves and may take 3. `None` without ends.
fn line(ways: Vec<Way<'_>>) -> Option<(ArrowStyle, String)> {
    let (_, first) = *ways.first()?;
    let (level, is_friend, man) = (first.level, first.is_friend, first.man);
    let ends = ways.iter().map(|(_, bundle)| {
        let (end, moves, time) = (square_name(bundle.end), bundle.moves, bundle.time);
        match is_friend || level == 0 {
            true => format!("{end} in {moves}"),
            false => format!("{end} in {moves} of {time}"),
        }
    });
    let part = match (level, is_friend) {
        (0, _) => "attacks",
        (1, false) => "against it",
        (1, true) => "supports it",
        (_, false) => "supports that",
        (_, true) => "guards against that",
    };
    let style = ArrowStyle {
        color: first.color,
        level,
    };
    let (role, man, ends) = (first.role.name(), square_name(man), joined(ends, ", "));
    Some((style, format!("{role} {man}: {ends}  ({part})")))
}

/// Zone as a JSON object for tools, with up to 1,000 trajectories.
pub fn json(name: &str, moves: u32, facts: &ZoneFacts) -> Value {
    json!({
        "text": name,
        "type": "zone",
        "moves": moves,
        "vulnerable": facts.is_vulnerable,
        "main": facts.main_text(),
        "strings": facts.strings,
        "more-strings": facts.more_strings,
        "all-trajectories": all_listed(facts) < MOST_LISTED,
        "attacks": facts.attacks.iter().map(attack_object).collect::<Vec<_>>(),
    })
}

fn bundles(facts: &ZoneFacts) -> impl Iterator<Item = &BundleFacts> {
    facts.attacks.iter().flat_map(|attack| &attack.bundles)
}

fn attack_object(attack: &AttackFacts) -> Value {
    let bundle = |bundle: &BundleFacts| {
        json!({
            "level": bundle.level,
            "man": square_name(bundle.man),
            "role": bundle.role.name(),
            "side": bundle.color.name(),
            "end": square_name(bundle.end),
            "moves": bundle.moves,
            "time": bundle.time,
            "trajectories": way_texts(&bundle.trajectories),
        })
    };
    let closing = |closing: &ClosingFacts| {
        json!({
            "man": square_name(closing.man),
            "stop": square_name(closing.stop),
            "moves": closing.moves,
            "time": closing.time,
        })
    };
    json!({
        "man": square_name(attack.man),
        "end": square_name(attack.end),
        "gets-through": attack.gets_through,
        "closed-by": attack.closings.iter().map(closing).collect::<Vec<_>>(),
        "nearest": attack.nearest.as_ref().map(closing),
        "bundles": attack.bundles.iter().map(bundle).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::Arrow;
    use adv_chess::Color;
    use adv_chess::geometry::parse_square;
    use adv_chess::notation::parse_fen;
    use adv_vm::ZoneOperands;

    /// Position of Réti's study after a move of White's that wastes a tempo, with the zone of the white pawn's run.
    fn race() -> (Position, ZoneFacts) {
        let position = parse_fen("7K/8/k1P5/7p/8/8/8/8 b - - 0 1").expect("a position");
        let set = |name: &str| 1 << parse_square(name).expect("a square");
        let zone = ZoneOperands {
            men: set("c6"),
            targets: set("c8"),
            horizon: 6,
        };
        (position, ZoneFacts::of(&position, zone))
    }

    #[test]
    fn a_zone_is_told_man_by_man() {
        let (position, facts) = race();
        let told = text(&position, "race(W)", &facts, false, false);
        for line in [
            "race(W)",
            "8 .  .  x  .  .  .  .  K",
            "7 .  1  x  .  .  .  .  .",
            "6[k] 1 [P] .  .  .  .  .",
            "t(P, a(c6)a(c7)a(c8), 2)t(K, a(a6)a(b7)a(c8), 3)t(K, a(a6)a(b7)a(c7), 2)t(P, a(c6)a(b7), 1)",
            "pawn c6: c8 in 2  (attacks)",
            "king a6: c7 in 2 of 2, c8 in 2 of 3  (against it)",
            "pawn c6: b7 in 1  (guards against that)",
            "vulnerable: the pawn on c6 needs 2 moves to c8 and is stopped: the king on a6 comes to c7 in 2 moves of 2; the king on a6 comes to c8 in 2 moves of 3",
        ] {
            assert!(told.lines().any(|told| told == line), "{line}\n{told}");
        }
        let object = json("race(W)", 6, &facts);
        assert_eq!(object["main"], "c6-c7-c8");
        assert_eq!(
            object["attacks"][0]["bundles"][1]["trajectories"][0],
            "a6-b7-c8"
        );
        assert_eq!(object["vulnerable"], true);
    }

    #[test]
    fn a_zone_is_drawn_with_arrows() {
        let (position, facts) = race();
        let drawing = drawing(&facts);
        let square = |name: &str| parse_square(name).expect("a square");
        let main = Arrow {
            style: ArrowStyle {
                color: Color::White,
                level: 0,
            },
            from: square("c6"),
            to: square("c7"),
            is_stopped: false,
            number: 1,
        };
        assert!(drawing.arrows.contains(&main));
        let rings: Vec<(u8, &str)> = drawing
            .stops
            .iter()
            .filter(|stop| stop.is_closed)
            .filter_map(|stop| Some((stop.square, stop.stopped.as_ref()?.1.as_str())))
            .collect();
        assert_eq!(rings, [(square("c7"), "2 of 2"), (square("c8"), "2 of 3")]);
        let moves: Vec<(u8, &str)> = drawing
            .stops
            .iter()
            .filter_map(|stop| Some((stop.square, stop.arrives.as_ref()?.1.as_str())))
            .collect();
        assert_eq!(moves, [(square("c7"), "1"), (square("c8"), "2")]);
        let options = crate::svg::BoardOptions {
            ways: drawing,
            ..crate::svg::BoardOptions::default()
        };
        let svg = crate::svg::board(&position, &options);
        assert!(
            svg.contains("stroke-dasharray=\"9 6\""),
            "the pawn's second negation is dashed"
        );
        assert!(svg.contains("the white pawn on c6: guards b7 until it moves"));
        assert!(svg.contains("the black king on a6: to c7 in 2 moves (may take 2),"));
        let behind = Arrow {
            from: square("c7"),
            to: square("c8"),
            is_stopped: true,
            number: 2,
            ..main
        };
        assert!(
            options.ways.arrows.contains(&behind),
            "the pawn is stopped at c7"
        );
    }
}
