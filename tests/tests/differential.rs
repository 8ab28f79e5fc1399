//! The machine against the reference: random programs in random positions, every value, every rule, every tree, every count.
//!
//! A *pair* is one program in one position. `ADV_PAIRS` sets how many there are (1,200 if it is not set, 10,000 in the long size), `ADV_SEED` where the
//! seeds begin. A difference prints the program, cut down to what it needs, the position and both answers.
//!
//! Strategies are played in programs of their own, as many as there are others: the reference plays a game against an opponent by
//! chance, and the machine is given the same replies.

use std::fmt::Write;

use crate::played::{Difference, Games, play_all};
use adv_compiler::hir::{Advice, Hir, SearchMode, Type};
use adv_reference::adapter::{Machine, libraries};
use adv_reference::generate::{
    Generated, Numbers, position, program, program_with_patterns, program_with_taken, strategic,
};
use adv_reference::reference::{Fault, RefOutcome, Reference, Replies, Squares, Value, View};
use adv_testkit::sized;
use shakmaty::{Chess, Color, Position};

/// Positions for each program.
const POSITIONS: usize = 20;
/// The reference's budget for one question: expressions and positions.
const BUDGET: (u64, u64) = (30_000, 600);
/// Positions in which each strategy of a program is begun.
const BEGINNINGS: usize = 6;

/// What the run compared.
#[derive(Debug, Default)]
struct Tally {
    programs: usize,
    pairs: usize,
    values: usize,
    claimed: usize,
    truths: [usize; 2],
    /// Descriptors without parameters, and those of them that were the same in all of their program's positions.
    descriptors: usize,
    constant: usize,
    consultations: usize,
    searches: usize,
    trees: usize,
    deep_trees: usize,
    facts: usize,
    plans: usize,
    beyond_budget: usize,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            programs: self.programs + other.programs,
            pairs: self.pairs + other.pairs,
            values: self.values + other.values,
            claimed: self.claimed + other.claimed,
            truths: [0, 1].map(|i| self.truths[i] + other.truths[i]),
            descriptors: self.descriptors + other.descriptors,
            constant: self.constant + other.constant,
            consultations: self.consultations + other.consultations,
            searches: self.searches + other.searches,
            trees: self.trees + other.trees,
            deep_trees: self.deep_trees + other.deep_trees,
            facts: self.facts + other.facts,
            plans: self.plans + other.plans,
            beyond_budget: self.beyond_budget + other.beyond_budget,
        }
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(otherwise)
}

/// Works through the seeds of so many programs, on all cores.
fn all<T: Default + Send>(
    programs: u64,
    one: impl Fn(u64, &mut T) + Copy + Send + Sync,
    plus: impl Fn(T, T) -> T,
) -> T {
    let first = number("ADV_SEED", 1);
    let threads = std::thread::available_parallelism()
        .map_or(1, |n| n.get() as u64)
        .min(8);
    let work = move |thread: u64| {
        let mut tally = T::default();
        for seed in (first..first + programs).filter(|seed| seed % threads == thread) {
            one(seed, &mut tally);
        }
        tally
    };
    let tallies: Vec<T> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || work(thread)))
            .collect();
        running
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    tallies.into_iter().fold(T::default(), plus)
}

fn programs() -> u64 {
    number("ADV_PAIRS", sized(400, 10_000)).div_ceil(POSITIONS as u64)
}

#[test]
fn the_machine_agrees_with_the_reference() {
    let tally = all(programs(), one_program, Tally::plus);
    println!("{tally:?}");
    assert!(
        tally.trees > 0 && tally.claimed > 0 && tally.truths.iter().all(|n| *n > 0),
        "{tally:?}"
    );
}

#[test]
fn the_machine_agrees_with_the_reference_about_what_was_taken() {
    let tally = all(programs().div_ceil(3), one_with_taken, Tally::plus);
    println!("{tally:?}");
    assert!(tally.trees > 0 && tally.deep_trees > 0, "{tally:?}");
}

/// Programs with patterns are dear: a thirtieth of the pairs.
#[test]
fn the_machine_agrees_with_the_reference_about_facts() {
    let tally = all(programs().div_ceil(30), one_with_patterns, Tally::plus);
    println!("{tally:?}");
    assert!(tally.facts > 0 && tally.plans > 0, "{tally:?}");
}

fn one_with_patterns(seed: u64, tally: &mut Tally) {
    one(seed, program_with_patterns(seed), tally);
}

