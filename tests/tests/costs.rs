//! What moves cost: the paper's position with counts from a program in another language, and the laws that hold for every cost.
//!
//! | law | because |
//! | --- | --- |
//! | a cost of 6000 and an effort of 6n give the trees and counts of `depth n` | every line has n moves |
//! | a tree within e bits of their replies has at most 2^e leaves | Kraft's inequality |
//! | a search charged for the mover's own choices tests at most 2^e positions at a ply within e | the same, for both sides |
//! | a larger bound never turns yes into no | every tree under the smaller bound is one under the larger |
//! | no word changes the answer | words choose among trees |
//!
//! Random programs with costs are compared with the reference in `differential` and `every`.

use std::sync::Arc;

use adv::{PerfectPlay, Tester};
use adv_chess::Position;
use adv_vm::{Consultation, Engine, Limits, Options, Tree};

use crate::common::{engine, position, rulebook};

/// The position of the paper (Reinfeld, *1001 Brilliant Ways to Checkmate*): mate in seven.
const REINFELD: &str = "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1";

/// Positions with many men, with few of them, and with both kinds of promotion near.
const POSITIONS: &[&str] = &[
    REINFELD,
    "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9",
    "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1",
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16",
    "8/8/8/8/8/2k5/7R/1K6 w - - 0 1",
    "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
    "8/5P1k/8/6K1/8/8/1p6/8 w - - 0 1",
    "k7/2Q5/8/2K5/8/8/8/8 w - - 0 1",
];

/// A program of one piece with this body, used with these arguments.
fn program(head: &str, body: &str, calls: &[String]) -> String {
    format!(
        "advice {head}\n  better mate\n  {body}\nend-advice\ntable pieces\n  otherwise {}\nend-table\n",
        calls.join(", ")
    )
}

fn ask(engine: &mut Engine, piece: &str, at: &Position, uncounted: bool) -> Consultation {
    let advice = engine
        .advice(piece)
        .unwrap_or_else(|| panic!("no `{piece}`"));
    let options = Options {
        uncounted,
        ..Options::default()
    };
    engine
        .try_advice(advice, at, &options)
        .unwrap_or_else(|failure| panic!("{piece}: {failure}"))
}

fn counted(engine: &mut Engine, piece: &str, fen: &str) -> Consultation {
    ask(engine, piece, &position(fen), false)
}

fn leaves(tree: &Tree) -> usize {
    let nodes = 0..tree.nodes().len();
    nodes.filter(|index| tree.is_leaf(*index)).count()
}

#[test]
fn the_papers_position_is_mate_in_seven_within_two_bits() {
    let calls = [
        "combination(7, 3)",
        "combination(7, 1)",
        "combination(6, 3)",
    ];
    let mut engine = engine(
        "combination.adv",
        &program(
            "combination(n: number, e: number)",
            "us any by new.replies\n  cost after-us bits(new.replies)\n  effort e cheapest\n  depth 2 * n - 1",
            &calls.map(str::to_owned),
        ),
    );
    let found = counted(&mut engine, "combination(7, 3)", REINFELD);
    let tree = found.tree.expect("the mate");
    assert_eq!(tree.nodes()[0].mv.to_string(), "d4b6");
    assert_eq!((leaves(&tree), tree.depth()), (3, 13));
    // Within one bit and then within two, as a program over python-chess counts them.
    let tried = &found.tried[0];
    let by_ply = [2, 4, 4, 2, 4, 4, 7, 11, 12, 11, 15, 23, 27];
    assert_eq!(
        (tried.positions, tried.by_depth.as_slice()),
        (126, &by_ply[..])
    );
    let within_one = counted(&mut engine, "combination(7, 1)", REINFELD);
    assert!(within_one.tree.is_none());
    assert_eq!(within_one.positions(), 32);
    let in_six = counted(&mut engine, "combination(6, 3)", REINFELD);
    assert!(in_six.tree.is_none());
    assert_eq!(in_six.positions(), 335);
}

