//! Arrows over a board: ways of men, stop by stop, each with the number of its move, and rings where an enemy is in time.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use adv_chess::Color;

use super::contour::cell_of;
use super::escaped;
use crate::text::joined;

/// Look of an arrow: the side of its man, and its level in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArrowStyle {
    /// Side of the man whose way is drawn.
    pub color: Color,
    /// Level of the way in its zone: 0 for the ways of an attack, which are bold; 1 full, 2 dashed, from 3 on dotted.
    pub level: usize,
}

/// Arrow for one step of a man's way over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// Colour, and kind of line.
    pub style: ArrowStyle,
    /// Square where the step begins, a1 = 0.
    pub from: u8,
    /// Square where the step ends, a1 = 0.
    pub to: u8,
    /// True for a step after a stop where an enemy is in time: it is drawn thin and broken.
    pub is_stopped: bool,
    /// Number of the man's move on its way, from 1; 0 for none, as for a man that guards a square and does not move.
    pub number: u32,
}

/// Mark at a stop, a square where a man's way ends a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopMark {
    /// Square of the stop, a1 = 0.
    pub square: u8,
    /// True for a ring, which says that an enemy comes there in time.
    pub is_closed: bool,
    /// Side of an attacker, and the numbers of its moves that reach the stop: `1,3`. Pages show it; a larger board has numbers on arrows.
    pub arrives: Option<(Color, String)>,
    /// Side of an enemy, and the moves that it needs to the stop and may take: `2 of 3`. Pages show it; a larger board has it in its key.
    pub stopped: Option<(Color, String)>,
}

/// Sign at the beginning of a line of the key below a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySign {
    /// Arrow of a style.
    Arrow(ArrowStyle),
    /// Arrow of a step after a stop where an enemy is in time.
    Broken(ArrowStyle),
    /// Ring around a stop where an enemy is in time.
    Ring,
    /// Number of a man's move, as on its step.
    Number,
}

/// Drawing over a board that shows the ways of men.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ways {
    /// Steps of the ways, those that lie under the others first.
    pub arrows: Vec<Arrow>,
    /// Marks at the stops of ways, such as rings where an enemy is in time, one for each square.
    pub stops: Vec<StopMark>,
    /// Lines under the board that explain the arrows, each after its sign.
    pub key: Vec<(KeySign, String)>,
}

impl Ways {
    /// Adds the ways of another drawing over these.
    pub(crate) fn extend(&mut self, other: Ways) {
        self.arrows.extend(other.arrows);
        self.stops.extend(other.stops);
        self.key.extend(other.key);
    }
}

/// Colours of White's ways and of Black's; they differ in lightness as well as in hue.
const COLOURS: [&str; 2] = ["#c77700", "#1c4fa0"];
const CLOSED: &str = "#c22a1e";
/// Colours of the discs under the numbers of White's moves and of Black's, darker than those of the ways.
const WORDS: [&str; 2] = ["#8a4f00", "#163f80"];

/// Gaps at the beginning and at the end of a step, in widths of a square: on an empty square, on one with a man on it.
const FREE: [(f64, f64); 2] = [(0.12, 0.16), (0.26, 0.36)];

/// Radius of the disc under a step's number; the constant after it is the least distance between two. Both in units of SVG.
const NUMBER: f64 = 8.5;
const APART: f64 = 19.0;
/// Places for the number of a step, in shares of its drawn length; the first that is far enough from other numbers is used.
const PLACES: [f64; 4] = [0.38, 0.24, 0.6, 0.12];

impl ArrowStyle {
    fn colour(self) -> &'static str {
        COLOURS[self.color.index()]
    }

    /// Width of an arrow's line, and the attribute for its dashes; empty for a full line.
    fn line(self) -> (f64, &'static str) {
        match self.level {
            0 => (7.0, ""),
            1 => (4.0, ""),
            2 => (3.4, " stroke-dasharray=\"9 6\""),
            _ => (3.4, " stroke-dasharray=\"1 7\""),
        }
    }
}

