//! Positions joined by moves, as one page to walk through: a refutation, every attempt of a search, a whole play.
//!
//! ```text
//!   Node ──Passage──▶ Node ──Passage──▶ Node       the page begins at the first; steps may meet in a node, and go round
//!    us   note      them           us
//!         mark      notes          end       shown when the reader is there
//! ```
//!
//! The nodes are the page's data as they are. Backticks in a sentence mark code. `graph.js` and `graph.css` beside this file are copied
//! into the page; the rest of it is that of a tree.

use adv_chess::notation::fen;
use adv_chess::{Move, Position};
use serde::Serialize;
use serde_json::json;

use crate::html::{BoardPage, STYLE, page_uci};
use crate::text::thousands;

/// Position in a graph of positions, with the sentences and moves that a page shows for it.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Node {
    pub(crate) fen: String,
    pub(crate) side: Side,
    pub(crate) notes: Vec<String>,
    /// Sentence about the end of the line at this node: the verdict that settled it, or why it is left open; `None` within a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<String>,
    pub(crate) moves: Vec<Passage>,
}

/// Move from one node to another, as a page lists it.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Passage {
    pub(crate) label: String,
    /// Squares of the move, as `a1b1`; empty if there are none to mark.
    pub(crate) uci: String,
    /// Index of the node that the move leads to.
    pub(crate) to: usize,
    /// Sentence about the source of the move: the class that selected it, or the choice of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mark: Option<Mark>,
}

impl Node {
    /// Makes a node for a position, without notes, moves and end.
    pub(crate) fn new(position: &Position, side: Side) -> Node {
        Node {
            fen: fen(position),
            side,
            ..Node::default()
        }
    }
}

impl Passage {
    /// Makes a passage by a move to the node at index `to`, without note and mark.
    pub(crate) fn new(label: String, mv: Move, to: usize) -> Passage {
        Passage {
            label,
            uci: page_uci(mv),
            to,
            ..Passage::default()
        }
    }
}

/// Side to move at a node, from the program's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    #[default]
    Us,
    Them,
    /// No side: the steps are searches. Then the nodes are trees, and the reader walks in their order.
    Neither,
}

impl Side {
    pub(crate) const fn new(is_us: bool) -> Side {
        if is_us { Side::Us } else { Side::Them }
    }
}

/// Mark of a move in the page's list of moves, for its look.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mark {
    Tree,
    Held,
    Vain,
}

/// Addition to the line below a title if the page shows only the first `shown` of `all` things; else empty.
pub(crate) fn cut(shown: usize, all: usize, things: &str) -> String {
    let [first, of] = [shown, all].map(|count| thousands(count as u64));
    match shown < all {
        true => format!("; only the first {first} of {of} {things} are on this page"),
        false => String::new(),
    }
}

/// Page to walk through the nodes from the first one on: a title, a line below it, and `plain` as the text for readers without scripts.
pub(crate) fn html(title: &str, below: &str, plain: &str, nodes: &[Node]) -> String {
    let on = match nodes.first().is_some_and(|node| node.side == Side::Neither) {
        true => "before and after, as they were tried, <kbd>u</kbd> back, <kbd>t</kbd> on",
        false => "back and on",
    };
    let walked = BoardPage {
        title,
        below,
        plain,
        under: "",
        list: "Moves",
        keys: &format!(
            "<kbd>←</kbd> <kbd>→</kbd> {on}, <kbd>↑</kbd> <kbd>↓</kbd> other moves, <kbd>1</kbd>–<kbd>9</kbd> a move, \
             <kbd>Home</kbd> <kbd>End</kbd>, <kbd>f</kbd> turns the board"
        ),
        style: &[STYLE, include_str!("graph.css")].concat(),
        data: &json!(nodes),
        script: include_str!("graph.js"),
    };
    walked.written()
}
