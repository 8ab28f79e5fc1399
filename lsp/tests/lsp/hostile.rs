//! Messages that no good editor sends, and edits at random: the server lives, and ends with the diagnostics of a fresh check.

use std::io::{BufReader, Read, Write};
use std::sync::{Arc, Mutex};

use adv_lsp::Server;
use adv_testkit::Numbers;
use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};

use crate::basics::{KRK, ROOK, desk};
use crate::desk::{Desk, address, at};

/// Every request that the server answers.
const REQUESTS: [&str; 17] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/documentSymbol",
    "workspace/symbol",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/formatting",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "workspace/executeCommand",
];

/// Every notification that it takes, and some that it does not.
const NOTIFICATIONS: [&str; 10] = [
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
    "window/workDoneProgress/cancel",
    "$/cancelRequest",
    "$/setTrace",
    "no/such",
];

/// Parameters that are not what anything wants.
fn odd() -> Vec<Value> {
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    let back = json!({ "start": far, "end": { "line": 0, "character": 0 } });
    vec![
        Value::Null,
        json!(7),
        json!([]),
        json!({ "textDocument": 3 }),
        json!({ "textDocument": { "uri": "" } }),
        json!({ "textDocument": { "uri": "no address at all \u{0}" } }),
        json!({ "textDocument": { "uri": "file:///%00%FF" }, "position": far }),
        json!({ "textDocument": { "uri": address("unknown.adv") }, "position": far,
                "range": back, "positions": [far], "context": { "diagnostics": [], "includeDeclaration": true },
                "newName": "", "options": { "tabSize": 0, "insertSpaces": true } }),
        json!({ "textDocument": { "uri": address("krk.adv"), "version": -7 }, "position": far,
                "range": back, "positions": [far, far],
                "context": { "diagnostics": [], "includeDeclaration": true }, "newName": "\u{202e}",
                "options": { "tabSize": 4_000_000_000_u32, "insertSpaces": false },
                "contentChanges": [{ "range": back, "text": "" }] }),
        json!({ "textDocument": { "uri": address("krk.adv"), "version": 1 },
                "position": { "line": -1, "character": -1 }, "contentChanges": [{}] }),
        json!({ "command": "adv.run", "arguments": [{ "uri": address("krk.adv"), "kind": "test", "start": 3 }] }),
        json!({ "command": "adv.run", "arguments": [{ "uri": "x", "kind": "claim", "start": -1 }] }),
        json!({ "command": "adv.run" }),
        json!({ "command": "adv.explain", "arguments": ["E9999"] }),
        json!({ "command": "rm", "arguments": ["-rf"] }),
        json!({ "query": "\u{0}", "id": {}, "token": [], "changes": [{ "uri": 1, "type": 99 }] }),
    ]
}

#[test]
fn every_request_is_answered_whatever_it_says() {
    let mut desk = desk();
    for method in REQUESTS.iter().chain(&["no/such", "initialize"]) {
        for params in odd() {
            // An answer, good or not: `ask` waits for it.
            let _ = desk.ask(method, params);
        }
    }
    for method in NOTIFICATIONS {
        for params in odd() {
            desk.tell(method, params);
        }
    }
    desk.open("krk.adv", KRK);
    assert_eq!(desk.messages("krk.adv"), Vec::<String>::new());
    assert!(
        desk.get("textDocument/hover", at("krk.adv", 7, 7))
            .is_object()
    );
}

#[test]
fn a_session_has_a_beginning_and_an_end() {
    let mut desk = Desk::before(&[]);
    let early = desk.ask("textDocument/hover", at("krk.adv", 0, 0));
    assert_eq!(early.expect_err("it is too early").code, -32002);
    desk.open("krk.adv", "number n = nothing");
    assert_eq!(desk.messages("krk.adv"), Vec::<String>::new());
    // What an editor can do is read where it is, and nothing else is asked of it.
    desk.get(
        "initialize",
        json!({ "capabilities": 5, "rootUri": 7, "workspaceFolders": { "a": 1 } }),
    );
    let again = desk.ask("initialize", json!({})).expect_err("once");
    assert_eq!(again.code, -32600);
    assert_eq!(desk.get("shutdown", Value::Null), Value::Null);
    let late = desk.ask("textDocument/hover", at("krk.adv", 0, 0));
    assert_eq!(late.expect_err("it is too late").code, -32600);
    assert!(exit(&mut desk.server));
    assert!(desk.server.end());
}

fn exit(server: &mut Server) -> bool {
    server.take(Message::Notification(Notification {
        method: "exit".to_owned(),
        params: Value::Null,
    }))
}

