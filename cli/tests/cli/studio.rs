//! `adv studio` over the loopback: what the page gets, and what other requests are refused.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use adv_testkit::{Size, size};
use serde_json::{Value, json};

const QUEEN: &str = include_str!("../../../examples/queen.adv");

/// A server of a folder; it is ended with its test.
struct Studio {
    child: Child,
    port: u16,
    token: String,
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Studio {
    fn new(of: &Path) -> Studio {
        let mut child = Command::new(env!("CARGO_BIN_EXE_adv"))
            .arg("studio")
            .arg(of)
            .arg("--no-open")
            .stderr(Stdio::piped())
            .spawn()
            .expect("adv starts");
        let mut line = String::new();
        let stderr = child.stderr.take().expect("a pipe");
        BufReader::new(stderr).read_line(&mut line).expect("a line");
        let address = line.split("127.0.0.1:").nth(1).expect("an address");
        let (port, token) = address.trim().split_once("/?token=").expect("a token");
        Studio {
            child,
            port: port.parse().expect("a port"),
            token: token.to_owned(),
        }
    }

    /// The answer to what is sent, whole.
    fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let limit = Some(Duration::from_secs(60));
        stream.set_read_timeout(limit).expect("a limit");
        // A server that refuses may close before everything is sent.
        let _ = stream.write_all(request);
        let _ = stream.shutdown(Shutdown::Write);
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told);
        String::from_utf8_lossy(&told).into_owned()
    }

    fn get(&self, path: &str, host: &str, more: &str) -> String {
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n");
        self.raw(head.as_bytes())
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn post(&self, body: &[u8], more: &str) -> String {
        let host = self.host();
        let length = body.len();
        let head = format!(
            "POST /ask HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{more}\r\n"
        );
        self.raw(&[head.as_bytes(), body].concat())
    }

    /// The answer to a question.
    fn ask(&self, mut question: Value) -> Value {
        question["adv"] = json!(1);
        question["id"] = json!(1);
        let more = format!(
            "Content-Type: application/json\r\nX-Adv-Token: {}\r\nOrigin: http://{}\r\n",
            self.token,
            self.host()
        );
        let told = self.post(question.to_string().as_bytes(), &more);
        let (head, body) = told.split_once("\r\n\r\n").expect("an answer");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        let start = body.find('{').expect("an object");
        let end = body.rfind('}').expect("an object");
        serde_json::from_str(&body[start..=end]).expect("JSON")
    }
}

fn status(told: &str) -> &str {
    told.split(' ').nth(1).unwrap_or("none")
}

#[test]
fn the_page_is_served_and_questions_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("queen.adv");
    let text = match size() {
        Size::Short => QUEEN.replace("from all positions", "from 300 random positions"),
        _ => QUEEN.to_owned(),
    };
    fs::write(&file, text).expect("written");
    let studio = Studio::new(&file);
    let page = studio.get("/?token=x", &studio.host(), "");
    assert_eq!(status(&page), "200");
    assert!(
        page.contains("Content-Security-Policy: default-src 'none'"),
        "{page}"
    );
    assert!(page.contains("<title>adv studio</title>"));
    assert_eq!(studio.ask(json!({ "ask": "hello" }))["ok"]["disk"], true);
    let files = studio.ask(json!({ "ask": "files" }));
    assert_eq!(files["ok"]["open"], "queen.adv");
    let mut prove = json!({ "ask": "prove", "claim": 1 });
    prove["files"] = files["ok"]["files"].clone();
    prove["open"] = json!("queen.adv");
    let proved = studio.ask(prove);
    assert_eq!(
        proved["ok"]["report"]["verdict"], "proved",
        "{}",
        proved["error"]
    );
    let saved = studio.ask(json!({ "ask": "save", "name": "new.adv", "text": "number a = 1\n" }));
    assert_eq!(saved["ok"]["saved"], "new.adv");
    assert_eq!(
        fs::read_to_string(folder.path().join("new.adv")).expect("read"),
        "number a = 1\n"
    );
    // What another editor has written meanwhile is not written over.
    let save = |was: &str| {
        let text = "number a = 3\n";
        studio.ask(json!({ "ask": "save", "name": "new.adv", "text": text, "was": was }))
    };
    fs::write(folder.path().join("new.adv"), "number a = 2\n").expect("written");
    for was in ["number a = 1\n", ""] {
        let refused = save(was);
        let told = refused["error"]["message"].as_str().expect("a sentence");
        assert!(told.contains("another program has written it"), "{told}");
    }
    assert_eq!(save("number a = 2\n")["ok"]["saved"], "new.adv");
    studio.ask(json!({ "ask": "remove", "name": "new.adv" }));
    assert_eq!(save("")["ok"]["saved"], "new.adv");
    studio.ask(json!({ "ask": "remove", "name": "new.adv" }));
    assert!(!folder.path().join("new.adv").exists());
}

