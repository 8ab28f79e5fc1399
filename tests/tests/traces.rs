//! A trace says what the search did: it has as many nodes as the statistics count, and the answers are the same with and without it.

use adv::chess::parse_fen;
use adv::{
    Answer, Engine, GoalKind, Limits, Options, Position, Replies, Subject, Trace, TraceEvent,
    TraceVisit, Tree,
};

use crate::common;
use crate::drawn::schema;
use adv::render::{Explained, json, text};

/// Programs with positions: searches of many plies, nested advice, out-classes, both colours.
const ASKED: [(&str, &[&str]); 5] = [
    (
        "kpk.adv",
        &[
            "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1",
            "8/8/8/2k5/8/2PK4/8/8 w - - 0 1",
        ],
    ),
    (
        "krk-advice.adv",
        &[
            "8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
            "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
        ],
    ),
    (
        "knkr.adv",
        &[
            "8/5k2/8/4K2R/8/2n5/8/8 b - - 1 1",
            "8/8/4n3/8/8/1k1K4/3R4/8 b - - 0 1",
        ],
    ),
    ("karapetyan-1986.adv", &["8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"]),
    ("krk-strategy.adv", &["8/8/8/3k4/8/8/1R6/K7 w - - 0 1"]),
];

fn engine(name: &str) -> Engine {
    let linked = common::linked(name, &common::read(format!("examples/{name}")));
    Engine::new(linked, Limits::default())
}

/// An answer, and the trace of at most so many entries.
fn traced(
    engine: &mut Engine,
    position: &Position,
    replies: Replies,
    most: Option<usize>,
) -> (Answer, Trace) {
    let options = Options {
        replies,
        ..Options::default()
    };
    let names = adv::Names::default();
    let subject = Subject::choose(engine.module(), &names, position).expect("there is a subject");
    engine.trace(most);
    let answer = engine.ask(subject, position, &options).expect("no limit");
    (answer, engine.traced())
}

/// Positions tested in all, and the tree.
fn found(answer: &Answer) -> (u64, Option<&Tree>) {
    let consultation = match answer {
        Answer::Consulted(consultation) => consultation.as_ref(),
        Answer::Yielded(p_strategy) => &p_strategy.consultation,
        Answer::Over(_) => return (0, None),
    };
    let all = consultation.positions() + consultation.nested_positions();
    (all, consultation.tree.as_ref())
}

#[test]
fn a_trace_has_as_many_nodes_as_the_statistics_count() {
    let mut nested = 0;
    for (name, positions) in ASKED {
        let mut engine = engine(name);
        for fen in positions {
            let position = parse_fen(fen).expect("a position");
            for replies in [Replies::TestedFirst, Replies::OneByOne] {
                let (plain, nothing) = traced(&mut engine, &position, replies, None);
                assert_eq!(nothing, Trace::default());
                let (answer, trace) = traced(&mut engine, &position, replies, Some(usize::MAX));
                let (all, tree) = found(&answer);
                assert_eq!((all, tree), found(&plain), "{name} {fen}");
                assert_eq!(trace.nodes, all, "{name} {fen} {replies:?}");
                assert!(all > 0 && trace.left_out == 0, "{name} {fen}");
                // A strategy counts in one way.
                let roots = match answer {
                    Answer::Yielded(_) => 0,
                    _ => roots(&trace, replies),
                };
                let tested = trace.entries.iter().filter(|entry| {
                    matches!(
                        entry.event,
                        TraceEvent::Node {
                            visit: TraceVisit::Tested,
                            ..
                        }
                    )
                });
                assert_eq!(
                    tested.count() as u64 + roots,
                    all,
                    "{name} {fen} {replies:?}"
                );
                nested += trace.entries.iter().filter(|entry| entry.level > 0).count();
            }
        }
    }
    assert!(nested > 1000, "too little nested advice: {nested}");
}

/// The roots that count: with replies one by one that of each search, once for all bounds where it is played.
fn roots(trace: &Trace, replies: Replies) -> u64 {
    if replies == Replies::TestedFirst {
        return 0;
    }
    let begun = trace.entries.iter().filter(|entry| match entry.event {
        TraceEvent::Begun { bound, .. } => entry.level > 0 || bound == first_bound(trace, entry),
        _ => false,
    });
    begun.count() as u64
}

/// The least bound under which a piece was searched at the root.
fn first_bound(trace: &Trace, of: &adv::TraceEntry) -> u16 {
    let TraceEvent::Begun { advice: wanted, .. } = of.event else {
        return 0;
    };
    let bounds = trace.entries.iter().filter_map(|entry| match entry.event {
        TraceEvent::Begun { advice, bound, .. } if entry.level == 0 && advice == wanted => {
            Some(bound)
        }
        _ => None,
    });
    bounds.min().unwrap_or(0)
}

