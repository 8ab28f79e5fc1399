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
    assert!(bad.err.contains("bad.epd:2:1: error:"), "{}", bad.err);
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
        seed.err.contains("expected a number after `random:`"),
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

/// Black takes the rook where he can; the other table lets it go.
const HOLD: &str = r#"material  W: K, R;  B: K
example   "8/8/8/8/8/1k6/1R6/3K4 b - - 0 1"

advice take for B
  better   SQ(R) = ∅
  us       K
  them     none
  depth    1
end-advice

advice step for B
  better   SQ(R) ≠ ∅
  us       K
  them     none
  depth    1
end-advice

table hold for B
  otherwise take
end-table

table careless for B
  otherwise step, take
end-table
"#;

fn held(desk: &Desk, table: &str, more: &[&str]) -> crate::desk::Ran {
    let arguments = [
        "match",
        "hold.adv",
        "--table",
        table,
        "--games",
        "12",
        "--from",
        "random:1",
        "--where",
        "drawn ∧ ¬stalemated(B)",
    ];
    desk.adv(&[&arguments[..], more].concat())
}

#[test]
fn drawn_positions_are_held_or_lost_against_traps() {
    let desk = Desk::new();
    desk.put("hold.adv", HOLD);
    let traps = ["--opponent", "traps"];
    let ran = held(&desk, "hold", &traps);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("match_held", ran.all());
    let lost = held(&desk, "careless", &traps);
    assert_eq!(lost.code, 2, "{}", lost.all());
    assert!(lost.out.contains("\n  lost  "), "{}", lost.out);
    assert!(!lost.out.contains("mated  "), "{}", lost.out);
    // Chance plays the other side, and still it is known what the positions were worth.
    let random = held(&desk, "hold", &["--opponent", "random"]);
    assert!(
        random.out.contains("held (no men to mate)"),
        "{}",
        random.out
    );
    let json = held(&desk, "hold", &["--opponent", "traps", "--format", "json"]);
    assert!(json.out.contains("\"held\": 12"), "{}", json.out);
    assert!(
        json.out.contains("\"held_dead_position\": 12"),
        "{}",
        json.out
    );
}

#[test]
fn a_condition_that_cannot_be_used_is_told() {
    let desk = Desk::new();
    desk.put("hold.adv", HOLD);
    let wrong = desk.adv(&[
        "match",
        "hold.adv",
        "--where",
        "drwan",
        "--opponent",
        "random",
    ]);
    assert_eq!(wrong.code, 1, "{}", wrong.all());
    // Shown is what was typed, not the claim around it.
    assert!(wrong.err.contains("--where:1:1"), "{}", wrong.err);
    assert!(wrong.err.contains("drwan"), "{}", wrong.err);
    assert!(!wrong.err.contains("all positions"), "{}", wrong.err);
    // A condition ends where it ends: nothing of a claim may follow it.
    for more in ["drawn seed 3", "drawn reaches mate", "drawn within 3 moves"] {
        let more = ["match", "hold.adv", "--where", more];
        let more = desk.adv(&more);
        assert_eq!(more.code, 1, "{}", more.all());
        assert!(more.err.contains("--where:1:7"), "{}", more.all());
    }
    // Nor is a bracket shown that was not typed.
    let open = desk.adv(&["match", "hold.adv", "--where", "(drawn"]);
    assert_eq!(open.code, 1, "{}", open.all());
    assert!(open.err.contains("is not closed"), "{}", open.err);
    assert!(!open.err.contains("2 |"), "{}", open.err);
    desk.put("one.epd", "8/8/8/8/8/1k6/1R6/3K4 b - -\n");
    let file = ["match", "hold.adv", "--where", "drawn", "--from", "one.epd"];
    let file = desk.adv(&file);
    assert_eq!(file.code, 1, "{}", file.all());
    assert!(
        file.err.contains("chooses among random positions"),
        "{}",
        file.err
    );
    let never = [
        "match",
        "hold.adv",
        "--where",
        "SQ(R) = ∅",
        "--opponent",
        "random",
    ];
    let never = desk.adv(&never);
    assert!(
        never
            .err
            .contains("no position of W: K, R; B: K is legal, has a move and is in the in-class where `SQ(R) = ∅` holds"),
        "{}",
        never.err
    );
}

#[test]
fn traps_do_not_depend_on_threads_and_differ_by_seed() {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    let play = |threads: &str, seed: &str, file: &str| {
        let ran = desk.adv(&[
            "match",
            "listing.adv",
            "--games",
            "12",
            "--opponent",
            "traps",
            "--threads",
            threads,
            "--seed",
            seed,
            "--pgn",
            file,
        ]);
        assert_eq!(ran.err, "");
        desk.text(file)
    };
    let one = play("1", "1", "one.pgn");
    assert_eq!(one, play("3", "1", "three.pgn"));
    assert_ne!(one, play("1", "2", "other.pgn"));
}
