//! An editor that has one long program open, for the benchmarks. The session works in the measuring thread.

use std::sync::Arc;

use adv_lsp::{NoHost, Server};
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

/// The address of the program.
const URI: &str = "file:///long.adv";

/// An editor and its session.
pub struct Editor {
    server: Server,
    editor: Connection,
    /// A comment in the middle of the program, where letters are typed, a name, and the place after the `=` of a definition.
    comment: Value,
    name: Value,
    value: Value,
    typed: bool,
    version: i32,
}

/// The place after the first occurrence of a text in the second half of the program.
fn after(program: &str, text: &str) -> Value {
    let half = program.len() / 2;
    let half = (half..).find(|at| program.is_char_boundary(*at));
    let half = half.unwrap_or(0);
    let found = program[half..].find(text).expect("the program has it");
    let at = half + found + text.len();
    let line = program[..at].matches('\n').count();
    let start = program[..at].rfind('\n').map_or(0, |start| start + 1);
    json!({ "line": line, "character": program[start..at].encode_utf16().count() })
}

impl Editor {
    /// Opens a program.
    pub fn open(program: &str) -> Editor {
        let (ours, editor) = Connection::memory();
        let mut made = Editor {
            server: Server::new(Arc::new(ours), Arc::new(NoHost)),
            editor,
            comment: after(program, "/// "),
            name: after(program, "number r"),
            value: after(program, " = "),
            typed: false,
            version: 1,
        };
        made.ask("initialize", json!({}));
        let document = json!({
            "uri": URI, "languageId": "adv", "version": 1, "text": program,
        });
        made.tell("textDocument/didOpen", json!({ "textDocument": document }));
        assert!(made.diagnostics() > 0, "the program is told about");
        made
    }

    fn tell(&mut self, method: &str, params: Value) {
        let method = method.to_owned();
        self.server
            .take(Message::Notification(Notification { method, params }));
        self.server.settle();
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = Request::new(RequestId::from(1), method.to_owned(), params);
        self.server.take(Message::Request(request));
        let mut answers = self.editor.receiver.try_iter();
        let answer = answers.find_map(|message| match message {
            Message::Response(response) => response.response_result.ok(),
            _ => None,
        });
        answer.expect("an answer")
    }

    /// How often diagnostics have been sent.
    fn diagnostics(&self) -> usize {
        self.editor.receiver.try_iter().count()
    }

    /// Types a letter into a comment, or takes it away again; the diagnostics are sent.
    pub fn keystroke(&mut self) {
        let start = self.comment.clone();
        let mut end = start.clone();
        if self.typed {
            end["character"] = json!(start["character"].as_u64().unwrap_or(0) + 1);
        }
        let text = if self.typed { "" } else { "x" };
        self.typed = !self.typed;
        self.version += 1;
        self.tell(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": URI, "version": self.version },
                "contentChanges": [{ "range": { "start": start, "end": end }, "text": text }],
            }),
        );
        assert_eq!(self.diagnostics(), 1);
    }

    /// Hovers over the name of a definition.
    pub fn hover(&mut self) -> Value {
        let params = json!({ "textDocument": { "uri": URI }, "position": self.name });
        self.ask("textDocument/hover", params)
    }

    /// Completes a word where an expression begins: the longest lists are there.
    pub fn complete(&mut self) -> Value {
        let params = json!({ "textDocument": { "uri": URI }, "position": self.value });
        let answer = self.ask("textDocument/completion", params);
        assert!(answer.to_string().len() <= 20_000, "an answer is short");
        answer
    }

    /// Waits until the values of the program are computed, as an editor does that is left alone.
    pub fn wait_for_values(&mut self) {
        self.server.idle();
        while !self.hover().to_string().contains("In the example") {
            std::thread::yield_now();
        }
    }
}
