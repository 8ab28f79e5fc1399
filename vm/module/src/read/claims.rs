//! Claims, in the order in which the writer puts their fields. Places are filled in later, from the debug section.

use super::input::{Input, Result};
use super::records::{goal, zones};
use crate::format::{CLAIM_HAS_ZONES, MAX_GOALS, MAX_LISTED};
use crate::ids::{EvaluationId, StrategyId, TableId};
use crate::program::{Bound, Claim, ClaimFrom, ClaimGoal, ClaimSubject, FromSet, GoalWord, Place};

/// One claim.
pub(super) fn claim(input: &mut Input<'_>) -> Result<Claim> {
    let mut claim = Claim {
        text: input.name()?,
        place: Place::default(),
        subject: subject(input)?,
        from: from(input)?,
        goals: input.list("goals", MAX_GOALS, 5, claim_goal)?,
        within: input.option(|input| {
            Ok(Bound {
                count: input.narrow("bound")?,
                plies: input.flag()?,
            })
        })?,
        weak: input.flag()?,
        any_choice: input.flag()?,
        fifty_moves: input.flag()?,
        share: input.flag()?,
        needs_values: false,
        zones: Vec::new(),
    };
    let at = input.at();
    let last = input.tag("a flag, 0 or 1", |byte| {
        (byte & !CLAIM_HAS_ZONES <= 1).then_some(byte)
    })?;
    claim.needs_values = last & 1 != 0;
    if last & CLAIM_HAS_ZONES != 0 {
        claim.zones = zones(input)?;
        if claim.zones.is_empty() {
            return input.corrupt(at, "a claim with zones, but it has none");
        }
    }
    Ok(claim)
}

fn subject(input: &mut Input<'_>) -> Result<ClaimSubject> {
    let tag = input.tag("a claim's subject", |tag| (tag <= 4).then_some(tag))?;
    Ok(match tag {
        0 => ClaimSubject::Strategy(StrategyId(input.narrow("strategy")?)),
        1 => ClaimSubject::Table(TableId(input.narrow("table")?)),
        2 => ClaimSubject::Advice(input.advice()?),
        3 => ClaimSubject::Descriptor {
            premise: input.option(Input::function)?,
            conclusion: input.function()?,
        },
        _ => ClaimSubject::Evaluation(EvaluationId(input.narrow("evaluation")?)),
    })
}

fn from(input: &mut Input<'_>) -> Result<ClaimFrom> {
    let tag = input.tag("a set of positions", |tag| (tag <= 3).then_some(tag))?;
    Ok(ClaimFrom {
        set: match tag {
            0 => FromSet::All,
            1 => FromSet::One(input.name()?),
            2 => FromSet::Random(input.number()?),
            _ => FromSet::List(input.list("positions", MAX_LISTED, 1, Input::name)?),
        },
        condition: input.option(Input::function)?,
        condition_place: Place::default(),
        seed: input.number()?,
    })
}

fn claim_goal(input: &mut Input<'_>) -> Result<ClaimGoal> {
    let word = |tag| match tag {
        0 => Some(GoalWord::Reaches),
        1 => Some(GoalWord::Keeps),
        2 => Some(GoalWord::Never),
        _ => None,
    };
    Ok(ClaimGoal {
        word: input.tag("a goal's word", word)?,
        goal: goal(input)?,
        mate: input.flag()?,
    })
}
