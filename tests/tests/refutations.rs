//! Refutations: a piece-of-advice is not satisfied exactly where its refutation passes a checker that shares nothing with the search.
//!
//! | what is compared | with |
//! | --- | --- |
//! | whether there is a refutation | the answer of the reference, on random programs with costs, nested advice and all words |
//! | each node of it | the rules, asked over shakmaty: every selected move of ours, one reply, a true end of each line |
//! | the replies that refute a first move | the tries of a problem as books print them |

use adv::chess::fen;
use adv::{Consultation, Engine, Failure, Limits, Options, Rulebook, Stop};
use adv_chess::Position;
use adv_compiler::hir::Hir;
use adv_module::AdviceId;
use adv_reference::adapter::{checked_program, libraries};
use adv_reference::generate::{
    Generated, position as positions, program, program_with_taken, strategic,
};
use adv_reference::reference::{Fault, RefEnd, RefRefuted, Reference, Replies, View};
use adv_render::refutation as drawn;
use adv_vm::{Refutation, RefutationBound, RefutationStep, RefutationTask, RefutedBy};

use crate::common::{engine, position};

/// The reference's budget for one question: expressions and positions.
const BUDGET: (u64, u64) = (300_000, 2_000);
/// Positions of each random program.
const POSITIONS: usize = 6;

/// The moves of each node as the checker takes them; with `turned` in the colours that the program sees.
fn of_machine(refutation: &Refutation, turned: bool) -> Vec<Vec<RefRefuted>> {
    let word = |m: adv_chess::Move| {
        let rank = |c: char| match c {
            '1'..='8' if turned => char::from(b'1' + b'8' - c as u8),
            other => other,
        };
        m.to_string().chars().map(rank).collect::<String>()
    };
    let nodes = refutation.nodes.iter().map(|node| {
        let moves = node.moves().iter().map(|refuted| RefRefuted {
            mv: word(refuted.mv),
            reply: refuted.reply.map(word),
            by: match &refuted.by {
                RefutedBy::Cost(_) => RefEnd::Cost,
                RefutedBy::Holding(_) => RefEnd::Holding,
                RefutedBy::Depth(_) => RefEnd::Depth,
                RefutedBy::NoReply(_) => RefEnd::NoReply,
                RefutedBy::Node(number) => RefEnd::Node(*number as usize),
            },
        });
        moves.collect()
    });
    nodes.collect()
}

/// What the runs compared.
#[derive(Debug, Default)]
struct Tally {
    satisfied: usize,
    refuted: usize,
    nodes: usize,
    deep: usize,
    /// By how lines end: cost, holding-goal, depth, no reply.
    ends: [usize; 4],
    turned: usize,
    beyond_budget: usize,
}

impl Tally {
    fn note(&mut self, refutation: &Refutation, turned: bool) {
        self.refuted += 1;
        self.nodes += refutation.nodes.len();
        self.deep += usize::from(refutation.nodes.len() > 1);
        self.turned += usize::from(turned);
        for refuted in refutation.nodes.iter().flat_map(|node| node.moves()) {
            match refuted.by {
                RefutedBy::Cost(_) => self.ends[0] += 1,
                RefutedBy::Holding(_) => self.ends[1] += 1,
                RefutedBy::Depth(_) => self.ends[2] += 1,
                RefutedBy::NoReply(_) => self.ends[3] += 1,
                RefutedBy::Node(_) => {}
            }
        }
    }
}

fn tried(engine: &mut Engine, id: AdviceId, at: &Position) -> Option<Consultation> {
    match engine.try_advice(id, at, &Options::default()) {
        Ok(answer) => Some(answer),
        Err(Failure::OtherMaterial { .. } | Failure::OtherSide { .. }) => None,
        Err(failure) => panic!("{failure}"),
    }
}

