//! Frames of the protocol: headers, an empty line, and as many bytes of JSON as `Content-Length` says.
//!
//! Memory is taken for bytes that have come, never for those that a header announces. A frame that holds no message is answered by an error
//! without an id, and the next one is read.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use adv::diagnostics::MAX_SOURCE_BYTES;
use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message};
use serde_json::json;

/// The most bytes of a frame: the largest document, of whose bytes JSON may write each in six (`\u0001`), and 64 KiB around it.
pub const MOST_FRAME_BYTES: u64 = 6 * MAX_SOURCE_BYTES as u64 + (64 << 10);
/// The most bytes of a line of the headers.
const MOST_HEADER_BYTES: u64 = 4 << 10;

/// Reads messages up to `exit` or the end of the input, and refuses what is none.
///
/// # Errors
/// [`io::Error`] where the headers cannot be understood, or the input ends within a frame.
pub fn read_all(
    mut input: impl BufRead,
    sender: &Sender<Message>,
    output: &Mutex<impl Write>,
) -> io::Result<()> {
    while let Some(size) = read_size(&mut input)? {
        let mut frame = input.by_ref().take(size);
        if size > MOST_FRAME_BYTES {
            let text = format!("a message has {size} bytes, expected at most {MOST_FRAME_BYTES}");
            refuse(output, ErrorCode::ParseError, &text)?;
            io::copy(&mut frame, &mut io::sink())?;
        }
        let mut bytes = Vec::new();
        frame.read_to_end(&mut bytes)?;
        if frame.limit() > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if size > MOST_FRAME_BYTES {
            continue;
        }
        match serde_json::from_slice(&bytes) {
            Ok(message) => {
                let is_exit = matches!(&message, Message::Notification(it) if it.method == "exit");
                // The main loop has ended where nothing takes the message.
                if sender.send(message).is_err() || is_exit {
                    break;
                }
            }
            Err(error) if error.is_data() => {
                let text = "the message is no request, answer or notification";
                refuse(output, ErrorCode::InvalidRequest, text)?;
            }
            Err(error) => {
                let text = format!("the message is no JSON: {error}");
                refuse(output, ErrorCode::ParseError, &text)?;
            }
        }
    }
    Ok(())
}

/// Answers a frame that holds no message. Its id is not known.
fn refuse(output: &Mutex<impl Write>, code: ErrorCode, message: &str) -> io::Result<()> {
    let error = json!({ "code": code as i32, "message": message });
    let text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
    let mut output = locked(output);
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// Locks the output for a whole frame.
pub fn locked<W>(output: &Mutex<W>) -> MutexGuard<'_, W> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads headers up to the empty line and returns the length that they announce; `None` where the input ends before them.
fn read_size(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let invalid = |text: &str| Err(io::Error::new(io::ErrorKind::InvalidData, text.to_owned()));
    let mut size = None;
    loop {
        let mut line = Vec::new();
        if input.take(MOST_HEADER_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let Some(line) = line.strip_suffix(b"\r\n") else {
            return invalid("a header does not end in CR LF");
        };
        let Ok(line) = std::str::from_utf8(line) else {
            return invalid("a header is no text");
        };
        match (line.split_once(':'), size) {
            (None, Some(size)) if line.is_empty() => return Ok(Some(size)),
            (None, _) if line.is_empty() => return invalid("the header Content-Length is missing"),
            (None, _) => return invalid("a header has no colon"),
            (Some((name, value)), _) if name.eq_ignore_ascii_case("content-length") => {
                match value.trim().parse() {
                    Ok(length) => size = Some(length),
                    Err(_) => return invalid("the header Content-Length is no number"),
                }
            }
            _ => {}
        }
    }
}
