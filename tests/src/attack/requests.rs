//! Requests to `adv studio` as bytes: whole ones, cut and changed ones, too large ones, those of other pages and of other hosts, with paths that lead
//! elsewhere, and of senders that are slow or never come to an end.
//!
//! ```text
//!   bytes of request_bytes.rs ──▶ a connection of its own ──▶ nothing, or one answer of HTTP
//! ```
//!
//! What is not of the page itself is refused; nothing outside the folder is ever told or written; and the server answers the page afterwards.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use adv_testkit::Numbers;

use super::request_bytes::{MUCH, PAUSE, PORT, TOKEN, request};
use super::{Attack, Ends};

/// How long an answer may take, connection and question together.
const LONGEST: Duration = Duration::from_secs(20);
/// What stands in a file beside the folder, which a link in the folder leads to.
const SECRET: &str = "secret-of-the-house";
/// The statuses that the server has.
const STATUSES: [u16; 10] = [200, 400, 403, 404, 405, 408, 411, 413, 415, 431];
/// The page is asked for after so many requests.
const ALIVE_EVERY: u64 = 64;
/// How long a slow sender waits at a time.
const WAIT: Duration = Duration::from_millis(15);
/// How many connections stay open whose request never comes to its end. The server has room for 64.
const MOST_HANGING: usize = 24;
/// Bytes of a body that is too large.
const MUCH_BYTES: usize = 5_000_000;

/// Requests to a server, which is started with the first one.
pub struct Requests {
    /// The command `adv`.
    pub command: PathBuf,
    server: OnceLock<Result<Server, String>>,
    judged: AtomicU64,
}

/// A process that serves a folder of its own.
struct Server {
    child: Child,
    port: u16,
    token: String,
    house: PathBuf,
    hanging: Mutex<VecDeque<TcpStream>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.house);
    }
}

impl Server {
    fn start(command: &Path) -> Result<Server, String> {
        static HOUSES: AtomicU64 = AtomicU64::new(0);
        let number = HOUSES.fetch_add(1, Ordering::Relaxed);
        let name = format!("adv-requests-{}-{number}", std::process::id());
        let house = std::env::temp_dir().join(name);
        let folder = house.join("folder");
        let told = |error: std::io::Error| error.to_string();
        std::fs::create_dir_all(&folder).map_err(told)?;
        std::fs::write(house.join("secret.adv"), SECRET).map_err(told)?;
        std::fs::write(folder.join("own.adv"), "number a = 1\n").map_err(told)?;
        #[cfg(unix)]
        std::os::unix::fs::symlink(house.join("secret.adv"), folder.join("link.adv"))
            .map_err(told)?;
        let mut child = Command::new(command)
            .arg("studio")
            .arg(&folder)
            .arg("--no-open")
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(told)?;
        let mut line = String::new();
        if let Some(stderr) = child.stderr.take() {
            BufReader::new(stderr).read_line(&mut line).map_err(told)?;
        }
        let address = line.split("127.0.0.1:").nth(1).map(str::trim);
        let parts = address.and_then(|address| address.split_once("/?token="));
        let parts = parts.and_then(|(port, token)| Some((port.parse().ok()?, token)));
        // A server that did not start is ended with its folder too.
        let (port, token) = parts.map_or((0, ""), |parts| parts);
        let server = Server {
            child,
            port,
            token: token.to_owned(),
            house,
            hanging: Mutex::default(),
        };
        match server.port {
            0 => Err(format!("the server says no address: {line}")),
            _ => Ok(server),
        }
    }

    /// Everything that is answered to some bytes, which are sent with pauses between them; `None` where the last pause has no end.
    fn answer(&self, parts: &[&[u8]]) -> Result<Option<Vec<u8>>, String> {
        let told = |error: std::io::Error| format!("the server is gone: {error}");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(told)?;
        stream.set_read_timeout(Some(LONGEST)).map_err(told)?;
        stream.set_write_timeout(Some(LONGEST)).map_err(told)?;
        stream.set_nodelay(true).map_err(told)?;
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                std::thread::sleep(WAIT);
            }
            // A server that refuses may close before everything is sent, which resets the connection.
            let _ = stream.write_all(part);
        }
        if parts.len() > 1 && parts.last().is_some_and(|last| last.is_empty()) {
            // Nothing more comes, and the connection stays open until others take its place.
            let mut hanging = self.hanging.lock().unwrap_or_else(PoisonError::into_inner);
            hanging.push_back(stream);
            if hanging.len() > MOST_HANGING {
                hanging.pop_front();
            }
            return Ok(None);
        }
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        match stream.read_to_end(&mut answer) {
            Err(error) if error.kind() != std::io::ErrorKind::ConnectionReset => {
                Err(format!("no answer within {LONGEST:?}: {error}"))
            }
            _ => Ok(Some(answer)),
        }
    }
}

