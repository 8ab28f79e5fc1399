//! Records: what the records point to is of the kind they want, and what they say by themselves makes sense.
//!
//! | a record's                | result     | may speak of               |
//! |---------------------------|------------|----------------------------|
//! | goal, conjunct            | descriptor | `new.`, `root.`            |
//! | compared side in a goal   | number     | `new.`, `root.`            |
//! | `from`, `to` of a class   | board      | `root.`, `TAKEN`           |
//! | filter of a class         | descriptor | everything                 |
//! | key of a class            | number     | everything                 |
//! | key of `prefer`           | number     | everything but `TAKEN`     |
//! | cost of moves             | number     | everything but `TAKEN`     |
//! | board of a conjunct       | board      | `new.`, `root.`            |
//! | value of a reason         | any        | `new.`, `root.`            |
//! | choice of a text          | side, descriptor, number | as a value of it |
//! | board of a text           | board      | as a value of it           |
//! | fact of a pattern         | board or descriptor | the position      |
//! | where, worth, value in a text of a pattern | descriptor, number, any | `HERE` |
//! | stage of an evaluation    | descriptor | the position               |
//! | zone of a reason, a conjunct | two boards, a number | `new.`, `root.` |
//! | zone of a class           | two boards, a number | `root.`          |
//! | condition of a rule       | descriptor | the position               |
//! | condition of a strategy   | descriptor | the position               |
//! | in-class of an action     | descriptor | the position               |
//! | out-class of a strategy   | descriptor | `new.`, `root.`            |
//! | expectation of a test     | descriptor | the position               |
//! | descriptor of a claim     | descriptor | the position               |
//!
//! The classes of a piece-of-advice that speak of `TAKEN` are generated after the moves before them have failed, so such a piece neither
//! orders all its moves with `prefer` nor is searched by proof numbers.
//!
//! What belongs to a piece-of-advice may also speak of `HERE` where the piece is a pattern's plan.
//!
//! None of these functions has parameters. The record of an action inside a strategy is played by strategies and by nothing else: no
//! list, test or `satisfiable` has it. An action of the file has a name, and may be anywhere; no other record has an in-class. The
//! better-goal of an action is evaluated after our moves only, because it is about the position before the move.

use super::{
    Verified, advice_part, claims, each_function, each_record, fail, fail_in, patterns,
    strategy_part, table_part, tests,
};
use crate::error::Property;
use crate::format::{MAX_EFFORT, MAX_MEN, MAX_PLIES};
use crate::ids::{AdviceId, FnId};
use crate::op::Op;
use crate::program::{
    Advice, Class, Compare, Consulted, Entry, Export, Goal, Material, MoveSpec, Program,
    StatementKind, Strategy, Table,
};
use crate::types::{AdviceKind, Needs, SearchMode, Ty, When};
use crate::walk::{Told, Use, look};

/// Checks the whole module.
pub(super) fn check(module: &Program) -> Verified {
    material("module", module.material)?;
    module
        .exports
        .iter()
        .try_for_each(|of| export(module, of))?;
    each_record(&module.advice, advice_part, |of| advice(module, of))?;
    not_nested(module)?;
    each_record(&module.tables, table_part, |of| table(module, of))?;
    each_record(&module.strategies, strategy_part, |of| strategy(module, of))?;
    patterns::check(module)?;
    tests::check(module)?;
    claims::check(module)
}

pub(super) fn wrong<T>(at: &str, sentence: impl Into<String>) -> Verified<T> {
    fail(Property::Records, at, sentence)
}

/// Keeps the first error of a walk.
pub(super) fn first(verdict: &mut Verified, of: impl FnOnce() -> Verified) {
    if verdict.is_ok() {
        *verdict = of();
    }
}

