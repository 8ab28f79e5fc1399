//! A move explained as a teacher would: the reason, the idea, the rule that chose it, the pieces that failed before it, and the answers to
//! the replies.
//!
//! ```text
//! Kc2: the king goes in front of the pawn.
//!
//! This is bring-king (c1c2): the king walks to a key square.
//! Rule 2 of table kpk lists it, line 41: `otherwise push-pawn, bring-king`.
//! Listed before it, but not satisfied: push-pawn (19 positions).
//! Black has 5 replies, and each has its answer: it takes 3 moves at most, as after 1... Ke7 2. Kb3 Kd6 3. Kb4.
//! ```
//!
//! Every sentence joins words of the author with results of the search; without words of the author there is no sentence.

use std::fmt::Write as _;

use adv_chess::notation::san;
use adv_chess::{Move, Position};
use adv_module::program::{Advice, Cost, Rule};
use adv_module::{AdviceKind, Program};
use adv_vm::{Consultation, Tree};

use super::{
    advice_name, cited, left_out_sentence, line_words, longest_line, tried_in_vain, wholes,
};
use crate::block::terminal::folded;
use crate::drawing::lines;
use crate::place;

/// Greatest width of a line of the remark, in characters.
const WIDTH: usize = 110;

/// Remark on the move that a consultation found, as lines that end with a line feed; empty where there is none.
pub fn remark(module: &Program, answer: &Consultation) -> String {
    let (Some(id), Some(tree), Some(first)) =
        (answer.advice, answer.tree.as_ref(), answer.first_move())
    else {
        return String::new();
    };
    let record = module.advice.get(id.index());
    let idea = record.map(|record| idea(&record.doc)).unwrap_or_default();
    let name = advice_name(module, id);
    let played = san(&answer.position, first);
    let reason = answer.because.as_deref().unwrap_or(&idea);
    let headline = match reason {
        "" => format!("{played}."),
        reason => format!("{played}: {}", sentence(&small(reason))),
    };
    // Without a reason the idea is the headline already.
    let idea = answer.because.as_ref().map_or("", |_| &idea);
    let conditional = tree.is_conditional().then(|| {
        let held = left_out_sentence(tree);
        sentence(&format!("Conditional: {held}"))
    });
    let mirrored = "The colours were exchanged to fit the program, and back again here.";
    let told = [
        Some(piece(record, name, first, idea)),
        rule(module, answer),
        passed_over(module, answer),
        replies(&answer.position, tree),
        effort_sentence(module, answer),
        conditional,
        answer.mirrored.then(|| mirrored.to_owned()),
    ];
    let told = told.iter().flatten().map(|sentence| folded_lines(sentence));
    format!("{}\n{}", folded_lines(&headline), told.collect::<String>())
}

/// Sentence on the cost of a tree's dearest line, and the effort allowed; `None` for advice whose moves have no cost.
pub(crate) fn effort_sentence(module: &Program, answer: &Consultation) -> Option<String> {
    let advice = module.advice.get(answer.advice?.index())?;
    let (spent, cost) = (wholes(answer.cost?), advice.cost.as_ref()?);
    let of = cost.effort;
    let unit = unit(module, cost);
    // Where the cheapest tree is looked for, it was found within less.
    let within = answer
        .within
        .filter(|within| *within < of.saturating_mul(1000));
    Some(match within {
        Some(within) => format!(
            "The moves of its dearest line cost {spent}{unit}, found within {} of an effort of {of}.",
            wholes(within)
        ),
        None => format!("The moves of its dearest line cost {spent}{unit} of an effort of {of}."),
    })
}

/// Unit to write after a cost: ` bits` where it counts information alone, else nothing.
pub(crate) fn unit(module: &Program, cost: &Cost) -> &'static str {
    if module.counts_bits(cost.of_move) {
        " bits"
    } else {
        ""
    }
}

/// Sentence that names the piece-of-advice or action, with its move in UCI notation and the idea from its comment.
fn piece(record: Option<&Advice>, name: &str, first: Move, idea: &str) -> String {
    let word = match record.map(|record| record.kind) {
        Some(AdviceKind::Action | AdviceKind::Item) => "action ",
        _ => "",
    };
    match idea {
        "" => format!("This is {word}{name} ({first})."),
        idea => format!("This is {word}{name} ({first}): {}", sentence(&small(idea))),
    }
}

/// Sentence on the rule that chose the advice, with the author's comments on the words in its precondition; `None` without a rule.
fn rule(module: &Program, answer: &Consultation) -> Option<String> {
    let table = module.tables.get(answer.table?.index())?;
    let index = answer.rule?;
    let rule = table.rules.get(index)?;
    let at = cited(module, rule);
    let mut text = format!("Rule {} of table {} lists it{at}", index + 1, table.name);
    if let Some(comment) = place::rule_comment(module, rule) {
        let _ = write!(text, ", {comment}");
    }
    text.push('.');
    for (name, doc) in notions(module, rule) {
        let _ = write!(text, " {name}: {}", sentence(&small(&doc)));
    }
    Some(text)
}

