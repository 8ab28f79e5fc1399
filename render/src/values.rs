//! Values of expressions in one position: boards drawn, numbers and descriptors in words.
//!
//! ```text
//! 8 . . . . . . . .      K r  a man, outside the board
//! 7 . . . . K . . .     [r]   a man on one of its squares
//! 6 . . x x x . . .      x    an empty square of the board
//! ```
//!
//! A zone is three words of type board: the squares of its men, those of its targets, and its horizon. [`crate::zone`] draws it.

use std::fmt::Write as _;

use adv_chess::drawing::fen_letter;
use adv_chess::geometry::set_names;
use adv_chess::notation::fen;
use adv_chess::{Color, Position};
use adv_module::Ty;
use adv_vm::{WaysFacts, ZoneFacts, ZoneOperands, value_text};
use serde_json::{Value, json};

use crate::svg::{self, BoardOptions, Overlay, Theme};
use crate::text::joined;

/// Expression of a program with its value in one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownValue {
    /// Source text of the expression.
    pub text: String,
    /// Type of the value, or of each component of a tuple.
    pub ty: Ty,
    /// Value as 64-bit words: one, or several for a tuple or a zone.
    pub words: Vec<u64>,
    /// Trajectories whose squares make up the value, for an expression written as `BUNDLE`; `None` for others.
    pub ways: Option<WaysFacts>,
}

impl ShownValue {
    /// Value in words: a number, a truth value, squares, or a tuple in parentheses.
    pub fn value(&self) -> String {
        let words = self.words.iter().map(|word| value_text(self.ty, *word));
        match self.words.len() {
            1 => words.collect(),
            _ => format!("({})", joined(words, ", ")),
        }
    }

    /// Pieces, targets and horizon of the zone; `None` if the value is no zone.
    pub fn zone(&self) -> Option<ZoneOperands> {
        match (self.ty, self.words.as_slice()) {
            (Ty::Board, [men, targets, moves]) => Some(ZoneOperands {
                men: *men,
                targets: *targets,
                horizon: adv_vm::horizon(*moves),
            }),
            _ => None,
        }
    }

    /// Set of squares of a board, one bit each; `None` if the value is not of type board.
    pub fn squares(&self) -> Option<u64> {
        match (self.ty, self.words.as_slice()) {
            (Ty::Board, [squares]) => Some(*squares),
            _ => None,
        }
    }
}

/// Values as text for people: a drawing for each board, a line for everything else; then side to move and FEN. `with_ways` adds the list
/// of trajectories of zones and of `BUNDLE`.
pub fn text(position: &Position, shown: &[ShownValue], flipped: bool, with_ways: bool) -> String {
    let mut text = String::new();
    for value in shown {
        if let Some(zone) = value.zone() {
            let facts = ZoneFacts::of(position, zone);
            text.push_str(&crate::zone::text(
                position,
                &value.text,
                &facts,
                flipped,
                with_ways,
            ));
            continue;
        }
        match value.squares() {
            Some(squares) => {
                let _ = writeln!(text, "{}", value.text);
                text.push_str(&board(position, squares, flipped));
                let count = squares.count_ones();
                let noun = if count == 1 { "square" } else { "squares" };
                let _ = match count {
                    0 => writeln!(text, "no square"),
                    _ => writeln!(text, "{count} {noun}  {}", set_names(squares)),
                };
                if let Some(ways) = &value.ways {
                    text.push_str(&crate::ways::text(ways, with_ways));
                }
                text.push('\n');
            }
            None => {
                let _ = writeln!(text, "{} = {}\n", value.text, value.value());
            }
        }
    }
    let _ = writeln!(text, "{} to move  {}", position.turn(), fen(position));
    text
}

/// Draws the position in text, with an `x` or brackets on the squares of a set (one bit each).
pub fn board(position: &Position, squares: u64, flipped: bool) -> String {
    drawn_with(position, flipped, |square| {
        (squares >> square & 1 != 0).then_some('x')
    })
}

