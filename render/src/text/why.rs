//! Reasons why a piece-of-advice is not satisfied: the conjuncts at which positions failed, with their number and the nearest miss of a
//! comparison.
//!
//! ```text
//! why push-pawn is not satisfied
//!   holding-goal  kpk.adv:12:12  `¬pawn-lost`
//!     failed in 4 positions
//!   better-goal   kpk.adv:11:12  `rank(P) = 7`
//!     failed in 15 positions; nearest: rank(P) 6, 7 in 8/1kP5/8/8/8/8/8/3K4 b - - 0 4
//!   effort        kpk.adv:14:3  `cost after-us bits(new.replies)`      only where moves have a cost
//!     ended 31 lines; nearest: 1. Nc2 would need 4.907 of 3
//!   depth 5
//!     ended 4 lines
//!   refutation
//!     1. c4 Ke7 2. c5 Kd7: no ply is left, better-goal fails: `rank(P) = 7`; the other 3 first moves fail too
//! ```

use std::fmt::Write as _;

use adv_chess::notation::{fen, san};
use adv_module::program::{Advice, Compare, Place};
use adv_module::{AdviceKind, Program};
use adv_vm::{GoalKind, LineEnds, SeenZone, Tried, ZoneMiss};

use super::{advice_name, goal_of, joined, line_words, many, positions, thousands, unit};
use crate::{place, refutation, zone_words};

/// Text on why a piece-of-advice is not satisfied: its failures. `mirrored` says that the consultation exchanged the colours, so that the
/// positions noted have to be turned back.
pub fn why(module: &Program, tried: &Tried, mirrored: bool) -> String {
    let mut text = format!(
        "why {} is not satisfied\n",
        advice_name(module, tried.advice)
    );
    let Some(advice) = module.advice.get(tried.advice.index()) else {
        return text;
    };
    let dear = tried.ended.as_ref().is_some_and(|ended| ended.effort > 0);
    if tried.why.is_empty() && !dear {
        // Of an action of the file nothing is searched where its in-class is false.
        let in_class = advice.in_class.filter(|_| tried.by_depth.is_empty());
        if let Some(function) = in_class.and_then(|id| module.function(id)) {
            let words = place::text_of(module, function.place);
            let words = words.map_or_else(String::new, |words| format!(" `{words}`"));
            let _ = write!(text, "  its in-class{words} is false, or ");
        } else {
            text.push_str("  ");
        }
        text.push_str(if tried.by_depth.is_empty() {
            "its us-moves select no legal move at the root\n"
        } else {
            "no position failed a goal, but no move was left to continue with\n"
        });
    }
    for failure in &tried.why {
        let Some(part) = goal_of(advice, failure.goal).parts.get(failure.part) else {
            continue;
        };
        let goal = goal_name(failure.goal, advice.kind);
        let number = format!("  conjunct {}", failure.part + 1);
        let head = head(module, goal, part.place, &number);
        let _ = write!(text, "{head}    failed in {}", positions(failure.failed));
        if let (Some(near), Some(compare)) = (&failure.nearest, &part.compare) {
            let position = match mirrored {
                true => near.position.mirror(),
                false => near.position,
            };
            let sides = compared(module, compare, &near.left, &near.right);
            let _ = write!(text, "; nearest: {sides} in {}", fen(&position));
        }
        text.push('\n');
        if let Some(miss) = &failure.zones {
            zones(&mut text, miss, mirrored);
        }
    }
    if let Some(ended) = &tried.ended {
        line_ends(&mut text, module, advice, ended);
    }
    if let Some(line) = &tried.refuted
        && let Some(words) = refutation::line(module, tried.advice, line)
    {
        let _ = write!(text, "  refutation\n    {words}");
        text.push_str(&match line.first_moves {
            0 | 1 => "\n".to_owned(),
            2 => "; the other first move fails too\n".to_owned(),
            more => format!(
                "; the other {} first moves fail too\n",
                thousands(more as u64 - 1)
            ),
        });
    }
    text
}

