//! `adv survey`.

use insta::assert_snapshot;

use crate::desk::Desk;

#[test]
fn sums_are_shown_for_people_and_for_tools() {
    let desk = Desk::new();
    let text = desk.adv(&["survey", "kings.adv"]);
    assert_eq!(text.code, 0, "{}", text.all());
    assert_snapshot!("survey_text", text.all());
    assert_snapshot!(
        "survey_json",
        desk.adv(&["survey", "kings.adv", "--format", "json"]).all()
    );
    let one_by_one = desk.adv(&["survey", "kings.adv", "--replies", "one-by-one"]);
    assert!(
        one_by_one.out.contains("replies one by one"),
        "{}",
        one_by_one.all()
    );
}

#[test]
fn the_threads_do_not_show() {
    let desk = Desk::new();
    let survey = |threads: &str, form: &str| {
        let ran = desk.adv(&[
            "survey",
            "kings.adv",
            "--format",
            form,
            "--threads",
            threads,
        ]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        ran.out
    };
    for form in ["csv", "text", "json"] {
        let one = survey("1", form);
        assert_eq!(one, survey("1", form), "twice the same");
        assert_eq!(one, survey("2", form), "two threads");
        assert_eq!(one, survey("7", form), "seven threads");
    }
    let rows = survey("2", "csv");
    let mut lines = rows.lines();
    assert_eq!(lines.next(), Some("fen,rule,advice,move,positions"));
    assert_eq!(lines.next(), Some("8/8/8/8/8/8/8/K1k5 w - - 0 1,3,,,6"));
    // Every pair of squares for two kings that do not touch.
    assert_eq!(lines.count() + 1, 3612);
    assert!(
        rows.contains("\n8/8/8/8/7k/8/8/K7 w - - 0 1,1,nearer,a1b1,"),
        "{rows}"
    );
}

#[test]
fn a_survey_goes_into_a_file_as_a_whole() {
    let desk = Desk::new();
    let ran = desk.adv(&["survey", "kings.adv", "--format", "csv", "-o", "kings.csv"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(
        desk.text("kings.csv"),
        desk.adv(&["survey", "kings.adv", "--format", "csv"]).out
    );
    assert_eq!(
        desk.names("."),
        ["kings.adv", "kings.csv", "pawn.adv", "queen.adv"]
    );
}

#[test]
fn what_cannot_be_surveyed_says_why() {
    let desk = Desk::new();
    desk.put(
        "bare.adv",
        "advice a better us-to-move us K depth 2 end-advice\ntable t otherwise a end-table\n",
    );
    let mut all = String::new();
    for arguments in [
        &["survey", "bare.adv"][..],
        &["survey", "pawn.adv"],
        &["survey", "kings.adv", "--table", "hint"],
        &["survey", "kings.adv", "-o", "nowhere/kings.csv"],
        &["survey", "kings.adv", "-o", "."],
    ] {
        let ran = desk.adv(&[arguments, &["--message-format", "short"]].concat());
        assert_eq!(ran.code, 1, "{}", ran.all());
        all.push_str(&format!("adv {}\n{}\n", arguments.join(" "), ran.err));
    }
    assert_snapshot!("survey_refused", all);
}

#[test]
fn a_spent_budget_is_counted_and_shown_once() {
    let desk = Desk::new();
    let ran = desk.adv(&["survey", "kings.adv", "--positions-limit", "3"]);
    assert_eq!(ran.code, 3);
    assert_snapshot!("survey_stopped", ran.all());
}
