//! The file: one spelling, and everything else refused with its line.

use std::collections::BTreeMap;

use adv_cases::{CaseBase, CaseFault, FaultKind, read, repair, write};
use adv_chess::numbers::fnv1a;

/// Three cases: one of the paper's figures, one with texts and without a stage, one with a gap before its number.
const CASES: [&str; 3] = [
    "case 1
fen r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1
seen W endgame
xp backward-open B a7 50 attack-by-file
xp backward-fixed B d6 40 attack-by-rank
xp rook-halfopen W a1,a4 40 -
note Kerner, position 1
",
    "case 2
fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3
seen B -
xp centre-pawns W e4 -20 strike.at-once,wait
say de belief „e4“ hält d5
say de them es angreifen
say ru called пешка в центре
xp mobility B - 0 -
",
    "case 7
fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12
seen W endgame
xp passed W e5 90 push,take-1
",
];

/// A file of these cases, its sums by the description in the documentation.
fn file(cases: &[&str]) -> String {
    let mut text = "adv cases 1\n".to_owned();
    let mut sums = String::new();
    for case in cases {
        let sum = format!("{:016x}", fnv1a(case.bytes()));
        text += &format!("{case}sum {sum}\n");
        sums += &sum;
    }
    text + &format!("end {} {:016x}\n", cases.len(), fnv1a(sums.bytes()))
}

fn fault(text: &str) -> CaseFault {
    match read(text.as_bytes()) {
        Ok(base) => panic!("it is read as {} cases: {text}", base.records().len()),
        Err(fault) => fault,
    }
}

#[test]
fn a_file_is_written_as_it_was_read() {
    for count in 0..=CASES.len() {
        let text = file(&CASES[..count]);
        let base = read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(base.records().len(), count);
        assert_eq!(write(&base), text);
    }
    let base = read(file(&CASES).as_bytes()).expect("a file");
    assert_eq!(base.get(1).map(|record| record.case.total()), Some(130));
    assert_eq!(base.get(3), None);
    assert_eq!(base.next_number(), Some(8));
    let numbers = |pattern| -> Vec<u32> { base.with_pattern(pattern).map(|r| r.number).collect() };
    assert_eq!(numbers("passed"), [7]);
    assert_eq!(numbers("backward-open"), [1]);
    assert!(numbers("unheard-of").is_empty());
    assert_eq!(base.patterns().count(), 6);
}

#[test]
fn every_cut_is_refused() {
    let text = file(&CASES);
    let mut kinds = BTreeMap::new();
    for end in 0..text.len() {
        let fault = read(&text.as_bytes()[..end]).expect_err("a cut file");
        *kinds.entry(fault.kind).or_insert(0) += 1;
        let lines = text.as_bytes()[..end]
            .iter()
            .filter(|b| **b == b'\n')
            .count();
        assert!(fault.line >= 1 && fault.line <= lines + 1, "{end}: {fault}");
        assert!(!fault.help.is_empty());
    }
    // Only the empty file looks like another one, and a letter cut in two is no text.
    assert_eq!(kinds[&FaultKind::Foreign], 1);
    assert!(kinds[&FaultKind::CutOff] > text.len() * 9 / 10, "{kinds:?}");
}

#[test]
fn every_changed_byte_is_refused() {
    let text = file(&CASES);
    for at in 0..text.len() {
        for change in [
            1,
            2,
            4,
            8,
            16,
            32,
            64,
            128,
            255,
            b'\n' ^ text.as_bytes()[at],
        ] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= change;
            let changed = bytes[at] != text.as_bytes()[at];
            assert_eq!(read(&bytes).is_err(), changed, "byte {at} with {change}");
        }
    }
}

#[test]
fn bytes_that_are_left_out_or_added_are_refused() {
    let text = file(&CASES);
    for at in 0..text.len() {
        let mut less = text.clone().into_bytes();
        less.remove(at);
        assert!(read(&less).is_err(), "without byte {at}");
        for more in [b' ', b'\n', b'0', b'-'] {
            let mut bytes = text.clone().into_bytes();
            bytes.insert(at, more);
            assert!(read(&bytes).is_err(), "{more} before byte {at}");
        }
    }
    for more in ["\n", "x\n", "end 0 cbf29ce484222325\n"] {
        assert!(read((text.clone() + more).as_bytes()).is_err());
    }
}

