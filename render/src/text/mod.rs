//! A consultation for people: the board, what answered, the move and its reason, the tree, the counts.
//!
//! ```text
//! 8 . . . . . k . .
//! …
//! White to move  5k2/8/8/8/8/2P5/8/3K4 w - - 0 1
//!
//! Kc2: the king goes in front of the pawn.
//!
//! This is bring-king (d1c2): the king walks to a key square.
//! Rule 2 of table kpk lists it, line 41: `otherwise push-pawn, bring-king`.
//! Listed before it, but not satisfied: push-pawn (19 positions).
//! Black has 3 replies, and each has its answer: it takes 3 moves at most, as after 1... Ke7 2. Kb3 Kd6 3. Kb4.
//!
//! 1. Kc2
//! ├─ 1... Ke7  2. Kb3
//! …
//! ```

mod play;
mod remark;
mod stats;
mod trace;
mod tree;
mod why;

use std::fmt::{Display, Write as _};

use adv_chess::Position;
use adv_chess::drawing::board_text;
use adv_chess::notation::fen;
use adv_module::program::Rule;
use adv_module::{AdviceId, Program, TableId};
use adv_vm::{Consultation, Subject, Tried};

use crate::TextForm;
use crate::block::{Block, Text};
use crate::place;

pub(crate) use play::{action_classes, bounds, classes, plies, reason};
pub use play::{done, game, p_strategy, stuck_sentence};
pub use remark::remark;
pub(crate) use remark::{effort_sentence, unit};
pub(crate) use stats::{add as add_depths, part_words};
pub use stats::{looked_at, remembered, statistics, tallies};
pub(crate) use trace::{goal_of, judged, judged_by_goal, verdict_part};
pub use trace::{trace, work};
pub use tree::numbered;
pub use tree::tree;
pub(crate) use tree::{dots, left_out_words, line_words, longest_line, move_number, tree_with};
pub(crate) use why::goal_name;
pub use why::tuple;
pub(crate) use why::wholes;
pub use why::{compared, why};

/// Parts of a consultation's text to show in addition to the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// True for the statistics of positions by piece-of-advice and by depth.
    pub stats: bool,
    /// True for the conjuncts at which pieces-of-advice failed.
    pub why: bool,
}

/// Text of a consultation in full: board, answer, tree, and the extras. Lines end with a line feed, the last as well.
pub fn consultation(module: &Program, answer: &Consultation, extras: Extras) -> String {
    let mut text = board(&answer.position);
    text.push('\n');
    match (&answer.advice, &answer.tree) {
        (Some(_), Some(found)) => {
            text.push_str(&remark(module, answer));
            text.push('\n');
            text.push_str(&tree(found));
        }
        _ => {
            text.push_str(&answered_by(module, answer));
            text.push_str(&nothing_applies(module, answer));
        }
    }
    if extras.stats {
        text.push('\n');
        text.push_str(&statistics(module, &answer.tried));
        text.push_str(&remembered(answer));
        text.push_str(&tallies(module, &answer.tried));
    }
    if extras.why {
        for tried in answer.tried.iter().filter(|tried| !tried.satisfied) {
            text.push('\n');
            text.push_str(&why(module, tried, answer.mirrored));
        }
    }
    text
}

/// Text of a forcing-tree as a test keeps it: position, piece-of-advice, tree; `None` where no advice applies.
pub fn snapshot(module: &Program, answer: &Consultation) -> Option<String> {
    let (advice, found) = (answer.advice?, answer.tree.as_ref()?);
    let mut text = format!(
        "fen     {}\nadvice  {}\n",
        fen(&answer.position),
        advice_name(module, advice)
    );
    if found.is_conditional() {
        text.push_str("success conditional\n");
    }
    text.push('\n');
    text.push_str(&tree(found));
    Some(text)
}

/// Board drawn in characters, with the side to move and the FEN below it.
pub fn board(position: &Position) -> String {
    let mut text = board_text(position, false, false);
    let _ = writeln!(text, "{} to move  {}", position.turn(), fen(position));
    text
}

/// Sentence with its first letter as a capital; one that begins with code is left as it is.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Name of a piece-of-advice, with arguments where it has some; `?` if the program has no such advice.
pub fn advice_name(module: &Program, id: AdviceId) -> &str {
    Subject::Advice(id).name(module)
}

/// Name of a table; `?` if the program has no such table.
pub fn table_name(module: &Program, id: TableId) -> &str {
    Subject::Table(id).name(module)
}

/// Number of positions with its noun: `1 position`, `19 positions`.
pub fn positions(count: u64) -> String {
    many(count, "position", "positions")
}