#[test]
fn a_uniform_cost_is_a_depth() {
    for plies in 1..=4u16 {
        let by_depth = program("plain", &format!("depth {plies}"), &["plain".to_owned()]);
        let effort = 6 * plies;
        let by_cost = |word: &str| {
            let body = format!("cost 6000  effort {effort} {word}  depth 13");
            program("priced", &body, &["priced".to_owned()])
        };
        let mut plain = engine("plain.adv", &by_depth);
        let mut priced = engine("priced.adv", &by_cost(""));
        let mut cheapest = engine("cheapest.adv", &by_cost("cheapest"));
        for fen in POSITIONS {
            let wanted = counted(&mut plain, "plain", fen);
            let found = counted(&mut priced, "priced", fen);
            assert_eq!(found.tree, wanted.tree, "{plies} plies, {fen}");
            assert_eq!(
                found.tried[0].by_depth, wanted.tried[0].by_depth,
                "{plies} plies, {fen}"
            );
            let found = counted(&mut cheapest, "priced", fen);
            assert_eq!(found.tree.is_some(), wanted.tree.is_some(), "{fen}");
        }
    }
}

#[test]
fn a_tree_within_some_bits_has_no_more_leaves_than_they_count() {
    let calls: Vec<String> = (1..=4).map(|bits| format!("spread({bits})")).collect();
    let body = "us any by new.replies  cost after-us bits(new.replies)  effort e  depth 7";
    let mut engine = engine("spread.adv", &program("spread(e: number)", body, &calls));
    let mut most = 0;
    for fen in POSITIONS {
        for (call, bits) in calls.iter().zip(1..) {
            if let Some(tree) = counted(&mut engine, call, fen).tree {
                let leaves = leaves(&tree);
                assert!(leaves <= 1 << bits, "{leaves} leaves: {call}, {fen}");
                most = most.max(leaves);
            }
        }
    }
    assert!(most > 1, "no tree has a branch");
}

#[test]
fn a_search_charged_for_choices_looks_at_no_more_lines_than_they_count() {
    let calls: Vec<String> = [4, 8, 12].map(|bits| format!("width({bits})")).to_vec();
    let body = "cost bits(if us-to-move then legal-moves(us) else legal-moves(them))
                effort e  depth 9";
    let mut engine = engine("width.adv", &program("width(e: number)", body, &calls));
    let mut most = 0;
    for fen in POSITIONS {
        for (call, bits) in calls.iter().zip([4, 8, 12]) {
            let found = counted(&mut engine, call, fen);
            for tested in &found.tried[0].by_depth {
                assert!(*tested <= 1 << bits, "{tested} positions: {call}, {fen}");
                most = most.max(*tested);
            }
        }
    }
    assert!(
        most > 16,
        "the bounds of eight and twelve bits were never used"
    );
}

/// The costs of the laws: ours, theirs, both, with free moves, with a root, negative ones.
const COSTS: &[&str] = &[
    "after-us bits(new.replies)",
    "after-them bits(new.legal-moves(us))",
    "if new.check then 0 else 1000",
    "if new.(in-check(us) ∨ in-check(them)) then 0 else 1500",
    "1000 * dist(TO, root.them.K)",
    "300 * (count(new.them.*) - 4)",
];

#[test]
fn a_larger_bound_never_turns_yes_into_no() {
    let mut satisfied = 0;
    for cost in COSTS {
        let plies = [1, 3, 5];
        let efforts = [1, 2, 3, 5];
        let mut calls = Vec::new();
        for effort in efforts {
            calls.extend(plies.map(|plies| format!("mating({plies}, {effort})")));
        }
        let body = format!("us any by new.replies  cost {cost}  effort e  depth n");
        let text = program("mating(n: number, e: number)", &body, &calls);
        let mut engine = engine("mating.adv", &text);
        for fen in POSITIONS {
            let mut answer = |plies: usize, effort: usize| {
                let call = format!("mating({}, {})", [1, 3, 5][plies], [1, 2, 3, 5][effort]);
                ask(&mut engine, &call, &position(fen), true).tree.is_some()
            };
            let mut known = [[false; 4]; 3];
            for plies in 0..3 {
                for effort in 0..4 {
                    let yes = answer(plies, effort);
                    let less = plies > 0 && known[plies - 1][effort]
                        || effort > 0 && known[plies][effort - 1];
                    assert!(yes || !less, "{cost}: {plies}, {effort}, {fen}");
                    known[plies][effort] = yes;
                    satisfied += usize::from(yes);
                }
            }
        }
    }
    assert!(satisfied > 0, "no tree at all");
}