/// Appends the zones of a conjunct in the first position that failed it, a line each.
fn zones(text: &mut String, miss: &ZoneMiss, mirrored: bool) {
    let (position, zones) = match mirrored {
        false => (miss.position, miss.zones.clone()),
        true => (
            miss.position.mirror(),
            miss.zones.iter().map(SeenZone::mirrored).collect(),
        ),
    };
    let told = zone_words::told(&position, &zones);
    if told.is_empty() {
        return;
    }
    let _ = writeln!(text, "    first in {}", fen(&position));
    for line in told {
        let _ = writeln!(text, "      {line}");
    }
}

/// Appends further ends of lines: the effort, where moves have a cost, with the line that would have needed least, and the depth.
fn line_ends(text: &mut String, module: &Program, advice: &Advice, ended: &LineEnds) {
    if let Some(cost) = advice.cost.as_ref().filter(|_| ended.effort > 0) {
        let head = head(module, "effort", cost.place, "");
        let effort = many(ended.effort, "line", "lines");
        let _ = write!(text, "{head}    ended {effort}");
        if let Some(near) = &ended.nearest {
            let _ = write!(
                text,
                "; nearest: {} would need {}{} of {}",
                line_words(&near.root, near.moves.iter().copied(), san),
                wholes(near.cost),
                unit(module, cost),
                cost.effort
            );
        }
        text.push('\n');
    }
    if ended.depth > 0 {
        let _ = writeln!(
            text,
            "  depth {}\n    ended {}",
            advice.depth,
            many(ended.depth, "line", "lines")
        );
    }
}

/// Decimal number from thousandths, such as a cost: `2.0`, `1.585`.
pub(crate) fn wholes(thousandths: u32) -> String {
    let (whole, rest) = (thousandths / 1000, thousandths % 1000);
    let digits = format!("{rest:03}");
    let digits = digits.trim_end_matches('0');
    format!("{whole}.{}", if digits.is_empty() { "0" } else { digits })
}

/// Word of the language for a goal: `holding-goal` or `better-goal`.
pub(crate) const fn goal_word(goal: GoalKind) -> &'static str {
    match goal {
        GoalKind::Holding => "holding-goal",
        GoalKind::Better => "better-goal",
    }
}

/// Word for a goal as its author has written it: an action's better-goal is its out-class.
pub(crate) const fn goal_name(goal: GoalKind, kind: AdviceKind) -> &'static str {
    match (goal, kind) {
        (GoalKind::Better, AdviceKind::Action | AdviceKind::Item) => "out-class",
        _ => goal_word(goal),
    }
}

/// Place in the source as `file:line:column`; `None` if the source is missing.
pub(crate) fn located(module: &Program, place: Place) -> Option<String> {
    let at = place::line_column(module, place)?;
    let file = place::file_of(module, place)?;
    Some(format!("{file}:{}:{}", at.line, at.column))
}

/// Line with a goal's word, its place in the source and its text there, or `otherwise` without a source.
fn head(module: &Program, word: &str, place: Place, otherwise: &str) -> String {
    let at = located(module, place).map(|at| format!("  {at}"));
    let text = place::text_of(module, place).map(|text| format!("  `{text}`"));
    let text = text.unwrap_or_else(|| otherwise.to_owned());
    let head = format!("  {word:12}{}{text}", at.unwrap_or_default());
    format!("{}\n", head.trim_end())
}

/// Text of both sides of a comparison with their numbers: `pen 6, root.pen 6`.
pub fn compared(module: &Program, compare: &Compare, left: &[i64], right: &[i64]) -> String {
    let side = |at: Place, values: &[i64]| {
        let values = tuple(values);
        match place::text_of(module, at) {
            // A plain number is its own value.
            Some(source) if source != values => format!("{source} {values}"),
            _ => values,
        }
    };
    format!(
        "{}, {}",
        side(compare.left_place, left),
        side(compare.right_place, right)
    )
}

/// Values as text: one number, or a tuple in parentheses.
pub fn tuple(values: &[i64]) -> String {
    match values {
        [one] => one.to_string(),
        several => format!("({})", joined(several, ", ")),
    }
}
