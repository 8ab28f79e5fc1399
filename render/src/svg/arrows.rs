//! Arrows over a board: ways of men, stop by stop, with marks at their stops.

use std::fmt::Write as _;

use adv_chess::Color;

use super::contour::cell_of;
use super::escaped;

/// How an arrow looks: whose it is, and its level in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArrowStyle {
    /// The side of the man.
    pub color: Color,
    /// 0 for the ways of an attack, which are bold; 1 full, 2 dashed, from 3 on dotted.
    pub level: usize,
}

/// One step of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrow {
    /// How it looks.
    pub style: ArrowStyle,
    /// The square where it begins.
    pub from: u8,
    /// The square where it ends.
    pub to: u8,
}

/// A mark at a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopMark {
    /// Its square.
    pub square: u8,
    /// A ring: an enemy is there in time.
    pub is_closed: bool,
    /// A few characters at the lower left, in the colour of a side: with which of its moves an attacker comes there.
    pub arrives: Option<(Color, String)>,
    /// A few characters at the upper right: how many moves an enemy needs, and how many it may take.
    pub stopped: Option<(Color, String)>,
}

/// What a line of the key explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySign {
    /// An arrow.
    Arrow(ArrowStyle),
    /// The ring around a stop where an enemy is in time.
    Ring,
}

/// White's ways and Black's; they differ in lightness as well as in hue.
const COLOURS: [&str; 2] = ["#c77700", "#1c4fa0"];
const CLOSED: &str = "#c22a1e";
/// The same for small characters, which are darker.
const WORDS: [&str; 2] = ["#8a4f00", "#163f80"];

/// What of the ends of a step is left free, in widths of a square: of an empty square, of one with a man on it.
const FREE: [f64; 2] = [0.14, 0.3];

impl ArrowStyle {
    fn colour(self) -> &'static str {
        COLOURS[self.color.index()]
    }

    /// The width of the line, and its dashes.
    fn line(self) -> (f64, &'static str) {
        match self.level {
            0 => (7.0, ""),
            1 => (4.0, ""),
            2 => (3.4, " stroke-dasharray=\"9 6\""),
            _ => (3.4, " stroke-dasharray=\"1 7\""),
        }
    }
}

/// The arrows and marks, in the coordinates of the board.
pub(super) fn drawn(
    arrows: &[Arrow],
    stops: &[StopMark],
    occupied: u64,
    cell: f64,
    flipped: bool,
) -> String {
    let free = |square: u8| match occupied >> (square & 63) & 1 {
        0 => FREE[0] * cell,
        _ => FREE[1] * cell,
    };
    let mut text = String::new();
    let centre = |square: u8| {
        let (column, row) = cell_of(square, flipped);
        (
            (f64::from(column) + 0.5) * cell,
            (f64::from(row) + 0.5) * cell,
        )
    };
    for arrow in arrows {
        // Ways of several levels over one step lie side by side.
        let aside = match arrow.style.level {
            0 => 0.0,
            level => 4.0 * level.min(4) as f64,
        };
        text.push_str(&shaft(
            arrow.style,
            centre(arrow.from),
            centre(arrow.to),
            aside,
            (free(arrow.from), free(arrow.to)),
        ));
    }
    for stop in stops {
        let (x, y) = centre(stop.square);
        if stop.is_closed {
            let _ = writeln!(
                text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{CLOSED}\" stroke-width=\"4\"/>",
                cell * 0.42
            );
        }
        let labels = [
            (&stop.arrives, (x - cell * 0.36, y + cell * 0.36)),
            (&stop.stopped, (x + cell * 0.16, y - cell * 0.33)),
        ];
        for (label, (x, y)) in labels {
            let Some((color, words)) = label else {
                continue;
            };
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"18\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{}\" stroke=\"#fffdf8\" \
                 stroke-width=\"3.5\" paint-order=\"stroke\">{}</text>",
                y + 5.0,
                WORDS[color.index()],
                escaped(words)
            );
        }
    }
    text
}

/// The side of a square of [`unnumbered`].
pub(super) const CELL: f64 = 60.0;

/// The arrows and rings without numbers, which would not be legible on a small board; squares are [`CELL`] wide.
pub(super) fn unnumbered(
    arrows: &[Arrow],
    stops: &[StopMark],
    occupied: u64,
    flipped: bool,
) -> String {
    let stops: Vec<StopMark> = stops
        .iter()
        .map(|stop| StopMark {
            arrives: None,
            stopped: None,
            ..stop.clone()
        })
        .collect();
    drawn(arrows, &stops, occupied, CELL, flipped)
}

/// The same in squares of a hundred units, as one group; empty where there is nothing to be drawn.
pub(crate) fn small_ways(
    arrows: &[Arrow],
    stops: &[StopMark],
    occupied: u64,
    flipped: bool,
) -> String {
    let ways = unnumbered(arrows, stops, occupied, flipped);
    match ways.is_empty() {
        true => ways,
        false => format!("<g transform=\"scale({})\">{ways}</g>", 100.0 / CELL),
    }
}

/// A line with a head, from one point to another, moved to its right-hand side, and shorter at its ends by `short`.
fn shaft(
    style: ArrowStyle,
    from: (f64, f64),
    to: (f64, f64),
    aside: f64,
    short: (f64, f64),
) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return String::new();
    }
    let (ux, uy) = (dx / length, dy / length);
    let (width, dashes) = style.line();
    let head = 7.0 + width;
    let at = |along: f64, beside: f64| {
        let beside = beside + aside;
        (
            from.0 + ux * along - uy * beside,
            from.1 + uy * along + ux * beside,
        )
    };
    let (begin, end) = (at(short.0, 0.0), at(length - short.1 - head, 0.0));
    let tip = at(length - short.1, 0.0);
    let (left, right) = (
        at(length - short.1 - head, -head * 0.55),
        at(length - short.1 - head, head * 0.55),
    );
    let colour = style.colour();
    format!(
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
         stroke-opacity=\".85\"{dashes}/><path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\" fill=\"{colour}\"/>\n",
        begin.0, begin.1, end.0, end.1, tip.0, tip.1, left.0, left.1, right.0, right.1
    )
}

/// The sign of a line of the key: a short arrow, or a ring.
pub(super) fn sample(sign: KeySign, x: f64, y: f64) -> String {
    match sign {
        KeySign::Arrow(style) => shaft(style, (x, y), (x + 40.0, y), 0.0, (2.0, 2.0)),
        KeySign::Ring => format!(
            "<circle cx=\"{}\" cy=\"{y}\" r=\"8\" fill=\"none\" stroke=\"{CLOSED}\" stroke-width=\"3\"/>\n",
            x + 20.0
        ),
    }
}
