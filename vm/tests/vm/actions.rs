//! Actions: the frames of an out-class, bounds, phases, `prefer`, reasons for failures, facts.
//!
//! ```text
//!   root ──our move──▶ … before ──our last move──▶ node
//!   root.              none                         new.        in an out-class
//!   root.                                           none, new.  in a holding-goal
//! ```

use crate::support;
use crate::support::{Builder, K, R, act, class, krk, names, play};
use adv_module::program::TextPart;
use adv_module::{AdviceId, Frame, Who};
use adv_vm::{Consultation, GoalKind, Mode, PStrategy, Subject};
use std::sync::Arc;

const START: &str = "7k/8/8/8/8/8/8/K4R2 w - - 0 1";

/// The p-strategy of an action in a position.
fn tree(mut b: Builder, action: AdviceId, fen: &str) -> (adv_vm::Engine, Option<Arc<PStrategy>>) {
    let id = b.strategy("only", vec![act(action, 1, None)]);
    b.module.strategies[id.index()].material = Some(krk(true));
    let mut engine = b.engine();
    let played = play(&mut engine, Subject::Strategy(id), fen, Mode::Strong, &[]);
    let tree = played.strategy.p_strategy().cloned();
    (engine, tree)
}

fn text(answer: &Consultation) -> Vec<String> {
    let tree = answer.tree.as_ref().expect("a tree");
    let nodes = tree.nodes().iter();
    nodes.map(|n| format!("{}:{}", n.ply, n.mv)).collect()
}

#[test]
fn without_a_prefix_an_out_class_speaks_of_the_position_before_our_last_move() {
    // `¬(K on a1) & new.K on the third rank`: the first move cannot satisfy it, the second does.
    let mut b = Builder::default();
    let before = b.stands(Frame::Current, Who::Us, K, "a2 b2");
    let after = b.stands(Frame::New, Who::Us, K, "a3 b3 c3");
    let root = b.stands(Frame::Root, Who::Us, K, "a1");
    let test = b.all(&[before, after, root]);
    let action = b.action(test, 1, 3);
    let (mut engine, found) = tree(b, action, START);
    let found = found.expect("a tree");
    let expected = [
        "1:a1a2", "2:h8g7", "3:a2a3", "2:h8g8", "3:a2a3", "2:h8h7", "3:a2a3",
    ];
    assert_eq!(text(&found.consultation), expected);
    // Facts are evaluated in the same frames: at a leaf the conjunct holds, after the first move it does not.
    for (node, holds) in [(0, false), (2, true)] {
        let facts = engine.facts(&found.consultation, node).expect("facts");
        assert_eq!(facts.parts.len(), 1);
        assert_eq!(facts.parts[0].holds, holds);
    }
    let theirs = engine.facts(&found.consultation, 1).expect("facts");
    assert_eq!(theirs.parts, []);
    assert_eq!(theirs.decided, GoalKind::Holding);
}

#[test]
fn a_holding_goal_speaks_of_the_node() {
    let mut b = Builder::default();
    let up = b.stands(Frame::New, Who::Us, K, "a2 b1 b2");
    let action = b.action(up, 1, 1);
    let holding = b.stands(Frame::Current, Who::Us, K, "b1");
    b.module.advice[action.index()].holding = b.goal(adv_module::When::Always, holding);
    let (_, found) = tree(b, action, START);
    assert_eq!(text(&found.expect("a tree").consultation), ["1:a1b1"]);
}

#[test]
fn the_shortest_p_strategy_is_found_first() {
    let mut b = Builder::default();
    let there = b.stands(Frame::New, Who::Us, K, "a3 b1");
    let action = b.action(there, 1, 3);
    let (_, found) = tree(b, action, START);
    let found = found.expect("a tree");
    // Ka2 comes before Kb1 and would do with Ka3 after it.
    assert_eq!(text(&found.consultation), ["1:a1b1"]);
    assert_eq!(found.consultation.tried[0].by_depth, [2]);
}

#[test]
fn an_even_bound_is_the_last_one() {
    // 1, then 2: within two plies there is no second move of ours.
    let mut b = Builder::default();
    let there = b.stands(Frame::New, Who::Us, K, "a3");
    let action = b.action(there, 1, 2);
    let (_, found) = tree(b, action, START);
    assert!(found.is_none());
    let mut b = Builder::default();
    let there = b.stands(Frame::New, Who::Us, K, "a3");
    let action = b.action(there, 1, 4);
    assert!(tree(b, action, START).1.is_some());
}

#[test]
fn phases_say_who_moves_when() {
    let mut b = Builder::default();
    let there = b.stands(Frame::New, Who::Us, R, "f2 f3");
    let action = b.action(there, 5, 3);
    b.module.advice[action.index()].us.every = Vec::new();
    b.module.advice[action.index()].us.phases =
        vec![(vec![0], vec![class(1)]), (vec![2], vec![class(4)])];
    let (_, found) = tree(b, action, START);
    let text = text(&found.expect("a tree").consultation);
    assert_eq!(text[..3], ["1:a1a2", "2:h8g7", "3:f1f2"]);
}

