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

/// A position.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Node {
    pub(crate) fen: String,
    pub(crate) side: Side,
    pub(crate) notes: Vec<String>,
    /// End of the line at this node, with the reason: the verdict that settled it, or why it is left open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<String>,
    pub(crate) moves: Vec<Passage>,
}

/// A move to another node.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Passage {
    pub(crate) label: String,
    /// Its squares; empty where there are none to mark.
    pub(crate) uci: String,
    /// The index of the node that it leads to.
    pub(crate) to: usize,
    /// Source of the move: the class that selected it, or the choice of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mark: Option<Mark>,
}

impl Node {
    /// A position without notes, moves and end.
    pub(crate) fn new(position: &Position, side: Side) -> Node {
        Node {
            fen: fen(position),
            side,
            ..Node::default()
        }
    }
}

impl Passage {
    /// A move without note and mark.
    pub(crate) fn new(label: String, mv: Move, to: usize) -> Passage {
        Passage {
            label,
            uci: page_uci(mv),
            to,
            ..Passage::default()
        }
    }
}

/// The side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    #[default]
    Us,
    Them,
    /// The steps are searches. Then the nodes are trees, and the reader walks in their order.
    Neither,
}

impl Side {
    pub(crate) const fn new(is_us: bool) -> Side {
        if is_us { Side::Us } else { Side::Them }
    }
}

/// Marks of a move in the list of moves.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mark {
    Tree,
    Held,
    Vain,
}

/// Words for a line below a title, where not all is shown.
pub(crate) fn cut(shown: usize, all: usize, things: &str) -> String {
    let [first, of] = [shown, all].map(|count| thousands(count as u64));
    match shown < all {
        true => format!("; only the first {first} of {of} {things} are on this page"),
        false => String::new(),
    }
}

/// The page: a title, a line below it, all of it for readers without scripts, and the nodes from the first one on.
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
