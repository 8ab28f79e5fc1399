//! `depth n easiest`: trees by proof numbers. Whether there is a tree is compared with plain search, the tree itself with the six rules.
//!
//! Random programs draw the word too, and are compared with the reference in `differential` and `every`.

use std::fmt::Write as _;

use adv_reference::adapter::{Machine, checked_program, libraries};
use adv_reference::generate::{position as generated, program};
use adv_reference::reference::{Reference, Replies};
use adv_vm::{Consultation, Engine, Failure, Limits, Options, Stop, Subject};
use shakmaty::Position as _;

use crate::common::{engine, position};

/// The position of the paper (Reinfeld, *1001 Brilliant Ways to Checkmate*): mate in seven.
const REINFELD: &str = "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1";

/// Positions with a mate, with many men and with few.
const MATES: &[(&str, u16)] = &[
    (REINFELD, 13),
    (
        "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9",
        5,
    ),
    (
        "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1",
        3,
    ),
    ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16", 3),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
    ("8/7k/5K2/8/8/8/8/6R1 w - - 0 1", 5),
];

fn somehow(plies: &[u16]) -> String {
    let mut text = "advice somehow(n: number)\n  better mate\n  depth n easiest\nend-advice\ntable asked\n  otherwise ".to_owned();
    let calls: Vec<String> = plies.iter().map(|n| format!("somehow({n})")).collect();
    let _ = write!(text, "{}\nend-table\n", calls.join(", "));
    text
}

fn asked(engine: &mut Engine, piece: &str, fen: &str) -> Consultation {
    let advice = engine
        .advice(piece)
        .unwrap_or_else(|| panic!("no `{piece}`"));
    engine
        .try_advice(advice, &position(fen), &Options::default())
        .unwrap_or_else(|failure| panic!("{piece}: {failure}"))
}

/// Bytes for next to nothing, for little, and for plenty.
const MEMORIES: [usize; 3] = [0, 1 << 16, 1 << 26];

/// With a memory of a few entries only short mates are found in reasonable time.
fn is_within_reach(plies: u16, memory: usize) -> bool {
    plies <= 5 || memory > 0
}

#[test]
fn the_papers_mate_in_seven_is_found() {
    let mut engine = engine("somehow.adv", &somehow(&[13, 25]));
    let found = asked(&mut engine, "somehow(13)", REINFELD);
    assert_eq!(found.tree.as_ref().map(|tree| tree.depth()), Some(13));
    // Each position that is made is tested, so no more are looked at.
    assert!(found.positions() < 3_000, "{}", found.positions());
    let deeper = asked(&mut engine, "somehow(25)", REINFELD);
    assert!(deeper.tree.is_some_and(|tree| tree.depth() <= 25));
}

#[test]
fn a_tree_keeps_the_six_rules_with_any_memory() {
    for memory in MEMORIES {
        for &(fen, plies) in MATES {
            if !is_within_reach(plies, memory) {
                continue;
            }
            let text = somehow(&[plies, plies + 4]);
            let mut machine = Machine::compile(&text).expect("it compiles");
            machine.set_proof_memory(memory);
            let checked = checked_program(&text).expect("it compiles");
            let reference = Reference::new(&checked, libraries());
            let chess = adv_reference::reference::position(fen).expect("a position");
            let found = machine
                .consult(0, fen, Replies::TestedFirst)
                .expect("no limit");
            assert_eq!(found.satisfied(), Some(0), "{fen}, {memory} bytes");
            let tree = found.tree.expect("a tree");
            reference.refill(u64::MAX, u64::MAX);
            let kept = reference.check(&tree, 0, &chess, chess.turn());
            assert_eq!(kept, Ok(()), "{fen}, {memory} bytes");
        }
    }
}

/// The bounds are exact: a mate that takes one move more is not found.
#[test]
fn no_tree_is_longer_than_the_depth() {
    for memory in MEMORIES {
        for &(fen, plies) in MATES.iter().filter(|(_, plies)| *plies <= 5) {
            let mut engine = engine("somehow.adv", &somehow(&[plies - 2, plies]));
            engine.set_proof_memory(memory);
            let too_short = format!("somehow({})", plies - 2);
            assert!(asked(&mut engine, &too_short, fen).tree.is_none(), "{fen}");
        }
    }
}

