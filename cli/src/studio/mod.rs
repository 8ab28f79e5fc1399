//! `adv studio`: the page in a browser, served to this machine alone.
//!
//! ```text
//!   browser ──▶ http.rs ──▶ guard.rs   host, origin, token: refused before a body is read
//!                            │
//!                            ├─ GET   page.rs      the files of the page, embedded
//!                            └─ POST  Studio       a question, answered in a thread of its own
//!                                       └─ disk.rs the programs of the folder
//! ```
//!
//! A page asks a few questions a second, and each may compute for minutes, so each connection has a thread anyway, and there is no runtime.
//! tiny_http was here before: it kept a connection waiting behind idle ones, and made room for all that a request announced. The page
//! learns of progress by questions, so there is no stream to keep open.

mod disk;
mod guard;
mod http;
mod page;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use adv_studio::{MOST_QUESTION_BYTES, Studio};
use clap::Args;
use guard::Guard;
use http::{Connection, Idle, Refusal};

use crate::play::interrupt::Interrupt;
use crate::{Exit, Outcome, work};

/// Arguments of `adv studio`.
#[derive(Args, Debug)]
pub struct StudioArgs {
    /// A program, whose folder is opened with it, or a folder of programs; without one, the page keeps its programs in the browser
    #[arg(value_name = "FILE|FOLDER")]
    pub file: Option<PathBuf>,
    /// The port; else the folder's or a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// Print the address and open no browser
    #[arg(long)]
    pub no_open: bool,
}

/// Most connections that are served at a time.
const MOST_AT_A_TIME: usize = 64;
/// Longest time that a new connection waits for a free place while all others are busy.
const ROOM: Duration = Duration::from_secs(2);
/// Interval at which the main thread checks whether the server is to end.
const TICK: Duration = Duration::from_millis(100);

/// HTTP headers of every answer: the page loads nothing from elsewhere, and the browser keeps nothing.
const HEADERS: [(&str, &str); 6] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
];

/// `adv studio`: serves the page until Ctrl-C.
pub fn studio(args: &StudioArgs) -> Outcome {
    let studio = match &args.file {
        Some(path) => Studio::new().with_folder(Box::new(disk::Disk::open(path)?)),
        None => Studio::new(),
    };
    work::use_all_threads();
    let listener = listen(args).map_err(|error| {
        trouble!("port {} cannot be listened to: {error}", args.port)
            .help("leave `--port` out: a free one is taken")
    })?;
    let port = listener.local_addr().map_or(args.port, |at| at.port());
    let mut secret = [0; 16];
    getrandom::fill(&mut secret)
        .map_err(|error| trouble!("no random token can be made: {error}"))?;
    let token: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let address = format!("http://127.0.0.1:{port}/?token={token}");
    say!("the studio is at {address}\nCtrl-C ends it");
    if !args.no_open {
        open(&address);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let _interrupt = Interrupt::listen_to_ends(&stop);
    serve(listener, &Arc::new(studio), Guard::new(port, token), &stop);
    Ok(Exit::Done)
}

/// Listens at the port that was given, else at one derived from the path, else at a free one. A browser keeps projects by the address: with
/// the same port it finds those of yesterday, and a page that was left open goes on.
fn listen(args: &StudioArgs) -> std::io::Result<TcpListener> {
    if args.port != 0 {
        return TcpListener::bind(("127.0.0.1", args.port));
    }
    let mut hasher = DefaultHasher::new();
    let path = args.file.as_deref().map(std::fs::canonicalize);
    path.and_then(Result::ok).hash(&mut hasher);
    let usual = u16::try_from(hasher.finish() % 8192).map_or(0, |number| 20_000 + number);
    TcpListener::bind(("127.0.0.1", usual)).or_else(|_| TcpListener::bind(("127.0.0.1", 0)))
}

/// Answers requests, each in a thread of its own, until `stop` is set.
fn serve(listener: TcpListener, studio: &Arc<Studio>, guard: Guard, stop: &AtomicBool) {
    let (asked, guard) = (studio.clone(), Arc::new(guard));
    // It waits for connections as long as the process lives.
    let accepting = Builder::new().spawn(move || accept(&listener, &asked, &guard));
    let mut last = Instant::now();
    while accepting.is_ok() && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(TICK);
        if last.elapsed() >= Duration::from_secs(1) {
            last = Instant::now();
            studio.second();
        }
    }
    studio.end();
}

