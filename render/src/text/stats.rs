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

use super::{advice_name, positions, thousands, widest};

/// Table of the positions that each piece-of-advice tried has tested. Nested ones, whose positions are counted apart, follow it.
pub fn statistics(module: &Program, tried: &[Tried]) -> String {
    const NAME: &str = "piece-of-advice";
    let all: u64 = tried.iter().map(|t| t.positions).sum();
    let width = widest(
        tried
            .iter()
            .map(|t| advice_name(module, t.advice))
            .chain([NAME]),
    );
    let mut text = format!("{NAME:width$}  satisfied      positions  by depth 1 2 3 …\n");
    for t in tried {
        let name = advice_name(module, t.advice);
        let satisfied = if t.satisfied {
            "satisfied"
        } else {
            "not satisfied"
        };
        let line = format!(
            "{name:width$}  {satisfied:13}  {:>9}  {}",
            thousands(t.positions),
            listed(&t.by_depth)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let mut depths: Vec<u64> = Vec::new();
    for t in tried {
        add(&mut depths, &t.by_depth);
    }
    if tried.len() > 1 {
        let line = format!(
            "{:width$}  {:13}  {:>9}  {}",
            "all",
            "",
            thousands(all),
            listed(&depths)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    for t in tried {
        for nested in &t.nested {
            let (host, name) = (
                advice_name(module, t.advice),
                advice_name(module, nested.advice),
            );
            let times = match nested.asked {
                1 => "once".to_owned(),
                more => format!("{} times", thousands(more)),
            };
            let cost = positions(nested.positions);
            let _ = writeln!(
                text,
                "nested in {host}: {name}, tried {times}, {cost} counted separately{}",
                by_depth(&nested.by_depth)
            );
            add(&mut depths, &nested.by_depth);
        }
    }
    let nested: u64 = tried
        .iter()
        .flat_map(|t| &t.nested)
        .map(|nested| nested.positions)
        .sum();
    if nested > 0 {
        let whole = positions(all.saturating_add(nested));
        let _ = writeln!(text, "with nested advice {whole}{}", by_depth(&depths));
    }
    text
}

/// Line on the positions tested and those made to weigh a move: `looked at 825 distinct positions`, or `about 61,300,000` from a sample.
pub fn looked_at(looked: LookedAt) -> String {
    match (looked.is_exact, looked.positions) {
        (true, 1) => "looked at 1 distinct position\n".to_owned(),
        (true, count) => format!("looked at {} distinct positions\n", thousands(count)),
        (false, count) => {
            let rounded = count / 10_000 * 10_000;
            format!(
                "looked at about {} distinct positions\n",
                thousands(rounded)
            )
        }
    }
}

/// Line on the memory of a search, below the table; empty if positions are counted as Advice Language 2 counts them, without memory.
pub fn remembered(answer: &Consultation) -> String {
    let Some(memory) = answer.memory else {
        return String::new();
    };
    let nodes = match memory.entries {
        1 => "1 node".to_owned(),
        more => format!("{} nodes", thousands(more)),
    };
    format!(
        "memory: {nodes} remembered, {} not searched again; without memory more positions are counted\n",
        thousands(memory.hits)
    )
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

fn listed(by_depth: &[u64]) -> String {
    let words: Vec<String> = by_depth.iter().map(u64::to_string).collect();
    words.join(" ")
}

/// Suffix with positions by depth: `, by depth 12 28`; empty where no position was tested.
fn by_depth(positions: &[u64]) -> String {
    match positions {
        [] => String::new(),
        some => format!(", by depth {}", listed(some)),
    }
}
