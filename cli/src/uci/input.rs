//! Standard input on a thread of its own, so that `stop` reaches a search that is under way.
//!
//! Every `go` gets a flag of its own, which a later `stop` or `quit` sets, whatever lines are between them and wait for the search: a
//! `stop` can neither be lost by coming early nor end the search of a later `go`.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::command::{UciCommand, parse};

/// Line of standard input, with the flag that ends its search where it is a `go`.
pub struct UciLine {
    /// Command that the line was parsed to.
    pub command: UciCommand,
    /// Text of the line as it came.
    pub text: String,
    /// Flag that a later `stop` or `quit` sets to end the search of this line.
    pub ends: Arc<AtomicBool>,
}

/// Greatest length of a line, in bytes: a game of 2,000 moves has some 12,000.
const LONGEST_LINE: u64 = 1 << 20;

/// Time that searches may still take after the input has ended. Without a search the conversation ends at once.
const GRACE: Duration = Duration::from_secs(2);
/// Time that searches may still take after `quit`, which a script may send at the end of a pipe and a chess program means at once.
const GRACE_OF_QUIT: Duration = Duration::from_millis(200);

/// Starts the thread that reads standard input; returns the channel of its lines, which closes when the input ends.
pub fn lines() -> Receiver<UciLine> {
    let (send, receive) = channel();
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        // The flags of all searches that were asked for since the last `stop`: one of them is under way, or none.
        let mut open: Vec<Arc<AtomicBool>> = Vec::new();
        let mut bytes = Vec::new();
        let mut grace = GRACE;
        loop {
            bytes.clear();
            let mut limited = std::io::Read::take(&mut input, LONGEST_LINE);
            match limited.read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            let text = String::from_utf8_lossy(&bytes).trim().to_owned();
            let command = parse(&text);
            let ends = Arc::new(AtomicBool::new(false));
            match command {
                UciCommand::Go { .. } => open.push(ends.clone()),
                UciCommand::Stop => end(&mut open),
                _ => {}
            }
            // A search that is over has given its flag back.
            open.retain(|flag| Arc::strong_count(flag) > 1);
            let line = UciLine {
                command,
                text,
                ends,
            };
            let quits = line.command == UciCommand::Quit;
            if quits {
                grace = GRACE_OF_QUIT;
            }
            if send.send(line).is_err() || quits {
                break;
            }
        }
        // No `stop` can come any more. A script that pipes a few lines in still expects the answers, so the searches have a while to finish.
        drop(send);
        std::thread::sleep(grace);
        end(&mut open);
    });
    receive
}

/// Sets the flags of all searches asked for so far, and forgets them.
fn end(open: &mut Vec<Arc<AtomicBool>>) {
    for flag in open.drain(..) {
        flag.store(true, Ordering::Relaxed);
    }
}
