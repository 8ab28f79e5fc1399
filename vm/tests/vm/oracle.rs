//! The tablebase words: an oracle's answers in every place where an expression is allowed, and the stop where it has none.

use crate::support;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::support::{Builder, K, R, act, position, set};
use adv_chess::{Color, Position};
use adv_module::op::Op;
use adv_module::program::StatementKind::{If, Stop as StopStatement};
use adv_module::program::{Compare, Export};
use adv_module::{FnId, Frame, Needs, PrimId, Reg, Ty, When, Who};
use adv_vm::{
    Branch, Done, Engine, Failure, GoalKind, Limits, Mode, Options, Oracle, Outcome, Step, Stop,
    Strategy, StuckCause, Subject, Wanted, Worth,
};

const START: &str = "7k/8/8/8/8/8/8/K5R1 w - - 0 1";
const NO_PIECES: &str = "7k/8/8/8/8/8/8/K7 b - - 0 1";

/// An oracle for positions with a rook: the side to move wins or loses, and the plies are our king's square. It counts its
/// calls.
#[derive(Default)]
struct Mock {
    asked: AtomicUsize,
    knows_plies: bool,
}

impl Oracle for Mock {
    fn worth(&self, position: &Position) -> Option<Worth> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if position.occupied().count_ones() == 2 {
            return Some(Worth {
                outcome: Outcome::Draw,
                plies: None,
            });
        }
        // The rook on the h-file is beyond it.
        if position.by_role[2] & set("h1 h2 h3") != 0 {
            return None;
        }
        let outcome = match position.turn() {
            Color::White => Outcome::Win,
            Color::Black => Outcome::Loss,
        };
        let king = position.king(Color::White).unwrap_or(0);
        Some(Worth {
            outcome,
            plies: self.knows_plies.then_some(u32::from(king)),
        })
    }

    fn conversion(&self, position: &Position) -> Option<u32> {
        let king = position.king(Color::White).unwrap_or(0);
        self.knows_plies.then_some(u32::from(king) + 100)
    }
}

fn mock() -> Arc<Mock> {
    Arc::new(Mock {
        knows_plies: true,
        ..Mock::default()
    })
}

/// `won(who)` and its like.
fn word(b: &mut Builder, prim: PrimId, frame: Frame, who: Who) -> FnId {
    let entry = prim.entry();
    let dst = Reg(0);
    let mut code = vec![Op::Side { dst, who }];
    if entry.params.is_empty() {
        code.clear();
    }
    code.push(Op::Prim {
        dst,
        base: dst,
        frame,
        prim,
    });
    code.push(Op::Return { src: dst });
    let needs = match frame {
        Frame::Current => Needs::NONE,
        Frame::New => Needs::NEW,
        Frame::Root => Needs::ROOT,
    };
    let id = b.function(entry.result, needs, code);
    // What is not exported and not used is not linked.
    b.module.exports.push(Export {
        name: format!("{}-{}", entry.name, b.module.exports.len()),
        params: Vec::new(),
        result: entry.result,
        functions: vec![id],
        needs,
        doc: String::new(),
    });
    id
}

/// The words in the order in which they were made, by their numbers in the linked module.
fn words(engine: &Engine) -> Vec<FnId> {
    let exports = engine.module().exports.iter();
    exports.map(|export| export.functions[0]).collect()
}

