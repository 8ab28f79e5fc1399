//! Playing: trees that are followed, replies, ends of the game, colours, clones.

use crate::support;
use crate::support::{Builder, K, Q, R, act, consult, mv, play, position};
use adv_chess::Color;
use adv_module::program::StatementKind::{Again, While};
use adv_module::{Frame, Needs, Reg, StrategyId, Ty, Who, op::Op};
use adv_vm::{Done, Ending, Engine, Mode, ReplyError, Step, Strategy, Subject};

/// The black king on h8 has g7, g8 and h7.
const START: &str = "7k/8/8/8/8/8/8/K4R2 w - - 0 1";

fn done(step: &Step) -> &Done {
    match step {
        Step::Done(done) => done,
        other => panic!("not done: {other:?}"),
    }
}

/// A strategy of one loop: the king goes to the third rank within three plies, until it is there.
fn two_steps() -> (Builder, StrategyId) {
    let mut b = Builder::default();
    let there = b.stands(Frame::New, Who::Us, K, "a3 b3 c3");
    let there = b.action(there, 1, 3);
    let condition = b.is_not(Frame::Current, Who::Us, K, "a3 b3 c3");
    let id = b.strategy(
        "two-steps",
        vec![While { condition, end: 3 }, act(there, 2, None), Again(0)],
    );
    (b, id)
}

#[test]
fn the_strong_mode_follows_a_tree_to_a_leaf() {
    let (b, id) = two_steps();
    let mut engine = b.engine();
    let mut played = play(
        &mut engine,
        Subject::Strategy(id),
        START,
        Mode::Strong,
        &["Kg8"],
    );
    assert_eq!(played.text(), "Ka2 …Ka3");
    let tree = played.strategy.p_strategy().expect("a tree").clone();
    let node = played.strategy.node().expect("a node");
    let forest = tree.consultation.tree.as_ref().expect("a tree");
    assert!(forest.is_leaf(node));
    assert_eq!(forest.nodes()[node].ply, 3);
    assert_eq!(tree.origin.statement, Some(1));
    played.reply(&mut engine, "Kg7");
    assert_eq!(done(&played.last).ending, Ending::EndOfStrategy);
}

#[test]
fn the_weak_mode_goes_on_after_every_move() {
    let (b, id) = two_steps();
    let mut engine = b.engine();
    let played = play(
        &mut engine,
        Subject::Strategy(id),
        START,
        Mode::Weak,
        &["Kg8", "Kg7"],
    );
    // The second tree is a new one.
    assert_eq!(played.text(), "Ka2 Ka3");
    assert_eq!(done(&played.last).ending, Ending::EndOfStrategy);
}

#[test]
fn the_mode_may_be_changed_while_a_tree_is_followed() {
    let (b, id) = two_steps();
    let mut engine = b.engine();
    let mut played = play(&mut engine, Subject::Strategy(id), START, Mode::Strong, &[]);
    played.strategy.set_mode(Mode::Weak);
    played.reply(&mut engine, "Kg8");
    assert_eq!(played.text(), "Ka2 Ka3");
}

#[test]
fn a_reply_that_the_tree_does_not_hold_ends_it() {
    let mut b = Builder::default();
    let better = b.stands(Frame::Current, Who::Us, K, "a3");
    let piece = b.advice("narrow", better, 1, 3);
    let k = b.constant(support::set("g8"));
    let to = b.function(
        Ty::Board,
        Needs::NONE,
        vec![Op::Board { dst: Reg(0), k }, Op::Return { src: Reg(0) }],
    );
    b.module.advice[piece.index()].them.every[0].to = Some(to);
    let side = b.stands(Frame::New, Who::Us, R, "f2");
    let side = b.action(side, 4, 1);
    let id = b.strategy(
        "narrow",
        vec![consult(&[piece], 1, None), act(side, 2, None)],
    );
    let mut engine = b.engine();
    let subject = Subject::Strategy(id);
    let played = play(&mut engine, subject, START, Mode::Strong, &["Kg8", "Kg7"]);
    assert_eq!(played.text(), "Ka2 …Ka3 Rf2");
    let played = play(&mut engine, subject, START, Mode::Strong, &["Kg7"]);
    assert_eq!(played.text(), "Ka2 Rf2");
    let first = play(&mut engine, subject, START, Mode::Strong, &[]);
    let tree = first.strategy.p_strategy().expect("a tree");
    assert!(tree.consultation.is_conditional());
}

