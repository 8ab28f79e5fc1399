//! Budgets reach everything, end at the same place however a program is executed, and leave no trace in what is asked next.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use adv_chess::{Color, Material, Position};
use adv_reference::generate::{position as generated, program};
use adv_testkit::Numbers;
use adv_vm::{Consultation, Engine, Failure, Limits, Options, Replies, Stop, Subject};

use crate::common::{engine, examples, position, rulebook};

/// How a consultation ended: its advice, its rule and its tree, or why it has none.
#[derive(Debug, PartialEq)]
enum End {
    Answer(Box<(Option<u16>, Option<usize>, Option<String>)>),
    Failed(Failure),
}

fn end(answer: Result<Consultation, Failure>) -> End {
    match answer {
        Ok(answer) => {
            let tree = answer
                .tree
                .as_ref()
                .map(|tree| format!("{:?}", tree.nodes()));
            let advice = answer.advice.map(|id| id.0);
            End::Answer(Box::new((advice, answer.rule, tree)))
        }
        Err(failure) => End::Failed(failure),
    }
}

/// Asks a table or a piece-of-advice.
fn asked(
    engine: &mut Engine,
    subject: Subject,
    position: &Position,
    options: &Options,
) -> Result<Consultation, Failure> {
    match subject {
        Subject::Table(id) => engine.consult(id, position, options),
        Subject::Advice(id) => engine.try_advice(id, position, options),
        Subject::Strategy(_) => panic!("a strategy is not consulted by itself"),
    }
}

/// The tables and pieces-of-advice of a program.
fn subjects(engine: &Engine) -> Vec<Subject> {
    let module = engine.module();
    let tables = (0..module.tables.len()).map(|at| Subject::Table(adv_module::TableId(at as u16)));
    let advice =
        (0..module.advice.len()).map(|at| Subject::Advice(adv_module::AdviceId(at as u16)));
    tables.chain(advice).collect()
}

/// Positions of a material, drawn at random.
fn drawn(material: &Material, seed: u64, count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let sides = Color::ALL.map(|turn| adv_chess::placing::Placements::new(*material, turn, seed));
    let [Ok(mut white), Ok(mut black)] = sides else {
        return positions;
    };
    for _ in 0..20 * count {
        positions.extend(white.draw().into_iter().chain(black.draw()));
    }
    positions.truncate(count);
    positions
}

/// The programs of the examples with positions of their material, and generated ones with theirs.
fn cases(numbers: &mut Numbers) -> Vec<(String, String, Vec<Position>)> {
    let mut cases = Vec::new();
    for (name, text) in examples() {
        let own = engine(&name, &text);
        let module = own.module();
        let declared = module.material.as_ref();
        let Some(material) =
            declared.or_else(|| module.tables.iter().find_map(|t| t.material.as_ref()))
        else {
            continue;
        };
        let material = Material::of_counts(material.counts);
        let mut positions = drawn(&material, numbers.below(1 << 30) as u64, 6);
        positions.extend(module.tests.iter().take(4).map(|test| position(&test.fen)));
        cases.push((name, text, positions));
    }
    for seed in 1..=60 {
        let made = program(seed);
        let positions = generated::fens(&made, 6);
        let positions = positions.iter().map(|fen| position(fen)).collect();
        cases.push((format!("generated {seed}"), made.source(), positions));
    }
    cases
}

/// Limits under which each consultation takes hundredths of a second.
const FEW: Limits = Limits {
    fuel: 4_000_000,
    positions: 5_000,
    depth: 200,
    stack: 768 << 10,
    memory: 1 << 16,
};

#[test]
fn counted_and_uncounted_consultations_agree_in_any_order() {
    let mut numbers = Numbers::new(11);
    let (mut compared, mut found, mut stopped) = (0, 0, 0);
    for (name, text, positions) in cases(&mut numbers) {
        let mut one = rulebook(&name, &text).engine(FEW);
        let subjects = subjects(&one);
        if subjects.is_empty() || positions.is_empty() {
            continue;
        }
        for _ in 0..adv_testkit::sized(8, 16) {
            let subject = numbers.one(&subjects);
            let position = &numbers.one(&positions);
            let options = Options {
                replies: numbers.one(&[Replies::TestedFirst, Replies::OneByOne]),
                why: numbers.percent(10),
                uncounted: numbers.percent(60),
            };
            let counted = Options {
                uncounted: false,
                ..options
            };
            // A copy of an engine remembers nothing.
            let alone = end(asked(&mut one.clone(), subject, position, &counted));
            let among = end(asked(&mut one, subject, position, &options));
            if matches!(alone, End::Failed(Failure::Stopped { .. })) {
                // What is not counted may come further.
                stopped += 1;
                continue;
            }
            found += usize::from(matches!(&alone, End::Answer(answer) if answer.0.is_some()));
            compared += 1;
            assert_eq!(
                among,
                alone,
                "{name}: {subject:?}, {options:?}, {}\n{text}",
                adv_chess::notation::fen(position)
            );
        }
    }
    println!("{compared} compared, {found} with advice, {stopped} stopped");
    assert!(compared > 250 && found > 50, "{compared}, {found}");
}

