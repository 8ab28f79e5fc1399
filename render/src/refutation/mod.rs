//! A refutation in words, for tools, as a graph and as a page: every move of ours, and the reply that refutes it.
//!
//! ```text
//!   Refutation ──▶ text   moves that end for one reason share a line
//!              ├─▶ json   docs/schema/refutation.json: nodes by their numbers, moves with the nodes they lead to
//!              ├─▶ dot    a box for each node of ours
//!              └─▶ html   a page to walk through
//!   RefutedLine ─▶ line   the main line, for `--why`
//! ```

mod graph;
mod json;
mod text;

use adv_chess::notation::san;
use adv_chess::{Color, Move, Position};
use adv_module::{AdviceId, Program};
use adv_vm::{Refutation, RefutationBound, RefutedBy, RefutedLine, RefutedMove, TraceVerdict};

pub use graph::dot;
pub use json::{html, json};
pub(crate) use text::completeness;
pub use text::text;

pub(crate) use json::main_line;

use crate::attempts::no_move;
use crate::text::{advice_name, bounds, judged, judged_by_goal, numbered, wholes};

/// Most nodes that `dot` draws of a refutation.
pub const DOT_NODES: usize = 1_000;
/// Most moves of ours on the page of a refutation, which then has some megabytes.
pub const PAGE_MOVES: usize = 20_000;

/// Heading that names the search that is refuted: `no tree of mate-in(2) within 3 plies`.
fn heading(module: &Program, refutation: &Refutation) -> String {
    let name = advice_name(module, refutation.advice);
    let within = bounds(refutation.depth, refutation.effort);
    format!("no tree of {name} {within}")
}

/// Sentence for a search that never started, because the in-class of its piece-of-advice is false; else `None`.
fn out_of_class(module: &Program, refutation: &Refutation) -> Option<String> {
    refutation.out_of_class.then(|| {
        let name = advice_name(module, refutation.advice);
        format!("the in-class of {name} is false here, so that it is not tried")
    })
}

/// Words for the end of a line at `after`, the position after its last move; `None` if the line goes on. Without `numbers` positions that
/// fail at one conjunct have the same text, so that their moves can share a line.
fn end_words(
    module: &Program,
    (advice, effort): (AdviceId, Option<u32>),
    after: &Position,
    by: &RefutedBy,
    numbers: bool,
) -> Option<String> {
    let goal = |verdict: &TraceVerdict| match numbers {
        true => judged(module, advice, verdict),
        false => judged_by_goal(module, advice, verdict),
    };
    Some(match by {
        RefutedBy::Node(_) => return None,
        RefutedBy::Holding(verdict) => goal(verdict),
        RefutedBy::Depth(verdict) => format!("no ply is left, {}", goal(verdict)),
        RefutedBy::NoReply(verdict) => {
            format!("{}, {}", no_move(after, false), goal(verdict))
        }
        RefutedBy::Cost(total) => match (numbers, effort) {
            (true, Some(effort)) => format!(
                "too dear: the line would cost {} of {}",
                wholes(*total),
                wholes(effort)
            ),
            _ => "too dear: the line would cost more than the effort".to_owned(),
        },
    })
}

/// Words for our move with its number, and the reply to it.
fn pair(position: &Position, refuted: &RefutedMove) -> String {
    let ours = numbered(position, refuted.mv);
    match refuted.reply {
        Some(reply) => format!("{ours} {}", reply_words(&position.play(refuted.mv), reply)),
        None => ours,
    }
}

/// SAN of a reply; where we are Black it has a number.
fn reply_words(after: &Position, reply: Move) -> String {
    match after.turn() {
        Color::White => numbered(after, reply),
        Color::Black => san(after, reply),
    }
}

/// Position after our move and its reply, if there is one.
fn last_position(position: &Position, refuted: &RefutedMove) -> Position {
    let after = position.play(refuted.mv);
    refuted.reply.map_or(after, |reply| after.play(reply))
}

/// Words for the bound at which a node is left open.
fn bound_words(bound: RefutationBound) -> String {
    match bound {
        RefutationBound::Plies => "at the bound of plies".to_owned(),
        RefutationBound::Nodes => "at the bound of positions".to_owned(),
        RefutationBound::Stop(stop) => stop.to_string(),
    }
}

/// Text of a refutation's main line and its end: ``1. Kd7 Bc7 2. Ra6: no ply is left, better-goal fails: `mate` ``. `None` where no
/// move is selected at the root.
pub(crate) fn line(module: &Program, advice: AdviceId, line: &RefutedLine) -> Option<String> {
    let record = module.advice.get(advice.index());
    let cost = record.and_then(|record| record.cost.as_ref());
    let effort = cost.map(|cost| cost.effort.saturating_mul(1000));
    let mut position = line.position;
    let mut words = Vec::with_capacity(line.moves.len());
    let mut end = "then no move is selected".to_owned();
    for refuted in &line.moves {
        words.push(pair(&position, refuted));
        position = last_position(&position, refuted);
        let ended = end_words(module, (advice, effort), &position, &refuted.by, true);
        if let Some(ended) = ended {
            end = ended;
        }
    }
    (!words.is_empty()).then(|| format!("{}: {end}", words.join(" ")))
}
