//! Warnings of a look, W0801 to W0804, written from its counts.

use adv_chess::notation::{fen, san};
use adv_compiler::diagnostics::{Code, Diagnostic};
use adv_compiler::source::Span;
use adv_module::Program;
use adv_module::program::{Place, Table};
use adv_render::text::{advice_name, many, thousands};

use super::tally::{Questions, RuleTally, Tally};

/// Writes all warnings of a look, in the order of the text.
pub(super) fn warnings(
    program: &Program,
    questions: &Questions,
    tally: &Tally,
    whole: bool,
) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    rules(program, tally, &mut told);
    parts(program, questions, tally, &mut told);
    roots(program, questions, tally, &mut told);
    stalemates(program, tally, &mut told);
    if !whole {
        for warning in &mut told {
            let looked = "not every position was looked at: the class is large";
            warning.notes.push(looked.to_owned());
        }
    }
    told.sort_by_key(|warning| warning.primary_span().unwrap_or_default().start);
    told
}

fn span(place: Place) -> Option<Span> {
    (!place.is_empty()).then_some(place)
}

/// The first line of the text at a place, for a label: a rule may go on over several lines.
fn line(program: &Program, place: Place) -> Option<Span> {
    let whole = span(place)?;
    let text = &program.source.as_ref()?.text;
    let within = text.get(whole.start as usize..whole.end as usize)?;
    let first = within.lines().next()?.trim_end();
    Some(Span::new(
        whole.start,
        whole.start + u32::try_from(first.len()).ok()?,
    ))
}

/// W0801: warns of rules with a precondition that are never the first to hold.
fn rules(program: &Program, tally: &Tally, told: &mut Vec<Diagnostic>) {
    let all = program.tables.iter().zip(&tally.rules).zip(&tally.asked);
    for ((table, rules), asked) in all {
        for (number, (rule, counts)) in table.rules.iter().zip(rules).enumerate() {
            let takes = counts.last().is_some_and(|takes| *takes > 0);
            let is_idle = !takes && *asked > 0 && rule.condition.is_some();
            if let Some(at) = line(program, rule.place).filter(|_| is_idle) {
                told.push(rule_warning(program, table, (number, counts), *asked, at));
            }
        }
    }
}

fn rule_warning(
    program: &Program,
    table: &Table,
    (number, counts): (usize, &RuleTally),
    asked: u64,
    at: Span,
) -> Diagnostic {
    let warning = Diagnostic::new(
        Code::RuleTakesNothing,
        format!("rule {} of `{}` takes no position", number + 1, table.name),
    );
    let holds: u64 = counts.iter().sum();
    if holds == 0 {
        let positions = many(asked, "position", "positions");
        return warning
            .with_label(at, format!("its condition holds in none of {positions}"))
            .with_help("correct the condition, or take the rule away");
    }
    let mut warning = warning.with_label(
        at,
        format!(
            "its condition holds in {}, and an earlier rule takes each",
            many(holds, "position", "positions")
        ),
    );
    for (before, by) in table.rules.iter().zip(counts).filter(|(_, by)| **by > 0) {
        if let Some(place) = line(program, before.place) {
            warning = warning.with_secondary(place, format!("takes {} of them", thousands(*by)));
        }
    }
    warning.with_help("move it before them, or take it away")
}

/// W0802: warns of parts of goals that have the same value in every position.
fn parts(program: &Program, questions: &Questions, tally: &Tally, told: &mut Vec<Diagnostic>) {
    for (number, part) in questions.parts.iter().enumerate() {
        // One place may be asked for several tables and by several instances: it decides where it decides in one of them.
        let same = |other: &super::tally::PartQuestion| {
            other.place == part.place && other.better == part.better
        };
        if questions.parts.iter().take(number).any(same) {
            continue;
        }
        let all = questions.parts.iter().zip(&tally.parts);
        let sums = all
            .filter(|(other, _)| same(other))
            .fold((0, 0), |sum, (_, of)| (sum.0 + of.0, sum.1 + of.1));
        let (asked, held) = sums;
        if asked == 0 || (held > 0 && held < asked) {
            continue;
        }
        let goal = if part.better {
            "better-goal"
        } else {
            "holding-goal"
        };
        let value = held > 0;
        let Some(at) = span(part.place) else {
            continue;
        };
        let positions = many(asked, "position", "positions");
        let help = match (part.better, value) {
            (_, true) => "it excludes nothing; say what is meant, or take it away",
            (true, false) => "the goal is never reached; correct it",
            (false, false) => "no tree can stand; correct it",
        };
        told.push(
            Diagnostic::new(
                Code::GoalNeverDecides,
                format!(
                    "a part of the {goal} of `{}` is {value} in every position",
                    advice_name(program, part.advice)
                ),
            )
            .with_label(at, format!("{value} in all of {positions}"))
            .with_help(help),
        );
    }
}

/// W0803: warns of holding-goals that are false wherever their rule tries the piece-of-advice.
fn roots(program: &Program, questions: &Questions, tally: &Tally, told: &mut Vec<Diagnostic>) {
    for (question, (asked, failing)) in questions.roots.iter().zip(&tally.roots) {
        if *asked == 0 || failing < asked {
            continue;
        }
        let table = program.tables.get(question.table.index());
        let rule = table.and_then(|table| table.rules.get(question.rule));
        let advice = program.advice.get(question.advice.index());
        let (Some(rule), Some(advice)) = (rule, advice) else {
            continue;
        };
        let (Some(at), Some(goal)) = (line(program, rule.place), span(advice.holding.place)) else {
            continue;
        };
        let name = advice_name(program, question.advice);
        told.push(
            Diagnostic::new(
                Code::HoldingFalseAtRoot,
                format!("the holding-goal of `{name}` is false wherever this rule asks it"),
            )
            .with_label(at, format!("in all of {} that it takes", many(*asked, "position", "positions")))
            .with_secondary(goal, "this goal")
            .with_help(format!("our first move must make it true at once; ask `{name}` where it holds already, or correct the goal")),
        );
    }
}

/// W0804: warns of moves that stalemate, played by a table for the side with more material.
fn stalemates(program: &Program, tally: &Tally, told: &mut Vec<Diagnostic>) {
    for found in &tally.stalemates {
        let Some(advice) = program.advice.get(found.advice.index()) else {
            continue;
        };
        let place = [advice.holding.place, advice.better.place, advice.place];
        let Some(at) = place.into_iter().find_map(|place| line(program, place)) else {
            continue;
        };
        let name = advice_name(program, found.advice);
        let (position, m) = &found.first;
        let positions = match found.count {
            1 => "1 position".to_owned(),
            count => format!("{} positions", thousands(count)),
        };
        told.push(
            Diagnostic::new(
                Code::MoveStalemates,
                format!("a move of `{name}` stalemates in {positions}"),
            )
            .with_label(at, "does not exclude it")
            .with_note(format!(
                "the first is {}: {}",
                fen(position),
                san(position, *m)
            ))
            .with_help("add `∧ ¬stalemate` to the holding-goal"),
        );
    }
}