fn one_program(seed: u64, tally: &mut Tally) {
    one(seed, program(seed), tally);
}

fn one_with_taken(seed: u64, tally: &mut Tally) {
    one(seed, program_with_taken(seed), tally);
}

fn one(seed: u64, generated: Generated, tally: &mut Tally) {
    let fens = position::fens(&generated, POSITIONS);
    if let Err(difference) = compare(&generated.source(), seed, &fens, tally) {
        let again =
            |source: &str, fens: &[String]| compare(source, seed, fens, &mut Tally::default());
        let smaller = shrink(generated.items, &difference, again);
        panic!(
            "seed {seed}: {}\nposition {}\n\n{smaller}",
            difference.what, difference.fen
        );
    }
}

/// Compares everything that a program can answer in some positions.
fn compare(source: &str, seed: u64, fens: &[String], tally: &mut Tally) -> Result<(), Difference> {
    let mut machine = Machine::compile(source).map_err(|message| Difference {
        what: message,
        fen: String::new(),
    })?;
    let checked = machine.program.clone();
    let reference = Reference::new(&checked, libraries());
    let mut rng = Numbers::new(seed ^ 0x0bad_cafe);
    let claimed = machine.claimed().map_err(|message| Difference {
        what: message,
        fen: String::new(),
    })?;
    tally.programs += 1;
    let mut seen = vec![[false; 2]; checked.functions.len()];
    for fen in fens {
        tally.pairs += 1;
        let here = |what: String| Difference {
            what,
            fen: fen.clone(),
        };
        let chess = adv_reference::reference::position(fen).map_err(here)?;
        for function in machine.definitions() {
            let args = arguments(&checked, function, &mut rng);
            reference.refill(BUDGET.0, BUDGET.1);
            let expected = reference.evaluate(function, args.clone(), &View::of(&chess));
            if expected == Err(Fault::Budget) {
                tally.beyond_budget += 1;
                continue;
            }
            let found = machine.evaluate(function, &args, fen);
            tally.values += 1;
            if let Ok(Value::Truth(truth)) = found {
                tally.truths[usize::from(truth)] += 1;
                seen[function][usize::from(truth)] = args.is_empty();
            }
            if found.clone().ok() != expected.clone().ok() || expected.is_err() {
                let name = &checked.functions[function].name.node;
                return Err(here(format!(
                    "`{name}` of {args:?}\nthe machine says   {found:?}\nthe reference says {expected:?}"
                )));
            }
        }
        for (condition, goal) in &claimed {
            reference.refill(BUDGET.0, BUDGET.1);
            let expected = reference.holds(condition, &View::of(&chess));
            if expected == Err(Fault::Budget) {
                tally.beyond_budget += 1;
                continue;
            }
            let found = machine.holds(goal, fen);
            tally.claimed += 1;
            if found.clone().ok() != expected.clone().ok() || expected.is_err() {
                let place = condition.span;
                let text = source.get(place.start as usize..place.end as usize);
                return Err(here(format!(
                    "claimed: {text:?}\nthe machine says   {found:?}\nthe reference says {expected:?}"
                )));
            }
        }
        for table in 0..checked.tables.len() {
            for replies in [Replies::TestedFirst, Replies::OneByOne] {
                consult(&mut machine, &reference, table, &chess, fen, replies, tally)
                    .map_err(here)?;
            }
        }
    }
    for fen in fens {
        let here = |what: String| Difference {
            what,
            fen: fen.clone(),
        };
        let chess = adv_reference::reference::position(fen).map_err(here)?;
        facts(&mut machine, &reference, &chess, fen, tally).map_err(here)?;
    }
    tally.descriptors += seen.iter().filter(|seen| **seen != [false; 2]).count();
    tally.constant += seen.iter().filter(|seen| seen[0] != seen[1]).count();
    Ok(())
}

