//! Trajectories of men, the value of `BUNDLE` way by way: for people, as an object, as arrows over a board.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adv_chess::geometry::square_name;
use adv_vm::{WayFacts, WaysFacts, trajectory_text};
use serde_json::{Value, json};

use crate::svg::{Arrow, ArrowStyle, KeySign, Ways};
use crate::zone::{StopMarks, steps, way_texts};

/// Trajectories as text, a line for each man and end; `with_ways` adds the trajectories that are listed, one a line.
pub fn text(facts: &WaysFacts, with_ways: bool) -> String {
    let mut text = String::new();
    for way in &facts.bundles {
        let _ = writeln!(text, "{}", line(way));
        if with_ways {
            for stops in &way.trajectories {
                let _ = writeln!(text, "  {}", trajectory_text(stops));
            }
            let more = unlisted(way);
            if more > 0 {
                let _ = writeln!(text, "  and {more} more");
            }
        }
    }
    text
}

/// Summary of a man's trajectories to one square: `king h8 to c8: 5 moves, 51 trajectories`.
fn line(way: &WayFacts) -> String {
    let counted = |number: u64, one: &str, many: &str| match number {
        1 => format!("1 {one}"),
        more => format!("{more} {many}"),
    };
    format!(
        "{} {} to {}: {}, {}",
        way.role.name(),
        square_name(way.man),
        square_name(way.end),
        counted(way.moves.into(), "move", "moves"),
        counted(way.number, "trajectory", "trajectories")
    )
}

fn unlisted(way: &WayFacts) -> u64 {
    way.number.saturating_sub(way.trajectories.len() as u64)
}

/// Trajectories as JSON objects, one for each man and end.
pub fn json(facts: &WaysFacts) -> Value {
    let object = |way: &WayFacts| {
        json!({
            "man": square_name(way.man),
            "role": way.role.name(),
            "side": way.color.name(),
            "end": square_name(way.end),
            "moves": way.moves,
            "number": way.number,
            "trajectories": way_texts(&way.trajectories),
        })
    };
    facts.bundles.iter().map(object).collect()
}

/// Draws the listed trajectories as arrows over a board, with their numbers and key.
pub fn drawing(facts: &WaysFacts) -> Ways {
    let mut arrows: BTreeSet<Arrow> = BTreeSet::new();
    let mut marks = StopMarks::default();
    let mut key = Vec::new();
    for way in &facts.bundles {
        let style = ArrowStyle {
            color: way.color,
            level: 0,
        };
        for stops in &way.trajectories {
            arrows.extend(steps(style, stops, 0));
            marks.arrives(way.color, stops);
        }
        let mut words = line(way);
        if unlisted(way) > 0 {
            let _ = write!(words, ", {} of them drawn", way.trajectories.len());
        }
        key.push((KeySign::Arrow(style), words));
    }
    if !arrows.is_empty() {
        key.push((KeySign::Number, "which move of the man it is".to_owned()));
    }
    Ways {
        arrows: arrows.into_iter().collect(),
        stops: marks.done(),
        key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::geometry::parse_square;
    use adv_chess::notation::parse_fen;

    fn king(moves: Option<u32>) -> WaysFacts {
        let position = parse_fen("7K/8/k1P5/7p/8/8/8/8 b - - 0 1").expect("a position");
        let set = |name: &str| 1 << parse_square(name).expect("a square");
        WaysFacts::of(&position, set("a6"), set("c7"), moves)
    }

    #[test]
    fn ways_are_told_listed_and_drawn() {
        let facts = king(None);
        assert_eq!(
            text(&facts, true),
            "king a6 to c7: 2 moves, 2 trajectories\n  a6-b6-c7\n  a6-b7-c7\n"
        );
        let object = json(&facts);
        assert_eq!(object[0]["trajectories"], json!(["a6-b6-c7", "a6-b7-c7"]));
        let drawing = drawing(&facts);
        assert_eq!(drawing.arrows.len(), 4);
        let marks: Vec<(String, &str)> = drawing
            .stops
            .iter()
            .filter_map(|stop| Some((square_name(stop.square), stop.arrives.as_ref()?.1.as_str())))
            .collect();
        let expected = [("b6", "1"), ("b7", "1"), ("c7", "2")];
        assert_eq!(
            marks,
            expected.map(|(square, moves)| (square.to_owned(), moves))
        );
    }

    #[test]
    fn ways_of_more_moves_are_those_of_degree_two() {
        let facts = king(Some(3));
        assert_eq!(facts.bundles.len(), 1);
        assert_eq!(facts.bundles[0].moves, 3);
        assert_eq!(
            facts.bundles[0].number,
            facts.bundles[0].trajectories.len() as u64
        );
        assert_eq!(king(Some(1)).bundles, []);
    }
}
