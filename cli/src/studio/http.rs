//! Requests as bytes of a connection, and answers: one request to a connection, everything bounded in size and time.
//!
//! ```text
//!   read_head ──▶ Head ──▶ (the guard) ──▶ read_body ──▶ bytes ──▶ respond
//!      │                                      │
//!      └─ 400, 408, 431                       └─ 400, 408, 411, 413
//! ```
//!
//! The head is read by httparse. A connection has a thread of its own, so that none that is idle keeps another one waiting: browsers open
//! several before they need them. Where no place is free, the oldest idle one makes room.

use std::collections::VecDeque;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Greatest size of a request's first line and headers, in bytes.
const MOST_HEAD_BYTES: usize = 16 << 10;
/// Most headers that a request may have.
const MOST_HEADERS: usize = 64;
/// Longest time for a request to arrive, and for the browser to take the answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// Most bytes of a request's unread rest that are read and dropped after the answer, so that the sender gets the answer.
const MOST_PASSED_OVER: u64 = 8 << 20;
/// Longest time for reading and dropping the unread rest of a request.
const LINGER: Duration = Duration::from_secs(1);

/// Refusal of a request: HTTP status and a sentence.
pub type Refusal = (u16, &'static str);

/// First line and headers of an HTTP request.
#[derive(Debug)]
pub struct Head {
    /// Method of the request, such as `GET`.
    pub method: String,
    /// Target of the request as it was sent, such as `/?token=…`.
    pub target: String,
    headers: Vec<(String, String)>,
}

impl Head {
    /// All values of a header, by its name in any case.
    pub fn values(&self, name: &str) -> Vec<&str> {
        let named = self.headers.iter();
        let named = named.filter(|(own, _)| own.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.as_str()).collect()
    }
}

/// Connections that can be closed without loss, oldest first: no whole head has come, or the answer is sent.
#[derive(Default)]
pub struct Idle(Mutex<VecDeque<Arc<TcpStream>>>);

impl Idle {
    fn locked(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the oldest idle connection, whose thread then ends and frees its place. False where none could be closed.
    pub fn end_oldest(&self) -> bool {
        let oldest = self.locked().pop_front();
        oldest.is_some_and(|stream| stream.shutdown(Shutdown::Both).is_ok())
    }
}

/// A connection with the browser, with the bytes read and not used yet.
pub struct Connection {
    stream: Arc<TcpStream>,
    read: Vec<u8>,
    until: Instant,
    idle: Arc<Idle>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.set_idle(false);
    }
}

impl Connection {
    /// Wraps an accepted stream; the request has to come soon. The connection is idle until its head has come.
    pub fn new(stream: TcpStream, idle: &Arc<Idle>) -> Connection {
        let connection = Connection {
            stream: Arc::new(stream),
            read: Vec::new(),
            until: Instant::now() + PATIENCE,
            idle: idle.clone(),
        };
        connection.set_idle(true);
        connection
    }

    fn set_idle(&self, is_idle: bool) {
        let mut all = self.idle.locked();
        all.retain(|own| !Arc::ptr_eq(own, &self.stream));
        if is_idle {
            all.push_back(self.stream.clone());
        }
    }

    /// Reads more bytes of the request and returns their number; 0 where the sender has closed its side.
    fn more(&mut self) -> Result<usize, Refusal> {
        let left = self.until.saturating_duration_since(Instant::now());
        let late = (408, "the request took too long");
        if left.is_zero() || self.stream.set_read_timeout(Some(left)).is_err() {
            return Err(late);
        }
        let mut bytes = [0; 16 << 10];
        loop {
            match (&*self.stream).read(&mut bytes) {
                Ok(count) => {
                    self.read
                        .extend_from_slice(bytes.get(..count).unwrap_or_default());
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let is_late = matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                    );
                    return Err(if is_late {
                        late
                    } else {
                        (400, "the request was cut off")
                    });
                }
            }
        }
    }

    /// Reads the first line and the headers of the request; `None` where nothing was sent at all, which browsers do.
    ///
    /// # Errors
    /// Status and text of the answer that refuses the request.
    pub fn read_head(&mut self) -> Result<Option<Head>, Refusal> {
        loop {
            let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
            let mut request = httparse::Request::new(&mut headers);
            match request.parse(&self.read) {
                Ok(httparse::Status::Complete(length)) => {
                    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                    let head = Head {
                        method: request.method.unwrap_or("").to_owned(),
                        target: request.path.unwrap_or("").to_owned(),
                        headers: (request.headers.iter())
                            .map(|header| (header.name.to_owned(), text(header.value)))
                            .collect(),
                    };
                    self.read.drain(..length);
                    self.set_idle(false);
                    return Ok(Some(head));
                }
                Ok(httparse::Status::Partial) if self.read.len() < MOST_HEAD_BYTES => {}
                Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
                    return Err((431, "the headers are too large"));
                }
                Err(_) => return Err((400, "this is no request")),
            }
            match self.more() {
                // Browsers open connections before they need them: an answer to no request would be taken for the answer to the next one.
                Ok(0) | Err(_) if self.read.is_empty() => return Ok(None),
                Ok(0) => return Err((400, "the request was cut off")),
                more => more?,
            };
        }
    }

    /// Reads the request's body of at most `most` bytes; the head must give its length, once.
    ///
    /// # Errors
    /// Status and text of the answer that refuses the request; nothing is read of a body that is too large.
    pub fn read_body(&mut self, head: &Head, most: usize) -> Result<Vec<u8>, Refusal> {
        if !head.values("transfer-encoding").is_empty() {
            return Err((411, "a question says its length"));
        }
        let length = match head.values("content-length").as_slice() {
            [] => return Err((411, "a question says its length")),
            [length] if !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit()) => {
                // More digits than a number has are too large as well.
                length.parse().unwrap_or(usize::MAX)
            }
            _ => return Err((400, "the length is no number")),
        };
        if length > most {
            return Err((413, "the question is too large"));
        }
        if self.read.is_empty() && !head.values("expect").is_empty() {
            let _ = (&*self.stream).write_all(b"HTTP/1.1 100 Continue\r\n\r\n");
        }
        while self.read.len() < length {
            if self.more()? == 0 {
                return Err((400, "the question was cut off"));
            }
        }
        self.read.truncate(length);
        Ok(std::mem::take(&mut self.read))
    }

    /// Sends the answer and ends the connection. A browser that has closed it does not take the answer, which is no error here.
    pub fn respond(self, status: u16, headers: &[(&str, &str)], body: &[u8], with_body: bool) {
        let mut head = format!(
            "HTTP/1.1 {status} {}\r\nConnection: close\r\nContent-Length: {}\r\n",
            reason(status),
            body.len()
        );
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let _ = self.stream.set_write_timeout(Some(PATIENCE));
        let mut told = head.into_bytes();
        if with_body {
            told.extend_from_slice(body);
        }
        if (&*self.stream).write_all(&told).is_err()
            || self.stream.shutdown(Shutdown::Write).is_err()
        {
            return;
        }
        self.set_idle(true);
        // A connection that is closed over unread bytes is reset, and the sender may never see the answer.
        let begun = Instant::now();
        let _ = self.stream.set_read_timeout(Some(LINGER));
        let mut passed = 0;
        let mut bytes = [0; 16 << 10];
        while passed < MOST_PASSED_OVER && begun.elapsed() < LINGER {
            match (&*self.stream).read(&mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(count) => passed += count as u64,
            }
        }
    }
}

/// Answers 503 to a connection that there is no thread for, without waiting for anything. A page asks again.
pub fn refuse_at_once(mut stream: TcpStream) {
    let _ = stream.set_write_timeout(Some(LINGER));
    let text = "too many questions at a time";
    let head = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: text/plain";
    let _ = write!(
        stream,
        "{head}\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    );
}

const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        431 => "Request Header Fields Too Large",
        _ => "Error",
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    /// What is told of a request of which these bytes had come when its time was over.
    fn late(sent: &[u8]) -> Result<bool, Refusal> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let _sender = TcpStream::connect(address).expect("a connection");
        let (stream, _) = listener.accept().expect("a connection");
        let mut connection = Connection::new(stream, &Arc::<Idle>::default());
        connection.read = sent.to_vec();
        connection.until = Instant::now();
        connection.read_head().map(|head| head.is_some())
    }

    #[test]
    fn a_connection_on_which_nothing_came_ends_without_an_answer() {
        assert_eq!(late(b""), Ok(false));
        assert_eq!(late(b"GET / HTTP"), Err((408, "the request took too long")));
    }
}