/// One consultation on both sides; the machine's tree is checked against the six rules besides.
fn consult(
    machine: &mut Machine,
    reference: &Reference<'_>,
    table: usize,
    chess: &Chess,
    fen: &str,
    replies: Replies,
    tally: &mut Tally,
) -> Result<(), String> {
    reference.refill(10 * BUDGET.0, BUDGET.1);
    let expected = match reference.consult_table(table, &View::of(chess), replies) {
        Err(Fault::Budget) => {
            tally.beyond_budget += 1;
            return Ok(());
        }
        Err(fault) => return Err(format!("the reference: {fault:?}")),
        Ok(outcome) => outcome,
    };
    let found = machine.consult(table, fen, replies)?;
    let expected = where_fixed(expected, &found, &reference.program().advice);
    tally.consultations += 1;
    tally.searches += found.tried.len();
    if found != expected {
        let name = &reference.program().tables[table].name.node;
        let mut text = format!("table `{name}`, {replies:?}\n");
        for (who, outcome) in [("machine", &found), ("reference", &expected)] {
            let tree = outcome.tree.as_ref().map(|tree| tree.tree_text());
            let _ = writeln!(text, "the {who}:");
            let _ = writeln!(
                text,
                "  table {:?}, mirrored {}, rule {:?}",
                outcome.table, outcome.mirrored, outcome.rule
            );
            for tried in &outcome.tried {
                let name = &reference.program().advice[tried.advice].name;
                let _ = writeln!(
                    text,
                    "  {name}: satisfied {}, positions {} {:?}",
                    tried.satisfied, tried.positions, tried.by_depth
                );
            }
            let _ = writeln!(text, "  tree {}", tree.unwrap_or_default());
        }
        return Err(text);
    }
    if let (Some(tree), Some(advice), false) = (&found.tree, found.satisfied(), found.mirrored) {
        tally.trees += 1;
        tally.deep_trees += usize::from(tree.depth() > 1);
        // The checker asks for all moves of a node, also for those that no search came to.
        reference.refill(50 * BUDGET.0, 50 * BUDGET.1);
        match reference.check(tree, advice, chess, chess.turn()) {
            Err(_) if reference.is_exhausted() => tally.beyond_budget += 1,
            checked => checked?,
        }
    }
    Ok(())
}

/// The facts of all patterns for both sides, and the plans of the first fact for the side to move.
fn facts(
    machine: &mut Machine,
    reference: &Reference<'_>,
    chess: &Chess,
    fen: &str,
    tally: &mut Tally,
) -> Result<(), String> {
    let view = View::of(chess);
    for (i, pattern) in reference.program().patterns.iter().enumerate() {
        for us in [Color::White, Color::Black] {
            reference.refill(10 * BUDGET.0, BUDGET.1);
            let expected = match reference.facts(i, &view, us) {
                Err(Fault::Budget) => {
                    tally.beyond_budget += 1;
                    continue;
                }
                other => other.map_err(|fault| format!("the reference: {fault:?}"))?,
            };
            let found = machine.facts(i, fen, us)?;
            if found != expected {
                return Err(format!(
                    "facts of `{}` for {us:?}\nthe machine says   {found:?}\nthe reference says {expected:?}",
                    pattern.name.node
                ));
            }
            tally.facts += found.len();
            let (Some(fact), Some(planner)) = (found.first(), &pattern.us) else {
                continue;
            };
            for planned in planner.plan.iter().filter(|_| us == chess.turn()) {
                plan(
                    machine,
                    reference,
                    (planned.advice.index(), fact.squares),
                    chess,
                    fen,
                    tally,
                )?;
            }
        }
    }
    Ok(())
}

/// A plan for a fact on both sides.
fn plan(
    machine: &mut Machine,
    reference: &Reference<'_>,
    (advice, here): (usize, Squares),
    chess: &Chess,
    fen: &str,
    tally: &mut Tally,
) -> Result<(), String> {
    reference.refill(10 * BUDGET.0, BUDGET.1);
    reference.set_here(here);
    let expected = reference.consult_advice(advice, &View::of(chess), Replies::TestedFirst);
    reference.set_here(Squares::EMPTY);
    if expected == Err(Fault::Budget) {
        tally.beyond_budget += 1;
        return Ok(());
    }
    let found = machine.consult_plan(advice, here, fen);
    tally.plans += 1;
    let expected = expected.map_err(|fault| format!("the reference: {fault:?}"))?;
    match found? == expected {
        true => Ok(()),
        false => Err(format!(
            "`{}` for a fact on {here:?}: the machine has another tree than {expected:?}",
            reference.program().advice[advice].name
        )),
    }
}

/// The answer of the reference with what the language does not fix taken from the machine's: which tree is the easiest, and what it costs
/// to find it. Whether there is one is the reference's.
fn where_fixed(mut expected: RefOutcome, found: &RefOutcome, advice: &[Advice]) -> RefOutcome {
    let is_easiest = |piece: usize| advice[piece].mode == SearchMode::Easiest;
    for (tried, of_machine) in expected.tried.iter_mut().zip(&found.tried) {
        if is_easiest(tried.advice) && tried.advice == of_machine.advice {
            tried.positions = of_machine.positions;
            tried.by_depth.clone_from(&of_machine.by_depth);
        }
    }
    if expected.tree.is_some()
        && found.tree.is_some()
        && expected.satisfied().is_some_and(is_easiest)
    {
        expected.tree.clone_from(&found.tree);
    }
    expected
}

