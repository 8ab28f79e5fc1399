//! `adv run` in one position.

use insta::assert_snapshot;

use crate::desk::Desk;

#[test]
fn the_example_is_answered_in_text_and_in_json() {
    let desk = Desk::new();
    let text = desk.adv(&["run", "queen.adv", "--stats", "--why"]);
    assert_eq!(text.code, 0, "{}", text.all());
    assert_snapshot!("run_text", text.all());
    let json = desk.adv(&["run", "queen.adv", "--format", "json", "--why"]);
    assert_snapshot!("run_json", json.all());
    let values = desk.adv(&["run", "kings.adv", "--stats", "--why"]);
    assert_snapshot!("run_values", values.all());
}

#[test]
fn conditional_success_is_said_in_both_forms() {
    let desk = Desk::new();
    let asked = [
        "run",
        "queen.adv",
        "--advice",
        "hopeful",
        "--fen",
        "8/7k/5K2/8/8/8/8/Q7 w - - 0 1",
    ];
    let text = desk.adv(&asked);
    assert_snapshot!("run_conditional", text.all());
    let json = desk.adv(&[&asked[..], &["--format", "json"]].concat());
    assert!(json.out.contains("\"conditional\": true"), "{}", json.all());
}

#[test]
fn positions_looked_at_are_counted_where_that_is_asked_for() {
    let desk = Desk::new();
    let text = desk.adv(&["run", "queen.adv", "--looked-at"]);
    assert_eq!(text.code, 0, "{}", text.all());
    let told = text.out.lines().find(|line| line.starts_with("looked at "));
    let number = told.and_then(|line| {
        line.strip_prefix("looked at ")?
            .strip_suffix(" distinct positions")
    });
    let number: u64 = number
        .and_then(|words| words.replace(',', "").parse().ok())
        .expect("a number");
    let json = desk.adv(&["run", "queen.adv", "--looked-at", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    let looked_at = serde_json::json!({ "positions": number, "exact": true });
    assert_eq!(object["looked_at"], looked_at);
    let plain = desk.adv(&["run", "queen.adv"]);
    assert!(!plain.out.contains("looked at"), "{}", plain.all());
}

#[test]
fn pushing_the_pawn_costs_nineteen_positions() {
    let desk = Desk::new();
    let ran = desk.adv(&[
        "run",
        "pawn.adv",
        "--advice",
        "push-pawn",
        "--stats",
        "--why",
    ]);
    assert_eq!(ran.code, 2);
    assert!(ran.out.contains("1 5 1 5 1 4 1 1\n"), "{}", ran.all());
    assert_snapshot!("run_push_pawn", ran.all());
    let json = desk.adv(&["run", "pawn.adv", "--format", "json", "--why"]);
    assert_eq!(json.code, 2);
    assert_snapshot!("run_push_pawn_json", json.all());
}

#[test]
fn colours_are_exchanged_and_exchanged_back() {
    let desk = Desk::new();
    let ran = desk.adv(&[
        "run",
        "queen.adv",
        "--fen",
        "6q1/8/8/8/8/5k2/8/7K b - - 3 40",
    ]);
    assert_snapshot!("run_mirrored", ran.all());
}

#[test]
fn names_are_chosen_or_suggested() {
    let desk = Desk::new();
    assert_eq!(desk.adv(&["run", "queen.adv", "--table", "kqk"]).code, 0);
    assert_eq!(
        desk.adv(&["run", "queen.adv", "--advice", "mate-in( 1 )"])
            .code,
        0
    );
    let mut all = String::new();
    for arguments in [
        &["run", "queen.adv", "--table", "kpk"][..],
        &["run", "queen.adv", "--advice", "hopefull"],
        &["run", "queen.adv", "--advice", "nonsense"],
        &["run", "pawn.adv", "--table", "any"],
        &["run", "queen.adv", "--format", "csv"],
        &[
            "run",
            "queen.adv",
            "--positions",
            "p.epd",
            "--format",
            "json",
        ],
        &["run", "-", "--positions", "-"],
    ] {
        let ran = desk.adv(arguments);
        assert_eq!(ran.code, 1, "{arguments:?}");
        assert!(ran.out.is_empty(), "{arguments:?}");
        all.push_str(&format!("adv {}\n{}\n", arguments.join(" "), ran.err));
    }
    assert_snapshot!("run_names", all);
}

#[test]
fn unusable_positions_say_what_to_do() {
    let desk = Desk::new();
    let mut all = String::new();
    for (what, fen) in [
        ("two kings", "7k/8/5K2/8/8/8/8/K5Q1 w - - 0 1"),
        ("no king", "8/8/5K2/8/8/8/8/6Q1 w - - 0 1"),
        ("nine pawns", "7k/PPPPPPPP/P7/8/8/8/8/K7 w - - 0 1"),
        ("opposite check", "7k/8/5K2/8/8/8/8/7Q w - - 0 1"),
        ("seven ranks", "7k/8/5K2/8/8/8/6Q1 w - - 0 1"),
        ("other material", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"),
    ] {
        let ran = desk.adv(&["run", "queen.adv", "--fen", fen]);
        assert_eq!(ran.code, 1, "{what}");
        assert!(ran.out.is_empty(), "{what}");
        all.push_str(&format!("{what}: {fen}\n{}\n", ran.err));
    }
    let side = desk.adv(&["run", "kings.adv", "--fen", "8/8/8/3k4/8/8/8/K7 b - - 0 1"]);
    assert_eq!(side.code, 1);
    all.push_str(&format!("other side\n{}\n", side.err));
    desk.put(
        "bare.adv",
        "material  W: K;  B: K\nadvice a better us-to-move us K depth 2 end-advice\n",
    );
    all.push_str(&format!(
        "no example\n{}",
        desk.adv(&["run", "bare.adv", "--message-format", "short"])
            .err
    ));
    assert_snapshot!("run_unusable", all);
}

#[test]
fn no_advice_is_an_answer_of_its_own() {
    let desk = Desk::new();
    desk.put("gap.adv", crate::desk::GAP);
    let mut all = String::new();
    for (program, fen) in [
        ("kings.adv", "8/8/8/8/8/8/8/K1k5 w - - 0 1"),
        ("gap.adv", "8/8/8/8/8/8/8/K1k5 w - - 0 1"),
        ("queen.adv", "7k/8/8/8/8/8/8/K5Q1 w - - 0 1"),
        ("queen.adv", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
    ] {
        let ran = desk.adv(&["run", program, "--fen", fen]);
        assert_eq!(ran.code, 2, "{}", ran.all());
        assert!(
            desk.adv(&["run", program, "--fen", fen, "--format", "json"])
                .out
                .contains("\"satisfied\": false")
        );
        all.push_str(&ran.all());
        all.push('\n');
    }
    assert_snapshot!("run_no_advice", all);
}

#[test]
fn a_spent_budget_names_the_place_and_the_position() {
    let desk = Desk::new();
    let mut all = String::new();
    for limit in [
        ["--fuel", "1000"],
        ["--positions-limit", "100"],
        ["--depth-limit", "2"],
    ] {
        let ran = desk.adv(&[
            "run",
            "queen.adv",
            "--advice",
            "endless",
            limit[0],
            limit[1],
        ]);
        assert_eq!(ran.code, 3, "{}", ran.all());
        all.push_str(&ran.all());
    }
    assert_snapshot!("run_budget", all);
    let rule = desk.adv(&["run", "queen.adv", "--fuel", "0"]);
    assert_eq!(rule.code, 3);
    assert_snapshot!("run_budget_rule", rule.all());
}

/// Squares with a file and a rank of either order, in a choice that is the greater, and in one that is the smaller of the two.
#[test]
fn a_choice_by_a_comparison_is_the_number_that_it_names() {
    let desk = Desk::new();
    desk.put(
        "choices.adv",
        "material W: K, R;  B: K\n\
         number larger = if rank(B.K) < file(B.K) then file(B.K) else rank(B.K)\n\
         number smaller = if rank(B.K) < file(B.K) then rank(B.K) else file(B.K)\n\
         test \"g3\"  position \"8/8/8/8/8/6k1/1R6/K7 w - - 0 1\"  expect larger = 6, smaller = 2\n\
         test \"c7\"  position \"8/2k5/8/8/8/8/1R6/K7 w - - 0 1\"  expect larger = 6, smaller = 2\n",
    );
    let ran = desk.adv(&["test", "choices.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
}

/// `mirrored` exchanges the colours of men and of the side to move together.
#[test]
fn a_table_for_one_side_serves_the_other_with_the_colours_exchanged() {
    let desk = Desk::new();
    desk.put(
        "mirrored.adv",
        "material W: K, Q;  B: K  mirrored\n\
         advice give-mate\n  better mate\n  us Q, K\n  depth 1\nend-advice\n\
         advice step\n  better true\n  us K\n  depth 1\nend-advice\n\
         table attack for W\n  otherwise give-mate\nend-table\n\
         table flee for B\n  otherwise step\nend-table\n",
    );
    let run = |fen: &str| desk.adv(&["run", "mirrored.adv", "--fen", fen]);
    let black = run("8/8/8/8/8/1k6/7q/K7 b - - 0 1");
    assert!(black.out.contains("This is give-mate"), "{}", black.all());
    let white = run("8/8/8/8/8/1k6/7q/K7 w - - 0 1");
    assert!(white.out.contains("This is step"), "{}", white.all());
}
