//! Requests to `adv studio` as bytes: whole ones, cut and changed ones, those of other pages and of other hosts, with paths that lead elsewhere.
//!
//! ```text
//!   a request with @PORT@ and @TOKEN@ ──▶ a connection of its own ──▶ nothing, or one answer of HTTP
//! ```
//!
//! What is not of the page itself is refused; nothing outside the folder is ever told or written; and the server answers the page afterwards.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use adv_testkit::{Numbers, hostile};

use super::questions::changed_question;
use super::{Attack, Ends};

/// How long an answer may take, connection and question together.
const LONGEST: Duration = Duration::from_secs(20);
/// What stands in a file beside the folder, which a link in the folder leads to.
const SECRET: &str = "secret-of-the-house";
/// The statuses that the server has.
const STATUSES: [u16; 10] = [200, 400, 403, 404, 405, 408, 411, 413, 415, 431];
/// The page is asked for after so many requests.
const ALIVE_EVERY: u64 = 64;

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
        };
        match server.port {
            0 => Err(format!("the server says no address: {line}")),
            _ => Ok(server),
        }
    }

    /// Everything that is answered to some bytes.
    fn answer(&self, request: &[u8]) -> Result<Vec<u8>, String> {
        let told = |error: std::io::Error| format!("the server is gone: {error}");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(told)?;
        stream.set_read_timeout(Some(LONGEST)).map_err(told)?;
        stream.set_write_timeout(Some(LONGEST)).map_err(told)?;
        // A server that refuses may close before everything is sent, which resets the connection.
        let _ = stream.write_all(request);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        match stream.read_to_end(&mut answer) {
            Err(error) if error.kind() != std::io::ErrorKind::ConnectionReset => {
                Err(format!("no answer within {LONGEST:?}: {error}"))
            }
            _ => Ok(answer),
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
        let sent = replaced(
            &replaced(input, b"@PORT@", port.as_bytes()),
            b"@TOKEN@",
            server.token.as_bytes(),
        );
        let answer = server.answer(&sent)?;
        let end = judge_answer(&sent, &answer, server)?;
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
    let page = server.answer(request.as_bytes())?;
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

/// All of one part replaced by another.
fn replaced(bytes: &[u8], part: &[u8], by: &[u8]) -> Vec<u8> {
    let mut made = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(part.len()).position(|window| window == part) {
        made.extend_from_slice(&rest[..at]);
        made.extend_from_slice(by);
        rest = &rest[at + part.len()..];
    }
    made.extend_from_slice(rest);
    made
}

/// A request: mostly one that would be answered, but for one or two of its parts.
fn request(numbers: &mut Numbers) -> Vec<u8> {
    let mut parts = Parts::new(numbers);
    for _ in 0..numbers.below(3) {
        parts.change(numbers);
    }
    let mut bytes = parts.bytes();
    match numbers.below(8) {
        0 => hostile::change_bytes(numbers, &mut bytes),
        1 => bytes.truncate(numbers.below(bytes.len() + 1)),
        2 => {
            let again = bytes.clone();
            bytes.extend(again);
        }
        _ => {}
    }
    bytes
}

/// The parts of a request, before they are bytes.
struct Parts {
    line: String,
    headers: Vec<String>,
    body: Vec<u8>,
}

const PATHS: [&str; 16] = [
    "/",
    "/page.js",
    "/ask",
    "/../secret.adv",
    "/..%2fsecret.adv",
    "/%2e%2e/secret.adv",
    "/folder/link.adv",
    "/link.adv",
    "//etc/passwd",
    "/vendor/../../secret.adv",
    "/vendor/",
    "http://127.0.0.1:@PORT@/",
    "*",
    "/\u{0}",
    "/page.js?x=<script>",
    "/?token=@TOKEN@#x",
];

const NAMES: [&str; 8] = [
    "own.adv",
    "link.adv",
    "../secret.adv",
    "..\\\\secret.adv",
    "/etc/x.adv",
    ".hidden.adv",
    "a\\u0000.adv",
    "CON.adv",
];

impl Parts {
    fn new(numbers: &mut Numbers) -> Parts {
        let host = "Host: 127.0.0.1:@PORT@".to_owned();
        if numbers.percent(30) {
            let path = numbers.one(&PATHS);
            let method = numbers.one(&["GET", "GET", "HEAD"]);
            return Parts {
                line: format!("{method} {path} HTTP/1.1"),
                headers: vec![host],
                body: Vec::new(),
            };
        }
        let name = numbers.one(&NAMES);
        let body = match numbers.below(6) {
            0 => format!(
                r#"{{"adv":1,"id":1,"ask":"save","name":"{name}","text":"number b = 2\n"}}"#
            )
            .into_bytes(),
            1 => format!(r#"{{"adv":1,"id":1,"ask":"remove","name":"{name}"}}"#).into_bytes(),
            2 => br#"{"adv":1,"id":1,"ask":"files"}"#.to_vec(),
            _ => changed_question(numbers),
        };
        Parts {
            line: "POST /ask HTTP/1.1".to_owned(),
            headers: vec![
                host,
                "Origin: http://127.0.0.1:@PORT@".to_owned(),
                "Content-Type: application/json".to_owned(),
                "X-Adv-Token: @TOKEN@".to_owned(),
                format!("Content-Length: {}", body.len()),
            ],
            body,
        }
    }

    fn change(&mut self, numbers: &mut Numbers) {
        let strange = [
            "Host: evil.example",
            "Host: 127.0.0.1:@PORT@.evil.example",
            "Host: 127.0.0.1",
            "Origin: http://evil.example",
            "Origin: null",
            "Origin: http://127.0.0.1:@PORT@.evil.example",
            "X-Adv-Token: 00000000000000000000000000000000",
            "X-Adv-Token: ",
            "Content-Length: 99999999999999999999999",
            "Content-Length: 5000000",
            "Content-Length: -1",
            "Content-Length: 3",
            "Transfer-Encoding: chunked",
            "Content-Type: text/plain",
            "Expect: 100-continue",
            "no colon",
            ": nothing",
            "X: \u{1}\u{7f}",
        ];
        match numbers.below(8) {
            0 if !self.headers.is_empty() => {
                let at = numbers.below(self.headers.len());
                self.headers.remove(at);
            }
            1 => {
                let methods = [
                    "PUT", "DELETE", "OPTIONS", "get", "POST", "GET", "CONNECT", "",
                ];
                let (method, path) = (numbers.one(&methods), numbers.one(&PATHS));
                let version = numbers.one(&["HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "", "FTP/1.1"]);
                self.line = format!("{method} {path} {version}");
            }
            2 => self
                .headers
                .push(format!("X-Long: {}", "x".repeat(numbers.below(40_000)))),
            3 => (0..numbers.below(200)).for_each(|at| self.headers.push(format!("X-{at}: 1"))),
            4 if !self.headers.is_empty() => {
                let at = numbers.below(self.headers.len());
                let again = self.headers[at].clone();
                self.headers.push(again);
            }
            _ => {
                let header = numbers.one(&strange).to_owned();
                let name = header.split(':').next().unwrap_or("");
                // It takes the place of the one that was right, or stands beside it.
                if numbers.percent(70) {
                    self.headers
                        .retain(|own| own.split(':').next() != Some(name));
                }
                let at = numbers.below(self.headers.len() + 1);
                self.headers.insert(at, header);
            }
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let head = [std::slice::from_ref(&self.line), &self.headers]
            .concat()
            .join("\r\n");
        [head.as_bytes(), b"\r\n\r\n", &self.body].concat()
    }
}
