//! A tree from left to right: a column for each ply, a row for each leaf, so that nothing can lie on anything else.
//!
//! ```text
//!               ┌ 1... Ke7 ─ 2. Kb3 ┬ 2... Kd6
//!   1. Kc2 ─────┤                   └ 2... Ke6
//!               └ 1... Kf7 ─ 2. Kd3 ─ … 4 more replies
//! ```
//!
//! A node is half-way between its first and its last leaf. Two nodes of one column have different leaves below them, and those of
//! the upper one all lie above those of the lower one: so the nodes do not touch either. Where there are more leaves than the drawing
//! has room for, every node shows fewer replies, and a last line in their place says how many there are besides.

use std::fmt::Write as _;

use adv_chess::squares::{each, file_of, rank_of};
use adv_chess::{Move, Position};
use adv_vm::Tree;

use super::arrows;
use super::{Theme, escaped, men, opening, wrapped};
use crate::explained::{Explained, Line, lines};
use crate::spoken::{self, MoveAlong};
use crate::text::reason;

/// The most leaves by default, and with boards.
const ROWS: usize = 48;
const ROWS_OF_BOARDS: usize = 16;
/// The most plies by default.
const PLIES: u16 = 24;
/// The side of a small board.
const BOARD: f64 = 152.0;
/// Between columns, where the branches run, and between rows.
const GAP_ACROSS: f64 = 40.0;
const GAP_DOWN: f64 = 10.0;
const MARGIN: f64 = 24.0;
/// The advance of a bold letter and of a small one, generously.
const LETTER: f64 = 8.6;
const SMALL: f64 = 6.6;

/// How a tree is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeOptions {
    /// A small board for every node instead of a label.
    pub boards: bool,
    /// Small boards with Black at the bottom.
    pub flipped: bool,
    /// Light or dark.
    pub theme: Theme,
    /// The most rows, which are leaves; `None`: 48, and 16 with boards.
    pub rows: Option<usize>,
    /// The most plies; `None`: 24.
    pub plies: Option<u16>,
}

/// The content of one place of the drawing.
struct Item {
    /// The item it hangs on.
    parent: Option<usize>,
    column: u16,
    /// The middle, in rows from the top.
    row: f64,
    what: What,
}

enum What {
    Node(usize),
    /// How much is left out here.
    More(String),
}

/// The tree of a consultation or p-strategy; a sentence in its place where nothing is satisfied.
pub fn tree(explained: &Explained<'_>, options: &TreeOptions) -> String {
    let Some(found) = &explained.answer.tree else {
        return drawing(explained, options, &[], &[], 0);
    };
    let worked = lines(found);
    let most = options
        .rows
        .unwrap_or(if options.boards { ROWS_OF_BOARDS } else { ROWS })
        .max(1);
    let plies = options.plies.unwrap_or(PLIES).max(1);
    let mut breadth = (0..found.nodes().len())
        .map(|node| found.children(Some(node)).count())
        .max()
        .unwrap_or(1)
        .max(1);
    let mut items = laid_out(found, breadth, plies, options.boards);
    while rows(&items) > most && breadth > 1 {
        breadth -= 1;
        items = laid_out(found, breadth, plies, options.boards);
    }
    let shown = items
        .iter()
        .filter(|item| matches!(item.what, What::Node(_)))
        .count();
    drawing(
        explained,
        options,
        &items,
        &worked,
        found.nodes().len() - shown,
    )
}

fn rows(items: &[Item]) -> usize {
    items.last().map_or(0, |item| item.row.ceil() as usize)
}

