//! A whole play as a graph for Graphviz, and as one game with variations.
//!
//! In a game each node is played once, where play first comes to it; any other line that comes to it ends with a comment that names the
//! node. So a game is as long as the graph, not as the tree.

use std::fmt::Write as _;

use adv_chess::notation::{fen, san};
use adv_chess::{Color, Move, Position};
use adv_prover::{WholeNode, WholeStep};

use super::text::size;
use super::{WholeDrawing, chosen, end_of, end_words, open_words};
use crate::dot::{Graph, quoted};
use crate::json::word;
use crate::pgn::{Movetext, head_of_tree};
use crate::text::dots;

/// Graph of a whole play in Graphviz's language: a box for each node, with our move in it, and an arrow for each reply.
pub fn dot(drawing: &WholeDrawing<'_>) -> String {
    let module = drawing.head.module;
    let mut label = format!("{}\n{}", drawing.title(), size(drawing.totals.unfolded));
    if let Some(cut) = drawing.cut() {
        let _ = write!(label, "\n{cut}");
    }
    let mut graph = Graph::of_moves(&drawing.title(), &label);
    for node in drawing.nodes {
        let at = &node.position;
        let (label, last) = match &node.step {
            WholeStep::Move {
                mv, choice, end, ..
            } => {
                let mut label = format!("{}\n{}", san(at, *mv), chosen(module, *choice));
                if let Some(end) = end {
                    let _ = write!(label, "\n{}", word(end_of(module, at, end).kind));
                }
                (label, end.is_some())
            }
            WholeStep::End(end) => (end_words(end_of(module, at, end)), true),
            WholeStep::Open(bound) => (format!("open: {}", open_words(bound)), false),
        };
        let open = matches!(node.step, WholeStep::Open(_));
        let borders = if last { 2 } else { 1 };
        let dashed = if open { ", style=dashed" } else { "" };
        let tooltip = quoted(&fen(at));
        let more = format!(", peripheries={borders}{dashed}, tooltip={tooltip}");
        graph.node(format_args!("n{}", node.number), &label, &more);
    }
    let shown = drawing.nodes.len();
    for node in drawing.nodes {
        let WholeStep::Move { mv, replies, .. } = &node.step else {
            continue;
        };
        let after = node.position.play(*mv);
        for (reply, to) in replies {
            if (*to as usize) < shown {
                let (from, to) = (format!("n{}", node.number), format!("n{to}"));
                graph.edge(from, to, &san(&after, *reply), "");
            }
        }
    }
    graph.end()
}

/// Part of the game still to be written, with the number of the move; a stack of these replaces recursion.
enum Pending<'n> {
    /// Our move at a node and everything after it; then the number of that move.
    Node(&'n WholeNode, u32),
    /// Play after a reply: the number of the node that it leads to, and that of the next move.
    After(u32, u32),
    /// Variation for a reply beside the first one: its index among the node's replies, and the number of the move.
    Variation(&'n WholeNode, usize, u32),
    /// Closing parenthesis of a variation.
    Close,
}

/// Game in PGN for a whole play: the first reply goes on, the others are variations.
pub fn pgn(drawing: &WholeDrawing<'_>) -> String {
    let root = drawing.head.root;
    let mut out = Movetext::new(head_of_tree(drawing.title(), root.turn(), root));
    out.comment(&size(drawing.totals.unfolded));
    out.comment(&drawing.cut().unwrap_or_default());
    let mut written = vec![false; drawing.nodes.len()];
    let first = drawing.nodes.first();
    let mut stack: Vec<Pending<'_>> = first
        .map(|node| Pending::Node(node, 1))
        .into_iter()
        .collect();
    while let Some(pending) = stack.pop() {
        match pending {
            Pending::Close => out.close(),
            Pending::Variation(node, at, number) => {
                let WholeStep::Move { replies, .. } = &node.step else {
                    continue;
                };
                out.open();
                stack.push(Pending::Close);
                if let Some((_, to)) = replies.get(at) {
                    stack.push(Pending::After(*to, number + 1));
                }
                write_reply(&mut out, node, at, number);
            }
            Pending::After(to, number) => match drawing.nodes.get(to as usize) {
                Some(next) if written.get(to as usize) == Some(&false) => {
                    stack.push(Pending::Node(next, number));
                }
                Some(_) => out.comment(&format!("goes on as from node {to}")),
                None => out.comment("not shown"),
            },
            Pending::Node(node, number) => {
                if let Some(mark) = written.get_mut(node.number as usize) {
                    *mark = true;
                }
                write_node(&mut out, drawing, node, number);
                let WholeStep::Move { replies, .. } = &node.step else {
                    continue;
                };
                // Read from the end: the first reply is written now, the others beside it, then what follows it.
                if let Some((_, to)) = replies.first() {
                    stack.push(Pending::After(*to, number + 1));
                    let others = (1..replies.len()).rev();
                    stack.extend(others.map(|at| Pending::Variation(node, at, number)));
                    write_reply(&mut out, node, 0, number);
                }
            }
        }
    }
    out.word("*");
    out.finish()
}

/// Writes our move at a node with its choice, or the end of play, or the bound that left the node open.
fn write_node(out: &mut Movetext, drawing: &WholeDrawing<'_>, node: &WholeNode, number: u32) {
    let (module, at) = (drawing.head.module, &node.position);
    match &node.step {
        WholeStep::Move {
            mv,
            choice,
            begins,
            end,
            ..
        } => {
            write_move(out, at, *mv, number);
            let mut note = format!("node {}", node.number);
            if *begins {
                let _ = write!(note, ": {}", chosen(module, *choice));
            }
            if let Some(end) = end {
                let _ = write!(note, ": {}", word(end_of(module, at, end).kind));
            }
            out.comment(&note);
        }
        WholeStep::End(end) => {
            out.comment(&end_words(end_of(module, at, end)));
        }
        WholeStep::Open(bound) => out.comment(&format!("open: {}", open_words(bound))),
    }
}

/// Writes the reply with index `at`; where we are Black it has the next number.
fn write_reply(out: &mut Movetext, node: &WholeNode, at: usize, number: u32) {
    let WholeStep::Move { mv, replies, .. } = &node.step else {
        return;
    };
    let after = node.position.play(*mv);
    if let Some((reply, _)) = replies.get(at) {
        let number = number + u32::from(after.turn() == Color::White);
        write_move(out, &after, *reply, number);
    }
}

fn write_move(out: &mut Movetext, position: &Position, mv: Move, number: u32) {
    out.word(&format!("{number}{}", dots(position.turn())));
    out.word(&san(position, mv));
}
