//! The examples as players: series against chance, the longest resistance and a real engine, and what the two modes do.

use std::path::Path;

use adv_testkit::{Size, root, runs_in, sized};

use crate::desk::Desk;

/// An example's path from any folder: of `examples`, or of the endgames in it.
fn example(name: &str) -> String {
    let examples = format!("{}/../examples", env!("CARGO_MANIFEST_DIR"));
    let places = [
        format!("{examples}/{name}"),
        format!("{examples}/endgames/{name}"),
    ];
    let found = places.into_iter().find(|place| Path::new(place).exists());
    found.unwrap_or_else(|| panic!("there is no example {name}"))
}

#[test]
fn the_repaired_strategy_mates_in_a_thousand_games_of_each_kind() {
    let desk = Desk::new();
    let (games, shown) = [("250", "  250"), ("1000", "1,000")][sized(0, 1)];
    for (opponent, from) in [("random", "random:1"), ("tablebase", "random:2")] {
        let ran = desk.adv(&[
            "match",
            &example("krk-sdl.adv"),
            "--opponent",
            opponent,
            "--games",
            games,
            "--from",
            from,
        ]);
        assert_eq!(ran.code, 0, "{opponent}: {}", ran.all());
        assert!(
            ran.out
                .contains(&format!("  mate                         {shown}")),
            "{opponent}: {}",
            ran.out
        );
    }
}

/// The sixth asks tables of bishop and pawn, which take longer to make than the other nine to prove; the short size leaves out the three
/// dearest of those too.
#[test]
fn solutions_of_the_exercises_are_proved() {
    let desk = Desk::new();
    let folder = root().join("docs/exercises");
    let path = folder.to_string_lossy();
    for command in ["check", "test"] {
        let ran = desk.adv(&[command, &path]);
        assert_eq!(ran.code, 0, "{}", ran.all());
        assert!(!ran.all().contains("warning["), "{}", ran.all());
    }
    for number in 1..=10 {
        let name = format!("solution-{number:02}.adv");
        if [5, 6, 7, 8].contains(&number) && !runs_in(Size::Long, &name) {
            continue;
        }
        let ran = desk.adv(&["prove", &folder.join(&name).to_string_lossy()]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.all());
        assert!(ran.out.starts_with("proved: "), "{name}: {}", ran.out);
    }
}

#[test]
fn stockfish_is_mated_twenty_times() {
    let (games, shown) = [("5", " 5"), ("20", "20")][sized(0, 1)];
    let places = ["/usr/games/stockfish", "/usr/bin/stockfish"];
    let Some(stockfish) = places.into_iter().find(|place| Path::new(place).exists()) else {
        println!("NOT RUN: stockfish is not installed");
        return;
    };
    let desk = Desk::new();
    let ran = desk.adv(&[
        "match",
        &example("krk-sdl.adv"),
        "--opponent",
        &format!("uci:{stockfish}"),
        "--games",
        games,
        "--from",
        "random:3",
        "--movetime",
        "10",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(
        ran.out
            .contains(&format!("  mate                            {shown}")),
        "{}",
        ran.out
    );
}

/// In this position the textbook's table knows a mate in two moves before it knows the mate in one: consulted again on every move it
/// goes round in a circle, and its trees played to their leaves mate (Bratko's strong and weak modes).
#[test]
fn the_weak_mode_goes_round_where_the_strong_one_mates() {
    let desk = Desk::new();
    let fen = "7k/5R2/6K1/8/8/8/8/8 w - - 0 1";
    let replies = "Kg8\nKh8\n".repeat(4);
    let play = |mode: &str| {
        let arguments = [
            "play",
            &example("krk-advice.adv"),
            "--mode",
            mode,
            "--fen",
            fen,
        ];
        desk.adv_with(&arguments, &replies)
    };
    let repetition = "the position has occurred three times: a draw may be claimed by `claim`";
    let weak = play("weak");
    assert_eq!(weak.code, 0, "{}", weak.all());
    assert!(weak.out.contains(repetition), "{}", weak.out);
    assert!(!weak.out.contains("checkmate"), "{}", weak.out);
    let strong = play("strong");
    assert!(strong.out.contains("checkmate"), "{}", strong.out);
    assert!(!strong.out.contains(repetition), "{}", strong.out);
}

#[test]
fn a_game_is_saved_as_a_page_or_an_object_by_its_ending() {
    let desk = Desk::new();
    for (file, begins, holds) in [
        ("game.html", "<!DOCTYPE html>", "STRIP(W.K, B.K)"),
        ("game.json", "{", "\"LINE\""),
        ("game.pgn", "[Event", "1. Ke5"),
    ] {
        let ran = desk.adv_with(
            &["play", &example("karapetyan-1986.adv"), "--save", file],
            "Kc4\nKb4\n",
        );
        assert_eq!(ran.code, 0, "{}", ran.all());
        let text = desk.text(file);
        assert!(
            text.to_lowercase().starts_with(&begins.to_lowercase()),
            "{file}: {}",
            text.get(..60).unwrap_or("")
        );
        assert!(text.contains(holds), "{file}");
    }
}

/// `cargo bless` keeps the trees anew.
#[test]
fn the_examples_with_trees_have_the_trees_that_are_kept() {
    let desk = Desk::new();
    // The last one makes tables of four men first.
    let names = ["kpk.adv", "krk-advice.adv", "reti.adv"];
    for name in &names[..sized(2, names.len())] {
        let example = example(name);
        let mut arguments = vec!["test", example.as_str()];
        if adv_testkit::is_blessing() {
            arguments.push("--accept");
        }
        let ran = desk.adv(&arguments);
        assert_eq!(ran.code, 0, "{}", ran.all());
        let trees = Path::new(&example).with_extension("trees");
        assert!(trees.is_dir(), "{name} has no trees");
    }
}
