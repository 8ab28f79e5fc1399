//! Boards of a report's page: small ones that are there without a script, and the lines that the large one walks through.
//!
//! ```text
//!   <button class="thumb" data-line="2" data-ply="5"> small board </button>
//!                             │            │
//!   lines[2] = { "title", "sentence", "fen", "plies": [{ "label", "uci", "fen", "us", "by", "notes" }], "round" }
//! ```

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_chess::squares::each;
use adv_chess::{Color, Move, Position};
use adv_module::Program;
use adv_prover::Line;
use serde_json::{Value, json};

use crate::proof::choice::Chosen;
use crate::proof::steps::steps;
use crate::svg::{cell_of, escaped, man_id};

/// The lines and single positions that the large board can show.
#[derive(Default)]
pub(super) struct BoardViews {
    lines: Vec<Value>,
    /// Black at the bottom.
    pub(super) flipped: bool,
}

/// A line as the large board shows it.
#[derive(Default)]
pub(super) struct Walk<'a> {
    /// The heading.
    pub title: String,
    /// The facts about it.
    pub sentence: String,
    /// The facts about single plies, by their index.
    pub notes: Vec<(usize, Vec<String>)>,
    /// The ply that a cycle begins with.
    pub round: Option<usize>,
    /// The line's plies, `None` for a single position.
    pub line: Option<(&'a Program, &'a Line)>,
    /// Moves drawn as arrows where nothing has been played yet, each with its class.
    pub arrows: Vec<(Move, &'static str)>,
    /// The zones that are spoken of, by plies, the beginning first, as [`crate::spoken::page`] has them.
    pub zones: Vec<Vec<Value>>,
}

impl BoardViews {
    /// Empty, seen from a side.
    pub(super) fn from(us: Option<Color>) -> BoardViews {
        BoardViews {
            lines: Vec::new(),
            flipped: us == Some(Color::Black),
        }
    }

    /// Adds what the large board can show from a position on, and answers its number.
    pub(super) fn add(&mut self, start: &Position, walk: &Walk<'_>) -> usize {
        let mut plies: Vec<Value> = Vec::new();
        if let Some((module, line)) = walk.line {
            for (index, (step, choice)) in steps(line).iter().enumerate() {
                let chosen = choice.map(|choice| Chosen::new(module, choice));
                let notes = walk.notes.iter().filter(|(at, _)| *at == index);
                let notes: Vec<&String> = notes.flat_map(|(_, notes)| notes).collect();
                let mut ply = json!({
                    "label": step.numbered(),
                    "uci": step.mv.to_string(),
                    "fen": fen(&step.after),
                    "us": step.mover() == start.turn(),
                    "short": chosen.map(Chosen::short),
                    "by": chosen.map(Chosen::title),
                    "because": chosen.and_then(Chosen::because),
                    "quotes": chosen.map(Chosen::quotes).unwrap_or_default(),
                    "notes": notes,
                });
                if let Some(zones) = walk.zones.get(index + 1).filter(|zones| !zones.is_empty()) {
                    ply["zones"] = json!(zones);
                }
                plies.push(ply);
            }
        }
        let arrows: Vec<[String; 2]> = walk
            .arrows
            .iter()
            .map(|(mv, class)| [arrow(*mv, self.flipped), (*class).to_owned()])
            .collect();
        let mut line = json!({
            "title": walk.title,
            "sentence": walk.sentence,
            "fen": fen(start),
            "plies": plies,
            "round": walk.round,
            "arrows": arrows,
        });
        if let Some(zones) = walk.zones.first().filter(|zones| !zones.is_empty()) {
            line["zones"] = json!(zones);
        }
        self.lines.push(line);
        self.lines.len() - 1
    }

