//! The engine's process: lines out, lines in with a limit, and its end.
//!
//! One thread reads its output, another its complaints, so that a full pipe never stops it. It has a process group of its own: Ctrl-C at
//! the terminal is for adv, and an engine that is a script ends together with the processes that it has started.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::reason;

/// Most lines of the engine that wait to be read; an engine that sends more is blocked until some are.
const LINES_KEPT: usize = 1024;
/// Greatest length of a line from the engine, in bytes; longer ones are cut.
const LONGEST_LINE: u64 = 1 << 16;
/// Time that an engine has to end after `quit`, before it is killed.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running engine process, with its standard streams.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    complaint: Arc<Mutex<Option<String>>>,
    /// Thread that reads its standard error; `None` where the process has no such stream.
    complaining: Option<JoinHandle<()>>,
    ended: bool,
}

/// Result of a short wait for the engine's next line.
pub enum Heard {
    /// One line of the engine, without its line end.
    Line(String),
    /// No line of the engine in this time; the process is still running.
    Silence,
    /// The process has ended; the text tells how: `ended with the exit code 1`.
    Gone(String),
}

impl Process {
    /// Starts an engine by its command, in a process group of its own.
    ///
    /// # Errors
    /// Sentence with the system's reason, where the command cannot be started.
    pub fn start(command: &[String]) -> Result<Process, String> {
        let (program, arguments) = command.split_first().ok_or("there is no command")?;
        let mut builder = Command::new(program);
        builder
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn().map_err(|error| reason(&error))?;
        let (sender, lines) = sync_channel(LINES_KEPT);
        if let Some(stdout) = child.stdout.take() {
            std::thread::spawn(move || pass_on(stdout, &sender));
        }
        let complaint = Arc::new(Mutex::new(None));
        let complaining = child.stderr.take().map(|stderr| {
            let complaint = complaint.clone();
            std::thread::spawn(move || keep_first(stderr, &complaint))
        });
        Ok(Process {
            stdin: child.stdin.take(),
            child,
            lines,
            complaint,
            complaining,
            ended: false,
        })
    }

    /// Sends a line to the engine; false if the process no longer reads.
    pub fn say(&mut self, line: &str) -> bool {
        self.stdin.as_mut().is_some_and(|stdin| {
            let line = format!("{line}\n");
            stdin
                .write_all(line.as_bytes())
                .and_then(|()| stdin.flush())
                .is_ok()
        })
    }

    /// Waits up to `moment` for the engine's next line.
    pub fn hear(&mut self, moment: Duration) -> Heard {
        match self.lines.recv_timeout(moment) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Disconnected) => {
                // The end of its output and its own end are not quite the same moment.
                let until = Instant::now() + FAREWELL;
                while Instant::now() < until {
                    if let Some(status) = self.status() {
                        return Heard::Gone(how(status));
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
                Heard::Gone("closed its output".to_owned())
            }
            // What it has started may keep the output open when it is gone itself.
            Err(RecvTimeoutError::Timeout) => match self.status() {
                Some(status) => match self.lines.try_recv() {
                    Ok(line) => Heard::Line(line),
                    Err(_) => Heard::Gone(how(status)),
                },
                None => Heard::Silence,
            },
        }
    }

    /// First line that the engine wrote to standard error; `None` where it wrote none.
    pub fn complaint(&self) -> Option<String> {
        // Its last words may be on their way when it is gone already.
        let until = Instant::now() + FAREWELL;
        let reading = || self.complaining.as_ref().is_some_and(|t| !t.is_finished());
        while self.ended && reading() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.complaint
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn status(&mut self) -> Option<ExitStatus> {
        let status = self.child.try_wait().ok().flatten();
        self.ended |= status.is_some();
        status
    }
}

impl Drop for Process {
    /// Asks the process to quit, then kills it, and waits for it, so that it does not remain as a zombie.
    fn drop(&mut self) {
        self.say("quit");
        self.stdin = None;
        let until = Instant::now() + FAREWELL;
        while !self.ended && Instant::now() < until {
            if self.status().is_none() {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        if !self.ended {
            #[cfg(unix)]
            if let Ok(id) = i32::try_from(self.child.id()) {
                use nix::sys::signal::{Signal, killpg};
                let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
            }
            // Where there are no groups; elsewhere it is dead by now.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn how(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with the exit code {code}"),
        None => "was killed".to_owned(),
    }
}

/// Forwards every line of the engine's output until the output ends or the receiver is dropped.
fn pass_on(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    while let Some(line) = next_line(&mut output) {
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// Keeps the first non-empty line of the engine's standard error, and reads the rest only to discard it.
fn keep_first(output: impl Read, place: &Mutex<Option<String>>) {
    let mut output = BufReader::new(output);
    while let Some(line) = next_line(&mut output) {
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if place.is_none() && !line.trim().is_empty() {
            *place = Some(line);
        }
    }
}

fn next_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = output
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes);
    match read {
        Ok(1..) => Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
        Ok(0) | Err(_) => None,
    }
}