/// `vain` is nowhere satisfiable, so that `hope` is not either. Both are searched from the same root, and each remembers what fails.
const VAIN: &str = r#"
material  W: K, P;  B: K

advice vain
  better  SQ(B.K) = ∅
  us      K, P
  depth   5
end-advice

advice hope
  better  us-to-move ∧ satisfiable(vain)
  us      K, P
  depth   2
end-advice

table t for W
  otherwise vain, hope
end-table
"#;

#[test]
fn failed_nodes_are_no_answers_of_nested_advice() {
    let mut one = engine("vain.adv", VAIN);
    let table = one.table("t").expect("the table");
    for fen in [
        "7k/5K2/8/8/8/8/P7/8 w - - 0 1",
        "k7/2K5/8/8/8/8/7P/8 w - - 0 1",
    ] {
        for uncounted in [false, true] {
            let options = Options {
                uncounted,
                ..Options::default()
            };
            let answer = one.consult(table, &position(fen), &options);
            let answer = answer.expect("no limit is reached");
            assert_eq!(answer.advice, None, "{fen}, uncounted: {uncounted}");
        }
    }
}

#[test]
fn a_budget_of_positions_ends_at_the_same_place_with_native_code() {
    if !crate::common::has_native("a_budget_of_positions_ends_at_the_same_place_with_native_code") {
        return;
    }
    let mut numbers = Numbers::new(5);
    let (mut compared, mut stopped) = (0, 0);
    for (name, text, positions) in cases(&mut numbers) {
        for limit in [40, 400, 4_000] {
            let limits = Limits {
                positions: limit,
                ..FEW
            };
            let mut native = rulebook(&name, &text).engine(limits);
            let mut plain = native.clone();
            native.set_native_after(2);
            plain.set_native(false);
            for subject in subjects(&native).into_iter().take(6) {
                for position in &positions {
                    for uncounted in [false, true] {
                        let options = Options {
                            uncounted,
                            ..Options::default()
                        };
                        let ours = end(asked(&mut native, subject, position, &options));
                        let theirs = end(asked(&mut plain, subject, position, &options));
                        compared += 1;
                        stopped +=
                            usize::from(matches!(&theirs, End::Failed(Failure::Stopped { .. })));
                        assert_eq!(
                            ours,
                            theirs,
                            "{name}: {subject:?}, at most {limit} positions, uncounted {uncounted}, {}\n{text}",
                            adv_chess::notation::fen(position)
                        );
                    }
                }
            }
        }
    }
    println!("{compared} compared, {stopped} stopped");
    assert!(compared > 2_000 && stopped > 200, "{compared}, {stopped}");
}

/// What `--features native` asks for is there, and runs.
#[test]
#[cfg(feature = "native")]
fn native_code_runs_where_it_was_asked_for() {
    let text = crate::common::read("examples/krk-strategy.adv");
    let mut engine = rulebook("krk-strategy", &text).engine(Limits::default());
    engine.set_native_after(1);
    assert!(engine.is_native());
    let at = adv_chess::notation::parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").expect("a position");
    for subject in subjects(&engine) {
        let _ = asked(&mut engine, subject, &at, &Options::default());
    }
    assert!(engine.native_size() > 0, "everything was interpreted");
}

/// A goal whose one evaluation goes through all triples of squares, some times: it costs more fuel than is given out at once.
fn triples(times: usize) -> String {
    let mut text = String::from("material  W: K, R;  B: K\n");
    for at in 0..times {
        let _ = writeln!(
            text,
            "number n{at} = count({{x in any : {{y in any : {{z in any : x ≠ y ∧ y ≠ z ∧ dist(x, z) = dist(y, R) + {}}} ≠ ∅}} ≠ ∅}})",
            8 - at
        );
    }
    let sum: Vec<String> = (0..times).map(|at| format!("n{at}")).collect();
    let _ = writeln!(
        text,
        "advice a  better {} > {}  us K  depth 1 end-advice\ntable t  otherwise a end-table",
        sum.join(" + "),
        63 * times
    );
    text
}

#[test]
fn fuel_ends_at_the_same_place_though_it_is_given_out_in_shares() {
    let here = position("8/8/8/3k4/8/8/1R6/K7 w - - 0 1");
    let mut ends = [0, 0];
    for times in [1, 4] {
        let program = rulebook("triples.adv", &triples(times));
        // Below, around and above what is given out at once, the usual share and the large one.
        for fuel in [
            1 << 18,
            1 << 20,
            (1 << 20) + 1,
            3 << 20,
            7 << 20,
            1 << 23,
            9 << 20,
            1 << 25,
        ] {
            let limits = Limits {
                fuel,
                ..Limits::default()
            };
            let mut native = program.engine(limits);
            let mut plain = native.clone();
            native.set_native_after(1);
            plain.set_native(false);
            let table = native.table("t").expect("the table");
            for _ in 0..2 {
                let ours = end(native.consult(table, &here, &Options::default()));
                let theirs = end(plain.consult(table, &here, &Options::default()));
                assert_eq!(ours, theirs, "{times} triples with {fuel} units of fuel");
                ends[usize::from(matches!(theirs, End::Answer(_)))] += 1;
            }
        }
    }
    assert!(ends[0] > 4 && ends[1] > 4, "{ends:?}");
}