/// Checks that a function is what a record wants.
pub(super) fn function(module: &Program, at: &str, how: Use, id: FnId) -> Verified {
    let Some(signature) = module.signature(id) else {
        return wrong(at, "a function does not exist");
    };
    let name = signature.name;
    let positions = Needs::NEW.union(Needs::ROOT).union(Needs::HERE);
    let of_squares = Needs::ROOT.union(Needs::TAKEN).union(Needs::HERE);
    let of_moves = positions.union(Needs::MOVE);
    let (what, result, needs) = match how {
        Use::Goal => ("a goal", Some(Ty::Truth), positions),
        Use::Compare => ("a side of a comparison", Some(Ty::Number), positions),
        Use::From => ("`from`", Some(Ty::Board), of_squares),
        Use::To => ("`to`", Some(Ty::Board), of_squares),
        Use::Filter => ("a filter of moves", Some(Ty::Truth), Needs::ALL),
        Use::Key => ("a key of moves", Some(Ty::Number), Needs::ALL),
        Use::Prefer => ("a key of `prefer`", Some(Ty::Number), of_moves),
        Use::Cost => ("what a move costs", Some(Ty::Number), of_moves),
        Use::Board => ("a board of a conjunct", Some(Ty::Board), positions),
        Use::Because => ("a value of a reason", None, positions),
        Use::Choice => ("what a choice depends on", None, positions),
        Use::TextBoard => ("a board of a text", Some(Ty::Board), positions),
        Use::FactBoard => ("a fact", Some(Ty::Board), Needs::NONE),
        Use::FactTruth => ("a fact", Some(Ty::Truth), Needs::NONE),
        Use::Where => ("`where`", Some(Ty::Truth), Needs::HERE),
        Use::Worth => ("a worth", Some(Ty::Number), Needs::HERE),
        Use::Told(Told::Value) => ("a value of a text", None, Needs::HERE),
        Use::Told(Told::Board) => ("a board of a text", Some(Ty::Board), Needs::HERE),
        Use::Told(Told::Number) => ("the horizon of a zone", Some(Ty::Number), Needs::HERE),
        Use::Told(Told::Choice) => ("what a choice depends on", None, Needs::HERE),
        Use::Stage => ("a stage", Some(Ty::Truth), Needs::NONE),
        Use::ZoneBoard | Use::GoalZoneBoard => ("a board of a zone", Some(Ty::Board), positions),
        Use::ZoneMoves | Use::GoalZoneMoves => {
            ("the horizon of a zone", Some(Ty::Number), positions)
        }
        Use::ClassZoneBoard => ("a board of a zone", Some(Ty::Board), Needs::ROOT),
        Use::ClassZoneMoves => ("the horizon of a zone", Some(Ty::Number), Needs::ROOT),
        Use::ClaimZoneBoard => ("a board of a zone", Some(Ty::Board), Needs::NONE),
        Use::ClaimZoneMoves => ("the horizon of a zone", Some(Ty::Number), Needs::NONE),
        Use::Condition => ("a rule's condition", Some(Ty::Truth), Needs::NONE),
        Use::Statement => ("a strategy's condition", Some(Ty::Truth), Needs::NONE),
        Use::InClass => ("an action's in-class", Some(Ty::Truth), Needs::NONE),
        Use::OutClass => ("a strategy's out-class", Some(Ty::Truth), positions),
        Use::Expect => ("an expectation", Some(Ty::Truth), Needs::NONE),
        Use::ExpectCompare | Use::ClaimCompare => {
            ("a side of a comparison", Some(Ty::Number), Needs::NONE)
        }
        Use::Claim => ("a claim's descriptor", Some(Ty::Truth), Needs::NONE),
        Use::ClaimBoard => ("a board of a conjunct", Some(Ty::Board), Needs::NONE),
    };
    if !signature.params.is_empty() {
        let count = signature.params.len();
        return wrong(
            at,
            format!("`{name}` is {what} and has {count} parameters, expected none"),
        );
    }
    if matches!(how, Use::Choice | Use::Told(Told::Choice))
        && !matches!(signature.result, Ty::Side | Ty::Truth | Ty::Number)
    {
        let found = signature.result.word();
        return wrong(at, format!("`{name}` is {what} and gives a {found}"));
    }
    if let Some(result) = result.filter(|result| *result != signature.result) {
        let (expected, found) = (result.word(), signature.result.word());
        return wrong(
            at,
            format!("`{name}` is {what} and gives a {found}, expected a {expected}"),
        );
    }
    if !signature.needs.within(needs) {
        return wrong(
            at,
            format!("`{name}` is {what} and speaks of a position or move that there is not"),
        );
    }
    Ok(())
}

fn material(at: &str, material: Option<Material>) -> Verified {
    let counts = material.map(|material| material.counts).unwrap_or_default();
    match counts.as_flattened().iter().find(|&&count| count > MAX_MEN) {
        Some(count) => wrong(
            at,
            format!("a material with {count} men of a kind, at most {MAX_MEN} are allowed"),
        ),
        None => Ok(()),
    }
}

fn export(module: &Program, export: &Export) -> Verified {
    let at = format!("export `{}`", export.name);
    if export.functions.is_empty() {
        return wrong(&at, "it has no function");
    }
    if export.functions.len() > 1 && export.result != Ty::Number && !export.is_zone() {
        return wrong(&at, "a tuple of something else than numbers");
    }
    for (component, &id) in export.functions.iter().enumerate() {
        let Some(function) = module.function(id) else {
            return wrong(
                &at,
                "its function is an import, expected one of the module's own",
            );
        };
        let params = export.params.iter().map(|(_, ty)| ty);
        if !params.eq(&function.params) || export.component(component) != function.result {
            return wrong(
                &at,
                format!(
                    "its signature is not that of its function `{}`",
                    function.name
                ),
            );
        }
        if !function.needs.within(export.needs) {
            return wrong(
                &at,
                format!(
                    "its function `{}` needs more than it declares",
                    function.name
                ),
            );
        }
    }
    Ok(())
}