/// Number with its noun: `1 move`, `1,234 moves`.
pub fn many(count: u64, one: &str, several: &str) -> String {
    let noun = if count == 1 { one } else { several };
    format!("{} {noun}", thousands(count))
}

/// Number with a comma between groups of three digits: `7,206,680`.
pub fn thousands(number: u64) -> String {
    grouped(&number.to_string())
}

/// Digits of a number with a comma between groups of three, for sizes beyond other numbers' range.
pub fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Sentence on the number of legal replies that a tree with a conditional success leaves out.
pub fn left_out_sentence(found: &adv_vm::Tree) -> String {
    let left_out: u64 = found
        .nodes()
        .iter()
        .map(|node| u64::from(node.left_out))
        .sum();
    let replies = match left_out {
        1 => "1 legal reply is".to_owned(),
        more => format!("{more} legal replies are"),
    };
    format!("the tree holds only against the replies shown, {replies} left out")
}

/// Line with the table and the rule that applied; empty where a piece-of-advice was tried by itself.
/// Items as text, with the given text between them.
pub fn joined<T: Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    items.join(between)
}

/// Text in one line: every run of white space is one blank.
pub fn one_line(text: &str) -> String {
    joined(text.split_whitespace(), " ")
}

fn answered_by(module: &Program, answer: &Consultation) -> String {
    let Some(table) = answer.table.and_then(|id| module.tables.get(id.index())) else {
        return String::new();
    };
    let index = answer.rule.unwrap_or(usize::MAX);
    match table.rules.get(index) {
        None => format!("table {}, no rule applies\n", table.name),
        Some(rule) => {
            let at = cited(module, rule);
            format!("table {}, rule {}{at}\n", table.name, index + 1)
        }
    }
}

/// Line and text of a rule, to write after its number; empty if the source is missing.
fn cited(module: &Program, rule: &Rule) -> String {
    let line = place::line_words(module, rule.place).map(|line| format!(", {line}"));
    let text = place::rule_text(module, rule).map(|text| format!(": `{text}`"));
    line.unwrap_or_default() + &text.unwrap_or_default()
}

/// List of the pieces-of-advice tried that are not satisfied, each with the number of its positions.
fn tried_in_vain(module: &Program, tried: &[Tried]) -> String {
    let vain = tried.iter().filter(|tried| !tried.satisfied);
    joined(
        vain.map(|tried| {
            let name = advice_name(module, tried.advice);
            match tried.positions {
                0 => format!("{name} (no move to try)"),
                more => format!("{name} ({})", positions(more)),
            }
        }),
        ", ",
    )
}

/// Lines for a consultation in which no advice applies: the end of the game, or the pieces-of-advice tried.
fn nothing_applies(module: &Program, answer: &Consultation) -> String {
    let mut text = String::new();
    let over = game_over(&answer.position);
    if let Some(sentence) = &over {
        let _ = writeln!(text, "{sentence}: there is no move to find");
    }
    let tried = answer.tried.iter();
    let tried = tried.map(|t| (advice_name(module, t.advice), positions(t.positions)));
    match (answer.table, answer.tried.as_slice(), answer.rule) {
        (Some(_), [], None) => {
            text.push_str("no advice applies: no rule of the table holds in this position\n");
        }
        (Some(_), [], _) => text.push_str("no advice applies: the rule lists nothing\n"),
        (Some(_), ..) => {
            text.push_str("no advice applies; none of these is satisfied:\n");
            let rows = tried.map(|(name, positions)| (name, Text::plain(positions)));
            text.push_str(&TextForm::Terminal.text(&[Block::Inset(vec![Block::lines(0, rows)])]));
        }
        (None, ..) => text.extend(
            tried.map(|(name, positions)| format!("advice   {name}: not satisfied, {positions}\n")),
        ),
    }
    text
}

/// Sentence for a side to move that is checkmated or stalemated; `None` if it has a legal move.
fn game_over(position: &Position) -> Option<String> {
    let ended = match (position.is_checkmate(), position.is_stalemate()) {
        (true, _) => "checkmated",
        (_, true) => "stalemated",
        _ => return None,
    };
    Some(format!("{} is {ended}", position.turn()))
}

/// Width of the widest name in characters; 0 for none.
pub(crate) fn widest<'n>(names: impl Iterator<Item = &'n str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_by_three() {
        let numbers = [0, 7, 999, 1000, 175_168, 7_206_680, 1_000_000_000];
        let texts = [
            "0",
            "7",
            "999",
            "1,000",
            "175,168",
            "7,206,680",
            "1,000,000,000",
        ];
        assert_eq!(numbers.map(thousands), texts);
        assert_eq!(grouped("26012345678"), "26,012,345,678");
        assert_eq!(positions(1), "1 position");
        assert_eq!(positions(2651), "2,651 positions");
    }
}