#[test]
fn a_tree_depends_on_the_memory_and_on_nothing_else() {
    for &(fen, plies) in MATES {
        let text = somehow(&[plies]);
        let piece = format!("somehow({plies})");
        for memory in MEMORIES {
            if !is_within_reach(plies, memory) {
                continue;
            }
            let ask = |native: Option<u32>, uncounted: bool| {
                let mut engine = engine("somehow.adv", &text);
                match native {
                    Some(calls) => engine.set_native_after(calls),
                    None => engine.set_native(false),
                }
                engine.set_proof_memory(memory);
                let options = Options {
                    uncounted,
                    ..Options::default()
                };
                let advice = engine.advice(&piece).expect("declared");
                let mut once = || engine.try_advice(advice, &position(fen), &options);
                // The second time, nothing of the first is left.
                let (first, second) = (once(), once());
                assert_eq!(first, second, "{fen}, {memory} bytes");
                let answer = first.expect("no limit");
                (answer.tree, answer.tried)
            };
            let first = ask(None, false);
            for (native, uncounted) in [(None, true), (Some(1), false), (Some(1), true)] {
                assert_eq!(ask(native, uncounted), first, "{fen}, {memory} bytes");
            }
        }
    }
}

/// The text of a program with this word after every depth, and none after an effort.
fn with_word(text: &str, word: &str) -> String {
    let words = [" shortest", " easiest", " cheapest"];
    let line = |line: &str| {
        let bare = words
            .iter()
            .fold(line, |line, word| line.strip_suffix(word).unwrap_or(line));
        match bare.trim_start() {
            start if start.starts_with("depth ") && word != " cheapest" => format!("{bare}{word}"),
            start if start.starts_with("effort ") && word == " cheapest" => format!("{bare}{word}"),
            start if start.starts_with("depth ") || start.starts_with("effort ") => bare.to_owned(),
            _ => line.to_owned(),
        }
    };
    text.lines().map(|each| line(each) + "\n").collect()
}

#[test]
fn answers_are_the_same_with_all_four_words() {
    let (mut satisfied, mut refuted) = (0, 0);
    for seed in 1..=adv_testkit::sized(10, 150) {
        let generated = program(seed);
        let text = generated.source();
        let mut engines = ["", " shortest", " easiest", " cheapest"]
            .map(|word| engine("random.adv", &with_word(&text, word)));
        let fens = generated::fens(&generated, 4);
        let count = engines[0].module().advice.len();
        for fen in &fens {
            for at in 0..count {
                let id = adv_module::AdviceId(at as u16);
                if engines[0].module().advice[at].kind.is_action() {
                    continue;
                }
                let answers = engines.each_mut().map(|engine| {
                    let found = engine.try_advice(id, &position(fen), &Options::default());
                    found.map(|found| found.tree.is_some())
                });
                // A limit is an answer of its own, and other sides are refused alike.
                let yes_or_no: Vec<bool> = answers.iter().flatten().copied().collect();
                assert!(
                    yes_or_no.iter().all(|answer| *answer == yes_or_no[0]),
                    "seed {seed}, {fen}, {}: {answers:?}",
                    engines[0].module().advice[at].name
                );
                satisfied += usize::from(yes_or_no.first() == Some(&true));
                refuted += usize::from(yes_or_no.first() == Some(&false));
            }
        }
    }
    let least = adv_testkit::sized(8, 200);
    assert!(
        satisfied > least && refuted > least,
        "{satisfied} {refuted}"
    );
}

#[test]
fn random_trees_are_the_same_natively() {
    let mut trees = 0;
    for seed in 1..=80 {
        let generated = program(seed);
        let text = with_word(&generated.source(), " easiest");
        for memory in [0, 1 << 26] {
            let [mut plain, mut native] = [None, Some(1)].map(|calls| {
                let mut engine = engine("random.adv", &text);
                match calls {
                    Some(calls) => engine.set_native_after(calls),
                    None => engine.set_native(false),
                }
                engine.set_proof_memory(memory);
                engine
            });
            for fen in generated::fens(&generated, 3) {
                for at in 0..plain.module().tables.len() {
                    let id = adv_module::TableId(at as u16);
                    let at = position(&fen);
                    let expected = plain.consult(id, &at, &Options::default());
                    let found = native.consult(id, &at, &Options::default());
                    trees += usize::from(expected.as_ref().is_ok_and(|found| found.tree.is_some()));
                    assert_eq!(found, expected, "seed {seed}, {fen}, {memory} bytes");
                }
            }
        }
    }
    assert!(trees > 100, "{trees}");
}

