//! The state of a session, and what is done with a message.

use std::sync::Arc;

use adv::diagnostics::Source;
use lsp_server::{Connection, ErrorCode, Message, Request, RequestId, Response};
use lsp_types::Uri;
use lsp_types::notification::PublishDiagnostics;
use lsp_types::request::WorkspaceDiagnosticRefresh;
use serde_json::{Value, json};

use crate::complete::{Snippets, snippet};
use crate::documents::{Documents, Host};
use crate::run::Runs;
use crate::serve::Out;
use crate::snapshot::Snapshot;
use crate::text::Encoding;
use crate::{dispatch, told, uri};

/// What the editor can do.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// It shows the progress of work.
    pub progress: bool,
    /// It asks for lenses again when it is told to.
    pub refreshes_lenses: bool,
    /// The snippets that it is offered.
    pub snippets: Snippets,
    /// It asks for diagnostics, so that none are sent.
    pub pulls: bool,
    /// It asks for diagnostics again when it is told to.
    pub refreshes_diagnostics: bool,
}

impl Default for Client {
    fn default() -> Client {
        Client {
            progress: false,
            refreshes_lenses: false,
            snippets: |_| None,
            pulls: false,
            refreshes_diagnostics: false,
        }
    }
}

/// Where a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Before,
    Open,
    Closing,
}

/// A session with an editor. [`crate::serve`] hands it messages; a test or a benchmark may do so itself.
pub struct Server {
    pub(crate) out: Out,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) documents: Documents,
    pub(crate) folders: Vec<String>,
    pub(crate) client: Client,
    pub(crate) runs: Runs,
    /// Number of times that the editor was told to ask for diagnostics again.
    refreshes: u32,
    stage: Stage,
}

impl Server {
    /// A session whose answers go to the other end of a connection.
    pub fn new(connection: Arc<Connection>, host: Arc<dyn Host>) -> Server {
        Server {
            out: Out::new(connection),
            host,
            documents: Documents::default(),
            folders: Vec::new(),
            client: Client::default(),
            runs: Runs::default(),
            refreshes: 0,
            stage: Stage::Before,
        }
    }

    /// Takes a message. True where it ends the session.
    pub fn take(&mut self, message: Message) -> bool {
        match message {
            Message::Request(request) => {
                self.request(request);
                false
            }
            // The answers to requests of ours say nothing that is needed.
            Message::Response(_) => false,
            Message::Notification(notification) if notification.method == "exit" => true,
            Message::Notification(notification) => {
                if self.stage == Stage::Open {
                    self.notification(notification);
                }
                false
            }
        }
    }

    fn request(&mut self, request: Request) {
        match (self.stage, request.method.as_str()) {
            (Stage::Before, "initialize") => {
                self.begin(&request.params);
                let result = json!({
                    "capabilities": dispatch::capabilities(self.documents.encoding),
                    "serverInfo": { "name": "adv", "version": env!("CARGO_PKG_VERSION") },
                });
                self.out.answer(Response::new_ok(request.id, result));
            }
            (Stage::Before, _) => {
                let text = "the first request of a session is `initialize`";
                self.refuse(request.id, ErrorCode::ServerNotInitialized, text);
            }
            (Stage::Open, "shutdown") => {
                self.stage = Stage::Closing;
                self.runs.stop();
                self.out.answer(Response::new_ok(request.id, Value::Null));
            }
            (Stage::Open, "initialize") => {
                let text = "the session is initialized already";
                self.refuse(request.id, ErrorCode::InvalidRequest, text);
            }
            (Stage::Open, _) => dispatch::request(self, request),
            (Stage::Closing, _) => {
                let text = "the session is shut down";
                self.refuse(request.id, ErrorCode::InvalidRequest, text);
            }
        }
    }

    /// Answers a request by an error.
    pub(crate) fn refuse(&self, id: RequestId, code: ErrorCode, text: &str) {
        self.out.answer(dispatch::refusal(id, code, text));
    }

    /// Answers a request that the editor has given up.
    pub fn refuse_cancelled(&self, id: RequestId) {
        let text = "the request was given up";
        self.refuse(id, ErrorCode::RequestCanceled, text);
    }