#[test]
fn each_word_answers_whoever_is_to_move() {
    let mut b = Builder::default();
    for prim in [PrimId::Won, PrimId::Lost] {
        for who in [Who::White, Who::Black, Who::Us] {
            word(&mut b, prim, Frame::Current, who);
        }
    }
    word(&mut b, PrimId::Drawn, Frame::Current, Who::Us);
    word(&mut b, PrimId::Dtm, Frame::Current, Who::Us);
    word(&mut b, PrimId::Dtc, Frame::Current, Who::Us);
    let mut engine = b.engine();
    let [w, x, y, z, l, m, drawn, dtm, dtc] = words(&engine)[..] else {
        panic!("nine words");
    };
    let (won, lost) = ([w, x, y], [z, l, m]);
    engine.set_oracle(Some(mock()));
    let mut ask = |function, fen: &str, us| {
        let position = position(fen);
        engine.evaluate(function, &[], &position, us)
    };
    // White wins, whichever side is to move.
    for fen in [START, "7k/8/8/8/8/8/8/K5R1 b - - 0 1"] {
        assert_eq!(
            won.map(|f| ask(f, fen, Color::Black)),
            [Ok(1), Ok(0), Ok(0)]
        );
        assert_eq!(
            lost.map(|f| ask(f, fen, Color::Black)),
            [Ok(0), Ok(1), Ok(1)]
        );
        assert_eq!(ask(drawn, fen, Color::White), Ok(0));
        assert_eq!(ask(dtm, fen, Color::White), Ok(0));
        assert_eq!(ask(dtc, fen, Color::White), Ok(100));
    }
    assert_eq!(
        ask(dtm, "7k/8/8/8/8/8/1K6/6R1 b - - 0 1", Color::White),
        Ok(9)
    );
    // No oracle does.
    assert_eq!(won.map(|f| ask(f, NO_PIECES, Color::White)), [Ok(0); 3]);
    assert_eq!(lost.map(|f| ask(f, NO_PIECES, Color::White)), [Ok(0); 3]);
    assert_eq!(ask(drawn, NO_PIECES, Color::White), Ok(1));
    assert_eq!(ask(dtm, NO_PIECES, Color::White), Ok(1000));
    assert_eq!(ask(dtc, NO_PIECES, Color::White), Ok(1000));
}

#[test]
fn what_nobody_knows_has_no_value() {
    let mut b = Builder::default();
    word(&mut b, PrimId::Won, Frame::Current, Who::White);
    word(&mut b, PrimId::Dtm, Frame::Current, Who::White);
    word(&mut b, PrimId::Dtc, Frame::Current, Who::White);
    let mut engine = b.engine();
    let (won, dtm, dtc) = (words(&engine)[0], words(&engine)[1], words(&engine)[2]);
    let start = position(START);
    let beyond = position("k7/8/8/8/8/8/8/K6R w - - 0 1");
    assert_eq!(
        engine.evaluate(won, &[], &start, Color::White),
        Err(Stop::NoValue)
    );
    let asked = Arc::new(Mock::default());
    engine.set_oracle(Some(asked.clone()));
    // A clone has it too. The result is known, and how far it is not.
    let mut clone = engine.clone();
    assert_eq!(clone.evaluate(won, &[], &start, Color::White), Ok(1));
    assert_eq!(
        clone.evaluate(dtm, &[], &start, Color::White),
        Err(Stop::NoValue)
    );
    assert_eq!(
        clone.evaluate(dtc, &[], &start, Color::White),
        Err(Stop::NoValue)
    );
    assert_eq!(
        clone.evaluate(won, &[], &beyond, Color::White),
        Err(Stop::NoValue)
    );
    let compare = Compare {
        left: vec![dtm],
        right: vec![dtm],
        left_place: Default::default(),
        right_place: Default::default(),
    };
    assert_eq!(
        clone.compare(&compare, &start, Color::White),
        Err(Stop::NoValue)
    );
    assert_eq!(asked.asked.load(Ordering::Relaxed), 5);
    engine.set_oracle(None);
    assert_eq!(
        engine.evaluate(won, &[], &start, Color::White),
        Err(Stop::NoValue)
    );
    assert_eq!(
        asked.asked.load(Ordering::Relaxed),
        5,
        "it has been taken back"
    );
}

fn stopped(failure: &Failure) -> Option<Stop> {
    match failure {
        Failure::Stopped { stop, .. } => Some(*stop),
        _ => None,
    }
}

