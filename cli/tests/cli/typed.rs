//! `adv play`: lines that are neither a move nor a command, and what they may be meant for.

use crate::desk::Desk;

#[test]
fn what_is_typed_in_a_session_is_understood_or_explained() {
    let desk = Desk::new();
    desk.put("listing.adv", crate::play::LISTING);
    let ran = desk.adv_with(
        &["play", "listing.adv"],
        "mvoes\nresign\ntakeback\nkc4\nKc4\nquitt\nzzz\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    for told in [
        "`mvoes` is neither a move nor a command: did you mean `moves`?",
        "`resign` is neither a move nor a command: there is no command to resign: `quit` leaves",
        "`takeback` is neither a move nor a command: `undo` takes back your last move and the answer",
        "`kc4` is no move: pieces are written with capital letters, as in `Kc4`",
        "`quitt` is neither a move nor a command: did you mean `quit`?",
    ] {
        assert!(ran.out.contains(told), "{told}\n{}", ran.out);
    }
    // The examples are moves of the position.
    let line = ran
        .out
        .lines()
        .find(|line| line.starts_with("`zzz` is no move"));
    let line = line.unwrap_or_default();
    let example = line.split('`').nth(3).unwrap_or_default();
    assert!(
        example.starts_with('K') && line.contains("`moves` lists them"),
        "{line}"
    );
    let ran = desk.adv(&["play", "listing.adv", "--save", "game.doc"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    let wrong = ran.err;
    assert!(
        wrong.contains("`game.doc` has an ending that no form of a game has"),
        "{wrong}"
    );
}

#[test]
fn the_position_on_the_board_is_explained_in_a_session() {
    let desk = Desk::new();
    desk.put("listing.adv", crate::play::LISTING);
    let ran = desk.adv_with(
        &["play", "listing.adv"],
        "analyse\nassess\nassess all\nassess de\nassess fr\nhelp assess\nquit\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    for told in [
        "`assess` explains the position",
        "Black to move, endgame; seen by Black",
        "won for White",
        "Schwarz am Zug, Endspiel; aus der Sicht von Schwarz",
        "expected `assess`, `assess all`, `assess de` or `assess ru`, found `fr`",
        "assess en|de|ru: what matters in the position, and what to do",
    ] {
        assert!(ran.out.contains(told), "{told}\n{}", ran.out);
    }
}

/// A program with a table and with a pattern of its own.
const OWN: &str = r#"material  W: K, R;  B: K
example   "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1"

advice check-him
  better  black-to-move
  depth   1
end-advice

table rook for W
  otherwise check-him
end-table

pattern rook-of-mine  in own
  fact      us.R
  worth     77
  called    "a rook of my own on {HERE}"
end-pattern

evaluation mine
  of  own
end-evaluation
"#;

#[test]
fn the_patterns_of_the_program_that_plays_explain() {
    let desk = Desk::new();
    desk.put("own.adv", OWN);
    let ran = desk.adv_with(&["play", "own.adv"], "assess\nquit\n");
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.contains("a rook of my own on"), "{}", ran.out);
    assert!(ran.out.contains("+0.77"), "{}", ran.out);
}

#[test]
fn a_game_answers_questions_and_takes_items() {
    let desk = Desk::new();
    desk.put("listing.adv", crate::play::LISTING);
    let session = "\
dist(W.K, B.K)
number near = dist(W.K, B.K)
near + 1
:type near
Kc4
undo
undo
near
mate-in(2)
use std.mating
mate-in(2)
why
:items
save mine.adv
foo bar
Kc4
save game.pgn
";
    let ran = desk.adv_with(&["play", "listing.adv"], session);
    assert_eq!(ran.code, 0, "{}", ran.all());
    insta::assert_snapshot!("typed_in_a_game", ran.all());
    assert_eq!(desk.adv(&["check", "mine.adv"]).code, 0);
    assert!(desk.text("game.pgn").contains("Kc4"));
    // An item in error changes nothing, and a change that the game cannot go on with is taken back.
    let untested = crate::desk::KINGS.split("test ").next();
    desk.put("untested.adv", untested.unwrap_or_default());
    let ran = desk.adv_with(
        &["play", "untested.adv"],
        "number a = foo\n:forget hunt\n:items\n",
    );
    assert!(ran.err.contains("unknown name `foo`"), "{}", ran.all());
    assert!(
        ran.out.contains("; the program before stays") && ran.out.contains("table      hunt"),
        "{}",
        ran.all()
    );
}

#[test]
fn a_prompt_begins_a_game() {
    let desk = Desk::new();
    desk.put("listing.adv", crate::play::LISTING);
    let session = ":moves\n:go\nKc4\nwhy\ndist(W.K, B.K)\n:fen example\nmoves\n:hint\n:load kings.adv\n:game\n";
    let ran = desk.adv_with(&["repl", "listing.adv"], session);
    insta::assert_snapshot!("a_game_at_the_prompt", ran.all());
    // A module has the text of its program.
    desk.adv(&["build", "kings.adv"]);
    let ran = desk.adv_with(
        &["repl", "kings.advc"],
        "dist(W.K, B.K)\nnumber near = dist(W.K, B.K)\n:save mine.adv\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(desk.text("mine.adv").contains("number near"));
    desk.adv(&["build", "kings.adv", "--strip", "-o", "bare.advc"]);
    let ran = desk.adv_with(&["repl", "bare.advc"], "number a = 1\n:play\n");
    assert!(ran.err.contains("without its source text"), "{}", ran.all());
    assert_eq!(ran.code, 1, "{}", ran.all());
}
