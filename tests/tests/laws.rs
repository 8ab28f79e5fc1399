//! The laws of what moves cost, over random programs in random positions: their pieces-of-advice are given costs, efforts and depths, and
//! asked again.
//!
//! | law | a piece of a random program is asked |
//! | --- | --- |
//! | a uniform cost is a depth | with `depth n`, and with 6000 a move, an effort of 6n and a larger depth: the same trees and counts |
//! | bits of their replies bound the leaves | with an effort of e: at most 2^e of them |
//! | bits of the mover's choices bound the lines | with an effort of e: at most 2^e positions are tested at a ply |
//! | a larger bound never turns yes into no | with a larger effort, and with a larger depth |
//! | words, memory and native code change nothing | with its own cost: interpreted and natively, with counts and without |
//!
//! A question that takes too long is left out.

use adv_reference::generate::{Generated, position, program};
use adv_testkit::Numbers;
use adv_vm::{Consultation, Engine, Limits, Options};

use crate::common::{position as read, rulebook};

/// Positions for each program.
const POSITIONS: usize = 4;

/// What one question may take.
const LIMITS: Limits = Limits {
    fuel: 20_000_000,
    positions: 4_000,
    depth: 200,
    stack: 768 << 10,
    memory: 64 << 20,
};

/// The bounds of a generated piece-of-advice as its text has them.
struct Bounds {
    depth: u32,
    /// The word after the depth, or nothing.
    word: String,
    /// The clauses of what its moves cost; none where they cost nothing.
    cost: Option<[String; 2]>,
}

/// The text of a program whose pieces-of-advice have other bounds. `other` is given the place of an item and what it says.
fn recast(generated: &Generated, mut other: impl FnMut(usize, &Bounds) -> String) -> String {
    let items = generated.items.iter().enumerate().map(|(at, item)| {
        if !item.starts_with("advice ") {
            return item.clone();
        }
        let clause = |word: &str| {
            let line = item
                .lines()
                .find(|line| line.trim_start().starts_with(word));
            line.map(|line| line.trim().to_owned())
        };
        let depth = clause("depth ").expect("every piece has a depth");
        let mut words = depth.split_whitespace().skip(1);
        let bounds = Bounds {
            depth: words.next().and_then(|n| n.parse().ok()).expect("a depth"),
            word: words.collect(),
            cost: clause("cost ")
                .zip(clause("effort "))
                .map(|(cost, effort)| [cost, effort]),
        };
        let lines = item
            .lines()
            .filter_map(|line| match line.split_whitespace().next() {
                Some("depth") => Some(format!("  {}", other(at, &bounds))),
                Some("cost" | "effort") => None,
                _ => Some(line.to_owned()),
            });
        lines.collect::<Vec<_>>().join("\n")
    });
    items.collect::<Vec<_>>().join("\n")
}

/// An engine for a program, interpreted unless it is told how soon functions become native code.
fn machine(text: &str, native_after: Option<u32>) -> Engine {
    let mut engine = rulebook("laws.adv", text).engine(LIMITS);
    match native_after {
        Some(calls) => engine.set_native_after(calls),
        None => engine.set_native(false),
    }
    engine
}

/// The pieces-of-advice that an item of a program defines, by name, one for each list of arguments.
fn pieces(engine: &Engine, item: &str) -> Vec<String> {
    let name = item.trim_start_matches("advice ");
    let name: String = name
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '-')
        .collect();
    let all = engine
        .module()
        .advice
        .iter()
        .map(|advice| advice.name.clone());
    all.filter(|other| {
        let rest = other.strip_prefix(&name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('(')) && !other.contains(" or ")
    })
    .collect()
}

/// What a piece answers; `None` where a limit ended it, or where its side is not to move.
fn ask(engine: &mut Engine, piece: &str, fen: &str, uncounted: bool) -> Option<Consultation> {
    let advice = engine.advice(piece)?;
    let options = Options {
        uncounted,
        ..Options::default()
    };
    engine.try_advice(advice, &read(fen), &options).ok()
}

/// Works through the pieces of random programs: for each the item that defines it, its name and the positions.
fn all_pieces(
    seeds: std::ops::Range<u64>,
    mut with: impl FnMut(&Generated, usize, &str, &[String]),
) {
    for seed in seeds {
        let generated = program(seed);
        let fens = position::fens(&generated, POSITIONS);
        let engine = machine(&generated.source(), None);
        for (at, item) in generated.items.iter().enumerate() {
            if item.starts_with("advice ") {
                for piece in pieces(&engine, item) {
                    with(&generated, at, &piece, &fens);
                }
            }
        }
    }
}

