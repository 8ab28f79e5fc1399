//! Budget: an upper bound of what one evaluation of each function costs, so that fuel can be metered by the function.
//!
//! What is charged when is said in `fuel.rs`. A simple instruction costs one unit, a primitive what its table says, a call its callee's bound and one; an instruction in a loop
//! counts 64 times for each loop around it, a loop's head once more. What a nested search costs is metered by the search.

use super::{Verified, about, fail};
use crate::error::Property;
use crate::format::MAX_COST;
use crate::fuel;
use crate::ids::{FnId, Id};
use crate::op::Op;
use crate::program::{Function, Program};

/// Squares of a board: how often a loop goes round at most.
const ROUNDS: u64 = 64;
/// Symmetries of the board: how often a turned function is evaluated at most.
const SYMMETRIES: u64 = 8;

/// Computes the bounds of all functions, imports first with one unit each; `order` has callees first.
pub(super) fn check(module: &Program, order: &[usize]) -> Verified<Vec<u64>> {
    let mut costs = vec![1; module.function_count()];
    for &own in order {
        let Some(function) = module.functions.get(own) else {
            continue;
        };
        let cost = of_function(function, &costs);
        if cost > MAX_COST {
            let sentence = format!("one evaluation may cost {cost}, at most {MAX_COST} is allowed");
            let at = format!("function `{}`", function.name);
            let part = Id::Function(module.own_id(own));
            return about(part, fail(Property::Budget, at, sentence));
        }
        if let Some(entry) = costs.get_mut(module.imports.len() + own) {
            *entry = cost;
        }
    }
    Ok(costs)
}

fn of_function(function: &Function, costs: &[u64]) -> u64 {
    let of = |callee: FnId| costs.get(callee.index()).copied().unwrap_or(u64::MAX);
    let mut sum = 0u64;
    let mut rounds = 1u64;
    for op in &function.code {
        let once = match *op {
            Op::Call { function, .. }
            | Op::CallFor { function, .. }
            | Op::Kept { function, .. } => of(function).saturating_add(1),
            Op::Turned { function, .. } => {
                of(function).saturating_mul(SYMMETRIES).saturating_add(1)
            }
            Op::Prim { prim, .. } => prim.entry().most(),
            _ => fuel::units(op),
        };
        match op {
            Op::ForEach { .. } => {
                sum = sum.saturating_add(rounds.saturating_mul(ROUNDS + 1));
                rounds = rounds.saturating_mul(ROUNDS);
            }
            Op::Loop { .. } => {
                sum = sum.saturating_add(rounds);
                rounds /= ROUNDS;
            }
            _ => sum = sum.saturating_add(once.saturating_mul(rounds)),
        }
    }
    sum
}
