//! The smallest cycle that a line can stay in.
//!
//! A cycle of a graph stays within one strongly connected component, and among its nodes one has the smallest number. So from each node
//! of such a component, in order, the way back to it is looked for among the larger ones, no farther than the smallest cycle so far.

use adv_chess::Position;
use adv_module::Program;
use adv_module::program::Material;
use adv_vm::{Consultation, Engine, GoalKind, Tree};

use crate::broken::Broken;
use crate::error::ProveError;
use crate::lines::{Lines, Ways, choice_of, line_from};
use crate::map::Map;
use crate::report::{Choice, Compared, Consulted, Cycle};

/// Edges looked at before a search for something smaller is given up.
const PATIENCE: u64 = 50_000_000;

/// The nodes of the smallest cycle in order, and whether it is certainly the smallest.
fn smallest(broken: &Broken) -> Option<(Vec<u32>, bool)> {
    let mut best: Option<Vec<u32>> = None;
    let mut looked = 0u64;
    let count = broken.states.len();
    let mut seen = vec![0u32; count];
    let mut before = vec![0u32; count];
    let (mut level, mut next) = (Vec::new(), Vec::new());
    for start in 0..count as u32 {
        let component = broken.component[start as usize];
        if !broken.endless[component as usize] {
            continue;
        }
        // No cycle is smaller than two consultations: a man that has moved is not back after the next reply.
        let most = best.as_ref().map_or(usize::MAX, |cycle| cycle.len() - 1);
        if most < 2 {
            break;
        }
        if looked > PATIENCE && best.is_some() {
            return best.map(|cycle| (cycle, false));
        }
        let stamp = start + 1;
        level.clear();
        level.push(start);
        seen[start as usize] = stamp;
        let mut length = 1;
        'search: while !level.is_empty() && length <= most {
            next.clear();
            for &node in &level {
                for &to in broken.successors(node) {
                    looked += 1;
                    if to == start {
                        let mut cycle = vec![node];
                        let mut at = node;
                        while at != start {
                            at = before[at as usize];
                            cycle.push(at);
                        }
                        cycle.reverse();
                        best = Some(cycle);
                        break 'search;
                    }
                    let inside = to > start && broken.component[to as usize] == component;
                    if inside && seen[to as usize] != stamp {
                        seen[to as usize] = stamp;
                        before[to as usize] = node;
                        next.push(to);
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
            length += 1;
        }
    }
    best.map(|cycle| (cycle, true))
}

/// The smallest cycle with what is consulted in it and the way there from a root.
pub(crate) fn find(
    map: &Map,
    broken: &Broken,
    engine: &Engine,
    ways: &Ways,
) -> Result<Option<Cycle>, ProveError> {
    let Some((nodes, is_smallest)) = smallest(broken) else {
        return Ok(None);
    };
    // It is shown from the node that a root is nearest to.
    let near = |at: &usize| (ways.distance(nodes[*at]).unwrap_or(u32::MAX), *at);
    let begin = (0..nodes.len()).min_by_key(near).unwrap_or(0);
    let mut nodes = nodes;
    nodes.rotate_left(begin);
    let mut lines = Lines::new(map, engine);
    let way = match nodes.first() {
        Some(first) => Ways::line(&mut lines, broken, &ways.to(*first))?,
        None => return Ok(None),
    };
    let states: Vec<_> = nodes
        .iter()
        .filter_map(|node| broken.states.get(*node as usize).copied())
        .collect();
    let Some(&first) = states.first() else {
        return Ok(None);
    };
    let mut round = line_from(map, first);
    let mut consultations = Vec::new();
    let mut engine = engine.clone();
    for (i, &state) in states.iter().enumerate() {
        let next = states.get(i + 1).copied().unwrap_or(first);
        let path = lines.step(&mut round, state, next)?;
        let (Some(choice), Some(position)) = (choice_of(map, state), map.position(state)) else {
            continue;
        };
        // The last move of the path is the reply that leads on; the leaf is after ours.
        let ours = path.split_last().map_or(&[][..], |(_, ours)| ours);
        consultations.push(consulted(&mut engine, &position, choice, ours)?);
    }
    Ok(Some(Cycle {
        way,
        round,
        consultations,
        smallest: is_smallest,
    }))
}

/// A line that a choice plays from a position, as the answer of a consultation: node `i` of its tree is after `i + 1` moves.
pub(crate) fn answer_of_line(
    module: &Program,
    position: &Position,
    choice: Choice,
    path: &[adv_chess::Move],
) -> Consultation {
    Consultation {
        position: *position,
        us: position.turn(),
        mirrored: is_mirrored(module, position, choice),
        table: choice.table.map(adv_module::TableId),
        rule: choice.rule.map(usize::from),
        tried: Vec::new(),
        advice: Some(adv_module::AdviceId(choice.advice)),
        tree: Some(Tree::of_line(*position, path)),
        because: None,
        cost: None,
        within: None,
        memory: None,
    }
}

/// What a consultation compared at the leaf that a path leads to.
fn consulted(
    engine: &mut Engine,
    position: &Position,
    choice: Choice,
    path: &[adv_chess::Move],
) -> Result<Consulted, ProveError> {
    let answer = answer_of_line(engine.module(), position, choice, path);
    let facts = engine.facts(&answer, path.len().saturating_sub(1));
    let facts = facts.map_err(|stop| crate::goals::stopped(position, stop))?;
    let advice = engine.module().advice.get(usize::from(choice.advice));
    // Whether the two sides of a conjunct speak of different positions: only then can something get less.
    let of_two = |part: usize| {
        let part = advice.and_then(|advice| advice.better.parts.get(part));
        let compare = part.and_then(|part| part.compare.as_ref());
        compare.is_some_and(|compare| is_of_two_positions(engine.module(), compare))
    };
    let better = facts
        .parts
        .iter()
        .filter(|part| part.goal == GoalKind::Better);
    let compared = better.enumerate().filter_map(|(part, facts)| {
        let [left, right] = facts.compare.as_ref()?;
        Some(Compared {
            part,
            left: left.values.clone(),
            right: right.values.clone(),
        })
    });
    let compared: Vec<Compared> = compared.collect();
    // `room ≤ root.room` holds of equal numbers too, and then nothing has got less.
    let mut lowering = compared.iter().filter(|of| of.left != of.right);
    let lowers = lowering.any(|of| of_two(of.part));
    Ok(Consulted {
        position: *position,
        choice,
        compared,
        lowers_nothing: !lowers,
    })
}

/// True where the two sides of a comparison speak of different positions, so that something can get less from one to the next.
fn is_of_two_positions(module: &Program, compare: &adv_module::program::Compare) -> bool {
    let needs = |functions: &[adv_module::FnId]| {
        let mut needs = adv_module::Needs::NONE;
        for id in functions {
            let own = id.index().checked_sub(module.imports.len());
            if let Some(function) = own.and_then(|at| module.functions.get(at)) {
                needs = needs.union(function.needs);
            }
        }
        needs
    };
    let (left, right) = (needs(&compare.left), needs(&compare.right));
    let (root, new) = (adv_module::Needs::ROOT, adv_module::Needs::NEW);
    left.has(root) != right.has(root) || left.has(new) != right.has(new)
}

/// True where the program saw the colours of a position exchanged.
fn is_mirrored(module: &Program, position: &Position, choice: Choice) -> bool {
    let table = choice
        .table
        .and_then(|at| module.tables.get(usize::from(at)));
    let strategy = choice.strategy;
    let strategy = strategy.and_then(|at| module.strategies.get(usize::from(at)));
    let material: Option<&Material> = match (table, strategy) {
        (Some(table), _) => table.material.as_ref(),
        (None, Some(strategy)) => strategy.material.as_ref(),
        (None, None) => None,
    };
    let material = material.or(module.material.as_ref());
    material.is_some_and(|m| {
        let material = adv_chess::Material::of_counts(m.counts);
        m.mirrored && !material.fits(position)
    })
}
