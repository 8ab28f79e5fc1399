//! Likeness: the specification's vector, the figures of the paper, and each rule by itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use adv_cases::{
    Case, CaseBase, CaseFact, Fact, Likeness, Neighbour, Question, SimilarityWeights, neighbours,
};
use adv_chess::{Color, notation};

const FIGURE_4: &str = "r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1";
const FIGURE_5: &str = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";

fn branches() -> BTreeMap<String, String> {
    let table = [
        ("backward-open", "pawn.weak.backward"),
        ("backward-fixed", "pawn.weak.backward"),
        ("backward-closed", "pawn.weak.backward"),
        ("isolated", "pawn.weak"),
        ("doubled", "pawn.weak.doubled"),
        ("superadvanced-chain", "pawn.chain"),
        ("rook-halfopen", "piece.rook"),
        ("rook-open", "piece.rook"),
        ("mobility", "mobility"),
        ("space", "space"),
    ];
    let of = |(pattern, branch): (&str, &str)| (pattern.to_owned(), branch.to_owned());
    table.map(of).into_iter().collect()
}

/// Facts written as `pattern side worth`.
fn words(text: &str) -> (Arc<str>, Color, i32) {
    let parts: Vec<&str> = text.split(' ').collect();
    let side = if parts[1] == "W" {
        Color::White
    } else {
        Color::Black
    };
    (
        Arc::from(parts[0]),
        side,
        parts[2].parse().expect("a worth"),
    )
}

fn question(fen: &str, stage: Option<&str>, facts: &[&str]) -> Question {
    let fact = |text: &&str| {
        let (pattern, side, worth) = words(text);
        let path = branches().remove(&*pattern).expect("a known pattern");
        Fact {
            pattern,
            path: Arc::from(path),
            side,
            worth: worth.unsigned_abs(),
        }
    };
    Question {
        position: notation::parse_fen(fen).expect("a position"),
        stage: stage.map(Arc::from),
        facts: facts.iter().map(fact).collect(),
    }
}

fn case(fen: &str, stage: Option<&str>, facts: &[&str]) -> Case {
    let fact = |text: &&str| {
        let (pattern, side, worth) = words(text);
        CaseFact {
            pattern,
            side,
            squares: 0,
            worth,
            plan: Vec::new(),
            texts: Vec::new(),
        }
    };
    Case {
        number: 0,
        position: notation::parse_fen(fen).expect("a position"),
        viewer: Color::White,
        stage: stage.map(Arc::from),
        facts: facts.iter().map(fact).collect(),
        note: None,
    }
}

fn one(case: Case) -> CaseBase {
    let mut base = CaseBase::new();
    base.push(case).expect("a case");
    base
}

fn likeness(question: &Question, case: Case, weights: &SimilarityWeights) -> Option<Likeness> {
    let near = one(case).nearest(question, &branches(), weights, 9);
    near.first().map(|near| near.likeness)
}

