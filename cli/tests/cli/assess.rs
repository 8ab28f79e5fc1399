//! `adv assess`: a position explained for people and for tools, rows for many, and what it refuses.

use insta::assert_snapshot;

use crate::desk::Desk;

const PAWNS: &str = include_str!("../../../examples/patterns-pawns.adv");
const FIGURE_5: &str = "r2r2k1/p2p2pp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("pawns.adv", PAWNS);
    desk
}

#[test]
fn a_position_is_explained_in_its_language() {
    let desk = desk();
    let english = desk.adv(&["assess", FIGURE_5, "--with", "pawns.adv"]);
    assert_eq!(english.code, 0, "{}", english.all());
    assert_snapshot!("assess_text", english.out);
    let german = desk.adv(&[
        "assess",
        "--with",
        "pawns.adv",
        "--lang",
        "de",
        "--all",
        "--side",
        "black",
    ]);
    assert_eq!(german.code, 0, "{}", german.all());
    assert_snapshot!("assess_german", german.out);
    let json = desk.adv(&[
        "assess",
        "--with",
        "pawns.adv",
        "--tell",
        "2",
        "--format",
        "json",
    ]);
    assert_eq!(json.code, 0, "{}", json.all());
    assert_snapshot!("assess_json", json.out);
}

#[test]
fn many_positions_get_a_row_each_in_their_order() {
    let desk = desk();
    desk.put(
        "many.epd",
        "# two games\nr5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - id \"figure 4\";\nno position\n8/8/8/8/8/8/8/K1k5 w - -\n7k/5Q2/6K1/8/8/8/8/8 b - -\n",
    );
    let run = |more: &[&str]| {
        let args = [&["assess", "many.epd", "--with", "pawns.adv"][..], more].concat();
        desk.adv(&args)
    };
    let rows = run(&[]);
    assert_eq!(rows.code, 1, "{}", rows.all());
    assert_snapshot!("assess_rows", rows.out);
    assert!(rows.err.contains("many.epd:3:1: "), "{}", rows.err);
    let csv = run(&["--format", "csv"]);
    assert_snapshot!("assess_csv", csv.out);
    let one = run(&["--format", "jsonl", "--threads", "1"]);
    let three = run(&["--format", "jsonl", "--threads", "3"]);
    assert_eq!(one.out, three.out);
    assert_eq!(one.out.lines().count(), 3);
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let desk = desk();
    desk.put(
        "plain.adv",
        "advice a\n  better mate\n  depth 1\nend-advice\n",
    );
    let refused = [
        &["assess", "nothing.epd", "--with", "pawns.adv"][..],
        &["assess", "8/8/9/8 w", "--with", "pawns.adv"],
        &["assess", FIGURE_5, "--with", "plain.adv"],
        &[
            "assess",
            FIGURE_5,
            "--with",
            "pawns.adv",
            "--evaluation",
            "other",
        ],
        &["assess", FIGURE_5, "--with", "pawns.adv", "--lang", "fr"],
        &["assess", FIGURE_5, "--with", "pawns.adv", "--format", "csv"],
        &["assess", FIGURE_5, "--with", "absent.adv"],
    ];
    let mut all = String::new();
    for args in refused {
        let ran = desk.adv(args);
        assert!(matches!(ran.code, 1 | 2), "{}", ran.all());
        assert_eq!(ran.out, "");
        let said = ran
            .err
            .lines()
            .filter(|line| line.contains("error") || line.contains("help"));
        all.extend(said.map(|line| format!("{line}\n")));
    }
    assert_snapshot!("assess_refused", all);
    let starved = desk.adv(&["assess", FIGURE_5, "--with", "pawns.adv", "--fuel", "100"]);
    assert_eq!(starved.code, 3, "{}", starved.all());
}

