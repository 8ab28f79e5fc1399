//! Positions that a strategy does not play, and programs that have nothing to play, in every command that asks or plays.

use insta::assert_snapshot;

use crate::desk::Desk;

/// A strategy that is for distant kings only.
const FAR: &str = r#"//! A check from afar.
example "8/8/8/3k4/8/8/8/K5R1 w - - 0 1"

FAR : STRAT  // allow W0517: either side may be asked
  (IN-CLASS: FIGURES - W: K, R; B: K; DESCR - dist(W.K, B.K) > 2;
   OUT-CLASS: CHECK);
  ACTION (GIVE, ANY, N.CHECK) US R;
END-STRAT FAR
"#;

/// The kings are too near for it.
const NEAR: &str = "8/8/8/3k4/8/3K4/8/7R w - - 0 1";
/// A queen is no rook.
const QUEEN: &str = "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1";
/// What it plays.
const GOOD: &str = "8/8/8/3k4/8/8/8/K5R1 w - - 0 1";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("far.adv", FAR);
    desk
}

#[test]
fn positions_that_a_strategy_does_not_play_are_refused_with_the_reason() {
    let desk = desk();
    let mut shown = String::new();
    for fen in [NEAR, QUEEN] {
        for command in ["run", "play"] {
            for more in [&[][..], &["--strategy", "FAR"]] {
                let arguments = [&[command, "far.adv", "--fen", fen][..], more].concat();
                let ran = desk.adv(&arguments);
                assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
                if more.is_empty() {
                    shown.push_str(&format!("adv {command} {fen}\n{}\n", ran.err));
                } else {
                    assert!(shown.ends_with(&format!("{}\n", ran.err)), "{}", ran.err);
                }
            }
        }
        desk.put("one.epd", format!("{fen}\n"));
        let ran = desk.adv(&[
            "match",
            "far.adv",
            "--from",
            "one.epd",
            "--opponent",
            "random",
        ]);
        shown.push_str(&format!("adv match {fen}\n{}\n", ran.all()));
        let ran = desk.adv(&["run", "far.adv", "--positions", "one.epd"]);
        assert_eq!(ran.code, 1, "{}", ran.all());
        shown.push_str(&format!("adv run --positions {fen}\n{}\n", ran.all()));
    }
    assert_snapshot!("refused_positions", shown);
}

#[test]
fn one_such_position_among_others_is_counted_as_stuck() {
    let desk = desk();
    desk.put("p.epd", format!("{GOOD}\n{NEAR}\n{QUEEN}\n"));
    let ran = desk.adv(&[
        "match",
        "far.adv",
        "--from",
        "p.epd",
        "--opponent",
        "random",
    ]);
    assert_eq!(ran.code, 2, "{}", ran.all());
    assert_snapshot!("refused_in_a_match", ran.all());
}

#[test]
fn a_position_may_change_to_one_that_is_not_played() {
    let desk = desk();
    let ran = desk.adv_with(
        &["play", "far.adv"],
        &format!("position {QUEEN}\nposition {NEAR}\nfen\n"),
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("refused_in_play", ran.all());
}

#[test]
fn a_program_with_nothing_to_play_says_so() {
    let desk = desk();
    desk.put("library.adv", "number two = 2\n");
    desk.put(
        "two.adv",
        "material W: K, R; B: K\nadvice one\n  better check\n  depth 1\nend-advice\nadvice other\n  better check\n  depth 1\nend-advice\n",
    );
    for command in ["run", "play", "match"] {
        let nothing = desk.adv(&[command, "library.adv"]);
        assert_eq!((nothing.code, nothing.out.as_str()), (1, ""), "{command}");
        assert_eq!(
            nothing.err,
            "error: the program has no strategy, no table and no piece-of-advice, so there is nothing to consult\n  = help: `adv board` draws its definitions, `adv test` runs its tests\n"
        );
        let mut arguments = vec![command, "two.adv"];
        if command != "match" {
            arguments.extend(["--fen", GOOD]);
        }
        let several = desk.adv(&arguments);
        assert_eq!(several.code, 1, "{}", several.all());
        assert!(
            several
                .err
                .contains("choose one by `--advice`: `one`, `other`"),
            "{}",
            several.err
        );
    }
    // A strategy that the program does not have.
    for command in ["run", "play", "match"] {
        let ran = desk.adv(&[command, "far.adv", "--strategy", "FARR"]);
        assert_eq!(ran.code, 1, "{}", ran.all());
        assert!(
            ran.err
                .contains("the program has no strategy `FARR`\n  = help: did you mean `FAR`?"),
            "{}",
            ran.err
        );
    }
}