#[test]
fn the_main_loop_gives_up_what_is_cancelled_before_its_turn() {
    let (ours, editor) = lsp_server::Connection::memory();
    let send = |message: Message| editor.sender.send(message).expect("it listens");
    let request = |id: i32, method: &str, params: Value| {
        Message::Request(Request::new(RequestId::from(id), method.to_owned(), params))
    };
    let notify = |method: &str, params: Value| {
        Message::Notification(Notification {
            method: method.to_owned(),
            params,
        })
    };
    // All of it is there before the loop begins.
    send(request(1, "initialize", json!({})));
    send(request(2, "workspace/symbol", json!({ "query": "" })));
    send(notify("$/cancelRequest", json!({ "id": 2 })));
    send(request(3, "shutdown", Value::Null));
    send(notify("exit", Value::Null));
    assert!(adv_lsp::serve(ours, std::sync::Arc::new(adv_lsp::NoHost)));
    let mut codes = Vec::new();
    while let Ok(Message::Response(one)) = editor.receiver.try_recv() {
        codes.push(one.response_result.err().map(|error| error.code));
    }
    assert_eq!(codes, [None, Some(-32800), None]);
}

/// The bytes that a server over streams has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no test has failed").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Serves the input, and returns what was answered: code or `ok`, in the order of the answers.
fn served(input: impl Read + Send + 'static) -> (Result<bool, String>, Vec<String>) {
    let written = Written::default();
    let host = Arc::new(adv_lsp::NoHost);
    let ended = adv_lsp::over(BufReader::new(input), written.clone(), host);
    let bytes = written.0.lock().expect("no test has failed").clone();
    let text = String::from_utf8(bytes).expect("frames are text");
    let answers = text.split("Content-Length: ").skip(1).map(|frame| {
        let (length, body) = frame.split_once("\r\n\r\n").expect("a frame");
        assert_eq!(length.parse(), Ok(body.len()));
        let body: Value = serde_json::from_str(body).expect("frames are JSON");
        let code = body.pointer("/error/code").map(|code| format!("{code}"));
        format!("{} {}", body["id"], code.as_deref().unwrap_or("ok"))
    });
    (ended.map_err(|error| error.to_string()), answers.collect())
}

