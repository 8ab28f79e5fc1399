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
use crate::pgn::{Movetext, head_of_tree, write_moves};
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
        let WholeStep::Move { mv, .. } = &node.step else {
            continue;
        };
        let after = node.position.play(*mv);
        for (reply, to) in replies(node) {
            if (*to as usize) < shown {
                let (from, to) = (format!("n{}", node.number), format!("n{to}"));
                graph.edge(from, to, &san(&after, *reply), "");
            }
        }
    }
    graph.end()
}

/// Ply of a play: our move at a node, or the reply with this index; and the number of our move.
#[derive(Clone, Copy)]
struct Ply<'n> {
    node: &'n WholeNode,
    reply: Option<usize>,
    number: u32,
}

/// Game in PGN for a whole play: the first reply goes on, the others are variations.
pub fn pgn(drawing: &WholeDrawing<'_>) -> String {
    let root = drawing.head.root;
    let mut out = Movetext::new(head_of_tree(drawing.title(), root.turn(), root));
    out.comment(&size(drawing.totals.unfolded));
    out.comment(&drawing.cut().unwrap_or_default());
    let mut written = vec![false; drawing.nodes.len()];
    let after = |out: &mut Movetext, ply| after(out, drawing, &mut written, ply);
    write_moves(&mut out, after, |out, ply: Ply<'_>| match ply.reply {
        None => write_node(out, drawing, ply.node, ply.number),
        Some(at) => write_reply(out, ply.node, at, ply.number),
    });
    out.word("*");
    out.finish()
}

/// Plies that may follow one, or the first one for `None`; a comment is written where play goes on elsewhere.
fn after<'n>(
    out: &mut Movetext,
    drawing: &WholeDrawing<'n>,
    written: &mut [bool],
    ply: Option<Ply<'n>>,
) -> Vec<Ply<'n>> {
    let (to, number) = match ply {
        None => (0, 1),
        Some(ply) => match ply.reply.and_then(|at| replies(ply.node).get(at)) {
            Some((_, to)) => (*to, ply.number + 1),
            None => {
                let all = 0..replies(ply.node).len();
                return all
                    .map(|at| Ply {
                        reply: Some(at),
                        ..ply
                    })
                    .collect();
            }
        },
    };
    match (drawing.nodes.get(to as usize), written.get_mut(to as usize)) {
        (Some(node), Some(mark @ false)) => {
            *mark = true;
            return vec![Ply {
                node,
                reply: None,
                number,
            }];
        }
        (Some(_), _) => out.comment(&format!("goes on as from node {to}")),
        (None, _) if ply.is_some() => out.comment("not shown"),
        (None, _) => {}
    }
    Vec::new()
}

/// Replies to our move at a node, each with the number of the node that it leads to; none where play ends.
fn replies(node: &WholeNode) -> &[(Move, u32)] {
    match &node.step {
        WholeStep::Move { replies, .. } => replies,
        WholeStep::End(_) | WholeStep::Open(_) => &[],
    }
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
    let WholeStep::Move { mv, .. } = &node.step else {
        return;
    };
    let after = node.position.play(*mv);
    if let Some((reply, _)) = replies(node).get(at) {
        let number = number + u32::from(after.turn() == Color::White);
        write_move(out, &after, *reply, number);
    }
}

fn write_move(out: &mut Movetext, position: &Position, mv: Move, number: u32) {
    out.word(&format!("{number}{}", dots(position.turn())));
    out.word(&san(position, mv));
}
