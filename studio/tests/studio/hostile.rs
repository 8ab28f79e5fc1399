//! Questions that are too large, too deep or for files elsewhere. Questions changed by chance are the kind `questions` of the tests' attacks.

use adv_studio::{MOST_QUESTION_BYTES, Studio};
use serde_json::{Value, json};

use crate::about;

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
