//! The file: JSON lines, edited by hand or damaged, and files of version 1.

use std::collections::BTreeMap;

use adv_cases::{CaseBase, CaseFault, import, read, repair, write, write_lines};
use adv_chess::numbers::fnv1a;

const HEADER: &str = "{\"format\":\"adv cases\",\"version\":2}\n";

/// Three cases: one of the paper's figures, one with texts and without a stage, one with a gap before its number.
const CASES: [&str; 3] = [
    r#"{"case":1,"fen":"r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1","viewer":"W","stage":"endgame","facts":[{"pattern":"backward-open","side":"B","squares":["a7"],"worth":50,"plan":["attack-by-file"]},{"pattern":"rook-halfopen","side":"W","squares":["a1","a4"],"worth":40,"plan":[]}],"note":"Kerner, position 1"}
"#,
    r#"{"case":2,"fen":"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3","viewer":"B","stage":null,"facts":[{"pattern":"centre-pawns","side":"W","squares":["e4"],"worth":-20,"plan":["strike.at-once","wait"],"texts":[{"lang":"de","slot":"belief","text":"„e4“ hält d5"},{"lang":"de","slot":"them","text":"es angreifen"},{"lang":"ru","slot":"called","text":"пешка в \"центре\""}]},{"pattern":"mobility","side":"B","squares":[],"worth":0,"plan":[]}]}
"#,
    r#"{"case":7,"fen":"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12","viewer":"W","stage":"endgame","facts":[{"pattern":"passed","side":"W","squares":["e5"],"worth":90,"plan":["push","take-1"]}]}
"#,
];

/// The same cases as version 1 wrote them.
const OLD: [&str; 3] = [
    "case 1
fen r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1
seen W endgame
xp backward-open B a7 50 attack-by-file
xp rook-halfopen W a1,a4 40 -
note Kerner, position 1
",
    "case 2
fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3
seen B -
xp centre-pawns W e4 -20 strike.at-once,wait
say de belief „e4“ hält d5
say de them es angreifen
say ru called пешка в \"центре\"
xp mobility B - 0 -
",
    "case 7
fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12
seen W endgame
xp passed W e5 90 push,take-1
",
];

fn file(cases: &[&str]) -> String {
    HEADER.to_owned() + &cases.concat()
}

/// A file of version 1, its sums by the description in its documentation.
fn old_file(cases: &[&str]) -> String {
    let mut text = "adv cases 1\n".to_owned();
    let mut sums = String::new();
    for case in cases {
        let sum = format!("{:016x}", fnv1a(case.bytes()));
        text += &format!("{case}sum {sum}\n");
        sums += &sum;
    }
    text + &format!("end {} {:016x}\n", cases.len(), fnv1a(sums.bytes()))
}

