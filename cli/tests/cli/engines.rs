//! Engines as opponents: well-behaved ones, and all the ways in which one can fail. None leaves a process running.

#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Instant;

use crate::desk::{Desk, Ran};
use crate::play::LISTING;

/// An engine that is a script: what it does with each line that it hears.
fn script(desk: &Desk, name: &str, answers: &str) {
    let text = format!(
        "#!/bin/sh\necho $$ > {name}.pid\nwhile read -r line; do\n  case \"$line\" in\n    uci) echo 'id name Fake'; echo uciok;;\n    isready) echo readyok;;\n    quit) exit 0;;\n{answers}\n  esac\ndone\n"
    );
    desk.put(name, text);
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(desk.path(name), mode).expect("the script can be made executable");
}

/// Plays the listing against a script.
fn against(desk: &Desk, name: &str) -> Ran {
    desk.put("listing.adv", LISTING);
    let opponent = format!("uci:./{name}");
    desk.adv(&[
        "play",
        "listing.adv",
        "--opponent",
        &opponent,
        "--movetime",
        "10",
        "--patience",
        "600",
        "--save",
        "game.pgn",
    ])
}

/// The process of a script has ended.
fn is_gone(desk: &Desk, name: &str) {
    let id = desk.text(&format!("{name}.pid"));
    let place = format!("/proc/{}", id.trim());
    assert!(!Path::new(&place).exists(), "{name} is still there");
}

#[test]
fn an_engine_that_plays_is_played_to_the_end() {
    let desk = Desk::new();
    script(
        &desk,
        "good",
        "    go*) echo info depth 1; echo bestmove c5c4 ponder g6g1;;\n    'position fen'*moves*c5c4*) stop=1;;",
    );
    let ran = against(&desk, "good");
    // It knows one move only; the second time that is no legal one.
    assert_eq!(ran.code, 4, "{}", ran.all());
    assert!(ran.out.contains("plays White against Fake"), "{}", ran.out);
    assert!(ran.out.contains("1... Kc4\n2. Rd6"), "{}", ran.out);
    assert!(
        ran.out.contains("the game so far: 1. Ke5 Kc4 2. Rd6"),
        "{}",
        ran.out
    );
    assert!(
        ran.err.contains("the engine `./good` answered `c5c4`, which is no legal move in `8/8/3R4/4K3/2k5/8/8/8 b"),
        "{}",
        ran.err
    );
    assert!(desk.text("game.pgn").contains("[Black \"Fake\"]"));
    is_gone(&desk, "good");
}

#[test]
fn engines_that_fail_are_named_with_what_they_said() {
    let desk = Desk::new();
    let cases: &[(&str, &str, &str)] = &[
        (
            "dies",
            "    go*) echo info string ouch; echo broken >&2; exit 7;;",
            "the engine `./dies` ended with the exit code 7 before it answered `go movetime 10`; the last that it said was `info string ouch`; it complained `broken`",
        ),
        (
            "hangs",
            "    go*) sleep 100;;",
            "the engine `./hangs` did not answer `go movetime 10` within 0.6 s; the last that it said was `readyok`",
        ),
        (
            "nonsense",
            "    go*) echo bestmove none; ;;",
            "the engine `./nonsense` answered `none`, which is no legal move",
        ),
        (
            "gives-up",
            "    go*) echo 'bestmove (none)';;",
            "the engine `./gives-up` says that it has no move (`bestmove (none)`), and it has one in",
        ),
        (
            "floods",
            "    go*) yes info depth 1;;",
            "the engine `./floods` did not answer `go movetime 10`",
        ),
        (
            "closes",
            "    go*) exec >&-; sleep 100;;",
            "the engine `./closes` closed its output before it answered",
        ),
    ];
    for (name, answers, message) in cases {
        script(&desk, name, answers);
        let started = Instant::now();
        let ran = against(&desk, name);
        assert_eq!(ran.code, 4, "{name} {}", ran.all());
        assert!(ran.err.contains(message), "{name} {}", ran.err);
        assert!(
            ran.out.contains("the game so far: 1. Ke5"),
            "{name} {}",
            ran.out
        );
        assert!(
            started.elapsed().as_secs() < 20,
            "{name} took {:?}",
            started.elapsed()
        );
        is_gone(&desk, name);
    }
}

