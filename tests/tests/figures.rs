//! Figures that others have published or agreed on, reproduced exactly.
//!
//! - The textbook advice table for king and rook against king over all 175,168 positions with White to move, in both ways of
//!   working through replies, row by row against the same table written by hand in Rust.
//! - The king and pawn example of Bratko, Kononenko and Mozetic, "An efficient implementation of Advice Language 2": Fig. 4's
//!   19 positions of push-pawn, Fig. 3's tree, and the 57 positions of that tree, where Fig. 4 prints 58.

use std::collections::BTreeMap;

use crate::common::{engine, position, read};
use adv_chess::notation::san;
use adv_chess::{Move, Position};
use adv_reference::native_krk;
use adv_vm::{Engine, Options, Replies, Tree};

/// From which roots a piece-of-advice succeeds, and the positions tested from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    roots: u64,
    positions: u64,
    most: u64,
}

/// A survey's totals by piece-of-advice, and the rows in which the two programs differ.
type Survey = (BTreeMap<String, Totals>, Vec<String>);

/// Every root through the engine and through the table by hand.
fn survey(replies: Replies) -> Survey {
    let program = engine("krk-advice.adv", &read("examples/krk-advice.adv"));
    let roots: Vec<shakmaty::Chess> = native_krk::roots().collect();
    assert_eq!(roots.len(), 175_168);
    // Two halves at a time: each thread has an engine of its own.
    let (first, second) = roots.split_at(roots.len() / 2);
    let (mut totals, mut differing) = std::thread::scope(|scope| {
        let engine = program.clone();
        let other = scope.spawn(|| part(engine, second, replies));
        let mine = part(program, first, replies);
        let (more, rows) = other.join().expect("the second half comes to its end");
        (merged(mine.0, more), [mine.1, rows].concat())
    });
    differing.truncate(10);
    totals.retain(|_, t| t.roots > 0);
    (totals, differing)
}

fn merged(
    mut totals: BTreeMap<String, Totals>,
    more: BTreeMap<String, Totals>,
) -> BTreeMap<String, Totals> {
    for (name, add) in more {
        let sum = totals.entry(name).or_default();
        sum.roots += add.roots;
        sum.positions += add.positions;
        sum.most = sum.most.max(add.most);
    }
    totals
}

fn part(mut engine: Engine, roots: &[shakmaty::Chess], replies: Replies) -> Survey {
    let table = engine.table("krk").expect("the program has the table");
    let names: Vec<String> = engine
        .module()
        .advice
        .iter()
        .map(|a| a.name.clone())
        .collect();
    let by_hand = match replies {
        Replies::TestedFirst => native_krk::BookReplies::TestedFirst,
        Replies::OneByOne => native_krk::BookReplies::OneByOne,
    };
    let (mut totals, mut differing) = (BTreeMap::<String, Totals>::new(), Vec::new());
    for root in roots {
        let position = Position::from(root);
        let found = engine
            .decide(table, &position, replies)
            .expect("every root is of the material");
        let advice = found
            .advice
            .and_then(|id| names.get(id.index()))
            .map_or("none", String::as_str);
        let sum = totals.entry(advice.to_owned()).or_default();
        sum.roots += 1;
        sum.positions += found.positions;
        sum.most = sum.most.max(found.positions);
        let wanted = native_krk::consult(root, by_hand);
        let same = found.rule.map(|rule| rule + 1) == Some(usize::from(wanted.rule))
            && advice == wanted.advice.unwrap_or("none")
            && found.mv.map(squares) == wanted.mv.map(shakmaty_squares)
            && found.positions == wanted.positions;
        if !same {
            differing.push(format!(
                "{}: {found:?}, by hand {wanted:?}",
                adv_chess::notation::fen(&position)
            ));
        }
    }
    (totals, differing)
}

fn squares(m: Move) -> (u8, u8) {
    (m.from, m.to)
}

fn shakmaty_squares(m: shakmaty::Move) -> (u8, u8) {
    (m.from().map_or(64, |square| square as u8), m.to() as u8)
}

#[test]
fn krk_one_by_one_has_the_published_totals() {
    let (totals, differing) = survey(Replies::OneByOne);
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    let roots: BTreeMap<&str, u64> = totals
        .iter()
        .map(|(name, t)| (name.as_str(), t.roots))
        .collect();
    let published = [
        ("approach", 16_180),
        ("divide-in-2", 32_908),
        ("divide-in-3", 4),
        ("keep-room", 3_384),
        ("mate-in-2", 6_188),
        ("squeeze", 116_504),
    ];
    assert_eq!(roots, published.into_iter().collect());
    assert_eq!(totals.values().map(|t| t.positions).sum::<u64>(), 7_206_680);
    assert_eq!(
        (totals["divide-in-2"].most, totals["divide-in-3"].most),
        (1_075, 1_359)
    );
    // The means as they are printed, to one decimal.
    for (name, mean) in [
        ("squeeze", 123),
        ("mate-in-2", 211),
        ("approach", 214),
        ("keep-room", 299),
    ] {
        let t = totals[name];
        assert_eq!((t.positions * 10 + t.roots / 2) / t.roots, mean, "{name}");
    }
}

