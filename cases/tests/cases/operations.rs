//! Adding, removing, merging, exporting.

use std::sync::Arc;

use adv_cases::export::{epd, pgn};
use adv_cases::{Case, CaseBase, CaseFact, Conflict, Prefer, Saying, Slot, merge, read, write};
use adv_chess::{Color, notation};

/// A case of a position, with one fact of this worth.
fn case(fen: &str, worth: i32) -> Case {
    Case {
        number: 0,
        position: notation::parse_fen(fen).expect("a position"),
        viewer: Color::White,
        stage: Some(Arc::from("endgame")),
        facts: vec![CaseFact {
            pattern: Arc::from("passed"),
            side: Color::Black,
            squares: 1 << 8,
            worth,
            plan: vec![Arc::from("stop-it"), Arc::from("std.plans.take-it")],
            texts: vec![Saying {
                lang: Arc::from("de"),
                slot: Slot::Belief,
                text: "ein \"Freibauer\" \\ [1]; {a} } ".trim_end().to_owned(),
            }],
        }],
        note: Some("1. a \"note\"; [FEN \"?\"] { } \\".to_owned()),
    }
}

const FENS: [&str; 4] = [
    "4k3/8/8/8/8/8/p7/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/p7/3K4 b - - 3 17",
    "4k3/8/8/8/8/p7/8/4K3 w - - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 9",
];

fn base(cases: &[(usize, i32)]) -> CaseBase {
    let mut base = CaseBase::new();
    for (fen, worth) in cases {
        base.push(case(FENS[*fen], *worth)).expect("a case");
    }
    base
}

#[test]
fn cases_keep_their_numbers() {
    let mut base = base(&[(0, 1), (1, 2), (2, 3)]);
    assert!(base.push(case(FENS[0], 9)).is_err());
    assert_eq!(base.remove(2).map(|case| case.number), Some(2));
    assert_eq!(base.remove(2), None);
    let numbers: Vec<u32> = base.cases().iter().map(|case| case.number).collect();
    assert_eq!(numbers, [1, 3]);
    assert_eq!(base.push(case(FENS[1], 2)), Ok(4));
    assert_eq!(read(write(&base).as_bytes()), Ok(base));
}

#[test]
fn a_position_may_be_explained_for_each_viewer() {
    let mut base = base(&[(0, 1)]);
    let mut other = case(FENS[0], 1);
    other.viewer = Color::Black;
    assert_eq!(base.push(other), Ok(2));
    let mut later = case(FENS[0], 1);
    later.position = later.position.with_clocks(7, 40);
    assert!(base.push(later).is_err(), "clocks make no other position");
}

#[test]
fn cases_that_no_file_can_hold_are_refused() {
    let mut base = CaseBase::new();
    let bad: [fn(&mut Case); 8] = [
        |case| case.facts.clear(),
        |case| case.note = Some("two\nlines".to_owned()),
        |case| case.note = Some(String::new()),
        |case| case.stage = Some(Arc::from("-")),
        |case| case.facts[0].pattern = Arc::from("a b"),
        |case| case.facts[0].worth = i32::MIN,
        |case| case.facts[0].texts[0].lang = Arc::from("d e"),
        |case| case.position.remove(4),
    ];
    for change in bad {
        let mut case = case(FENS[0], 1);
        change(&mut case);
        assert!(base.push(case).is_err());
    }
    assert_eq!(base.cases().len(), 0);
}

#[test]
fn merge_is_a_union_in_order() {
    let (one, two) = (base(&[(0, 1), (1, 2)]), base(&[(2, 3), (1, 2), (3, 4)]));
    let (union, report) = merge(&one, &two, Prefer::First).expect("they fit");
    assert_eq!(union, base(&[(0, 1), (1, 2), (2, 3), (3, 4)]));
    assert_eq!((report.added, report.same), (2, 1));
    let (again, report) = merge(&union, &two, Prefer::Second).expect("they fit");
    assert_eq!(again, union);
    assert_eq!((report.added, report.same), (0, 3));
    // A base without cases takes the numbers too.
    let mut two = two;
    two.remove(1);
    let (union, report) = merge(&CaseBase::new(), &two, Prefer::First).expect("they fit");
    assert_eq!((union, report.added), (two, 2));
}

#[test]
fn two_explanations_of_one_position_want_a_decision() {
    let (one, two) = (base(&[(0, 1), (1, 2)]), base(&[(2, 3), (1, 5)]));
    let conflict = Conflict {
        first: 2,
        second: 2,
    };
    let (union, report) = merge(&one, &two, Prefer::First).expect("decided");
    assert_eq!(report.conflicts, [conflict]);
    assert_eq!(union, base(&[(0, 1), (1, 2), (2, 3)]));
    let (union, report) = merge(&one, &two, Prefer::Second).expect("decided");
    assert_eq!(union, base(&[(0, 1), (1, 5), (2, 3)]));
    assert_eq!(report.conflicts, [conflict]);
}

#[test]
fn the_exports_are_these() {
    let mut base = base(&[(0, 90), (3, -5)]);
    let fact = CaseFact {
        squares: 0,
        ..base.cases()[0].facts[0].clone()
    };
    let more = Case {
        facts: vec![fact.clone(), CaseFact { squares: 3, ..fact }],
        note: None,
        ..case(FENS[1], 0)
    };
    base.push(more).expect("a case");
    let lines = r#"4k3/8/8/8/8/8/p7/4K3 w - - hmvc 0; fmvn 1; id "1"; c0 "passed B a2 +0.90; together +0.90"; c1 "1. a \"note\"; [FEN \"?\"] { } \\";
r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 hmvc 0; fmvn 9; id "2"; c0 "passed B a2 -0.05; together -0.05"; c1 "1. a \"note\"; [FEN \"?\"] { } \\";
4k3/8/8/8/8/8/p7/3K4 b - - hmvc 3; fmvn 17; id "3"; c0 "passed B +0.90, passed B a1,b1 +0.90; together +1.80";
"#;
    assert_eq!(epd(&base), lines);
    base.remove(2);
    let games = r#"[Event "Case 1"]
[Site "?"]
[Date "????.??.??"]
[Round "-"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/p7/4K3 w - - 0 1"]
[Note "1. a \"note\"; [FEN \"?\"] { } \\"]

{ passed B a2 +0.90; together +0.90 } *

[Event "Case 3"]
[Site "?"]
[Date "????.??.??"]
[Round "-"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/p7/3K4 b - - 3 17"]

{ passed B +0.90, passed B a1,b1 +0.90; together +1.80 } *
"#;
    assert_eq!(pgn(&base), games);
}