/// The places of the nodes that are shown, in preorder, each node with at most `breadth` replies and nothing beyond `plies`.
fn laid_out(tree: &Tree, breadth: usize, plies: u16, thin: bool) -> Vec<Item> {
    enum PendingBox {
        Node(Option<usize>, usize),
        More(usize, u16, String),
    }
    let mut items: Vec<Item> = Vec::new();
    let mut pending: Vec<PendingBox> = Vec::new();
    pending.extend(tree.children(None).map(|node| PendingBox::Node(None, node)));
    while let Some(next) = pending.pop() {
        let (node, at) = match next {
            PendingBox::More(parent, column, text) => {
                items.push(Item {
                    parent: Some(parent),
                    column,
                    row: 0.0,
                    what: What::More(text),
                });
                continue;
            }
            PendingBox::Node(parent, node) => {
                let ply = tree.nodes().get(node).map_or(1, |n| n.ply);
                items.push(Item {
                    parent,
                    column: ply.saturating_sub(1),
                    row: 0.0,
                    what: What::Node(node),
                });
                (node, items.len() - 1)
            }
        };
        let ply = tree.nodes().get(node).map_or(1, |n| n.ply);
        let children: Vec<usize> = tree.children(Some(node)).collect();
        if ply >= plies {
            if !children.is_empty() {
                let end = tree.nodes().get(node).map_or(0, |n| n.end as usize);
                let text = counted(end.saturating_sub(node + 1), "move", "moves");
                pending.push(PendingBox::More(at, ply, text));
            }
            continue;
        }
        if children.len() > breadth {
            let text = counted(children.len() - breadth, "reply", "replies");
            pending.push(PendingBox::More(at, ply, text));
        }
        let shown = children.iter().take(breadth).rev();
        pending.extend(shown.map(|child| PendingBox::Node(Some(at), *child)));
    }
    place_rows(&mut items, thin);
    items
}

fn counted(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("… 1 more {one}"),
        more => format!("… {more} more {many}"),
    }
}

/// How much of a row the line takes that says what is left out below a node that has boards besides.
const THIN: f64 = 0.3;

/// Leaves get rows in their order, everything else the middle between its first and its last. With boards a line beside other items
/// is `thin`; a node then still has the room of a row, for it has at least one whole row below it.
fn place_rows(items: &mut [Item], thin: bool) {
    let mut spans: Vec<Option<(f64, f64)>> = vec![None; items.len()];
    let mut below = vec![0usize; items.len()];
    for parent in items.iter().filter_map(|item| item.parent) {
        below[parent] += 1;
    }
    let mut next = 0.0;
    for index in 0..items.len() {
        if below[index] > 0 {
            continue;
        }
        let item = &mut items[index];
        let beside = item.parent.is_some_and(|parent| below[parent] > 1);
        let is_thin = thin && beside && matches!(item.what, What::More(_));
        let height = if is_thin { THIN } else { 1.0 };
        item.row = next + height / 2.0;
        next += height;
    }
    for index in (0..items.len()).rev() {
        if let Some((first, last)) = spans[index] {
            items[index].row = f64::midpoint(first, last);
        }
        let row = items[index].row;
        if let Some(parent) = items[index].parent {
            let (first, last) = spans[parent].unwrap_or((row, row));
            spans[parent] = Some((first.min(row), last.max(row)));
        }
    }
}

/// The sizes, from the texts to be written.
struct Sizes {
    node_width: f64,
    node_height: f64,
    column: f64,
    row: f64,
    top: f64,
}

impl Sizes {
    fn left(&self, item: &Item) -> f64 {
        MARGIN + f64::from(item.column) * self.column
    }

    fn middle(&self, item: &Item) -> f64 {
        self.top + item.row * self.row
    }
}

