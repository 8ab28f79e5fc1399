//! Explanations: the samples' own tests, the same with the colours exchanged, verdicts held by the search itself, and plans of quiet positions.

use std::sync::Arc;

use adv::explain::{ExplainOptions, Explainer, Explanation, Fact, Verdict};
use adv::program::EvaluationId;
use adv::render::explanation::{Shown, json};
use adv::{Limits, PerfectPlay, Position, Rulebook, Tester, TreeFound, material_to_prepare};

use crate::common::{position, rulebook};
use crate::drawn::schema;

const PAWNS: &str = include_str!("../../examples/patterns-pawns.adv");
const ROOKS: &str = include_str!("../../examples/patterns-rooks.adv");
const KPK: &str = include_str!("../../examples/patterns-kpk.adv");

/// Positions of both colours to move, with many men and with few.
const POSITIONS: &[&str] = &[
    "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1",
    "r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1",
    "4k3/8/8/P5pp/6PP/8/8/4K3 w - - 0 1",
    "3rk3/8/8/8/3N4/8/5PPP/5RK1 b - - 0 1",
    "6k1/5ppp/8/8/8/8/8/4R1K1 b - - 0 1",
    "rnbqkbnr/ppp2ppp/4p3/3pP3/3P4/8/PPP2PPP/RNBQKBNR b KQkq - 0 3",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
    "2r3k1/5ppp/p3p3/1p2P3/3R4/1P6/P4PPP/6K1 w - - 0 1",
];

