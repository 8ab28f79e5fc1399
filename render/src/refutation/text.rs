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
use crate::text::{joined, numbered, thousands};

/// Most moves named of those that end for one reason; the count beside them includes all.
const NAMED: usize = 8;

/// End of a line in which it is our turn and no move is tried.
const NO_MOVE: &str = "the us-moves select no move";

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
    let line = |words: String| PendingText::Line(format!("{}{words}", "  ".repeat(depth)));
    let moves = match &node.step {
        RefutationStep::Open(bound) => {
            return vec![line(format!("not followed: {}", bound_words(*bound)))];
        }
        RefutationStep::Moves(moves) if moves.is_empty() => return vec![line(NO_MOVE.to_owned())],
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
    let mut all = Vec::new();
    for (words, members) in groups {
        let Some(first) = members.first() else {
            continue;
        };
        let RefutedBy::Node(number) = first.by else {
            all.push(line(group(module, refutation, at, &members, &words)));
            continue;
        };
        let played = pair(at, first);
        let node = refutation.nodes.get(number as usize);
        let slot = shown.get_mut(number as usize);
        match (node.map(|node| &node.step), slot) {
            (Some(RefutationStep::Open(bound)), _) => {
                let pairs = named(&members, |_, refuted| pair(at, refuted));
                all.push(line(format!(
                    "{pairs}: not followed, {}",
                    bound_words(*bound)
                )));
            }
            (Some(RefutationStep::Moves(moves)), slot) if moves.is_empty() => {
                all.push(line(format!("{played}: {NO_MOVE}")));
                slot.into_iter()
                    .for_each(|slot| *slot = Some(String::new()));
            }
            (_, Some(known @ None)) => {
                let to = format!("{way} {played}").trim_start().to_owned();
                *known = Some(to.clone());
                all.push(line(format!("{played}:")));
                all.push(PendingText::Node(number, depth + 1, to));
            }
            (_, Some(Some(before))) => {
                all.push(line(format!("{played}: goes on as after {before}")));
            }
            (_, None) => {}
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

/// Names of the first of these moves, and the number of all of them if it is not one: `1. Kd7, Ke7 (2 moves)`.
fn named(members: &[&RefutedMove], name: impl Fn(usize, &RefutedMove) -> String) -> String {
    let names = members.iter().take(NAMED).enumerate();
    let names = joined(names.map(|(index, refuted)| name(index, refuted)), ", ");
    let more = if members.len() > NAMED { " …" } else { "" };
    let count = match members.len() {
        1 => String::new(),
        all => format!(" ({})", many(all as u64, "move", "moves")),
    };
    format!("{names}{more}{count}")
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
    let names = named(members, |index, refuted| match index {
        0 => numbered(at, refuted.mv),
        _ => san(at, refuted.mv),
    });
    // The text of a group begins with its reply, if there is one.
    match words.starts_with(": ") {
        true => format!("{names}{words}"),
        false => format!("{names}, each answered by {words}"),
    }
}

/// Sums over all nodes in a line: first moves, positions, moves of ours, and the positions left open, by bound.
pub(super) fn sums(refutation: &Refutation) -> String {
    let first = refutation
        .nodes
        .first()
        .map_or(0, |node| node.moves().len());
    let text = format!(
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
    let open: Vec<String> = open
        .iter()
        .map(|(why, count)| format!("{} {why}", thousands(*count)))
        .collect();
    text + &completeness(
        refutation.open() as u64,
        ["position is", "positions are"],
        &open,
    )
}

/// Line on whether every line is followed to its end, else the number left open with its noun and the reasons.
pub(crate) fn completeness(open: u64, [one, several]: [&str; 2], why: &[String]) -> String {
    match open {
        0 => "complete: every line is followed to its end\n".to_owned(),
        _ => format!(
            "not complete: {} left open ({})\n",
            many(open, one, several),
            why.join(", ")
        ),
    }
}
