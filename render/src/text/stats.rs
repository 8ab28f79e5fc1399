//! The statistics table of AL2's paper (Fig. 4): for each piece tried the positions in all and by depth; and where it spent them, by class of
//! moves and by conjunct.
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
use adv_module::program::{Advice, Goal};
use adv_vm::{ClassTally, Consultation, GoalTally, LookedAt, SearchTally, Tried};

use super::trace::conjunct_words;
use super::{advice_name, joined, many, positions, thousands};
use crate::TextForm;
use crate::attempts::{described, list_words};
use crate::block::{Block, Column, Row, Text};

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

/// Text on where each piece-of-advice spent its positions, by class and conjunct, if these were counted. Lines end with a line feed.
pub fn tallies(module: &Program, tried: &[Tried]) -> String {
    let tallied = tried.iter().filter_map(|one| {
        let record = module.advice.get(one.advice.index())?;
        Some(blocks(module, one, record, one.tally.as_ref()?))
    });
    let texts = tallied.map(|block| format!("\n{}", TextForm::Terminal.text(&[block])));
    texts.collect()
}

fn blocks(module: &Program, tried: &Tried, record: &Advice, tally: &SearchTally) -> Block {
    let name = advice_name(module, tried.advice);
    let mut head = format!("{name}: deepest ply {}", tally.deepest);
    if tally.too_dear > 0 {
        let _ = write!(head, ", {} too dear", many(tally.too_dear, "move", "moves"));
    }
    let mut rows = Vec::new();
    let mut before = String::new();
    for class in &tally.classes {
        let list = list_words(class.class.ours, class.class.plies(record));
        let head = if before == list { "" } else { &list };
        let words = described(module, record, &class.class).unwrap_or_default();
        let row = format!("{head:5} {}  {words}", class.class.class + 1);
        rows.push(Row::of([row, class_words(class)]));
        before = list;
    }
    let parts = vec![
        Block::table([Column::words("", 0, 60), Column::free("")], rows),
        goals(module, "leaves", &record.better, &tally.leaves),
        goals(module, "cuts", &record.holding, &tally.cuts),
    ];
    Block::Group(vec![Block::plain(head), Block::Inset(parts)])
}

fn class_words(class: &ClassTally) -> String {
    let mut text = format!("reached {}", times(class.reached));
    if let Some(taken) = class.taken {
        let _ = write!(text, " with {}", many(taken, "square", "squares"));
    }
    let _ = write!(
        text,
        ", selects {}, {}",
        many(class.selected, "move", "moves"),
        positions(class.positions)
    );
    text
}

/// Line for each part of a goal that decided positions, the most frequent first; `word` begins the first line.
fn goals(module: &Program, word: &'static str, goal: &Goal, tally: &[GoalTally]) -> Block {
    let mut sorted: Vec<&GoalTally> = tally.iter().collect();
    // Stable: equal counts stay in the order of the source.
    sorted.sort_by_key(|one| std::cmp::Reverse(one.count));
    let words = sorted.into_iter().map(|one| {
        let (count, part) = (thousands(one.count), part_words(module, goal, one));
        Text::plain(format!("{count} by {part}"))
    });
    let heads = [word].into_iter().chain(std::iter::repeat(""));
    Block::lines(6, heads.zip(words))
}

/// Words for the part of a goal that decided: a conjunct, one case of it, or all conjuncts.
pub(crate) fn part_words(module: &Program, goal: &Goal, tally: &GoalTally) -> String {
    let part = tally.part.and_then(|part| {
        let record = goal.parts.get(part.conjunct)?;
        Some((part, record))
    });
    match part {
        Some((part, record)) => {
            let whole = conjunct_words(module, record, part.conjunct);
            match part.case.and_then(|case| record.cases.get(case)) {
                Some(case) => format!("`{}` of {whole}", case.text),
                None => whole,
            }
        }
        None if goal.parts.len() > 1 => format!("all {} conjuncts", goal.parts.len()),
        None => "a goal that is always true".to_owned(),
    }
}
