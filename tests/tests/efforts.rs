//! What answers tell of the cost of moves: the effort of a tree, what ended the lines of a search in vain, the moves that a search passes
//! over, and how many positions it looks at.

use adv_module::AdviceId;
use adv_reference::generate::{position::fens, program};
use adv_render::{Explained, html, json, text};
use adv_vm::{Consultation, Engine, Limits, LookedAt, Options, Replies, TraceEvent, TraceVisit};

use crate::common::{at_least, engine, has_native, position, read, rulebook, seeds};
use crate::drawn::schema;

/// Mate in seven: one move of ours leaves two replies at two of its nodes, and one reply everywhere else.
const REINFELD: &str = "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1";

const PROGRAM: &str = "
    advice combination(e: number)
      better mate
      us     any by new.replies
      cost   after-us bits(new.replies)
      effort e cheapest
      depth  13
    end-advice
    // No move need give check, so that none is passed over unseen.
    advice ordered
      better count(them.N) = 7
      us     any by new.replies
      depth  1
    end-advice
    advice tested
      better count(them.N) = 7
      depth  1
    end-advice
    table pieces otherwise combination(1), combination(3), ordered, tested end-table
";

fn combination() -> Engine {
    engine("efforts.adv", PROGRAM)
}

fn ask(engine: &mut Engine, piece: &str, why: bool) -> (AdviceId, Consultation) {
    let advice = engine.advice(piece).expect("it is listed");
    let options = Options {
        why,
        ..Options::default()
    };
    let answer = engine.try_advice(advice, &position(REINFELD), &options);
    (advice, answer.expect("no limit"))
}

#[test]
fn the_effort_of_a_tree_is_told() {
    let mut engine = combination();
    let (_, answer) = ask(&mut engine, "combination(3)", false);
    assert_eq!((answer.cost, answer.within), (Some(2000), Some(2000)));
    let module = engine.module();
    let sentence = "cost 2.0 bits, found within 2.0 of an effort of 3.";
    let remark = text::remark(module, &answer).replace('\n', " ");
    assert!(remark.contains(sentence), "{remark}");
    let explained = Explained::new(module, &answer);
    let object = json::value(&json::explained(&explained, true));
    let told = serde_json::json!({ "spent": 2.0, "within": 2.0, "of": 3, "unit": "bits" });
    assert_eq!(object["effort"], told);
    let promised = schema::load("docs/schema/outcome.json");
    assert_eq!(schema::errors(&promised, "Consultation", &object), [""; 0]);
    assert!(html::page(&explained).contains(sentence));
}

#[test]
fn what_ended_the_lines_of_a_search_in_vain_is_told() {
    let mut engine = combination();
    let (_, answer) = ask(&mut engine, "combination(1)", true);
    let ended = answer.tried[0].ended.as_ref().expect("it was asked for");
    let nearest = ended.nearest.as_ref().expect("the effort has cut lines");
    assert!(ended.effort > 0 && nearest.cost > 1000, "{ended:?}");
    let mut at = nearest.root;
    for m in &nearest.moves {
        assert!(at.legal_moves().contains(m), "{m} in {nearest:?}");
        at = at.play(*m);
    }
    let module = engine.module();
    let why = text::why(module, &answer.tried[0], false);
    let told = format!("ended {} lines; nearest: 1. ", ended.effort);
    assert!(why.contains(&told) && why.contains(" would need "), "{why}");
    let object = json::value(&json::explained(&Explained::new(module, &answer), true));
    let promised = schema::load("docs/schema/outcome.json");
    assert_eq!(schema::errors(&promised, "Consultation", &object), [""; 0]);
    assert_eq!(object["why"][0]["ended"]["effort"], ended.effort);
}

#[test]
fn a_trace_has_a_line_for_each_move_that_is_passed_over() {
    let mut engine = combination();
    let (_, answer) = ask(&mut engine, "combination(1)", true);
    let cut = answer.tried[0].ended.as_ref().map(|ended| ended.effort);
    engine.trace(Some(usize::MAX));
    let (_, same) = ask(&mut engine, "combination(1)", false);
    let trace = engine.traced();
    assert_eq!(same.positions(), answer.positions());
    assert_eq!(
        trace.nodes,
        answer.positions(),
        "moves passed over do not count"
    );
    let dear = trace.entries.iter().filter_map(|entry| match entry.event {
        TraceEvent::Node {
            visit: TraceVisit::TooDear(total),
            ..
        } => Some(total),
        _ => None,
    });
    let dear: Vec<u32> = dear.collect();
    assert!(dear.iter().all(|total| *total > 1000), "{dear:?}");
    assert_eq!(Some(dear.len() as u64), cut);
    let lines = text::trace(engine.module(), &trace);
    let told = lines
        .lines()
        .filter(|line| line.contains("too dear: the line would cost "));
    assert_eq!(told.count(), dear.len());
    let promised = schema::load("docs/schema/outcome.json");
    let mut object = json::explained(&Explained::new(engine.module(), &same), false);
    object.trace = Some(json::trace(engine.module(), &trace));
    let object = json::value(&object);
    assert_eq!(schema::errors(&promised, "Consultation", &object), [""; 0]);
}