#[test]
fn engines_that_never_begin_are_refused_at_once() {
    let desk = Desk::new();
    desk.put("mute", "#!/bin/sh\nsleep 100\n");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(desk.path("mute"), mode).expect("the script can be made executable");
    let mute = against(&desk, "mute");
    assert_eq!(mute.code, 4, "{}", mute.all());
    assert!(
        mute.err.contains(
            "the engine `./mute` did not answer `uci` within 0.6 s; it has not said anything"
        ),
        "{}",
        mute.err
    );
    let none = against(&desk, "not-there");
    assert_eq!(none.code, 4, "{}", none.all());
    assert!(
        none.err
            .contains("the engine `./not-there` cannot be started: no such file or directory"),
        "{}",
        none.err
    );
    let ends = desk.adv(&[
        "play",
        "listing.adv",
        "--opponent",
        "uci:true",
        "--patience",
        "600",
    ]);
    assert_eq!(ends.code, 4, "{}", ends.all());
    assert!(
        ends.err
            .contains("the engine `true` ended with the exit code 0 before it answered `uci`"),
        "{}",
        ends.err
    );
}

#[test]
fn a_series_ends_with_the_engine_that_fails_in_it() {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    script(&desk, "dies", "    go*) exit 1;;");
    let ran = desk.adv(&[
        "match",
        "listing.adv",
        "--games",
        "4",
        "--threads",
        "1",
        "--opponent",
        "uci:./dies",
        "--patience",
        "600",
    ]);
    assert_eq!(ran.code, 4, "{}", ran.all());
    assert!(
        ran.err.contains("error: game 1: the engine `./dies` ended"),
        "{}",
        ran.err
    );
    is_gone(&desk, "dies");
}

#[test]
fn stockfish_is_played_where_it_is_installed() {
    let places = [
        "/usr/games/stockfish",
        "/usr/bin/stockfish",
        "/usr/local/bin/stockfish",
    ];
    let Some(stockfish) = places.into_iter().find(|place| Path::new(place).exists()) else {
        println!("NOT RUN: stockfish is not installed");
        return;
    };
    let desk = Desk::new();
    let opponent = format!("uci:{stockfish}");
    let mate = "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1";
    let ran = desk.adv(&[
        "play",
        "queen.adv",
        "--table",
        "kqk",
        "--fen",
        mate,
        "--opponent",
        &opponent,
        "--movetime",
        "10",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.contains("checkmate"), "{}", ran.out);
    assert!(ran.out.contains("against Stockfish"), "{}", ran.out);
    desk.put("p.epd", mate);
    let series = desk.adv(&[
        "match",
        "queen.adv",
        "--table",
        "kqk",
        "--from",
        "p.epd",
        "--games",
        "3",
        "--opponent",
        &opponent,
        "--nodes",
        "500",
    ]);
    assert_eq!(series.code, 0, "{}", series.all());
    assert!(series.out.contains("100.0 %"), "{}", series.out);
}

/// What an engine says of positions is told, and a move that it finds worse is not advised.
#[test]
fn an_engine_judges_what_is_told() {
    let desk = Desk::new();
    let good = "    go*) echo info depth 1 score cp 120 pv e2e4; echo info depth 2 score cp 900 lowerbound; echo bestmove e2e4;;";
    script(&desk, "good", good);
    let engine = ["--engine", "uci:./good"];
    let fen = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
    let ran = desk.adv(&[&["assess", fen], &engine[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.contains("+1.20  ±   by Fake"), "{}", ran.out);
    desk.put("game.pgn", "1. e4 e5 2. Nf3 *\n");
    let ran = desk.adv(&[&["annotate", "game.pgn", "--threads", "1"], &engine[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.contains("e4 $17"), "{}", ran.out);
    assert!(ran.out.contains("e5 $16"), "{}", ran.out);
    is_gone(&desk, "good");
    script(&desk, "dumb", "    go*) echo bestmove e2e4;;");
    let dumb = desk.adv(&["assess", fen, "--engine", "uci:./dumb"]);
    assert!(
        dumb.code != 0 && dumb.err.contains("said no value"),
        "{}",
        dumb.all()
    );
    let other = desk.adv(&["assess", fen, "--engine", "random"]);
    assert!(
        other.code != 0 && other.err.contains("uci:"),
        "{}",
        other.all()
    );
}
