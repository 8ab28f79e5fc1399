//! Whom a run is for: figures, tables that take over, colours exchanged, what is played where nothing is named.

use crate::support::{Builder, K, act, apply, krk, mv, play, position};
use adv_chess::Color;
use adv_module::program::StatementKind::{Again, While};
use adv_module::program::{Consulted, StatementKind, Successor};
use adv_module::{Frame, Who};
use adv_vm::{Done, Ending, Failure, Mode, Step, Strategy, StuckCause, Subject};

/// The black king on h8 has g7, g8 and h7.
const START: &str = "7k/8/8/8/8/8/8/K4R2 w - - 0 1";

fn done(step: &Step) -> &Done {
    match step {
        Step::Done(done) => done,
        other => panic!("not done: {other:?}"),
    }
}

#[test]
fn figures_are_asked_at_the_beginning_only() {
    // 8 . . . . . . . k     The black king takes the rook; the strategy walks on.
    // 7 . . . . . . R .
    let mut b = Builder::default();
    let (one, two) = (b.king_to("a2"), b.king_to("a3"));
    let id = b.strategy("walk", vec![act(one, 1, None), act(two, 2, None)]);
    b.module.strategies[0].material = Some(krk(false));
    let mut engine = b.engine();
    let fen = "7k/6R1/8/8/8/8/8/K7 w - - 0 1";
    let played = play(
        &mut engine,
        Subject::Strategy(id),
        fen,
        Mode::Strong,
        &["Kxg7", "Kg8"],
    );
    assert_eq!(played.text(), "Ka2 Ka3");
    assert_eq!(done(&played.last).ending, Ending::EndOfStrategy);
}

#[test]
fn a_table_that_is_consulted_asks_for_its_own_material_and_hands_over() {
    let fen = "7k/6R1/8/8/8/8/8/K7 w - - 0 1";
    for beyond in [false, true] {
        let mut b = Builder::default();
        let up = b.stands(Frame::Current, Who::Us, K, "a2 a3");
        let up = b.advice("up", up, 1, 1);
        let krk_table = b.table("krk", Some(krk(false)), &[up]);
        if beyond {
            let mut kings = krk(false);
            kings.counts[0][2] = 0;
            let kk = b.table("kk", Some(kings), &[up]);
            b.module.tables[krk_table.index()].beyond = vec![Successor::Table(kk)];
        }
        let consulting = |then, failed| StatementKind::Consult {
            what: Consulted::Table(krk_table),
            then,
            failed,
        };
        let b2 = b.king_to("b2");
        let bare = b.strategy("bare", vec![consulting(1, None), consulting(2, None)]);
        let other = b.strategy(
            "other",
            vec![
                consulting(1, None),
                consulting(2, Some(2)),
                act(b2, 3, None),
            ],
        );
        let mut engine = b.engine();
        let played = play(
            &mut engine,
            Subject::Strategy(bare),
            fen,
            Mode::Strong,
            &["Kxg7"],
        );
        if beyond {
            assert_eq!(played.text(), "Ka2 Ka3");
            let answer = &played.strategy.p_strategy().expect("a tree").consultation;
            assert_eq!(answer.table, engine.table("kk"));
            assert_eq!(answer.rule, Some(0));
            continue;
        }
        match &played.last {
            Step::Stuck(stuck) => {
                assert_eq!(stuck.origin.statement, Some(1));
                assert!(matches!(
                    stuck.cause,
                    StuckCause::Failure(Failure::OtherMaterial { .. })
                ));
            }
            other => panic!("not stuck: {other:?}"),
        }
        let played = play(
            &mut engine,
            Subject::Strategy(other),
            fen,
            Mode::Strong,
            &["Kxg7"],
        );
        assert_eq!(
            played.text(),
            "Ka2 Kb2",
            "nothing serves the position, so that `otherwise` does"
        );
    }
}

#[test]
fn a_table_and_a_piece_of_advice_are_played_again_and_again() {
    let make = |squares| {
        let mut b = Builder::default();
        let up = b.king_stands(squares);
        let up = b.advice("up", up, 1, 1);
        let table = b.table("walk", Some(krk(false)), &[up]);
        (
            b.engine(),
            table,
            [Subject::Table(table), Subject::Advice(up)],
        )
    };
    for index in [0, 1] {
        let (mut engine, _, subjects) = make("a2 a3");
        let replies = ["Kg7", "Kg8", "Kg7"];
        let played = play(&mut engine, subjects[index], START, Mode::Strong, &replies);
        assert_eq!(played.text(), "Ka2 Ka3 Ka2 Ka3");
        let (mut engine, _, subjects) = make("a2");
        let played = play(&mut engine, subjects[index], START, Mode::Strong, &["Kg7"]);
        match &played.last {
            Step::Stuck(stuck) => {
                assert_eq!(stuck.cause, StuckCause::NoAdvice);
                assert_eq!(stuck.origin, adv_vm::Origin::default());
                assert_eq!(stuck.tried[0].why[0].failed, 5);
            }
            other => panic!("not stuck: {other:?}"),
        }
    }
    let (mut engine, table, _) = make("a2");
    let pawn = position("7k/8/8/8/8/8/P7/K7 w - - 0 1");
    let begun = Strategy::begin(&mut engine, Subject::Table(table), &pawn, Mode::Strong);
    assert!(matches!(begun, Err(Failure::OtherMaterial { .. })));
}

