//! Advice, tables, strategies and tests, in the order in which the writer puts their fields. Places are filled in later, from the debug section.

use super::input::{Input, Result};
use super::material;
use super::patterns::text_parts;
use crate::format::{
    CLASS_HAS_ZONES, GOAL_HAS_CASES, GOAL_HAS_ZONES, HAS_COST, MAX_ADVICE, MAX_ITEMS,
    MAX_STATEMENTS, MAX_TABLES,
};
use crate::ids::{EvaluationId, PatternId, StrategyId, TableId};
use crate::program::{
    Advice, Class, Compare, Consulted, Cost, Entry, Expect, ExpectKind, Goal, GoalBoard, GoalCase,
    GoalPart, MoveSpec, Place, Rule, SpokenZone, Statement, StatementKind, Strategy, Subject,
    Successor, Table, Test, ZoneFunctions,
};
use crate::types::{AdviceKind, Direction, SearchMode, When};

/// One piece-of-advice.
pub(super) fn advice(input: &mut Input<'_>) -> Result<Advice> {
    let name = input.name()?;
    let side = input.option(Input::who)?;
    let (better, holding) = (goal(input)?, goal(input)?);
    let (us, them) = (moves(input)?, moves(input)?);
    let depth = input.narrow("depth")?;
    let (mode, has_cost) = input.tag("how a tree is looked for", |tag| {
        Some((SearchMode::from_tag(tag & !HAS_COST)?, tag & HAS_COST != 0))
    })?;
    let cost = match has_cost {
        true => Some(cost(input)?),
        false => None,
    };
    let mut advice = Advice {
        name,
        side,
        better,
        holding,
        us,
        them,
        depth,
        mode,
        cost,
        because: text_parts(input)?,
        doc: input.name()?,
        kind: input.tag("a kind of advice", AdviceKind::from_tag)?,
        prefer: input.functions("keys")?,
        in_class: None,
        place: Place::default(),
    };
    if advice.kind == AdviceKind::Item {
        advice.in_class = input.option(Input::function)?;
    }
    Ok(advice)
}

fn cost(input: &mut Input<'_>) -> Result<Cost> {
    Ok(Cost {
        when: input.tag("when a cost is asked", When::from_tag)?,
        of_move: input.function()?,
        effort: input.narrow("effort")?,
        place: Place::default(),
    })
}

pub(super) fn goal(input: &mut Input<'_>) -> Result<Goal> {
    let at = input.at();
    let (when, has_zones, has_cases) = input.tag("when a goal is asked", |tag| {
        let when = When::from_tag(tag & !(GOAL_HAS_ZONES | GOAL_HAS_CASES))?;
        Some((when, tag & GOAL_HAS_ZONES != 0, tag & GOAL_HAS_CASES != 0))
    })?;
    let goal = Goal {
        when,
        test: input.option(Input::function)?,
        parts: input.list("conjuncts", MAX_ITEMS, 2, |input| {
            Ok(GoalPart {
                place: Place::default(),
                test: input.function()?,
                compare: input.option(compare)?,
                boards: input.list("boards", MAX_ITEMS, 1, |input| {
                    Ok(GoalBoard {
                        place: Place::default(),
                        board: input.function()?,
                    })
                })?,
                zones: match has_zones {
                    true => zones(input)?,
                    false => Vec::new(),
                },
                cases: match has_cases {
                    true => cases(input)?,
                    false => Vec::new(),
                },
            })
        })?,
        place: Place::default(),
    };
    if has_zones && goal.parts.iter().all(|part| part.zones.is_empty()) {
        return input.corrupt(at, "a goal with zones, but no conjunct has any");
    }
    if has_cases && goal.parts.iter().all(|part| part.cases.is_empty()) {
        return input.corrupt(at, "a goal with cases, but no conjunct has any");
    }
    Ok(goal)
}

/// The cases of a conjunct.
fn cases(input: &mut Input<'_>) -> Result<Vec<GoalCase>> {
    input.list("cases", MAX_ITEMS, 2, |input| {
        Ok(GoalCase {
            text: input.name()?,
            test: input.function()?,
        })
    })
}