fn explainer(name: &str, text: &str) -> Explainer {
    let program = rulebook(name, text);
    Explainer::new(program.linked(), Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn explain(explainer: &mut Explainer, position: &Position) -> Explanation {
    let evaluation = EvaluationId(0);
    explainer
        .explain(evaluation, position, &ExplainOptions::default())
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_samples_pass_their_own_tests() {
    for (name, text) in [("pawns.adv", PAWNS), ("rooks.adv", ROOKS), ("kpk.adv", KPK)] {
        let program = rulebook(name, text);
        let engine = program.engine(Limits::default());
        let tests = engine.module().tests.clone();
        let mut values = PerfectPlay::in_memory();
        for test in &tests {
            if let Some(material) = material_to_prepare(&values, test) {
                let prepared = values.prepare(&material, &mut |_, _| {});
                prepared.unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
        let mut tester = Tester::new(engine, &Arc::new(values));
        let mut explanations = 0;
        for test in &tests {
            let ran = tester.run(name, test, |found: TreeFound<'_>, _| {
                explanations += 1;
                let kept = include_str!("../../examples/patterns-pawns.trees/figure-5.tree");
                assert_eq!(found.text, kept);
                Ok::<(), std::convert::Infallible>(())
            });
            let Ok(outcome) = ran;
            assert_eq!(outcome.case.failures, [""; 0], "{name}: {}", test.name);
        }
        assert!(tests.len() >= 5);
        assert_eq!(explanations, usize::from(name == "pawns.adv"));
    }
}

#[test]
fn an_expectation_that_is_not_met_says_what_is_told() {
    let text = ROOKS.replace(
        "explains mate-threat(W)",
        "explains loose(W), forced feed, total = 7",
    );
    let program = rulebook("rooks.adv", &text);
    let engine = program.engine(Limits::default());
    let tests = engine.module().tests.clone();
    let mut tester = Tester::new(engine, &Arc::new(PerfectPlay::in_memory()));
    let last = tests.last().unwrap_or_else(|| panic!("a test"));
    let ran = tester.run("rooks.adv", last, |_: TreeFound<'_>, _| {
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(outcome) = ran;
    assert_eq!(
        outcome.case.failures,
        [
            "expect explains loose(W): there is no such fact; told are mate-threat(W), rook-open(W), weak-back-rank(B)",
            "expect forced feed: no told fact has the plan feed; told are mate-threat(W), rook-open(W), weak-back-rank(B)",
            "expect total = 7: the total is 45; told are mate-threat(W), rook-open(W), weak-back-rank(B)",
        ]
    );
}

/// With the colours exchanged an explanation is exchanged, to the square.
#[test]
fn explanations_are_exchanged_with_the_colours() {
    let mut told = 0;
    for (name, text) in [("pawns.adv", PAWNS), ("rooks.adv", ROOKS)] {
        let mut explainer = explainer(name, text);
        for fen in POSITIONS {
            let own = position(fen);
            let one = explain(&mut explainer, &own);
            let other = explain(&mut explainer, &own.mirror());
            assert_eq!(other.total, -one.total, "{name} {fen}");
            let back: Vec<Fact> = other.facts.iter().map(Fact::exchanged).collect();
            assert_eq!(back, one.facts, "{name} {fen}");
            assert_eq!(other.passed, one.passed, "{name} {fen}");
            let words = |of: &Explanation| -> Vec<Vec<&'static str>> {
                let plans = of.told.iter().map(|told| &told.plan);
                plans
                    .map(|plan| plan.iter().map(|of| of.verdict.word()).collect())
                    .collect()
            };
            assert_eq!(words(&other), words(&one), "{name} {fen}");
            told += one.told.len();
        }
    }
    assert!(told >= 20, "{told} facts");
}

/// A forced plan has a tree that begins with a legal move; a fact that requires a plan is told only where it is done or forced.
#[test]
fn what_is_required_stands() {
    let mut explainer = explainer("rooks.adv", ROOKS);
    let mut forced = 0;
    for fen in POSITIONS {
        let position = position(fen);
        let explanation = explain(&mut explainer, &position);
        for plan in explanation.told.iter().flat_map(|told| &told.plan) {
            if plan.required {
                assert!(plan.verdict.stands(), "{fen}");
            }
            if let Verdict::Forced(tree) = &plan.verdict {
                let first = tree
                    .first_move()
                    .unwrap_or_else(|| panic!("{fen}: no move"));
                assert!(
                    first.is_pass() || position.legal_moves().contains(&first),
                    "{fen}"
                );
                forced += 1;
            }
        }
    }
    assert!(forced >= 3, "{forced} plans");
}

/// Two searches of one position, and one after others, explain alike; without plans nothing is searched.
#[test]
fn an_explanation_depends_on_the_position_alone() {
    let mut used = explainer("rooks.adv", ROOKS);
    for fen in POSITIONS {
        let position = position(fen);
        let first = explain(&mut used, &position);
        let mut interpreted = explainer("rooks.adv", ROOKS);
        interpreted.engine_mut().set_native(false);
        assert_eq!(explain(&mut interpreted, &position), first, "{fen}");
        let options = ExplainOptions {
            plans: false,
            ..ExplainOptions::default()
        };
        let off = used.explain(EvaluationId(0), &position, &options);
        let off = off.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(off.positions, 0);
        assert_eq!(off.facts, first.facts, "{fen}");
    }
}

#[test]
fn the_object_has_the_shape_that_its_schema_promises() {
    let promised = schema::load("docs/schema/explanation.json");
    let mut explainer = explainer("rooks.adv", ROOKS);
    let ended = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for fen in POSITIONS.iter().chain([&ended]) {
        let explanation = explain(&mut explainer, &position(fen));
        let shown = Shown {
            language: "ru",
            limit: 1_000_000,
            all: "--all",
        };
        let object = json(explainer.program(), &explanation, &shown);
        assert_eq!(schema::errors(&promised, "Explanation", &object), [""; 0]);
    }
}

/// Patterns, plans and texts in a file of their own explain as they do in one file.
#[test]
fn patterns_of_another_file_explain_alike() {
    let find = |word: &str| PAWNS.find(word).unwrap_or_else(|| panic!("no `{word}`"));
    let (evaluation, texts) = (find("evaluation structure"), find("texts de"));
    let tests = find("// ---- tests");
    let used = format!("{}{}", &PAWNS[..evaluation], &PAWNS[texts..tests]);
    let own = format!(
        "use \"club.adv\"\nuse std.directions\n{}{}",
        &PAWNS[evaluation..texts],
        &PAWNS[tests..]
    );
    let files: &[(&str, &str)] = &[("club.adv", &used)];
    let program = Rulebook::load_with("own.adv", &own, files);
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let made = Explainer::new(program.linked(), Limits::default());
    let mut two = made.unwrap_or_else(|error| panic!("{error}"));
    let mut one = explainer("pawns.adv", PAWNS);
    let mut told = 0;
    for fen in POSITIONS {
        let position = position(fen);
        let object = |explainer: &mut Explainer| {
            let explanation = explain(explainer, &position);
            let shown = Shown {
                language: "ru",
                limit: 1_000_000,
                all: "--all",
            };
            json(explainer.program(), &explanation, &shown)
        };
        let found = object(&mut two);
        told += found["told"].as_array().map_or(0, Vec::len);
        assert_eq!(found, object(&mut one), "{fen}");
    }
    assert!(told >= 10, "{told} facts");
}
