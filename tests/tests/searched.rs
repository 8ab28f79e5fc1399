//! Every attempt of a search: as many as positions are tested, the tree among them, and each settled as the attempts after it say.

use std::collections::BTreeMap;

use adv::chess::parse_fen;
use adv::render::{Explained, attempts, json};
use adv::{
    BranchEnd, Consultation, Engine, Limits, Move, Options, Position, Replies, Searched, Subject,
    Tree,
};

use crate::common;
use crate::drawn::schema;

/// Programs with positions: shortest trees, phases, costs, an out-class, nested advice, both colours.
const ASKED: [(&str, &str); 6] = [
    ("kpk.adv", "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1"),
    ("kpk.adv", "8/8/8/2k5/8/2PK4/8/8 w - - 0 1"),
    ("krk-advice.adv", "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"),
    ("knkr.adv", "8/5k2/8/4K2R/8/2n5/8/8 b - - 1 1"),
    ("knkr.adv", "8/8/4n3/8/8/1k1K4/3R4/8 b - - 0 1"),
    (
        "tactics.adv",
        "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 0 1",
    ),
];

fn engine(name: &str) -> Engine {
    let text = common::read(format!("examples/{name}"));
    Engine::new(common::linked(name, &text), Limits::default())
}

/// The answer of what a program has for a position, and its attempts, at most so many.
fn searched_in(
    engine: &mut Engine,
    position: &Position,
    replies: Replies,
    most: usize,
) -> (Consultation, Searched) {
    let options = Options {
        replies,
        ..Options::default()
    };
    let names = adv::Names::default();
    let subject = Subject::choose(engine.module(), &names, position).expect("there is a subject");
    let Subject::Table(table) = subject else {
        panic!("{subject:?} is no table");
    };
    engine.record_searched(most);
    let answer = engine.consult(table, position, &options).expect("no limit");
    let found = engine.searched();
    engine.trace(None);
    let plain = engine.consult(table, position, &options).expect("no limit");
    assert_eq!(plain.tree, answer.tree, "the record changes no answer");
    assert_eq!(plain.positions(), answer.positions());
    (answer, found)
}

/// The moves that lead to a branch.
fn way_of(found: &Searched, branch: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut at = Some(branch);
    while let Some(index) = at {
        moves.push(found.branches[index].mv);
        at = found.branches[index].parent;
    }
    moves.reverse();
    moves
}

/// The same in letters.
fn way(found: &Searched, branch: usize) -> Vec<String> {
    let moves = way_of(found, branch);
    moves.iter().map(Move::to_string).collect()
}

#[test]
fn there_are_as_many_attempts_as_positions_and_the_tree_is_among_them() {
    let (mut trees, mut attempts) = (0, 0);
    for (name, fen) in ASKED {
        let mut engine = engine(name);
        let position = parse_fen(fen).expect("a position");
        for replies in [Replies::TestedFirst, Replies::OneByOne] {
            let (answer, found) = searched_in(&mut engine, &position, replies, usize::MAX);
            let dear = |end: &BranchEnd| matches!(end, BranchEnd::TooDear(_));
            let tested = found.branches.iter().filter(|one| !dear(&one.end)).count() as u64;
            // With replies one by one the root is counted once for each piece.
            let roots = match replies {
                Replies::OneByOne => answer.tried.len() as u64,
                Replies::TestedFirst => 0,
            };
            assert_eq!(
                tested + roots,
                answer.positions(),
                "{name} {fen} {replies:?}"
            );
            attempts += tested;
            let marked = found.branches.iter().filter(|one| one.in_tree);
            let marked: Vec<(Move, u16)> = marked.map(|one| (one.mv, one.ply)).collect();
            let nodes = answer.tree.as_ref().map_or(&[][..], Tree::nodes);
            let nodes: Vec<(Move, u16)> = nodes.iter().map(|node| (node.mv, node.ply)).collect();
            assert_eq!(marked, nodes, "{name} {fen} {replies:?}");
            trees += usize::from(!nodes.is_empty());
        }
    }
    assert!(trees >= 8 && attempts > 5_000, "{trees} {attempts}");
}