#[test]
fn the_nodes_of_the_tree_are_judged_as_they_were_found() {
    let mut trees = 0;
    for (name, positions) in ASKED {
        let mut engine = engine(name);
        for fen in positions {
            let position = parse_fen(fen).expect("a position");
            let (answer, trace) = traced(
                &mut engine,
                &position,
                Replies::TestedFirst,
                Some(usize::MAX),
            );
            let (_, tree) = found(&answer);
            let Some(tree) = tree else { continue };
            trees += 1;
            for (index, node) in tree.nodes().iter().enumerate() {
                let part = tree.from_node(index).expect("the node is there");
                let judged = trace.entries.iter().filter_map(|entry| match &entry.event {
                    TraceEvent::Node {
                        before,
                        mv,
                        verdict: Some(verdict),
                        ..
                    } if before.without_clocks() == part.root().without_clocks()
                        && *mv == node.mv =>
                    {
                        Some(verdict)
                    }
                    _ => None,
                });
                let mut judged = judged.filter(|verdict| {
                    verdict.goal == GoalKind::Better && verdict.holds == tree.is_leaf(index)
                });
                assert!(judged.next().is_some(), "{name} {fen}: node {index}");
            }
        }
    }
    assert!(trees >= 6, "only {trees} trees");
}

#[test]
fn a_short_trace_counts_what_it_leaves_out() {
    let mut engine = engine("knkr.adv");
    let position = parse_fen("8/5k2/8/4K2R/8/2n5/8/8 b - - 1 1").expect("a position");
    let (_, whole) = traced(
        &mut engine,
        &position,
        Replies::TestedFirst,
        Some(usize::MAX),
    );
    let (answer, short) = traced(&mut engine, &position, Replies::TestedFirst, Some(25));
    assert_eq!(short.entries.len(), 25);
    assert_eq!(short.entries, whole.entries[..25]);
    assert_eq!(short.left_out as usize + 25, whole.entries.len());
    assert_eq!((short.nodes, found(&answer).0), (whole.nodes, whole.nodes));
    // Taking the trace begins another one.
    assert_eq!(engine.traced(), Trace::default());
}

/// A rook's endgame for both colours.
const MIRRORED: &str = "material  W: K, R;  B: K  mirrored
advice nearer
  better  dist(W.K, B.K) < root.dist(W.K, B.K)
  holding SQ(R) ≠ ∅
  us      R then K
  depth   3
end-advice
table krk
  otherwise nearer
end-table
";

#[test]
fn a_trace_of_exchanged_colours_has_the_colours_of_the_caller() {
    let mut engine = Engine::new(common::linked("mirrored.adv", MIRRORED), Limits::default());
    let position = parse_fen("8/8/8/3k4/8/8/1R6/K7 w - - 0 1").expect("a position");
    let (_, own) = traced(&mut engine, &position, Replies::TestedFirst, Some(500));
    let mirrored = position.mirror();
    let (_, turned) = traced(&mut engine, &mirrored, Replies::TestedFirst, Some(500));
    assert_eq!(own.entries.len(), turned.entries.len());
    assert!(own.entries.len() > 3);
    for (one, other) in own.entries.iter().zip(&turned.entries) {
        match (&one.event, &other.event) {
            (
                TraceEvent::Node { before, mv, .. },
                TraceEvent::Node {
                    before: turned,
                    mv: m,
                    ..
                },
            ) => {
                // Only the number of the move depends on who began.
                assert_eq!(before.mirror().without_clocks(), turned.without_clocks());
                assert_eq!((mv.from ^ 56, mv.to ^ 56), (m.from, m.to));
                assert!(turned.legal_moves().contains(m));
            }
            (TraceEvent::Begun { us, .. }, TraceEvent::Begun { us: other, .. }) => {
                assert_eq!(!*us, *other);
            }
            (one, other) => assert_eq!(one, other),
        }
    }
}

#[test]
fn the_object_of_a_trace_has_the_shape_that_its_schema_promises() {
    let promised = schema::load("docs/schema/outcome.json");
    for (name, positions) in ASKED {
        let mut engine = engine(name);
        let position = parse_fen(positions[0]).expect("a position");
        let most = Some(300);
        let (answer, trace) = traced(&mut engine, &position, Replies::OneByOne, most);
        let consultation = match &answer {
            Answer::Consulted(consultation) => consultation.as_ref(),
            Answer::Yielded(p_strategy) => &p_strategy.consultation,
            Answer::Over(step) => panic!("{name}: {step:?}"),
        };
        let module = engine.module();
        let mut object = json::explained(&Explained::new(module, consultation), false);
        object.trace = Some(json::trace(module, &trace));
        let object = json::value(&object);
        let wrong = schema::errors(&promised, "Consultation", &object);
        assert!(wrong.is_empty(), "{wrong:?}");
        // Each entry is a line of the text, and one more line counts the rest.
        let lines = text::trace(module, &trace).lines().count();
        assert_eq!(lines, trace.entries.len() + usize::from(trace.left_out > 0));
    }
}
