//! The cursor: loops, branches, `otherwise`, `apply`, `stop`, and where a run cannot go on.
//!
//! ```text
//! 8 . . . . . . . k     Our king walks up the a-file, or does not; the black king goes h8, g8, h8, …
//! 4 . . . . . . . .
//! 1 K . . . . . . R
//! ```

use crate::support::{Builder, K, Played, R, act, apply, consult, krk, play, position};
use adv_module::program::StatementKind::{Again, If, Jump, Stop, While};
use adv_module::{Frame, When, Who};
use adv_vm::{Done, Ending, Failure, Limits, Mode, Step, StuckCause, Subject};

const START: &str = "7k/8/8/8/8/8/8/K5R1 w - - 0 1";
const WAIT: [&str; 6] = ["Kh7", "Kh8", "Kh7", "Kh8", "Kh7", "Kh8"];

fn run(builder: Builder, subject: adv_module::StrategyId, replies: usize) -> Played {
    let mut engine = builder.engine();
    let subject = Subject::Strategy(subject);
    play(&mut engine, subject, START, Mode::Strong, &WAIT[..replies])
}

fn done(played: &Played) -> &Done {
    match &played.last {
        Step::Done(done) => done,
        other => panic!("not done: {other:?}"),
    }
}

fn stuck(played: &Played) -> &adv_vm::Stuck {
    match &played.last {
        Step::Stuck(stuck) => stuck,
        other => panic!("not stuck: {other:?}"),
    }
}

#[test]
fn actions_follow_each_other_and_the_out_class_is_judged_at_the_end() {
    for (square, reached) in [("b3", true), ("a1", false)] {
        let mut b = Builder::default();
        let (one, two) = (b.king_to("a2"), b.king_to("b3"));
        let id = b.strategy("up", vec![act(one, 1, None), act(two, 2, None)]);
        let out_class = b.stands(Frame::Current, Who::Us, K, square);
        let place = b.place();
        b.module.strategies[0].out_class = Some(out_class);
        b.module.strategies[0].out_class_place = place;
        let played = run(b, id, 2);
        assert_eq!(played.text(), "Ka2 Kb3");
        let done = done(&played);
        assert_eq!(done.ending, Ending::EndOfStrategy);
        assert_eq!(done.goal, Some(reached));
        assert_eq!(done.goal_place, place);
        assert_eq!(done.position, *played.strategy.position());
    }
}

#[test]
fn a_strategy_without_statements_is_done_at_once() {
    let mut b = Builder::default();
    let id = b.strategy("nothing", Vec::new());
    let played = run(b, id, 0);
    assert_eq!(done(&played).ending, Ending::EndOfStrategy);
    assert_eq!(done(&played).goal, None);
    assert!(played.strategy.p_strategy().is_none());
}

#[test]
fn a_loop_is_tested_first_and_after_each_round() {
    let mut b = Builder::default();
    let up = b.king_goes_up();
    let up = b.action(up, 1, 1);
    let condition = b.is_not(Frame::Current, Who::Us, K, "a4 b4");
    let id = b.strategy(
        "walk",
        vec![While { condition, end: 3 }, act(up, 2, None), Again(0)],
    );
    let played = run(b, id, 3);
    assert_eq!(played.text(), "Ka2 Ka3 Ka4");
    assert_eq!(done(&played).ending, Ending::EndOfStrategy);
}

#[test]
fn loops_stand_in_loops() {
    // while the king is not on the fourth rank: { king up; while the rook is not on f: { rook to f or g, nearest first } }
    let mut b = Builder::default();
    let up = b.king_goes_up();
    let up = b.action(up, 1, 1);
    let side = b.stands(Frame::New, Who::Us, R, "f1 g1 e1");
    let side = b.action(side, 4, 1);
    let key = b.far("f1");
    b.module.advice[side.index()].us.every[0].keys = vec![key];
    let outer = b.is_not(Frame::Current, Who::Us, K, "a3 b3");
    let inner = b.is_not(Frame::Current, Who::Us, R, "f1");
    let id = b.strategy(
        "both",
        vec![
            While {
                condition: outer,
                end: 6,
            },
            act(up, 2, None),
            While {
                condition: inner,
                end: 5,
            },
            act(side, 4, None),
            Again(2),
            Again(0),
        ],
    );
    let played = run(b, id, 3);
    assert_eq!(played.text(), "Ka2 Rf1 Ka3");
    assert_eq!(done(&played).ending, Ending::EndOfStrategy);
}

