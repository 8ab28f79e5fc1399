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

use crate::svg::{Arrow, ArrowStyle, StopMark};

fn plural(number: u32, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

/// The zone for people: the board, the strings of its main trajectories, a line for each man, the forecast.
pub fn text(position: &Position, name: &str, facts: &ZoneFacts, flipped: bool) -> String {
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
    let _ = writeln!(text, "{}\n", forecast(facts));
    text
}

/// The mark of a square in a drawing with letters.
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

/// A line for each man and what it does: attackers first, then the men that stop or support them, level by level.
fn lines(facts: &ZoneFacts) -> Vec<(ArrowStyle, String)> {
    let mut found: BTreeMap<(usize, bool, u8), Vec<&BundleFacts>> = BTreeMap::new();
    for attack in &facts.attacks {
        for bundle in &attack.bundles {
            let of_man = found
                .entry((bundle.level, bundle.is_friend, bundle.man))
                .or_default();
            if !of_man
                .iter()
                .any(|other| (other.end, other.time) == (bundle.end, bundle.time))
            {
                of_man.push(bundle);
            }
        }
    }
    let line = |((level, is_friend, man), mut bundles): ((usize, bool, u8), Vec<&BundleFacts>)| {
        bundles.sort_by_key(|bundle| (bundle.moves, square_name(bundle.end)));
        let first = bundles.first()?;
        let ends: Vec<String> = bundles
            .iter()
            .map(|bundle| match level {
                0 => format!("{} in {}", square_name(bundle.end), bundle.moves),
                _ => format!(
                    "{} in {} of {}",
                    square_name(bundle.end),
                    bundle.moves,
                    bundle.time
                ),
            })
            .collect();
        let part = match (level, is_friend) {
            (0, _) => "  (attacks)",
            (1, false) => "  (stops it)",
            (1, true) => "  (supports it)",
            (_, false) => "  (supports those)",
            (_, true) => "  (stops those)",
        };
        let style = ArrowStyle {
            color: first.color,
            level,
        };
        Some((
            style,
            format!(
                "{} {}: {}{part}",
                first.role.name(),
                square_name(man),
                ends.join(", ")
            ),
        ))
    };
    found.into_iter().filter_map(line).collect()
}

/// The forecast in one sentence, with what gets through or what closes the attacks.
pub fn forecast(facts: &ZoneFacts) -> String {
    if facts.attacks.is_empty() {
        return "vulnerable: no man attacks anything within the horizon".to_owned();
    }
    let through: Vec<String> = facts
        .attacks
        .iter()
        .filter(|attack| attack.gets_through)
        .filter_map(|attack| {
            let role = attack.bundles.first()?.role;
            let (from, to) = (square_name(attack.man), square_name(attack.end));
            Some(format!(
                "the {} on {from} comes to {to} in {}",
                role.name(),
                plural(attack.moves, "move")
            ))
        })
        .collect();
    if !through.is_empty() {
        return format!("not vulnerable: {}", through.join("; "));
    }
    let closing: BTreeSet<String> = facts
        .attacks
        .iter()
        .flat_map(|attack| &attack.closings)
        .map(comes)
        .collect();
    format!(
        "vulnerable: {}",
        closing.into_iter().collect::<Vec<_>>().join("; ")
    )
}

/// `the king on a6 comes to c7 in 2 moves of 2`.
fn comes(closing: &ClosingFacts) -> String {
    format!(
        "the {} on {} comes to {} in {} of {}",
        closing.role.name(),
        square_name(closing.man),
        square_name(closing.stop),
        plural(closing.moves, "move"),
        closing.time
    )
}

/// The zone as an object, with up to 1,000 trajectories.
pub fn json(name: &str, moves: u32, facts: &ZoneFacts) -> Value {
    let listed: usize = bundles(facts).map(|bundle| bundle.trajectories.len()).sum();
    json!({
        "text": name,
        "type": "zone",
        "moves": moves,
        "vulnerable": facts.is_vulnerable,
        "main": facts.main_text(),
        "strings": facts.strings,
        "more-strings": facts.more_strings,
        "all-trajectories": listed < MOST_LISTED,
        "attacks": facts.attacks.iter().map(attack_object).collect::<Vec<_>>(),
    })
}

fn bundles(facts: &ZoneFacts) -> impl Iterator<Item = &BundleFacts> {
    facts.attacks.iter().flat_map(|attack| &attack.bundles)
}

fn attack_object(attack: &AttackFacts) -> Value {
    let bundle = |bundle: &BundleFacts| {
        let ways: Vec<String> = bundle
            .trajectories
            .iter()
            .map(|stops| trajectory_text(stops))
            .collect();
        json!({
            "level": bundle.level,
            "man": square_name(bundle.man),
            "role": bundle.role.name(),
            "side": bundle.color.name(),
            "end": square_name(bundle.end),
            "moves": bundle.moves,
            "time": bundle.time,
            "trajectories": ways,
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
        "bundles": attack.bundles.iter().map(bundle).collect::<Vec<_>>(),
    })
}

/// What a drawing of a zone adds to a board.
pub struct ZoneDrawing {
    /// The steps of all trajectories.
    pub arrows: Vec<Arrow>,
    /// Times beside stops, rings around closed ones.
    pub stops: Vec<StopMark>,
    /// A line for each man.
    pub key: Vec<(ArrowStyle, String)>,
    /// The forecast.
    pub caption: String,
}

/// The zone as arrows over a board.
pub fn drawing(name: &str, facts: &ZoneFacts) -> ZoneDrawing {
    let mut arrows: BTreeSet<Arrow> = BTreeSet::new();
    let mut times: BTreeMap<u8, u32> = BTreeMap::new();
    let mut closed = 0;
    for attack in &facts.attacks {
        closed |= attack.closed();
        for bundle in &attack.bundles {
            let style = ArrowStyle {
                color: bundle.color,
                level: bundle.level,
            };
            for stops in &bundle.trajectories {
                for (from, to) in stops.iter().zip(stops.iter().skip(1)) {
                    arrows.insert(Arrow {
                        style,
                        from: *from,
                        to: *to,
                    });
                }
            }
            if bundle.level > 0 && !bundle.is_friend {
                let time = times.entry(bundle.end).or_default();
                *time = (*time).max(bundle.time);
            }
        }
    }
    let marked: BTreeSet<u8> = adv_chess::squares::each(closed)
        .chain(times.keys().copied())
        .collect();
    let stops = marked.into_iter().map(|square| StopMark {
        square,
        is_closed: closed >> square & 1 != 0,
        text: times
            .get(&square)
            .map_or_else(String::new, |time| format!("≤{time}")),
    });
    ZoneDrawing {
        // The bold ones lie under the others.
        arrows: {
            let mut arrows: Vec<Arrow> = arrows.into_iter().collect();
            arrows.sort_by_key(|arrow| (arrow.style.level, *arrow));
            arrows
        },
        stops: stops.collect(),
        key: lines(facts),
        caption: format!("{name}: {}", forecast(facts)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::Color;
    use adv_chess::geometry::parse_square;
    use adv_chess::notation::parse_fen;
    use adv_vm::ZoneOperands;

    /// Réti's study after a move of White's that gives the move away: the white pawn runs.
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
        let told = text(&position, "race(W)", &facts, false);
        for line in [
            "race(W)",
            "8 .  .  x  .  .  .  .  K",
            "7 .  1  x  .  .  .  .  .",
            "6[k] 1 [P] .  .  .  .  .",
            "t(P, a(c6)a(c7)a(c8), 2)t(K, a(a6)a(b7)a(c8), 3)t(K, a(a6)a(b7)a(c7), 2)t(P, a(c6)a(b7), 1)",
            "pawn c6: c8 in 2  (attacks)",
            "king a6: c7 in 2 of 2, c8 in 2 of 3  (stops it)",
            "pawn c6: b7 in 1 of 1  (stops those)",
            "vulnerable: the king on a6 comes to c7 in 2 moves of 2; the king on a6 comes to c8 in 2 moves of 3",
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
        let drawing = drawing("race(W)", &facts);
        let square = |name: &str| parse_square(name).expect("a square");
        let main = Arrow {
            style: ArrowStyle {
                color: Color::White,
                level: 0,
            },
            from: square("c6"),
            to: square("c7"),
        };
        assert!(drawing.arrows.contains(&main));
        let rings: Vec<(u8, &str)> = drawing
            .stops
            .iter()
            .filter(|stop| stop.is_closed)
            .map(|stop| (stop.square, stop.text.as_str()))
            .collect();
        assert_eq!(rings, [(square("c7"), "≤2"), (square("c8"), "≤3")]);
        let options = crate::svg::BoardOptions {
            arrows: drawing.arrows,
            stops: drawing.stops,
            key: drawing.key,
            ..crate::svg::BoardOptions::default()
        };
        let svg = crate::svg::board(&position, &options);
        assert!(
            svg.contains("stroke-dasharray=\"9 6\""),
            "the pawn's second negation is dashed"
        );
        assert!(svg.contains("king a6: c7 in 2 of 2"));
    }
}
