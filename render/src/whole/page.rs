//! A whole play as a page of its own: our move with its choice, and the replies that the reader can follow.

use adv_chess::Position;
use adv_chess::notation::{fen, san};
use adv_prover::{WholeEnd, WholeNode, WholeStep};

use super::text::text;
use super::{WholeDrawing, chosen, end_of, end_words, goal_words, open_words, written_at};
use crate::graph::{self, Node, Passage, Side};

/// HTML page of a whole play. Of more than [`super::PAGE_NODES`] nodes the first ones are on it, and it says so.
pub fn html(drawing: &WholeDrawing<'_>) -> String {
    let about = text(&drawing.head, drawing.totals, drawing.tally);
    // Our nodes keep their numbers; those between them stand behind.
    let shown = drawing.nodes.len();
    let mut nodes = vec![Node::new(drawing.head.root, Side::Us); shown.max(1)];
    for (number, node) in drawing.nodes.iter().enumerate() {
        nodes[number] = page_node(drawing, node, &mut nodes);
    }
    nodes[0].notes = about.lines().map(str::to_owned).collect();
    let cut = graph::cut(shown, drawing.totals.nodes as usize, "nodes");
    let below = fen(drawing.head.root) + &cut;
    graph::html(&drawing.title(), &below, &about, &nodes)
}

/// Page's node for a node of ours; the one after our move is appended to `nodes`.
fn page_node(drawing: &WholeDrawing<'_>, node: &WholeNode, nodes: &mut Vec<Node>) -> Node {
    let module = drawing.head.module;
    let at = &node.position;
    let mut page = Node::new(at, Side::Us);
    match &node.step {
        WholeStep::Move {
            mv,
            choice,
            begins,
            replies,
            left_out,
            end,
        } => {
            let mut note = if *begins { "" } else { "goes on: " }.to_owned();
            note.push_str(&chosen(module, *choice));
            if let Some(at) = written_at(module, *choice) {
                note.push_str(&format!(", {at}"));
            }
            page.moves.push(Passage {
                note: Some(note),
                ..Passage::new(san(at, *mv), *mv, nodes.len())
            });
            let played = at.play(*mv);
            let mut after = Node::new(&played, Side::Them);
            after.end = end.as_ref().map(|end| sentence(drawing, at, end));
            let mut cut = Vec::new();
            for (reply, to) in replies {
                match *to as usize {
                    to if to < drawing.nodes.len() => {
                        after
                            .moves
                            .push(Passage::new(san(&played, *reply), *reply, to));
                    }
                    _ => cut.push(*reply),
                }
            }
            for (told, moves) in [("left out", left_out), ("not on this page", &cut)] {
                let names: Vec<String> = moves.iter().map(|mv| san(&played, *mv)).collect();
                if !names.is_empty() {
                    after.notes.push(format!("{told}: {}", names.join(", ")));
                }
            }
            nodes.push(after);
        }
        WholeStep::End(end) => page.end = Some(sentence(drawing, at, end)),
        WholeStep::Open(bound) => page.end = Some(format!("left open: {}", open_words(bound))),
    }
    page
}

fn sentence(drawing: &WholeDrawing<'_>, at: &Position, end: &WholeEnd) -> String {
    let end = end_of(drawing.head.module, at, end);
    let goal = goal_words(';', end.goal);
    end_words(end) + &goal
}
