//! Texts and JSON of the cases on which an explanation draws.

use adv_explain::{Drawn, Explanation, PlanTold, ToldFact, UsedCase};
use adv_record::explanation::{DrawnCase, DrawnCases};

use super::words::{Words, counted};

/// Lines beside the board: the nearest case, its similarity, and the other cases used; empty for an explanation without cases.
pub(super) fn head(explanation: &Explanation, words: &Words) -> Vec<String> {
    let Some(drawn) = &explanation.drawn else {
        return Vec::new();
    };
    let Some((first, others)) = drawn.used.split_first() else {
        return vec![counted(words.no_case, drawn.count)];
    };
    let mut lines = vec![
        format!(
            "{}: {}",
            counted(words.nearest_case, drawn.count),
            named(first, words)
        ),
        similarity(drawn, first, words),
    ];
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(|other| named(other, words)).collect();
        lines.push(words.other_cases.replace("{}", &words.listed(&others)));
    }
    lines
}

/// Name of a case: its number, and its note in quotes if it has one.
fn named(used: &UsedCase, words: &Words) -> String {
    let [open, close] = words.quotes;
    match &used.note {
        Some(note) => format!("{}, {open}{note}{close}", used.near.number),
        None => used.near.number.to_string(),
    }
}

/// Similarity of the nearest case, with the weighted parts that add up to it.
fn similarity(drawn: &Drawn, used: &UsedCase, words: &Words) -> String {
    let likeness = used.near.likeness;
    let values = [
        hundredths(likeness.total / 100, words),
        weight(drawn.weights.facts, words),
        hundredths(likeness.facts / 100, words),
        weight(drawn.weights.position, words),
        hundredths(likeness.position / 100, words),
    ];
    let mut text = words.similarity.to_owned();
    for value in values {
        text = text.replacen("{}", &value, 1);
    }
    text
}

/// Decimal number with two places from a number of hundredths: `0.75` for 75.
fn hundredths(value: i64, words: &Words) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let size = value.unsigned_abs();
    format!("{sign}{}{}{:02}", size / 100, words.point, size % 100)
}

/// Decimal number from a weight in hundredths, without trailing zeros.
fn weight(of: u16, words: &Words) -> String {
    let text = hundredths(i64::from(of), words);
    let text = text.trim_end_matches('0');
    text.trim_end_matches(words.point).to_owned()
}

/// Case that a fact of the explanation comes from, in words; `None` for a fact without one.
pub(super) fn of_fact(told: &ToldFact, words: &Words) -> Option<String> {
    let from = told.from?;
    let text = if from.same { words.same } else { words.adapted };
    Some(text.replace("{}", &from.number.to_string()))
}

/// Words for the case that a plan's advice comes from (`from case 12`); `None` for advice that the pattern itself names.
pub(super) fn of_piece(plan: &PlanTold, words: &Words) -> Option<String> {
    let number = plan.case?.to_string();
    Some(words.from_case.replace("{}", &number))
}

/// Record for JSON of the cases that an explanation draws on; similarities are in ten-thousandths.
pub(super) fn record(drawn: &Drawn) -> DrawnCases {
    let used = drawn.used.iter().map(|used| {
        let likeness = used.near.likeness;
        DrawnCase {
            number: used.near.number,
            note: used.note.clone(),
            similarity: likeness.total,
            facts: likeness.facts,
            board: likeness.position,
        }
    });
    DrawnCases {
        count: drawn.count,
        used: used.collect(),
    }
}