#[test]
fn a_uniform_cost_is_a_depth() {
    let (mut compared, mut trees, mut deep) = (0, 0, 0);
    for seed in crate::common::seeds(1..120) {
        let generated = program(seed);
        let fens = position::fens(&generated, POSITIONS);
        let mut rng = Numbers::new(seed);
        let by_depth = recast(&generated, |_, bounds| format!("depth {}", bounds.depth));
        let by_cost = recast(&generated, |_, bounds| {
            let (effort, depth) = (6 * bounds.depth, bounds.depth as usize + rng.below(5));
            format!("cost 6000  effort {effort}  depth {depth}")
        });
        let (mut plain, mut priced) = (machine(&by_depth, None), machine(&by_cost, None));
        for item in &generated.items {
            if !item.starts_with("advice ") {
                continue;
            }
            for piece in pieces(&plain, item) {
                for fen in &fens {
                    let Some(wanted) = ask(&mut plain, &piece, fen, false) else {
                        continue;
                    };
                    let Some(found) = ask(&mut priced, &piece, fen, false) else {
                        continue;
                    };
                    assert_eq!(found.tree, wanted.tree, "seed {seed}, {piece}, {fen}");
                    let counts = |answer: &Consultation| answer.tried[0].by_depth.clone();
                    let (found, wanted_counts) = (counts(&found), counts(&wanted));
                    assert_eq!(found, wanted_counts, "seed {seed}, {piece}, {fen}");
                    compared += 1;
                    trees += usize::from(wanted.tree.is_some());
                    deep += usize::from(wanted.tree.is_some_and(|tree| tree.depth() > 2));
                }
            }
        }
    }
    println!("{compared} compared, {trees} trees, {deep} deep ones");
    assert!(
        compared > crate::common::at_least(500) && trees > crate::common::at_least(100) && deep > 0,
        "{compared}, {trees}, {deep}"
    );
}

#[test]
fn bits_of_their_replies_bound_the_leaves() {
    let (mut trees, mut most) = (0, 0);
    for seed in crate::common::seeds(1..120) {
        let generated = program(seed);
        let fens = position::fens(&generated, POSITIONS);
        for effort in [1, 3] {
            let text = recast(&generated, |_, _| {
                format!("cost after-us bits(new.replies)  effort {effort}  depth 5")
            });
            let mut engine = machine(&text, None);
            for item in generated
                .items
                .iter()
                .filter(|item| item.starts_with("advice "))
            {
                for piece in pieces(&engine, item) {
                    for fen in &fens {
                        let answer = ask(&mut engine, &piece, fen, true);
                        let Some(tree) = answer.and_then(|answer| answer.tree) else {
                            continue;
                        };
                        let leaves = (0..tree.nodes().len()).filter(|i| tree.is_leaf(*i)).count();
                        assert!(
                            leaves <= 1 << effort,
                            "{leaves}: seed {seed}, {piece}, {fen}"
                        );
                        trees += 1;
                        most = most.max(leaves);
                    }
                }
            }
        }
    }
    println!("{trees} trees, {most} leaves");
    assert!(
        trees > crate::common::at_least(50) && most > 1,
        "{trees} trees, {most} leaves"
    );
}

#[test]
fn bits_of_the_movers_choices_bound_the_lines() {
    let (mut asked, mut most) = (0, 0);
    for seed in crate::common::seeds(1..80) {
        let generated = program(seed);
        let fens = position::fens(&generated, POSITIONS);
        for effort in [4, 7] {
            let text = recast(&generated, |_, _| {
                let choices = "if us-to-move then legal-moves(us) else legal-moves(them)";
                format!("cost bits({choices})  effort {effort}  depth 6")
            });
            let mut engine = machine(&text, None);
            for item in generated
                .items
                .iter()
                .filter(|item| item.starts_with("advice "))
            {
                for piece in pieces(&engine, item) {
                    for fen in &fens {
                        let Some(answer) = ask(&mut engine, &piece, fen, false) else {
                            continue;
                        };
                        for tested in &answer.tried[0].by_depth {
                            let within = *tested <= 1 << effort;
                            assert!(within, "{tested}: seed {seed}, {piece}, {fen}");
                            most = most.max(*tested);
                        }
                        asked += 1;
                    }
                }
            }
        }
    }
    println!("{asked} asked, {most} positions at a ply");
    assert!(
        asked > crate::common::at_least(500) && most > adv_testkit::sized(8, 16),
        "{asked} asked, {most} at most"
    );
}

