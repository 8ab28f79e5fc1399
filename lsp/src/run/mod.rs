//! Commands: the page on a code; a test, a claim or an example that is run.
//!
//! ```text
//!   adv.run { uri, kind, start } ──▶ a thread of its own, on the snapshot ──▶ the verdict: answer, message, lens
//!                                       │
//!                                       └─ $/progress, given up by its token or by the request
//! ```
//!
//! A run sees the texts that were analysed when it began, whatever is typed meanwhile. The answer to the request comes with the verdict.

mod job;
mod report;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

use adv::diagnostics::Code;
use adv::proof::Watch;
use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::notification::ShowMessage;
use lsp_types::request::CodeLensRefresh;
use lsp_types::{ExecuteCommandParams, MessageType, ShowMessageParams, Uri};
use serde_json::{Value, json};

use crate::server::Server;

pub use job::RunKind;

/// Shows the page on a code.
pub const EXPLAIN: &str = "adv.explain";
/// Runs a test or a claim, or draws the example.
pub const RUN: &str = "adv.run";
/// All commands.
pub const COMMANDS: [&str; 2] = [EXPLAIN, RUN];

/// The stack of a run, in bytes: what a system gives a program's first thread.
const STACK_BYTES: usize = 8 << 20;
/// How many runs there are at a time.
const MOST_RUNNING: usize = 8;
/// How many verdicts are kept.
const MOST_VERDICTS: usize = 1_000;

/// Where a verdict belongs: a path, the version of its text, and the offset of the item.
type LensPlace = (String, Option<i32>, u32);

/// A run that is not over.
struct Running {
    request: RequestId,
    token: String,
    stop: Arc<AtomicBool>,
}

/// What threads of runs share with the main one.
#[derive(Default)]
struct Shared {
    running: Vec<Running>,
    verdicts: BTreeMap<LensPlace, String>,
}

/// The runs of a session.
#[derive(Default)]
pub struct Runs {
    shared: Arc<Mutex<Shared>>,
    threads: Vec<JoinHandle<()>>,
    number: u64,
}