/// Random arguments for a definition.
fn arguments(checked: &Hir, function: usize, rng: &mut Numbers) -> Vec<Value> {
    let params = &checked.functions[function].params;
    let mut args = Vec::new();
    for (_, ty) in params {
        let color = |rng: &mut Numbers| Color::from_white(rng.percent(50));
        args.push(match ty {
            Type::Board => Value::Board(some_board(rng)),
            Type::Number(_) => Value::Numbers(vec![match rng.below(20) {
                0 => i64::MAX,
                1 => i64::MIN,
                _ => rng.between(0, 12) as i64 - 3,
            }]),
            Type::Truth => Value::Truth(rng.percent(50)),
            Type::Piece => {
                let roles = adv_chess::Role::ALL;
                let role = roles.get(rng.below(7)).copied();
                Value::Piece(color(rng), role)
            }
            Type::Side => Value::Side(color(rng)),
            Type::Zone => {
                let moves = rng.between(1, 4) as i64;
                Value::Zone(some_board(rng), some_board(rng), moves)
            }
        });
    }
    args
}

/// One square mostly, as a piece has; now and then none, or many.
fn some_board(rng: &mut Numbers) -> Squares {
    let mut bits = 1u64 << rng.below(64);
    match rng.below(8) {
        0 => bits = 0,
        1 => bits = rng.bits() & rng.bits(),
        2 => bits |= 1u64 << rng.below(64),
        _ => {}
    }
    Squares::from_bits(bits)
}

/// Leaves out what is not needed for some difference in the same position; what does not compile without a part keeps it.
fn shrink(
    mut parts: Vec<String>,
    difference: &Difference,
    again: impl Fn(&str, &[String]) -> Result<(), Difference>,
) -> String {
    let fens: Vec<String> = match difference.fen.is_empty() {
        true => return parts.join("\n"),
        false => vec![difference.fen.clone(); 3],
    };
    let mut at = parts.len();
    while at > 0 {
        at -= 1;
        let mut fewer = parts.clone();
        fewer.remove(at);
        if again(&fewer.join("\n"), &fens).is_err_and(|left| !left.fen.is_empty()) {
            parts = fewer;
        }
    }
    parts.join("\n")
}

#[test]
fn strategies_are_played_as_the_reference_plays_them() {
    let programs = programs();
    let games = all(programs, one_strategic, Games::plus);
    println!("{games}");
    // A handful of programs need not bring everything.
    if programs >= 200 {
        let rare = games.rare();
        assert!(rare.is_empty(), "hardly compared: {rare:?}\n{games}");
    }
}

fn one_strategic(seed: u64, games: &mut Games) {
    let generated = strategic(seed);
    let fens = position::beginnings(&generated, BEGINNINGS);
    if let Err(difference) = play_all(&generated.source(), seed, &fens, games) {
        let again =
            |source: &str, fens: &[String]| play_all(source, seed, fens, &mut Games::default());
        let items = shrink(generated.items, &difference, again);
        let lines = items.lines().map(str::to_owned).collect();
        let smaller = shrink(lines, &difference, again);
        panic!(
            "seed {seed}: {}\nposition {}\n\n{smaller}",
            difference.what, difference.fen
        );
    }
}

/// The checker of trees is no echo of the search: it finds a tree that was tampered with.
#[test]
fn a_tampered_tree_is_found() {
    let source = "material W: K, R; B: K\nadvice near\n  better after-us dist(W.K, B.K) < root.dist(W.K, B.K)\n  us K\n  \
                  depth 1\nend-advice\ntable t\n  otherwise near\nend-table\n";
    let mut machine = Machine::compile(source).unwrap();
    let checked = machine.program.clone();
    let reference = Reference::new(&checked, libraries());
    let fen = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";
    let found = machine.consult(0, fen, Replies::TestedFirst).unwrap();
    let chess = adv_reference::reference::position(fen).unwrap();
    let mut tree = found.tree.unwrap();
    assert_eq!(reference.check(&tree, 0, &chess, Color::White), Ok(()));
    tree.moves[0].0 = "b2b3".to_owned();
    assert!(reference.check(&tree, 0, &chess, Color::White).is_err());
}
