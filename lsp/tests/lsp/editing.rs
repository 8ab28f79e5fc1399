//! Completion, signatures, folding, selection, colours, hints.

use serde_json::{Value, json};

use crate::basics::{KRK, desk};
use crate::desk::{Desk, address, at, edited, on, place};

fn labels(found: &Value) -> Vec<&str> {
    let all = found["items"].as_array().into_iter().flatten();
    all.map(|one| one["label"].as_str().expect("a label"))
        .collect()
}

/// What is offered at the sign `|` of a text.
fn offered(desk: &mut Desk, text: &str) -> Value {
    let (line, column) = place(text, "|", 0);
    desk.open("typed.adv", &text.replacen('|', "", 1));
    desk.get("textDocument/completion", at("typed.adv", line, column))
}

#[test]
fn what_is_offered_depends_on_the_place() {
    let mut desk = desk();
    let head = "material  W: K, R;  B: K\nnumber room = 3\n";
    for (text, has, lacks) in [
        ("|", "advice", "better"),
        ("advice a\n  |\nend-advice", "better", "otherwise"),
        ("advice a\n  hol|\nend-advice", "holding", "better"),
        ("table t\n  |\nend-table", "otherwise", "better"),
        ("number n = W.|", "R", "Q"),
        ("number n = B.|", "K", "R"),
        ("number n = |", "room", "otherwise"),
        ("number n = count(|", "W.R", "material"),
        ("number n = |", "dist", "B.R"),
        ("number f(x: number) = |", "x", "better"),
        ("use std.|", "std.geometry", "room"),
    ] {
        let found = offered(&mut desk, &format!("{head}{text}"));
        let labels = labels(&found);
        assert!(labels.contains(&has), "{text}: {has} of {labels:?}");
        assert!(!labels.contains(&lacks), "{text}: {lacks} of {labels:?}");
    }
    for quiet in ["// a comm|ent", "example \"8/8|\""] {
        assert_eq!(
            offered(&mut desk, &format!("{head}{quiet}")),
            Value::Null,
            "{quiet}"
        );
    }
}

#[test]
fn a_word_of_the_library_brings_its_line() {
    let mut desk = desk();
    let text = "material  W: K, R;  B: K\nuse std.geometry\nboard b = E|\n";
    let found = offered(&mut desk, text);
    let all = found["items"].as_array().expect("a list");
    let word = all.iter().find(|one| {
        let line = &one["additionalTextEdits"][0]["newText"];
        line.as_str().is_some_and(|line| line.contains("use std."))
    });
    let word = word.expect("a module is not used");
    let after = edited(&text.replace('|', ""), &word["additionalTextEdits"]);
    let line = word["additionalTextEdits"][0]["newText"]
        .as_str()
        .expect("a line");
    assert!(
        after.contains(&format!("use std.geometry{line}\n")),
        "{after}"
    );
    let used = all.iter().find(|one| one["label"] == "EDGE").expect("EDGE");
    assert_eq!(used["additionalTextEdits"], Value::Null);
}

#[test]
fn signatures_show_the_argument_that_is_written() {
    let mut desk = desk();
    let text = "number f(a: board, b: number) = count(a) + b\nnumber g = f(e4, \n";
    desk.open("f.adv", text);
    let help = desk.get("textDocument/signatureHelp", on("f.adv", text, "\n", 1));
    assert_eq!(
        help["signatures"][0]["label"],
        "number f(a: board, b: number)"
    );
    assert_eq!(help["activeParameter"], 1);
    let none = desk.get(
        "textDocument/signatureHelp",
        on("f.adv", text, "number g", 0),
    );
    assert_eq!(none, Value::Null);
}

#[test]
fn items_and_comments_fold_and_selections_grow() {
    let mut desk = desk();
    let document = json!({ "uri": address("krk.adv") });
    let folds = desk.get(
        "textDocument/foldingRange",
        json!({ "textDocument": document }),
    );
    let lines: Vec<_> = folds
        .as_array()
        .expect("ranges")
        .iter()
        .map(|one| (one["startLine"].as_u64(), one["endLine"].as_u64()))
        .collect();
    assert!(lines.contains(&(Some(12), Some(18))), "{lines:?}");
    let (line, character) = place(KRK, "root.near", 0);
    let places = json!([{ "line": line, "character": character + 6 }]);
    let params = json!({ "textDocument": document, "positions": places });
    let grown = desk.get("textDocument/selectionRange", params);
    let mut one = &grown[0];
    let mut sizes = Vec::new();
    while one.is_object() {
        let (start, end) = (&one["range"]["start"], &one["range"]["end"]);
        let of = |place: &Value| place["line"].as_u64().zip(place["character"].as_u64());
        sizes.push((of(start), of(end)));
        one = &one["parent"];
    }
    assert!(sizes.len() >= 4, "{sizes:?}");
    for pair in sizes.windows(2) {
        assert!(
            pair[1].0 <= pair[0].0 && pair[0].1 <= pair[1].1,
            "{sizes:?}"
        );
    }
}

#[test]
fn colours_tell_what_a_word_is() {
    let mut desk = desk();
    let document = json!({ "textDocument": { "uri": address("krk.adv") } });
    let tokens = desk.get("textDocument/semanticTokens/full", document);
    let data = tokens["data"].as_array().expect("numbers");
    let numbers: Vec<u64> = data
        .iter()
        .map(|one| one.as_u64().expect("a number"))
        .collect();
    let (mut line, mut column, mut found) = (0, 0, Vec::new());
    for token in numbers.chunks(5) {
        line += token[0];
        column = if token[0] == 0 {
            column + token[1]
        } else {
            token[1]
        };
        let text = KRK
            .lines()
            .nth(usize::try_from(line).expect("few"))
            .expect("a line");
        let units: Vec<u16> = text.encode_utf16().collect();
        let from = usize::try_from(column).expect("short");
        let to = from + usize::try_from(token[2]).expect("short");
        found.push((
            String::from_utf16(&units[from..to]).expect("text"),
            token[3],
            token[4],
        ));
    }
    for (word, kind, bits) in [
        ("use", 0, 0),
        ("/// Goes up to him.", 4, 4),
        ("WALL", 5, 1),
        ("EDGE", 5, 2),
        ("approach", 6, 1),
        ("krk", 7, 1),
        ("⊄", 1, 0),
    ] {
        let is_there = found.contains(&(word.to_owned(), kind, bits));
        assert!(is_there, "{word}: {found:?}");
    }
}

#[test]
fn hints_have_values_and_positions() {
    let mut desk = desk();
    let params = json!({
        "textDocument": { "uri": address("krk.adv") },
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } },
    });
    let hints = desk.get("textDocument/inlayHint", params);
    let all = hints.as_array().expect("hints").iter();
    let told: Vec<String> = all
        .map(|one| {
            format!(
                "{} {}",
                one["position"]["line"],
                one["label"].as_str().expect("a label")
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "9 (4 in the example)",
            "13 at every node:",
            "14 at every node:",
            "15 before the move:",
        ]
    );
}