#[test]
fn faults_have_their_kind_and_line() {
    let text = file(&CASES);
    let first = |line: &str| {
        let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
        format!("{line}\n{rest}")
    };
    let whole = |case: &str| file(&[case]);
    let [one, two, _] = CASES;
    let table: &[(FaultKind, usize, &str, String)] = &[
        (
            FaultKind::Foreign,
            1,
            "no case file",
            first("material W: K"),
        ),
        (FaultKind::Foreign, 1, "is empty", String::new()),
        (FaultKind::Version, 1, "version 2", first("adv cases 2")),
        (FaultKind::Version, 1, "version 0", first("adv cases 0")),
        (FaultKind::Foreign, 1, "no case file", first("adv cases 01")),
        (
            FaultKind::Damaged,
            1,
            "carriage return",
            text.replace('\n', "\r\n"),
        ),
        (
            FaultKind::Damaged,
            2,
            "no number",
            whole(&one.replace("case 1", "case 01")),
        ),
        (
            FaultKind::Damaged,
            2,
            "no number",
            whole(&one.replace("case 1", "case 0")),
        ),
        (
            FaultKind::Damaged,
            3,
            "no position",
            whole(&one.replace("6PP/R5K1", "6PP/R6R")),
        ),
        (
            FaultKind::Damaged,
            3,
            "expected `r5k1",
            whole(&one.replace("0 1\n", "00 1\n")),
        ),
        (
            FaultKind::Damaged,
            4,
            "the side is",
            whole(&one.replace("seen W", "seen w")),
        ),
        (
            FaultKind::Damaged,
            5,
            "no fact",
            whole(&one.replace("a7 50", "a7  50")),
        ),
        (
            FaultKind::Damaged,
            5,
            "the worth",
            whole(&one.replace("a7 50", "a7 +50")),
        ),
        (
            FaultKind::Damaged,
            5,
            "the worth",
            whole(&one.replace("a7 50", "a7 1000001")),
        ),
        (
            FaultKind::Damaged,
            7,
            "the squares",
            whole(&one.replace("a1,a4", "a4,a1")),
        ),
        (
            FaultKind::Damaged,
            7,
            "the squares",
            whole(&one.replace("a1,a4", "a1,a1")),
        ),
        (
            FaultKind::Damaged,
            7,
            "the plan",
            whole(&one.replace("40 -", "40 1st")),
        ),
        (
            FaultKind::Damaged,
            6,
            "no text",
            whole(&two.replace("de belief", "de reason")),
        ),
        (
            FaultKind::Damaged,
            6,
            "the language",
            whole(&two.replace("de belief", "DE belief")),
        ),
        (
            FaultKind::Damaged,
            9,
            "ordered by language",
            whole(&two.replace("de them", "de called")),
        ),
        (
            FaultKind::Damaged,
            8,
            "out of place",
            whole(&one.replace("note ", "remark ")),
        ),
        (
            FaultKind::Damaged,
            8,
            "a blank",
            whole(&one.replace("note ", "note  ")),
        ),
        (
            FaultKind::Damaged,
            9,
            "not as it was written",
            text.replace("Kerner", "Berner"),
        ),
        (FaultKind::Damaged, 10, "follows case 1", file(&[one, one])),
        (
            FaultKind::Damaged,
            10,
            "the position of case 1 again",
            file(&[
                one,
                &one.replace("case 1", "case 2").replace("0 1\n", "5 9\n"),
            ]),
        ),
        (
            FaultKind::Damaged,
            2,
            "expected `end 0",
            "adv cases 1\nend 1 cbf29ce484222325\n".into(),
        ),
        (
            FaultKind::CutOff,
            2,
            "without its last line",
            "adv cases 1\n".into(),
        ),
    ];
    for (kind, line, words, text) in table {
        let fault = fault(text);
        assert_eq!((fault.kind, fault.line), (*kind, *line), "{fault}\n{text}");
        assert!(fault.what.contains(words), "{fault}, expected {words}");
    }
}