#[test]
fn positions_that_are_made_to_order_moves_are_looked_at() {
    let moves = position(REINFELD).legal_moves().len() as u64;
    let mut looked = Vec::new();
    for native in [false, true] {
        let mut engine = combination();
        match native {
            true => engine.set_native_after(1),
            false => engine.set_native(false),
        }
        engine.count_looked_at(true);
        let mut look = |piece| {
            let (_, answer) = ask(&mut engine, piece, false);
            let looked = engine.looked_at().expect("they are counted");
            assert!(looked.is_exact);
            (answer.positions(), looked.positions)
        };
        // Without an order a position is made only to be tested.
        assert_eq!(look("tested"), (moves, moves));
        assert_eq!(look("ordered"), (moves, moves));
        let (tested, all) = look("combination(3)");
        assert_eq!(tested, 126);
        assert!((tested..=2000).contains(&all), "{all}");
        looked.push(all);
    }
    assert_eq!(looked[0], looked[1]);
    println!("{looked:?} looked at");
    let words = |positions, is_exact| {
        text::looked_at(LookedAt {
            positions,
            is_exact,
        })
    };
    assert_eq!(words(825, true), "looked at 825 distinct positions\n");
    let about = "looked at about 61,300,000 distinct positions\n";
    assert_eq!(words(61_305_123, false), about);
}

/// How many positions the pieces of a program look at in some positions, which is the same with native code and without.
fn looked_at(interpreted: Engine, fens: &[String], at: &str) -> u64 {
    let mut engines = [interpreted.clone(), interpreted];
    engines[0].set_native(false);
    engines[1].set_native_after(1);
    let pieces: Vec<String> = (engines[0].module().advice.iter())
        .map(|advice| advice.name.clone())
        .collect();
    let mut all = 0;
    for (replies, why) in [
        (Replies::TestedFirst, false),
        (Replies::OneByOne, false),
        (Replies::TestedFirst, true),
    ] {
        let options = Options {
            replies,
            why,
            ..Options::default()
        };
        for piece in &pieces {
            let Some(advice) = engines[0].advice(piece) else {
                continue;
            };
            for fen in fens {
                let [interpreted, native] = engines.each_mut().map(|engine| {
                    engine.count_looked_at(true);
                    let answer = engine.try_advice(advice, &position(fen), &options);
                    (answer, engine.looked_at().expect("they are counted"))
                });
                // A budget may end a search inside a goal of a row some positions earlier or later.
                if interpreted.0.is_err() && native.0.is_err() {
                    continue;
                }
                assert_eq!(interpreted, native, "{at}, {piece}, {fen}, {options:?}");
                all += interpreted.1.positions;
            }
        }
    }
    all
}

#[test]
fn native_code_looks_at_the_same_positions() {
    if !has_native("native_code_looks_at_the_same_positions") {
        return;
    }
    let limits = Limits {
        fuel: 2_000_000,
        positions: 4_000,
        ..Limits::default()
    };
    let examples = [
        // In the first two classes ask for check, and in the last no holding-goal is asked of replies.
        ("kqkr", "1k6/1r6/2K5/Q7/8/8/8/8 w - - 0 1"),
        ("kqkp", "K2Q4/8/8/8/8/8/3pk3/8 w - - 0 1"),
        ("krk", "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"),
    ];
    for (name, fen) in examples {
        let text = read(format!("examples/endgames/{name}.adv"));
        let engine = rulebook(&format!("{name}.adv"), &text).engine(limits);
        let all = looked_at(engine, &[fen.to_owned()], name);
        assert!(all > 1000, "{name}: {all}");
    }
    let mut all = 0;
    for seed in seeds(1..200) {
        let generated = program(seed);
        let engine = rulebook("looked.adv", &generated.source()).engine(limits);
        all += looked_at(engine, &fens(&generated, 6), &format!("seed {seed}"));
    }
    println!("{all} looked at");
    assert!(all as usize > at_least(10_000), "{all}");
}
