//! `adv play`: sessions through a pipe, opponents, and what goes wrong.

use std::process::Stdio;

use insta::assert_snapshot;

use crate::desk::Desk;

/// Two kings and a rook, played as the paper's listing of 1986 does, with its sample position.
pub const LISTING: &str = r#"//! The listing K-R-VS-K of 1986.
example "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"

/// 0 for a king's move, 1 for a rook's: among equals the king moves first.
NUMBER rook-moves = IF FROM = SQ(R) THEN 1 ELSE 0
BOARD STRIP-FILE(a: piece, b: piece) = FILES-BETWEEN(a, b)

K-R-VS-K : STRAT  // allow W0517: the paper names no side
  (IN-CLASS: FIGURES - W: K, R; B: K; DESCR - ANY;
   OUT-CLASS: MV(B.K) = ∅);
  ACTION (LINE, ANY, N.L(W.R) ⊂ STRIP-FILE(W.K, B.K) & N.L(W.R) ≠ N.L(W.K))
    US K, R  WITHIN 3 PLIES  PREFER (replies, rook-moves, dist(TO, B.K))
    BECAUSE "the rook's file stands between the kings";
  DO-WHILE (MV(B.K) ≠ ∅);
    IF (OPP(W.K, B.K) & SQ(R) ∩ STEP(B.K) = ∅) ∨ L(R) ∩ STEP(B.K) = ∅ THEN
      ACTION (NEWLINE, ANY, (N.L(R) = L(B.K) ∨ N.L(R) ⊂ STRIP-FILE(W.K, B.K)) & N.SQ(R) ∩ STEP(B.K) = ∅)
        US R  PREFER (replies, -dist(TO, B.K))
    ELSE-IF (POPP(W.K, B.K)) THEN
      ACTION (DUMMY, ANY, N.L(R) = L(R) & N.SQ(R) ∩ AL(R, B.K) ≠ ∅)  US R  PREFER (replies, -dist(TO, B.K))
    ELSE-IF (SQ(R) ∩ STEP(B.K) ≠ ∅) THEN
      ACTION (ALONG, ANY, N.L(R) = L(R) & N.SQ(R) ∩ STEP(B.K) = ∅)  US R  PREFER (replies, -dist(TO, B.K))
    ELSE
      ACTION (TOKING, ANY, N.DISP(W.K, B.K) ⊂ DISP(W.K, B.K) & N.L(R) = L(R))
        US K  PREFER (replies, dist(TO, B.K))
    END-IF;
  END-DO;
END-STRAT K-R-VS-K
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    desk
}

#[test]
fn a_game_goes_through_a_pipe() {
    let desk = desk();
    let moves = "Kc4\nKb5\n";
    let ran = desk.adv_with(&["play", "listing.adv"], moves);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("play_pipe", ran.all());
    // The last line need not end.
    assert_eq!(
        desk.adv_with(&["play", "listing.adv"], "Kc4\nc4b5").out,
        ran.out
    );
}