/// Compares every piece and action of a program in a position.
fn compare(
    text: &str,
    checked: &Hir,
    engine: &mut Engine,
    start: &str,
    tally: &mut Tally,
) -> Result<(), String> {
    let reference = Reference::new(checked, libraries());
    let chess = adv_reference::reference::position(start)?;
    let view = View::of(&chess);
    for (index, piece) in checked.advice.iter().enumerate() {
        let id = AdviceId(index as u16);
        let wrong = |what: String| format!("{}, {start}: {what}\n\n{text}", piece.name);
        if engine.module().advice[index].kind.is_hidden() {
            continue;
        }
        reference.refill(BUDGET.0, BUDGET.1);
        let expected = match reference.consult_advice(index, &view, Replies::TestedFirst) {
            Err(Fault::Budget) => {
                tally.beyond_budget += 1;
                continue;
            }
            other => other.map_err(|fault| wrong(format!("{fault:?}")))?,
        };
        if expected.tried.is_empty() {
            continue;
        }
        let at = position(start);
        let answer = tried(engine, id, &at).ok_or_else(|| wrong("not asked".to_owned()))?;
        let task = RefutationTask::of_answer(engine.module(), &answer, None, id);
        let found = engine.refute(&task).map_err(|e| wrong(e.to_string()))?;
        if found.is_none() != expected.tree.is_some() {
            return Err(wrong(format!("refuted {}", found.is_some())));
        }
        let Some(refutation) = found else {
            tally.satisfied += 1;
            continue;
        };
        assert_eq!(refutation.open(), 0);
        if refutation.out_of_class {
            continue;
        }
        let (root, us) = match answer.mirrored {
            true => (view.mirrored(), !chess_turn(&at)),
            false => (view.clone(), chess_turn(&at)),
        };
        let nodes = of_machine(&refutation, answer.mirrored);
        reference.refill(50 * BUDGET.0, 50 * BUDGET.1);
        let verdict =
            reference.check_refutation(&nodes, index, &root, us, u32::from(refutation.depth));
        match verdict {
            Err(_) if reference.is_exhausted() => tally.beyond_budget += 1,
            verdict => {
                verdict.map_err(wrong)?;
                tally.note(&refutation, answer.mirrored);
            }
        }
        let line = engine
            .refuted_line(&task)
            .map_err(|e| wrong(e.to_string()))?;
        let line = line.ok_or_else(|| wrong("no main line".to_owned()))?;
        assert_eq!(line.first_moves, refutation.nodes[0].moves().len());
        let mut here = line.position;
        for refuted in &line.moves {
            for mv in [Some(refuted.mv), refuted.reply].into_iter().flatten() {
                let passes = mv.is_pass() && !here.is_check();
                let legal = here.legal_moves().contains(&mv);
                assert!(legal || passes, "{start}: {mv}");
                here = here.play(mv);
            }
        }
    }
    Ok(())
}

fn chess_turn(at: &Position) -> shakmaty::Color {
    shakmaty::Color::from_white(at.turn() == adv_chess::Color::White)
}

fn random(seeds: std::ops::Range<u64>, make: impl Fn(u64) -> Generated) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let generated = make(seed);
        let fens = match generated.source().contains("end-strategy") {
            true => positions::beginnings(&generated, POSITIONS),
            false => positions::fens(&generated, POSITIONS),
        };
        let text = generated.source();
        let checked = checked_program(&text).expect("it compiles");
        let rulebook = Rulebook::load("program.adv", &text).expect("it compiles");
        let mut engine = rulebook.engine(Limits::default());
        for start in &fens {
            if let Err(what) = compare(&text, &checked, &mut engine, start, &mut tally) {
                panic!("seed {seed}: {what}");
            }
        }
    }
    println!("{tally:?}");
    tally
}

#[test]
fn what_is_not_satisfied_is_refuted_and_nothing_else() {
    let tally = random(crate::common::seeds(1..161), program);
    assert!(tally.satisfied > 0 && tally.deep > 0, "{tally:?}");
    assert!(tally.ends.iter().all(|n| *n > 0), "{tally:?}");
    assert!(tally.turned > 0, "{tally:?}");
}

#[test]
fn actions_of_strategies_are_refuted_as_pieces_are() {
    let tally = random(crate::common::seeds(1..61), strategic);
    assert!(tally.satisfied > 0 && tally.deep > 0, "{tally:?}");
}

#[test]
fn pieces_that_speak_of_taken_are_refuted_as_others_are() {
    let tally = random(crate::common::seeds(1..121), program_with_taken);
    assert!(tally.satisfied > 0 && tally.deep > 0, "{tally:?}");
}