fn accept(listener: &TcpListener, studio: &Arc<Studio>, guard: &Arc<Guard>) {
    // Each question holds it while it is answered.
    let (busy, idle) = (Arc::new(()), Arc::<Idle>::default());
    let is_full = || Arc::strong_count(&busy) > MOST_AT_A_TIME;
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Out of files, most likely: some come back as connections end.
            std::thread::sleep(TICK);
            continue;
        };
        let (studio, guard) = (studio.clone(), guard.clone());
        let begun = Instant::now();
        let mut has_ended_one = false;
        while is_full() && begun.elapsed() < ROOM {
            has_ended_one = has_ended_one || idle.end_oldest();
            std::thread::sleep(Duration::from_micros(200));
        }
        if is_full() {
            http::refuse_at_once(stream);
            continue;
        }
        let place = busy.clone();
        let connection = Connection::new(stream, &idle);
        let answer = move || {
            answer(connection, &studio, &guard);
            drop(place);
        };
        // Where there is no thread, the connection is closed and its place is free again.
        let _ = Builder::new().stack_size(work::STACK_BYTES).spawn(answer);
    }
}

/// Reads, checks and answers the one request of a connection.
fn answer(mut connection: Connection, studio: &Studio, guard: &Guard) {
    let mut with_body = true;
    let told = told(&mut connection, studio, guard, &mut with_body);
    let (status, kind, bytes) = match told {
        Ok(None) => return,
        Ok(Some((kind, bytes))) => (200, kind, bytes),
        Err((status, text)) => (status, "text/plain; charset=utf-8", text.as_bytes().into()),
    };
    let headers = [HEADERS.as_slice(), &[("Content-Type", kind)]].concat();
    connection.respond(status, &headers, &bytes, with_body);
}

/// Content type and bytes of an answer.
type Page = (&'static str, Cow<'static, [u8]>);

/// Answer to a request; `None` where the connection ends without a request.
fn told(
    connection: &mut Connection,
    studio: &Studio,
    guard: &Guard,
    with_body: &mut bool,
) -> Result<Option<Page>, Refusal> {
    let Some(head) = connection.read_head()? else {
        return Ok(None);
    };
    *with_body = head.method != "HEAD";
    guard.admit(&head)?;
    if head.method != "POST" {
        let path = head.target.split(['?', '#']).next().unwrap_or("");
        let (kind, bytes) = page::file(path).ok_or((404, "there is no such page"))?;
        return Ok(Some((kind, bytes.into())));
    }
    let body = connection.read_body(&head, MOST_QUESTION_BYTES)?;
    let question = String::from_utf8(body).map_err(|_| (400, "the question is no text"))?;
    let answer = studio.answer(&question).into_bytes();
    Ok(Some(("application/json; charset=utf-8", answer.into())))
}

/// Opens an address in the user's browser. A failure is ignored, because the terminal shows the address.
fn open(address: &str) {
    let (command, before): (&str, &[&str]) = match () {
        () if cfg!(target_os = "macos") => ("open", &[]),
        () if cfg!(windows) => ("rundll32", &["url.dll,FileProtocolHandler"]),
        () => ("xdg-open", &[]),
    };
    let null = std::process::Stdio::null;
    let child = std::process::Command::new(command)
        .args(before)
        .arg(address)
        .stdin(null())
        .stdout(null())
        .stderr(null())
        .spawn();
    if let Ok(mut child) = child {
        // Waited for in a thread, so that it does not stay behind.
        let _ = Builder::new().spawn(move || child.wait());
    }
}
