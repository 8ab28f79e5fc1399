//! Nothing that a program, a module, a file name, an engine or a list of positions says can steer a terminal.

use std::process::Stdio;

use adv::program::{Program, write};
use adv::render::visible::steers;
use adv_testkit::sized;

use crate::desk::{Desk, Ran};

/// An escape sequence that clears the screen, one that begins with the C1 character, one that sets the title of the window, a character
/// that turns the direction of writing, and a separator of lines.
const HOSTILE: &str = "\u{1b}[2J\u{9b}31m\u{1b}]0;title\u{7}\u{202e}x\u{2066}\u{2028}";

/// A program all of whose texts are hostile; `XX` stands for the text.
const PROGRAM: &str = r#"//! First line XX
material  W: K, R;  B: K
example   "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"

/// A board XX.
board NEAR = MV(B.K)

/// The rook waits XX.
advice wait
  better  ¬stalemate ∧ SQ(R) ≠ NEAR // XX
  us      R
  depth   1
  because "waits XX"
end-advice

/// The rook checks XX.
advice give-check
  better  check // XX
  us      R
  them    none
  depth   1
  because "check XX"
end-advice

table t for W
  if SQ(R) = {a8} then give-check // XX
  otherwise give-check, wait // XX
end-table

test "name XX" t position "8/8/8/3k4/8/8/1R6/K7 w - - 0 1" expect not advice wait
test "another XX" t position "8/8/8/3k4/8/8/1R6/K7 w - - 0 1" expect advice wait
test "tree XX" t position "8/8/8/3k4/8/8/1R6/K7 w - - 0 1" expect tree

/// Claimed XX.
prove t from 3 random positions reaches mate // XX
prove wait from 3 random positions keeps stalemate // XX
prove check ⇒ stalemate from 30 random positions // XX
"#;

/// A strategy all of whose texts are hostile.
const STRATEGY: &str = r#"//! Head XX
example   "8/8/8/3k4/8/8/1R6/K7 w - - 0 1"

S : STRAT // XX
  (IN-CLASS: FIGURES - W: K, R; B: K; DESCR - ANY; OUT-CLASS: MV(B.K) = ∅);
  ACTION (GIVE, ANY, N.CHECK) US R BECAUSE "check XX"; // XX
END-STRAT S

prove S from 3 random positions reaches mate
"#;

fn hostile(text: &str) -> String {
    text.replace("XX", HOSTILE)
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("esc.adv", hostile(PROGRAM));
    desk.put("strat.adv", hostile(STRATEGY));
    let mut program = module("esc.adv", &hostile(PROGRAM));
    desk.put("text.advc", write(&program));
    // The compiler lets no such name pass, so that modules are made with one. Records are called by words: such a module is refused.
    rename(&mut program, false);
    let mut bare = program.clone();
    bare.strip();
    desk.put("bare.advc", write(&bare));
    rename(&mut program, true);
    desk.put("esc.advc", write(&program));
    desk
}

fn module(name: &str, text: &str) -> Program {
    let examined = adv::Examination::of_text(name, text);
    let module = examined.module.expect("the program compiles");
    module.program().clone()
}

/// Gives hostile names to the module, its tests and functions, or to its records.
fn rename(program: &mut Program, records: bool) {
    let names: Vec<&mut String> = match records {
        false => [&mut program.name]
            .into_iter()
            .chain(program.tests.iter_mut().map(|one| &mut one.name))
            .chain(program.functions.iter_mut().map(|one| &mut one.name))
            .collect(),
        true => (program.advice.iter_mut().map(|one| &mut one.name))
            .chain(program.tables.iter_mut().map(|one| &mut one.name))
            .chain(program.exports.iter_mut().map(|one| &mut one.name))
            .collect(),
    };
    for (number, name) in names.into_iter().enumerate() {
        *name = format!("{name}{HOSTILE}\r{number}");
    }
}

/// True for what must not be written: everything that steers but the ends of lines and tabs.
fn is_raw(c: char) -> bool {
    steers(c) && c != '\n' && c != '\t'
}

fn assert_clean(arguments: &[&str], text: &str) {
    if let Some(at) = text.find(is_raw) {
        let from = text[..at]
            .char_indices()
            .rev()
            .nth(60)
            .map_or(0, |(i, _)| i);
        let to = text[at..]
            .char_indices()
            .nth(40)
            .map_or(text.len(), |(i, _)| at + i);
        panic!("{arguments:?}: {:?}", &text[from..to]);
    }
}