#[test]
fn requests_of_others_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::new(folder.path());
    let own = studio.host();
    for host in [
        "example.org",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.example.org",
        "",
    ] {
        assert_ne!(status(&studio.get("/", host, "")), "200", "{host}");
    }
    let twice = format!("Host: {own}\r\n");
    assert_ne!(status(&studio.get("/", &own, &twice)), "200");
    for origin in [
        "http://example.org",
        "null",
        "https://127.0.0.1",
        "http://127.0.0.1:1",
    ] {
        let more = format!("Origin: {origin}\r\n");
        assert_eq!(status(&studio.get("/", &own, &more)), "403", "{origin}");
    }
    let hello = br#"{"adv":1,"id":1,"ask":"hello"}"#;
    let json = "Content-Type: application/json\r\n";
    assert_eq!(status(&studio.post(hello, json)), "403");
    let wrong = format!("{json}X-Adv-Token: {}\r\n", "0".repeat(32));
    assert_eq!(status(&studio.post(hello, &wrong)), "403");
    let form = format!(
        "Content-Type: text/plain\r\nX-Adv-Token: {}\r\n",
        studio.token
    );
    assert_eq!(status(&studio.post(hello, &form)), "415");
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/x",
        "//etc/passwd",
        "/index.html/..",
        "/.",
        "/queen.adv",
        "/page.js%00",
        "/\\..\\x",
    ] {
        assert_ne!(status(&studio.get(path, &own, "")), "200", "{path}");
    }
    assert_eq!(status(&studio.get("/", &own, "")), "200");
}

#[test]
fn bodies_that_are_cut_or_too_large_are_refused_and_the_server_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::new(folder.path());
    let (host, token) = (studio.host(), &studio.token);
    let head = format!(
        "POST /ask HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nX-Adv-Token: {token}\r\n"
    );
    let large = format!("{head}Content-Length: 99999999999\r\nConnection: close\r\n\r\n{{}}");
    for _ in 0..3 {
        assert_eq!(status(&studio.raw(large.as_bytes())), "413");
    }
    for twice in [
        "Content-Length: 2\r\nContent-Length: 3\r\n",
        "Content-Length: +2\r\n",
        "Content-Length: \r\n",
    ] {
        let told = studio.raw(format!("{head}{twice}\r\n{{}}").as_bytes());
        assert_eq!(status(&told), "400", "{twice}");
    }
    let many = format!("{head}{}\r\n", "X-Much: y\r\n".repeat(100));
    assert_eq!(status(&studio.raw(many.as_bytes())), "431");
    let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(100_000));
    assert_eq!(status(&studio.raw(long.as_bytes())), "431");
    let cut = format!("{head}Content-Length: 1000\r\nConnection: close\r\n\r\n{{\"adv\":1");
    let told = studio.raw(cut.as_bytes());
    assert!(!told.contains("\"ok\""), "{told}");
    let endless = [
        format!("{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n").into_bytes(),
        [b"10000\r\n".as_slice(), &vec![b' '; 0x10000], b"\r\n"]
            .concat()
            .repeat(70),
    ];
    assert_eq!(status(&studio.raw(&endless.concat())), "411");
    for garbage in [
        &b"\0\xff\xfe"[..],
        b"GET\r\n\r\n",
        b"POST /ask",
        b"GET / HTTP/9.9\r\n\r\n",
        b"",
    ] {
        let _ = studio.raw(garbage);
    }
    for seed in 0..200u64 {
        // A request cut at another place each time.
        let whole = format!("{head}Content-Length: 2\r\nConnection: close\r\n\r\n{{}}");
        let at = (seed * 37) as usize % whole.len();
        let mut stream = TcpStream::connect(("127.0.0.1", studio.port)).expect("a connection");
        let _ = stream.write_all(&whole.as_bytes()[..at]);
    }
    assert_eq!(studio.ask(json!({ "ask": "hello" }))["ok"]["protocol"], 1);
}