#[test]
fn colours_exchanged_everything_is_in_the_positions_own_colours() {
    let mut b = Builder::default();
    let up = b.king_stands("a2 a3");
    let up = b.action(up, 1, 1);
    let white = b.stands(Frame::Current, Who::White, K, "a2");
    let inner = b.strategy("inner", vec![act(up, 1, None)]);
    let mut queen = krk(false);
    queen.counts[0][1] = 1;
    let other = b.strategy("other", Vec::new());
    b.module.strategies[other.index()].material = Some(queen);
    let yes = b.truth(true);
    let outer = b.strategy(
        "outer",
        vec![
            apply(inner),
            // The program sees White where Black plays.
            StatementKind::If {
                condition: white,
                otherwise: 3,
            },
            act(up, 3, None),
            While {
                condition: yes,
                end: 6,
            },
            apply(other),
            Again(3),
        ],
    );
    for id in [inner, outer] {
        b.module.strategies[id.index()].material = Some(krk(true));
    }
    let mut engine = b.engine();
    let fen = "k4r2/8/8/8/8/8/8/7K b - - 0 1";
    let subject = Subject::Strategy(outer);
    let played = play(&mut engine, subject, fen, Mode::Strong, &["Kg1", "Kh1"]);
    assert_eq!(played.text(), "Ka7 Ka6");
    assert_eq!(played.strategy.us(), Color::Black);
    let answer = &played.strategy.p_strategy().expect("a tree").consultation;
    assert!(answer.mirrored);
    assert_eq!(answer.us, Color::Black);
    assert_eq!(answer.position.turn(), Color::Black);
    assert_eq!(
        answer.tree.as_ref().expect("a tree").root(),
        &answer.position
    );
    match &played.last {
        Step::Stuck(stuck) => {
            assert_eq!(stuck.position, *played.strategy.position());
            match &stuck.cause {
                StuckCause::Failure(Failure::OtherMaterial { wanted, found, .. }) => {
                    assert_eq!(wanted.to_string(), "W: K; B: K, Q, R");
                    assert_eq!(found.to_string(), "W: K; B: K, R");
                }
                other => panic!("{other:?}"),
            }
        }
        other => panic!("not stuck: {other:?}"),
    }
}

#[test]
fn near_misses_stand_in_the_positions_own_colours() {
    let mut b = Builder::default();
    let far = b.stands(Frame::New, Who::Us, K, "h3");
    let far = b.action(far, 1, 1);
    let left = b.rank(Frame::New, Who::Us, K);
    let right = b.rank(Frame::New, Who::Them, K);
    let board = b.squares(Frame::Current, Who::Us, K);
    b.explain(far, left, right, board);
    let id = b.strategy("far", vec![act(far, 1, None)]);
    b.module.strategies[0].material = Some(krk(true));
    let mut engine = b.engine();
    let fen = "k4r2/8/8/8/8/8/8/7K b - - 0 1";
    let played = play(&mut engine, Subject::Strategy(id), fen, Mode::Strong, &[]);
    let Step::Stuck(stuck) = &played.last else {
        panic!("not stuck: {:?}", played.last)
    };
    let near = stuck.tried[0].why[0]
        .nearest
        .as_ref()
        .expect("a comparison");
    assert_eq!((&near.left[..], &near.right[..]), (&[1][..], &[7][..]));
    let at = position(fen);
    let behind = at.play(mv(&at, "Ka7"));
    assert_eq!(near.position.without_clocks(), behind.without_clocks());
}

#[test]
fn what_fits_a_position_is_found() {
    let mut b = Builder::default();
    let yes = b.truth(true);
    let one = b.advice("one", yes, 1, 1);
    let mut only = Builder::default();
    let no = only.truth(false);
    let advice = only.advice("only", no, 1, 1);
    assert_eq!(
        only.engine().subject_for(&position(START)),
        Some(Subject::Advice(advice))
    );

    let table = b.table("rook", Some(krk(true)), &[one]);
    let id = b.strategy("queen", Vec::new());
    let mut queen = krk(false);
    queen.counts[0] = [1, 1, 0, 0, 0, 0];
    b.module.strategies[id.index()].material = Some(queen);
    b.module.strategies[id.index()].side = Some(Who::White);
    b.advice("two", yes, 1, 1);
    let engine = b.engine();
    let for_fen = |fen: &str| engine.subject_for(&position(fen));
    assert_eq!(
        for_fen("7k/8/8/8/8/8/8/K5Q1 w - - 0 1"),
        Some(Subject::Strategy(id))
    );
    assert_eq!(for_fen("7k/8/8/8/8/8/8/K5Q1 b - - 0 1"), None);
    assert_eq!(for_fen(START), Some(Subject::Table(table)));
    assert_eq!(
        for_fen("7k/6r1/8/8/8/8/8/K7 b - - 0 1"),
        Some(Subject::Table(table))
    );
    assert_eq!(engine.strategy("queen"), Some(id));
    assert_eq!(engine.strategy("rook"), None);
    assert_eq!(engine.subject_named("rook"), Some(Subject::Table(table)));
    assert_eq!(engine.subject_named("one"), Some(Subject::Advice(one)));
    assert_eq!(engine.subject_named("nothing"), None);
}