/// Draws the position in text, with the character that `mark` gives for a square; around a man it becomes brackets.
pub(crate) fn drawn_with(
    position: &Position,
    flipped: bool,
    mark: impl Fn(u8) -> Option<char>,
) -> String {
    let from_left = |i: u8| if flipped { 7 - i } else { i };
    let mut text = String::with_capacity(256);
    for row in 0..8 {
        let rank = 7 - from_left(row);
        let mut line = char::from(b'1' + rank).to_string();
        for column in 0..8 {
            let square = rank * 8 + from_left(column);
            let cell = match (position.piece_at(square), mark(square)) {
                (Some((color, role)), Some(_)) => format!("[{}]", fen_letter(color, role)),
                (Some((color, role)), None) => format!(" {} ", fen_letter(color, role)),
                (None, Some(mark)) => format!(" {mark} "),
                (None, None) => " . ".to_owned(),
            };
            line.push_str(&cell);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push(' ');
    let files = (0..8).map(|column| format!(" {}", char::from(b'a' + from_left(column))));
    text.push_str(&joined(files, " "));
    text.push('\n');
    text
}

/// Values as one JSON object, zones as in [`crate::zone::json`]:
/// `{ "fen", "us", "values": [ { "text", "type", "squares": ["e4"], "ways": [] | "value": 3 | true | [1, 2] } ] }`.
pub fn json(position: &Position, us: Color, shown: &[ShownValue]) -> Value {
    let values: Vec<Value> = shown
        .iter()
        .map(|value| {
            if let Some(zone) = value.zone() {
                let facts = ZoneFacts::of(position, zone);
                return crate::zone::json(&value.text, zone.horizon, &facts);
            }
            let mut object = json!({ "text": value.text, "type": value.ty.word() });
            match (value.ty, value.words.as_slice()) {
                (Ty::Board, [squares]) => {
                    let names: Vec<String> = adv_chess::squares::file_major(*squares)
                        .map(adv_chess::geometry::square_name)
                        .collect();
                    object["squares"] = json!(names);
                    if let Some(ways) = &value.ways {
                        object["ways"] = crate::ways::json(ways);
                    }
                }
                (Ty::Truth, [word]) => object["value"] = json!(*word != 0),
                (Ty::Number, [word]) => object["value"] = json!(*word as i64),
                (Ty::Number, words) => {
                    let numbers: Vec<i64> = words.iter().map(|word| *word as i64).collect();
                    object["value"] = json!(numbers);
                }
                _ => object["value"] = json!(value.value()),
            }
            object
        })
        .collect();
    json!({ "fen": fen(position), "us": us.name(), "values": values })
}

/// Draws the boards among the values over one another as SVG; the other values are in its caption.
pub fn drawing(position: &Position, shown: &[ShownValue], theme: Theme, flipped: bool) -> String {
    let overlays = shown
        .iter()
        .filter(|value| value.ways.is_none())
        .filter_map(|value| {
            Some(Overlay {
                text: value.text.clone(),
                squares: value.squares()?,
            })
        })
        .collect();
    let mut options = BoardOptions {
        overlays,
        theme,
        flipped,
        ..BoardOptions::default()
    };
    let mut words: Vec<String> = Vec::new();
    for value in shown {
        if let Some(zone) = value.zone() {
            let facts = ZoneFacts::of(position, zone);
            options.ways.extend(crate::zone::drawing(&facts));
            words.push(crate::zone::caption(position, &value.text, &facts));
        } else if let Some(ways) = &value.ways {
            options.ways.extend(crate::ways::drawing(ways));
            words.push(match ways.bundles.is_empty() {
                true => format!("{}: no way", value.text),
                false => value.text.clone(),
            });
        } else if value.squares().is_none() {
            words.push(format!("{} = {}", value.text, value.value()));
        }
    }
    // Zones are told in sentences.
    let has_zones = shown.iter().any(|value| value.zone().is_some());
    let words = words.join(if has_zones { " " } else { ", " });
    options.caption = match (options.ways.arrows.is_empty(), words.is_empty()) {
        (_, true) => None,
        (true, false) => Some(words),
        // Times count from the side to move.
        (false, false) => Some(format!("{} to move. {words}", position.turn())),
    };
    svg::board(position, &options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use adv_chess::notation::parse_fen;

    #[test]
    fn boards_are_drawn_and_other_values_said() {
        let position = parse_fen("8/8/8/4k3/8/3R4/8/2K5 w - - 0 1").expect("a position");
        let shown = [
            ShownValue {
                text: "SQ(R) ∪ {a1}".to_owned(),
                ty: Ty::Board,
                words: vec![1 << 19 | 1],
                ways: None,
            },
            ShownValue {
                text: "dist(W.K, B.K)".to_owned(),
                ty: Ty::Number,
                words: vec![4],
                ways: None,
            },
        ];
        let drawn = text(&position, &shown, false, false);
        assert!(drawn.contains("3 .  .  . [R] .  .  .  .\n"), "{drawn}");
        assert!(drawn.contains("1 x  .  K  .  .  .  .  .\n"), "{drawn}");
        assert!(drawn.contains("  a  b  c  d  e  f  g  h\n"), "{drawn}");
        assert!(drawn.contains("2 squares  {a1, d3}\n"), "{drawn}");
        assert!(drawn.contains("dist(W.K, B.K) = 4\n"), "{drawn}");
        let object = json(&position, Color::White, &shown);
        assert_eq!(object["values"][0]["squares"], json!(["a1", "d3"]));
        assert_eq!(object["values"][1]["value"], 4);
    }
}
