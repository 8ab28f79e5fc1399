//! Warnings of a look, W0801 to W0804, written from its counts.

use adv_chess::notation::{fen, san};
use adv_compiler::diagnostics::{Code, Diagnostic};
use adv_compiler::source::Span;
use adv_compiler::syntax::conjunct;
use adv_module::program::{Place, Rule, Table};
use adv_module::{AdviceId, Program};
use adv_render::text::{advice_name, many, thousands};
use adv_vm::Subject;

use super::facts::{Fact, Test};
use super::questions::About;
use super::search::Unsettled;
use super::stalemates::Stalemates;

/// Writes all warnings of a look, in the order of the text.
pub(super) fn warnings(
    program: &Program,
    unsettled: &[Unsettled],
    stalemates: &[Stalemates],
) -> Vec<Diagnostic> {
    let mut told: Vec<(Diagnostic, bool)> = Vec::new();
    for of in unsettled {
        let table = match of.question.of {
            Some(Subject::Table(id)) => program.tables.get(id.index()),
            _ => None,
        };
        let warning = match &of.question.about {
            About::Rule(rule) => table.and_then(|table| rule_warning(program, table, (*rule, of))),
            About::Root { rule, advice, .. } if of.count.asked > 0 => table
                .and_then(|table| root_warning(program, (table.rules.get(*rule)?, *advice), of)),
            About::Root { .. } => None,
            About::Fact(fact) => fact_warning(program, fact, of),
        };
        // A place that several tables or instances share is told once.
        let known = |warning: &Diagnostic| {
            told.iter().any(|(known, _)| {
                known.code == warning.code && known.primary_span() == warning.primary_span()
            })
        };
        if let Some(warning) = warning.filter(|warning| !known(warning)) {
            told.push((warning, of.whole));
        }
    }
    // A part of what is told of says nothing new.
    let wholes: Vec<Span> = told
        .iter()
        .filter_map(|(of, _)| of.primary_span())
        .collect();
    told.retain(|(of, _)| {
        let at = of.primary_span().unwrap_or_default();
        let is_part =
            |whole: &&Span| at != **whole && whole.start <= at.start && at.end <= whole.end;
        !wholes.iter().any(|whole| is_part(&whole))
    });
    told.extend(
        stalemates
            .iter()
            .filter_map(|of| Some((stalemate_warning(program, of)?, of.whole))),
    );
    for (warning, _) in told.iter_mut().filter(|(_, whole)| !whole) {
        let looked = "not every position was looked at: the class is large";
        warning.notes.push(looked.to_owned());
    }
    let mut told: Vec<Diagnostic> = told.into_iter().map(|(warning, _)| warning).collect();
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

/// W0801: warns of a rule with a precondition that is never the first to hold.
fn rule_warning(
    program: &Program,
    table: &Table,
    (number, of): (usize, &Unsettled),
) -> Option<Diagnostic> {
    let at = line(program, table.rules.get(number)?.place)?;
    let warning = Diagnostic::new(
        Code::RuleTakesNothing,
        format!("rule {} of `{}` takes no position", number + 1, table.name),
    );
    let holds: u64 = of.count.taken.iter().sum();
    if holds == 0 {
        return Some(
            warning
                .with_label(
                    at,
                    format!("its condition holds in none of {}", positions(of)),
                )
                .with_help("correct the condition, or take the rule away"),
        );
    }
    let last = table.rules.get(number)?.condition.is_none();
    let label = match last {
        true => "earlier rules take every position".to_owned(),
        false => format!(
            "its condition holds in {}, and an earlier rule takes each",
            many(holds, "position", "positions")
        ),
    };
    let mut warning = warning.with_label(at, label);
    for (before, by) in table
        .rules
        .iter()
        .zip(&of.count.taken)
        .filter(|(_, by)| **by > 0)
    {
        if let Some(place) = line(program, before.place) {
            warning = warning.with_secondary(place, format!("takes {} of them", thousands(*by)));
        }
    }
    Some(warning.with_help(match last {
        true => "take it away, or correct the conditions before it",
        false => "move it before them, or take it away",
    }))
}

/// The positions that an answer is about, in words.
fn positions(of: &Unsettled) -> String {
    match of.whole {
        true => "the positions with these men".to_owned(),
        false => many(of.count.asked, "position", "positions"),
    }
}

/// W0802: warns of a fact that has one answer in every position; W0509: of a class without moves.
fn fact_warning(program: &Program, fact: &Fact, of: &Unsettled) -> Option<Diagnostic> {
    let value = of.count.held > 0;
    let help = match value {
        true => "it excludes nothing; say what is meant, or take it away",
        false => fact.kind.3,
    };
    let whose = fact
        .goal_of
        .map(|id| format!(" of `{}`", advice_name(program, id)));
    let (code, message, label) = match fact.test {
        Test::Moves(_) => (
            Code::EmptyMoveClass,
            "this class holds no move".to_owned(),
            format!(
                "none that an earlier class leaves, in all of {}",
                positions(of)
            ),
        ),
        _ => (
            Code::GoalNeverDecides,
            format!(
                "{}{} is {value} in every position",
                fact.kind.0,
                whose.unwrap_or_default()
            ),
            format!("{value} in all of {}", positions(of)),
        ),
    };
    Some(
        Diagnostic::new(code, message)
            .with_label(span(fact.place)?, label)
            .with_help(help),
    )
}

/// W0803: warns of a holding-goal that is false wherever a rule tries the piece-of-advice.
fn root_warning(
    program: &Program,
    (rule, id): (&Rule, AdviceId),
    of: &Unsettled,
) -> Option<Diagnostic> {
    let at = line(program, rule.place)?;
    let goal = span(program.advice.get(id.index())?.holding.place)?;
    let name = advice_name(program, id);
    Some(
        Diagnostic::new(
            Code::HoldingFalseAtRoot,
            format!("the holding-goal of `{name}` is false wherever this rule asks it"),
        )
        .with_label(at, format!("in all of {} that it takes", many(of.count.asked, "position", "positions")))
        .with_secondary(goal, "this goal")
        .with_help(format!("our first move must make it true at once; ask `{name}` where it holds already, or correct the goal")),
    )
}

/// The help that keeps moves from stalemating: the holding-goal with `¬stalemate`, or a clause of its own.
fn without_stalemates(program: &Program, holding: Place) -> String {
    let text = program.source.as_ref().and_then(|source| {
        let goal = source
            .text
            .get(holding.start as usize..holding.end as usize)?;
        Some(goal.trim()).filter(|goal| !goal.is_empty())
    });
    match text {
        None => "add the clause `holding ¬stalemate`".to_owned(),
        Some(goal) if conjunct(goal) == goal => "add `∧ ¬stalemate` to the holding-goal".to_owned(),
        Some(_) => {
            "put the holding-goal in parentheses and add `∧ ¬stalemate` to it: `(…) ∧ ¬stalemate`"
                .to_owned()
        }
    }
}

/// W0804: warns of moves that stalemate, played by a table for the side with more material.
fn stalemate_warning(program: &Program, found: &Stalemates) -> Option<Diagnostic> {
    let advice = program.advice.get(found.advice.index())?;
    let place = [advice.holding.place, advice.better.place, advice.place];
    let at = place.into_iter().find_map(|place| line(program, place))?;
    let name = advice_name(program, found.advice);
    let (position, m) = &found.first;
    let positions = match found.count {
        1 => "1 position".to_owned(),
        count => format!("{} positions", thousands(count)),
    };
    let least = if found.whole { "" } else { "at least " };
    Some(
        Diagnostic::new(
            Code::MoveStalemates,
            format!("a move of `{name}` stalemates in {least}{positions}"),
        )
        .with_label(at, "does not exclude it")
        .with_note(format!(
            "the first is {}: {}",
            fen(position),
            san(position, *m)
        ))
        .with_help(without_stalemates(program, advice.holding.place)),
    )
}
