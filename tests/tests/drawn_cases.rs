//! What explanations take from cases: texts and plans of the same fact, the plans of brothers, and nothing that does not stand.

use adv::cases::{Case, CaseBase, Name, Saying, Slot};
use adv::explain::{Cases, ExplainOptions, Explainer, Explanation, Verdict, case_of, check};
use adv::program::EvaluationId;
use adv::render::explanation::{Shown, json};
use adv::{Limits, Position};
use adv_reference::generate::cases::{Games, base};
use adv_testkit::Numbers;

use crate::common::{position, rulebook};
use crate::drawn::schema;

const PAWNS: &str = include_str!("../../examples/patterns-pawns.adv");
const FIGURE_4: &str = "r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1";
const FIGURE_5: &str = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";

fn explainer() -> Explainer {
    let program = rulebook("pawns.adv", PAWNS);
    Explainer::new(program.linked(), Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn explain(
    explainer: &mut Explainer,
    position: &Position,
    drawn: Option<(&CaseBase, bool)>,
) -> Explanation {
    let cases = drawn.map(|(base, several)| Cases { base, several });
    let options = ExplainOptions::default();
    explainer
        .explain_by(EvaluationId(0), position, &options, cases.as_ref())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The case that an explanation of a position makes.
fn case(explainer: &mut Explainer, fen: &str) -> Case {
    let explanation = explain(explainer, &position(fen), None);
    let case = case_of(explainer.program(), &explanation, None);
    case.unwrap_or_else(|| panic!("{fen}: nothing is told"))
}

fn base_of(cases: impl IntoIterator<Item = Case>) -> CaseBase {
    let mut base = CaseBase::new();
    for case in cases {
        base.push(case).unwrap_or_else(|error| panic!("{error}"));
    }
    base
}

fn say(lang: &str, slot: Slot, text: &str) -> Saying {
    Saying {
        lang: Name::from(lang),
        slot,
        text: text.to_owned(),
    }
}

/// What is told of a pattern, as JSON in a language.
fn told(
    explainer: &Explainer,
    explanation: &Explanation,
    pattern: &str,
    language: &str,
) -> serde_json::Value {
    let shown = Shown {
        language,
        limit: 1_000_000,
        all: "--all",
    };
    let object = json(explainer.program(), explanation, &shown);
    let promised = schema::load("docs/schema/explanation.json");
    assert_eq!(schema::errors(&promised, "Explanation", &object), [""; 0]);
    let facts = &object["facts"];
    let told = object["told"].as_array().into_iter().flatten();
    let is = |told: &&serde_json::Value| {
        let place = told["fact"].as_u64().unwrap_or(u64::MAX);
        facts[usize::try_from(place).unwrap_or(usize::MAX)]["pattern"] == pattern
    };
    told.clone()
        .find(is)
        .cloned()
        .unwrap_or_else(|| panic!("{pattern}: {object}"))
}

/// The same fact brings its texts and its plan; texts of a brother are taken where both patterns say the same.
#[test]
fn texts_and_plans_of_a_case_are_told() {
    let mut explainer = explainer();
    let mut own = case(&mut explainer, FIGURE_5);
    let fact = own
        .facts
        .iter_mut()
        .find(|of| &*of.pattern == "backward-closed");
    let fact = fact.expect("it is told");
    fact.plan = vec![Name::from("attack-by-file"), Name::from("no-such-plan")];
    fact.texts = vec![
        say("de", Slot::Called, "der Bauer {HERE} hinkt"),
        say(
            "en",
            Slot::Belief,
            "no {us ? white|black} neighbour helps it",
        ),
        say("en", Slot::Them, "a slot {that} is not there"),
    ];
    let base = base_of([own]);
    let same = explain(&mut explainer, &position(FIGURE_5), Some((&base, false)));
    let german = told(&explainer, &same, "backward-closed", "de");
    assert_eq!(german["called"], "der Bauer a7 hinkt");
    assert_eq!(german["case"]["same"], true);
    let plan: Vec<&str> = german["plan"]
        .as_array()
        .expect("a plan")
        .iter()
        .filter_map(|of| of["advice"].as_str())
        .collect();
    assert_eq!(plan, ["attack-by-file"]);
    assert_eq!(german["plan"][0]["case"], 1);
    let english = told(&explainer, &same, "backward-closed", "en");
    assert_eq!(english["belief"], "no black neighbour helps it");
    assert_eq!(english["purpose"], "win it, or tie the other men to it");
    // A brother in Figure 4: its belief reads the same, its name does not.
    let other = explain(&mut explainer, &position(FIGURE_4), Some((&base, false)));
    let brother = told(&explainer, &other, "backward-open", "en");
    assert_eq!(brother["belief"], "no black neighbour helps it");
    assert!(
        brother["called"]
            .as_str()
            .is_some_and(|of| of.starts_with("backward pawn a7"))
    );
    assert_eq!(brother["case"]["same"], false);
    // What is wrong with the case is found.
    let found = check(&mut explainer, EvaluationId(0), &base.cases()[0]);
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found.len(), 2, "{found:?}");
}

/// What the nearest case leaves open is looked for in the next one, if that is wanted.
#[test]
fn several_cases_are_drawn_on_where_that_is_wanted() {
    let mut explainer = explainer();
    let mut near = case(&mut explainer, FIGURE_5);
    near.facts.truncate(1);
    let far = case(&mut explainer, FIGURE_4);
    let base = base_of([far, near]);
    let place = position(FIGURE_5);
    let one = explain(&mut explainer, &place, Some((&base, false)));
    let several = explain(&mut explainer, &place, Some((&base, true)));
    let used = |of: &Explanation| -> Vec<u32> {
        let drawn = of.drawn.as_ref().expect("cases");
        drawn.used.iter().map(|used| used.near.number).collect()
    };
    assert_eq!(used(&one), [2]);
    assert_eq!(used(&several), [2, 1]);
    let adapted = told(&explainer, &several, "backward-closed", "en");
    assert_eq!(adapted["case"]["number"], 1);
    assert_eq!(
        told(&explainer, &one, "backward-closed", "en")["case"],
        serde_json::Value::Null
    );
}

/// Bases by chance, with patterns and plans that exist and others: what is told, and what it is worth, is as without them; a piece that comes
/// from a case stands or is possible; an explanation does not depend on what was explained before.
#[test]
fn cases_change_plans_and_texts_alone() {
    let mut numbers = Numbers::new(31);
    let (mut used, mut taken) = (explainer(), 0);
    for round in 0..16 {
        let base = base(&mut numbers, 20, true);
        let mut games = Games::default();
        for _ in 0..3 {
            let place = match round % 2 {
                0 => position([FIGURE_4, FIGURE_5][round / 2 % 2]),
                _ => (0..30).fold(games.next(&mut numbers), |_, _| games.next(&mut numbers)),
            };
            if place.legal_moves().is_empty() {
                continue;
            }
            let without = explain(&mut used, &place, None);
            let with = explain(&mut used, &place, Some((&base, true)));
            assert_eq!(with.facts, without.facts);
            assert_eq!(with.passed, without.passed);
            assert_eq!(with.total, without.total);
            let pieces = with.told.iter().flat_map(|told| &told.plan);
            for of in pieces.filter(|of| of.case.is_some()) {
                let possible = matches!(of.verdict, Verdict::Possible { .. });
                assert!(of.verdict.stands() || possible, "{:?}", of.verdict);
                taken += 1;
            }
            assert_eq!(explain(&mut explainer(), &place, Some((&base, true))), with);
        }
    }
    assert!(taken > 0);
}
