//! A person at a terminal: lines as wide as it is, and a terminal that goes away.

#![cfg(unix)]

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::{Winsize, openpty};

use crate::desk::Desk;
use crate::play::LISTING;

/// A command at a terminal of some columns, and the other end of the terminal.
fn at_terminal(desk: &Desk, arguments: &[&str], columns: u16) -> (Child, File) {
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let ends = openpty(Some(&size), None).expect("a terminal");
    // The copy is closed in the command, which would otherwise hold its own terminal open; the original is dropped here.
    let master = File::from(ends.master).try_clone();
    let stream = || Stdio::from(ends.slave.try_clone().expect("a stream"));
    let child = desk
        .command(arguments)
        .env("TERM", "xterm")
        .stdin(stream())
        .stdout(stream())
        .stderr(stream())
        .spawn()
        .expect("the binary starts");
    (child, master.expect("the other end"))
}

/// Reads some of what a session writes; false where it has ended. A session that writes nothing for a minute is an error.
fn read_some(terminal: &mut File, bytes: &mut Vec<u8>) -> bool {
    let mut polled = [PollFd::new(terminal.as_fd(), PollFlags::POLLIN)];
    let ready = poll(&mut polled, PollTimeout::from(60_000_u16)).expect("the terminal is there");
    assert!(
        ready > 0,
        "nothing more after {}",
        String::from_utf8_lossy(bytes)
    );
    let mut piece = [0; 512];
    // The system reports an error where a pipe would have ended.
    let read = terminal.read(&mut piece).unwrap_or(0);
    bytes.extend_from_slice(&piece[..read]);
    read > 0
}

/// Reads until a session has asked for so many lines: what is typed before is lost to the line editor.
fn read_until(terminal: &mut File, bytes: &mut Vec<u8>, prompts: usize) {
    // The line editor writes this once for each line that it reads.
    let begins = "\u{1b}[?2004h";
    while String::from_utf8_lossy(bytes).matches(begins).count() < prompts {
        let more = read_some(terminal, bytes);
        assert!(more, "{}", String::from_utf8_lossy(bytes));
    }
}

/// The exit code of a command that ends by itself, within a minute.
fn ended(child: &mut Child) -> Option<i32> {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().expect("the process is there") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    panic!("the command did not end");
}

#[test]
fn no_word_is_broken_at_the_margin() {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    let arguments = [
        "play",
        "listing.adv",
        "--men",
        "letters",
        "--color",
        "never",
    ];
    let (mut child, mut terminal) = at_terminal(&desk, &arguments, 40);
    let mut bytes = Vec::new();
    for (prompts, line) in (1..).zip(["claim\r", "why\r", "mode\r", "quit\r"]) {
        read_until(&mut terminal, &mut bytes, prompts);
        terminal.write_all(line.as_bytes()).expect("typed");
    }
    while read_some(&mut terminal, &mut bytes) {}
    assert_eq!(ended(&mut child), Some(0));
    let text = String::from_utf8_lossy(&bytes).into_owned();
    // The line editor steers the terminal; what is typed and its prompts are its own.
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.trim_end_matches('\r'))
        .filter(|line| !line.contains('\u{1b}'))
        .collect();
    let wide: Vec<&&str> = lines
        .iter()
        .filter(|line| line.chars().count() > 40)
        .collect();
    assert!(wide.is_empty(), "{wide:?}\n{text}");
    let joined = lines
        .join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    for sentence in [
        "no draw may be claimed: the position has not occurred three times, and there were no fifty moves without a capture or a pawn move",
        "because the rook's file stands between the kings",
        "strong: a tree is played to a leaf before the program is consulted again",
    ] {
        assert!(joined.contains(sentence), "{sentence}\n{joined}");
    }
}

#[test]
fn messages_are_broken_between_words_and_the_prompt_has_boards_in_colours() {
    let desk = Desk::new();
    let name = "a-long-name-of-a-file-that-is-not-there.adv";
    let (mut child, mut terminal) = at_terminal(&desk, &["check", name], 60);
    let mut bytes = Vec::new();
    while read_some(&mut terminal, &mut bytes) {}
    assert_eq!(ended(&mut child), Some(1));
    let told = String::from_utf8_lossy(&bytes).replace('\r', "");
    let sentence = format!("error: cannot read\n  `{name}`: no such\n  file or directory\n");
    assert!(told.starts_with(&sentence), "{told}");
    desk.put("listing.adv", LISTING);
    let arguments = ["repl", "listing.adv", "--color", "always"];
    let (mut child, mut terminal) = at_terminal(&desk, &arguments, 80);
    let mut bytes = Vec::new();
    for (prompts, line) in (1..).zip(["MV(B.K)\r", ":quit\r"]) {
        read_until(&mut terminal, &mut bytes, prompts);
        terminal.write_all(line.as_bytes()).expect("typed");
    }
    while read_some(&mut terminal, &mut bytes) {}
    assert_eq!(ended(&mut child), Some(0));
    let told = String::from_utf8_lossy(&bytes);
    // The board at the beginning, and the one with the squares of the set.
    for square in ["\u{1b}[48;5;180m", "\u{1b}[48;5;117m"] {
        assert!(told.contains(square), "{told}");
    }
}

#[test]
fn a_session_ends_with_its_terminal() {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    let arguments = ["play", "listing.adv", "--save", "left.pgn"];
    let (mut child, mut terminal) = at_terminal(&desk, &arguments, 80);
    let mut bytes = Vec::new();
    read_until(&mut terminal, &mut bytes, 1);
    terminal.write_all(b"Kc4\r").expect("typed");
    drop(terminal);
    let code = ended(&mut child);
    assert!(matches!(code, Some(0 | 1)), "{code:?}");
    assert!(desk.text("left.pgn").contains("[White \"K-R-VS-K\"]"));
}

#[test]
fn a_new_program_is_asked_for_at_a_terminal() {
    let desk = Desk::new();
    let (mut child, mut terminal) = at_terminal(&desk, &["new"], 80);
    let mut bytes = Vec::new();
    for (number, answer) in ["KPvK\r", "\r", "\r", "\r", "\r", "asked\r"]
        .into_iter()
        .enumerate()
    {
        read_until(&mut terminal, &mut bytes, number + 1);
        terminal
            .write_all(answer.as_bytes())
            .expect("the terminal takes it");
    }
    while read_some(&mut terminal, &mut bytes) {}
    assert_eq!(
        ended(&mut child),
        Some(0),
        "{}",
        String::from_utf8_lossy(&bytes)
    );
    assert!(desk.text("asked.adv").contains("table asked for W"));
}