fn advice(module: &Program, advice: &Advice) -> Verified {
    let at = format!("advice `{}`", advice.name);
    if !(1..=MAX_PLIES).contains(&advice.depth) {
        return wrong(
            &at,
            format!(
                "the depth {}, expected 1 to {MAX_PLIES} plies",
                advice.depth
            ),
        );
    }
    match advice.kind {
        AdviceKind::Action | AdviceKind::Item if advice.better.when != When::AfterUs => {
            return wrong(
                &at,
                "an action whose out-class is not evaluated after our moves only",
            );
        }
        AdviceKind::Piece | AdviceKind::Either | AdviceKind::Both if !advice.prefer.is_empty() => {
            return wrong(&at, "it prefers moves, which only an action does");
        }
        _ => {}
    }
    if advice.in_class.is_some() && advice.kind != AdviceKind::Item {
        return wrong(
            &at,
            "it has an in-class, which only an action of the file has",
        );
    }
    effort(&at, advice)?;
    let mut verdict = Ok(());
    look::advice_functions(advice, &mut |how, &id| {
        first(&mut verdict, || function(module, &at, how, id))
    });
    verdict?;
    patterns::text_forms(module, &at, &advice.because)?;
    after_failures(module, &at, advice)?;
    goal(&at, &advice.better)?;
    goal(&at, &advice.holding)?;
    special(&at, advice)?;
    moves(&at, &advice.us)?;
    moves(&at, &advice.them)
}

/// A pass is for replies, nothing narrows it, and in what the author wrote it stands alone in its list. Only moves of ours are quiet.
fn special(at: &str, advice: &Advice) -> Verified {
    for (ours, spec) in [(true, &advice.us), (false, &advice.them)] {
        let phases = spec.phases.iter().map(|(_, classes)| classes);
        for list in phases.chain([&spec.every]) {
            for class in list.iter().filter(|class| !class.is_plain()) {
                let bare = Class {
                    place: class.place,
                    ..Class::pass()
                };
                let fits = match class.passes() {
                    true => !ours && *class == bare && (list.len() == 1 || advice.kind.is_hidden()),
                    false => ours,
                };
                if !fits {
                    return wrong(
                        at,
                        format!(
                            "a class of moves with the roles {} is not for here",
                            class.roles
                        ),
                    );
                }
            }
        }
    }
    Ok(())
}

/// The bound of what a line costs is one, and only what costs something is looked for as the cheapest.
fn effort(at: &str, advice: &Advice) -> Verified {
    if let Some(cost) = &advice.cost
        && !(1..=MAX_EFFORT).contains(&cost.effort)
    {
        return wrong(
            at,
            format!("the effort {}, expected 1 to {MAX_EFFORT}", cost.effort),
        );
    }
    match (advice.mode, advice.kind) {
        (SearchMode::Cheapest, _) if advice.cost.is_none() => wrong(
            at,
            "the cheapest tree is looked for, and no move costs anything",
        ),
        (SearchMode::Cheapest, kind) if kind.is_action() => {
            wrong(at, "an action looks for the cheapest tree")
        }
        (SearchMode::Easiest, kind) if kind.is_action() => {
            wrong(at, "an action looks for the easiest tree")
        }
        _ => Ok(()),
    }
}

/// Classes that are generated after failures belong to a search that tries moves in order.
fn after_failures(module: &Program, at: &str, advice: &Advice) -> Verified {
    let orders_all = !advice.prefer.is_empty();
    if !orders_all && advice.mode != SearchMode::Easiest {
        return Ok(());
    }
    if !module.speaks_of_taken(advice) {
        return Ok(());
    }
    let sentence = match orders_all {
        true => "it prefers moves, and a class of it speaks of `TAKEN`",
        false => "it looks for the easiest tree, and a class of it speaks of `TAKEN`",
    };
    wrong(at, sentence)
}

pub(super) fn goal(at: &str, goal: &Goal) -> Verified {
    goal.parts
        .iter()
        .filter_map(|part| part.compare.as_ref())
        .try_for_each(|sides| compare(at, sides))
}

pub(super) fn compare(at: &str, sides: &Compare) -> Verified {
    let (left, right) = (sides.left.len(), sides.right.len());
    if left == right && left > 0 {
        return Ok(());
    }
    wrong(at, format!("a comparison of {left} numbers with {right}"))
}