#[test]
fn limits_are_kept() {
    let fact = |n: usize| format!("xp p{n} W - 1 -\n");
    let case = |facts: &str| {
        let head = "case 1\nfen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\nseen W -\n";
        file(&[&format!("{head}{facts}")])
    };
    let facts = |count| (0..count).map(fact).collect::<String>();
    assert!(read(case(&facts(12)).as_bytes()).is_ok());
    assert!(fault(&case(&facts(13))).what.contains("at most 12 facts"));
    assert!(fault(&case("")).what.contains("expected `xp …`"));
    assert!(
        fault(&case(&(fact(1) + &fact(1))))
            .what
            .contains("there twice")
    );
    let long = "x".repeat(101);
    assert!(
        fault(&case(&format!("xp {long} W - 1 -\n")))
            .what
            .contains("a name of at most")
    );
    let plan = vec!["a"; 17].join(",");
    assert!(
        fault(&case(&format!("xp p W - 1 {plan}\n")))
            .what
            .contains("at most 16")
    );
    let text = "x".repeat(2001);
    let said = format!("xp p W - 1 -\nsay en called {text}\n");
    assert!(fault(&case(&said)).what.contains("too long"));
    let says: String = (0..65)
        .map(|n| {
            format!(
                "say {}{} us x\n",
                char::from(b'a' + n / 26),
                char::from(b'a' + n % 26)
            )
        })
        .collect();
    assert!(
        fault(&case(&format!("{}{says}", fact(1))))
            .what
            .contains("at most 64")
    );
}

#[test]
fn repair_copies_what_is_whole_and_lists_the_rest() {
    let text = file(&CASES);
    let whole = read(text.as_bytes()).expect("a file");
    let repaired = repair(text.as_bytes()).expect("nothing is wrong");
    assert_eq!(repaired.base, whole);
    assert!(repaired.left_out.is_empty() && repaired.renumbered.is_empty());

    let spoilt = text.replace("centre-pawns W e4", "centre-pawns W e5");
    let repaired = repair(spoilt.as_bytes()).expect("two are whole");
    let numbers: Vec<u32> = repaired.base.records().iter().map(|r| r.number).collect();
    assert_eq!(numbers, [1, 7]);
    let [left] = &repaired.left_out[..] else {
        panic!("{:?}", repaired.left_out);
    };
    assert_eq!((left.first, left.last), (10, 18));
    assert!(
        left.why
            .contains("line 18: case 2 is not as it was written"),
        "{}",
        left.why
    );

    // Two files one after the other: the second first line is left out, its cases get numbers that follow.
    let [one, two, _] = CASES;
    let both = file(&[one]) + &file(&[&two.replace("case 2", "case 1")]);
    let repaired = repair(both.as_bytes()).expect("both cases are whole");
    let numbers: Vec<u32> = repaired.base.records().iter().map(|r| r.number).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!(repaired.renumbered.len(), 1);
    assert_eq!(
        read(write(&repaired.base).as_bytes()).as_ref(),
        Ok(&repaired.base)
    );

    assert!(repair(b"").is_err() && repair(b"no cases\n").is_err());
    assert_eq!(
        repair(b"adv cases 2\n").map_err(|f| f.kind),
        Err(FaultKind::Version)
    );
    assert_eq!(
        repair(b"adv cases 1\n").map(|r| r.base),
        Ok(CaseBase::new())
    );
}

#[test]
fn repair_of_a_changed_file_invents_nothing() {
    let text = file(&CASES);
    let whole = read(text.as_bytes()).expect("a file");
    let of_whole =
        |record: &adv_cases::Record| whole.records().iter().any(|r| r.case == record.case);
    let check = |bytes: &[u8]| {
        let Ok(repaired) = repair(bytes) else {
            return 0;
        };
        assert!(repaired.base.records().iter().all(of_whole));
        assert_eq!(
            read(write(&repaired.base).as_bytes()).as_ref(),
            Ok(&repaired.base)
        );
        repaired.base.records().len()
    };
    for at in 0..text.len() {
        check(&text.as_bytes()[..at]);
        for change in [1, 128, b'\n' ^ text.as_bytes()[at]] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= change;
            let copied = check(&bytes);
            // Another version is refused. Else a change touches one case, or two where it joins or parts lines.
            assert!(
                copied >= 1 || repair(&bytes).is_err_and(|f| f.kind == FaultKind::Version),
                "byte {at} with {change}"
            );
        }
    }
    let (_, headless) = text.split_once('\n').expect("lines");
    assert_eq!(check(headless.as_bytes()), CASES.len());
}
