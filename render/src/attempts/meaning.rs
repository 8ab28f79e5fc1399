//! Meaning of a class of moves with a text that is only the name of a definition: `guided` is `any along race(us) by -tempo`.

use adv_module::Program;
use adv_module::program::{Advice, Class};
use adv_vm::SelectedBy;

use super::class_text;
use crate::place::function_text;
use crate::text::joined;

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