#[test]
fn a_larger_bound_never_turns_yes_into_no() {
    let (mut yes, mut priced) = (0, 0);
    all_pieces(crate::common::seeds(1..80), |generated, at, piece, fens| {
        // The piece alone is changed: others may ask for it, and a goal may ask that there is no tree.
        let bounded = |more_depth: u32, more_effort: u32| {
            recast(generated, |place, bounds| {
                let more = place == at;
                let depth = bounds.depth + if more { more_depth } else { 0 };
                let Some([cost, effort]) = &bounds.cost else {
                    return format!("depth {depth} {}", bounds.word);
                };
                let words: Vec<&str> = effort.split_whitespace().skip(1).collect();
                let wholes: u32 = words[0].parse().expect("a number");
                let wholes = wholes + if more { more_effort } else { 0 };
                let rest = words.get(1).copied().unwrap_or_default();
                format!(
                    "{cost}\n  effort {wholes} {rest}\n  depth {depth} {}",
                    bounds.word
                )
            })
        };
        let mut engines = [bounded(0, 0), bounded(1, 0), bounded(0, 1), bounded(2, 3)]
            .map(|text| machine(&text, None));
        for fen in fens {
            let answers = engines
                .each_mut()
                .map(|engine| ask(engine, piece, fen, true));
            let [Some(first), larger @ ..] = answers else {
                continue;
            };
            if first.tree.is_none() {
                continue;
            }
            yes += 1;
            priced += usize::from(first.cost.is_some());
            for (which, answer) in larger.into_iter().enumerate() {
                let found = answer.is_none_or(|answer| answer.tree.is_some());
                assert!(
                    found,
                    "bound {which}, seed {}, {piece}, {fen}",
                    generated.seed
                );
            }
        }
    });
    println!("{yes} satisfied, {priced} of them with costs");
    assert!(
        yes > crate::common::at_least(100) && priced > crate::common::at_least(20),
        "{yes} satisfied, {priced} with costs"
    );
}

#[test]
fn words_memory_and_native_code_change_nothing() {
    let (mut trees, mut asked) = (0, 0);
    for seed in crate::common::seeds(1..80) {
        let generated = program(seed);
        let fens = position::fens(&generated, POSITIONS);
        // Every piece has a cost and a depth at which lines come together.
        let with = |depth_word: &str, effort_word: &str| {
            recast(&generated, |_, bounds| {
                let own = bounds.cost.as_ref();
                let cost = own.map_or("cost after-us bits(new.replies)", |[cost, _]| cost);
                let depth = bounds.depth + 2;
                format!("{cost}\n  effort 4 {effort_word}\n  depth {depth} {depth_word}")
            })
        };
        let texts = [with("", ""), with("shortest", ""), with("", "cheapest")];
        let mut machines = texts.map(|text| [machine(&text, None), machine(&text, Some(1))]);
        for item in generated
            .items
            .iter()
            .filter(|item| item.starts_with("advice "))
        {
            for piece in pieces(&machines[0][0], item) {
                for fen in &fens {
                    let mut answers = Vec::new();
                    for [interpreted, native] in &mut machines {
                        let Some(wanted) = ask(interpreted, &piece, fen, false) else {
                            continue;
                        };
                        let here = || format!("seed {seed}, {piece}, {fen}");
                        if let Some(found) = ask(native, &piece, fen, false) {
                            assert_eq!(found, wanted, "{}", here());
                        }
                        for engine in [interpreted, native] {
                            if let Some(found) = ask(engine, &piece, fen, true) {
                                assert_eq!(found.tree, wanted.tree, "without counts: {}", here());
                            }
                        }
                        answers.push(wanted.tree.is_some());
                    }
                    let alike = answers.iter().all(|answer| *answer == answers[0]);
                    assert!(alike, "{answers:?}: seed {seed}, {piece}, {fen}");
                    asked += answers.len();
                    trees += answers.into_iter().filter(|answer| *answer).count();
                }
            }
        }
    }
    println!("{asked} asked, {trees} trees");
    assert!(
        asked > crate::common::at_least(1_000) && trees > crate::common::at_least(100),
        "{asked} asked, {trees} trees"
    );
}