/// Arrows, rings and numbers in SVG, in the coordinates of a board whose squares are `cell` wide; `occupied` are the squares with a man.
pub(super) fn drawn(ways: &Ways, occupied: u64, cell: f64, flipped: bool) -> String {
    let free = |square: u8| match occupied >> (square & 63) & 1 {
        0 => FREE[0],
        _ => FREE[1],
    };
    let mut text = String::new();
    let centre = |square: u8| {
        let (column, row) = cell_of(square, flipped);
        (
            (f64::from(column) + 0.5) * cell,
            (f64::from(row) + 0.5) * cell,
        )
    };
    for stop in ways.stops.iter().filter(|stop| stop.is_closed) {
        let (x, y) = centre(stop.square);
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{CLOSED}\" stroke-width=\"4\"/>",
            cell * 0.42
        );
    }
    let mut numbers: Vec<Number> = Vec::new();
    for (step, of_step) in steps(&ways.arrows) {
        let line = Shaft {
            style: step.style,
            from: centre(step.from),
            to: centre(step.to),
            // Ways of several levels over one step lie side by side.
            aside: match step.style.level {
                0 => 0.0,
                level => 4.0 * level.min(4) as f64,
            },
            short: (free(step.from).0 * cell, free(step.to).1 * cell),
            is_broken: step.is_stopped,
        };
        text.push_str(&line.drawn());
        if !of_step.is_empty() {
            let place = |share: &f64| line.at(*share);
            let apart = |(x, y): &(f64, f64)| {
                numbers
                    .iter()
                    .all(|known| (known.at.0 - x).hypot(known.at.1 - y) >= APART)
            };
            let at = PLACES.iter().map(place).find(apart);
            numbers.push(Number {
                color: step.style.color,
                at: at.unwrap_or_else(|| line.at(PLACES[0])),
                words: of_step,
            });
        }
    }
    // Numbers lie over all lines.
    for number in &numbers {
        text.push_str(&number.drawn());
    }
    text
}

/// Steps to draw, each once, with the numbers of the moves that go over it: a step is broken where no way is free to take it.
fn steps(arrows: &[Arrow]) -> Vec<(Arrow, String)> {
    let mut all: Vec<(Arrow, BTreeSet<u32>)> = Vec::new();
    for arrow in arrows {
        let same = |(known, _): &&mut (Arrow, BTreeSet<u32>)| {
            (known.style, known.from, known.to) == (arrow.style, arrow.from, arrow.to)
        };
        let numbers = Some(arrow.number).filter(|number| *number > 0);
        match all.iter_mut().find(same) {
            Some((known, known_numbers)) => {
                known.is_stopped &= arrow.is_stopped;
                known_numbers.extend(numbers);
            }
            None => all.push((*arrow, numbers.into_iter().collect())),
        }
    }
    let all = all.into_iter();
    all.map(|(step, numbers)| (step, joined(numbers, ",")))
        .collect()
}

/// Label with the numbers of the moves that go over a step, on a disc.
struct Number {
    color: Color,
    at: (f64, f64),
    words: String,
}

impl Number {
    fn drawn(&self) -> String {
        let (x, y) = self.at;
        let letters = self.words.chars().count();
        let half = NUMBER + 3.5 * letters.saturating_sub(1) as f64;
        format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{}\" rx=\"{NUMBER}\" fill=\"{}\" stroke=\"#fffdf8\" stroke-width=\"1.5\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#fffdf8\">{}</text>\n",
            x - half,
            y - NUMBER,
            2.0 * half,
            2.0 * NUMBER,
            WORDS[self.color.index()],
            y + 4.6,
            escaped(&self.words)
        )
    }
}

/// Width of a square in the drawing of [`small_ways`] before it is scaled, in units of SVG.
const CELL: f64 = 60.0;