/// A piece that mates, with one of the words.
fn mating(word: [&str; 2], plies: u16) -> String {
    format!(
        "advice mating\n  better mate\n  us any by new.replies\n  cost after-us bits(new.replies)\n  effort 2 {}\n  depth {plies} {}\nend-advice\n",
        word[0], word[1]
    )
}

#[test]
fn every_word_has_the_same_refutation() {
    let reinfeld = "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1";
    let at = position(reinfeld);
    let mut all = Vec::new();
    for word in [
        ["", ""],
        ["cheapest", ""],
        ["", "shortest"],
        ["", "easiest"],
    ] {
        let text = mating(word, 11);
        let mut engine = engine("mating.adv", &text);
        let id = engine.advice("mating").expect("declared");
        let found = engine.refute(&RefutationTask::new(id, &at));
        let refutation = found.expect("no limit").expect("no mate in six");
        let checked = checked_program(&text).expect("it compiles");
        let reference = Reference::new(&checked, libraries());
        reference.refill(u64::MAX, 200_000);
        let nodes = of_machine(&refutation, false);
        let root = adv_reference::reference::position(reinfeld).expect("a position");
        let us = shakmaty::Color::White;
        let verdict = reference.check_refutation(&nodes, 0, &View::of(&root), us, 11);
        assert_eq!(verdict, Ok(()), "{word:?}");
        all.push((refutation.nodes, refutation.effort));
    }
    assert!(all[0].0.len() > 10, "{} nodes", all[0].0.len());
    assert!(all.iter().all(|one| *one == all[0]));
}

/// Morphy's two-mover.
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
const MATE: &str = "advice mate-in(n: number)\n  better mate\n  depth 2 * n - 1 shortest\nend-advice\ntable mates\n  otherwise mate-in(1), mate-in(2)\nend-table\n";

#[test]
fn bounds_and_limits_leave_nodes_open_and_say_so() {
    let rulebook = crate::common::rulebook("morphy.adv", MATE);
    let mut engine = rulebook.engine(Limits::default());
    let id = engine.advice("mate-in(2)").expect("used");
    // One move too few for a mate in two.
    let at = position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    let whole = RefutationTask::new(id, &at);
    let all = engine.refute(&whole).expect("no limit").expect("refuted");
    assert_eq!(all.open(), 0);
    let mut cut = |plies, nodes| {
        let task = RefutationTask {
            plies,
            nodes,
            ..whole
        };
        engine.refute(&task).expect("no limit").expect("refuted")
    };
    let near = cut(Some(1), u32::MAX);
    assert_eq!(near.nodes[0], all.nodes[0]);
    assert_eq!(near.open(), near.nodes.len() - 1);
    assert_eq!(
        near.nodes[1].step,
        RefutationStep::Open(RefutationBound::Plies)
    );
    let few = cut(None, 2);
    assert_eq!(
        few.nodes.last().map(|node| &node.step),
        Some(&RefutationStep::Open(RefutationBound::Nodes))
    );
    // A search that a budget ends has no refutation.
    let limits = Limits {
        positions: 5,
        ..Limits::default()
    };
    let mut small = rulebook.engine(limits);
    let stopped = small.refute(&whole);
    assert!(
        matches!(
            stopped,
            Err(Failure::Stopped {
                stop: Stop::Positions,
                ..
            })
        ),
        "{stopped:?}"
    );
    // What is enough for the answer need not be enough for the refutation.
    let mut partly = 0;
    for positions in 1..400 {
        let mut small = rulebook.engine(Limits {
            positions: 25 * positions,
            ..Limits::default()
        });
        if let Ok(Some(refutation)) = small.refute(&whole)
            && refutation.open() > 0
        {
            assert_eq!(refutation.stop(), Some(Stop::Positions));
            let known = refutation.nodes.len() - refutation.open();
            assert_eq!(refutation.nodes[..known], all.nodes[..known]);
            partly += 1;
        }
    }
    assert!(partly > 0);
}

