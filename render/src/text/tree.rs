//! A forcing-tree as indented lines: a reply and our answer to it share one line.
//!
//! ```text
//! 1. Kc2
//! ├─ 1... Ke7  2. Kb3
//! │  ├─ 2... Kd6  3. Kb4
//! │  │  ├─ 3... Kc6
//! │  │  └─ 3... Kd5
//! │  └─ 2... Ke6  3. Kc4
//! │     └─ 3... Kd6
//! └─ 1... Kf7  2. Kd3  (3 replies not considered)
//! ```

use std::fmt::Write as _;

use adv_chess::notation::san;
use adv_chess::{Color, Move, Position};
use adv_vm::Tree;

use super::many;
use crate::drawing::{Line, lines};

/// Text of a whole tree, however long it is. Lines end with a line feed.
pub fn tree(tree: &Tree) -> String {
    tree_with(tree, &|_| None)
}

/// Function from the index of a node to the remark in brackets after its move; `None` for a move without one.
pub(crate) type NodeRemark<'r> = dyn Fn(usize) -> Option<String> + 'r;

/// Text of a whole tree with a remark in brackets after each move that has one.
pub(crate) fn tree_with(tree: &Tree, remark: &NodeRemark<'_>) -> String {
    let lines = lines(tree);
    let told = |node: usize| {
        let mut words = lines.get(node).map_or_else(String::new, Line::numbered);
        if let Some(remark) = remark(node) {
            let _ = write!(words, " [{remark}]");
        }
        let left_out = tree.nodes().get(node).map_or(0, |of| of.left_out);
        if let Some(left_out) = left_out_words(left_out) {
            let _ = write!(words, "  ({left_out})");
        }
        words
    };
    let mut text = String::new();
    // A stack of lines and not a recursion: a tree may be as deep as the limits allow.
    let mut pending = Vec::new();
    push_children(&mut pending, tree, None, "");
    while let Some((node, indent, mark)) = pending.pop() {
        let _ = write!(text, "{indent}{mark}{}", told(node));
        let mut last = node;
        // Our answer to their reply is the only node below it and needs no line of its own.
        if !mark.is_empty()
            && let Some(answer) = only_child(tree, node)
        {
            let _ = write!(text, "  {}", told(answer));
            last = answer;
        }
        text.push('\n');
        let bar = match mark {
            "" => "",
            MIDDLE => "│  ",
            _ => "   ",
        };
        push_children(&mut pending, tree, Some(last), &format!("{indent}{bar}"));
    }
    text
}

/// Dots after the number of a move: three where Black moves.
pub(crate) const fn dots(mover: Color) -> &'static str {
    match mover {
        Color::White => ".",
        Color::Black => "...",
    }
}

/// Number of the next move with its dots: `2.`, `1...`.
pub(crate) fn move_number(position: &Position) -> String {
    format!("{}{}", position.fullmoves(), dots(position.turn()))
}

/// SAN of a move with its number in the game: `2. Kb3`, `1... Ke7`.
pub fn numbered(position: &Position, m: Move) -> String {
    format!("{} {}", move_number(position), san(position, m))
}

/// Moves of a line with their numbers, `1... Ke7 2. Kb3 Kd6`; `name` writes each.
pub(crate) fn line_words(
    start: &Position,
    line: impl IntoIterator<Item = Move>,
    name: impl Fn(&Position, Move) -> String,
) -> String {
    let mut before = *start;
    let mut words = Vec::new();
    for mv in line {
        if before.turn() == Color::White || words.is_empty() {
            words.push(move_number(&before));
        }
        words.push(name(&before, mv));
        before = before.play(mv);
    }
    words.join(" ")
}

/// Words on the replies that a node leaves out: `3 replies not considered`; `None` for none.
pub(crate) fn left_out_words(left_out: u16) -> Option<String> {
    let replies = many(left_out.into(), "reply", "replies");
    (left_out > 0).then(|| format!("{replies} not considered"))
}

/// Moves of the first of the longest lines of a tree.
pub(crate) fn longest_line(tree: &Tree) -> Vec<Move> {
    let nodes = tree.nodes();
    let mut ply = tree.depth();
    let deepest = nodes.iter().position(|node| node.ply == ply);
    let before = nodes.iter().take(deepest.map_or(0, |at| at + 1));
    let mut line = Vec::new();
    // The parent is the nearest node before that is a ply nearer to the root.
    for node in before.rev() {
        if node.ply == ply {
            line.push(node.mv);
            ply -= 1;
        }
    }
    line.reverse();
    line
}

fn only_child(tree: &Tree, index: usize) -> Option<usize> {
    let mut children = tree.children(Some(index));
    let first = children.next()?;
    children.next().is_none().then_some(first)
}

/// Line of a tree that has still to be written: its node, the bars and blanks before it, and its sign; empty for a move at the root.
type PendingLine = (usize, String, &'static str);

/// Signs before a move that has siblings below it, and before the last of them.
const MIDDLE: &str = "├─ ";
const LAST: &str = "└─ ";

/// Pushes the children of a node on the stack, the last one first, so that the first is written first; the root has `of` = `None`.
fn push_children(pending: &mut Vec<PendingLine>, tree: &Tree, of: Option<usize>, indent: &str) {
    let children: Vec<usize> = tree.children(of).collect();
    for (index, node) in children.iter().enumerate().rev() {
        let mark = match of {
            None => "",
            Some(_) if index + 1 == children.len() => LAST,
            Some(_) => MIDDLE,
        };
        pending.push((*node, indent.to_owned(), mark));
    }
}