#[test]
fn neither_words_nor_memory_nor_native_code_change_an_answer() {
    for cost in COSTS {
        let body = |words: [&str; 2]| {
            format!(
                "us any by new.replies  cost {cost}  effort 3 {}  depth 5 {}",
                words[0], words[1]
            )
        };
        let of = |words| program("mating", &body(words), &["mating".to_owned()]);
        let mut plain = engine("plain.adv", &of(["", ""]));
        let mut shortest = engine("shortest.adv", &of(["", "shortest"]));
        let cheapest = rulebook("cheapest.adv", &of(["cheapest", ""]));
        let mut interpreted = cheapest.engine(Limits::default());
        interpreted.set_native(false);
        let mut native = cheapest.engine(Limits::default());
        native.set_native_after(1);
        for fen in POSITIONS {
            let at = position(fen);
            let first = ask(&mut plain, "mating", &at, false);
            assert_eq!(
                first.tree,
                ask(&mut plain, "mating", &at, true).tree,
                "{fen}"
            );
            let yes = first.tree.is_some();
            let short = ask(&mut shortest, "mating", &at, true);
            assert_eq!(short.tree.is_some(), yes, "{cost}: shortest, {fen}");
            let cheap = ask(&mut interpreted, "mating", &at, false);
            assert_eq!(cheap.tree.is_some(), yes, "{cost}: cheapest, {fen}");
            // Without counting, bounds that cannot help are left out, and failures are remembered.
            for uncounted in [false, true] {
                let again = ask(&mut native, "mating", &at, uncounted);
                assert_eq!(again.tree, cheap.tree, "{cost}: {fen}");
            }
            let again = ask(&mut interpreted, "mating", &at, true);
            assert_eq!(again.tree, cheap.tree, "{cost}: {fen}");
        }
    }
}

/// A trace has every key and cost worked out, and every move weighed; otherwise they are looked up by the number of replies, which are
/// counted up to the number that is too dear.
#[test]
fn numbers_of_replies_are_looked_up_as_they_are_worked_out() {
    // A cost that falls again, and one that is dear for one number alone.
    let of_replies = [
        "after-us (if new.replies < 12 then 400 * new.replies else 4000 - 50 * new.replies)",
        "after-us (if new.replies = 1 then 3500 else 500)",
    ];
    let keys = [
        "new.replies",
        "min(new.replies, 9)",
        "if new.replies < 12 then 7 else 0 - new.replies",
        "new.legal-moves(us)",
        "100000000 * (100000000 * new.replies)",
    ];
    let costs = || COSTS.iter().chain(&of_replies);
    let keys = keys.into_iter().flat_map(|key| {
        // Moves that a class passes over as too dear stay in it, though a later one selects them too.
        let twice = format!("any to them.* by {key} then any by {key}");
        [format!("any by {key}"), twice]
    });
    let mut trees = 0;
    let all = keys.flat_map(|key| costs().map(move |cost| (key.clone(), cost)));
    for (key, cost) in all.step_by(adv_testkit::sized(9, 1)) {
        let body = format!("us {key}  cost {cost}  effort 4 cheapest  depth 5");
        let program = rulebook(
            "keys.adv",
            &program("mating", &body, &["mating".to_owned()]),
        );
        let mut quick = program.engine(Limits::default());
        let mut slow = program.engine(Limits::default());
        slow.trace(Some(0));
        for fen in POSITIONS {
            let at = position(fen);
            let [first, again] = [false, false].map(|_| ask(&mut quick, "mating", &at, false));
            let traced = ask(&mut slow, "mating", &at, false);
            assert_eq!(first.tree, traced.tree, "{key}, {cost}: {fen}");
            assert_eq!(again.tree, traced.tree, "{key}, {cost}: {fen}");
            assert_eq!(
                (first.positions(), first.cost),
                (traced.positions(), traced.cost),
                "{key}, {cost}: {fen}"
            );
            trees += usize::from(first.tree.is_some());
        }
    }
    assert!(trees > adv_testkit::sized(2, 20), "{trees} trees");
}

