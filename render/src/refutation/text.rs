//! A refutation for people: a line for each move of ours that goes on, and one for all that end for one reason.
//!
//! ```text
//! no tree of mate-in(2) within 3 plies
//!
//! 1. Kd7, Ke7 (2 moves): holding-goal fails: `¬rook-lost`
//! 1. Ra5 a6:
//!   2. Ra1, Rb5, Rc5 … (14 moves): no ply is left, better-goal fails: `mate`
//! 1. Rb1 a6: goes on as after 1. Ra5 a6
//!
//! 18 first moves, 9 positions, 131 moves of ours: none leads to a tree
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use adv_chess::Position;
use adv_chess::notation::san;
use adv_module::Program;
use adv_vm::{Refutation, RefutationBound, RefutationNode, RefutationStep, RefutedBy, RefutedMove};

use super::{bound_words, end_words, heading, last_position, out_of_class, pair, reply_words};
use crate::proof::numbers::many;
use crate::text::{numbered, thousands};

/// Most moves named of those that end for one reason; the count beside them includes all.
const NAMED: usize = 8;

/// Part of the text still to be written; a stack of these replaces recursion.
enum PendingText {
    Line(String),
    /// Number of a node, its depth in the text, and the moves that lead to it.
    Node(u32, usize, String),
}

/// Text of a refutation, without its position. Lines end with a line feed.
pub fn text(module: &Program, refutation: &Refutation) -> String {
    let mut text = format!("{}\n\n", heading(module, refutation));
    if let Some(sentence) = out_of_class(module, refutation) {
        let _ = writeln!(text, "{sentence}");
        return text;
    }
    // The moves that lead to each node where it is shown first.
    let mut shown: Vec<Option<String>> = vec![None; refutation.nodes.len()];
    let mut pending = vec![PendingText::Node(0, 0, String::new())];
    while let Some(next) = pending.pop() {
        let (number, depth, way) = match next {
            PendingText::Line(line) => {
                let _ = writeln!(text, "{line}");
                continue;
            }
            PendingText::Node(number, depth, way) => (number as usize, depth, way),
        };
        let Some(node) = refutation.nodes.get(number) else {
            continue;
        };
        if let Some(slot) = shown.get_mut(number) {
            *slot = Some(way.clone());
        }
        let below = of_node(module, refutation, node, (depth, &way), &mut shown);
        pending.extend(below.into_iter().rev());
    }
    text.push_str(&sums(refutation));
    text
}

/// Parts of the text for one node: its lines, and the nodes below it that are shown here for the first time.
fn of_node(
    module: &Program,
    refutation: &Refutation,
    node: &RefutationNode,
    (depth, way): (usize, &str),
    shown: &mut [Option<String>],
) -> Vec<PendingText> {
    let indent = "  ".repeat(depth);
    let mut all = Vec::new();
    let moves = match &node.step {
        RefutationStep::Open(bound) => {
            let words = bound_words(*bound);
            all.push(PendingText::Line(format!("{indent}not followed: {words}")));
            return all;
        }
        RefutationStep::Moves(moves) if moves.is_empty() => {
            let words = "the us-moves select no move";
            all.push(PendingText::Line(format!("{indent}{words}")));
            return all;
        }
        RefutationStep::Moves(moves) => moves,
    };
    let whole = (refutation.advice, refutation.effort);
    let at = &node.position;
    let mut groups: Vec<(String, Vec<&RefutedMove>)> = Vec::new();
    for refuted in moves {
        let after = at.play(refuted.mv);
        let last = last_position(at, refuted);
        let key = match end_words(module, whole, &last, &refuted.by, false) {
            Some(words) => {
                let reply = refuted.reply.map(|reply| reply_words(&after, reply));
                format!("{}: {words}", reply.unwrap_or_default())
            }
            // A node has moves of its own below it, but for those that are left open.
            None => match open_bound(refutation, refuted) {
                Some(bound) => bound_words(bound),
                None => pair(at, refuted),
            },
        };
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, members)) => members.push(refuted),
            None => groups.push((key, vec![refuted])),
        }
    }
    for (words, members) in groups {
        let Some(first) = members.first() else {
            continue;
        };
        let RefutedBy::Node(number) = first.by else {
            all.push(PendingText::Line(format!(
                "{indent}{}",
                group(module, refutation, at, &members, &words)
            )));
            continue;
        };
        let step = refutation.nodes.get(number as usize).map(|node| &node.step);
        match step {
            Some(RefutationStep::Open(bound)) => {
                let words = left_open(at, &members, *bound);
                all.push(PendingText::Line(format!("{indent}{words}")));
                continue;
            }
            Some(RefutationStep::Moves(moves)) if moves.is_empty() => {
                let line = pair(at, first);
                all.push(PendingText::Line(format!(
                    "{indent}{line}: the us-moves select no move"
                )));
                if let Some(slot) = shown.get_mut(number as usize) {
                    *slot = Some(String::new());
                }
                continue;
            }
            _ => {}
        }
        let line = pair(at, first);
        let to = format!("{way}{}{line}", if way.is_empty() { "" } else { " " });
        match shown.get_mut(number as usize) {
            Some(known @ None) => {
                *known = Some(to.clone());
                all.push(PendingText::Line(format!("{indent}{line}:")));
                all.push(PendingText::Node(number, depth + 1, to));
            }
            Some(Some(before)) => all.push(PendingText::Line(format!(
                "{indent}{line}: goes on as after {before}"
            ))),
            None => {}
        }
    }
    all
}

