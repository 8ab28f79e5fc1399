//! The words of trajectories and zones, each as its line in the table of primitives says.
//!
//! A zone comes as its men, its targets and its horizon in moves. A horizon that no program can say counts as the nearest one that it can.

use adv_module::PrimId;

use super::value::{Answer, Fault, Value};
use super::ways::{self, Ways};
use super::{forecast, zone};

/// Calls a word of trajectories or zones in the position of some ways.
pub fn call(prim: PrimId, ways: &Ways<'_>, args: &[Value]) -> Answer<Value> {
    // In the table of primitives a zone is three operands.
    let args: Vec<Value> = args.iter().flat_map(operands).collect();
    let arg = |i: usize| {
        args.get(i)
            .ok_or_else(|| Fault::broken(format!("{prim:?} lacks argument {i}")))
    };
    let board = |i: usize| arg(i)?.board();
    let int = |i: usize| arg(i)?.number();
    let number = |n: i64| Value::Numbers(vec![n]);
    // The zone whose men are this argument.
    let zone_at = |i: usize| {
        let horizon = int(i + 2)?.clamp(1, 16);
        zone::attacks(ways, &board(i)?, &board(i + 1)?, horizon)
    };
    Ok(match prim {
        PrimId::MapMen => number(ways::map(ways, &board(0)?, &board(1)?)?),
        PrimId::BundleMen => Value::Board(ways::bundle(ways, &board(0)?, &board(1)?, None)?),
        PrimId::FirstMen => Value::Board(ways::first(ways, &board(0)?, &board(1)?, None)?),
        PrimId::TrajectoriesMen => number(ways::count(ways, &board(0)?, &board(1)?, None)?),
        PrimId::BundleExact => {
            let moves = Some(int(2)?);
            Value::Board(ways::bundle(ways, &board(0)?, &board(1)?, moves)?)
        }
        PrimId::FirstExact => {
            let moves = Some(int(2)?);
            Value::Board(ways::first(ways, &board(0)?, &board(1)?, moves)?)
        }
        PrimId::TrajectoriesExact => {
            number(ways::count(ways, &board(0)?, &board(1)?, Some(int(2)?))?)
        }
        PrimId::Negation => Value::Board(zone::negation(&zone_at(0)?, int(3)?)),
        PrimId::ZoneBundle => Value::Board(zone::bundle(&zone_at(0)?, int(3)?)),
        PrimId::ZoneFirst => Value::Board(zone::first(ways.view(), &zone_at(1)?, &board(0)?)),
        PrimId::ZoneTime => number(zone::time(&zone_at(0)?, &board(3)?)),
        PrimId::Vulnerable => Value::Truth(forecast::vulnerable(ways, &zone_at(0)?)),
        other => return Err(Fault::broken(format!("{other:?} speaks of no ways"))),
    })
}

/// What a value is to a primitive.
fn operands(value: &Value) -> Vec<Value> {
    match value {
        Value::Zone(men, targets, moves) => vec![
            Value::Board(*men),
            Value::Board(*targets),
            Value::Numbers(vec![*moves]),
        ],
        other => vec![other.clone()],
    }
}
