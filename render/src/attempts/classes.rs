//! A tree with the class that selected each move, and classes spelt out.
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

use adv_module::Program;
use adv_module::program::{Advice, Class};
use adv_vm::SelectedBy;

use super::{class_text, squares};
use crate::drawing::Explained;
use crate::place::function_text;
use crate::text::{advice_name, joined, tree_with};

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
        let text = described(explained.module, record, &by);
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

/// Text of a class, with what it is spelt out where it is only a name: `rook-moves: R`; `None` if the source is missing.
pub(crate) fn described(module: &Program, record: &Advice, by: &SelectedBy) -> Option<String> {
    let text = class_text(module, record, by)?;
    Some(match meaning(module, record, by) {
        Some(meaning) => format!("{text}: {meaning}"),
        None => text,
    })
}

/// Name of a list of classes: `us`, `them at 3`.
pub(crate) fn list_words(ours: bool, plies: &[u16]) -> String {
    let side = if ours { "us" } else { "them" };
    match plies.first() {
        Some(first) => format!("{side} at {first}"),
        None => side.to_owned(),
    }
}

/// Class of moves spelt out in the language, as far as its record tells; `None` where its text is spelt out already, or missing.
pub(crate) fn meaning(module: &Program, record: &Advice, by: &SelectedBy) -> Option<String> {
    let class = by.class(record)?;
    let text = class_text(module, record, by)?;
    is_name(&text).then(|| words(module, class))
}

/// True for the text of a class that is only a name, with or without arguments, and not spelt out.
fn is_name(text: &str) -> bool {
    let end = text.find(|c: char| !(c.is_alphanumeric() || "-_".contains(c)));
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let alone = rest.is_empty() || rest.starts_with('(') && rest.ends_with(')');
    alone
        && name.chars().count() > 1
        && !["any", "none", "pass"].contains(&name.to_lowercase().as_str())
}

fn words(module: &Program, class: &Class) -> String {
    if class.passes() {
        return "pass".to_owned();
    }
    let mut text = if class.roles & Class::MEN == Class::MEN {
        "any".to_owned()
    } else {
        let roles = "KQRBNP".chars().enumerate();
        let roles = roles.filter(|(bit, _)| class.roles >> bit & 1 == 1);
        joined(roles.map(|(_, role)| role), ", ")
    };
    if class.is_quiet() {
        text.push_str(" quiet");
    }
    for (word, function) in [("from", class.from), ("to", class.to)] {
        if let Some(words) = function.and_then(|id| function_text(module, id)) {
            text.push_str(&format!(" {word} {words}"));
        }
    }
    for zone in &class.zones {
        text.push_str(&format!(" along {}", zone.text));
    }
    if class.filter.is_some() && module.class_needs_taken(class) {
        text.push_str(" along TAKEN");
    } else if class.filter.is_some() && class.zones.is_empty() {
        text.push_str(" where …");
    }
    if let Some(role) = class
        .promote
        .and_then(|role| "KQRBN".chars().nth(role.into()))
    {
        text.push_str(&format!(" as {role}"));
    }
    for key in &class.keys {
        if let Some(words) = function_text(module, *key) {
            text.push_str(&format!(" by {words}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn a_name_is_told_from_a_class_that_is_spelt_out() {
        for name in ["guided", "at-hand(them)", "chased"] {
            assert!(is_name(name), "{name}");
        }
        for class in [
            "any",
            "K along c8",
            "R",
            "any along race(us)",
            "W.R",
            "at-hand to c8",
            "K, P",
        ] {
            assert!(!is_name(class), "{class}");
        }
    }
}