/// The goals, the conditions and the move clauses of a table, each with the word in its place.
#[test]
fn it_stops_a_consultation_wherever_it_is_asked() {
    for place in [
        "better",
        "holding",
        "condition",
        "filter",
        "key",
        "nested",
        "kept",
    ] {
        let mut b = Builder::default();
        let yes = b.truth(true);
        let won = word(&mut b, PrimId::Won, Frame::Current, Who::White);
        let piece = b.advice("piece", yes, 1 << K, 1);
        let table = b.table("table", None, &[piece]);
        let advice = &mut b.module.advice[piece.index()];
        match place {
            "better" => advice.better.test = Some(won),
            "holding" => advice.holding.test = Some(won),
            "condition" => b.module.tables[0].rules[0].condition = Some(won),
            "filter" => advice.us.every[0].filter = Some(won),
            "key" => {
                let dtm = word(&mut b, PrimId::Dtm, Frame::New, Who::White);
                b.module.advice[piece.index()].us.every[0].keys = vec![dtm];
            }
            "nested" => {
                let inner = b.advice("inner", won, 1 << K, 1);
                let dst = Reg(0);
                let nested = Op::Satisfiable {
                    dst,
                    frame: Frame::Current,
                    advice: inner,
                };
                let code = vec![nested, Op::Return { src: dst }];
                let asked = b.function(Ty::Truth, Needs::NONE, code);
                b.module.advice[piece.index()].better.test = Some(asked);
            }
            _ => {
                b.module.slots = 1;
                let dst = Reg(0);
                let kept = Op::Kept {
                    dst,
                    slot: adv_module::SlotId(0),
                    function: word(&mut b, PrimId::Won, Frame::Root, Who::White),
                };
                let code = vec![kept, Op::Return { src: dst }];
                let asked = b.function(Ty::Truth, Needs::ROOT, code);
                b.module.advice[piece.index()].better.test = Some(asked);
            }
        }
        let mut engine = b.engine();
        let start = position(START);
        for why in [false, true] {
            let options = Options {
                why,
                ..Options::default()
            };
            let found = engine.consult(table, &start, &options);
            let failure = found.expect_err("there is no oracle");
            assert_eq!(
                stopped(&failure),
                Some(Stop::NoValue),
                "{place}: {failure:?}"
            );
        }
        engine.set_oracle(Some(mock()));
        let found = engine.consult(table, &start, &Options::default());
        assert_eq!(
            found.expect("the oracle knows").advice,
            Some(piece),
            "{place}"
        );
    }
}

/// A strategy's condition, its in-class and its out-class.
#[test]
fn it_stops_a_strategy() {
    for place in ["if", "in-class", "out-class"] {
        let mut b = Builder::default();
        let won = word(&mut b, PrimId::Won, Frame::Current, Who::White);
        let up = b.king_to("a2");
        let condition = if place == "if" { won } else { b.truth(true) };
        let body = vec![
            If {
                condition,
                otherwise: 2,
            },
            act(up, 2, None),
            StopStatement(None),
        ];
        let id = b.strategy("only", body);
        let strategy = &mut b.module.strategies[0];
        match place {
            "in-class" => strategy.in_class = Some(won),
            "out-class" => strategy.out_class = Some(won),
            _ => {}
        }
        let mut engine = b.engine();
        let (start, subject) = (position(START), Subject::Strategy(id));
        let begin = |engine: &mut Engine| Strategy::begin(engine, subject, &start, Mode::Weak);
        match (place, begin(&mut engine)) {
            ("in-class", Err(failure)) => {
                assert_eq!(stopped(&failure), Some(Stop::NoValue));
                let junction = engine.junction(subject, &start);
                assert_eq!(junction, Err(failure));
            }
            ("if", Ok((_, Step::Stuck(stuck)))) => {
                let StuckCause::Failure(failure) = &stuck.cause else {
                    panic!("{stuck:?}");
                };
                assert_eq!(stopped(failure), Some(Stop::NoValue));
                let at = engine.junction(subject, &start).expect("it fits");
                let (wanted, mut tree) = (Wanted::First, Vec::new());
                let branch = engine.branch(subject, &at, &start, Mode::Weak, wanted, &mut tree);
                let (origin, cause) = (stuck.origin, stuck.cause);
                assert_eq!(branch, Branch::Stuck { origin, cause });
            }
            ("out-class", Ok((mut run, Step::Yield(_)))) => {
                let reply = support::mv(run.position(), "Kh7");
                let step = run.resume(&mut engine, Some(reply)).expect("it is legal");
                let Step::Stuck(stuck) = step else {
                    panic!("{step:?}");
                };
                assert!(matches!(
                    stuck.cause,
                    StuckCause::Failure(Failure::Stopped {
                        stop: Stop::NoValue,
                        ..
                    })
                ));
            }
            (place, other) => panic!("{place}: {other:?}"),
        }
        engine.set_oracle(Some(mock()));
        let (mut run, step) = begin(&mut engine).expect("the oracle knows");
        assert!(matches!(step, Step::Yield(_)), "{place}: {step:?}");
        let reply = support::mv(run.position(), "Kh7");
        let step = run.resume(&mut engine, Some(reply)).expect("it is legal");
        let Step::Done(Done { goal, .. }) = step else {
            panic!("{place}: {step:?}");
        };
        assert_eq!(goal, (place == "out-class").then_some(true));
    }
}