#[test]
fn the_end_of_an_attempt_is_what_the_attempts_after_it_say() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, fen) in ASKED {
        let mut engine = engine(name);
        let position = parse_fen(fen).expect("a position");
        let (_, found) = searched_in(&mut engine, &position, Replies::TestedFirst, usize::MAX);
        for run in found.runs.iter().filter(|run| !run.by_numbers) {
            let mut succeeded = false;
            for at in run.branches.clone() {
                let one = &found.branches[at];
                let below = run.branches.clone();
                let mut below = below.filter(|other| found.branches[*other].parent == Some(at));
                let holds = |other: usize| found.branches[other].end.holds();
                assert!(one.class.is_some(), "{name}: a class selects every move");
                succeeded |= one.parent.is_none() && one.end.holds();
                let word = match one.end {
                    BranchEnd::Refuted(by) => {
                        assert_eq!(found.branches[by].parent, Some(at));
                        assert!(!holds(by) && one.ply % 2 == 1);
                        "refuted"
                    }
                    BranchEnd::Tree => {
                        assert!(below.all(holds) && one.ply % 2 == 1);
                        "tree"
                    }
                    BranchEnd::Met(by) => {
                        assert!(holds(by) && found.branches[by].parent == Some(at));
                        assert_eq!(below.next_back(), Some(by), "no move is tried after it");
                        "met"
                    }
                    BranchEnd::Unmet => {
                        assert!(!below.any(holds) && one.ply % 2 == 0);
                        "unmet"
                    }
                    BranchEnd::Bound => {
                        assert!(one.ply == run.bound && below.next().is_none());
                        "bound"
                    }
                    BranchEnd::Untried => {
                        let father = one.parent.expect("a reply follows a move");
                        let end = found.branches[father].end;
                        assert!(matches!(end, BranchEnd::Refuted(_)) && below.next().is_none());
                        "untried"
                    }
                    BranchEnd::Violated | BranchEnd::Leaf => {
                        let verdict = one.verdict.as_ref().expect("a goal decides");
                        assert_eq!(verdict.holds, one.end == BranchEnd::Leaf);
                        assert!(below.next().is_none());
                        if verdict.holds { "leaf" } else { "violated" }
                    }
                    BranchEnd::NoMove | BranchEnd::TooDear(_) => "no move",
                    BranchEnd::Open => panic!("{name}: nothing was left out"),
                };
                *kinds.entry(word).or_default() += 1;
            }
            assert_eq!(succeeded, run.found, "{name} {fen}");
        }
    }
    let met: Vec<&&str> = kinds.keys().collect();
    assert!(kinds.len() >= 8, "only {met:?}");
}

#[test]
fn the_class_of_a_node_is_the_one_that_its_attempt_had() {
    let mut nodes = 0;
    for (name, fen) in ASKED {
        let mut engine = engine(name);
        let position = parse_fen(fen).expect("a position");
        let (answer, found) = searched_in(&mut engine, &position, Replies::TestedFirst, usize::MAX);
        let marked: Vec<_> = found.branches.iter().filter(|one| one.in_tree).collect();
        for (node, attempt) in marked.iter().enumerate() {
            let facts = engine.facts(&answer, node).expect("no limit");
            assert_eq!(facts.selected, attempt.class, "{name} {fen}: node {node}");
            nodes += 1;
        }
    }
    assert!(nodes > 80, "only {nodes} nodes");
}