    /// Reads what the editor can do. Nothing in it is taken for granted.
    fn begin(&mut self, params: &Value) {
        let can = |path: &str| {
            let value = params.pointer(&format!("/capabilities/{path}"));
            value.and_then(Value::as_bool).unwrap_or(false)
        };
        self.client = Client {
            progress: can("window/workDoneProgress"),
            refreshes_lenses: can("workspace/codeLens/refreshSupport"),
            snippets: match can("textDocument/completion/completionItem/snippetSupport") {
                true => snippet,
                false => |_| None,
            },
            pulls: params
                .pointer("/capabilities/textDocument/diagnostic")
                .is_some_and(Value::is_object),
            refreshes_diagnostics: can("workspace/diagnostics/refreshSupport"),
        };
        let encodings = params.pointer("/capabilities/general/positionEncodings");
        let encodings = encodings.and_then(Value::as_array).into_iter().flatten();
        let mut known = encodings.filter_map(|name| Encoding::named(name.as_str()?));
        self.documents.encoding = known.next().unwrap_or_default();
        let folders = params.get("workspaceFolders").and_then(Value::as_array);
        let folders = folders.into_iter().flatten();
        let named = folders.filter_map(|folder| folder.get("uri")?.as_str());
        let root = params.get("rootUri").and_then(Value::as_str);
        for address in named.chain(root) {
            let Ok(address) = address.parse::<Uri>() else {
                continue;
            };
            let path = uri::path_of(&address);
            self.add_folder(path);
        }
        // The library is read once, and not while the first answer is waited for.
        crate::run::in_background(|| {
            let _ = adv::analysis::words();
            // An unknown name is looked for in all modules.
            let _ = adv::analysis::analyse(&Source::new("", "moves first = unknown\n"));
        });
        self.stage = Stage::Open;
    }

    /// Notes a folder of the workspace, whose programs may use all files in it.
    pub(crate) fn add_folder(&mut self, path: String) {
        if !self.folders.contains(&path) {
            self.host.allow(&path);
            self.folders.push(path);
        }
    }

    /// The analysis of an open document.
    pub(crate) fn snapshot(&mut self, uri: &Uri) -> Option<Arc<Snapshot>> {
        let host = self.host.clone();
        self.documents.snapshot(host.as_ref(), &uri::path_of(uri))
    }

    /// Sends the diagnostics of all texts that have changed, to an editor that does not ask for them. One that does is told to ask again
    /// where the text of another file has changed.
    pub fn settle(&mut self) {
        let host = self.host.clone();
        let is_stale = self.documents.take_stale();
        if self.client.pulls {
            if is_stale && self.client.refreshes_diagnostics {
                self.refreshes += 1;
                let id = format!("diagnostics-{}", self.refreshes);
                self.out.ask::<WorkspaceDiagnosticRefresh>(id, ());
            }
            return;
        }
        for path in self.documents.untold() {
            let Some(snapshot) = self.documents.snapshot(host.as_ref(), &path) else {
                continue;
            };
            self.documents.told(&path);
            if let Some(document) = self.documents.get(&path) {
                let params = told::published(&snapshot, document.uri.clone(), host.as_ref());
                self.out.notify::<PublishDiagnostics>(params);
            }
        }
    }

    /// Uses a pause: values of large programs are computed in a thread of their own, and positions are looked at.
    pub fn idle(&mut self) {
        let host = self.host.clone();
        for path in self.documents.paths() {
            let Some(snapshot) = self.documents.snapshot(host.as_ref(), &path) else {
                continue;
            };
            if snapshot.lacks_look()
                && let Some(document) = self.documents.get(&path)
            {
                self.look(snapshot.clone(), document.uri.clone());
            }
            if snapshot.lacks_values() {
                crate::run::in_background(move || {
                    let _ = snapshot.values();
                });
            }
        }
    }

    /// Looks at the positions of a program in a thread of its own, and tells what is found unless the text has changed.
    fn look(&mut self, snapshot: Arc<Snapshot>, uri: Uri) {
        let (out, host, client) = (self.out.clone(), self.host.clone(), self.client);
        self.refreshes += 1;
        let id = format!("diagnostics-{}", self.refreshes);
        crate::run::in_background(move || {
            // A document that has changed holds another snapshot.
            if !snapshot.look() || Arc::strong_count(&snapshot) == 1 {
                return;
            }
            if !client.pulls {
                out.notify::<PublishDiagnostics>(told::published(&snapshot, uri, host.as_ref()));
            } else if client.refreshes_diagnostics {
                out.ask::<WorkspaceDiagnosticRefresh>(id, ());
            }
        });
    }

    /// Ends the session and its runs. True where `shutdown` came before.
    pub fn end(self) -> bool {
        self.runs.stop();
        self.runs.join();
        self.stage == Stage::Closing
    }
}