#[test]
fn figure_5_is_like_figure_4() {
    let facts = [
        "backward-open B 50",
        "backward-fixed B 40",
        "rook-halfopen W 40",
    ];
    let case = case(FIGURE_4, Some("endgame"), &facts);
    let facts = [
        "superadvanced-chain W 60",
        "backward-closed B 50",
        "rook-open W 50",
    ];
    let question = question(FIGURE_5, Some("endgame"), &facts);
    let found = likeness(&question, case.clone(), &SimilarityWeights::default());
    let expected = Likeness {
        facts: 2000,
        position: 7500,
        total: 4200,
    };
    assert_eq!(found, Some(expected));
    let near = neighbours(&question, &case, &branches());
    let expected = [
        (Neighbour::None, None),
        (Neighbour::Brother, Some(0)),
        (Neighbour::Brother, Some(2)),
    ];
    assert_eq!(near, expected);
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

/// F in ten-thousandths, for one fact asked about and one of the case.
fn facts(asked: &str, had: &[&str], stage: Option<&str>) -> Option<i64> {
    let question = question(KINGS, Some("endgame"), &[asked]);
    let case = case(KINGS, stage, had);
    likeness(&question, case, &SimilarityWeights::default()).map(|found| found.facts)
}

#[test]
fn relatives_count_by_their_distance() {
    let endgame = Some("endgame");
    let asked = "backward-open B 50";
    assert_eq!(facts(asked, &["backward-open B 10"], endgame), Some(5000));
    // Brothers: of one branch, or one pattern in two stages.
    assert_eq!(facts(asked, &["backward-fixed B 10"], endgame), Some(2500));
    assert_eq!(facts(asked, &["backward-open B 10"], None), Some(2500));
    assert_eq!(
        facts(asked, &["backward-fixed B 10"], Some("opening")),
        Some(2500)
    );
    // A cousin alone does not bring a case into the comparison.
    assert_eq!(facts(asked, &["doubled B 10"], endgame), None);
    // The other side's fact is no relative, and its worth counts against the case.
    assert_eq!(facts(asked, &["backward-open W 10"], endgame), None);
    // A parent is neither brother nor cousin, and branches under the root are no cousins.
    assert_eq!(facts(asked, &["isolated B 10"], endgame), None);
    assert_eq!(facts("mobility W 50", &["space W 10"], endgame), None);
    // Extra facts count half against, whatever the sign of their worth; unknown ones do not count.
    let had = ["backward-open B 10", "rook-open B -30"];
    assert_eq!(facts(asked, &had, endgame), Some(3500));
    let had = ["backward-open B 10", "unheard-of B 900"];
    assert_eq!(facts(asked, &had, endgame), Some(5000));
    // The closest relative counts, once.
    let had = ["backward-fixed B 10", "backward-open B 10", "doubled B 10"];
    assert_eq!(facts(asked, &had, endgame), Some(5000));
}

#[test]
fn cousins_count_a_quarter_and_facts_that_are_missing_against() {
    let question = question(
        KINGS,
        None,
        &["backward-open B 50", "rook-open W 30", "mobility W 3"],
    );
    let had = ["backward-open B 50", "doubled B 90"];
    let weights = SimilarityWeights::default();
    let found = likeness(&question, case(KINGS, None, &had), &weights);
    // 0.50 for the same one, 0.165 against for two that are missing; the cousin is covered by the same one.
    assert_eq!(found.map(|found| found.facts), Some(3350));
    let question = self::question(KINGS, None, &["backward-open B 51", "rook-open W 30"]);
    let found = likeness(
        &question,
        case(KINGS, None, &["doubled B 90", "rook-open W 1"]),
        &weights,
    );
    // 0.30 and a quarter of 0.51, rounded towards zero.
    assert_eq!(found.map(|found| found.facts), Some(4275));
}

#[test]
fn positions_compare_by_squares_and_values() {
    let weights = SimilarityWeights::default();
    let position = |asked: &str, had: &str| {
        let question = question(asked, None, &["mobility W 1"]);
        let found = likeness(&question, case(had, None, &["mobility W 1"]), &weights);
        found.map(|found| found.position)
    };
    assert_eq!(position(FIGURE_5, FIGURE_4), Some(7500));
    assert_eq!(position(KINGS, KINGS), Some(10_000));
    // Black's pawn is one that the position has not: nothing is like something by 0.
    assert_eq!(
        position(KINGS, "4k3/p7/8/8/8/8/8/4K3 w - - 0 1"),
        Some(7500)
    );
    // Three of three, White's queen is two rooks at nine: a ninth less.
    let (queen, rooks) = (
        "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
    );
    assert_eq!(position(queen, rooks), Some(3333 + 2222 + 2500));
    // More than twice as much is unlike by the whole.
    assert_eq!(
        position(rooks, "4k3/8/8/8/8/8/QQQ5/4K3 w - - 0 1"),
        Some(5000)
    );
}

#[test]
fn the_weights_are_the_evaluations_and_rounding_is_towards_zero() {
    let question = question(KINGS, None, &["backward-open B 33", "rook-open W 200"]);
    let had = case(KINGS, None, &["backward-fixed B 1"]);
    let found = likeness(&question, had.clone(), &SimilarityWeights::default()).expect("one");
    // 0.165 - 1.00 = -0.835; 0.6 · -0.835 + 0.4 · 1 = -0.101.
    assert_eq!(
        (found.facts, found.position, found.total),
        (-8350, 10_000, -1010)
    );
    let weights = SimilarityWeights {
        facts: 1,
        position: 0,
        lacking: 1,
        near: 1,
        men: 0,
        white: 0,
        black: 0,
        ..SimilarityWeights::default()
    };
    let found = likeness(&question, had, &weights).expect("one");
    // 0.00165 - 0.02 = -0.01835, times 0.01.
    assert_eq!((found.facts, found.position, found.total), (-183, 0, -1));
}

#[test]
fn of_equal_cases_the_oldest_comes_first() {
    let fens = [
        "4k3/8/8/8/8/8/8/3K4 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/5K2 w - - 0 1",
        "4k3/8/8/8/8/8/8/6K1 w - - 0 1",
    ];
    let mut base = CaseBase::new();
    for fen in fens {
        base.push(case(fen, None, &["mobility W 5"]))
            .expect("a case");
    }
    let question = question(KINGS, None, &["mobility W 5"]);
    let numbers = |count| -> Vec<u32> {
        let near = base.nearest(&question, &branches(), &SimilarityWeights::default(), count);
        near.iter().map(|near| near.number).collect()
    };
    assert_eq!(numbers(9), [2, 1, 3, 4]);
    assert_eq!(numbers(3), [2, 1, 3]);
    assert_eq!(numbers(1), [2]);
    assert!(numbers(0).is_empty());
}

#[test]
fn the_largest_numbers_overflow_nothing() {
    let weights = SimilarityWeights {
        facts: u16::MAX,
        position: u16::MAX,
        both: u16::MAX,
        near: u16::MAX,
        lacking: u16::MAX,
        extra: u16::MAX,
        men: u16::MAX,
        white: u16::MAX,
        black: u16::MAX,
    };
    let mut question = question(
        FIGURE_5,
        None,
        &["mobility W 1", "space B 1", "rook-open W 1"],
    );
    for fact in &mut question.facts {
        fact.worth = u32::MAX;
    }
    let had = case(
        FIGURE_4,
        None,
        &["mobility W 1000000", "rook-halfopen B -1000000"],
    );
    let found = likeness(&question, had, &weights).expect("one");
    assert!(found.total < 0, "{found:?}");
}