/// The checker is no echo: it finds a refutation that was tampered with.
#[test]
fn a_tampered_refutation_is_found() {
    let mut engine = engine("morphy.adv", MATE);
    let id = engine.advice("mate-in(2)").expect("used");
    let start = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1";
    let task = RefutationTask::new(id, &position(start));
    let refutation = engine.refute(&task).expect("no limit").expect("refuted");
    let checked = checked_program(MATE).expect("it compiles");
    let reference = Reference::new(&checked, libraries());
    let root = View::of(&adv_reference::reference::position(start).expect("a position"));
    let index = id.index();
    let check = |nodes: &[Vec<RefRefuted>]| {
        reference.refill(u64::MAX, 100_000);
        reference.check_refutation(nodes, index, &root, shakmaty::Color::White, 3)
    };
    let true_one = of_machine(&refutation, false);
    assert_eq!(check(&true_one), Ok(()));
    let refused = |change: &dyn Fn(&mut Vec<Vec<RefRefuted>>), says: &str| {
        let mut nodes = true_one.clone();
        change(&mut nodes);
        let wrong = check(&nodes).expect_err(says);
        assert!(wrong.contains(says), "{says}: {wrong}");
    };
    refused(&|nodes| drop(nodes[0].pop()), "our moves are");
    refused(&|nodes| drop(nodes[1].pop()), "our moves are");
    refused(
        &|nodes| nodes[0][0].reply = Some("a1a8".to_owned()),
        "the reply is not selected",
    );
    refused(&|nodes| nodes[0][0].by = RefEnd::Depth, "does not end so");
    refused(&|nodes| nodes[1][0].by = RefEnd::NoReply, "does not end so");
    refused(&|nodes| nodes[0][0].by = RefEnd::Node(999), "no node 999");
    refused(&|nodes| nodes.push(Vec::new()), "nothing leads to node");
    assert!(fen(&refutation.position).starts_with("8/8/8/4k3/"));
}

#[test]
fn every_form_holds_the_same_refutation() {
    let promised = crate::drawn::schema::load("docs/schema/refutation.json");
    let priced = mating(["cheapest", ""], 5);
    for (text, piece, start) in [
        (MATE, "mate-in(2)", "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"),
        (MATE, "mate-in(2)", "8/8/8/8/8/1k6/7r/K7 w - - 0 1"),
        (MATE, "mate-in(1)", MORPHY),
        (&priced, "mating", "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"),
    ] {
        let mut engine = engine("program.adv", text);
        let id = engine.advice(piece).expect("declared");
        for plies in [None, Some(1)] {
            let task = RefutationTask {
                plies,
                ..RefutationTask::new(id, &position(start))
            };
            let refutation = engine.refute(&task).expect("no limit").expect("refuted");
            let module = engine.module();
            let object = drawn::json(module, std::slice::from_ref(&refutation));
            let wrong = crate::drawn::schema::errors(&promised, "Refutations", &object);
            assert!(wrong.is_empty(), "{start}: {wrong:?}");
            let (boxes, arrows) = crate::drawn::syntax::dot_graph(&drawn::dot(module, &refutation));
            assert_eq!(boxes.len(), refutation.nodes.len());
            let goes_on = |refuted: &&adv_vm::RefutedMove| matches!(refuted.by, RefutedBy::Node(_));
            let on = refutation.nodes.iter().flat_map(|node| node.moves());
            assert_eq!(arrows.len(), on.filter(goes_on).count());
            let page = drawn::html(module, &refutation);
            let data = crate::common::page_data("a page", &page);
            let nodes = data["refutations"][0]["nodes"].as_array().expect("nodes");
            assert_eq!(nodes.len(), refutation.nodes.len());
            for (shown, node) in nodes.iter().zip(&refutation.nodes) {
                assert_eq!(shown["fen"], fen(&node.position));
                let moves = shown["moves"].as_array().map_or(&[][..], Vec::as_slice);
                assert_eq!(moves.len(), node.moves().len());
                for refuted in moves.iter().filter(|of| of["to"].is_null()) {
                    assert!(refuted["ended"]["says"].is_string(), "{refuted}");
                }
            }
            let text = drawn::text(module, &refutation);
            let last = match refutation.open() {
                0 => "complete: every line is followed to its end\n",
                _ => "at the bound of plies)\n",
            };
            assert!(text.ends_with(last), "{text}");
        }
    }
}