#[test]
fn connections_that_are_idle_keep_no_other_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::new(folder.path());
    // Browsers open connections ahead of what they ask.
    let idle: Vec<TcpStream> = (0..20)
        .map(|_| TcpStream::connect(("127.0.0.1", studio.port)).expect("a connection"))
        .collect();
    for _ in 0..20 {
        assert_eq!(status(&studio.get("/page.js", &studio.host(), "")), "200");
    }
    drop(idle);
    let head = studio.raw(format!("HEAD / HTTP/1.1\r\nHost: {}\r\n\r\n", studio.host()).as_bytes());
    assert_eq!(status(&head), "200");
    assert!(head.ends_with("\r\n\r\n"), "a head has no body");
}

#[test]
fn strangers_that_hold_connections_keep_no_owner_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::new(folder.path());
    let begun = std::time::Instant::now();
    let strangers = [
        (70, "GET / HTTP/1.1\r\nHost: "),
        (adv_testkit::sized(200, 1000), ""),
        // Whole requests, whose answers are not read.
        (
            adv_testkit::sized(100, 300),
            "GET /page.js HTTP/1.1\r\nHost: x\r\n\r\n",
        ),
    ];
    let mut held = Vec::new();
    for (count, sent) in strangers {
        for _ in 0..count {
            let mut stream = TcpStream::connect(("127.0.0.1", studio.port)).expect("a connection");
            let _ = stream.write_all(sent.as_bytes());
            held.push(stream);
        }
        assert_eq!(status(&studio.get("/page.js", &studio.host(), "")), "200");
        assert_eq!(studio.ask(json!({ "ask": "hello" }))["ok"]["protocol"], 1);
    }
    // Two seconds for each of a thousand, and 20 for the heads, are what it took.
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(15), "{took:?}");
    // The oldest have made room, the newest are still there.
    let mut byte = [0];
    let mut is_ended = |stream: &mut TcpStream| {
        let _ = stream.set_read_timeout(Some(Duration::from_millis(10)));
        stream.read(&mut byte).map_or_else(
            |error| error.kind() == std::io::ErrorKind::ConnectionReset,
            |count| count == 0,
        )
    };
    assert!(held.iter_mut().take(70).all(&mut is_ended));
}

#[test]
fn only_the_programs_of_the_folder_are_read_and_written() {
    let outside = tempfile::tempdir().expect("a folder");
    let secret = outside.path().join("secret.adv");
    fs::write(&secret, "number secret = 1\n").expect("written");
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("note.txt"), "x").expect("written");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, folder.path().join("link.adv")).expect("a link");
    let studio = Studio::new(folder.path());
    let files = studio.ask(json!({ "ask": "files" }));
    assert_eq!(files["ok"]["files"], json!({}));
    for name in [
        "../x.adv", "link.adv", "note.txt", "/x.adv", "a/b.adv", ".x.adv", "x", "",
    ] {
        // Without links of its own, a system writes this one as a file.
        if cfg!(windows) && name == "link.adv" {
            continue;
        }
        let save = json!({ "ask": "save", "name": name, "text": "number a = 2\n" });
        assert!(studio.ask(save)["ok"].is_null(), "{name}");
        assert!(
            studio.ask(json!({ "ask": "remove", "name": name }))["ok"].is_null(),
            "{name}"
        );
    }
    let large = json!({ "ask": "save", "name": "x.adv", "text": "x".repeat(300_000) });
    assert_eq!(studio.ask(large)["error"]["code"], "too-large");
    assert_eq!(
        fs::read_to_string(&secret).expect("read"),
        "number secret = 1\n"
    );
}