#[test]
fn prefer_orders_the_moves_of_all_classes_together() {
    for (square, expected) in [
        ("a2", "a1a2"),
        ("c1", "f1c1"),
        ("d4", "f1f4"),
        ("f4", "f1f4"),
    ] {
        let mut b = Builder::default();
        let yes = b.truth(true);
        let action = b.action(yes, 1, 1);
        b.module.advice[action.index()].us.every.push(class(4));
        let key = b.far(square);
        b.module.advice[action.index()].prefer = vec![key];
        let (_, found) = tree(b, action, START);
        let found = found
            .expect("a tree")
            .consultation
            .first_move()
            .expect("a move");
        assert_eq!(found.to_string(), expected, "nearest to {square}");
    }
}

#[test]
fn the_preferred_move_is_the_first_of_those_that_would_do() {
    let mut b = Builder::default();
    // Nearest to f4 would be Rf4, which does not do; Rf3 and Rf5 are as near, and f3 comes first.
    let there = b.stands(Frame::New, Who::Us, R, "f1 f2 f3 f5 f6");
    let action = b.action(there, 1, 1);
    let (first, second) = (b.far("f4"), b.far("a1"));
    let advice = &mut b.module.advice[action.index()];
    advice.us.every.push(class(4));
    advice.prefer = vec![first, second];
    let (_, found) = tree(b, action, START);
    let found = found.expect("a tree");
    assert_eq!(text(&found.consultation), ["1:f1f3"]);
    // f4 was tried, and nothing else.
    assert_eq!(found.consultation.tried[0].positions, 2);
}

#[test]
fn prefer_works_at_every_node_of_ours() {
    let mut b = Builder::default();
    let there = b.stands(Frame::New, Who::Us, K, "a3 b3 c3");
    let action = b.action(there, 1, 3);
    let key = b.far("c3");
    b.module.advice[action.index()].prefer = vec![key];
    let (_, found) = tree(b, action, START);
    let text = text(&found.expect("a tree").consultation);
    assert_eq!(text[..3], ["1:a1b2", "2:h8g7", "3:b2c3"]);
}

#[test]
fn facts_show_what_a_conjunct_speaks_of_in_the_positions_own_colours() {
    for (fen, own) in [
        (START, ["a1", "f1"]),
        ("k4r2/8/8/8/8/8/8/7K b - - 0 1", ["a8", "f8"]),
    ] {
        let mut b = Builder::default();
        let up = b.king_goes_up();
        let action = b.action(up, 1, 1);
        let left = b.rank(Frame::New, Who::Us, K);
        let right = b.rank(Frame::Current, Who::Us, K);
        let board = b.squares(Frame::Current, Who::Us, K);
        b.explain(action, left, right, board);
        let value = b.squares(Frame::Current, Who::Us, R);
        b.module.advice[action.index()].because = vec![
            TextPart::Text("the rook stays on ".to_owned()),
            TextPart::Value(value),
        ];
        let (mut engine, found) = tree(b, action, fen);
        let answer = &found.expect("a tree").consultation;
        let rook = format!("the rook stays on {}", own[1]);
        assert_eq!(answer.because.as_deref(), Some(rook.as_str()));
        let facts = engine.facts(answer, 0).expect("facts");
        assert_eq!(facts.decided, GoalKind::Better);
        let [part] = &facts.parts[..] else {
            panic!("{facts:?}")
        };
        assert_eq!((part.goal, part.holds), (GoalKind::Better, true));
        let sides = part.compare.as_ref().expect("a comparison");
        assert_eq!([&sides[0].values[..], &sides[1].values[..]], [[1], [0]]);
        assert_eq!(names(part.boards[0].squares), format!("{{{}}}", own[0]));
        // There is no second node.
        assert_eq!(engine.facts(answer, 1).expect("no facts").parts, []);
    }
}

#[test]
fn facts_of_a_plain_piece_speak_of_the_node() {
    let mut b = Builder::default();
    let better = b.stands(Frame::Current, Who::Us, K, "a3");
    let piece = b.advice("walk", better, 1, 3);
    let holding = b.stands(Frame::Root, Who::Us, K, "a1");
    b.module.advice[piece.index()].holding = b.goal(adv_module::When::Always, holding);
    let mut engine = b.engine();
    let options = adv_vm::Options::default();
    let at = support::position(START);
    let answer = engine.try_advice(piece, &at, &options).expect("an answer");
    for (node, holds) in [(0, false), (1, false), (2, true)] {
        let facts = engine.facts(&answer, node).expect("facts");
        let found: Vec<(GoalKind, bool)> = facts.parts.iter().map(|p| (p.goal, p.holds)).collect();
        assert_eq!(
            found,
            [(GoalKind::Holding, true), (GoalKind::Better, holds)]
        );
    }
    assert_eq!(
        engine.facts(&answer, 2).expect("facts").decided,
        GoalKind::Better
    );
    assert_eq!(
        engine.facts(&answer, 1).expect("facts").decided,
        GoalKind::Holding
    );
}
