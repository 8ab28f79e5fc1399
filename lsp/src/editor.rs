//! A session without an editor: the same answers by a call, for a caller that brings texts and has no connection.

use std::collections::BTreeMap;
use std::sync::Arc;

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

use crate::host::NoHost;
use crate::server::Server;
use crate::{tokens, told, uri};

/// Requests that read a text and change nothing; runs are not among them.
const METHODS: [&str; 10] = [
    "hover",
    "completion",
    "signatureHelp",
    "formatting",
    "definition",
    "references",
    "rename",
    "foldingRange",
    "documentSymbol",
    "codeAction",
];

/// The answers of a language server to the texts of one project, whose files have no folder.
pub struct Editor {
    server: Server,
    answers: Connection,
    texts: BTreeMap<String, String>,
    number: i32,
}

impl Default for Editor {
    fn default() -> Editor {
        Editor::new()
    }
}

impl Editor {
    /// An editor without texts.
    pub fn new() -> Editor {
        let (here, answers) = Connection::memory();
        let mut server = Server::new(Arc::new(here), Arc::new(NoHost));
        let begin = Request::new(RequestId::from(0), "initialize".to_owned(), json!({}));
        server.take(Message::Request(begin));
        let editor = Editor {
            server,
            answers,
            texts: BTreeMap::new(),
            number: 0,
        };
        editor.drain();
        editor
    }

    /// The address of a file.
    fn address(name: &str) -> Option<lsp_types::Uri> {
        uri::uri_of(&format!("/{name}"))
    }

    /// Messages that are no answers are not wanted.
    fn drain(&self) -> Vec<Message> {
        self.answers.receiver.try_iter().collect()
    }

    fn notify(&mut self, method: &str, params: Value) {
        let message = Notification::new(format!("textDocument/{method}"), params);
        self.server.take(Message::Notification(message));
    }

    /// Takes the files of a project. What is the same as before keeps its analysis.
    pub fn set(&mut self, files: &BTreeMap<String, String>) {
        let gone = self.texts.keys().filter(|name| !files.contains_key(*name));
        let gone: Vec<String> = gone.cloned().collect();
        for name in gone {
            self.texts.remove(&name);
            if let Some(uri) = Editor::address(&name) {
                self.notify("didClose", json!({ "textDocument": { "uri": uri } }));
            }
        }
        for (name, text) in files {
            let Some(uri) = Editor::address(name) else {
                continue;
            };
            if self.texts.get(name) == Some(text) {
                continue;
            }
            self.number = self.number.wrapping_add(1);
            let document =
                json!({ "uri": uri, "languageId": "adv", "version": self.number, "text": text });
            self.notify("didOpen", json!({ "textDocument": document }));
            self.texts.insert(name.clone(), text.clone());
        }
        self.drain();
    }

    /// The diagnostics of a file, as `textDocument/publishDiagnostics` has them; an empty list where there is no such file.
    pub fn diagnostics(&mut self, name: &str) -> Value {
        let host = self.server.host.clone();
        let uri = Editor::address(name);
        let told = uri.and_then(|uri| {
            let snapshot = self.server.snapshot(&uri)?;
            let published = told::published(&snapshot, uri, host.as_ref());
            serde_json::to_value(published.diagnostics).ok()
        });
        told.unwrap_or_else(|| json!([]))
    }

    /// The words of a file: line, character, length, kind and modifiers of each.
    pub fn tokens(&mut self, name: &str) -> Vec<[u32; 5]> {
        let params = Editor::address(name).map(|uri| json!({ "textDocument": { "uri": uri } }));
        let params = params.and_then(|params| serde_json::from_value(params).ok());
        let found = params.and_then(|params| tokens::full(&mut self.server, params));
        let Some(lsp_types::SemanticTokensResult::Tokens(found)) = found else {
            return Vec::new();
        };
        let (mut line, mut character) = (0, 0);
        let token = |token: &lsp_types::SemanticToken| {
            if token.delta_line > 0 {
                character = 0;
            }
            line += token.delta_line;
            character += token.delta_start;
            let (kind, modifiers) = (token.token_type, token.token_modifiers_bitset);
            [line, character, token.length, kind, modifiers]
        };
        found.data.iter().map(token).collect()
    }

    /// What the kinds and the bits of the modifiers of [`Editor::tokens`] mean.
    pub fn legend() -> Value {
        let legend = tokens::legend();
        json!({ "kinds": legend.token_types, "modifiers": legend.token_modifiers })
    }

    /// The answer to `textDocument/METHOD` about a file; `params` has what it needs besides the file.
    ///
    /// # Errors
    /// A sentence where there is no such request, or it is refused.
    pub fn ask(&mut self, method: &str, name: &str, params: Value) -> Result<Value, String> {
        if !METHODS.contains(&method) {
            return Err(format!("there is no request `{method}`"));
        }
        let uri = Editor::address(name).ok_or_else(|| format!("there is no file `{name}`"))?;
        let Value::Object(mut fields) = params else {
            return Err("the parameters are no object".to_owned());
        };
        fields.insert("textDocument".to_owned(), json!({ "uri": uri }));
        let id = RequestId::from(1);
        let method = format!("textDocument/{method}");
        let request = Request::new(id.clone(), method, Value::Object(fields));
        self.server.take(Message::Request(request));
        for message in self.drain() {
            let Message::Response(response) = message else {
                continue;
            };
            if response.id != id {
                continue;
            }
            return serde_json::to_value(response)
                .map_err(|error| error.to_string())
                .and_then(|mut response| match response.get("error") {
                    Some(error) => Err(error["message"].as_str().unwrap_or("refused").to_owned()),
                    None => Ok(response["result"].take()),
                });
        }
        Ok(Value::Null)
    }

    /// The expressions around a place of a file, the smallest first. Lines and characters count from 0, characters in UTF-16 units.
    pub fn around(&mut self, name: &str, line: u32, character: u32) -> Vec<Around> {
        let at = lsp_types::Position::new(line, character);
        let snapshot = Editor::address(name).and_then(|uri| self.server.snapshot(&uri));
        let Some(snapshot) = snapshot else {
            return Vec::new();
        };
        let offset = snapshot.offset(at);
        let touches = |typed: &&adv::analysis::TypedSpan| {
            typed.span.start <= offset && offset <= typed.span.end
        };
        let typed = snapshot.analysis.index.types().iter().filter(touches);
        let mut typed: Vec<_> = typed.copied().collect();
        typed.sort_by_key(|typed| (typed.span.len(), typed.span.start));
        typed.dedup_by_key(|typed| typed.span);
        let around = typed.into_iter().map(|typed| Around {
            range: json!(crate::text::range(&snapshot.own, typed.span)),
            text: snapshot.source.slice(typed.span).to_owned(),
            ty: typed.ty,
            frame: typed.frame,
        });
        around.collect()
    }
}

/// An expression around a place.
#[derive(Clone, Debug)]
pub struct Around {
    /// Where it is in the file, as the protocol writes a range.
    pub range: Value,
    /// Its text.
    pub text: String,
    /// Its type.
    pub ty: adv::analysis::Type,
    /// The position that it speaks of.
    pub frame: adv::analysis::Frame,
}
