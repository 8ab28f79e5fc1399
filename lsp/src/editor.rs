//! A session without an editor: the same answers by a call, for a caller that brings texts and has no connection.

use std::collections::BTreeMap;
use std::sync::Arc;

use lsp_server::{Connection, Request, RequestId};
use serde_json::{Value, json};

use crate::documents::NoHost;
use crate::server::Server;
use crate::{dispatch, tokens, told, uri};

/// Answers as a language server about the texts of one project, whose files have no folder.
pub struct Editor {
    server: Server,
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
        let (connection, _) = Connection::memory();
        Editor {
            server: Server::new(Arc::new(connection), Arc::new(NoHost)),
            texts: BTreeMap::new(),
            number: 0,
        }
    }

    /// The address of a file.
    fn address(name: &str) -> Option<lsp_types::Uri> {
        uri::uri_of(&format!("/{name}"))
    }

    /// Takes the files of a project. What is the same as before keeps its analysis.
    pub fn set(&mut self, files: &BTreeMap<String, String>) {
        let documents = &mut self.server.documents;
        self.texts.retain(|name, _| {
            let stays = files.contains_key(name);
            if !stays && let Some(uri) = Editor::address(name) {
                documents.close(&uri::path_of(&uri));
            }
            stays
        });
        for (name, text) in files {
            if self.texts.get(name) != Some(text)
                && let Some(uri) = Editor::address(name)
            {
                self.number = self.number.wrapping_add(1);
                documents.open(uri, self.number, text.clone());
                self.texts.insert(name.clone(), text.clone());
            }
        }
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
        let snapshot = Editor::address(name).and_then(|uri| self.server.snapshot(&uri));
        let found = snapshot
            .map(|snapshot| tokens::of(&snapshot))
            .unwrap_or_default();
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
        found.iter().map(token).collect()
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
        let uri = Editor::address(name).ok_or_else(|| format!("there is no file `{name}`"))?;
        let Value::Object(mut fields) = params else {
            return Err("the parameters are no object".to_owned());
        };
        fields.insert("textDocument".to_owned(), json!({ "uri": uri }));
        let of_document = format!("textDocument/{method}");
        let request = Request::new(RequestId::from(1), of_document, Value::Object(fields));
        let response = dispatch::about_document(&mut self.server, request)
            .map_err(|_| format!("there is no request `{method}`"))?;
        response.response_result.map_err(|error| error.message)
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
