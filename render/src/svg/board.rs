//! A board: squares, men, coordinates, the side to move, the last move, sets of squares with a legend.

use std::fmt::Write as _;

use adv_chess::notation::fen;
use adv_chess::squares::each;
use adv_chess::{Color, Move, Position};
use adv_vm::NodeFacts;

use super::arrows::{self, KeySign, Ways};
use super::contour::{cell_of, contour};
use super::{OVERLAY_COLOURS, Theme, escaped, men, opening, wrapped};
use crate::drawing::{Explained, lines};
use crate::place;
use crate::zone_words::{self, MoveAlong, NodeDrawing};

/// Width of a square of the board, in units of SVG.
const CELL: f64 = 60.0;
/// Margins of the board in units of SVG: names of ranks on the left, the side to move on the right, air above.
const LEFT: f64 = 30.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 16.0;
/// Height of one line of the legend, in units of SVG.
const LINE: f64 = 22.0;
/// Most characters in a line of the legend.
const LEGEND_WIDTH: usize = 58;

/// Set of squares to be drawn over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlay {
    /// Name of the set, for the legend below the board.
    pub text: String,
    /// Squares of the set, a1 = bit 0.
    pub squares: u64,
}

/// Options for drawing a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardOptions {
    /// True for a board with Black at the bottom.
    pub flipped: bool,
    /// Move that led to the position; its two squares are tinted.
    pub last_move: Option<Move>,
    /// Sets of squares to draw over the board, the outline of the first one outermost.
    pub overlays: Vec<Overlay>,
    /// Ways of men to draw over the board, with their key below it.
    pub ways: Ways,
    /// Colours of the drawing: light or dark.
    pub theme: Theme,
    /// Words beside the disc of the side to move; `None` for the words in English.
    pub to_move: Option<String>,
    /// Line of text under the board; `None` for none.
    pub caption: Option<String>,
    /// Title for screen readers; `None` for the side to move and the FEN.
    pub title: Option<String>,
    /// True where the legend does not say how many squares a set has.
    pub is_uncounted: bool,
}

/// Sets of squares that the conjuncts of a node speak of, each text once, empty sets included: a legend says that they are empty.
pub fn overlays(explained: &Explained<'_>, facts: &NodeFacts) -> Vec<Overlay> {
    let mut found: Vec<Overlay> = Vec::new();
    for board in facts.parts.iter().flat_map(|part| &part.boards) {
        let text = place::text_of(explained.module, board.place)
            .unwrap_or_else(|| format!("board {}", found.len() + 1));
        let known = found
            .iter()
            .any(|overlay| overlay.text == text && overlay.squares == board.squares);
        if !known {
            found.push(Overlay {
                text,
                squares: board.squares,
            });
        }
    }
    found
}

/// Drawing in SVG of the board after the move of a node, or at the root with `None`: last move marked, the node's sets of squares and the
/// ways of its zones over it. Overlays, arrows, last move and caption of the options are replaced where the tree has its own.
pub fn board_of(explained: &Explained<'_>, node: Option<usize>, options: &BoardOptions) -> String {
    let worked = explained
        .answer
        .tree
        .as_ref()
        .map(lines)
        .unwrap_or_default();
    let Some((index, line)) = node.and_then(|node| Some((node, worked.get(node)?))) else {
        return board(&explained.answer.position, options);
    };
    let facts = explained.facts_at(index);
    let zones = facts.map_or_else(NodeDrawing::default, |facts| {
        let moved = MoveAlong {
            before: &line.before,
            mv: line.mv,
            zones: &facts.along,
        };
        zone_words::drawing(&line.after, zone_words::of_node(facts), Some(moved))
    });
    let caption: Vec<String> = std::iter::once(line.numbered()).chain(zones.told).collect();
    board(
        &line.after,
        &BoardOptions {
            last_move: Some(line.mv).filter(|mv| !mv.is_pass()),
            overlays: facts.map_or_else(Vec::new, |facts| overlays(explained, facts)),
            ways: zones.ways,
            caption: Some(caption.join("; ")),
            ..options.clone()
        },
    )
}