#[test]
fn krk_tested_first_has_the_totals_of_the_table_by_hand() {
    let (totals, differing) = survey(Replies::TestedFirst);
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert_eq!(totals.values().map(|t| t.positions).sum::<u64>(), 7_215_689);
    assert_eq!(totals.values().map(|t| t.roots).sum::<u64>(), 175_168);
}

/// Fig. 2 of the paper.
const FIG_2: &str = "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1";

/// Fig. 3 of the paper: our answer to each line of replies; the root's line is empty.
const FIG_3: [(&str, &str); 11] = [
    ("", "c2"),
    ("e7", "b3"),
    ("f7", "d3"),
    ("e8", "b3"),
    ("e7 d6", "b4"),
    ("e7 e6", "c4"),
    ("e7 d7", "b4"),
    ("f7 e7", "c4"),
    ("f7 e6", "c4"),
    ("e8 e7", "c4"),
    ("e8 d7", "b4"),
];

#[test]
fn push_pawn_fails_after_the_nineteen_positions_of_figure_4() {
    let mut engine = engine("kpk.adv", &read("examples/kpk.adv"));
    let advice = engine
        .advice("push-pawn")
        .expect("the program has the piece-of-advice");
    let answer = engine
        .try_advice(advice, &position(FIG_2), &Options::default())
        .expect("the position is of the material");
    assert_eq!(answer.advice, None);
    assert_eq!(answer.positions(), 19);
    assert_eq!(answer.tried[0].by_depth[..8], [1, 5, 1, 5, 1, 4, 1, 1]);
    assert!(
        answer.tried[0].by_depth[8..]
            .iter()
            .all(|count| *count == 0)
    );
}

#[test]
fn the_king_goes_before_its_pawn_by_the_choices_of_figure_3() {
    let mut engine = engine("kpk.adv", &read("examples/kpk.adv"));
    let advice = engine
        .advice("bring-king-in-front-of-pawn")
        .expect("the program has the piece-of-advice");
    let root = position(FIG_2);
    let answer = engine
        .try_advice(advice, &root, &Options::default())
        .expect("the position is of the material");
    assert_eq!(
        answer.first_move().map(|m| san(&root, m)),
        Some("Kc2".to_owned())
    );
    let tree = answer.tree.clone().expect("the advice is satisfied");
    let mut found = BTreeMap::new();
    let first: Vec<usize> = tree.children(None).collect();
    assert_eq!(
        first.len(),
        1,
        "a tree to be played has one move at its root"
    );
    choices(&tree, first[0], "", &mut found);
    let wanted: BTreeMap<String, String> = FIG_3
        .iter()
        .map(|(l, c)| ((*l).to_owned(), (*c).to_owned()))
        .collect();
    assert_eq!(found, wanted);
    // Replies are left out, and the answer says so.
    assert!(tree.is_conditional());
    // Fig. 4 prints 58 = 3 9 6 15 10 15, and neither the replies' order nor the definition of the piece.
    assert_eq!(answer.tried[0].by_depth[..6], [3, 9, 6, 15, 10, 14]);
    assert_eq!(answer.positions(), 57);
}

/// Our move at `node`, under the line of replies that led there, and those below it.
fn choices(tree: &Tree, node: usize, line: &str, found: &mut BTreeMap<String, String>) {
    let target = |index: usize| adv_chess::geometry::square_name(tree.nodes()[index].mv.to);
    found.insert(line.to_owned(), target(node));
    for reply in tree.children(Some(node)) {
        let line = format!("{line} {}", target(reply));
        for ours in tree.children(Some(reply)) {
            choices(tree, ours, line.trim_start(), found);
        }
    }
}

#[test]
fn the_copied_figures_are_those_of_the_paper() {
    let cases: serde_json::Value =
        serde_json::from_str(&read("tests/cases/al2/al2_cases.json")).expect("the cases are JSON");
    let case = |id: &str| {
        let mut all = cases.as_array().into_iter().flatten();
        all.find(|case| case["id"] == id)
            .unwrap_or_else(|| panic!("no case {id}"))
    };
    let tree = case("fig3_forcing_tree");
    assert_eq!(tree["fen"], FIG_2);
    let choices = tree["expected"]["choices"]
        .as_object()
        .expect("a table of choices");
    let printed: Vec<(&str, &str)> = choices
        .iter()
        .map(|(l, c)| (l.as_str(), c.as_str().unwrap_or("")))
        .collect();
    let mut copied = FIG_3;
    copied.sort_unstable();
    let mut printed = printed;
    printed.sort_unstable();
    assert_eq!(printed, copied);
    let pushes = case("fig4_push_pawn");
    assert_eq!(pushes["fen"], FIG_2);
    assert_eq!(
        pushes["expected"]["nodes"],
        serde_json::json!([1, 5, 1, 5, 1, 4, 1, 1, 0])
    );
    assert_eq!(pushes["expected"]["total"], 19);
}