/// Bound that leaves open the node to which a move leads; `None` if the move leads to none, or to one with moves.
fn open_bound(refutation: &Refutation, refuted: &RefutedMove) -> Option<RefutationBound> {
    let RefutedBy::Node(number) = refuted.by else {
        return None;
    };
    match refutation.nodes.get(number as usize)?.step {
        RefutationStep::Open(bound) => Some(bound),
        RefutationStep::Moves(_) => None,
    }
}

/// Text for moves that lead to nodes left open, each with its reply, and the bound.
fn left_open(at: &Position, members: &[&RefutedMove], bound: RefutationBound) -> String {
    let pairs = members.iter().take(NAMED).map(|refuted| pair(at, refuted));
    let pairs: Vec<String> = pairs.collect();
    let more = if members.len() > NAMED { " …" } else { "" };
    let count = match members.len() {
        1 => String::new(),
        all => format!(" ({})", many(all as u64, "move", "moves")),
    };
    let why = bound_words(bound);
    format!("{}{more}{count}: not followed, {why}", pairs.join(", "))
}

/// Text for moves of ours that end for one reason, such as `1. Kd7, Ke7 (2 moves): holding-goal fails`.
fn group(
    module: &Program,
    refutation: &Refutation,
    at: &Position,
    members: &[&RefutedMove],
    words: &str,
) -> String {
    if let [only] = members {
        let whole = (refutation.advice, refutation.effort);
        let last = last_position(at, only);
        let end = end_words(module, whole, &last, &only.by, true).unwrap_or_default();
        return format!("{}: {end}", pair(at, only));
    }
    let mut names = Vec::new();
    for (index, refuted) in members.iter().take(NAMED).enumerate() {
        names.push(match index {
            0 => numbered(at, refuted.mv),
            _ => san(at, refuted.mv),
        });
    }
    let more = if members.len() > NAMED { " …" } else { "" };
    let count = many(members.len() as u64, "move", "moves");
    // The text of a group begins with its reply, if there is one.
    let then = match words.strip_prefix(": ") {
        Some(end) => format!(": {end}"),
        None => format!(", each answered by {words}"),
    };
    format!("{}{more} ({count}){then}", names.join(", "))
}

/// Sums over all nodes in a line: first moves, positions, moves of ours, and the positions left open, by bound.
pub(super) fn sums(refutation: &Refutation) -> String {
    let first = refutation
        .nodes
        .first()
        .map_or(0, |node| node.moves().len());
    let mut text = format!(
        "\n{}, {}, {} of ours: none leads to a tree\n",
        many(first as u64, "first move", "first moves"),
        many(refutation.nodes.len() as u64, "position", "positions"),
        many(refutation.moves() as u64, "move", "moves")
    );
    let mut open: BTreeMap<String, u64> = BTreeMap::new();
    for node in &refutation.nodes {
        if let RefutationStep::Open(bound) = node.step {
            *open.entry(bound_words(bound)).or_default() += 1;
        }
    }
    if open.is_empty() {
        text.push_str("complete: every line is followed to its end\n");
    } else {
        let why: Vec<String> = open
            .iter()
            .map(|(why, count)| format!("{} {why}", thousands(*count)))
            .collect();
        let count = refutation.open() as u64;
        let _ = writeln!(
            text,
            "not complete: {} left open ({})",
            many(count, "position is", "positions are"),
            why.join(", ")
        );
    }
    text
}