/// Drawing of a position in SVG, 540 units wide and as high as its legend needs.
pub fn board(position: &Position, options: &BoardOptions) -> String {
    let side = 8.0 * CELL;
    let caption: Vec<String> = options
        .caption
        .as_deref()
        .map_or_else(Vec::new, |text| wrapped(text, LEGEND_WIDTH));
    let legend: Vec<Vec<String>> = options
        .overlays
        .iter()
        .map(|overlay| match options.is_uncounted {
            true => wrapped(&overlay.text, LEGEND_WIDTH),
            false => legend_lines(overlay),
        })
        .collect();
    let key: Vec<(KeySign, Vec<String>)> = options
        .ways
        .key
        .iter()
        .map(|(sign, text)| (*sign, wrapped(text, LEGEND_WIDTH)))
        .collect();
    let rows = caption.len()
        + legend.iter().map(Vec::len).sum::<usize>()
        + key.iter().map(|(_, lines)| lines.len()).sum::<usize>();
    let below = if rows == 0 {
        0.0
    } else {
        12.0 + LINE * rows as f64
    };
    let (width, height) = (LEFT + side + RIGHT, TOP + side + 32.0 + below);
    let title = match &options.title {
        Some(title) => title.clone(),
        None => format!("{} to move, {}", position.turn(), fen(position)),
    };
    let mut text = opening(width, height, options.theme, &title);
    let _ = writeln!(text, "<g transform=\"translate({LEFT} {TOP})\">");
    text.push_str(&squares());
    if let Some(m) = options.last_move {
        text.push_str(&marked(m, options.flipped));
    }
    for (index, overlay) in options.overlays.iter().enumerate() {
        text.push_str(&drawn(overlay.squares, index, options.flipped));
    }
    text.push_str(&standing(position, options.flipped));
    let men = position.occupied();
    text.push_str(&arrows::drawn(&options.ways, men, CELL, options.flipped));
    let _ = writeln!(
        text,
        "<rect class=\"adv-frame\" x=\"-1\" y=\"-1\" width=\"{0}\" height=\"{0}\" stroke-width=\"2\"/>\n</g>",
        side + 2.0
    );
    text.push_str(&coordinates(options.flipped));
    let to_move = options.to_move.clone();
    let to_move = to_move.unwrap_or_else(|| format!("{} to move", position.turn()));
    text.push_str(&turn(position.turn(), options.flipped, &to_move));
    let mut y = TOP + side + 32.0 + 16.0;
    let bold = "font-size=\"16\" font-weight=\"bold\"";
    below_board(&mut text, (LEFT, &mut y), bold, &caption);
    for (index, lines) in legend.iter().enumerate() {
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" rx=\"3\" fill=\"{2}\" fill-opacity=\".3\" stroke=\"{2}\" \
             stroke-width=\"2.5\"/>",
            LEFT + 1.5,
            y - 12.5,
            colour(index)
        );
        below_board(&mut text, (LEFT + 25.0, &mut y), "font-size=\"15\"", lines);
    }
    for (sign, lines) in &key {
        text.push_str(&arrows::sample(*sign, LEFT, y - 5.0));
        below_board(&mut text, (LEFT + 46.0, &mut y), "font-size=\"15\"", lines);
    }
    text.push_str("</svg>\n");
    text
}

fn legend_lines(overlay: &Overlay) -> Vec<String> {
    let count = match overlay.squares.count_ones() {
        0 => "empty".to_owned(),
        1 => "1 square".to_owned(),
        more => format!("{more} squares"),
    };
    wrapped(&format!("{}  ({count})", overlay.text), LEGEND_WIDTH)
}

/// Writes lines of text below the board, and moves `y` past them.
fn below_board(text: &mut String, (x, y): (f64, &mut f64), look: &str, lines: &[String]) {
    for line in lines {
        let _ = writeln!(
            text,
            "<text class=\"adv-text\" x=\"{x}\" y=\"{y}\" {look}>{}</text>",
            escaped(line)
        );
        *y += LINE;
    }
}