#[test]
fn a_budget_that_ends_is_neither_yes_nor_no() {
    for (limits, stop) in [
        (
            Limits {
                positions: 400,
                ..Limits::default()
            },
            Stop::Positions,
        ),
        (
            Limits {
                fuel: 2_000,
                ..Limits::default()
            },
            Stop::Fuel,
        ),
        (
            Limits {
                depth: 4,
                ..Limits::default()
            },
            Stop::Depth,
        ),
    ] {
        let linked = crate::common::linked("somehow.adv", &somehow(&[13]));
        let mut engine = Engine::new(linked, limits);
        let advice = engine.advice("somehow(13)").expect("declared");
        let failure = engine
            .try_advice(advice, &position(REINFELD), &Options::default())
            .expect_err("it ends");
        let Failure::Stopped {
            stop: found,
            owed: Some(owed),
            ..
        } = failure
        else {
            panic!("{failure:?}");
        };
        assert_eq!(found, stop);
        // Neither settled nor untouched.
        assert!(owed.proof > 0 && owed.disproof > 1, "{owed:?}");
        assert!(
            owed.proof < u32::MAX && owed.disproof < u32::MAX,
            "{owed:?}"
        );
    }
}

#[test]
fn nested_pieces_compose() {
    let text = "advice inner
                  better mate
                  depth  3 easiest
                end-advice
                advice plain
                  better after-them satisfiable(inner)
                  depth  2
                end-advice
                advice both
                  better after-them satisfiable(inner)
                  depth  2 easiest
                end-advice
                advice king-first
                  better in-check(them) ∧ us.K ≠ root.us.K
                  depth  3
                end-advice
                advice either-plain
                  better after-them satisfiable(king-first or inner)
                  depth  2
                end-advice
                advice either
                  better after-them satisfiable(king-first or inner)
                  depth  2 easiest
                end-advice
                table asked otherwise plain, both, either-plain, either end-table\n";
    let mut engine = engine("nested.adv", text);
    for (fen, expected) in [
        // Mate in three moves, and mate in more.
        ("8/7k/5K2/8/8/8/8/6R1 w - - 0 1", true),
        ("8/8/8/8/8/2k5/7R/1K6 w - - 0 1", false),
    ] {
        for piece in ["plain", "both"] {
            let found = asked(&mut engine, piece, fen);
            assert_eq!(found.tree.is_some(), expected, "{piece}: {fen}");
        }
        let [plain, easiest] =
            ["either-plain", "either"].map(|piece| asked(&mut engine, piece, fen).tree.is_some());
        assert_eq!(plain, easiest, "{fen}");
    }
}

#[test]
fn a_reason_is_told_for_what_fails() {
    let text = "advice quiet
                  better after-us count(them.*) = 1 ∧ ¬in-check(them)
                  us     K
                  cost   after-us 4000 * dist(FROM, W.R)
                  effort 6
                  depth  3 easiest
                end-advice
                table asked otherwise quiet end-table\n";
    let mut engine = engine("why.adv", text);
    let table = engine.subject_named("asked").expect("declared");
    let Subject::Table(table) = table else {
        panic!("a table");
    };
    let options = Options {
        why: true,
        ..Options::default()
    };
    let fen = "7k/8/8/8/8/8/8/KR5q w - - 0 1";
    let found = engine
        .consult(table, &position(fen), &options)
        .expect("no limit");
    let [tried] = &found.tried[..] else {
        panic!("one piece");
    };
    assert!(!tried.satisfied && !tried.why.is_empty());
    let ended = tried.ended.as_ref().expect("moves have a cost");
    let nearest = ended.nearest.as_ref().expect("a line was too dear");
    assert!(nearest.cost > 6_000 && !nearest.moves.is_empty());
}
