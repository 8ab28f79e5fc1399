//! `adv studio`: the page in a browser, served to this machine alone.
//!
//! ```text
//!   browser ──▶ tiny_http ──▶ guard.rs   host, origin, token, size: refused before anything is read
//!                              │
//!                              ├─ GET   page.rs      the files of the page, embedded
//!                              └─ POST  Studio       a question, answered in a thread of its own
//!                                         └─ disk.rs the programs of the folder
//! ```
//!
//! The server is tiny_http: blocking, four crates in all, no runtime. A page asks a few questions a second, and each may compute for
//! minutes, so that a thread for each question is what is wanted anyway. Progress is asked for by questions, so there is no stream to keep open.

mod disk;
mod guard;
mod page;

use std::io::Read as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::Builder;
use std::time::{Duration, Instant};

use adv_studio::{MOST_QUESTION_BYTES, Studio};
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

use crate::args::StudioArgs;
use crate::exit::{Exit, Trouble, say};
use crate::play::interrupt::Interrupt;
use crate::{Outcome, work};

use guard::Guard;

/// How many requests are answered at a time.
const MOST_AT_A_TIME: usize = 64;
/// How long the server waits for a request before it looks at the clock.
const TICK: Duration = Duration::from_millis(100);

/// Headers of every answer: nothing is loaded from elsewhere, and nothing is kept.
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

/// Serves the page until Ctrl-C.
pub fn studio(args: &StudioArgs) -> Outcome {
    let studio = match &args.file {
        Some(path) => Studio::new().with_folder(Box::new(disk::Disk::open(path)?)),
        None => Studio::new(),
    };
    work::use_all_threads();
    let server = Server::http(("127.0.0.1", args.port)).map_err(|error| {
        Trouble::new(format!("port {} cannot be listened to: {error}", args.port))
            .help("leave `--port` out: a free one is taken")
    })?;
    let port = server
        .server_addr()
        .to_ip()
        .map_or(args.port, |addr| addr.port());
    let mut secret = [0; 16];
    getrandom::fill(&mut secret)
        .map_err(|error| Trouble::new(format!("no random token can be made: {error}")))?;
    let token: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let address = format!("http://127.0.0.1:{port}/?token={token}");
    say(format_args!("the studio is at {address}\nCtrl-C ends it"));
    if !args.no_open {
        open(&address);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let _interrupt = Interrupt::listen_by(stop.clone());
    Interrupt::listen_to_ends(&stop);
    serve(
        &server,
        &Arc::new(studio),
        &Arc::new(Guard::new(port, token)),
        &stop,
    );
    Ok(Exit::Done)
}

/// Answers requests until the flag is set.
fn serve(server: &Server, studio: &Arc<Studio>, guard: &Arc<Guard>, stop: &AtomicBool) {
    let busy = Arc::new(AtomicUsize::new(0));
    let mut last = Instant::now();
    while !stop.load(Ordering::Relaxed) {
        if last.elapsed() >= Duration::from_secs(1) {
            last = Instant::now();
            studio.second();
        }
        let Ok(Some(request)) = server.recv_timeout(TICK) else {
            continue;
        };
        if busy.fetch_add(1, Ordering::Relaxed) >= MOST_AT_A_TIME {
            busy.fetch_sub(1, Ordering::Relaxed);
            // Answered by a connection's own thread where its body is short; a page asks again.
            let _ = request.respond(plain(503, "too many questions at a time"));
            continue;
        }
        let (studio, guard, ours) = (studio.clone(), guard.clone(), busy.clone());
        let answer = move || {
            answer(request, &studio, &guard);
            ours.fetch_sub(1, Ordering::Relaxed);
        };
        let thread = Builder::new().stack_size(work::STACK_BYTES);
        if thread.spawn(answer).is_err() {
            busy.fetch_sub(1, Ordering::Relaxed);
        }
    }
    studio.end();
}

/// Answers a request. A browser that is gone does not take it, which is no error here.
fn answer(mut request: Request, studio: &Studio, guard: &Guard) {
    // The server makes room for all that is announced and not read, before it closes a connection. So one that announces too much is
    // left to itself: it gets no answer, and nothing is read from it.
    let announced = request.body_length();
    if announced.is_some_and(|length| length > MOST_QUESTION_BYTES) {
        std::mem::forget(request);
        return;
    }
    if let Err((status, text)) = guard.admit(&request) {
        let _ = request.respond(plain(status, text));
        return;
    }
    if *request.method() != Method::Post {
        let path = request.url().split(['?', '#']).next().unwrap_or("");
        let _ = match page::file(path) {
            Some((kind, bytes)) => request.respond(with_headers(Response::from_data(bytes), kind)),
            None => request.respond(plain(404, "there is no such page")),
        };
        return;
    }
    let mut body = Vec::new();
    let most = MOST_QUESTION_BYTES as u64 + 1;
    let read = request.as_reader().take(most).read_to_end(&mut body);
    let refusal = match read {
        Err(_) => Some((400, "the question was cut off")),
        Ok(_) if body.len() > MOST_QUESTION_BYTES => Some((413, "the question is too large")),
        Ok(_) => None,
    };
    if let Some((status, text)) = refusal {
        let _ = request.respond(plain(status, text));
        return;
    }
    let _ = match String::from_utf8(body) {
        Ok(question) => {
            let told = studio.answer(&question);
            request.respond(with_headers(
                Response::from_data(told),
                "application/json; charset=utf-8",
            ))
        }
        Err(_) => request.respond(plain(400, "the question is no text")),
    };
}

type Reply = Response<std::io::Cursor<Vec<u8>>>;

fn plain(status: u16, text: &str) -> Reply {
    let response = Response::from_data(text).with_status_code(StatusCode(status));
    with_headers(response, "text/plain; charset=utf-8")
}

fn with_headers(mut response: Reply, kind: &str) -> Reply {
    let kind = ("Content-Type", kind);
    for (name, value) in HEADERS.into_iter().chain([kind]) {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    response
}

/// Opens an address in the user's browser. Where that fails the address is on the terminal.
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