#[test]
fn counts_by_class_and_goal_are_those_of_the_attempts() {
    let mut classes = 0;
    for (name, fen) in ASKED {
        let mut engine = engine(name);
        let position = parse_fen(fen).expect("a position");
        engine.record_searched(usize::MAX);
        engine.tally();
        let names = adv::Names::default();
        let subject = Subject::choose(engine.module(), &names, &position).expect("a subject");
        let Subject::Table(table) = subject else {
            panic!("{subject:?} is no table");
        };
        let options = Options::default();
        let answer = engine
            .consult(table, &position, &options)
            .expect("no limit");
        let found = engine.searched();
        let tallies = answer.tried.iter().map(|tried| {
            let tally = tried.tally.as_ref().expect("it was requested");
            let tested: u64 = tally.classes.iter().map(|class| class.positions).sum();
            assert_eq!(tested, tried.positions, "{name} {fen}");
            assert_eq!(usize::from(tally.deepest), tried.by_depth.len());
            classes += tally.classes.len();
            let count = |goal: &[adv::GoalTally]| goal.iter().map(|one| one.count).sum::<u64>();
            [count(&tally.leaves), count(&tally.cuts), tally.too_dear]
        });
        let sums = tallies.fold([0; 3], |[a, b, c], [x, y, z]| [a + x, b + y, c + z]);
        let of = |wanted: fn(&BranchEnd) -> bool| {
            found.branches.iter().filter(|one| wanted(&one.end)).count() as u64
        };
        let wanted = [
            of(|end| *end == BranchEnd::Leaf),
            of(|end| *end == BranchEnd::Violated),
            of(|end| matches!(end, BranchEnd::TooDear(_))),
        ];
        assert_eq!(sums, wanted, "{name} {fen}");
    }
    assert!(classes > 20, "only {classes} classes");
}

#[test]
fn a_record_that_ends_early_says_nothing_else_than_a_whole_one() {
    let mut engine = engine("kpk.adv");
    let position = parse_fen("5k2/8/8/8/8/2P5/8/3K4 w - - 0 1").expect("a position");
    let (_, whole) = searched_in(&mut engine, &position, Replies::TestedFirst, usize::MAX);
    let mut ends: BTreeMap<(usize, Vec<String>), BranchEnd> = BTreeMap::new();
    for (number, run) in whole.runs.iter().enumerate() {
        for at in run.branches.clone() {
            ends.insert((number, way(&whole, at)), whole.branches[at].end);
        }
    }
    let mut open = 0;
    for most in [1, 2, 30, 31, 100, 200, 900, 1_000, 1_001, 1_200] {
        let (_, cut) = searched_in(&mut engine, &position, Replies::TestedFirst, most);
        assert_eq!(cut.branches.len(), most);
        assert_eq!(cut.left_out as usize + most, whole.branches.len());
        let left_out: u64 = cut.runs.iter().map(|run| run.left_out).sum();
        assert_eq!(left_out, cut.left_out);
        for (number, run) in cut.runs.iter().enumerate() {
            for at in run.branches.clone() {
                let end = cut.branches[at].end;
                let known = ends[&(number, way(&cut, at))];
                open += usize::from(end == BranchEnd::Open);
                let same = std::mem::discriminant(&end) == std::mem::discriminant(&known);
                assert!(
                    same || end == BranchEnd::Open,
                    "{most}: {end:?} for {known:?}"
                );
            }
        }
    }
    assert!(open > 10, "only {open} attempts were open");
}

#[test]
fn the_object_has_the_shape_that_its_schema_promises() {
    let promised = schema::load("docs/schema/outcome.json");
    for (name, fen) in ASKED {
        let mut engine = engine(name);
        let position = parse_fen(fen).expect("a position");
        let (answer, found) = searched_in(&mut engine, &position, Replies::TestedFirst, 2_000);
        let module = engine.module();
        let mut object = json::explained(&Explained::new(module, &answer), false);
        object.searched = Some(attempts::json(module, &found));
        let object = json::value(&object);
        let wrong = schema::errors(&promised, "Consultation", &object);
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
        // Sons, brothers and fathers name each other.
        for search in object["searched"]["searches"].as_array().expect("a list") {
            let branches = search["branches"].as_array().expect("a list");
            for branch in branches {
                let number = |field: &str| branch[field].as_u64().expect("a number") as usize;
                for (field, father) in [("son", number("n")), ("brother", number("father"))] {
                    if let Some(at) = number(field).checked_sub(1) {
                        assert_eq!(branches[at]["father"], father);
                    }
                }
            }
        }
        // Each attempt is a line of the text, beside one for each search.
        let lines = attempts::text(module, &found).lines().count();
        let all = found.branches.len() + found.runs.len();
        assert_eq!(lines, all + usize::from(found.left_out > 0));
    }
}

