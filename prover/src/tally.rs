//! Counts what the settled states come to, and makes the report of it.

use std::collections::{BTreeMap, BTreeSet};

use adv_chess::{Color, Position};
use adv_module::Program;
use adv_module::program::{Consulted, Entry, StatementKind, Successor};
use adv_vm::{Engine, Mode, Oracle, Subject};

use crate::broken::{Broken, Counts, Group};
use crate::count::Counted;
use crate::cycle;
use crate::error::ProveError;
use crate::grounds::Ground;
use crate::lines::{Lines, Ways, representative};
use crate::longest::Settlement;
use crate::map::Map;
use crate::palette::Outcome;
use crate::report::{
    Cause, Choice, EXAMPLES, Failing, Fifty, Lengths, Played, Report, Use, Verdict,
};
use crate::states::State;
use crate::task::Task;

/// The oracle that play is compared with, where the claim is about mate.
pub(crate) fn oracle_of<'t>(task: &'t Task<'_>, map: &Map) -> Option<&'t dyn Oracle> {
    let oracle = task.perfect.as_deref();
    oracle.filter(|_| map.goals.reaches_mate())
}

/// The report of a settled claim whose states are counted.
pub(crate) fn report(
    task: &Task<'_>,
    (subject, sides): (Subject, &[Color]),
    (map, settlement, broken): (&Map, &Settlement, Option<&Broken>),
    engine: &Engine,
    memory: u64,
    counted: Counted,
) -> Result<Report, ProveError> {
    let claim = task.claim;
    let perfect = counted.comparison(map);
    let reaches = map.goals.reaches_something();
    let mut lines = Lines::new(map, engine);
    let lengths = match counted.first_hardest.first() {
        Some(&first) if reaches => Some(Lengths {
            worst: counted.worst,
            plies: counted.plies,
            moves: counted.moves,
            histogram: counted.histogram.clone(),
            hardest: counted.hardest,
            examples: positions(map, &counted.first_hardest),
            line: lines.longest(settlement, first)?,
        }),
        _ => None,
    };
    let (mut failures, mut cycle) = (Vec::new(), None);
    if let Some(broken) = broken {
        // Before the ways, so that the memory of only one of them is held.
        let groups = broken.groups(map, reaches);
        let ways = Ways::new(map, broken, None);
        failures = failing(map, broken, (&groups, &ways), &mut lines)?;
        if reaches {
            cycle = cycle::find(map, broken, engine, &ways)?;
        }
    }
    if let Some(cycle) = &cycle
        && let Some(endless) = failures.iter_mut().find(|f| f.cause == Cause::Endless)
    {
        endless.line = cycle.way.clone();
        endless.line.plies.extend(cycle.round.plies.iter().cloned());
    }
    let shortest = failures
        .iter()
        .enumerate()
        .filter(|(_, f)| f.roots > 0)
        .min_by_key(|(_, f)| (f.line.plies.len(), f.cause))
        .map(|(at, _)| at);
    let mut uses = uses(engine.module(), subject, map, &counted.outcomes);
    if let Some((_, lost)) = &perfect {
        for one in &mut uses {
            one.lost = Some(lost.get(&one.choice).copied().unwrap_or_default());
        }
    }
    let verdict = if claim.share {
        Verdict::Measured
    } else if counted.roots == 0 {
        Verdict::Empty
    } else if counted.reached < counted.roots {
        Verdict::Refuted
    } else if counted.late > 0 {
        Verdict::TooLong
    } else if counted.held < counted.roots {
        Verdict::FiftyMoves
    } else {
        Verdict::Proved
    };
    Ok(Report {
        verdict,
        played: Played {
            subject,
            mode: if claim.weak { Mode::Weak } else { Mode::Strong },
            any_choice: claim.any_choice,
            us: match sides {
                [one] => Some(*one),
                _ => None,
            },
        },
        roots: counted.roots,
        reached: counted.reached,
        held: counted.held,
        late: counted.late,
        states: counted.states,
        replies: settlement.replies,
        lengths,
        uses,
        failures,
        cycle,
        shortest,
        fifty: reaches.then(|| Fifty {
            roots: counted.fifty,
            example: counted.first_fifty.and_then(|s| map.position(s)),
            worst: counted.longest_quiet,
        }),
        ours: counted.ours.0,
        theirs: counted.theirs.0,
        perfect: perfect.map(|(perfect, _)| perfect),
        accuracy: None,
        searched: None,
        sizes: None,
        rests_on: match map.resumed {
            true => vec![Ground::Checkpoint],
            false => Vec::new(),
        },
        memory,
    })
}

fn positions(map: &Map, states: &[State]) -> Vec<Position> {
    states.iter().filter_map(|s| map.position(*s)).collect()
}

/// The ways in which the claim is broken, the most frequent first.
fn failing(
    map: &Map,
    broken: &Broken,
    (groups, ways): (&BTreeMap<Group, Counts>, &Ways),
    lines: &mut Lines<'_>,
) -> Result<Vec<Failing>, ProveError> {
    let mut failures = Vec::new();
    for (group, counts) in groups {
        let mut failing = Failing {
            cause: group.0,
            choice: group.1,
            roots: counts.roots,
            states: counts.states,
            line: crate::report::Line::default(),
            examples: examples(map, broken, *group),
            ended: None,
            zones: Vec::new(),
        };
        if let Some(node) = ways.nearest(broken, *group) {
            failing.line = Ways::line(lines, broken, &ways.to(node))?;
            if let Some(state) = broken.states.get(node as usize) {
                lines.fault(&mut failing.line, *state, *group)?;
            }
        }
        failures.push(failing);
    }
    failures.sort_by_key(|f| (std::cmp::Reverse(f.roots), f.cause, f.choice));
    Ok(failures)
}