fn drawing(
    explained: &Explained<'_>,
    options: &TreeOptions,
    items: &[Item],
    worked: &[Line],
    left_out: usize,
) -> String {
    let widest = items
        .iter()
        .map(|item| match &item.what {
            What::Node(node) => label(worked, *node).chars().count() as f64 * LETTER,
            What::More(text) => text.chars().count() as f64 * SMALL,
        })
        .fold(60.0, f64::max);
    let not_considered = items.iter().any(|item| !note(explained, item).is_empty());
    let (node_width, node_height) = if options.boards {
        (BOARD.max(widest + 10.0), BOARD + 24.0)
    } else {
        (widest + 22.0, 28.0)
    };
    let node_width = if not_considered {
        node_width.max("99 not considered".len() as f64 * SMALL)
    } else {
        node_width
    }
    .ceil();
    let columns = items.iter().map(|item| item.column + 1).max().unwrap_or(0);
    let room = f64::from(columns) * (node_width + GAP_ACROSS) - GAP_ACROSS;
    let inner = room.max(520.0).ceil();
    let heading = wrapped(&explained.title(), (inner / 11.0) as usize);
    let because = wrapped(&reason(explained), (inner / 7.6) as usize);
    let sizes = Sizes {
        node_width,
        node_height,
        column: node_width + GAP_ACROSS,
        row: node_height + GAP_DOWN + if not_considered { 15.0 } else { 0.0 },
        top: MARGIN + 26.0 * heading.len() as f64 + 19.0 * because.len() as f64 + 14.0,
    };
    let foot = if left_out > 0 { 26.0 } else { 0.0 };
    let (width, height) = (
        inner + 2.0 * MARGIN,
        (sizes.top + sizes.row * rows_of(items) + foot + MARGIN).ceil(),
    );
    let mut text = opening(width, height, options.theme, &explained.title());
    write_head(&mut text, &heading, &because);
    if options.boards {
        text.push_str(&small_board_definition());
    }
    write_edges(&mut text, items, &sizes);
    for item in items {
        write_item(&mut text, explained, options, item, worked, &sizes);
    }
    if left_out > 0 {
        let of = worked.len();
        let _ = writeln!(
            text,
            "<text class=\"adv-soft\" x=\"{MARGIN}\" y=\"{}\" font-size=\"13\" font-style=\"italic\">{left_out} of {of} moves are left \
             out of this drawing</text>",
            height - MARGIN
        );
    }
    text.push_str("</svg>\n");
    text
}

fn rows_of(items: &[Item]) -> f64 {
    items.iter().map(|item| item.row + 0.5).fold(0.0, f64::max)
}

fn label(worked: &[Line], node: usize) -> String {
    worked.get(node).map_or_else(String::new, Line::numbered)
}

/// The text under a node of ours that leaves replies out.
fn note(explained: &Explained<'_>, item: &Item) -> String {
    let What::Node(node) = item.what else {
        return String::new();
    };
    let tree = explained.answer.tree.as_ref();
    match tree.and_then(|t| t.nodes().get(node)).map(|n| n.left_out) {
        None | Some(0) => String::new(),
        Some(count) => format!("{count} not considered"),
    }
}

fn write_head(text: &mut String, heading: &[String], because: &[String]) {
    let mut y = MARGIN + 12.0;
    for line in heading {
        let _ = writeln!(
            text,
            "<text class=\"adv-text\" x=\"{MARGIN}\" y=\"{y}\" font-size=\"19\" font-weight=\"bold\">{}</text>",
            escaped(line)
        );
        y += 26.0;
    }
    y -= 4.0;
    for line in because {
        let _ = writeln!(
            text,
            "<text class=\"adv-soft\" x=\"{MARGIN}\" y=\"{y}\" font-size=\"14\">{}</text>",
            escaped(line)
        );
        y += 19.0;
    }
}

fn write_edges(text: &mut String, items: &[Item], sizes: &Sizes) {
    let mut path = String::new();
    for item in items {
        let Some(parent) = item.parent.and_then(|parent| items.get(parent)) else {
            continue;
        };
        let (x1, y1) = (sizes.left(parent) + sizes.node_width, sizes.middle(parent));
        let (x2, y2) = (sizes.left(item), sizes.middle(item));
        let half = f64::midpoint(x1, x2);
        let _ = write!(path, "M{x1} {y1}C{half} {y1} {half} {y2} {x2} {y2}");
    }
    let _ = writeln!(
        text,
        "<path class=\"adv-edge\" d=\"{path}\" stroke-width=\"1.6\"/>"
    );
}