#[test]
fn a_table_plays_to_mate_and_explains_itself() {
    let desk = desk();
    let session = "\
# what is there to know
moves
hint
why
tree
stats
mode
mode weak
mode middling
trace on
board
fen
Kh8
game
why
Kh7
new
q
";
    let ran = desk.adv_with(
        &[
            "play",
            "queen.adv",
            "--fen",
            "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1",
        ],
        session,
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("play_table", ran.all());
}

#[test]
fn moves_that_cannot_be_played_are_explained_and_asked_for_again() {
    let desk = desk();
    let session = "Ke4\nQd4\nc5c9\nxyz\nKd5\n\n   \ns\nhelp pos\nhelp zzz\nundo\nclaim\nsave\nposition\nposition 8/8 w\ntrace maybe\nKc4\n";
    let ran = desk.adv_with(&["play", "listing.adv"], session);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("play_illegal", ran.all());
    assert_snapshot!(
        "play_help",
        desk.adv_with(&["play", "queen.adv"], "?\n").out
    );
}

#[test]
fn moves_are_taken_back_with_the_state_of_the_strategy() {
    let desk = desk();
    let ran = desk.adv_with(
        &["play", "listing.adv"],
        "Kc4\nKb5\nundo\nKb4\nundo\nundo\nundo\nKc4\ngame\n",
    );
    assert_eq!(ran.code, 0);
    let straight = desk.adv_with(&["play", "listing.adv"], "Kc4\n");
    let line = |text: &str| {
        text.lines()
            .rfind(|line| line.starts_with("2. "))
            .map(str::to_owned)
    };
    assert_eq!(line(&ran.out), line(&straight.out), "{}", ran.out);
    assert!(ran.out.ends_with("1. Ke5 Kc4 2. Rd6\n"), "{}", ran.out);
    assert!(
        ran.out
            .contains("there is no move of the opponent to take back")
    );
}

#[test]
fn the_opponent_may_begin_and_positions_may_change() {
    let desk = desk();
    let first = desk.adv_with(
        &["play", "listing.adv", "--fen", "8/8/4K1R1/1k6/8/8/8/8 b - - 3 7", "--side", "white"],
        "Kc5\nposition 8/8/8/8/8/8/8/K1k5 w - - 0 1\nposition 8/8/4K1R1/2k5/8/8/8/8 w - - 0 1\nfen\nflip\n",
    );
    assert_eq!(first.code, 0, "{}", first.all());
    assert_snapshot!("play_black_begins", first.all());
}

#[test]
fn draws_are_named() {
    let desk = Desk::new();
    // The advice walks to and fro; so does the person.
    desk.put(
        "walk.adv",
        "material W: K, R; B: K\nadvice walk for W\n  better any\n  us R by rank(TO) * 0 + (if FROM = a1 then 0 else dist(TO, a1))\n  depth 1\nend-advice\ntable walk-on for W\n  otherwise walk\nend-table\n",
    );
    let moves = "Ke7\nKe8\n".repeat(5);
    let session = format!("{moves}claim\nKe7\nundo\n");
    let ran = desk.adv_with(
        &["play", "walk.adv", "--fen", "4k3/8/8/8/8/8/8/R6K w - - 0 1"],
        &session,
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.out
            .contains("the position has occurred three times: a draw may be claimed by `claim`"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("1/2-1/2"), "{}", ran.out);
    assert!(
        ran.out
            .contains("the game is over (draw: the position has occurred"),
        "{}",
        ran.out
    );
    let fifty = desk.adv_with(
        &[
            "play",
            "walk.adv",
            "--fen",
            "4k3/8/8/8/8/8/8/R6K w - - 97 80",
        ],
        "Ke7\nKe8\nclaim\n",
    );
    assert!(fifty.out.contains("fifty moves"), "{}", fifty.out);
}

#[test]
fn a_program_that_has_no_advice_says_so_and_moves_can_be_taken_back() {
    let desk = Desk::new();
    desk.put("gap.adv", crate::desk::GAP);
    let ran = desk.adv_with(
        &["play", "gap.adv", "--fen", "7k/8/8/8/8/8/8/K7 w - - 0 1"],
        "Kg7\nKf6\nKe5\nundo\nKg7\nwhy\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("play_stuck", ran.all());
}

#[test]
fn what_cannot_be_played_at_all_is_refused() {
    let desk = desk();
    let refused: &[(&[&str], &str)] = &[
        (
            &["play", "listing.adv", "--fen", "8/8/8/8/8/8/8/K1k5 w - -"],
            "and the position has",
        ),
        (
            &["play", "listing.adv", "--fen", "hello"],
            "the position of `--fen` cannot be used",
        ),
        (
            &["play", "listing.adv", "--strategy", "K-R-VS-Q"],
            "did you mean",
        ),
        (
            &["play", "listing.adv", "--strategy", "a", "--table", "b"],
            "cannot be used with",
        ),
        (
            &["play", "listing.adv", "--opponent", "me"],
            "expected `human`",
        ),
        (
            &["play", "pawn.adv", "--opponent", "uci:"],
            "expected a command after `uci:`",
        ),
        (&["play", "-"], "cannot both come from standard input"),
        (
            &["match", "listing.adv", "--opponent", "human"],
            "a series is played without people",
        ),
    ];
    for (arguments, message) in refused {
        let ran = desk.adv(arguments);
        assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
        assert!(ran.err.contains(message), "{arguments:?} {}", ran.err);
    }
    let five = "8/8/8/3k4/8/8/PPP5/K7 w - - 0 1";
    desk.put(
        "pawns.adv",
        "material W: K, P, P, P; B: K\nadvice go for W\n  better any\n  depth 1\nend-advice\n",
    );
    let ran = desk.adv(&[
        "play",
        "pawns.adv",
        "--opponent",
        "tablebase",
        "--fen",
        five,
    ]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(
        ran.err.contains("`adv tables KPPPvK` makes it first"),
        "{}",
        ran.err
    );
    let hint = desk.adv_with(&["play", "pawns.adv", "--fen", five], "hint\n");
    assert!(hint.out.contains("there is no hint"), "{}", hint.all());
}

#[test]
fn games_are_saved_or_stay() {
    let desk = desk();
    let ran = desk.adv_with(
        &["play", "listing.adv"],
        "Kc4\nsave game.pgn\nsave nowhere/game.pgn\nsave again.pgn\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.out
            .contains("the game is written to `game.pgn`, 2 moves"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains(
            "cannot write `nowhere/game.pgn`: no such file or directory; the game is still here"
        ),
        "{}",
        ran.out
    );
    assert_eq!(desk.text("game.pgn"), desk.text("again.pgn"));
    assert_snapshot!("play_saved", desk.text("game.pgn"));
    let saved = desk.adv_with(&["play", "listing.adv", "--save", "end.pgn"], "Kc4\n");
    assert_eq!((saved.code, saved.err.as_str()), (0, ""));
    assert_eq!(desk.text("end.pgn"), desk.text("game.pgn"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_no_game() {
    let desk = desk();
    let ran = desk.adv_with(
        &["play", "listing.adv"],
        "Kc4\nsave /dev/full\nsave here.pgn\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.out
            .contains("cannot write `/dev/full`: no space left on device"),
        "{}",
        ran.out
    );
    assert!(desk.text("here.pgn").contains("Kc4"));
    let ran = desk.adv_with(&["play", "listing.adv", "--save", "/dev/full"], "Kc4\n");
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(ran.err.contains("no space left on device"), "{}", ran.err);
    assert!(
        ran.out.ends_with("the game: 1. Ke5 Kc4 2. Rd6\n"),
        "{}",
        ran.out
    );
}

#[test]
fn a_reader_who_leaves_ends_the_session_and_the_game_is_saved() {
    let desk = desk();
    let mut child = desk
        .command(&["play", "listing.adv", "--save", "left.pgn"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = std::io::Write::write_all(&mut stdin, "Kc4\nhelp\n".repeat(2000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(desk.text("left.pgn").contains("[White \"K-R-VS-K\"]"));
}

#[test]
fn machines_play_to_the_end() {
    let desk = desk();
    let queen = "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1";
    let random = |seed: &str| {
        desk.adv(&[
            "play",
            "queen.adv",
            "--table",
            "kqk",
            "--fen",
            "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1",
            "--opponent",
            "random",
            "--seed",
            seed,
        ])
    };
    let one = random("3");
    assert_eq!(one.code, 0, "{}", one.all());
    assert_eq!(one.out, random("3").out);
    assert_snapshot!("play_random", one.all());
    let stuck = desk.adv(&[
        "play",
        "queen.adv",
        "--table",
        "kqk",
        "--fen",
        queen,
        "--opponent",
        "tablebase",
    ]);
    assert_eq!(stuck.code, 0, "{}", stuck.all());
    assert!(stuck.out.contains("no advice applies"), "{}", stuck.out);
}

#[test]
fn a_strategy_is_asked_and_tested_as_tables_are() {
    let desk = desk();
    let run = desk.adv(&["run", "listing.adv", "--stats"]);
    assert_eq!(run.code, 0, "{}", run.all());
    assert_snapshot!("strategy_run", run.all());
    let json = desk.adv(&["run", "listing.adv", "--format", "json"]);
    assert!(json.out.contains("\"action\": \"LINE\""), "{}", json.out);
    // Both kings on one file: there is no line between them.
    let stuck = desk.adv(&[
        "run",
        "listing.adv",
        "--fen",
        "8/8/8/8/k7/8/8/KR6 w - - 0 1",
    ]);
    assert_eq!(stuck.code, 2, "{}", stuck.all());
    assert_snapshot!("strategy_stuck", stuck.all());
    desk.put(
        "p.epd",
        "8/8/4K1R1/2k5/8/8/8/8 w - - bm Ke5\n8/8/8/8/k7/8/8/KR6 w - -\n",
    );
    let rows = desk.adv(&["run", "listing.adv", "--positions", "p.epd"]);
    assert!(
        rows.out.contains("1 with advice, 1 without"),
        "{}",
        rows.all()
    );

    let tests = r#"
test "the first"  K-R-VS-K  position "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"  expect action LINE, move Ke5, satisfied, not action TOKING
test "not in three"  K-R-VS-K  position "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"  expect not mate within 3 moves
test "no mate"    K-R-VS-K  position "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"  expect mate within 30 moves
test "another"    K-R-VS-K  position "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"  expect action NEWLINE, not move Ke5
test "none"       K-R-VS-K  position "8/8/8/8/k7/8/8/KR6 w - - 0 1"  expect satisfied
"#;
    desk.put("tests.adv", format!("{LISTING}{tests}"));
    let tested = desk.adv(&["test", "tests.adv"]);
    assert_eq!(tested.code, 1, "{}", tested.all());
    assert_snapshot!("strategy_tests", tested.all());
}