/// A key that calls the oracle is evaluated for each move of each position: tables are for what looks at two squares and no more.
#[test]
fn what_asks_is_not_remembered() {
    let mut b = Builder::default();
    let yes = b.truth(true);
    let (dst, to) = (Reg(0), Reg(1));
    // `if drawn then file(TO) else -file(TO)`
    let code = vec![
        Op::Prim {
            dst,
            base: dst,
            frame: Frame::Current,
            prim: PrimId::Drawn,
        },
        Op::To { dst: to },
        Op::File { dst: to, a: to },
        Op::JumpIf { a: dst, to: 5 },
        Op::Neg { dst: to, a: to },
        Op::Return { src: to },
    ];
    let key = b.function(Ty::Number, Needs::MOVE, code);
    let piece = b.advice("piece", yes, 1 << K, 1);
    b.module.advice[piece.index()].us.every[0].keys = vec![key];
    let mut engine = b.engine();
    let known = mock();
    engine.set_oracle(Some(known.clone()));
    let mut first = |fen: &str| {
        let found = engine.try_advice(piece, &position(fen), &Options::default());
        let first = found.expect("the oracle knows").first_move();
        first.map(|m| m.to_string())
    };
    for _ in 0..2 {
        // The king has the same moves, and they have other values.
        assert_eq!(first(START).as_deref(), Some("a1b1"));
        assert_eq!(
            first("7k/8/8/8/8/8/8/K7 w - - 0 1").as_deref(),
            Some("a1a2")
        );
    }
    assert_eq!(known.asked.load(Ordering::Relaxed), 4 * 3);
}

#[test]
fn asking_costs_fuel() {
    for (fuel, expected) in [(1100, Ok(1)), (900, Err(Stop::Fuel))] {
        let mut b = Builder::default();
        word(&mut b, PrimId::Won, Frame::Current, Who::White);
        let limits = Limits {
            fuel,
            ..Limits::default()
        };
        let mut engine = b.engine_under(limits);
        let won = words(&engine)[0];
        engine.set_oracle(Some(mock()));
        let found = engine.evaluate(won, &[], &position(START), Color::White);
        assert_eq!(found, expected, "with {fuel} units");
    }
}

/// The facts at a node of a tree are evaluated once more, and may have no value any more.
#[test]
fn facts_of_a_tree_ask_too() {
    let mut b = Builder::default();
    let won = word(&mut b, PrimId::Won, Frame::Current, Who::White);
    let piece = b.advice("piece", won, 1 << R, 1);
    b.module.advice[piece.index()].better.when = When::Always;
    let mut engine = b.engine();
    engine.set_oracle(Some(mock()));
    let found = engine.try_advice(piece, &position(START), &Options::default());
    let found = found.expect("the oracle knows");
    let facts = engine.facts(&found, 0).expect("the oracle knows");
    assert_eq!(facts.decided, GoalKind::Better);
    engine.set_oracle(None);
    assert_eq!(engine.facts(&found, 0), Err(Stop::NoValue));
}
