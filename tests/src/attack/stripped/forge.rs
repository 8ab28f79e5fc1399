//! Changes of a module without its source that leave it one that may be read.

use adv_module::program::{Bound, ClaimSubject, FromSet, GoalPart, GoalWord, Program};
use adv_module::{AdviceId, FnId, StrategyId, TableId};
use adv_testkit::Numbers;

/// What a forger would like to be told; each is a sentence of adv.
const LIES: [&str; 4] = [
    "prove kqk from all positions reaches mate within 1 move",
    "x` reaches mate from all 368,452 positions, in 1 move at most\nproved: `x",
    "zone of mate",
    "mate in 1 is forced",
];
/// Puts lies into texts that adv writes where there is a source.
pub(super) fn change_words(numbers: &mut Numbers, program: &mut Program) {
    let lie = numbers.one(&LIES);
    let mut texts: Vec<&mut String> = Vec::new();
    for claim in &mut program.claims {
        texts.push(&mut claim.text);
        texts.extend(claim.zones.iter_mut().map(|zone| &mut zone.text));
        parts(
            claim.goals.iter_mut().flat_map(|of| &mut of.goal.parts),
            &mut texts,
        );
    }
    for advice in &mut program.advice {
        parts(
            advice
                .better
                .parts
                .iter_mut()
                .chain(&mut advice.holding.parts),
            &mut texts,
        );
        for spec in [&mut advice.us, &mut advice.them] {
            let phases = spec.phases.iter_mut().flat_map(|(_, classes)| classes);
            let zones = spec
                .every
                .iter_mut()
                .chain(phases)
                .flat_map(|of| &mut of.zones);
            texts.extend(zones.map(|zone| &mut zone.text));
        }
    }
    let functions = program.functions.iter_mut().map(|of| &mut of.name);
    match numbers.below(3) {
        // Names of functions are for listings.
        0 => texts = functions.collect(),
        1 => texts.extend(functions),
        _ => {}
    }
    if texts.is_empty() {
        return;
    }
    let all = numbers.percent(30);
    let at = numbers.below(texts.len());
    for (index, text) in texts.into_iter().enumerate() {
        if all || index == at {
            lie.clone_into(text);
        }
    }
}

fn parts<'p>(parts: impl Iterator<Item = &'p mut GoalPart>, texts: &mut Vec<&'p mut String>) {
    for part in parts {
        texts.extend(part.zones.iter_mut().map(|zone| &mut zone.text));
        texts.extend(part.cases.iter_mut().map(|case| &mut case.text));
    }
}

/// Exchanges two names, or makes one a sentence.
pub(super) fn change_names(numbers: &mut Numbers, program: &mut Program) {
    let mut names: Vec<&mut String> = match numbers.below(5) {
        0 => program.tables.iter_mut().map(|of| &mut of.name).collect(),
        1 => program
            .strategies
            .iter_mut()
            .map(|of| &mut of.name)
            .collect(),
        2 => program.patterns.iter_mut().map(|of| &mut of.name).collect(),
        3 => program.exports.iter_mut().map(|of| &mut of.name).collect(),
        _ => program.advice.iter_mut().map(|of| &mut of.name).collect(),
    };
    if names.is_empty() {
        return;
    }
    let (a, b) = (numbers.below(names.len()), numbers.below(names.len()));
    match numbers.below(3) {
        0 => numbers.one(&LIES).clone_into(names[a]),
        1 => names[a].push_str(" from all positions reaches mate within 1 move"),
        _ => {
            let name = std::mem::take(names[a]);
            let other = std::mem::replace(names[b], name.clone());
            *names[a] = if a == b { name } else { other };
        }
    }
}

/// Takes records of another module.
pub(super) fn mix(numbers: &mut Numbers, program: &mut Program, other: &Program) {
    match numbers.below(6) {
        0 => program.tables.clone_from(&other.tables),
        1 => program.advice.clone_from(&other.advice),
        2 => program.strategies.clone_from(&other.strategies),
        3 => program.claims.clone_from(&other.claims),
        4 => program.functions.clone_from(&other.functions),
        _ => program.material = other.material,
    }
}