/// The first positions in which something happens, of those that are the same when turned only one.
fn examples(map: &Map, broken: &Broken, group: Group) -> Vec<Position> {
    let of_group = |fault: &&crate::broken::Fault| fault.group == group;
    let nodes: Box<dyn Iterator<Item = u32>> = if group.0 == Cause::Endless {
        let all = 0..broken.states.len() as u32;
        Box::new(all.filter(|n| broken.endless[broken.component[*n as usize] as usize]))
    } else {
        Box::new(broken.faults().filter(of_group).map(|f| f.node))
    };
    let (mut seen, mut examples) = (BTreeSet::new(), Vec::new());
    let states = nodes.filter_map(|node| broken.states.get(node as usize));
    for position in states.filter_map(|state| map.position(*state)) {
        let first = representative(&position);
        if seen.insert((first.by_color, first.by_role)) {
            examples.push(position);
        }
        if examples.len() == EXAMPLES {
            break;
        }
    }
    examples
}

/// How often each choice was made; those that a program has and never made are there too.
fn uses(module: &Program, subject: Subject, map: &Map, counts: &[(u64, u64)]) -> Vec<Use> {
    let mut uses: BTreeMap<Choice, (u64, u64)> = BTreeMap::new();
    let mut order: Vec<Choice> = Vec::new();
    let mut add = |choice: Choice, roots, states| {
        let entry = uses.entry(choice);
        if matches!(entry, std::collections::btree_map::Entry::Vacant(_)) {
            order.push(choice);
        }
        let of = entry.or_default();
        of.0 += roots;
        of.1 += states;
    };
    for choice in choices(module, subject) {
        add(choice, 0, 0);
    }
    let mut found: Vec<(Choice, u64, u64)> = Vec::new();
    for (outcome, (roots, states)) in map.outcomes.iter().zip(counts) {
        if let Outcome::Tree { choice, .. } = outcome {
            found.push((*choice, *roots, *states));
        }
    }
    found.sort();
    for (choice, roots, states) in found {
        add(choice, roots, states);
    }
    let used = |choice: Choice| {
        let (roots, states) = uses.get(&choice).copied().unwrap_or_default();
        Use {
            choice,
            roots,
            states,
            lost: None,
        }
    };
    order.into_iter().map(used).collect()
}

/// All that a subject can choose, in the order of the source.
pub fn choices(module: &Program, subject: Subject) -> Vec<Choice> {
    let mut choices = Vec::new();
    match subject {
        Subject::Advice(id) => choices.push(Choice::of_piece(id.0)),
        Subject::Table(id) => {
            of_tables(module, id.0, (None, None), &mut choices);
            let beyond = module.strategies_beyond(id);
            of_strategies(module, beyond.iter().map(|id| id.0).collect(), &mut choices);
        }
        Subject::Strategy(id) => of_strategies(module, vec![id.0], &mut choices),
    }
    choices
}

/// All that strategies can choose, and those that they come to.
fn of_strategies(module: &Program, mut todo: Vec<u16>, choices: &mut Vec<Choice>) {
    let mut seen: BTreeSet<u16> = todo.iter().copied().collect();
    todo.reverse();
    while let Some(at) = todo.pop() {
        let Some(strategy) = module.strategies.get(usize::from(at)) else {
            continue;
        };
        for (index, statement) in strategy.body.iter().enumerate() {
            let from = (Some(at), u32::try_from(index).ok());
            match &statement.kind {
                StatementKind::Action { advice, .. } => choices.push(Choice {
                    strategy: from.0,
                    statement: from.1,
                    table: None,
                    rule: None,
                    advice: advice.0,
                }),
                StatementKind::Consult { what, .. } => match what {
                    Consulted::Table(table) => {
                        of_tables(module, table.0, from, choices);
                        for of in module.strategies_beyond(*table) {
                            if seen.insert(of.0) {
                                todo.push(of.0);
                            }
                        }
                    }
                    Consulted::List(list) => of_list(list, from, None, choices),
                },
                StatementKind::Apply { strategy, .. } if seen.insert(strategy.0) => {
                    todo.push(strategy.0);
                }
                _ => {}
            }
        }
    }
}

/// All that a table can choose, and the tables beyond it.
fn of_tables(
    module: &Program,
    table: u16,
    from: (Option<u16>, Option<u32>),
    choices: &mut Vec<Choice>,
) {
    let (mut todo, mut at) = (vec![table], 0);
    while let Some(&table) = todo.get(at) {
        at += 1;
        let Some(record) = module.tables.get(usize::from(table)) else {
            continue;
        };
        for (rule, of) in record.rules.iter().enumerate() {
            let rule = u16::try_from(rule).ok();
            of_list(&of.list, from, Some((table, rule)), choices);
        }
        for beyond in &record.beyond {
            if let Successor::Table(table) = beyond
                && !todo.contains(&table.0)
            {
                todo.push(table.0);
            }
        }
    }
}

fn of_list(
    list: &[Entry],
    from: (Option<u16>, Option<u32>),
    table: Option<(u16, Option<u16>)>,
    choices: &mut Vec<Choice>,
) {
    for entry in list {
        choices.extend(entry.advice().iter().map(|advice| Choice {
            strategy: from.0,
            statement: from.1,
            table: table.map(|(table, _)| table),
            rule: table.and_then(|(_, rule)| rule),
            advice: advice.0,
        }));
    }
}