/// Definitions that a rule's precondition names and that have a comment, each with that comment, in the order of the text.
fn notions(module: &Program, rule: &Rule) -> Vec<(String, String)> {
    let Some(text) = rule
        .condition
        .and_then(|_| place::rule_text(module, rule))
        .and_then(|text| Some(text.split(" then").next()?.to_owned()))
    else {
        return Vec::new();
    };
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut found: Vec<(String, String)> = Vec::new();
    for word in text.split(|c: char| !is_part(c)) {
        let export = module.exports.iter().find(|export| export.name == word);
        let idea = export
            .map(|export| idea(&export.doc))
            .filter(|idea| !idea.is_empty());
        if let Some(idea) = idea
            && found.iter().all(|(name, _)| name != word)
        {
            found.push((word.to_owned(), idea));
        }
    }
    found
}

/// Sentence on the pieces-of-advice listed before the chosen one that are not satisfied; `None` for none.
fn passed_over(module: &Program, answer: &Consultation) -> Option<String> {
    let before = tried_in_vain(module, &answer.tried);
    if before.is_empty() {
        return None;
    }
    Some(format!("Listed before it, but not satisfied: {before}."))
}

/// Sentence on the replies and how long they last; `None` if the tree ends after our move without mate.
fn replies(root: &Position, tree: &Tree) -> Option<String> {
    let behind = root.play(tree.first_move()?);
    if tree.is_leaf(0) {
        return behind
            .is_checkmate()
            .then(|| format!("{} is mated.", behind.turn()));
    }
    let nodes = lines(tree).into_iter().enumerate();
    let mut leaves = nodes.filter(|(index, _)| tree.is_leaf(*index));
    let mates = leaves.all(|(_, line)| line.after.is_checkmate());
    let line = line_words(&behind, longest_line(tree).into_iter().skip(1), san);
    let count = tree.children(Some(0)).count();
    let side = behind.turn();
    let left_out = tree.nodes().first().map_or(0, |node| node.left_out);
    let heads = match (count, left_out) {
        (1, 0) => format!("{side} has one reply"),
        (more, 0) => format!("{side} has {more} replies, and each has its answer"),
        (looked_at, _) => format!("{side} has more replies than the {looked_at} looked at"),
    };
    let moves = tree.depth().div_ceil(2);
    let ends = if mates { "mate" } else { "it" };
    let takes = match moves {
        1 => format!("{ends} takes this move"),
        more => format!("{ends} takes {more} moves at most"),
    };
    Some(format!("{heads}: {takes}, as after {line}."))
}

/// First sentence of a definition's comment, without a number or a name's own heading before it and without its full stop.
fn idea(doc: &str) -> String {
    let words: Vec<&str> = doc.split_whitespace().collect();
    let numbered = words.first().is_some_and(|word| {
        word.strip_suffix('.')
            .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    });
    let text = words
        .get(usize::from(numbered)..)
        .unwrap_or_default()
        .join(" ");
    // A full stop that ends a sentence is followed by a blank and a capital.
    let end = text.match_indices(". ").find(|(at, _)| {
        let behind = text.get(at + 2..).and_then(|rest| rest.chars().next());
        behind.is_some_and(char::is_uppercase)
    });
    let first = end.map_or(text.as_str(), |(at, _)| text.get(..at).unwrap_or(&text));
    first.trim_end_matches('.').to_owned()
}

/// Text with a full stop at its end, unless it ends with a sign.
fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// Text with its first letter in lower case, unless its first word is a name or a square.
fn small(text: &str) -> String {
    let mut chars = text.chars();
    let (Some(first), rest) = (chars.next(), chars.as_str()) else {
        return String::new();
    };
    let word = text.split_whitespace().next().unwrap_or(text);
    let is_name = ["White", "Black", "I"].contains(&word)
        || word.chars().skip(1).any(char::is_uppercase)
        || word.starts_with("White")
        || word.starts_with("Black");
    if is_name {
        text.to_owned()
    } else {
        first.to_lowercase().chain(rest.chars()).collect()
    }
}

/// Sentence in lines of at most [`WIDTH`] characters, each with a line feed.
fn folded_lines(text: &str) -> String {
    folded(text.split(' '), WIDTH).join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideas_are_first_sentences_without_their_number() {
        assert_eq!(
            idea("3. The rook takes room. It is safe."),
            "The rook takes room"
        );
        assert_eq!(
            idea("In front of the pawn, e.g. on e6."),
            "In front of the pawn, e.g. on e6"
        );
        assert_eq!(idea(""), "");
        assert_eq!(small("The rook"), "the rook");
        assert_eq!(small("Black's king"), "Black's king");
        assert_eq!(sentence("he is mated!"), "he is mated!");
    }

    #[test]
    fn long_sentences_are_broken_between_words() {
        let text = folded_lines(&["word"; 50].join(" "));
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
    }
}
