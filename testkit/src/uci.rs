//! Hostile sessions of the UCI protocol: how they are made, held with a process, and what must be true of the answers.

use std::io::{Read as _, Write as _};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::Numbers;

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

/// What a session came to.
#[derive(Debug)]
pub struct Transcript {
    /// How the process ended.
    pub status: ExitStatus,
    /// Everything that it wrote to its standard output.
    pub output: Vec<u8>,
    /// From the last byte of the session to the end of the process.
    pub end: Duration,
}

/// Holds a session with a process.
///
/// # Errors
/// A sentence, where the process cannot be started, or has not ended so long after the session. It is killed then.
pub fn hold(mut command: Command, session: &[u8], longest: Duration) -> Result<Transcript, String> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let (Some(mut input), Some(mut output)) = (input, output) else {
        return Err("the process has no pipes".to_owned());
    };
    std::thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let mut bytes = Vec::new();
            output.read_to_end(&mut bytes).map(|_| bytes)
        });
        // A process that does not read on is ended below, which ends this thread too.
        let writer = scope.spawn(move || {
            // `quit` may come before the last line.
            let _ = input.write_all(session);
            Instant::now()
        });
        let began = Instant::now();
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Ok(status),
                Ok(None) if began.elapsed() > longest => {
                    let _ = child.kill();
                    let _ = child.wait();
                    break Err(format!("the session has not ended after {longest:?}"));
                }
                Ok(None) => std::thread::sleep(Duration::from_micros(200)),
                Err(error) => break Err(error.to_string()),
            }
        };
        let written = writer.join().unwrap_or(began);
        let read = reader.join().map_err(|_| "the reader ended".to_owned())?;
        Ok(Transcript {
            status: status?,
            output: read.map_err(|error| error.to_string())?,
            end: written.elapsed(),
        })
    })
}

/// Says what is wrong with the answers of a session.
///
/// # Errors
/// The process failed, a line is none of the protocol, a question is not answered, or there are more moves than questions.
pub fn judge(session: &[u8], transcript: &Transcript) -> Result<(), String> {
    if !transcript.status.success() {
        return Err(format!("the process ended with {}", transcript.status));
    }
    let Ok(text) = std::str::from_utf8(&transcript.output) else {
        return Err("the answers are not UTF-8".to_owned());
    };
    for line in text.lines() {
        if !OPENINGS.iter().any(|opening| line.starts_with(opening)) {
            return Err(format!("{line:?} is no line of the protocol"));
        }
        if line.chars().any(char::is_control) {
            return Err(format!("{line:?} has a control character"));
        }
    }
    let asked = String::from_utf8_lossy(session);
    let asked = asked.split(['\n', '\r']).map(str::trim);
    // Unknown words before a command are passed over, and so is what follows it.
    let ends = |line: &&str| line.split_whitespace().any(|word| word == "quit");
    let questions = asked.clone().take_while(|line| !ends(line));
    let count = |word: &str| questions.clone().filter(|line| *line == word).count();
    let said = |word: &str| text.lines().filter(|line| *line == word).count();
    if said("readyok") < count("isready") {
        let (said, asked) = (said("readyok"), count("isready"));
        return Err(format!("{asked} times `isready`, {said} times `readyok`"));
    }
    let moves = text.lines().filter(|line| line.starts_with("bestmove "));
    let goes = asked.filter(|line| line.contains("go")).count();
    if moves.count() > goes {
        return Err("there are more moves than questions".to_owned());
    }
    Ok(())
}

/// A session of the UCI protocol: commands in any order, wrong ones, lines of bytes, long lines. Three of four end with `quit`, the others
/// with the end of the input.
pub fn session(numbers: &mut Numbers, positions: &[&str]) -> Vec<u8> {
    let mut session = Vec::new();
    for _ in 0..numbers.between(1, 24) {
        let line = command(numbers, positions);
        session.extend(line);
        session.extend(numbers.one(&[&b"\n"[..], b"\n", b"\n", b"\r\n", b"\n\n"]));
    }
    if numbers.percent(10) {
        // A flood: what is answered at once must not stay behind.
        let line = numbers.one(&["isready\n", "stop\n", "ucinewgame\n", "nonsense\n"]);
        session.extend(line.repeat(numbers.between(50, 400)).into_bytes());
    }
    if numbers.percent(75) {
        session.extend(b"quit\n");
    }
    session
}