#[test]
fn one_evaluation_ends_when_it_is_interrupted() {
    // Hours without a single position: nothing but the flag can end them.
    let symmetries = format!(
        "material  W: K, R;  B: K\ndescriptor d = {} (count(SQ(R)) = 5)\n\
         advice a  better d  us any  depth 1 end-advice\ntable t  otherwise a end-table\n",
        "turned ".repeat(12)
    );
    let loops = "material  W: K, R;  B: K\n\
        number n = count({v in any : {w in any : {x in any : {y in any : {z in any : \
        v ≠ w ∧ w ≠ x ∧ x ≠ y ∧ y ≠ z ∧ dist(v, z) > 9} ≠ ∅} ≠ ∅} ≠ ∅} ≠ ∅})\n\
        advice a  better n > 63  us any  depth 1 end-advice\ntable t  otherwise a end-table\n";
    let here = position("8/8/8/3k4/8/8/1R6/K7 w - - 0 1");
    for (name, text) in [("symmetries", symmetries.as_str()), ("loops", loops)] {
        for native in [false, true] {
            let limits = Limits {
                fuel: u64::MAX,
                ..Limits::default()
            };
            let mut one = rulebook(name, text).engine(limits);
            if native {
                one.set_native_after(1);
            } else {
                one.set_native(false);
            }
            let flag = Arc::new(AtomicBool::new(true));
            one.set_interrupt(Some(flag));
            let table = one.table("t").expect("the table");
            let answer = one.consult(table, &here, &Options::default());
            let stop = match answer {
                Err(Failure::Stopped { stop, .. }) => Some(stop),
                _ => None,
            };
            assert_eq!(stop, Some(Stop::Interrupted), "{name}, native: {native}");
        }
    }
}

/// Numbers that are used by numbers that are used by numbers, each many times: copied into one another they would be millions of
/// instructions.
fn shared_numbers(width: usize) -> String {
    let mut text = String::from("material  W: K, R;  B: K\n");
    let square = |at: usize| {
        let (file, rank) = (at % 8, at / 8 % 8);
        format!("{{{}{}}}", char::from(b'a' + file as u8), rank + 1)
    };
    for at in 0..width {
        let terms = (0..14).map(|term| {
            format!(
                "abs(dist(W.K, {}) * {} - count(FILE(R) ∩ RANK(B.K)) * {})",
                square(7 * at + 9 * term),
                at + term + 1,
                term + 2
            )
        });
        let terms: Vec<String> = terms.collect();
        let _ = writeln!(text, "number qa{at} = {}", terms.join(" + "));
    }
    for (level, below) in [("qb", "qa"), ("qc", "qb")] {
        for at in 0..width {
            let chain: Vec<String> = (0..width)
                .map(|way| {
                    let used = (at + way) % width;
                    format!(
                        "if dist(R, B.K) = {} then {below}{used} * {} else",
                        3 * way + 1,
                        way + 2
                    )
                })
                .collect();
            let _ = writeln!(text, "number {level}{at} = {} {at}", chain.join(" "));
        }
    }
    let chain: Vec<String> = (0..width)
        .map(|way| format!("if dist(R, B.K) = {} then qc{way} else", 2 * way + 1))
        .collect();
    let _ = writeln!(
        text,
        "advice walk\n  better  dist(W.K, B.K) > 90 ∧ ({} 0) > 5\n  us  any\n  depth  3\nend-advice\n\
         table t for W\n  otherwise walk\nend-table",
        chain.join(" ")
    );
    text
}

#[test]
fn native_code_has_a_budget_and_the_interpreter_goes_on() {
    if !crate::common::has_native("native_code_has_a_budget_and_the_interpreter_goes_on") {
        return;
    }
    let text = shared_numbers(30);
    let mut native = engine("shared.adv", &text);
    let mut plain = native.clone();
    native.set_native_after(1);
    plain.set_native(false);
    let table = native.table("t").expect("the table");
    for fen in [
        "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
        "8/8/8/3k4/8/8/6R1/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/K6R w - - 0 1",
    ] {
        let here = position(fen);
        let ours = end(native.consult(table, &here, &Options::default()));
        let theirs = end(plain.consult(table, &here, &Options::default()));
        assert_eq!(ours, theirs, "{fen}");
    }
    // A function at the budget's end may go beyond it by what one function may have.
    let size = native.native_size();
    println!("{size} instructions of native code");
    assert!(size > 1_000 && size < 1_100_000, "{size}");
    assert_eq!(plain.native_size(), 0);
}