impl Requests {
    /// Requests to a server of this command.
    pub fn to(command: &Path) -> Requests {
        Requests {
            command: command.to_owned(),
            server: OnceLock::new(),
            judged: AtomicU64::new(0),
        }
    }

    fn server(&self) -> Result<&Server, String> {
        let command = self.command.canonicalize();
        let command = command.as_ref().unwrap_or(&self.command);
        let server = self.server.get_or_init(|| Server::start(command));
        server.as_ref().map_err(Clone::clone)
    }
}

impl Attack for Requests {
    fn name(&self) -> &'static str {
        "requests"
    }

    fn threads_a_core(&self) -> usize {
        2
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        request(numbers)
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let server = self.server()?;
        let port = server.port.to_string();
        let much = vec![b'x'; if has(input, MUCH) { MUCH_BYTES } else { 0 }];
        let known = [
            (PORT, port.as_bytes()),
            (TOKEN, server.token.as_bytes()),
            (MUCH, &much),
        ];
        let written = known.iter();
        let whole = written.fold(input.to_vec(), |bytes, (part, by)| {
            split(&bytes, part).join(*by)
        });
        let parts = split(&whole, PAUSE);
        let end = match server.answer(&parts)? {
            Some(answer) => judge_answer(&parts.concat(), &answer, server)?,
            None => "left open",
        };
        *ends.entry(end).or_default() += 1;
        let judged = self.judged.fetch_add(1, Ordering::Relaxed);
        if judged.is_multiple_of(ALIVE_EVERY) {
            alive(server)?;
        }
        Ok(())
    }
}

/// The page is served, and what lies beside the folder is as it was.
fn alive(server: &Server) -> Result<(), String> {
    let request = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port);
    let page = server.answer(&[request.as_bytes()])?.unwrap_or_default();
    let secret = std::fs::read_to_string(server.house.join("secret.adv"));
    let beside = std::fs::read_dir(&server.house).map_or(0, Iterator::count);
    match page.starts_with(b"HTTP/1.1 200 ")
        && secret.is_ok_and(|text| text == SECRET)
        && beside == 2
    {
        true => Ok(()),
        false => {
            Err("the page is no longer served, or a file beside the folder was changed".to_owned())
        }
    }
}

/// Says how a request ended, and what is wrong with its answer.
fn judge_answer(sent: &[u8], answer: &[u8], server: &Server) -> Result<&'static str, String> {
    let shown = || String::from_utf8_lossy(&answer[..answer.len().min(400)]).into_owned();
    if answer.is_empty() {
        return Ok("not answered");
    }
    if has(answer, SECRET.as_bytes()) {
        return Err(format!("a file outside the folder was told: {}", shown()));
    }
    // What announces more than it sends may be told first that it may go on.
    let go_on = b"HTTP/1.1 100 Continue\r\n\r\n";
    let answer = answer.strip_prefix(go_on).unwrap_or(answer);
    let status = answer
        .strip_prefix(b"HTTP/1.1 ")
        .and_then(|rest| rest.get(..3));
    let status = status.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
    let Some(status) = status.filter(|status| STATUSES.contains(status)) else {
        return Err(format!("this is no answer: {}", shown()));
    };
    let head = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let Some(head) = head else {
        return Err(format!("an answer without an end of its head: {}", shown()));
    };
    if !has(
        &answer[..head],
        b"Content-Security-Policy: default-src 'none'",
    ) {
        return Err(format!("an answer without the policy: {}", shown()));
    }
    if status != 200 {
        return Ok("refused");
    }
    if answer[head + 4..].starts_with(b"{\"id\":") {
        // The token is on the terminal only: what has it not is not answered.
        return match has(sent, server.token.as_bytes()) {
            true => Ok("questions answered"),
            false => Err(format!(
                "a question without the token was answered: {}",
                shown()
            )),
        };
    }
    Ok("pages served")
}

fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// What lies between the occurrences of a part.
fn split<'b>(bytes: &'b [u8], part: &[u8]) -> Vec<&'b [u8]> {
    let mut parts = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(part.len()).position(|window| window == part) {
        parts.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    parts.push(rest);
    parts
}
