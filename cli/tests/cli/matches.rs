//! `adv match`: series, their reports, and that nothing of the threads can be seen.

use insta::assert_snapshot;

use crate::desk::Desk;
use crate::play::LISTING;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    desk
}

#[test]
fn a_series_is_counted() {
    let desk = desk();
    let arguments = [
        "match",
        "listing.adv",
        "--games",
        "40",
        "--opponent",
        "random",
    ];
    let ran = desk.adv(&arguments);
    assert_eq!(
        ran.code,
        2,
        "not every game reaches its goal: {}",
        ran.all()
    );
    assert_snapshot!("match_text", ran.all());
    let json = desk.adv(&[&arguments[..], &["--format", "json"]].concat());
    assert_eq!(json.code, 2);
    assert_snapshot!("match_json", json.all());
}

#[test]
fn the_threads_do_not_show() {
    let desk = desk();
    for opponent in ["random", "tablebase"] {
        let play = |threads: &str, file: &str| {
            let ran = desk.adv(&[
                "match",
                "listing.adv",
                "--games",
                "30",
                "--opponent",
                opponent,
                "--from",
                "random:5",
                "--seed",
                "9",
                "--threads",
                threads,
                "--pgn",
                file,
            ]);
            assert_eq!(ran.err, "");
            (ran.out, desk.text(file))
        };
        let one = play("1", "one.pgn");
        assert_eq!(one, play("3", "three.pgn"));
        assert_eq!(one, play("1", "again.pgn"));
        assert_eq!(one.1.matches("[Event ").count(), 30);
    }
}

#[test]
fn games_begin_where_a_file_says() {
    let desk = desk();
    desk.put(
        "starts.epd",
        "# mates in two, and in one with Black to move before\n7k/8/4K3/8/8/8/8/6Q1 w - - id \"a\";\n6k1/8/4K3/8/8/8/8/6Q1 b - -\n",
    );
    let ran = desk.adv(&[
        "match",
        "queen.adv",
        "--table",
        "kqk",
        "--from",
        "starts.epd",
        "--side",
        "white",
        "--opponent",
        "tablebase",
        "--games",
        "3",
    ]);
    assert_snapshot!("match_file", ran.all());
    desk.put("bad.epd", "7k/8/4K3/8/8/8/8/6Q1 w - -\nhello\n");
    let bad = desk.adv(&["match", "queen.adv", "--table", "kqk", "--from", "bad.epd"]);
    assert_eq!(bad.code, 1, "{}", bad.all());
    assert!(bad.err.contains("bad.epd:2: error:"), "{}", bad.err);
    desk.put("none.epd", "\n# nothing\n");
    let none = desk.adv(&["match", "queen.adv", "--from", "none.epd"]);
    assert_eq!(none.code, 1);
    assert!(
        none.err.contains("has no position to begin from"),
        "{}",
        none.err
    );
    let seed = desk.adv(&["match", "queen.adv", "--from", "random:x"]);
    assert!(
        seed.err.contains("expected a number behind `random:`"),
        "{}",
        seed.err
    );
}

#[test]
fn budgets_and_lengths_are_limits_of_a_game() {
    let desk = desk();
    let budget = desk.adv(&[
        "match",
        "queen.adv",
        "--table",
        "kqk",
        "--games",
        "5",
        "--opponent",
        "random",
        "--fuel",
        "1000",
    ]);
    assert_eq!(budget.code, 3, "{}", budget.all());
    assert!(budget.out.contains("budget exhausted"), "{}", budget.out);
    let short = desk.adv(&[
        "match",
        "listing.adv",
        "--games",
        "5",
        "--opponent",
        "random",
        "--max-moves",
        "1",
    ]);
    assert!(
        short.out.contains("unfinished after 1 move;"),
        "{}",
        short.out
    );
}