fn base(text: &str) -> CaseBase {
    read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn fault(text: &str) -> CaseFault {
    match read(text.as_bytes()) {
        Ok(base) => panic!("it is read as {} cases: {text}", base.cases().len()),
        Err(fault) => fault,
    }
}

#[test]
fn a_file_is_written_as_it_was_read() {
    for count in 0..=CASES.len() {
        let text = file(&CASES[..count]);
        let base = base(&text);
        assert_eq!(base.cases().len(), count);
        assert_eq!(write(&base), text);
        assert_eq!(write_lines(&base), CASES[..count].concat());
        let lines = CASES[..count].concat();
        assert_eq!(import(lines.as_bytes()).as_ref(), Ok(&base));
        assert_eq!(import(text.as_bytes()), Ok(base));
    }
    let base = base(&file(&CASES));
    assert_eq!(base.get(1).map(adv_cases::Case::total), Some(90));
    assert_eq!(base.get(3), None);
    assert_eq!(base.next_number(), Some(8));
}

#[test]
fn what_a_person_edits_is_written_in_one_spelling() {
    let text = file(&CASES);
    let whole = base(&text);
    let edits = [
        text.replace('\n', "\r\n"),
        text.replace('\n', "\n\n  \n"),
        text.replace(",\"", " ,\t\"").replace(":[", " : [ "),
        text.trim_end().to_owned(),
        text.replace("\"a1\",\"a4\"", "\"a4\",\"a1\",\"a4\""),
        text.replace("\"stage\":null,", ""),
        text.replace("ä", "\\u00e4"),
        text.replace(" - - 0 1\"", " - -\""),
        text.replace(r#"{"case":7,"#, "{")
            .replace(r#""take-1"]}]}"#, r#""take-1"]}],"case":7}"#),
        text.replace(r#""slot":"them""#, r#""slot":"us""#)
            .replace(r#""slot":"belief""#, r#""slot":"them""#)
            .replace("„e4“ hält d5", "?")
            .replace("es angreifen", "„e4“ hält d5")
            .replace('?', "es angreifen")
            .replace(r#""slot":"us""#, r#""slot":"belief""#),
    ];
    for edited in edits {
        assert_ne!(edited, text);
        assert_eq!(write(&base(&edited)), text, "{edited}");
        assert_eq!(base(&edited), whole);
    }
}

#[test]
fn a_cut_file_has_its_first_cases_or_is_refused() {
    let text = file(&CASES);
    let whole = base(&text);
    let mut codes = BTreeMap::new();
    for end in 0..text.len() {
        let cut = &text.as_bytes()[..end];
        let at_line = text.as_bytes()[end] == b'\n' || cut.ends_with(b"\n");
        match read(cut) {
            Ok(base) => {
                assert!(at_line, "byte {end}");
                assert_eq!(base.cases(), &whole.cases()[..base.cases().len()]);
            }
            Err(fault) => {
                *codes.entry(fault.code).or_insert(0) += 1;
                let lines = cut.iter().filter(|b| **b == b'\n').count();
                assert_eq!(fault.line, lines + 1, "{end}: {fault}");
                assert!(!fault.help.is_empty());
            }
        }
    }
    // Only the empty file looks like another one.
    assert_eq!(codes["K0001"], 1);
    assert_eq!(codes.len(), 2, "{codes:?}");
    assert!(codes["K0004"] > text.len() * 9 / 10, "{codes:?}");
}

#[test]
fn what_is_read_of_a_changed_file_can_be_written() {
    let text = file(&CASES);
    let old = old_file(&OLD);
    let check = |bytes: &[u8]| {
        if let Ok(base) = read(bytes) {
            assert_eq!(read(write(&base).as_bytes()).as_ref(), Ok(&base));
        }
        if let Ok(repaired) = repair(bytes) {
            assert!(repaired.base.cases().len() + repaired.faults.len() <= CASES.len() + 2);
        }
        let _ = import(bytes);
    };
    for text in [&text, &old] {
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
                check(&bytes);
            }
            let mut less = text.clone().into_bytes();
            less.remove(at);
            check(&less);
        }
    }
}

#[test]
fn faults_have_their_code_and_line() {
    let text = file(&CASES);
    let [one, two, _] = CASES;
    let whole = |case: String| file(&[&case]);
    let deep = format!("{{\"case\":{}", "[".repeat(100_000));
    let table: &[(&str, usize, &str, String)] = &[
        ("K0001", 1, "no case file", "material W: K\n".to_owned()),
        ("K0001", 1, "is empty", String::new()),
        ("K0001", 1, "no case file", CASES.concat()),
        (
            "K0001",
            1,
            "no case file",
            text.replace("adv cases", "adv dices"),
        ),
        ("K0002", 1, "a case file of version 1", old_file(&OLD)),
        (
            "K0002",
            1,
            "version 3, this adv reads version 2",
            text.replace("\"version\":2", "\"version\":3"),
        ),
        (
            "K0003",
            2,
            "at column",
            whole(one.replace("\"case\":1", "\"case\":01")),
        ),
        (
            "K0003",
            2,
            "follows case 0",
            whole(one.replace("\"case\":1", "\"case\":0")),
        ),
        (
            "K0003",
            2,
            "no case: ",
            whole(one.replace("6PP/R5K1", "6PP/R6R")),
        ),
        (
            "K0003",
            2,
            "unknown variant `w`, expected `W` or `B`",
            whole(one.replace("\"viewer\":\"W", "\"viewer\":\"w")),
        ),
        (
            "K0003",
            2,
            "missing field `viewer`",
            whole(one.replace("\"viewer\":\"W\",", "")),
        ),
        (
            "K0003",
            2,
            "unknown field `remark`",
            whole(one.replace("note", "remark")),
        ),
        (
            "K0003",
            2,
            "`a9` is no square",
            whole(one.replace("\"a7\"", "\"a9\"")),
        ),
        ("K0003", 2, "a worth", whole(one.replace(":50", ":1000001"))),
        (
            "K0003",
            2,
            "the plan is `1st`",
            whole(one.replace("attack-by-file", "1st")),
        ),
        (
            "K0003",
            2,
            "a blank at an end",
            whole(one.replace("Kerner", " Kerner")),
        ),
        (
            "K0003",
            2,
            "more than one line",
            whole(one.replace("Kerner", "Ker\\nner")),
        ),
        (
            "K0003",
            2,
            "unknown variant `reason`, expected one of",
            whole(two.replace("belief", "reason")),
        ),
        (
            "K0003",
            2,
            "the language is `DE`",
            whole(two.replace("\"de\"", "\"DE\"")),
        ),
        (
            "K0003",
            2,
            "one text for each language",
            whole(two.replace("\"them\"", "\"belief\"")),
        ),
        (
            "K0003",
            2,
            "EOF while parsing a value at column 288",
            text.replace("\"note\"", "\n\"note\""),
        ),
        (
            "K0003",
            3,
            "follows case 1",
            file(&[one, &one.replace("6PP", "7P")]),
        ),
        (
            "K0003",
            3,
            "case 1 explains this position already",
            file(&[
                one,
                &one.replace("\"case\":1", "\"case\":2")
                    .replace("0 1\"", "5 9\""),
            ]),
        ),
        (
            "K0003",
            3,
            "invalid type: sequence, expected u32",
            file(&[one, &(deep + "\n")]),
        ),
        ("K0004", 5, "EOF", text.clone() + "{\"case\":8,"),
    ];
    for (code, line, words, text) in table {
        let fault = fault(text);
        let shown = text.get(..2000).unwrap_or(text);
        assert_eq!((fault.code, fault.line), (*code, *line), "{fault}\n{shown}");
        assert!(fault.what.contains(words), "{fault}, expected {words}");
        assert!(fault.what.len() < 300, "{fault}");
    }
}

#[test]
fn limits_are_kept() {
    let fact = |name: &str, plan: &str, texts: &str| {
        format!(
            r#"{{"pattern":"{name}","side":"W","squares":[],"worth":1,"plan":[{plan}],"texts":[{texts}]}}"#
        )
    };
    let case = |facts: &[String]| {
        let facts = facts.join(",");
        file(&[&format!(
            r#"{{"case":1,"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","viewer":"W","stage":null,"facts":[{facts}]}}"#
        )])
    };
    let facts =
        |count| -> Vec<String> { (0..count).map(|n| fact(&format!("p{n}"), "", "")).collect() };
    assert_eq!(base(&case(&facts(12))).cases().len(), 1);
    let text =
        |lang: &str, text: &str| format!(r#"{{"lang":"{lang}","slot":"us","text":"{text}"}}"#);
    let letters = || ('a'..='z').flat_map(|one| ('a'..='z').map(move |two| format!("{one}{two}")));
    let texts: Vec<String> = letters().take(65).map(|lang| text(&lang, "x")).collect();
    for (facts, words) in [
        (facts(13), "at most 12 facts"),
        (facts(0), "at least one fact"),
        (vec![fact("p", "", ""), fact("p", "", "")], "there twice"),
        (vec![fact(&"x".repeat(101), "", "")], "a name of at most"),
        (vec![fact("p", &["\"a\""; 17].join(","), "")], "at most 16"),
        (
            vec![fact("p", "", &text("en", &"x".repeat(2001)))],
            "too long",
        ),
        (vec![fact("p", "", &texts.join(","))], "at most 64"),
        (
            vec![fact("p", &["\"a\""; 1 << 20].join(" , "), "")],
            "the line has more than",
        ),
    ] {
        let fault = fault(&case(&facts));
        assert!(fault.what.contains(words), "{fault}, expected {words}");
    }
}

/// The numbers of the cases of a base.
fn numbers(base: &CaseBase) -> Vec<u32> {
    base.cases().iter().map(|case| case.number).collect()
}

#[test]
fn repair_copies_the_good_lines_and_lists_the_others() {
    let text = file(&CASES);
    let repaired = repair(text.as_bytes()).expect("nothing is wrong");
    assert_eq!(repaired.base, base(&text));
    assert_eq!(repaired.faults, []);

    let spoilt = text.replace("\"e4\"", "\"e9\"");
    let repaired = repair(spoilt.as_bytes()).expect("two are whole");
    assert_eq!(numbers(&repaired.base), [1, 7]);
    let [(left, None)] = &repaired.faults[..] else {
        panic!("{:?}", repaired.faults);
    };
    assert_eq!((left.code, left.line), ("K0003", 3));

    // Two files one after the other: the second first line is left out, its cases get numbers that follow.
    let [one, two, _] = CASES;
    let both = file(&[one]) + &file(&[&two.replace("\"case\":2", "\"case\":1"), one]);
    let repaired = repair(both.as_bytes()).expect("both cases are whole");
    assert_eq!(numbers(&repaired.base), [1, 2]);
    let faults = repaired
        .faults
        .iter()
        .map(|(fault, number)| (fault.line, *number));
    assert_eq!(
        faults.collect::<Vec<_>>(),
        [(3, None), (4, Some(2)), (5, None)]
    );
    assert_eq!(base(&write(&repaired.base)), repaired.base);

    let (_, headless) = text.split_once('\n').expect("lines");
    let repaired = repair(("?\n".to_owned() + headless).as_bytes()).expect("the cases are whole");
    assert_eq!((repaired.base.cases().len(), repaired.faults.len()), (3, 1));
    assert!(repair(b"").is_err() && repair(b"no cases\n").is_err());
    let old = old_file(&OLD);
    assert_eq!(repair(old.as_bytes()).map_err(|f| f.code), Err("K0002"));
    assert_eq!(
        repair(HEADER.as_bytes()).map(|r| r.base),
        Ok(CaseBase::new())
    );
}

#[test]
fn files_of_version_1_are_imported_whole_or_not_at_all() {
    for count in 0..=OLD.len() {
        let made = import(old_file(&OLD[..count]).as_bytes());
        assert_eq!(made, Ok(base(&file(&CASES[..count]))));
    }
    let text = old_file(&OLD);
    let last = text.rfind("end ").expect("a last line");
    for at in 1..last {
        let fault = import(&text.as_bytes()[..at]).expect_err("a cut file");
        let lines = text.as_bytes()[..at]
            .iter()
            .filter(|b| **b == b'\n')
            .count();
        assert!(fault.line <= lines + 1, "{at}: {fault}");
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        assert!(import(&bytes).is_err(), "byte {at}");
    }
    for (old, new, words) in [
        ("Kerner", "Berner", "the sum of the case's text is"),
        ("xp backward-open", "yp backward-open", "is out of place"),
        ("a7", "a9", "is out of place"),
        ("sum", "xp p W - 1 -\nsum", "the sum"),
        ("end 3", "end 4", "is out of place"),
    ] {
        let fault = import(text.replace(old, new).as_bytes()).expect_err("a changed file");
        assert!(fault.what.contains(words), "{fault}");
    }
}