#[test]
fn a_cost_of_bits_alone_has_that_unit() {
    let cases = [
        ("after-us spread", true),
        ("width", true),
        ("bits(new.replies)", true),
        ("spread + bits(replies)", true),
        ("if gives-check then 0 else spread", true),
        ("if gives-check then spread else 1000", false),
        ("2 * spread", false),
        ("uniform", false),
        ("code(1000)", false),
        ("fewness", false),
    ];
    for (cost, bits) in cases {
        let body = format!("us any  cost {cost}  effort 9  depth 3");
        let text = program("mating", &body, &["mating".to_owned()]);
        let engine = engine("unit.adv", &format!("use std.cost\n{text}"));
        let linked = engine.module();
        let cost_of = |piece: &adv_module::program::Advice| piece.cost.as_ref().map(|c| c.of_move);
        let function = linked.advice.iter().find_map(cost_of).expect("a cost");
        assert_eq!(linked.counts_bits(function), bits, "{cost}");
    }
}

#[test]
fn a_nested_tree_begins_at_nothing() {
    let piece = |name: &str, better: &str, effort: u32, depth: u32| {
        format!(
            "advice {name}
               better {better}
               cost   after-us 1000
               effort {effort}
               depth  {depth}
             end-advice\n"
        )
    };
    let text = [
        piece("inner", "mate", 2, 3),
        piece("outer", "after-them satisfiable(inner)", 1, 2),
        piece("two-moves", "mate", 2, 5),
        piece("three-moves", "mate", 3, 5),
        "table pieces otherwise outer, two-moves, three-moves end-table".to_owned(),
    ];
    let mut engine = engine("nested.adv", &text.concat());
    // Mate in three moves and no fewer: one for the outer tree and two for the inner one.
    let three = "8/7k/5K2/8/8/8/8/6R1 w - - 0 1";
    let mut satisfied = |piece| counted(&mut engine, piece, three).tree.is_some();
    assert!(satisfied("outer") && satisfied("three-moves"));
    assert!(!satisfied("two-moves"));
}

#[test]
fn one_tree_of_two_pieces_has_the_larger_effort() {
    let piece = |name: &str, effort: u32| {
        format!(
            "advice {name}
               better mate
               cost   after-us 1000
               effort {effort}
               depth  5
             end-advice\n"
        )
    };
    let text = [
        piece("small", 2),
        piece("large", 3),
        "table pieces
           if satisfiable(small or large) then large
           otherwise small
         end-table\n"
            .to_owned(),
    ];
    let mut engine = engine("either.adv", &text.concat());
    let table = engine.table("pieces").expect("declared");
    let three = position("8/7k/5K2/8/8/8/8/6R1 w - - 0 1");
    let found = engine.consult(table, &three, &Options::default());
    assert_eq!(found.expect("no limit").rule, Some(0));
}

#[test]
fn a_list_gives_each_piece_its_whole_effort_under_every_bound() {
    let text = "advice mating
                  better mate
                  us     any by new.replies
                  cost   after-us bits(new.replies)
                  effort 3 cheapest
                  depth  13
                end-advice
                table pieces
                  otherwise shortest 13 (mating)
                end-table\n";
    let mut engine = engine("list.adv", text);
    let table = engine.table("pieces").expect("declared");
    let found = engine.consult(table, &position(REINFELD), &Options::default());
    let found = found.expect("no limit");
    // 1, 3, 5, ... plies, each with three bits at once.
    assert_eq!(found.tried.len(), 7);
    assert_eq!(found.tree.map(|tree| tree.depth()), Some(13));
}

#[test]
fn the_words_of_the_clauses_are_names_everywhere_else() {
    let text = "material W: K;  B: K
                number cost = 3
                number effort(cheapest: number) = cheapest + cost
                moves cheapest = K
                advice quiet
                  better effort(2) > cost
                  us     cheapest
                  cost   after-us cost * 300 + dist(TO, B.K)
                  effort effort(1) cheapest
                  depth  cost
                end-advice
                test \"names\" quiet position \"8/8/8/8/8/8/k7/7K w - - 0 1\" expect satisfied, cost = 3, effort(2) = 5\n";
    let mut engine = engine("names.adv", text);
    let tests = engine.module().tests.clone();
    for test in &tests {
        assert_eq!(
            crate::common::failures(&mut engine, test),
            Vec::<String>::new()
        );
    }
}