/// One action of the rook to a8, with an out-class that holds.
fn rook_to_a8() -> (Engine, Subject) {
    let mut b = Builder::default();
    let a8 = b.stands(Frame::New, Who::Us, R, "a8");
    let a8 = b.action(a8, 4, 1);
    let id = b.strategy("back-rank", vec![act(a8, 1, None)]);
    let out_class = b.stands(Frame::Current, Who::Us, R, "a8");
    b.module.strategies[0].out_class = Some(out_class);
    (b.engine(), Subject::Strategy(id))
}

#[test]
fn an_opponent_without_a_reply_is_mated_or_stalemated() {
    let mate = Ending::Checkmate {
        loser: Color::Black,
    };
    for (fen, ending) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", mate),
        ("k7/P1K5/8/8/8/8/7R/8 w - - 0 1", Ending::Stalemate),
    ] {
        let (mut engine, subject) = rook_to_a8();
        if ending == Ending::Stalemate {
            let mut b = Builder::default();
            let a2 = b.stands(Frame::New, Who::Us, R, "a2");
            let a2 = b.action(a2, 4, 1);
            let id = b.strategy("quiet", vec![act(a2, 1, None)]);
            assert_eq!(Subject::Strategy(id), subject);
            engine = b.engine();
        }
        let mut played = play(&mut engine, subject, fen, Mode::Strong, &[]);
        let before = *played.strategy.position();
        let step = played.strategy.resume(&mut engine, None).expect("no reply");
        assert_eq!(done(&step).position, before);
        assert_eq!(done(&step).ending, ending);
        let goal = (ending != Ending::Stalemate).then_some(true);
        assert_eq!(done(&step).goal, goal);
        assert_eq!(
            played.strategy.resume(&mut engine, None),
            Err(ReplyError::Over)
        );
    }
}

#[test]
fn a_reply_that_cannot_be_taken_changes_nothing() {
    let (mut engine, subject) = rook_to_a8();
    let fen = "7k/7p/8/8/8/8/8/R5K1 w - - 0 1";
    let mut played = play(&mut engine, subject, fen, Mode::Strong, &[]);
    let (key, at) = (played.strategy.key(), *played.strategy.position());
    assert_eq!(
        played.strategy.resume(&mut engine, None),
        Err(ReplyError::Missing)
    );
    let elsewhere = mv(&position("7k/8/8/8/8/8/8/6KR b - - 0 1"), "Kg8");
    assert_eq!(
        played.strategy.resume(&mut engine, Some(elsewhere)),
        Err(ReplyError::Illegal(elsewhere))
    );
    assert_eq!(played.strategy.key(), key);
    assert_eq!(*played.strategy.position(), at);
    played.reply(&mut engine, "Kg7");
    assert_eq!(done(&played.last).ending, Ending::EndOfStrategy);
    assert_eq!(
        played.strategy.resume(&mut engine, None),
        Err(ReplyError::Over)
    );
}

#[test]
fn a_reply_may_mate_or_stalemate_us() {
    for (fen, square, reply, ending) in [
        (
            "r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1",
            "h1",
            "Ra1#",
            Ending::Checkmate {
                loser: Color::White,
            },
        ),
        (
            "8/8/7q/8/8/2k5/8/K7 w - - 0 1",
            "a2",
            "Qc1",
            Ending::Stalemate,
        ),
    ] {
        let mut b = Builder::default();
        let go = b.king_to(square);
        let id = b.strategy("walk", vec![act(go, 1, None), act(go, 2, None)]);
        let mut engine = b.engine();
        let played = play(
            &mut engine,
            Subject::Strategy(id),
            fen,
            Mode::Strong,
            &[reply],
        );
        assert_eq!(done(&played.last).ending, ending);
    }
}