/// The zones that a conjunct, a class or a claim speaks of.
pub(super) fn zones(input: &mut Input<'_>) -> Result<Vec<SpokenZone>> {
    input.list("zones", MAX_ITEMS, 4, |input| {
        Ok(SpokenZone {
            text: input.name()?,
            zone: zone(input)?,
        })
    })
}

fn zone(input: &mut Input<'_>) -> Result<ZoneFunctions> {
    Ok(ZoneFunctions {
        men: input.function()?,
        targets: input.function()?,
        moves: input.function()?,
    })
}

fn compare(input: &mut Input<'_>) -> Result<Compare> {
    Ok(Compare {
        left: input.functions("components")?,
        right: input.functions("components")?,
        left_place: Place::default(),
        right_place: Place::default(),
    })
}

fn moves(input: &mut Input<'_>) -> Result<MoveSpec> {
    Ok(MoveSpec {
        every: classes(input)?,
        phases: input.list("phases", MAX_ITEMS, 2, |input| {
            Ok((
                input.list("plies", MAX_ITEMS, 1, |input| input.narrow("ply"))?,
                classes(input)?,
            ))
        })?,
    })
}

fn classes(input: &mut Input<'_>) -> Result<Vec<Class>> {
    input.list("classes", MAX_ITEMS, 8, |input| {
        let roles = input.byte()?;
        let at = input.at();
        let (has_who, has_zones) = input.tag("whether a class has a side", |tag| {
            let has_who = tag & !CLASS_HAS_ZONES;
            (has_who <= 1).then_some((has_who == 1, tag & CLASS_HAS_ZONES != 0))
        })?;
        let class = Class {
            roles,
            who: match has_who {
                true => Some(input.who()?),
                false => None,
            },
            from: input.option(Input::function)?,
            to: input.option(Input::function)?,
            filter: input.option(Input::function)?,
            toward: input.list("directions", MAX_ITEMS, 1, |input| {
                input.tag("a direction", Direction::from_tag)
            })?,
            promote: input.option(Input::byte)?,
            keys: input.functions("keys")?,
            zones: match has_zones {
                true => zones(input)?,
                false => Vec::new(),
            },
            place: Place::default(),
        };
        if has_zones && class.zones.is_empty() {
            return input.corrupt(at, "a class with zones, but it has none");
        }
        Ok(class)
    })
}

/// One table.
pub(super) fn table(input: &mut Input<'_>) -> Result<Table> {
    Ok(Table {
        name: input.name()?,
        side: input.option(Input::who)?,
        material: input.option(material)?,
        rules: input.list("rules", MAX_ITEMS, 2, |input| {
            Ok(Rule {
                condition: input.option(Input::function)?,
                list: input.list("entries", MAX_ITEMS, 2, entry)?,
                place: Place::default(),
            })
        })?,
        beyond: input.list("tables", MAX_TABLES, 1, successor)?,
        leaves: input.flag()?,
        doc: input.name()?,
        place: Place::default(),
    })
}

/// A table, or a strategy by a number beyond those of tables.
fn successor(input: &mut Input<'_>) -> Result<Successor> {
    let number: u16 = input.narrow("table or strategy")?;
    Ok(match usize::from(number).checked_sub(MAX_TABLES) {
        None => Successor::Table(TableId(number)),
        Some(of) => Successor::Strategy(StrategyId(u16::try_from(of).unwrap_or(u16::MAX))),
    })
}

fn entry(input: &mut Input<'_>) -> Result<Entry> {
    match input.tag("an entry of an advice-list", |tag| {
        (tag <= 1).then_some(tag)
    })? {
        0 => Ok(Entry::Advice(input.advice()?)),
        _ => Ok(Entry::Shortest(
            input.narrow("number of plies")?,
            input.list("pieces-of-advice", MAX_ADVICE, 1, Input::advice)?,
        )),
    }
}