    /// A small board that opens a line at a ply: 0 is its beginning. The caption is markup.
    pub(super) fn figure(
        &self,
        position: &Position,
        last: Option<Move>,
        at: (usize, usize),
        caption: &str,
        arrows: &[(Move, &'static str)],
    ) -> String {
        let drawn: Vec<String> = arrows
            .iter()
            .map(|(mv, class)| {
                let d = arrow(*mv, self.flipped);
                format!("<path class=\"arrow {class}\" d=\"{d}\"/>")
            })
            .collect();
        self.figure_with(&drawn.concat(), position, last, at, caption)
    }

    /// The same with a drawing of one's own over the men.
    pub(super) fn figure_with(
        &self,
        over: &str,
        position: &Position,
        last: Option<Move>,
        at: (usize, usize),
        caption: &str,
    ) -> String {
        let (line, ply) = at;
        let title = self
            .lines
            .get(line)
            .and_then(|line| line["title"].as_str())
            .map_or_else(String::new, escaped);
        format!(
            "<figure class=\"small\"><button type=\"button\" class=\"thumb\" data-line=\"{line}\" data-ply=\"{ply}\" \
             title=\"show large\" aria-label=\"{title}: {}, show large\">{}</button><figcaption>{caption}</figcaption></figure>\n",
            escaped(&fen(position)),
            drawing(position, last, self.flipped, over)
        )
    }

    /// The block of data of the page.
    pub(super) fn data(&self) -> Value {
        json!({ "flipped": self.flipped, "lines": self.lines })
    }
}

/// The squares that all small boards share: one definition.
pub(super) fn definition() -> String {
    let mut dark = String::new();
    for index in 0..64 {
        let (column, row) = (index % 8, index / 8);
        if (column + row) % 2 == 1 {
            let _ = write!(dark, "M{} {}h100v100h-100z", column * 100, row * 100);
        }
    }
    format!(
        "<g id=\"adv-board\"><rect class=\"sq-l\" width=\"800\" height=\"800\"/><path class=\"sq-d\" d=\"{dark}\"/></g>"
    )
}

fn corner(square: u8, flipped: bool) -> (i32, i32) {
    let (column, row) = cell_of(square, flipped);
    (i32::from(column) * 100, i32::from(row) * 100)
}

/// A small board.
fn drawing(position: &Position, last: Option<Move>, flipped: bool, over: &str) -> String {
    let mut text = String::from(
        "<svg viewBox=\"-8 -8 816 816\" aria-hidden=\"true\"><use href=\"#adv-board\"/>",
    );
    for square in last.into_iter().flat_map(|mv| [mv.from, mv.to]) {
        let (x, y) = corner(square, flipped);
        let _ = write!(
            text,
            "<path class=\"sq-last\" d=\"M{x} {y}h100v100h-100z\"/>"
        );
    }
    for square in each(position.occupied()) {
        if let Some((color, role)) = position.piece_at(square) {
            let (x, y) = corner(square, flipped);
            let _ = write!(
                text,
                "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>",
                man_id(color, role)
            );
        }
    }
    text.push_str(over);
    text.push_str("<rect class=\"frame\" x=\"-4\" y=\"-4\" width=\"808\" height=\"808\"/></svg>");
    text
}

/// The outline of an arrow from square to square.
fn arrow(mv: Move, flipped: bool) -> String {
    let middle = |square: u8| {
        let (x, y) = corner(square, flipped);
        (f64::from(x) + 50.0, f64::from(y) + 50.0)
    };
    let ((x1, y1), (x2, y2)) = (middle(mv.from), middle(mv.to));
    let length = ((x2 - x1).powi(2) + (y2 - y1).powi(2)).sqrt().max(1.0);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    // Along the arrow and across it, from the middle of its first square.
    let corners = [
        (24.0, -9.0),
        (length - 36.0, -9.0),
        (length - 36.0, -26.0),
        (length + 6.0, 0.0),
        (length - 36.0, 26.0),
        (length - 36.0, 9.0),
        (24.0, 9.0),
    ];
    let mut text = String::new();
    for (index, (along, across)) in corners.into_iter().enumerate() {
        let (x, y) = (x1 + dx * along - dy * across, y1 + dy * along + dx * across);
        let step = if index == 0 { 'M' } else { 'L' };
        let _ = write!(text, "{step}{x:.1} {y:.1}");
    }
    text.push('z');
    text
}