#[test]
fn the_first_branch_whose_condition_holds_is_taken() {
    for (first, second, expected) in [
        ("a1", "a1", "Ka2"),
        ("h1", "a1", "Kb1"),
        ("h1", "h1", "Kb2"),
    ] {
        let mut b = Builder::default();
        let one = b.stands(Frame::Current, Who::Us, K, first);
        let two = b.stands(Frame::Current, Who::Us, K, second);
        let (a2, b1, b2) = (b.king_to("a2"), b.king_to("b1"), b.king_to("b2"));
        let id = b.strategy(
            "branches",
            vec![
                If {
                    condition: one,
                    otherwise: 3,
                },
                act(a2, 2, None),
                Jump(7),
                If {
                    condition: two,
                    otherwise: 6,
                },
                act(b1, 5, None),
                Jump(7),
                act(b2, 7, None),
            ],
        );
        let played = run(b, id, 1);
        assert_eq!(played.text(), expected);
        assert_eq!(done(&played).ending, Ending::EndOfStrategy);
    }
}

#[test]
fn what_cannot_be_realised_goes_to_its_otherwise() {
    let mut b = Builder::default();
    let never = b.truth(false);
    let (far, near) = (b.king_to("h3"), b.king_to("b1"));
    let piece = b.stands(Frame::Current, Who::Us, K, "h3");
    let piece = b.advice("far", piece, 1, 1);
    let mut guarded = act(near, 9, Some(1));
    if let adv_module::program::StatementKind::Action { in_class, .. } = &mut guarded {
        *in_class = Some(never);
    }
    let id = b.strategy(
        "chain",
        vec![
            guarded,
            act(far, 9, Some(2)),
            consult(&[piece], 9, Some(3)),
            act(near, 4, None),
            Stop(Some("enough".to_owned())),
            Stop(None),
            Stop(None),
            Stop(None),
            Stop(None),
        ],
    );
    let played = run(b, id, 1);
    assert_eq!(played.text(), "Kb1");
    assert_eq!(
        done(&played).ending,
        Ending::Stop(Some("enough".to_owned()))
    );
}

#[test]
fn an_applied_strategy_runs_to_its_end_and_the_other_goes_on() {
    let mut b = Builder::default();
    let up = b.king_goes_up();
    let up = b.action(up, 1, 1);
    let inner = b.strategy("inner", vec![act(up, 1, None)]);
    let side = b.stands(Frame::New, Who::Us, R, "f1");
    let side = b.action(side, 4, 1);
    let outer = b.strategy(
        "outer",
        vec![apply(inner), apply(inner), act(side, 3, None)],
    );
    let out_class = b.stands(Frame::Current, Who::Us, K, "h8");
    b.module.strategies[0].out_class = Some(out_class);
    let played = run(b, outer, 3);
    assert_eq!(played.text(), "Ka2 Ka3 Rf1");
    // The out-class is the outermost strategy's, and that has none.
    assert_eq!(done(&played).goal, None);
}

#[test]
fn a_stop_within_an_applied_strategy_ends_the_whole_run() {
    let mut b = Builder::default();
    let one = b.king_to("a2");
    let inner = b.strategy("inner", vec![Stop(None)]);
    let outer = b.strategy("outer", vec![apply(inner), act(one, 2, None)]);
    let played = run(b, outer, 0);
    assert_eq!(done(&played).ending, Ending::Stop(None));
}