/// Arrows and rings as one group, in squares of a hundred units; empty where there is nothing to draw. They have no numbers, which would not
/// be legible on a small board.
pub(crate) fn small_ways(mut ways: Ways, occupied: u64, flipped: bool) -> String {
    for arrow in &mut ways.arrows {
        arrow.number = 0;
    }
    let ways = drawn(&ways, occupied, CELL, flipped);
    match ways.is_empty() {
        true => ways,
        false => format!("<g transform=\"scale({})\">{ways}</g>", 100.0 / CELL),
    }
}

/// Line with an arrowhead, from one point to another.
struct Shaft {
    style: ArrowStyle,
    from: (f64, f64),
    to: (f64, f64),
    /// Distance by which the line is moved to its right-hand side, so that lines over one step lie side by side; in units of SVG.
    aside: f64,
    /// Gaps left free at its beginning and at its end, in units of SVG.
    short: (f64, f64),
    is_broken: bool,
}

impl Shaft {
    /// Length from point to point, and the direction as a unit vector; `None` for a line too short to be drawn.
    fn direction(&self) -> Option<(f64, (f64, f64))> {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let length = dx.hypot(dy);
        (length >= 1.0).then(|| (length, (dx / length, dy / length)))
    }

    /// Point at a share of the drawn length, from 0 at its beginning to 1 at its end.
    fn at(&self, share: f64) -> (f64, f64) {
        let Some((length, direction)) = self.direction() else {
            return self.from;
        };
        let along = self.short.0 + share * (length - self.short.0 - self.short.1);
        self.point(direction, along, 0.0)
    }

    fn point(&self, (ux, uy): (f64, f64), along: f64, beside: f64) -> (f64, f64) {
        let beside = beside + self.aside;
        (
            self.from.0 + ux * along - uy * beside,
            self.from.1 + uy * along + ux * beside,
        )
    }

    fn drawn(&self) -> String {
        let Some((length, direction)) = self.direction() else {
            return String::new();
        };
        let (width, dashes, opacity) = match (self.is_broken, self.style.line()) {
            (true, (width, _)) => (
                (width * 6.0).round() / 10.0,
                " stroke-dasharray=\"5 9\"",
                ".6",
            ),
            (false, (width, dashes)) => (width, dashes, ".85"),
        };
        let head = 7.0 + width;
        let neck = length - self.short.1 - head;
        let at = |along: f64, beside: f64| self.point(direction, along, beside);
        let (begin, end, tip) = (at(self.short.0, 0.0), at(neck, 0.0), at(neck + head, 0.0));
        let (left, right) = (at(neck, -head * 0.55), at(neck, head * 0.55));
        let colour = self.style.colour();
        format!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
             stroke-opacity=\"{opacity}\"{dashes}/><path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\" fill=\"{colour}\"/>\n",
            begin.0, begin.1, end.0, end.1, tip.0, tip.1, left.0, left.1, right.0, right.1
        )
    }
}

/// Drawing in SVG of the sign at the beginning of a line of the key: a short arrow, a ring or a number.
pub(super) fn sample(sign: KeySign, x: f64, y: f64) -> String {
    let line = |style, is_broken| Shaft {
        style,
        from: (x, y),
        to: (x + 40.0, y),
        aside: 0.0,
        short: (2.0, 2.0),
        is_broken,
    };
    match sign {
        KeySign::Arrow(style) => line(style, false).drawn(),
        KeySign::Broken(style) => line(style, true).drawn(),
        KeySign::Number => Number {
            color: Color::White,
            at: (x + 20.0, y),
            words: "1".to_owned(),
        }
        .drawn(),
        KeySign::Ring => format!(
            "<circle cx=\"{}\" cy=\"{y}\" r=\"8\" fill=\"none\" stroke=\"{CLOSED}\" stroke-width=\"3\"/>\n",
            x + 20.0
        ),
    }
}