fn colour(index: usize) -> &'static str {
    OVERLAY_COLOURS[index % OVERLAY_COLOURS.len()]
}

/// Squares of an empty board in SVG: all light ones as one element, the dark ones as one path.
fn squares() -> String {
    let dark = path(
        (0..64).filter(|square| (square / 8 + square % 8) % 2 == 0),
        false,
    );
    let side = 8.0 * CELL;
    format!(
        "<rect class=\"adv-l\" width=\"{side}\" height=\"{side}\"/><path class=\"adv-d\" d=\"{dark}\"/>\n"
    )
}

/// Upper left corner of a square.
fn corner(square: u8, flipped: bool) -> (f64, f64) {
    let (column, row) = cell_of(square, flipped);
    (f64::from(column) * CELL, f64::from(row) * CELL)
}

/// Path around each of the squares.
fn path(squares: impl Iterator<Item = u8>, flipped: bool) -> String {
    let corners = squares.map(|square| corner(square, flipped));
    let parts = corners.map(|(x, y)| format!("M{x} {y}h{CELL}v{CELL}h-{CELL}z"));
    parts.collect()
}

fn marked(m: Move, flipped: bool) -> String {
    let mut text = String::new();
    for square in [m.from, m.to] {
        let (x, y) = corner(square, flipped);
        let _ = writeln!(
            text,
            "<rect class=\"adv-last\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        );
    }
    text
}

/// Drawing in SVG of a set of squares: a tint, and a line around it at the inset and in the colour for this index.
fn drawn(set: u64, index: usize, flipped: bool) -> String {
    if set == 0 {
        return String::new();
    }
    let tint = path(each(set), flipped);
    let inset = 3.0 + 4.2 * (index % 5) as f64;
    format!(
        "<path d=\"{tint}\" fill=\"{0}\" fill-opacity=\".2\"/><path d=\"{1}\" fill=\"none\" stroke=\"{0}\" stroke-width=\"3.2\" \
         stroke-linecap=\"round\"/>\n",
        colour(index),
        contour(set, CELL, inset, flipped)
    )
}

fn standing(position: &Position, flipped: bool) -> String {
    let mut text = String::new();
    for square in each(position.occupied()) {
        let Some((color, role)) = position.piece_at(square) else {
            continue;
        };
        let (x, y) = corner(square, flipped);
        let _ = writeln!(
            text,
            "<use href=\"#{}\" transform=\"translate({x} {y}) scale({})\"/>",
            men::id(color, role),
            CELL / 100.0
        );
    }
    text
}

fn coordinates(flipped: bool) -> String {
    let mut text = String::from("<g class=\"adv-soft\" font-size=\"15\" text-anchor=\"middle\">\n");
    for i in 0..8u8 {
        let at = f64::from(i);
        let (file, rank) = if flipped { (7 - i, i) } else { (i, 7 - i) };
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\">{}</text>",
            LEFT + (at + 0.5) * CELL,
            TOP + 8.0 * CELL + 21.0,
            char::from(b'a' + file),
            LEFT / 2.0 - 1.0,
            TOP + (at + 0.5) * CELL + 5.5,
            rank + 1
        );
    }
    text.push_str("</g>\n");
    text
}

/// Disc in the colour of the side to move, beside that side's first rank, with these words.
fn turn(side: Color, flipped: bool, words: &str) -> String {
    let fill = men::ink(side).fill;
    let bottom = (side == Color::White) != flipped;
    let y = TOP + CELL * if bottom { 7.5 } else { 0.5 };
    let x = LEFT + 8.0 * CELL + RIGHT / 2.0;
    // The words run along the board, away from its corner.
    let (from, anchor) = match bottom {
        true => (y - 14.0, "start"),
        false => (y + 14.0, "end"),
    };
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{fill}\" stroke=\"#6b6250\" stroke-width=\"1.6\"/>\
         <text class=\"adv-soft\" transform=\"translate({} {from}) rotate(-90)\" font-size=\"14\" text-anchor=\"{anchor}\">{}</text>\n",
        x + 5.0,
        escaped(words)
    )
}
