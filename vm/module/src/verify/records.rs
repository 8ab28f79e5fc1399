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
    Verified, claims, each_function, each_record, fail, fail_in, patterns, tests,
    values::{Value, each_value},
};
use crate::data::{Field, Role, Scope, each_advice};
use crate::error::Property;
use crate::format::{MAX_EFFORT, MAX_MEN, MAX_PLIES};
use crate::ids::{AdviceId, FnId, Id};
use crate::op::Op;
use crate::program::{
    Advice, Class, Compare, Consulted, Entry, Export, Goal, Material, MoveSpec, Program,
    StatementKind, Strategy, Table,
};
use crate::types::{AdviceKind, Needs, SearchMode, Ty, When};

/// Checks the whole module.
pub(super) fn check(module: &Program) -> Verified {
    material("module", module.material)?;
    each_value(module, Property::Records, |value| match value {
        Value::Id(of, Id::Function(id)) => function(module, of, id),
        _ => None,
    })?;
    module
        .exports
        .iter()
        .try_for_each(|of| export(module, of))?;
    each_record(&module.advice, |of| advice(module, of))?;
    not_nested(module)?;
    each_record(&module.tables, |of| table(module, of))?;
    each_record(&module.strategies, |of| strategy(module, of))?;
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

/// Says what is wrong with a function in a field of a record.
fn function(module: &Program, of: Field, id: FnId) -> Option<String> {
    let (what, result, needs) = wanted(of)?;
    let Some(signature) = module.signature(id) else {
        return Some("a function does not exist".to_owned());
    };
    let name = signature.name;
    if !signature.params.is_empty() {
        let count = signature.params.len();
        return Some(format!(
            "`{name}` is {what} and has {count} parameters, expected none"
        ));
    }
    if of.role == Role::Choice && !matches!(signature.result, Ty::Side | Ty::Truth | Ty::Number) {
        let found = signature.result.word();
        return Some(format!("`{name}` is {what} and gives a {found}"));
    }
    if let Some(result) = result.filter(|result| *result != signature.result) {
        return Some(gives(name, what, signature.result, result));
    }
    (!signature.needs.within(needs))
        .then(|| format!("`{name}` is {what} and speaks of a position or move that there is not"))
}

/// The sentence of a function with another result than is wanted.
pub(super) fn gives(name: &str, what: &str, found: Ty, expected: Ty) -> String {
    let (expected, found) = (expected.word(), found.word());
    format!("`{name}` is {what} and gives a {found}, expected a {expected}")
}

/// What a field's functions are in a message, what they return, where it is one type, and what they may speak of; `None` for a field whose
/// functions have parameters.
fn wanted(of: Field) -> Option<(&'static str, Option<Ty>, Needs)> {
    let positions = Needs::NEW.union(Needs::ROOT).union(Needs::HERE);
    let of_squares = Needs::ROOT.union(Needs::TAKEN).union(Needs::HERE);
    let of_moves = positions.union(Needs::MOVE);
    let here = match of.scope {
        Scope::Position | Scope::Claim => Needs::NONE,
        Scope::Advice => positions,
        Scope::Class => Needs::ROOT,
        Scope::Pattern => Needs::HERE,
    };
    let (board, number, truth) = (Some(Ty::Board), Some(Ty::Number), Some(Ty::Truth));
    let explains = of.scope == Scope::Pattern;
    Some(match of.role {
        Role::Goal if of.scope == Scope::Claim => ("a claim's descriptor", truth, here),
        Role::Goal => ("a goal", truth, here),
        Role::Compare => ("a side of a comparison", number, here),
        Role::From => ("`from`", board, of_squares),
        Role::To => ("`to`", board, of_squares),
        Role::Filter => ("a filter of moves", truth, Needs::ALL),
        Role::Key => ("a key of moves", number, Needs::ALL),
        Role::Prefer => ("a key of `prefer`", number, of_moves),
        Role::Cost => ("what a move costs", number, of_moves),
        Role::Board => ("a board of a conjunct", board, here),
        Role::InClass => ("an action's in-class", truth, Needs::NONE),
        Role::Statement => ("a strategy's condition", truth, Needs::NONE),
        Role::OutClass => ("a strategy's out-class", truth, positions),
        Role::Condition => ("a rule's condition", truth, Needs::NONE),
        Role::Expect => ("an expectation", truth, Needs::NONE),
        Role::Value if explains => ("a value of a text", None, here),
        Role::Value => ("a value of a reason", None, here),
        Role::Choice => ("what a choice depends on", None, here),
        Role::TextBoard => ("a board of a text", board, here),
        Role::ZoneBoard if explains => ("a board of a text", board, here),
        Role::ZoneBoard => ("a board of a zone", board, here),
        Role::ZoneMoves => ("the horizon of a zone", number, here),
        Role::Fact => ("a fact", None, Needs::NONE),
        Role::Holds => ("a fact", truth, Needs::NONE),
        Role::Where => ("`where`", truth, Needs::HERE),
        Role::Worth => ("a worth", number, Needs::HERE),
        Role::Stage => ("a stage", truth, Needs::NONE),
        Role::Other => return None,
    })
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
fn list(module: &Program, at: &str, list: &Vec<Entry>) -> Verified {
    let mut verdict = Ok(());
    each_advice(list, |id| {
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
        list(module, &at, &rule.list)?;
    }
    Ok(())
}

fn strategy(module: &Program, strategy: &Strategy) -> Verified {
    let at = format!("strategy `{}`", strategy.name);
    material(&at, strategy.material)?;
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
