//! Positions of a piece-of-advice: by class of moves, by the conjunct that makes a leaf, by the conjunct that cuts.
//!
//! ```text
//! hold: deepest ply 13
//!   us    1  any to t.*                        reached 120 times, selects 14 moves, 12 positions
//!         5  any along TAKEN                   reached 41 times with 63 squares, selects 88 moves, 70 positions
//!   them  1  any to us.*                       reached 98 times, selects 11 moves, 11 positions
//!   leaves  35 by `saved(us, them)`
//!   cuts    19 by `¬wins-by-rule(them, us)`
//! ```
//!
//! A class that selects moves of which none is tested was reached in vain: a move before it had settled the node.

use std::fmt::Write as _;

use adv_module::Program;
use adv_module::program::{Advice, Goal};
use adv_vm::{ClassTally, GoalTally, SearchTally, Tried};

use super::stats::times;
use super::trace::conjunct_words;
use super::{advice_name, many, positions, thousands};
use crate::TextForm;
use crate::attempts::{described, list_words};
use crate::block::{Block, Column, Row, Text};

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