#[test]
fn where_we_have_no_move_at_the_beginning_the_run_is_done() {
    let (mut engine, subject) = rook_to_a8();
    let mated = position("R6k/8/6K1/8/8/8/8/8 b - - 0 1");
    let (run, step) = Strategy::begin(&mut engine, subject, &mated, Mode::Strong).expect("it fits");
    assert_eq!(
        done(&step).ending,
        Ending::Checkmate {
            loser: Color::Black
        }
    );
    assert_eq!(done(&step).goal, Some(false), "the rook on a8 is not ours");
    assert!(!run.awaits_reply());
}

#[test]
fn clones_go_on_by_themselves_and_the_same_replies_give_the_same_run() {
    let (b, id) = two_steps();
    let mut engine = b.engine();
    let subject = Subject::Strategy(id);
    let begun = play(&mut engine, subject, START, Mode::Strong, &[]);
    let mut one = begun.strategy.clone();
    let mut two = begun.strategy.clone();
    let at = *begun.strategy.position();
    let kg8 = one
        .resume(&mut engine, Some(mv(&at, "Kg8")))
        .expect("a reply");
    let kh7 = two
        .resume(&mut engine, Some(mv(&at, "Kh7")))
        .expect("a reply");
    assert_eq!(
        (kg8.our_move(), kh7.our_move()),
        (kh7.our_move(), kg8.our_move())
    );
    assert_ne!(one.position(), two.position());
    assert_ne!(one.key(), two.key());
    assert_eq!(
        *begun.strategy.position(),
        at,
        "the run they were cloned from stands still"
    );

    let again = play(&mut engine.clone(), subject, START, Mode::Strong, &["Kg8"]);
    assert_eq!(again.strategy.key(), one.key());
    assert_eq!(again.last, kg8);
}

#[test]
fn runs_that_meet_again_have_the_same_key() {
    let mut b = Builder::default();
    let up = b.king_stands("a2 a3 b2 b3 a1 b1");
    let up = b.advice("shuffle", up, 1, 1);
    let mut engine = b.engine();
    let later = START.replace("0 1", "7 31");
    let one = play(
        &mut engine,
        Subject::Advice(up),
        START,
        Mode::Strong,
        &["Kg8"],
    );
    let two = play(
        &mut engine,
        Subject::Advice(up),
        &later,
        Mode::Strong,
        &["Kg8"],
    );
    assert_ne!(one.strategy.position(), two.strategy.position());
    assert_eq!(one.strategy.key(), two.strategy.key());
    let at = *one.strategy.position();
    for (reply, same) in [("Kg7", true), ("Kh8", false)] {
        let after = one.strategy.key_after(mv(&at, reply));
        let other = two.strategy.key_after(mv(&at, "Kg7"));
        assert_eq!(after == other, same);
    }
    // In a tree that goes on it matters what is left of it.
    let (b, id) = two_steps();
    let mut engine = b.engine();
    let subject = Subject::Strategy(id);
    let strong = play(&mut engine, subject, START, Mode::Strong, &[]);
    let mut weak = strong.strategy.clone();
    weak.set_mode(Mode::Weak);
    assert_ne!(strong.strategy.key(), weak.key());
}

#[test]
fn a_promotion_is_a_reply_like_any_other() {
    let mut b = Builder::default();
    let (one, two) = (b.king_to("a2"), b.king_to("a3"));
    let id = b.strategy("walk", vec![act(one, 1, None), act(two, 2, None)]);
    let there = b.stands(Frame::Current, Who::Them, Q, "e1");
    b.module.strategies[0].out_class = Some(there);
    let mut engine = b.engine();
    let fen = "7k/8/8/8/8/8/4p3/K7 w - - 0 1";
    let played = play(
        &mut engine,
        Subject::Strategy(id),
        fen,
        Mode::Strong,
        &["e1=Q", "Kg8"],
    );
    assert_eq!(played.text(), "Ka2 Ka3");
    assert_eq!(done(&played.last).goal, Some(true));
}