#[test]
fn what_is_applied_is_asked_its_figures_and_its_in_class() {
    for figures in [true, false] {
        let mut b = Builder::default();
        let one = b.king_to("a2");
        let inner = b.strategy("inner", vec![act(one, 1, None)]);
        let outer = b.strategy("outer", vec![apply(inner)]);
        if figures {
            let mut material = krk(false);
            material.counts[0][1] = 1;
            b.module.strategies[0].material = Some(material);
        } else {
            let in_class = b.stands(Frame::Current, Who::Us, K, "h8");
            b.module.strategies[0].in_class = Some(in_class);
        }
        let played = run(b, outer, 0);
        let stuck = stuck(&played);
        assert_eq!(
            (stuck.origin.strategy, stuck.origin.statement),
            (Some(outer), Some(0))
        );
        match &stuck.cause {
            StuckCause::Failure(Failure::OtherMaterial { wanted, found, .. }) => {
                assert!(figures);
                assert_eq!(wanted.to_string(), "W: K, Q, R; B: K");
                assert_eq!(found.to_string(), "W: K, R; B: K");
            }
            StuckCause::Failure(Failure::InClass { strategy }) => {
                assert!(!figures);
                assert_eq!(*strategy, inner);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_strategy_that_does_not_fit_is_not_begun() {
    let begin = |b: Builder, fen: &str| {
        let mut engine = b.engine();
        let subject = engine.subject_named("only").expect("its name");
        adv_vm::Strategy::begin(&mut engine, subject, &position(fen), Mode::Strong).map(|_| ())
    };
    let make = || {
        let mut b = Builder::default();
        b.strategy("only", Vec::new());
        b.module.strategies[0].material = Some(krk(false));
        b
    };
    assert_eq!(begin(make(), START), Ok(()));
    let queen = "7k/8/8/8/8/8/8/K5Q1 w - - 0 1";
    assert!(matches!(
        begin(make(), queen),
        Err(Failure::OtherMaterial { .. })
    ));
    let mut b = make();
    b.module.strategies[0].side = Some(Who::Black);
    assert!(matches!(begin(b, START), Err(Failure::OtherSide { .. })));
    let mut b = make();
    b.module.strategies[0].in_class = Some(b.truth(false));
    assert!(matches!(begin(b, START), Err(Failure::InClass { .. })));
}

#[test]
fn a_loop_that_makes_no_move_is_noticed() {
    let mut b = Builder::default();
    let (yes, far) = (b.truth(true), b.king_to("h3"));
    let id = b.strategy(
        "idle",
        vec![
            While {
                condition: yes,
                end: 3,
            },
            act(far, 2, Some(2)),
            Again(0),
        ],
    );
    let played = run(b, id, 0);
    let stuck = stuck(&played);
    assert_eq!(stuck.cause, StuckCause::LoopWithoutMove);
    assert_eq!(stuck.origin.statement, Some(0));
    assert_eq!(stuck.tried.len(), 1, "what it tried in vain is told");
    assert_eq!(stuck.tried[0].why[0].failed, 3);
}

#[test]
fn a_round_with_a_move_is_no_idle_loop_whichever_loop_makes_it() {
    // The outer loop's own body makes no move in a round in which the inner loop is not entered.
    let mut b = Builder::default();
    let up = b.king_goes_up();
    let up = b.action(up, 1, 1);
    let yes = b.truth(true);
    let inner = b.is_not(Frame::Current, Who::Us, K, "a3 b3");
    let id = b.strategy(
        "outer",
        vec![
            While {
                condition: yes,
                end: 5,
            },
            While {
                condition: inner,
                end: 4,
            },
            act(up, 3, None),
            Again(1),
            Again(0),
        ],
    );
    let played = run(b, id, 2);
    assert_eq!(played.text(), "Ka2 Ka3");
    let stuck = stuck(&played);
    assert_eq!(stuck.cause, StuckCause::LoopWithoutMove);
    assert_eq!(stuck.origin.statement, Some(0));
}

#[test]
fn the_same_loop_may_be_passed_by_twice() {
    let mut b = Builder::default();
    let no = b.truth(false);
    let one = b.king_to("a2");
    let inner = b.strategy(
        "inner",
        vec![
            While {
                condition: no,
                end: 3,
            },
            act(one, 2, None),
            Again(0),
        ],
    );
    let outer = b.strategy("outer", vec![apply(inner), apply(inner), act(one, 3, None)]);
    let played = run(b, outer, 1);
    assert_eq!(played.text(), "Ka2");
    assert_eq!(done(&played).ending, Ending::EndOfStrategy);
}

#[test]
fn a_run_is_stuck_where_an_action_cannot_be_realised() {
    let mut b = Builder::default();
    let far = b.king_to("h3");
    let holding = b.stands(Frame::Current, Who::Us, K, "a2 b2");
    b.module.advice[far.index()].holding = b.goal(When::Always, holding);
    let id = b.strategy("far", vec![act(far, 1, None)]);
    let played = run(b, id, 0);
    let stuck = stuck(&played);
    assert_eq!(stuck.cause, StuckCause::NoPStrategy);
    assert_eq!(stuck.position, position(START));
    assert_eq!(
        (stuck.origin.strategy, stuck.origin.statement),
        (Some(id), Some(0))
    );
    let [tried] = &stuck.tried[..] else {
        panic!("{:?}", stuck.tried)
    };
    assert_eq!(
        (tried.advice, tried.satisfied, tried.positions),
        (far, false, 3)
    );
    let failed: Vec<u64> = tried.why.iter().map(|w| w.failed).collect();
    assert_eq!(
        failed,
        [1, 2],
        "Kb1 fails the holding-goal, Ka2 and Kb2 the out-class"
    );
    assert!(!played.strategy.awaits_reply());
}

#[test]
fn reasons_are_not_looked_for_where_nobody_wants_them() {
    let mut b = Builder::default();
    let far = b.king_to("h3");
    let id = b.strategy("far", vec![act(far, 1, None)]);
    let mut engine = b.engine();
    engine.set_reasons(false);
    let subject = Subject::Strategy(id);
    let played = play(&mut engine.clone(), subject, START, Mode::Strong, &[]);
    let tried = &stuck(&played).tried[0];
    assert_eq!((tried.positions, tried.why.len()), (3, 0));
}

#[test]
fn a_run_is_stuck_where_an_in_class_is_false_or_nothing_is_found() {
    let mut b = Builder::default();
    let (no, one) = (b.truth(false), b.king_to("a2"));
    let mut guarded = act(one, 1, None);
    if let adv_module::program::StatementKind::Action { in_class, .. } = &mut guarded {
        *in_class = Some(no);
    }
    let id = b.strategy("guarded", vec![guarded]);
    assert_eq!(stuck(&run(b, id, 0)).cause, StuckCause::InClass);

    let mut b = Builder::default();
    let piece = b.stands(Frame::Current, Who::Us, K, "h3");
    let piece = b.advice("far", piece, 1, 1);
    let id = b.strategy("list", vec![consult(&[piece], 1, None)]);
    let played = run(b, id, 0);
    let stuck = stuck(&played);
    assert_eq!(stuck.cause, StuckCause::NoAdvice);
    assert_eq!(stuck.tried[0].why[0].failed, 3);
}

#[test]
fn a_limit_stops_the_run_and_no_otherwise_hides_it() {
    let limits = Limits {
        positions: 1_000,
        ..Limits::default()
    };
    for is_consulted in [false, true] {
        let mut b = Builder::default();
        let far = b.stands(Frame::New, Who::Us, K, "h8");
        let near = b.king_to("a2");
        let (far, first) = if is_consulted {
            let far = b.advice("far", far, 63, 9);
            (far, consult(&[far], 1, Some(1)))
        } else {
            let far = b.action(far, 63, 9);
            (far, act(far, 1, Some(1)))
        };
        let id = b.strategy("long", vec![first, act(near, 2, None)]);
        let mut engine = b.engine_under(limits);
        let played = play(&mut engine, Subject::Strategy(id), START, Mode::Strong, &[]);
        match &stuck(&played).cause {
            StuckCause::Failure(Failure::Stopped {
                advice, positions, ..
            }) => {
                assert_eq!(*advice, Some(far));
                assert!((999..=1_000).contains(positions), "{positions}");
            }
            other => panic!("{other:?}"),
        }
    }
}
