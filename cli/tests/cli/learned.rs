//! `adv assess --cases`, `--several`, `--learn`; `adv cases add` and `check`: what an explanation takes from cases, and what becomes of approval.

use insta::assert_snapshot;

use adv_testkit::sized;

use crate::desk::{Desk, Ran};

const FIGURE_4: &str = "r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1";
const FIGURE_5: &str = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";

/// The library's patterns with the values of the paper.
const PAPER: &str = include_str!("../../../examples/patterns-kerner.adv");

/// The command with the paper's values where it explains.
fn adv(desk: &Desk, args: &[&str]) -> Ran {
    let explains = args.first() == Some(&"assess") || matches!(args, [_, _, "add" | "check", ..]);
    let with: &[&str] = if explains {
        &["--with", "paper.adv"]
    } else {
        &[]
    };
    desk.adv(&[args, with].concat())
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("paper.adv", PAPER);
    let made = adv(
        &desk,
        &[
            "cases",
            "club.cases",
            "add",
            FIGURE_4,
            "--approve",
            "--note",
            "Kerner, position 1",
        ],
    );
    assert_eq!(made.code, 0, "{}", made.all());
    desk
}

/// The paper's example: the plan of its first position is adapted to its second one, searched anew, and told as what it is.
#[test]
fn the_papers_second_position_takes_a_plan_from_its_first() {
    let desk = desk();
    assert_snapshot!("learned_case", desk.text("club.cases"));
    let assess = |more: &[&str]| {
        let args = [&["assess", FIGURE_5, "--cases", "club.cases"][..], more].concat();
        let ran = adv(&desk, &args);
        assert_eq!(ran.code, 0, "{}", ran.all());
        ran
    };
    let told = assess(&[]).out;
    for wanted in [
        "Nearest of 1 case: 1, \"Kerner, position 1\"",
        "similarity 0.42 = 0.6 × facts 0.20 + 0.4 × board 0.75",
        "adapted from case 1",
        "attack a7 along its rank: Rc7, whatever Black replies",
        "attack a7 along its file: Ra5, whatever Black replies",
        "1... a6 prevents it",
    ] {
        assert!(told.contains(wanted), "{wanted}\n{told}");
    }
    let german = assess(&["--lang", "de"]).out;
    let russian = assess(&["--lang", "ru", "--several"]).out;
    assert_snapshot!("learned_figure_5", format!("{told}\n{german}\n{russian}"));
    let json = assess(&["--format", "json"]).out;
    assert!(json.contains("\"similarity\": 4200"), "{json}");
    // Without approval nothing is written; with it, a second case.
    let before = desk.text("club.cases");
    let refused = adv(
        &desk,
        &["assess", FIGURE_5, "--cases", "club.cases", "--learn"],
    );
    assert_eq!(refused.code, 1, "{}", refused.all());
    assert!(refused.err.contains("--approve"), "{}", refused.err);
    assert_eq!(desk.text("club.cases"), before);
    let learned = assess(&["--learn", "--approve"]);
    assert!(learned.err.contains("2 cases, 1 before"), "{}", learned.err);
    let again = adv(&desk, &["cases", "club.cases", "show", "2"]);
    assert!(
        again.out.contains("attack-by-rank, attack-by-file"),
        "{}",
        again.out
    );
    // The position is its own nearest case now, so there is nothing to learn.
    let same = assess(&["--learn", "--approve"]);
    assert!(same.out.contains("as in case 2"), "{}", same.out);
    assert!(same.err.contains("nothing is learned"), "{}", same.err);
}

