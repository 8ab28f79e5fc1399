//! The statistics table of AL2's paper (Fig. 4): for each piece tried the positions in all and by depth.
//!
//! ```text
//! piece-of-advice  satisfied  positions  by depth 1 2 3 …
//! push-pawn        no                19  1 5 1 5 1 4 1 1
//! bring-king       yes               58  3 9 6 15 10 15
//! all                                77  4 14 7 20 11 19 1 1
//! nested in bring-king: opposition, tried 3 times, 40 positions counted separately, by depth 12 28
//! with nested advice 117 positions, by depth 16 42 7 20 11 19 1 1
//! memory: 41 nodes remembered, 12 not searched again; without memory more positions are counted
//! ```
//!
//! The depth of a nested position is counted from the root of its own tree.

use std::fmt::Write as _;

use adv_module::Program;
use adv_vm::{Consultation, LookedAt, Tried};

use super::{advice_name, joined, many, positions, thousands};
use crate::TextForm;
use crate::block::{Block, Column, Row};

/// Table of the positions that each piece-of-advice tried has tested. Nested ones, whose positions are counted apart, follow it.
pub fn statistics(module: &Program, tried: &[Tried]) -> String {
    let name = |id| advice_name(module, id);
    let row = |name: &str, satisfied: &str, positions: u64, depths: &[u64]| {
        Row::of([name, satisfied, &thousands(positions), &joined(depths, " ")])
    };
    let columns = [
        Column::free("piece-of-advice"),
        Column::words("satisfied", 13, 13),
        Column::number("positions", 9),
        Column::free("by depth 1 2 3 …"),
    ];
    let mut depths: Vec<u64> = Vec::new();
    let mut rows = Vec::new();
    for t in tried {
        let satisfied = if t.satisfied {
            "satisfied"
        } else {
            "not satisfied"
        };
        rows.push(row(name(t.advice), satisfied, t.positions, &t.by_depth));
        add(&mut depths, &t.by_depth);
    }
    let all: u64 = tried.iter().map(|t| t.positions).sum();
    rows.extend((tried.len() > 1).then(|| row("all", "", all, &depths)));
    let mut text = TextForm::Terminal.text(&[Block::table(columns, rows)]);
    let mut sum = 0;
    for (t, nested) in tried
        .iter()
        .flat_map(|t| t.nested.iter().map(move |n| (t, n)))
    {
        let _ = writeln!(
            text,
            "nested in {}: {}, tried {}, {} counted separately{}",
            name(t.advice),
            name(nested.advice),
            times(nested.asked),
            positions(nested.positions),
            by_depth(&nested.by_depth)
        );
        add(&mut depths, &nested.by_depth);
        sum += nested.positions;
    }
    if sum > 0 {
        let whole = positions(all.saturating_add(sum));
        let _ = writeln!(text, "with nested advice {whole}{}", by_depth(&depths));
    }
    text
}

/// Number of times in words: `once`, `41 times`.
pub(crate) fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        more => format!("{} times", thousands(more)),
    }
}

/// Line on the positions tested and those made to weigh a move: `looked at 825 distinct positions`, or `about 61,300,000` from a sample.
pub fn looked_at(looked: LookedAt) -> String {
    let distinct = |count| many(count, "distinct position", "distinct positions");
    match looked.is_exact {
        true => format!("looked at {}\n", distinct(looked.positions)),
        false => {
            let rounded = looked.positions / 10_000 * 10_000;
            format!("looked at about {}\n", distinct(rounded))
        }
    }
}

/// Line on the memory of a search, below the table; empty if positions are counted as Advice Language 2 counts them, without memory.
pub fn remembered(answer: &Consultation) -> String {
    answer.memory.map_or_else(String::new, |memory| {
        format!(
            "memory: {} remembered, {} not searched again; without memory more positions are counted\n",
            many(memory.entries, "node", "nodes"),
            thousands(memory.hits)
        )
    })
}

/// Adds positions by depth to `sums`, which grows where they are deeper.
pub(crate) fn add(sums: &mut Vec<u64>, by_depth: &[u64]) {
    if sums.len() < by_depth.len() {
        sums.resize(by_depth.len(), 0);
    }
    for (sum, positions) in sums.iter_mut().zip(by_depth) {
        *sum = sum.saturating_add(*positions);
    }
}

/// Suffix with positions by depth: `, by depth 12 28`; empty where no position was tested.
fn by_depth(positions: &[u64]) -> String {
    match positions {
        [] => String::new(),
        some => format!(", by depth {}", joined(some, " ")),
    }
}