fn framed(body: &[u8]) -> Vec<u8> {
    let head = format!("Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// A session, a frame or none in its middle, and its end.
fn session(middle: impl Read + Send + 'static) -> impl Read + Send + 'static {
    let begin = br#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#;
    let end = br#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#;
    let exit = br#"{"jsonrpc":"2.0","method":"exit"}"#;
    let end = [framed(end), framed(exit)].concat();
    let begin = std::io::Cursor::new(framed(begin));
    begin.chain(middle).chain(std::io::Cursor::new(end))
}

#[test]
fn a_frame_that_holds_no_message_is_refused_and_the_session_goes_on() {
    let deep = "[".repeat(100_000);
    let frames: [(&[u8], &str); 8] = [
        (b"", "null -32700"),
        (b"nonsense", "null -32700"),
        (b"{\"id\": 5, \"method\"", "null -32700"),
        (b"\"\xff\"", "null -32700"),
        (deep.as_bytes(), "null -32700"),
        (b"[]", "null -32600"),
        (b"7", "null -32600"),
        (b"{\"id\": 5}", "null -32600"),
    ];
    for (frame, refused) in frames {
        let (ended, mut answers) = served(session(std::io::Cursor::new(framed(frame))));
        // A refusal waits for no other answer.
        answers.sort();
        assert_eq!(answers, ["1 ok", "2 ok", refused]);
        assert_eq!(ended, Ok(true));
    }
}

#[test]
fn a_frame_takes_no_memory_for_what_it_announces() {
    // It is passed over, and the next message is found.
    let size = adv_lsp::MOST_FRAME_BYTES + 1;
    let head = format!("content-length:{size}\r\nContent-Type: x\r\n\r\n");
    let large = std::io::Cursor::new(head).chain(std::io::repeat(b' ').take(size));
    let (ended, mut answers) = served(session(large));
    answers.sort();
    assert_eq!(
        (ended, answers),
        (
            Ok(true),
            ["1 ok", "2 ok", "null -32700"].map(str::to_owned).to_vec()
        )
    );
    // The refusal comes before the frame does.
    for size in [8_000_000_000, u64::MAX] {
        let head = format!("Content-Length: {size}\r\n\r\n{{");
        let (ended, answers) = served(std::io::Cursor::new(head));
        assert_eq!(answers, ["null -32700"]);
        assert!(ended.is_err_and(|text| text.len() < 200));
    }
}

#[test]
fn headers_that_are_none_end_the_session_with_a_short_word() {
    let long = "x".repeat(1 << 20);
    let length = format!("Content-Length: {long}\r\n\r\n");
    for text in [
        &long,
        &length,
        "X\r\n",
        "\r\n",
        "Content-Length: -1\r\n\r\n",
    ] {
        let (ended, answers) = served(std::io::Cursor::new(text.to_owned()));
        assert!(ended.is_err_and(|text| text.len() < 200));
        assert!(answers.is_empty());
    }
}

/// Words that make and unmake programs.
const WORDS: [&str; 24] = [
    " ",
    "\n",
    "\r\n",
    "(",
    ")",
    "\"",
    "/*",
    "*/",
    "// ",
    "∪",
    "𝄞",
    "-",
    "end-advice\n",
    "advice a\n",
    "number n = 3\n",
    "board b = ",
    "W.R",
    "use \"lib/rook.adv\"\n",
    "use std.room\n",
    "near",
    "exposed",
    "example \"8/8\"\n",
    "prove krk reaches mate\n",
    "0",
];

/// How many edits; `ADV_LSP_EDITS` in the environment says another number.
fn edits() -> usize {
    let number = std::env::var("ADV_LSP_EDITS").ok();
    number
        .and_then(|number| number.parse().ok())
        .unwrap_or(adv_testkit::sized(100, 300))
}

/// A place in a text, or a little out of it.
fn somewhere(numbers: &mut Numbers, text: &str) -> Value {
    let lines: Vec<&str> = text.split('\n').collect();
    let line = numbers.below(lines.len() + 2);
    let units = lines
        .get(line)
        .map_or(0, |line| line.encode_utf16().count());
    json!({ "line": line, "character": numbers.below(units + 3) })
}

#[test]
fn after_random_edits_the_diagnostics_are_those_of_a_fresh_check() {
    let mut numbers = Numbers::new(0x0ad7);
    let sdl = std::fs::read_to_string(adv_testkit::root().join("examples/endgames/krk-sdl.adv"));
    let sdl = sdl.expect("an example");
    let files = [
        ("krk.adv", KRK),
        ("lib/rook.adv", ROOK),
        ("sdl.adv", sdl.as_str()),
    ];
    let mut desk = Desk::new(&files);
    let mut texts: Vec<(String, String)> = Vec::new();
    for (name, text) in files {
        desk.open(name, text);
        texts.push((name.to_owned(), text.to_owned()));
    }
    for edit in 1..=edits() {
        let which = numbers.below(texts.len());
        let (name, text) = &mut texts[which];
        let name = name.clone();
        if text.len() > 12_000 || numbers.below(60) == 0 {
            // The author undoes it all.
            *text = files[which].1.to_owned();
            desk.replace(&name, text);
            continue;
        }
        let (start, mut end) = (somewhere(&mut numbers, text), somewhere(&mut numbers, text));
        if numbers.below(10) > 0 {
            // Most edits are small.
            end = start.clone();
            end["character"] =
                json!(start["character"].as_u64().unwrap_or(0) + numbers.below(4) as u64);
        }
        let word = match numbers.below(3) {
            0 => "",
            _ => *numbers.pick(&WORDS),
        };
        let change = json!([{ "range": { "start": start, "end": end }, "text": word }]);
        let changes = serde_json::from_value(change.clone()).expect("a change");
        *text = adv_lsp::text::changed(
            std::mem::take(text),
            changes,
            adv_lsp::text::Encoding::Utf16,
        );
        desk.change(&name, change);
        if numbers.below(3) == 0 {
            let place = somewhere(&mut numbers, &texts[which].1);
            let whole = json!({ "start": { "line": 0, "character": 0 }, "end": place });
            let params = json!({
                "textDocument": { "uri": address(&name) }, "position": place, "range": whole,
                "positions": [place], "newName": "other", "query": "a",
                "context": { "diagnostics": [], "includeDeclaration": true },
                "options": { "tabSize": 2, "insertSpaces": true },
            });
            let method = REQUESTS[numbers.below(REQUESTS.len() - 1)];
            let _ = desk.ask(method, params);
        }
        if edit % 100 == 0 || edit == edits() {
            let mut fresh = Desk::new(&files);
            for (name, text) in &texts {
                fresh.open(name, text);
            }
            for (name, text) in &texts {
                let (old, new) = (
                    &desk.published[&address(name)],
                    &fresh.published[&address(name)],
                );
                assert_eq!(old, new, "{name} after {edit} edits:\n{text}");
            }
        }
    }
}