fn clean(arguments: &[&str], ran: &Ran) {
    assert_clean(arguments, &ran.out);
    assert_clean(arguments, &ran.err);
}

const FEN: &str = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";

#[test]
fn no_command_writes_what_steers_a_terminal() {
    let desk = desk();
    desk.put(
        "p.epd",
        hostile(&format!(
            "8/8/8/3k4/8/8/1R6/K7 w - - id \"XX\";\nXX\n{FEN}\n"
        )),
    );
    let mut said = 0;
    let files = ["esc.adv", "text.advc", "esc.advc", "bare.advc", "strat.adv"];
    for (at, file) in files.into_iter().enumerate() {
        let commands: &[&[&str]] = &[
            &["check", file],
            &["check", file, "--message-format", "json"],
            &["check", file, "--message-format", "rich"],
            &["check", file, "--message-format", "short"],
            &["run", file],
            &["run", file, "--why", "--stats"],
            &["run", file, "--format", "json", "--why"],
            &["run", file, "--format", "pgn"],
            &["run", file, "--format", "dot"],
            &["run", file, "--format", "dot"],
            &["run", file, "--format", "html"],
            &["run", file, "--positions", "p.epd"],
            &["run", file, "--positions", "p.epd", "--format", "csv"],
            &["run", file, "--positions", "p.epd", "--format", "jsonl"],
            &["run", file, "--advice", "no XX"],
            &[
                "match",
                file,
                "--games",
                "3",
                "--opponent",
                "random",
                "--max-moves",
                "3",
                "--pgn",
                "games.pgn",
            ],
            &[
                "match",
                file,
                "--games",
                "3",
                "--opponent",
                "random",
                "--max-moves",
                "3",
                "--format",
                "json",
            ],
            &["board", file, "NEAR"],
            &["board", file, "MV(B.K) // XX", "--format", "json"],
            &["board", file, "MV(B.K)", "--format", "svg"],
            &[
                "bench", file, "--rounds", "1", "--sample", "3", "--fen", FEN,
            ],
            &[
                "bench", file, "--rounds", "1", "--sample", "3", "--fen", FEN, "--format", "json",
            ],
            &["test", file],
            &["test", file, "--format", "json"],
            &["prove", file],
            &["prove", file, "--format", "json"],
            &["prove", file, "--format", "html", "-o", "pages.html"],
            &["prove", file, "--claim", "XX"],
            &["disasm", file],
            &["disasm", file, "--linked"],
            &[
                "diff",
                file,
                file,
                "--claim",
                "prove t from 3 random positions reaches mate",
            ],
            &["verify", file],
            &["build", file, "-o", "again.advc"],
            &["XX", file],
            &["run", file, "--XX"],
            &["explain", "XX"],
            &["new", "XX", "--material", "KRvK"],
            &["new", "x", "--material", "KXXvK"],
            &["tables", "KXXvK"],
            &["match", file, "--where", "XX"],
            &["run", file, "--fen", "XX"],
            &["prove", file, "--explain", "XX"],
            &[
                "prove",
                file,
                "--claim",
                "1",
                "--perfect",
                "yes",
                "--syzygy",
                "XX",
            ],
            &["play", file, "--opponent", "uci:XX"],
        ];
        // In the short size each command for one of the files.
        for arguments in commands.iter().skip(at % sized(5, 1)).step_by(sized(5, 1)) {
            let arguments: Vec<String> = arguments.iter().map(|word| hostile(word)).collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let ran = desk.adv(&arguments);
            assert!((0..=6).contains(&ran.code), "{arguments:?} {}", ran.all());
            clean(&arguments, &ran);
            said += ran.out.matches('\u{fffd}').count();
        }
        for page in desk.names(".") {
            if page.ends_with(".html") || page.ends_with(".pgn") {
                assert_clean(&[file, &page], &desk.text(&page));
            }
        }
    }
    assert!(
        said > sized(15, 100),
        "the hostile texts are shown with signs in their place: {said}"
    );
    // A survey's rows name what was chosen.
    for format in ["text", "csv", "json"] {
        let arguments = ["survey", "bare.advc", "--format", format];
        clean(&arguments, &desk.adv(&arguments));
    }
}

