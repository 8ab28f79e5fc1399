//! The protocol: any input to `adv uci` ends in time, with the exit code of success, with lines of the protocol only, and with no more
//! moves than there were lines.
//!
//! The command runs as a process of its own, as chess programs run it, in an empty folder; the variable `ADV` names it.
#![no_main]

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libfuzzer_sys::{Corpus, fuzz_target};

/// A session of some lines takes milliseconds; this is enough for a machine that is busy.
const LONGEST: Duration = Duration::from_secs(20);

/// What a line of the answer may begin with.
const OPENINGS: [&str; 7] = [
    "id ",
    "option ",
    "uciok",
    "readyok",
    "info string ",
    "info depth ",
    "bestmove ",
];

fuzz_target!(|bytes: &[u8]| -> Corpus {
    if bytes.len() > 2048 {
        return Corpus::Reject;
    }
    let command = std::env::var("ADV").expect("the variable ADV names the command `adv`");
    let program = std::env::var("ADV_PROGRAM").expect("the variable ADV_PROGRAM names a program");
    let mut child = Command::new(command)
        .args(["uci", &program, "--fuel", "2000000"])
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command can be started");
    let mut input = child.stdin.take().expect("its input is a pipe");
    let mut output = child.stdout.take().expect("its output is a pipe");
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        output.read_to_end(&mut text).map(|_| text)
    });
    // The session may end at `quit` before it has read everything.
    let _ = input.write_all(bytes);
    drop(input);
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the command can be waited for") {
            break status;
        }
        if began.elapsed() > LONGEST {
            let _ = child.kill();
            panic!("the session has not ended after {LONGEST:?}");
        }
        std::thread::sleep(Duration::from_micros(300));
    };
    assert!(status.success(), "{status}");
    let text = reader
        .join()
        .expect("the reader ends")
        .expect("the pipe can be read");
    let text = String::from_utf8(text).expect("answers are UTF-8");
    for line in text.lines() {
        assert!(
            OPENINGS.iter().any(|opening| line.starts_with(opening)),
            "{line:?}"
        );
    }
    let moves = text
        .lines()
        .filter(|line| line.starts_with("bestmove "))
        .count();
    assert!(moves <= bytes.split(|byte| *byte == b'\n').count());
    Corpus::Keep
});
