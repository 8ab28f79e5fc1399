//! What the command says where a person has typed or written what cannot be done: each says what to do instead.

use crate::desk::{Desk, KINGS};

const FEN: &str = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";

/// The message of a command that fails.
fn error(desk: &Desk, arguments: &[&str]) -> String {
    let ran = desk.adv(arguments);
    assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
    ran.err
}

#[test]
fn a_fen_without_its_option_or_its_quotes_is_seen() {
    let desk = Desk::new();
    let told = error(&desk, &["run", "queen.adv", FEN]);
    assert!(
        told.contains(&format!("a position is given by an option: --fen '{FEN}'")),
        "{told}"
    );
    let mut apart = vec!["run", "queen.adv", "--fen"];
    apart.extend(FEN.split(' '));
    let told = error(&desk, &apart);
    assert!(
        told.contains(&format!(
            "a FEN has blanks in it, so write it in quotes: --fen '{FEN}'"
        )),
        "{told}"
    );
    let told = error(
        &desk,
        &[
            "board",
            "queen.adv",
            "MV(B.K)",
            "--fen",
            "7k/8/5K2/8/8/8/8/6Q1",
        ],
    );
    assert!(told.contains("a FEN has blanks in it"), "{told}");
}

#[test]
fn exchanged_colours_name_the_word_that_allows_them() {
    let desk = Desk::new();
    for command in ["run", "play"] {
        let told = error(
            &desk,
            &[
                command,
                "pawn.adv",
                "--fen",
                "3k4/2p5/8/8/8/8/8/5K2 b - - 0 1",
            ],
        );
        assert!(
            told.contains("with the colours exchanged: write `mirrored` after the material"),
            "{told}"
        );
    }
}

#[test]
fn the_text_of_a_claim_begins_with_its_word() {
    let desk = Desk::new();
    let told = error(
        &desk,
        &["prove", "queen.adv", "--claim", "kqk reaches mate"],
    );
    assert!(
        told.contains("the text of a claim begins with `prove` or `measure`: `--claim \"prove kqk reaches mate\"`"),
        "{told}"
    );
}

