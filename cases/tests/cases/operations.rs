//! Adding, removing, merging, exporting.

use std::sync::Arc;

use adv_cases::export::{Format, export, import};
use adv_cases::{
    Case, CaseBase, CaseFact, Conflict, FaultKind, Prefer, Saying, Slot, merge, read, write,
};
use adv_chess::{Color, notation};

/// A case of a position, with one fact of this worth.
fn case(fen: &str, worth: i32) -> Case {
    Case {
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
    assert_eq!(base.remove(2).map(|record| record.number), Some(2));
    assert_eq!(base.remove(2), None);
    let numbers: Vec<u32> = base.records().iter().map(|record| record.number).collect();
    assert_eq!(numbers, [1, 3]);
    assert_eq!(base.push(case(FENS[1], 2)), Ok(4));
    assert_eq!(base.with_pattern("passed").count(), 3);
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
    assert_eq!(base.records().len(), 0);
}

#[test]
fn many_cases_are_added_as_one_by_one() {
    let mut slow = base(&[(0, 10), (1, 20)]);
    let mut fast = slow.clone();
    let new: Vec<Case> = [(1, 99), (2, 30), (3, 40), (2, 50)]
        .map(|(place, worth)| case(FENS[place], worth))
        .into();
    let mut refused = 0;
    for case in new.clone() {
        refused += usize::from(slow.push(case).is_err());
    }
    let known = fast.push_all(new).expect("they are valid");
    // The second is case 2 of the base, the last is the new case 3.
    assert_eq!((known, refused), (vec![2, 3], 2));
    assert_eq!(write(&fast), write(&slow));
    let patterns: Vec<&str> = fast.patterns().collect();
    assert_eq!(patterns, slow.patterns().collect::<Vec<_>>());
    for pattern in patterns {
        assert!(fast.with_pattern(pattern).eq(slow.with_pattern(pattern)));
    }
}

#[test]
fn merge_is_a_union_in_order() {
    let (one, two) = (base(&[(0, 1), (1, 2)]), base(&[(2, 3), (1, 2), (3, 4)]));
    let (union, report) = merge(&one, &two, None).expect("no conflict");
    assert_eq!(union, base(&[(0, 1), (1, 2), (2, 3), (3, 4)]));
    assert_eq!((report.added, report.same), (2, 1));
    let (again, report) = merge(&union, &two, None).expect("no conflict");
    assert_eq!(again, union);
    assert_eq!((report.added, report.same), (0, 3));
}

#[test]
fn two_explanations_of_one_position_want_a_decision() {
    let (one, two) = (base(&[(0, 1), (1, 2)]), base(&[(2, 3), (1, 5)]));
    let (fault, report) = merge(&one, &two, None).expect_err("a conflict");
    assert_eq!(fault.kind, FaultKind::Conflict);
    let conflict = Conflict {
        first: 2,
        second: 2,
    };
    assert_eq!(report.conflicts, [conflict]);
    let (union, _) = merge(&one, &two, Some(Prefer::First)).expect("decided");
    assert_eq!(union, base(&[(0, 1), (1, 2), (2, 3)]));
    let (union, report) = merge(&one, &two, Some(Prefer::Second)).expect("decided");
    assert_eq!(union, base(&[(0, 1), (1, 5), (2, 3)]));
    assert_eq!(report.conflicts, [conflict]);
}

#[test]
fn what_is_exported_is_imported_again() {
    let mut whole = base(&[(0, 1), (1, -200), (2, 3), (3, 0)]);
    whole.remove(2);
    let mut plain = case(FENS[1], 7);
    plain.stage = None;
    plain.note = None;
    plain.facts[0].texts.clear();
    plain.facts[0].plan.clear();
    plain.facts[0].squares = 0;
    whole.push(plain).expect("a case");
    for format in Format::ALL {
        for base in [&whole, &CaseBase::new()] {
            let text = export(base, format);
            assert_eq!(import(text.as_bytes(), format).as_ref(), Ok(base), "{text}");
        }
        let text = export(&whole, format);
        assert_eq!(Format::guess(text.as_bytes()), format);
        for end in 0..text.len() {
            // A cut text loses cases or is refused; what is left is as it was.
            if let Ok(base) = import(&text.as_bytes()[..end], format) {
                for record in base.records() {
                    let known = whole.get(record.number).map(|r| r.case.position);
                    assert_eq!(known, Some(record.case.position), "{format:?} {end}");
                }
            }
        }
    }
}

#[test]
fn the_exports_are_these() {
    let one = base(&[(0, 90)]);
    let epd = export(&one, Format::Epd);
    assert!(epd.starts_with("4k3/8/8/8/8/8/p7/4K3 w - - hmvc 0; fmvn 1; id \"1\"; seen \"W endgame\"; xp \"passed B a2 90 stop-it,std.plans.take-it\"; say \"1 de belief"), "{epd}");
    let pgn = export(&one, Format::Pgn);
    assert!(
        pgn.contains("[FEN \"4k3/8/8/8/8/8/p7/4K3 w - - 0 1\"]\n"),
        "{pgn}"
    );
    assert!(
        pgn.ends_with("\n{ Black passed a2 +0.90; together +0.90 } *\n"),
        "{pgn}"
    );
    let json = export(&one, Format::Jsonl);
    assert!(json.starts_with("{\"case\":1,\"fen\":\"4k3/8/8/8/8/8/p7/4K3 w - - 0 1\",\"viewer\":\"W\",\"stage\":\"endgame\",\"facts\":[{\"pattern\":\"passed\",\"side\":\"B\",\"squares\":[\"a2\"],\"worth\":90,"), "{json}");
}

#[test]
fn foreign_imports_are_refused_with_their_line() {
    let table = [
        (Format::Epd, "\n8/8/8/8/8/8/8/8 w - -\n", 2),
        (Format::Epd, "4k3/8/8/8/8/8/p7/4K3 w - - id \"1\"\n", 1),
        (Format::Pgn, "[Event \"?\"]\n\n1. e4 *\n", 1),
        (Format::Pgn, "[Event \"?\"]\n[Case 1]\n", 2),
        (Format::Jsonl, "{}\n", 1),
        (Format::Jsonl, "[[[[\n", 1),
    ];
    for (format, text, line) in table {
        let fault = import(text.as_bytes(), format).expect_err("no export");
        assert_eq!(fault.line, line, "{fault}");
    }
}