#[test]
fn an_only_move_has_no_other_within_its_bound() {
    let text = "advice mating(n: number)
                  better mate
                  depth  2 * n - 1 shortest
                end-advice
                test \"one\"   mating(2) position \"k7/8/2K5/8/8/8/8/1R6 w - - 0 1\"   expect only move Kc7
                test \"two\"   mating(2) position \"7k/8/5K2/8/8/8/8/R7 w - - 0 1\"    expect only move Kf7
                test \"other\" mating(2) position \"7k/8/5K2/8/8/8/8/R7 w - - 0 1\"    expect only move Kg6
                test \"key\"   mating(2) position \"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\" expect only move Ra6
                test \"none\"  mating(1) position \"7k/8/5K2/8/8/8/8/R7 w - - 0 1\"    expect only move Kf7\n";
    let rulebook = rulebook("only.adv", text);
    let tests = rulebook.program().tests.clone();
    let mut tester = Tester::new(
        rulebook.engine(Limits::default()),
        &Arc::new(PerfectPlay::in_memory()),
    );
    let failures: Vec<String> = tests
        .iter()
        .flat_map(|test| {
            let outcome = tester.run("only.adv", test, |_, _| Ok::<(), ()>(()));
            outcome.expect("no tree is kept").case.failures
        })
        .collect();
    assert_eq!(failures.len(), 3, "{failures:?}");
    assert!(failures[0].contains("Kg6 does as well"), "{failures:?}");
    assert!(failures[1].contains("found Kf7"), "{failures:?}");
    assert!(failures[2].contains("nothing is satisfied"), "{failures:?}");
}

/// The cost of the paper's program, its divisor in thousandths, in whole numbers.
const CODE: &str = "
    number value(x: board) = 100 * count(x ∩ (W.P ∪ B.P)) + 300 * count(x ∩ (W.N ∪ B.N ∪ W.B ∪ B.B))
                           + 500 * count(x ∩ (W.R ∪ B.R)) + 900 * count(x ∩ (W.Q ∪ B.Q))
    number balance = value(us.*) - value(them.*)
    number swing = abs(new.balance - balance)
    number choices = if us-to-move then legal-moves(us) else legal-moves(them)
    number fewness = div(7213475, bits(choices + 2))
    number stake = div(bits(10 + swing) * 30103, 100000) - 2000
    descriptor gives-check = new.(in-check(us) ∨ in-check(them))
    number code(divisor: number) = 6000 - div(1000 * (if gives-check then 6000 else stake + fewness), divisor)
    advice ers(divisor: number, limit: number)
      better mate
      us     any by code(divisor)
      them   any by code(divisor)
      cost   code(divisor)
      effort limit
      depth  17
    end-advice
    table pieces otherwise ers(1000, 16), ers(1250, 16) end-table
";

#[test]
fn the_papers_first_row_finds_the_mate_and_its_second_does_not() {
    let mut engine = engine("ers.adv", CODE);
    // The keys of both sides and the cost are one function: what orders a move has weighed it.
    for piece in &engine.module().advice {
        let cost = piece.cost.as_ref().map(|cost| cost.of_move);
        let keys = [&piece.us, &piece.them].map(|moves| moves.every[0].keys.as_slice());
        assert_eq!(keys.map(|keys| keys.first().copied()), [cost, cost]);
    }
    // The counts are those of a program over python-chess.
    let row = counted(&mut engine, "ers(1000, 16)", REINFELD);
    let tree = row.tree.expect("the mate");
    assert_eq!(tree.nodes()[0].mv.to_string(), "d4b6");
    let by_ply = [1, 2, 4, 10, 61, 1651, 348, 37, 383, 71, 166, 118, 139, 8, 5];
    assert_eq!(row.tried[0].by_depth, by_ply);
    assert_eq!(row.tried[0].positions, 3004);
    let row = counted(&mut engine, "ers(1250, 16)", REINFELD);
    assert!(row.tree.is_none());
    assert_eq!(
        row.tried[0].by_depth,
        [49, 1201, 478, 3024, 567, 104, 84, 2]
    );
}
