//! An editor for tests.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use adv::Absent;
use adv_lsp::{Host, Server};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};

/// How long an answer may take: proofs are waited for.
const LONGEST: Duration = Duration::from_secs(120);

/// Files by their paths.
#[derive(Default)]
pub struct Files(pub Mutex<BTreeMap<String, String>>);

impl Host for Files {
    fn read(&self, _: &str, path: &str) -> Result<String, Absent> {
        let files = self.0.lock().expect("no test has failed");
        files.get(path).cloned().ok_or_else(|| Absent {
            reason: "there is no such file".to_owned(),
            ..Absent::default()
        })
    }

    fn allow(&self, _: &str) {}

    fn programs(&self, folder: &str) -> Vec<String> {
        let files = self.0.lock().expect("no test has failed");
        let inside = files.keys().filter(|path| path.starts_with(folder));
        inside.cloned().collect()
    }

    fn library(&self, module: &str, _: &str) -> Option<String> {
        Some(format!("/library/{module}.adv"))
    }
}

/// A session with the editor's end of it.
pub struct Desk {
    pub server: Server,
    pub files: Arc<Files>,
    editor: Connection,
    asked: i32,
    version: i32,
    /// The diagnostics of each document, as they were sent last.
    pub published: BTreeMap<String, Value>,
    /// All other notifications and requests.
    pub told: Vec<(String, Value)>,
}

/// The address of a file in the folder of the workspace.
pub fn address(name: &str) -> String {
    format!("file:///games/{name}")
}

/// A place: line and column from 0.
pub fn at(name: &str, line: u32, character: u32) -> Value {
    json!({
        "textDocument": { "uri": address(name) },
        "position": { "line": line, "character": character },
    })
}

impl Desk {
    /// A session that is initialized, with files in its folder.
    pub fn new(files: &[(&str, &str)]) -> Desk {
        let capabilities = json!({
            "window": { "workDoneProgress": true },
            "workspace": { "codeLens": { "refreshSupport": true } },
        });
        Desk::able(files, capabilities).0
    }

    /// A session whose editor can do this, with files in its folder.
    pub fn able(files: &[(&str, &str)], capabilities: Value) -> (Desk, Value) {
        let mut desk = Desk::before(files);
        let folders = json!([{ "uri": "file:///games", "name": "games" }]);
        let params = json!({ "capabilities": capabilities, "workspaceFolders": folders });
        let answer = desk.ask("initialize", params).expect("it begins");
        desk.tell("initialized", json!({}));
        (desk, answer["capabilities"].clone())
    }

    /// A session before its first request.
    pub fn before(files: &[(&str, &str)]) -> Desk {
        let (ours, editor) = Connection::memory();
        let named = files.iter();
        let named = named.map(|(name, text)| (format!("/games/{name}"), (*text).to_owned()));
        let files = Arc::new(Files(Mutex::new(named.collect())));
        Desk {
            server: Server::new(Arc::new(ours), files.clone()),
            files,
            editor,
            asked: 0,
            version: 0,
            published: BTreeMap::new(),
            told: Vec::new(),
        }
    }

    /// Sends a request and does not wait for its answer.
    pub fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.asked += 1;
        let id = RequestId::from(self.asked);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.server.take(Message::Request(request));
        self.server.settle();
        id
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: &RequestId) -> Result<Value, ResponseError> {
        loop {
            let message = self.editor.receiver.recv_timeout(LONGEST);
            match message.expect("every request has an answer") {
                Message::Response(Response {
                    id: of,
                    response_result,
                }) if of == *id => return response_result,
                other => self.note(other),
            }
        }
    }

    fn note(&mut self, message: Message) {
        match message {
            Message::Notification(one) if one.method == "textDocument/publishDiagnostics" => {
                let uri = one.params["uri"].as_str().expect("an address").to_owned();
                self.published
                    .insert(uri, one.params["diagnostics"].clone());
            }
            Message::Notification(one) => self.told.push((one.method, one.params)),
            Message::Request(one) => self.told.push((one.method, one.params)),
            Message::Response(_) => {}
        }
    }

    /// Reads what has been sent.
    pub fn read(&mut self) {
        while let Ok(message) = self.editor.receiver.try_recv() {
            self.note(message);
        }
    }

    /// Makes a pause in typing, and waits for the next message.
    pub fn pause(&mut self) {
        self.server.idle();
        let message = self.editor.receiver.recv_timeout(LONGEST);
        self.note(message.expect("a pause brings something"));
    }

    /// Sends a request and waits for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        let id = self.begin(method, params);
        self.answer(&id)
    }

    /// A request that has an answer.
    pub fn get(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, params).expect("an answer")
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: Value) {
        let notification = Notification {
            method: method.to_owned(),
            params,
        };
        self.server.take(Message::Notification(notification));
        self.server.settle();
        self.read();
    }

    /// Opens a document of the folder.
    pub fn open(&mut self, name: &str, text: &str) {
        self.version += 1;
        let document = json!({
            "uri": address(name), "languageId": "adv", "version": self.version, "text": text,
        });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Sends changes of a document.
    pub fn change(&mut self, name: &str, changes: Value) {
        self.version += 1;
        let document = json!({ "uri": address(name), "version": self.version });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Replaces the text of a document.
    pub fn replace(&mut self, name: &str, text: &str) {
        self.change(name, json!([{ "text": text }]));
    }

    /// The diagnostics of a document as `line:column code first line`.
    pub fn messages(&self, name: &str) -> Vec<String> {
        let published = self.published.get(&address(name));
        let all = published.and_then(Value::as_array).into_iter().flatten();
        all.map(|one| {
            let start = &one["range"]["start"];
            let message = one["message"].as_str().unwrap_or("");
            let first = message.lines().next().unwrap_or("");
            format!(
                "{}:{} {} {first}",
                start["line"],
                start["character"],
                one["code"].as_str().unwrap_or("")
            )
        })
        .collect()
    }
}

/// A text after edits of the protocol, the last first.
pub fn edited(text: &str, edits: &Value) -> String {
    let mut edits: Vec<Value> = edits.as_array().expect("edits").clone();
    let start = |edit: &Value| {
        let start = &edit["range"]["start"];
        (start["line"].as_u64(), start["character"].as_u64())
    };
    edits.sort_by_key(start);
    let changes: Vec<_> = edits
        .into_iter()
        .rev()
        .map(|edit| {
            let text = edit["newText"].clone();
            let change = json!({ "range": edit["range"], "text": text });
            serde_json::from_value(change).expect("an edit is a change")
        })
        .collect();
    adv_lsp::text::changed(text.to_owned(), changes, adv_lsp::text::Encoding::Utf16)
}

/// The place of the n-th occurrence of a text, counted from 0.
pub fn place(text: &str, of: &str, number: usize) -> (u32, u32) {
    let (byte, _) = text.match_indices(of).nth(number).expect("it is there");
    let line = text[..byte].matches('\n').count();
    let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    let column = text[start..byte].encode_utf16().count();
    (
        u32::try_from(line).expect("few lines"),
        u32::try_from(column).expect("short lines"),
    )
}

/// A request's parameters at the n-th occurrence of a text in a document.
pub fn on(name: &str, text: &str, of: &str, number: usize) -> Value {
    let (line, character) = place(text, of, number);
    at(name, line, character)
}