#[test]
fn cases_are_added_with_approval_and_held_against_the_patterns() {
    let desk = desk();
    let add = |more: &[&str]| {
        let args = [&["cases", "club.cases", "add"][..], more].concat();
        adv(&desk, &args)
    };
    let refused = add(&[FIGURE_5]);
    assert_eq!(refused.code, 1, "{}", refused.all());
    assert!(refused.err.contains("--approve"), "{}", refused.err);
    let twice = add(&[FIGURE_4, "--approve"]);
    assert_eq!(twice.code, 1, "{}", twice.all());
    assert!(
        twice.err.contains("case 1 explains this position already"),
        "{}",
        twice.err
    );
    desk.put(
        "two.epd",
        format!("{FIGURE_5}\n4k3/8/8/P5pp/6PP/8/8/4K3 w - -\n"),
    );
    let both = add(&["two.epd", "--approve", "--side", "black"]);
    assert_eq!(both.code, 0, "{}", both.all());
    assert!(both.err.contains("3 cases, 1 before"), "{}", both.err);
    let check = |file: &str| adv(&desk, &["cases", file, "check"]);
    let whole = check("club.cases");
    assert_eq!((whole.code, whole.err.as_str()), (0, ""), "{}", whole.all());
    assert_eq!(whole.out, "3 cases, 0 changed\n");
    // What has changed since: another worth, a fact that is not there, a pattern and a plan that are unknown, a slot that is not the pattern's.
    let exported = desk
        .adv(&["cases", "club.cases", "export", "--format", "jsonl"])
        .out;
    let mut lines = exported.lines();
    let first = lines.next().unwrap_or_default();
    let changed = first
        .replace("\"worth\":50", "\"worth\":60")
        .replace("attack-by-file", "attack-by-air")
        .replace("\"d6\"", "\"e6\"")
        .replace("rook-halfopen", "rook-asleep");
    assert_ne!(changed, first);
    desk.put("old.jsonl", format!("{changed}\n"));
    let imported = adv(&desk, &["cases", "old.cases", "import", "old.jsonl"]);
    assert_eq!(imported.code, 0, "{}", imported.all());
    let old = check("old.cases");
    assert_eq!(old.code, 1, "{}", old.all());
    assert_snapshot!("checked_cases", old.all());
    // Unknown patterns are passed over, and what is known is taken.
    let assessed = adv(&desk, &["assess", FIGURE_5, "--cases", "old.cases"]);
    assert_eq!(assessed.code, 0, "{}", assessed.all());
}

/// A damaged file is refused with its line, and nothing is explained by it; what needs a case file is refused without one.
#[test]
fn case_files_that_are_not_whole_are_refused() {
    let desk = desk();
    let text = desk.text("club.cases");
    desk.put("cut.cases", &text[..text.len() / 2]);
    desk.put(
        "flipped.cases",
        text.replace("\"worth\":50", "\"worth\":5O"),
    );
    desk.put("other.cases", "no case file\n");
    let files = [
        ("cut.cases", "K0004"),
        ("flipped.cases", "K0003"),
        ("other.cases", "K0001"),
    ];
    for (at, (file, code)) in files.into_iter().enumerate() {
        let commands = [
            &["cases", file, "check"][..],
            &["assess", FIGURE_5, "--cases", file],
            &["assess", FIGURE_5, "--cases", file, "--learn", "--approve"],
            &["cases", file, "add", FIGURE_5, "--approve"],
        ];
        // In the short size each file and each command once or twice.
        for args in commands.into_iter().skip(at).step_by(sized(3, 1)) {
            let before = desk.text(file);
            let ran = adv(&desk, args);
            assert_eq!(ran.code, 1, "{args:?} {}", ran.all());
            assert!(ran.err.contains(code), "{args:?} {}", ran.err);
            assert_eq!(desk.text(file), before);
        }
    }
    for args in [
        &["assess", FIGURE_5, "--several"][..],
        &["assess", FIGURE_5, "--learn"],
        &["assess", FIGURE_5, "--cases", "club.cases", "--approve"],
    ] {
        assert_eq!(adv(&desk, args).code, 1, "{args:?}");
    }
    desk.put("many.epd", format!("{FIGURE_5}\n"));
    let many = adv(
        &desk,
        &[
            "assess",
            "many.epd",
            "--cases",
            "club.cases",
            "--format",
            "jsonl",
        ],
    );
    assert!(many.out.contains("\"similarity\":4200"), "{}", many.all());
    let learned = adv(
        &desk,
        &["assess", "many.epd", "--cases", "club.cases", "--learn"],
    );
    assert_eq!(learned.code, 1, "{}", learned.all());
}
