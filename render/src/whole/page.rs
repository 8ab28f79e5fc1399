//! A whole play as a page of its own: our move with its choice, and the replies that the reader can follow.

use adv_chess::Color;
use adv_chess::notation::fen;

use super::text::text;
use super::{WholeDrawing, json};
use crate::html::{BoardPage, cut, paragraphs};
use crate::json::value;

/// HTML page of a whole play. Of more than [`super::PAGE_NODES`] nodes the first ones are on it, and it says so.
pub fn html(drawing: &WholeDrawing<'_>) -> String {
    let about = text(&drawing.head, drawing.totals, drawing.tally);
    let cut = cut(drawing.nodes.len(), drawing.totals.nodes as usize, "nodes");
    let page = BoardPage {
        title: &drawing.title(),
        below: &(fen(drawing.head.root) + &cut),
        plain: &about,
        about: paragraphs(&about),
        plans: Vec::new(),
        view: "whole",
        flipped: drawing.head.root.turn() == Color::Black,
        data: value(&json::record(drawing)),
    };
    page.written()
}