/// One strategy.
pub(super) fn strategy(input: &mut Input<'_>) -> Result<Strategy> {
    let name = input.name()?;
    let side = input.option(Input::who)?;
    let material = input.option(material)?;
    let in_class = input.option(Input::function)?;
    let about = input.tag("an out-class", |tag| (tag <= 2).then_some(tag))?;
    let out_class = match about {
        0 => None,
        _ => Some(input.function()?),
    };
    Ok(Strategy {
        name,
        side,
        material,
        in_class,
        in_class_place: Place::default(),
        out_class,
        compares: about == 2,
        out_class_place: Place::default(),
        body: input.list("statements", MAX_STATEMENTS, 2, |input| {
            Ok(Statement {
                kind: statement(input)?,
                place: Place::default(),
            })
        })?,
        doc: input.name()?,
        place: Place::default(),
    })
}

/// The number of a statement.
fn target(input: &mut Input<'_>) -> Result<u32> {
    input.narrow("statement")
}

fn statement(input: &mut Input<'_>) -> Result<StatementKind> {
    let tag = input.tag("a statement", |tag| (tag <= 9).then_some(tag))?;
    Ok(match tag {
        0 => StatementKind::Action {
            advice: input.advice()?,
            in_class: input.option(Input::function)?,
            then: target(input)?,
            failed: input.option(target)?,
        },
        1 | 2 => StatementKind::Consult {
            what: match tag {
                1 => Consulted::Table(TableId(input.narrow("table")?)),
                _ => Consulted::List(input.list("entries", MAX_ITEMS, 2, entry)?),
            },
            then: target(input)?,
            failed: input.option(target)?,
        },
        3 | 9 => StatementKind::Apply {
            strategy: StrategyId(input.narrow("strategy")?),
            then: match tag {
                9 => Some(target(input)?),
                _ => None,
            },
        },
        4 => StatementKind::While {
            condition: input.function()?,
            end: target(input)?,
        },
        5 => StatementKind::Again(target(input)?),
        6 => StatementKind::If {
            condition: input.function()?,
            otherwise: target(input)?,
        },
        7 => StatementKind::Jump(target(input)?),
        _ => StatementKind::Stop(input.option(Input::name)?),
    })
}

/// One test.
pub(super) fn test(input: &mut Input<'_>) -> Result<Test> {
    Ok(Test {
        name: input.name()?,
        subject: match input.tag("a test's subject", |tag| (tag <= 4).then_some(tag))? {
            0 => Subject::None,
            1 => Subject::Table(TableId(input.narrow("table")?)),
            2 => Subject::Advice(input.advice()?),
            3 => Subject::Strategy(StrategyId(input.narrow("strategy")?)),
            _ => Subject::Evaluation(EvaluationId(input.narrow("evaluation")?)),
        },
        fen: input.name()?,
        expect: input.list("expectations", MAX_ITEMS, 2, expect)?,
        needs_values: input.flag()?,
        place: Place::default(),
    })
}

fn expect(input: &mut Input<'_>) -> Result<Expect> {
    Ok(Expect {
        negated: input.flag()?,
        kind: match input.tag("an expectation", |tag| (tag <= 13).then_some(tag))? {
            0 => ExpectKind::Move(input.name()?),
            1 => ExpectKind::Advice(input.advice()?),
            2 => ExpectKind::Satisfied,
            3 => ExpectKind::Tree,
            4 => ExpectKind::MateWithin(input.narrow("number of moves")?),
            6 => ExpectKind::Action(input.name()?),
            7 => ExpectKind::OnlyMove(input.name()?),
            8 => ExpectKind::Explains(PatternId(input.narrow("pattern")?), input.who()?),
            9 => ExpectKind::Forced(input.advice()?),
            10 => ExpectKind::Possible(input.advice()?),
            11 => ExpectKind::Refuted(input.advice()?),
            12 => ExpectKind::Total(input.signed()?),
            13 => ExpectKind::Explanation,
            _ => ExpectKind::Value {
                test: input.function()?,
                compare: input.option(compare)?,
            },
        },
        place: Place::default(),
    })
}