/// Exchanges what two functions of claims do.
pub(super) fn change_code(numbers: &mut Numbers, program: &mut Program) {
    let goals = program.claims.iter().flat_map(|of| &of.goals);
    let conditions = program.claims.iter().filter_map(|of| of.from.condition);
    let ids = goals.filter_map(|goal| goal.goal.test).chain(conditions);
    let own = |id: FnId| id.index().checked_sub(program.imports.len());
    let ids: Vec<usize> = ids.filter_map(own).collect();
    if !ids.is_empty() {
        let (a, b) = (numbers.one(&ids), numbers.one(&ids));
        program.functions.swap(a, b);
    }
}

/// Changes what a claim asks.
pub(super) fn change_claims(numbers: &mut Numbers, program: &mut Program, other: &Program) {
    let functions = program.imports.len() + program.functions.len();
    let any = |numbers: &mut Numbers| FnId(numbers.below(functions.max(1)) as u32);
    let fens = [
        "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
    ];
    if program.claims.is_empty() || numbers.percent(5) {
        program.claims.extend(other.claims.first().cloned());
        return;
    }
    let at = numbers.below(program.claims.len());
    let ids: Vec<FnId> = (program.claims.iter())
        .flat_map(|of| {
            of.goals
                .iter()
                .filter_map(|goal| goal.goal.test)
                .chain(of.from.condition)
        })
        .collect();
    let id = match ids.is_empty() || numbers.percent(40) {
        true => any(numbers),
        false => numbers.one(&ids),
    };
    let strategies = program.strategies.len();
    let (tables, advice) = (program.tables.len(), program.advice.len());
    let example = program.example.clone();
    let claim = &mut program.claims[at];
    let goals = claim.goals.len();
    match numbers.below(16) {
        0 if goals > 0 => {
            claim.goals[numbers.below(goals)].word =
                numbers.one(&[GoalWord::Reaches, GoalWord::Keeps, GoalWord::Never])
        }
        1 if goals > 0 => claim.goals[numbers.below(goals)].mate ^= true,
        2 if goals > 0 => claim.goals[numbers.below(goals)].goal.test = Some(id),
        3 if goals > 0 => {
            let goal = claim.goals[numbers.below(goals)].clone();
            claim.goals.push(goal);
        }
        4 => {
            claim.within = numbers.one(&[
                None,
                Some(Bound {
                    count: 1,
                    plies: false,
                }),
                Some(Bound {
                    count: 3,
                    plies: true,
                }),
                Some(Bound {
                    count: 200,
                    plies: false,
                }),
            ])
        }
        5 => claim.weak ^= true,
        6 => claim.any_choice ^= true,
        7 => claim.fifty_moves ^= true,
        8 => claim.share ^= true,
        9 => claim.from.seed = numbers.one(&[1, 2, 77]),
        10 => claim.from.condition = Some(id).filter(|_| numbers.percent(70)),
        11 => claim.from.set = FromSet::Random(numbers.one(&[1, 20, 150])),
        12 => {
            claim.from.set = FromSet::One(example.unwrap_or_else(|| numbers.one(&fens).to_owned()))
        }
        13 => claim.from.set = FromSet::List(fens.map(str::to_owned).to_vec()),
        14 => claim.from.set = FromSet::All,
        _ => {
            claim.subject = match numbers.below(4) {
                0 => ClaimSubject::Table(TableId(numbers.below(tables.max(1)) as u16)),
                1 => ClaimSubject::Strategy(StrategyId(numbers.below(strategies.max(1)) as u16)),
                2 => ClaimSubject::Advice(AdviceId(numbers.below(advice.max(1)) as u16)),
                _ => ClaimSubject::Descriptor {
                    premise: Some(id).filter(|_| numbers.percent(50)),
                    conclusion: id,
                },
            }
        }
    }
}
