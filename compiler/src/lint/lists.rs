//! Lists and actions that repeat what has been tried before them.
//!
//! Rulings: a piece-of-advice covers another where each tree of that is one of its own: the same goals, moves and costs, and no smaller depth or
//! effort. Their order (`shortest`, `by`) does not count: the other is tried where the first has found none.

use crate::check::Checker;
use crate::check::walk::{Merge, both_same, same, same_moves};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Advice, Class, Consulted, Entry, Goal, Hir, MoveSpec, Statement, StatementKind};
use crate::source::Span;

pub(super) fn lint(checker: &mut Checker<'_>, program: &Hir) {
    for table in &program.tables {
        for rule in &table.rules {
            list(checker, program, &rule.list, rule.place);
        }
    }
    for strategy in &program.strategies {
        statements(checker, program, &strategy.body);
    }
}

fn statements(checker: &mut Checker<'_>, program: &Hir, body: &[Statement]) {
    for statement in body {
        match &statement.kind {
            StatementKind::Consult(Consulted::List(entries), _) => {
                list(checker, program, entries, statement.span);
            }
            StatementKind::Action(first, in_class, Some(otherwise)) => {
                if let StatementKind::Action(second, other, _) = &otherwise.kind
                    && both_same(in_class.as_ref(), other.as_ref())
                    && let Some((a, b)) =
                        program.advice.get(*first).zip(program.advice.get(*second))
                    && covers(a, b)
                {
                    let message = format!(
                        "`{}` is as `{}`, which could not be realised",
                        b.name, a.name
                    );
                    checker.report(
                        Diagnostic::new(Code::StatementNeverReached, message)
                            .with_label(b.name.span, "never realised here")
                            .with_secondary(a.name.span, "tried before it")
                            .with_help("give it another out-class, other moves or a larger bound"),
                    );
                }
            }
            _ => {}
        }
        for inner in statement.bodies() {
            statements(checker, program, inner);
        }
    }
}

/// The warning for a piece-of-advice of a list that one before it covers.
fn list(checker: &mut Checker<'_>, program: &Hir, entries: &[Entry], span: Span) {
    let mut before: Vec<&Advice> = Vec::new();
    for entry in entries {
        let Entry::Advice(id) = entry else {
            continue;
        };
        let Some(advice) = program.advice.get(id.index()) else {
            continue;
        };
        let covers = |of: &&&Advice| of.name != advice.name && covers(of, advice);
        if let Some(first) = before.iter().find(covers) {
            let message = format!("`{}` never gets a turn after `{}`", advice.name, first.name);
            let depth = format!("the same goals and moves, depth {}", first.depth);
            checker.report(
                Diagnostic::new(Code::AdviceListedTwice, message)
                    .with_label(span, "tried in this order")
                    .with_secondary(first.name.span, depth)
                    .with_secondary(advice.name.span, format!("depth {}", advice.depth))
                    .with_help("take it away, list the smaller depth first, or let their goals or moves differ"),
            );
        }
        before.push(advice);
    }
}

/// True if each tree of a piece-of-advice is one of another.
fn covers(a: &Advice, b: &Advice) -> bool {
    let goal = |a: &Goal, b: &Goal| a.when == b.when && same(&a.test, &b.test, Merge::Nothing);
    let costs = match (&a.cost, &b.cost) {
        (None, _) => true,
        (Some(a), Some(b)) => {
            a.when == b.when && a.effort >= b.effort && same(&a.of_move, &b.of_move, Merge::Nothing)
        }
        (Some(_), None) => false,
    };
    a.kind == b.kind
        && a.side == b.side
        && a.depth >= b.depth
        && costs
        && goal(&a.better, &b.better)
        && goal(&a.holding, &b.holding)
        && moves(&a.us, &b.us)
        && moves(&a.them, &b.them)
        && both_same(a.in_class.as_ref(), b.in_class.as_ref())
}

/// True if two lists of moves have the same classes, in whatever order each puts its moves.
fn moves(a: &MoveSpec, b: &MoveSpec) -> bool {
    let list = |a: &[Class], b: &[Class]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_moves(a, b))
    };
    let phase =
        |a: &(Vec<u16>, Vec<Class>), b: &(Vec<u16>, Vec<Class>)| a.0 == b.0 && list(&a.1, &b.1);
    list(&a.every, &b.every)
        && a.phases.len() == b.phases.len()
        && a.phases.iter().zip(&b.phases).all(|(a, b)| phase(a, b))
}