#[test]
fn other_men_name_beyond_and_leaves() {
    let desk = Desk::new();
    let bare = "8/8/8/3k4/8/8/8/K7 w - - 0 1";
    let told = error(
        &desk,
        &["run", "queen.adv", "--table", "kqk", "--fen", bare],
    );
    assert!(
        told.contains("`beyond`") && told.contains("`leaves`"),
        "{told}"
    );
    // The queen is lost in one of the positions.
    let text = crate::desk::QUEEN.replace(
        "  otherwise mate-in(2)\nend-table\n\ntable long",
        "  otherwise any-move\nend-table\n\ntable long",
    );
    let text = text.replace(
        "table kqk",
        "advice any-move\n  better any\n  us Q\n  depth 1\nend-advice\n\ntable kqk",
    );
    desk.put(
        "lost.adv",
        format!("{text}\nprove kqk from \"8/8/8/3k4/8/8/8/K5Q1 w - - 0 1\" reaches mate\n"),
    );
    let ran = desk.adv(&["prove", "lost.adv"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert!(
        ran.out
            .contains("help   `beyond NAME` at the end of table kqk, lost.adv:"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("`leaves` says that play may end there"),
        "{}",
        ran.out
    );
}

#[test]
fn a_proof_without_advice_names_the_rule_and_each_piece() {
    let desk = Desk::new();
    desk.put(
        "kings.adv",
        format!(
            "{KINGS}\nprove hunt from \"8/8/8/8/8/2k5/8/K7 w - - 0 1\" reaches dist(W.K, B.K) = 1\n"
        ),
    );
    let ran = desk.adv(&["prove", "kings.adv"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    for part in [
        "no advice applies",
        "asked  rule 3 of table hunt, kings.adv:22: `otherwise beside`",
        "tried  beside, kings.adv:13: the better-goal ",
        "see    adv run kings.adv --table hunt --fen '8/8/8/8/8/2k5/8/K7 w - - 0 1' --why",
    ] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    // The command that is named shows the consultation in full.
    let see = ran
        .out
        .lines()
        .find_map(|line| line.trim().strip_prefix("see    adv "));
    let (words, fen) = see
        .and_then(|words| words.split_once(" --fen "))
        .expect("a command");
    let mut words: Vec<&str> = words.split(' ').collect();
    let fen = fen.trim_end_matches(" --why").trim_matches('\'');
    words.extend(["--fen", fen, "--why"]);
    let shown = desk.adv(&words);
    assert_eq!(shown.code, 2, "{}", shown.all());
    assert!(
        shown.out.contains("why beside is not satisfied"),
        "{}",
        shown.out
    );
    let json = desk.adv(&["prove", "kings.adv", "--format", "json"]);
    assert!(json.out.contains("\"advice\": \"beside\""), "{}", json.out);
    assert!(json.out.contains("\"rule\": 3"), "{}", json.out);
}

/// Two strategies, the first of which begins with the second, which is not applicable.
const APPLIES: &str = r#"example "8/8/8/3k4/8/8/8/K5R1 w - - 0 1"

NEAR : STRAT
  (IN-CLASS: FIGURES - W: K, R; B: K; DESCR - dist(W.K, B.K) < 3; OUT-CLASS: CHECK);
  ACTION (GIVE, ANY, N.CHECK) US R;
END-STRAT NEAR

FIRST : STRAT
  (IN-CLASS: FIGURES - W: K, R; B: K; DESCR - ANY; OUT-CLASS: CHECK);
  apply NEAR;
END-STRAT FIRST
"#;

#[test]
fn a_strategy_that_cannot_be_applied_is_named_with_its_line() {
    let desk = Desk::new();
    desk.put("applies.adv", APPLIES);
    let told = error(&desk, &["run", "applies.adv", "--strategy", "FIRST"]);
    assert!(told.contains("stuck at line 10: `apply NEAR`"), "{told}");
    assert!(
        told.contains("the in-class of `NEAR` is `dist(W.K, B.K) < 3`, line 4"),
        "{told}"
    );
    desk.put(
        "claimed.adv",
        format!("{APPLIES}\nprove FIRST from example reaches check\n"),
    );
    let ran = desk.adv(&["prove", "claimed.adv"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert!(
        ran.out.contains("asked  claimed.adv: stuck at line 10: "),
        "{}",
        ran.out
    );
}

#[test]
fn a_piece_is_tried_with_any_arguments() {
    let desk = Desk::new();
    let mate = "7k/8/8/5K2/8/8/8/6Q1 w - - 0 1";
    for (advice, code) in [
        ("mate-in(3)", 0),
        ("mate-in( 1 )", 2),
        ("mate-in(2 + 1)", 0),
    ] {
        let ran = desk.adv(&["run", "queen.adv", "--advice", advice, "--fen", mate]);
        assert_eq!(ran.code, code, "{advice} {}", ran.all());
    }
    desk.put("p.epd", format!("{mate}\n"));
    let rows = desk.adv(&[
        "run",
        "queen.adv",
        "--advice",
        "mate-in(3)",
        "--positions",
        "p.epd",
    ]);
    assert!(rows.out.contains("mate-in(3)"), "{}", rows.all());
    let played = desk.adv(&[
        "play",
        "queen.adv",
        "--advice",
        "mate-in(3)",
        "--fen",
        mate,
        "--opponent",
        "random",
    ]);
    assert!(
        played.out.contains("mate-in(3)") && played.out.contains("1-0"),
        "{}",
        played.all()
    );
    let series = desk.adv(&[
        "match",
        "queen.adv",
        "--advice",
        "mate-in(3)",
        "--from",
        "p.epd",
        "--opponent",
        "tablebase",
    ]);
    assert_eq!(series.code, 0, "{}", series.all());
    let wrong = error(&desk, &["run", "queen.adv", "--advice", "mate-in(K)"]);
    assert!(wrong.contains("--advice:1:"), "{wrong}");
    let unknown = error(&desk, &["run", "queen.adv", "--advice", "mat-in(3)"]);
    assert!(unknown.contains("did you mean `mate-in`?"), "{unknown}");
}

#[test]
fn an_action_is_no_piece_of_advice() {
    let desk = Desk::new();
    desk.put("listing.adv", crate::play::LISTING);
    let told = error(&desk, &["run", "listing.adv", "--advice", "NEWLINE"]);
    assert!(
        told.contains("an action of the strategy `K-R-VS-K`: `adv run --action NEWLINE` tries it by itself, `--strategy K-R-VS-K` comes to it in its turn"),
        "{told}"
    );
}

#[test]
fn what_nested_advice_costs_is_summed_up() {
    let desk = Desk::new();
    desk.put(
        "nested.adv",
        crate::desk::QUEEN.replace("  otherwise mate-in(2)\nend-table\n\ntable long", "  otherwise hope\nend-table\n\ntable long")
            .replace("table kqk", "advice hope\n  better satisfiable(mate-in(2))\n  us Q\n  them none\n  depth 1\nend-advice\n\ntable kqk"),
    );
    let fen = "8/7k/4K3/8/8/8/8/6Q1 w - - 0 1";
    let ran = desk.adv(&[
        "run",
        "nested.adv",
        "--advice",
        "hope",
        "--stats",
        "--fen",
        fen,
    ]);
    let number = |line: &str| -> u64 {
        let digits: String = line.chars().filter(char::is_ascii_digit).collect();
        digits.parse().unwrap_or_default()
    };
    let line = |word: &str| {
        ran.out
            .lines()
            .find(|line| line.contains(word))
            .unwrap_or_default()
    };
    let nested = line("counted separately")
        .split(", ")
        .find(|part| part.contains("counted separately"))
        .unwrap_or_default();
    let all = line("with nested advice").split(", ").next();
    let own = line("hope  ")
        .split("  ")
        .filter_map(|cell| cell.trim().parse::<u64>().ok())
        .next();
    assert_eq!(
        number(all.unwrap_or_default()),
        number(nested) + own.unwrap_or_default(),
        "{}",
        ran.all()
    );
    assert!(number(nested) > 0, "{}", ran.all());
}

#[test]
fn a_folder_is_checked() {
    let desk = Desk::new();
    desk.put("some/a.adv", KINGS);
    desk.put("some/in/b.adv", "number n = x\n");
    desk.put("some/.hidden/c.adv", "number n = x\n");
    desk.put("none/readme", "");
    let ran = desk.adv(&["check", "some", "--message-format", "short"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(
        ran.out.contains("some/in/b.adv:1:12: error[E0201]"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("2 files checked: 1 error,"), "{}", ran.out);
    assert!(error(&desk, &["check", "none"]).contains("the folder `none` holds no .adv file"));
}

#[test]
fn an_expression_may_use_what_the_program_does_not() {
    let desk = Desk::new();
    desk.put(
        "idle.adv",
        KINGS.replace("material ", "use std.possibility\nmaterial "),
    );
    let checked = desk.adv(&["check", "idle.adv"]);
    assert!(checked.out.contains("W0203"), "{}", checked.all());
    for expression in ["PINS(W)", "MV(B.K)"] {
        let ran = desk.adv(&["board", "idle.adv", expression, "--deny-warnings"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    }
}

#[test]
fn rare_positions_are_found_for_games_as_for_claims() {
    let desk = Desk::new();
    // Two of all positions: a million draws find fewer than the games that are to begin in them.
    let rare = "SQ(W.K) = {f6} ∧ SQ(B.K) = {h8} ∧ (SQ(Q) = {g1} ∨ SQ(Q) = {a7}) ∧ white-to-move";
    let ran = desk.adv(&[
        "match",
        "queen.adv",
        "--table",
        "kqk",
        "--games",
        "30",
        "--opponent",
        "random",
        "--where",
        rare,
        "--pgn",
        "games.pgn",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let games = desk.text("games.pgn");
    let starts = |fen: &str| games.matches(&format!("[FEN \"{fen}\"]")).count();
    let both = starts("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1") + starts("7k/Q7/5K2/8/8/8/8/8 w - - 0 1");
    assert_eq!(both, 30, "{games}");
    let claim = format!("measure kqk from 5 random positions where {rare} share of reaches mate");
    let measured = desk.adv(&["prove", "queen.adv", "--claim", &claim]);
    assert!(
        measured.out.contains("(2 of 2 random positions"),
        "{}",
        measured.all()
    );
}

#[test]
fn programs_with_different_in_classes_are_compared_where_both_play() {
    let desk = Desk::new();
    let strategy = |nearest: u32| {
        format!(
            "S : STRAT\n  (IN-CLASS: FIGURES - W: K; B: K; DESCR - dist(W.K, B.K) > {nearest}; OUT-CLASS: ANY);\n  ACTION (STEP-ON, ANY, N.dist(W.K, B.K) < dist(W.K, B.K)) US K;\nEND-STRAT S\n"
        )
    };
    desk.put("near.adv", strategy(2));
    desk.put("far.adv", strategy(5));
    let ran = desk.adv(&["diff", "near.adv", "far.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.err.contains("note: compared are the ") && ran.err.contains(" 0 more in `far.adv`"),
        "{}",
        ran.err
    );
}