fn command(numbers: &mut Numbers, positions: &[&str]) -> Vec<u8> {
    let fen = match positions.is_empty() {
        true => "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
        false => numbers.one(positions),
    };
    let text = match numbers.below(20) {
        0 => "uci".to_owned(),
        1 | 2 => "isready".to_owned(),
        3 => "ucinewgame".to_owned(),
        4 => numbers
            .one(&["stop", "ponderhit", "debug on", "register later", ""])
            .to_owned(),
        5..9 => format!("position fen {fen}{}", moves(numbers)),
        9 => format!("position startpos{}", moves(numbers)),
        10..14 => numbers
            .one(&[
                "go",
                "go infinite",
                "go movetime 1",
                "go depth 2",
                "go wtime 10 btime 10",
                "go ponder",
                "go movetime -1",
                "go nodes 99999999999999999999",
                "go infinite\nstop",
            ])
            .to_owned(),
        14 => {
            let names = [
                "Mode",
                "Subject",
                "Hash",
                "Threads",
                "",
                "Clear Hash",
                "Ponder",
            ];
            let values = ["weak", "strong", "16", "-1", "", "krk", "kpk", "\u{202e}"];
            format!(
                "setoption name {} value {}",
                numbers.one(&names),
                numbers.one(&values)
            )
        }
        15 => {
            let mut bytes: Vec<u8> = (0..numbers.below(60))
                .map(|_| numbers.bits() as u8)
                .collect();
            bytes.retain(|byte| *byte != b'\n');
            return bytes;
        }
        16 => "position ".repeat(numbers.between(1, 300)),
        17 => format!("position fen {}", "/".repeat(numbers.below(100))),
        18 => format!("go {}", "9".repeat(numbers.below(40))),
        _ => {
            let mut bytes = format!("position fen {fen}").into_bytes();
            crate::hostile::change_bytes(numbers, &mut bytes);
            bytes.retain(|byte| *byte != b'\n');
            return bytes;
        }
    };
    text.into_bytes()
}

/// ` moves …` with moves that are seldom legal, or nothing.
fn moves(numbers: &mut Numbers) -> String {
    if numbers.percent(60) {
        return String::new();
    }
    let mut text = String::from(" moves");
    for _ in 0..numbers.between(0, 6) {
        let mut square = || {
            let file = char::from(b'a' + numbers.below(8) as u8);
            let rank = char::from(b'1' + numbers.below(8) as u8);
            format!("{file}{rank}")
        };
        text += &format!(" {}{}", square(), square());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_comes_back_with_its_seed() {
        let session = |seed| session(&mut Numbers::new(seed), &["8/8/8/8/8/2k5/1R6/K7 w - - 0 1"]);
        let all: Vec<Vec<u8>> = (0..300).map(session).collect();
        assert_eq!(all, (0..300).map(session).collect::<Vec<_>>());
        let ended = all.iter().filter(|s| s.ends_with(b"quit\n")).count();
        assert!((150..290).contains(&ended), "{ended}");
    }

    #[cfg(unix)]
    #[test]
    fn answers_that_are_not_the_protocols_are_told() {
        let answer = |script: &str, session: &[u8]| {
            let mut shell = Command::new("sh");
            shell.args(["-c", script]);
            let transcript = hold(shell, session, Duration::from_secs(20))?;
            judge(session, &transcript)
        };
        assert_eq!(
            answer("cat > /dev/null; echo readyok", b"isready\nquit\n"),
            Ok(())
        );
        for (script, session) in [
            ("cat > /dev/null", &b"isready\nquit\n"[..]),
            ("cat > /dev/null; exit 3", b"quit\n"),
            ("cat > /dev/null; echo hello", b"quit\n"),
            ("cat > /dev/null; echo bestmove e2e4", b"quit\n"),
            (
                "cat > /dev/null; printf 'info string \\033[2J\\n'",
                b"quit\n",
            ),
        ] {
            assert!(answer(script, session).is_err(), "{script}");
        }
        let mut endless = Command::new("sh");
        endless.args(["-c", "while :; do sleep 1; done"]);
        assert!(hold(endless, b"quit\n", Duration::from_millis(300)).is_err());
    }
}