fn moves(at: &str, spec: &MoveSpec) -> Verified {
    classes(at, &spec.every)?;
    let mut named = vec![false; usize::from(MAX_PLIES)];
    for (plies, of_phase) in &spec.phases {
        classes(at, of_phase)?;
        if plies.is_empty() {
            return wrong(at, "a phase without plies");
        }
        if !plies.is_sorted_by(|a, b| a < b) {
            return wrong(at, "the plies of a phase are not ascending");
        }
        for &ply in plies {
            match named.get_mut(usize::from(ply)) {
                None => {
                    return wrong(
                        at,
                        format!("a phase at ply {ply}, expected less than {MAX_PLIES}"),
                    );
                }
                Some(true) => return wrong(at, format!("two phases at ply {ply}")),
                Some(seen) => *seen = true,
            }
        }
    }
    Ok(())
}

fn classes(at: &str, classes: &[Class]) -> Verified {
    for class in classes {
        if class.roles & Class::MEN == 0 {
            return wrong(at, "a class of moves without a piece");
        }
        let mut directions = class.toward.iter().enumerate();
        let mut twice =
            || directions.any(|(at, d)| class.toward.iter().skip(at + 1).any(|o| o == d));
        // There are eight directions, so a longer list repeats one.
        if class.toward.len() > 8 || twice() {
            return wrong(at, "a class of moves names a direction twice");
        }
    }
    Ok(())
}

/// No `satisfiable` asks for an action inside a strategy, which has no name and no in-class of its own.
fn not_nested(module: &Program) -> Verified {
    each_function(module, |function| {
        for (index, op) in function.code.iter().enumerate() {
            if let Op::Satisfiable { advice, .. } = *op {
                patterns::no_here(module, &format!("function `{}`", function.name), advice)?;
            }
            if let Op::Satisfiable { advice, .. } = *op
                && let Some(advice) = module.advice.get(advice.index())
                && advice.kind == AdviceKind::Action
            {
                let sentence = format!("`satisfiable` of the action `{}`", advice.name);
                return fail_in(Property::Records, function, index, sentence);
            }
        }
        Ok(())
    })
}

pub(super) fn shown(module: &Program, at: &str, id: AdviceId) -> Verified {
    let what = match module.advice.get(id.index()) {
        Some(advice) if advice.kind.is_hidden() => "stands for a nested one",
        Some(advice) if advice.kind == AdviceKind::Action => "is an action's",
        _ => return Ok(()),
    };
    let name = module.advice.get(id.index()).map_or("?", |of| &of.name);
    wrong(
        at,
        format!("the advice `{name}` {what} and cannot be consulted"),
    )
}

/// The pieces-of-advice of a list can be consulted, and its bounds are ones.
fn list(module: &Program, at: &str, list: &[Entry]) -> Verified {
    let mut verdict = Ok(());
    look::list_advice(list, &mut |&id| {
        first(&mut verdict, || shown(module, at, id));
        first(&mut verdict, || patterns::no_here(module, at, id));
    });
    verdict?;
    for entry in list {
        let Entry::Shortest(plies, several) = entry else {
            continue;
        };
        if !(1..=MAX_PLIES).contains(plies) {
            return wrong(
                at,
                format!("`shortest {plies}`, expected 1 to {MAX_PLIES} plies"),
            );
        }
        if several.is_empty() {
            return wrong(at, "`shortest` of no piece-of-advice");
        }
    }
    Ok(())
}

fn table(module: &Program, table: &Table) -> Verified {
    let at = format!("table `{}`", table.name);
    material(&at, table.material)?;
    for rule in &table.rules {
        let mut verdict = Ok(());
        look::rule_functions(rule, &mut |how, &id| {
            first(&mut verdict, || function(module, &at, how, id))
        });
        verdict?;
        list(module, &at, &rule.list)?;
    }
    Ok(())
}

fn strategy(module: &Program, strategy: &Strategy) -> Verified {
    let at = format!("strategy `{}`", strategy.name);
    material(&at, strategy.material)?;
    let mut verdict = Ok(());
    look::strategy_functions(strategy, &mut |how, &id| {
        first(&mut verdict, || function(module, &at, how, id))
    });
    verdict?;
    let out_class = strategy.out_class.and_then(|id| module.signature(id));
    match out_class {
        None if strategy.compares => {
            return wrong(
                &at,
                "it compares its end with its beginning without an out-class",
            );
        }
        Some(of) if of.needs.has(Needs::NEW) && !strategy.compares => {
            return wrong(
                &at,
                "its out-class speaks of `new.` and does not compare the end with the beginning",
            );
        }
        _ => {}
    }
    for (index, statement) in strategy.body.iter().enumerate() {
        match &statement.kind {
            StatementKind::Action { advice, .. } => {
                if let Some(advice) = module.advice.get(advice.index())
                    && !advice.kind.is_action()
                {
                    let name = &advice.name;
                    return wrong(
                        &at,
                        format!("statement {index}: the advice `{name}` is not an action's"),
                    );
                }
            }
            StatementKind::Consult {
                what: Consulted::List(entries),
                ..
            } => list(module, &at, entries)?,
            _ => {}
        }
    }
    Ok(())
}
