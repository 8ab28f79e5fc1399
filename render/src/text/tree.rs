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

/// Line of the tree that has still to be written.
struct PendingLine {
    node: usize,
    /// Position in which the node's move is played.
    before: Position,
    /// Bars and blanks before the branch.
    indent: String,
    branch: Branch,
}

#[derive(Clone, Copy, PartialEq)]
enum Branch {
    /// Move at the root, without a sign before it.
    Root,
    Middle,
    Last,
}

/// Text of a whole tree, however long it is. Lines end with a line feed.
pub fn tree(tree: &Tree) -> String {
    tree_with(tree, &|_| None)
}

/// Function from the index of a node to the remark in brackets after its move; `None` for a move without one.
pub(crate) type NodeRemark<'r> = dyn Fn(usize) -> Option<String> + 'r;

/// Text of a whole tree with a remark in brackets after each move that has one.
pub(crate) fn tree_with(tree: &Tree, remark: &NodeRemark<'_>) -> String {
    let mut text = String::new();
    // A stack of lines and not a recursion: a tree may be as deep as the limits allow.
    let mut pending: Vec<PendingLine> = Vec::new();
    push_children(&mut pending, tree, None, *tree.root(), "");
    while let Some(PendingLine {
        node,
        before,
        indent,
        branch,
    }) = pending.pop()
    {
        let mark = match branch {
            Branch::Root => "",
            Branch::Middle => "├─ ",
            Branch::Last => "└─ ",
        };
        let _ = write!(text, "{indent}{mark}");
        let (mut last, mut position) = (node, before);
        position = write_move(&mut text, tree, last, &position, remark);
        // Our answer to their reply is the only node below it and needs no line of its own.
        if branch != Branch::Root
            && let Some(answer) = only_child(tree, last)
        {
            text.push_str("  ");
            position = write_move(&mut text, tree, answer, &position, remark);
            last = answer;
        }
        text.push('\n');
        let below = match branch {
            Branch::Root => indent,
            Branch::Middle => format!("{indent}│  "),
            Branch::Last => format!("{indent}   "),
        };
        push_children(&mut pending, tree, Some(last), position, &below);
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

fn write_move(
    text: &mut String,
    tree: &Tree,
    index: usize,
    before: &Position,
    remark: &NodeRemark<'_>,
) -> Position {
    let Some(node) = tree.nodes().get(index) else {
        return *before;
    };
    text.push_str(&numbered(before, node.mv));
    if let Some(remark) = remark(index) {
        let _ = write!(text, " [{remark}]");
    }
    if let Some(words) = left_out_words(node.left_out) {
        let _ = write!(text, "  ({words})");
    }
    before.play(node.mv)
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

/// Pushes the children of a node on the stack, the last one first, so that the first is written first; the root has `of` = `None`.
fn push_children(
    pending: &mut Vec<PendingLine>,
    tree: &Tree,
    of: Option<usize>,
    before: Position,
    indent: &str,
) {
    let children: Vec<usize> = tree.children(of).collect();
    for (index, node) in children.iter().enumerate().rev() {
        let branch = match of {
            None => Branch::Root,
            Some(_) if index + 1 == children.len() => Branch::Last,
            Some(_) => Branch::Middle,
        };
        pending.push(PendingLine {
            node: *node,
            before,
            indent: indent.to_owned(),
            branch,
        });
    }
}