/// The two positions of the paper by the patterns of the library: totals, facts and plans as they are printed.
#[test]
fn the_library_explains_the_papers_positions() {
    let desk = Desk::new();
    let figure_4 = "r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1";
    let mut all = String::new();
    for (fen, language) in [(figure_4, "de"), (FIGURE_5, "en"), (FIGURE_5, "ru")] {
        let ran = desk.adv(&["assess", fen, "--lang", language]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
        all.push_str(&ran.out);
        all.push('\n');
    }
    assert!(all.contains("+0,7") && all.contains("+2.4"), "{all}");
    assert_snapshot!("assess_library", all);
    // Without plans nothing is known of what requires one.
    let off = desk.adv(&["assess", FIGURE_5, "--plans", "off", "--all"]);
    assert!(!off.out.contains("mate is threatened"), "{}", off.out);
}

/// A page and a drawing, in a language; neither is for a file of positions.
#[test]
fn a_position_is_drawn_as_a_page_and_as_a_picture() {
    let desk = desk();
    desk.put("one.epd", "8/8/8/8/8/8/8/K1k5 w - -\n");
    let run = |form: &str, what: &str| {
        let args = [
            "assess",
            what,
            "--with",
            "pawns.adv",
            "--lang",
            "de",
            "--format",
            form,
        ];
        desk.adv(&args)
    };
    let page = run("html", FIGURE_5);
    assert_eq!(page.code, 0, "{}", page.all());
    assert!(page.out.contains("<html lang=\"de\">"), "{}", page.out);
    assert!(
        page.out.contains("Tc7, was Schwarz auch antwortet"),
        "{}",
        page.out
    );
    let drawing = run("svg", FIGURE_5);
    assert_eq!(drawing.code, 0, "{}", drawing.all());
    assert!(drawing.out.contains("Weiß am Zug"), "{}", drawing.out);
    assert!(drawing.out.contains("Tc7"), "{}", drawing.out);
    for form in ["html", "svg"] {
        let refused = run(form, "one.epd");
        assert_eq!(refused.code, 1, "{}", refused.all());
        assert!(refused.err.contains("for one position"), "{}", refused.err);
    }
}

#[test]
fn where_a_plan_mates_no_other_move_is_advised() {
    let desk = Desk::new();
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "Ra8#"),
        ("6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1", "Rd8#"),
        ("3r2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", "Rxd8#"),
        ("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "Ra1#"),
    ] {
        for language in &["en", "de", "ru"][..adv_testkit::sized(1, 3)] {
            let ran = desk.adv(&["assess", fen, "--lang", language, "--format", "json"]);
            assert!(ran.out.contains(mate), "{fen}\n{}", ran.all());
            let told: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
            assert_eq!(told["served"], serde_json::Value::Null, "{fen}");
        }
    }
}

/// Problems with mate in two and three moves: the mate is told first with its length, and no other move is advised.
#[test]
fn short_mates_are_told_first_and_nothing_else_is_advised() {
    let desk = Desk::new();
    let text = include_str!("../../../tests/cases/mates/mates.epd");
    let problems = text.lines().filter_map(|line| {
        let (_, length) = line.split_once("dm ")?;
        let length: u64 = length.split(';').next()?.parse().ok()?;
        Some((line, length)).filter(|(_, length)| *length <= 3)
    });
    let problems: Vec<(&str, u64)> = problems.collect();
    let step = adv_testkit::sized(20, 1);
    let problems: Vec<(&str, u64)> = problems.into_iter().step_by(step).collect();
    let lines: Vec<&str> = problems.iter().map(|of| of.0).collect();
    desk.put("mates.epd", lines.join("\n"));
    let ran = desk.adv(&["assess", "mates.epd", "--format", "jsonl"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    for (row, (line, length)) in ran.out.lines().zip(&problems) {
        let told: serde_json::Value = serde_json::from_str(row).expect("JSON");
        let first = &told["first"];
        assert_eq!(first["mate"], *length, "{line}");
        assert_eq!(told["served"], serde_json::Value::Null, "{line}");
        let facts = told["told"].as_array().into_iter().flatten();
        for plan in facts.flat_map(|fact| fact["plan"].as_array().into_iter().flatten()) {
            let mv = &plan["move"];
            assert!(mv.is_null() || *mv == first["move"], "{line}: {mv}");
        }
    }
    assert_eq!(ran.out.lines().count(), problems.len());
}

/// Draws that the rules bring are said.
#[test]
fn clocks_of_fifty_and_seventy_five_moves_are_said() {
    let desk = Desk::new();
    for (clock, said) in [
        (99, ""),
        (100, "a draw may be claimed"),
        (150, "the game is drawn"),
    ] {
        let fen = format!("4k3/pp6/8/8/8/8/P6r/4K2R w - - {clock} 90");
        let ran = desk.adv(&["assess", &fen]);
        assert_eq!(ran.code, 0, "{}", ran.all());
        assert_eq!(ran.out.contains("without a capture"), !said.is_empty());
        assert!(ran.out.contains(said), "{}", ran.out);
    }
    // Nothing is won, and no move is advised, where seventy-five moves have ended the game; a mate on the last of them counts.
    let ended = desk.adv(&["assess", "k7/8/1K6/8/8/8/8/7R w - - 150 90"]);
    assert!(
        ended.out.contains("the game is drawn") && !ended.out.contains("Rh8"),
        "{}",
        ended.out
    );
    let mated = desk.adv(&["assess", "k6R/8/1K6/8/8/8/8/8 b - - 150 90"]);
    assert!(mated.out.contains("checkmate"), "{}", mated.out);
}

#[test]
fn positions_of_chess960_are_refused_by_name() {
    let desk = Desk::new();
    let board = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w";
    for rights in ["HFhf", "KQkq", "K"] {
        let ran = desk.adv(&["assess", &format!("{board} {rights} - 2 9")]);
        assert_eq!(ran.code, 1, "{}", ran.all());
        assert!(ran.err.contains("Chess960"), "{}", ran.err);
    }
}
