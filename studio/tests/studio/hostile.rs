//! Questions that are none: cut, flipped, of other types, too large, too deep. Each is answered, and the studio goes on.
//!
//! `ADV_HOSTILE=100000 cargo test -p adv-studio hostile` tries as many.

use adv_studio::{MOST_QUESTION_BYTES, Studio};
use adv_testkit::Numbers;
use serde_json::{Value, json};

use crate::{QUEEN, about, told};

/// How many are tried where nothing is said.
const USUAL: u64 = 600;
const SMALL: &str = "example \"8/8/8/3k4/8/8/8/KQ6 w - - 0 1\"\nnumber a = dist(W.K, B.K)\n";

fn questions() -> Vec<String> {
    let kinds = [
        "hello",
        "check",
        "hover",
        "complete",
        "signature",
        "format",
        "definition",
        "references",
        "rename",
        "at",
        "position",
        "run",
        "play",
        "test",
        "explain",
        "examples",
        "progress",
        "cancel",
        "none",
    ];
    let fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
    let more = json!({
        "adv": 1, "id": 3, "at": { "line": 1, "character": 12 }, "name": "b", "word": "dist",
        "of": 3, "side": "program", "claim": 1, "fen": fen, "moves": ["Qg7"],
    });
    let texts = [SMALL, "advice a\n  better mate\nend-advice\n"];
    let all = kinds
        .iter()
        .flat_map(|kind| texts.map(|text| about(kind, text, more.clone())));
    all.map(|question| question.to_string()).collect()
}

/// One field of a question, replaced by something else.
fn retyped(text: &str, numbers: &mut Numbers) -> String {
    let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else {
        return String::new();
    };
    let others = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(u64::MAX),
        json!("\u{0}"),
        json!([]),
        json!({}),
        json!({ "line": u32::MAX, "character": u32::MAX }),
        json!(["", "", ""]),
        json!({ "../a": "x" }),
        json!({ "a": { "b": 1 } }),
        json!("9".repeat(5_000)),
    ];
    let at = numbers.below(fields.len());
    let other = &others[numbers.below(others.len())];
    if let Some(field) = fields.values_mut().nth(at) {
        *field = other.clone();
    }
    Value::Object(fields).to_string()
}

fn changed(text: &str, numbers: &mut Numbers) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = numbers.below(bytes.len());
    match numbers.below(4) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << numbers.below(7),
        2 => {
            let piece: Vec<u8> = bytes[at..].iter().copied().take(20).collect();
            bytes.splice(at..at, piece);
        }
        _ => return retyped(text, numbers),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn hostile_questions_are_answered() {
    let tries = std::env::var("ADV_HOSTILE")
        .ok()
        .and_then(|text| text.parse().ok());
    let studio = Studio::new();
    let questions = questions();
    for seed in 0..tries.unwrap_or(USUAL) {
        let mut numbers = Numbers::new(seed);
        let question = &questions[numbers.below(questions.len())];
        let text = changed(question, &mut numbers);
        let answer = studio.answer(&text);
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        let is_answer = answer["ok"].is_null() != answer["error"].is_null();
        assert!(is_answer, "seed {seed}: {text} was answered by {answer}");
    }
    assert!(told(&studio, about("run", QUEEN, json!({})))["answer"]["satisfied"] == true);
}

#[test]
fn what_is_too_large_or_too_deep_is_refused() {
    let studio = Studio::new();
    let code = |text: &str| {
        let answer: Value = serde_json::from_str(&studio.answer(text)).expect("JSON");
        answer["error"]["code"].as_str().unwrap_or("").to_owned()
    };
    assert_eq!(code(&" ".repeat(MOST_QUESTION_BYTES + 1)), "too-large");
    assert_eq!(code(&"[".repeat(1_000_000)), "unreadable");
    assert_eq!(code(&"{\"a\":".repeat(500_000)), "unreadable");
    assert_eq!(code("{\"id\": 1, \"ask\": \"hello\"}"), "version");
    assert_eq!(
        code("{\"adv\": 1, \"id\": 1, \"ask\": \"nothing\"}"),
        "unknown"
    );
    let large = about("check", &"x".repeat(300_000), json!({ "adv": 1, "id": 1 }));
    assert_eq!(code(&large.to_string()), "too-large");
    for name in [
        "../a.adv",
        "/etc/passwd",
        "a/b",
        "",
        ".hidden",
        "a\\b",
        "c:d",
        "a\nb",
    ] {
        let files = json!({ name: "number a = 1\n" });
        let question = json!({ "adv": 1, "id": 1, "ask": "check", "files": files, "open": name });
        assert_eq!(code(&question.to_string()), "unreadable", "{name}");
    }
}
