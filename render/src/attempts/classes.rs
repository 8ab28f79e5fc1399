//! A tree with the class that selected each move.
//!
//! ```text
//! the classes that selected the moves of hold:
//! 1. Kg7 [5 {c7, c8}]
//! ├─ 1... h4 [3]  2. Kf6 [4]
//!
//! us   4  any along attack(them, us) by -tempo(us, them)
//!      5  any along TAKEN
//! them 3  any along attack(us, them)
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use adv_vm::SelectedBy;

use super::{class_text, meaning, squares};
use crate::drawing::Explained;
use crate::text::{advice_name, tree_with};

/// Text of a tree with the number of the class after each move, and a line for each class; empty if no class is recorded.
pub fn selected(explained: &Explained<'_>) -> String {
    let (Some(tree), Some(id)) = (&explained.answer.tree, explained.answer.advice) else {
        return String::new();
    };
    let by = |node: usize| explained.facts_at(node).and_then(|facts| facts.selected);
    let Some(record) = explained.module.advice.get(id.index()) else {
        return String::new();
    };
    let mut classes: BTreeMap<(bool, &[u16], u16), Option<String>> = BTreeMap::new();
    for by in (0..tree.nodes().len()).filter_map(by) {
        let text = class_text(explained.module, record, &by).map(|text| {
            match meaning(explained.module, record, &by) {
                Some(meaning) => format!("{text}: {meaning}"),
                None => text,
            }
        });
        classes.insert((!by.ours, by.plies(record), by.class), text);
    }
    if classes.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "the classes that selected the moves of {}:\n",
        advice_name(explained.module, id)
    );
    let remark = |by: SelectedBy| match by.taken {
        Some(taken) => format!("{} {}", by.class + 1, squares(taken)),
        None => (by.class + 1).to_string(),
    };
    text.push_str(&tree_with(tree, &|node| by(node).map(remark)));
    text.push('\n');
    let mut before = String::new();
    for ((theirs, plies, class), words) in classes {
        let list = list_words(!theirs, plies);
        let head = if before == list { "" } else { &list };
        let words = words.unwrap_or_default();
        let line = format!("{head:10}  {}  {words}", class + 1);
        let _ = writeln!(text, "{}", line.trim_end());
        before = list;
    }
    text
}

/// Name of a list of classes: `us`, `them at 3`.
pub(crate) fn list_words(ours: bool, plies: &[u16]) -> String {
    let side = if ours { "us" } else { "them" };
    match plies.first() {
        Some(first) => format!("{side} at {first}"),
        None => side.to_owned(),
    }
}