#[test]
fn a_session_and_a_chess_program_get_no_commands() {
    let desk = desk();
    let session = "moves\nwhy\ntree\nstats\ntrace on\ngame\nKd4\nwhy\nXX\n`XX\nsave XX.xyz\nsave game.html\nsave game.json\nsave XX/game.pgn\nmode XX\nposition XX\nhelp XX\n";
    let uci = format!(
        "uci\nposition fen {FEN}\ngo\nXX\nsetoption name XX value XX\nsetoption name Program value XX.adv\nsetoption name Subject value XX\nposition fen XX\ngo\nquit\n"
    );
    for file in ["esc.adv", "text.advc", "bare.advc", "strat.adv"] {
        let arguments = ["play", file];
        let ran = desk.adv_with(&arguments, &hostile(session));
        assert_eq!(ran.code, 0, "{}", ran.all());
        clean(&arguments, &ran);
        for saved in ["game.html", "game.json"] {
            assert_clean(&[file, saved], &desk.text(saved));
        }
        let arguments = ["uci", file];
        let ran = desk.adv_with(&arguments, &hostile(&uci));
        assert_eq!(ran.code, 0, "{}", ran.all());
        clean(&arguments, &ran);
        for line in ran.out.lines() {
            let words = ["id ", "option ", "uciok", "info ", "bestmove "];
            assert!(words.iter().any(|word| line.starts_with(word)), "{line:?}");
        }
    }
}

#[test]
#[cfg(unix)]
fn names_of_files_and_engines_are_made_safe() {
    let desk = desk();
    let name = hostile("aXX\rb\nc.adv");
    desk.put(&format!("folder/{name}"), hostile(PROGRAM));
    desk.put("folder/wrong\u{1b}[2J.adv", "advice\n");
    let file = format!("folder/{name}");
    let claim = "prove t from 3 random positions reaches mate";
    for arguments in [
        &["check", &file][..],
        &["check", "folder"],
        &["run", &file, "--why"],
        &["run", &file, "--positions", &file],
        &["test", "folder"],
        &["prove", "folder"],
        &["prove", "folder", "--format", "json"],
        &["prove", "folder", "--format", "markdown"],
        &["prove", &file, "--claim", "1", "--certificate", "cert"],
        &["match", &file, "--from", &file],
        &["verify", &file],
        &["run", &format!("{file}x")],
        // All positions of the class in the long size.
        &["diff", &file, &file, "--claim", claim][..sized(5, 3)],
    ] {
        clean(arguments, &desk.adv(arguments));
    }
    // A line of the protocol stays one line whatever the name of the file is.
    let ran = desk.adv_with(&["uci", &file], "uci\nquit\n");
    clean(&["uci"], &ran);
    let lines = ran
        .out
        .lines()
        .filter(|line| line.starts_with("option name Program"));
    assert_eq!(lines.count(), 1, "{}", ran.out);
    assert!(
        !ran.out.lines().any(|line| line.starts_with("c.adv")),
        "{}",
        ran.out
    );

    let engine = hostile(
        "#!/bin/sh\nwhile read line; do case $line in uci) printf 'id name XX\\nuciok\\n';; isready) printf 'XX\\nreadyok\\n';; go*) printf 'info string XX\\nbestmove XX\\n';; quit) exit;; esac; done\n",
    );
    desk.put("engine", engine);
    let arguments = ["play", "esc.adv", "--opponent", "uci:sh engine"];
    let ran = desk.adv(&arguments);
    assert_eq!(ran.code, 4, "{}", ran.all());
    clean(&arguments, &ran);
}

#[test]
fn markdown_of_a_folder_holds_no_markup_of_a_name() {
    let desk = Desk::new();
    let claims = format!(
        "{}\nprove hunt from 3 random positions reaches mate\n",
        crate::desk::KINGS
    );
    desk.put("folder/<b>`x`[y](z)|w.adv", claims);
    let ran = desk.adv(&["prove", "folder", "--format", "markdown"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    let row = ran.out.lines().nth(2).expect("a row");
    assert!(
        row.starts_with(
            "| [\\<b\\>\\`x\\`\\[y\\](z)\\|w](folder/%3Cb%3E%60x%60%5By%5D%28z%29%7Cw.adv) |"
        ),
        "{row}"
    );
}

#[test]
fn the_terminal_may_go_away() {
    // Both streams are closed at the other end before anything is written.
    let desk = desk();
    for arguments in [
        &["run", "queen.adv", "--why"][..],
        &["check", "esc.adv"],
        &["prove", "esc.adv"],
        &["run", "nowhere.adv"],
        &["uci", "queen.adv"],
        &["survey", "kings.adv"],
    ] {
        let mut child = desk
            .command(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        drop(child.stdout.take());
        drop(child.stderr.take());
        let status = child.wait().expect("the binary ends");
        assert!(
            matches!(status.code(), Some(0..=6)),
            "{arguments:?} {status:?}"
        );
    }
}
