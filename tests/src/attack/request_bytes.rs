//! The bytes of requests to `adv studio`: mostly one that would be answered, but for one or two of its parts.
//!
//! ```text
//!   @PORT@  @TOKEN@   the server's own             @PAUSE@   nothing is sent for a moment
//!   @MUCH@            more than a question may have          at the end: nothing more ever comes
//! ```

use adv_testkit::{Numbers, hostile};

use super::questions::changed_question;

/// Where a sender waits for a moment. At the end of a request it stays connected and sends nothing more.
pub const PAUSE: &[u8] = b"@PAUSE@";
/// A body that is longer than a question may be.
pub const MUCH: &[u8] = b"@MUCH@";
/// The port of the server.
pub const PORT: &[u8] = b"@PORT@";
/// Its token.
pub const TOKEN: &[u8] = b"@TOKEN@";

/// A request: mostly one that would be answered, but for one or two of its parts.
pub fn request(numbers: &mut Numbers) -> Vec<u8> {
    let mut parts = Parts::new(numbers);
    for _ in 0..numbers.below(3) {
        parts.change(numbers);
    }
    if numbers.percent(2) {
        parts.swell(numbers);
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
    if numbers.percent(5) {
        slow(numbers, &mut bytes);
    }
    bytes
}

/// A sender that waits between some bytes, or in the midst of them for ever.
fn slow(numbers: &mut Numbers, bytes: &mut Vec<u8>) {
    for _ in 0..numbers.between(1, 3) {
        let at = numbers.below(bytes.len() + 1);
        bytes.splice(at..at, PAUSE.iter().copied());
    }
    if numbers.percent(20) {
        bytes.truncate(numbers.below(bytes.len() + 1));
        bytes.extend_from_slice(PAUSE);
    }
}

/// The parts of a request, before they are bytes.
struct Parts {
    line: String,
    headers: Vec<String>,
    body: Vec<u8>,
}

const PATHS: [&str; 24] = [
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
    "/./../folder/own.adv",
    "/..\\secret.adv",
    "/%252e%252e%252fsecret.adv",
    "/..%c0%afsecret.adv",
    "/own.adv",
    "/vendor/codemirror.js/../../../secret.adv",
    "/page.js%00.css",
    "file:///etc/passwd",
];

const NAMES: [&str; 12] = [
    "own.adv",
    "link.adv",
    "../secret.adv",
    "..\\\\secret.adv",
    "/etc/x.adv",
    ".hidden.adv",
    "a\\u0000.adv",
    "CON.adv",
    "..",
    "folder/../../secret.adv",
    "link.adv/x.adv",
    "C:secret.adv",
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
            "Origin: http://127.0.0.1:1",
            "Origin: https://127.0.0.1:@PORT@",
            "Host: [::1]:@PORT@",
            "Host: evil.example@127.0.0.1:@PORT@",
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

    /// A body that is too large, whether its length is said, said wrongly, or not at all.
    fn swell(&mut self, numbers: &mut Numbers) {
        self.body = MUCH.to_vec();
        let lengths = [
            "Content-Length: 5000000",
            "Content-Length: 100",
            "X-No-Length: 1",
        ];
        self.headers
            .retain(|own| !own.starts_with("Content-Length"));
        self.headers.push(numbers.one(&lengths).to_owned());
    }

    fn bytes(&self) -> Vec<u8> {
        let head = [std::slice::from_ref(&self.line), &self.headers]
            .concat()
            .join("\r\n");
        [head.as_bytes(), b"\r\n\r\n", &self.body].concat()
    }
}