fn write_item(
    text: &mut String,
    explained: &Explained<'_>,
    options: &TreeOptions,
    item: &Item,
    worked: &[Line],
    sizes: &Sizes,
) {
    let (x, y) = (
        sizes.left(item),
        sizes.middle(item) - sizes.node_height / 2.0,
    );
    let centre = x + sizes.node_width / 2.0;
    let node = match &item.what {
        What::Node(node) => *node,
        What::More(more) => {
            let _ = writeln!(
                text,
                "<text class=\"adv-soft\" x=\"{}\" y=\"{}\" font-size=\"12\" font-style=\"italic\">{more}</text>",
                x + 4.0,
                sizes.middle(item) + 4.0
            );
            return;
        }
    };
    let Some(line) = worked.get(node) else { return };
    let ours = line.mover() == explained.answer.us;
    let class = if ours { "adv-us" } else { "adv-them" };
    let radius: f64 = if ours { 4.0 } else { 13.0 };
    let leaf = explained
        .answer
        .tree
        .as_ref()
        .is_some_and(|tree| tree.is_leaf(node));
    let (box_y, box_height) = if options.boards {
        (y + BOARD + 1.0, 23.0)
    } else {
        (y, sizes.node_height)
    };
    if options.boards {
        let moved = Some(line.mv).filter(|mv| !mv.is_pass());
        small_board(text, &line.after, moved, options.flipped, centre, y);
        if let Some(facts) = explained.facts_at(node) {
            let moved = MoveAlong {
                before: &line.before,
                mv: line.mv,
                zones: &facts.along,
            };
            let zones = spoken::drawing(&line.after, spoken::of_node(facts), Some(moved));
            let ways = arrows::unnumbered(
                &zones.arrows,
                &zones.stops,
                line.after.occupied(),
                options.flipped,
            );
            small_ways(text, &ways, centre, y);
        }
    }
    let radius = radius.min(box_height / 2.0);
    let _ = writeln!(
        text,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{box_y}\" width=\"{}\" height=\"{box_height}\" rx=\"{radius}\" stroke-width=\"{}\"/>",
        sizes.node_width,
        if leaf { 2.6 } else { 1.2 }
    );
    let _ = writeln!(
        text,
        "<text class=\"adv-text\" x=\"{centre}\" y=\"{}\" font-size=\"14\" font-weight=\"{}\" text-anchor=\"middle\">{}</text>",
        box_y + box_height / 2.0 + 5.0,
        if ours { "bold" } else { "normal" },
        escaped(&line.numbered())
    );
    let note = note(explained, item);
    if !note.is_empty() {
        let _ = writeln!(
            text,
            "<text class=\"adv-soft\" x=\"{centre}\" y=\"{}\" font-size=\"11\" font-style=\"italic\" text-anchor=\"middle\">{note}</text>",
            y + sizes.node_height + 12.0
        );
    }
}

/// The ways of the zones that a node's conjuncts speak of, over its small board.
fn small_ways(text: &mut String, ways: &str, centre: f64, top: f64) {
    if !ways.is_empty() {
        let (left, scale) = (centre - BOARD / 2.0, BOARD / (8.0 * arrows::CELL));
        let _ = writeln!(
            text,
            "<g transform=\"translate({left} {top}) scale({scale})\">\n{ways}</g>"
        );
    }
}

/// The empty board that all small boards use, 8 by 8 units.
fn small_board_definition() -> String {
    let mut dark = String::new();
    for square in 0..64u8 {
        let (file, rank) = (file_of(square), 7 - rank_of(square));
        if (file + rank) % 2 == 1 {
            let _ = write!(dark, "M{file} {rank}h1v1h-1z");
        }
    }
    format!(
        "<defs><g id=\"adv-board\"><rect class=\"adv-l\" width=\"8\" height=\"8\"/><path class=\"adv-d\" d=\"{dark}\"/></g></defs>\n"
    )
}

fn small_board(
    text: &mut String,
    position: &Position,
    last: Option<Move>,
    flipped: bool,
    centre: f64,
    top: f64,
) {
    let scale = BOARD / 8.0;
    let _ = writeln!(
        text,
        "<g transform=\"translate({} {top}) scale({scale})\"><use href=\"#adv-board\"/>",
        centre - BOARD / 2.0
    );
    let at = |square: u8| {
        let (column, row) = super::contour::cell_of(square, flipped);
        (column, row)
    };
    for square in last.iter().flat_map(|m| [m.from, m.to]) {
        let (x, y) = at(square);
        let _ = write!(
            text,
            "<rect class=\"adv-last\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"/>"
        );
    }
    for square in each(position.occupied()) {
        if let Some((color, role)) = position.piece_at(square) {
            let (x, y) = at(square);
            let _ = write!(
                text,
                "<use href=\"#{}\" transform=\"translate({} {}) scale(.0116)\"/>",
                men::id(color, role),
                f64::from(x) - 0.08,
                f64::from(y) - 0.1
            );
        }
    }
    text.push_str(
        "<rect class=\"adv-frame\" width=\"8\" height=\"8\" stroke-width=\".07\"/></g>\n",
    );
}