fn locked(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runs {
    /// The verdict on an item, if its text has been run since it last changed.
    pub fn verdict(&self, path: &str, version: Option<i32>, start: u32) -> Option<String> {
        let place = (path.to_owned(), version, start);
        locked(&self.shared).verdicts.get(&place).cloned()
    }

    /// Ends the run whose progress has a token.
    pub fn cancel_token(&self, token: &str) {
        self.cancel(|run| run.token == token);
    }

    /// Ends the run that a request began.
    pub fn cancel_request(&self, id: &RequestId) {
        self.cancel(|run| run.request == *id);
    }

    /// Ends all runs soon.
    pub fn stop(&self) {
        self.cancel(|_| true);
    }

    fn cancel(&self, which: impl Fn(&Running) -> bool) {
        for run in locked(&self.shared).running.iter().filter(|run| which(run)) {
            run.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Waits until all runs are over.
    pub fn join(self) {
        for thread in self.threads {
            let _ = thread.join();
        }
    }
}

/// Does something in a thread that is not waited for. Where the system has none left, nothing is done.
pub fn in_background(work: impl FnOnce() + Send + 'static) {
    let _ = Builder::new().stack_size(STACK_BYTES).spawn(work);
}

/// Carries out a command.
pub fn execute(server: &mut Server, request: Request) {
    let Request { id, params, .. } = request;
    let token = params.get("workDoneToken").cloned();
    let params: ExecuteCommandParams = match serde_json::from_value(params) {
        Ok(params) => params,
        Err(error) => {
            let text = format!("the parameters of the command cannot be read: {error}");
            return server.refuse(id, ErrorCode::InvalidParams, &text);
        }
    };
    let argument = params.arguments.first().cloned().unwrap_or_default();
    match params.command.as_str() {
        EXPLAIN => explain(server, id, &argument),
        RUN => run(server, id, token, &argument),
        other => {
            let text = format!("there is no command `{other}`");
            server.refuse(id, ErrorCode::InvalidParams, &text);
        }
    }
}

fn explain(server: &Server, id: RequestId, argument: &Value) {
    let Some(code) = argument.as_str().and_then(Code::parse) else {
        return server.refuse(id, ErrorCode::InvalidParams, "there is no such code");
    };
    let page = code.explanation();
    server.out.notify::<ShowMessage>(ShowMessageParams {
        typ: MessageType::INFO,
        message: page.to_owned(),
    });
    server.out.answer(Response::new_ok(id, page));
}

fn run(server: &mut Server, id: RequestId, token: Option<Value>, argument: &Value) {
    let uri = argument.get("uri").and_then(Value::as_str);
    let uri = uri.and_then(|uri| uri.parse::<Uri>().ok());
    let kind = argument.get("kind").and_then(Value::as_str);
    let start = argument.get("start").and_then(Value::as_u64);
    let (Some(uri), Some(kind), Some(start)) = (
        uri,
        kind.and_then(RunKind::parse),
        start.and_then(|start| u32::try_from(start).ok()),
    ) else {
        let text = "`adv.run` takes { uri, kind, start }, as a lens gives them";
        return server.refuse(id, ErrorCode::InvalidParams, text);
    };
    let Some(snapshot) = server.snapshot(&uri) else {
        return server.refuse(id, ErrorCode::InvalidParams, "the document is not open");
    };
    let version = argument.get("version").and_then(Value::as_i64);
    if version.is_some_and(|version| snapshot.version.map(i64::from) != Some(version)) {
        let text = "the text has changed since: take the lens again";
        return server.refuse(id, ErrorCode::ContentModified, text);
    }
    if locked(&server.runs.shared).running.len() >= MOST_RUNNING {
        let text = "too many runs at a time: end one of them";
        return server.refuse(id, ErrorCode::RequestFailed, text);
    }
    server.runs.number += 1;
    let progress = report::Progress::begin(server, token, server.runs.number, kind);
    let watch = Arc::new(Watch::new());
    let running = Running {
        request: id.clone(),
        token: progress.token(),
        stop: watch.stop().clone(),
    };
    let shared = server.runs.shared.clone();
    locked(&shared).running.push(running);
    let (out, client) = (server.out.clone(), server.client);
    let answered = id.clone();
    let work = move || {
        let place = (snapshot.path.clone(), snapshot.version, start);
        let outcome = progress.around(&watch, || job::run(&snapshot, kind, start, &watch));
        {
            let mut shared = locked(&shared);
            shared.running.retain(|run| run.request != answered);
            if shared.verdicts.len() >= MOST_VERDICTS {
                shared.verdicts.clear();
            }
            if let Ok(verdict) = &outcome
                && !verdict.is_interrupted
            {
                shared.verdicts.insert(place, verdict.shown());
            }
        }
        let (kind, message) = match &outcome {
            Ok(verdict) if verdict.is_good => (MessageType::INFO, verdict.shown()),
            Ok(verdict) => (MessageType::WARNING, verdict.shown()),
            Err(reason) => (MessageType::ERROR, reason.clone()),
        };
        progress.end(message.clone());
        let answer = match outcome {
            Ok(verdict) if verdict.is_interrupted => {
                Response::new_err(answered, ErrorCode::RequestCanceled as i32, message.clone())
            }
            Ok(verdict) => Response::new_ok(
                answered,
                json!({ "verdict": verdict.headline, "good": verdict.is_good, "text": verdict.text }),
            ),
            Err(reason) => Response::new_err(answered, ErrorCode::RequestFailed as i32, reason),
        };
        out.answer(answer);
        out.notify::<ShowMessage>(ShowMessageParams { typ: kind, message });
        if client.refreshes_lenses {
            out.ask::<CodeLensRefresh>(format!("{}-lenses", progress.token()), ());
        }
    };
    server.runs.threads.retain(|thread| !thread.is_finished());
    let thread = Builder::new()
        .name("adv-run".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(work);
    match thread {
        Ok(thread) => server.runs.threads.push(thread),
        Err(_) => {
            locked(&server.runs.shared)
                .running
                .retain(|run| run.request != id);
            server.refuse(
                id,
                ErrorCode::RequestFailed,
                "there is no thread for the run",
            );
        }
    }
}