/// Pawns are taken on both sides, and each side looks where that was.
const LOOKS: &str = "material  W: K, P, P;  B: K, P
advice look for W
  better   SQ(B.P) = ∅
  holding  SQ(W.P) ≠ ∅
  us       any to them.* then P then K to TAKEN then K by -dist(TO, TAKEN) then any
  them     any to us.* then P then any by dist(TO, TAKEN)
  depth    5
end-advice
table looks
  otherwise look
end-table
";

/// On which square the move of a branch takes a man.
fn takes(found: &Searched, run: &adv::SearchedRun, branch: usize) -> u64 {
    let line = way_of(found, branch);
    let (last, before) = line.split_last().expect("a branch has a move");
    let at = before.iter().fold(run.position, |at, mv| at.play(*mv));
    let there = 1u64 << last.to;
    let ep = last.role == adv::Role::Pawn && (last.from ^ last.to) & 7 != 0;
    match at.occupied() & there != 0 || ep {
        true => there,
        false => 0,
    }
}

/// The squares on which men were taken in what has settled each branch of a run, worked out from the branches alone.
fn settled(found: &Searched, run: &adv::SearchedRun) -> BTreeMap<usize, u64> {
    let mut settled: BTreeMap<usize, u64> = BTreeMap::new();
    for at in run.branches.clone().rev() {
        let below = run.branches.clone();
        let below = below.filter(|other| found.branches[*other].parent == Some(at));
        let behind = match found.branches[at].end {
            BranchEnd::Refuted(by) | BranchEnd::Met(by) => settled[&by],
            BranchEnd::Tree | BranchEnd::Unmet => below.fold(0, |all, one| all | settled[&one]),
            _ => 0,
        };
        settled.insert(at, behind | takes(found, run, at));
    }
    settled
}

#[test]
fn the_squares_of_taken_are_those_of_the_attempts_before() {
    let mut engine = common::engine("looks.adv", LOOKS);
    let (mut classes, mut squares, mut trees) = ([0, 0], 0, 0);
    for fen in [
        "8/8/2k5/8/2P1p3/8/1P2K3/8 w - - 0 1",
        "8/1k6/8/1P2p3/8/P4K2/8/8 w - - 0 1",
        "8/8/8/2kp4/8/1PP5/8/3K4 w - - 0 1",
        "8/8/4k3/3p4/2P1P3/4K3/8/8 w - - 0 1",
    ] {
        let position = parse_fen(fen).expect("a position");
        let (answer, found) = searched_in(&mut engine, &position, Replies::TestedFirst, usize::MAX);
        for run in &found.runs {
            let settled = settled(&found, run);
            for at in run.branches.clone() {
                let one = &found.branches[at];
                let by = one.class.expect("a class selects it");
                let Some(taken) = by.taken else { continue };
                let before = run.branches.clone().filter(|other| {
                    let other = &found.branches[*other];
                    let earlier = other.class.is_some_and(|class| class.class < by.class);
                    other.parent == one.parent && earlier
                });
                let wanted = before.fold(0, |all, other| all | settled[&other]);
                assert_eq!(taken, wanted, "{fen}: branch {at}, {one:?}");
                classes[usize::from(by.ours)] += 1;
                squares += taken.count_ones();
            }
        }
        // The tree has the classes of the search that found it.
        let marked = found.branches.iter().filter(|one| one.in_tree);
        let wanted: Vec<_> = marked.map(|one| one.class).collect();
        assert_eq!(engine.tree_classes(&answer).expect("no limit"), wanted);
        trees += usize::from(answer.tree.is_some());
    }
    assert!(classes[0] > 50 && classes[1] > 50, "{classes:?}");
    assert!(
        squares > 50 && trees > 0,
        "{squares} squares, {trees} trees"
    );
}
