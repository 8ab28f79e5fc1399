//! Documents, diagnostics, hover, definitions, symbols, formatting.

use serde_json::{Value, json};

use crate::desk::{Desk, address, edited, on, place};

/// A program of two files.
pub const KRK: &str = "\
use std.geometry
use \"lib/rook.adv\"

material  W: K, R;  B: K
example   \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"

/// The squares at the rim.
board WALL = EDGE

number near = dist(W.K, B.K)

/// Goes up to him.
advice approach
  better   dist(W.K, B.K) < root.near
  holding  SQ(W.R) ⊄ WALL
  us       K where ¬new.mate
  them     any
  depth    1
end-advice

table krk for W
  if exposed then approach
  otherwise       approach
end-table

test \"near\" krk position \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\" expect near = 4
";

/// The file that it uses.
pub const ROOK: &str = "\
/// The rook can be taken.
descriptor exposed = SQ(W.R) ∩ STEP(B.K) ≠ ∅
";

pub fn desk() -> Desk {
    let mut desk = Desk::new(&[("lib/rook.adv", ROOK), ("krk.adv", KRK)]);
    desk.open("krk.adv", KRK);
    desk
}

#[test]
fn diagnostics_follow_what_is_typed() {
    let mut desk = desk();
    assert_eq!(desk.messages("krk.adv"), Vec::<String>::new());
    // A name is misspelt by one keystroke, and then mended by another.
    let (line, column) = place(KRK, "if exposed", 0);
    let range = |from: u32, to: u32| {
        json!({ "start": { "line": line, "character": column + from },
                "end": { "line": line, "character": column + to } })
    };
    desk.change("krk.adv", json!([{ "range": range(9, 10), "text": "" }]));
    assert_eq!(
        desk.messages("krk.adv"),
        [format!(
            "{line}:{} E0201 unknown name `expose`: not defined",
            column + 3
        )]
    );
    desk.change("krk.adv", json!([{ "range": range(9, 9), "text": "d" }]));
    assert_eq!(desk.messages("krk.adv"), Vec::<String>::new());
    desk.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": address("krk.adv") } }),
    );
    assert_eq!(desk.published[&address("krk.adv")], json!([]));
}

#[test]
fn a_pause_in_typing_brings_what_positions_show() {
    let mut desk = Desk::new(&[]);
    let text = "material W: K, R;  B: K\nadvice give-mate\n  better  mate\n  depth   1\nend-advice\ntable krk for W\n  if dist(W.K, B.K) ≤ 3 then give-mate\n  if AROUND(W.K) ∩ AROUND(B.K) ≠ ∅ then give-mate\n  otherwise give-mate\nend-table\n";
    desk.open("idle.adv", text);
    assert!(desk.messages("idle.adv").is_empty());
    desk.pause();
    assert_eq!(
        desk.messages("idle.adv"),
        [
            "7:2 W0801 rule 2 of `krk` takes no position: its condition holds in 32,928 positions, and an earlier rule takes each"
        ]
    );
    desk.replace(
        "idle.adv",
        &text.replace("  if AROUND(W.K) ∩ AROUND(B.K) ≠ ∅ then give-mate\n", ""),
    );
    assert!(desk.messages("idle.adv").is_empty());
}

#[test]
fn columns_count_utf16_units() {
    let mut desk = Desk::new(&[]);
    desk.open("a.adv", "/* 𝄞∪ */ board b = e4 ∪ nothing\n");
    // The clef counts two units and the sign one: the name begins at 24.
    assert_eq!(
        desk.messages("a.adv"),
        ["0:25 E0201 unknown name `nothing`: not defined"]
    );
}

#[test]
fn a_mistake_in_a_used_file_is_told_on_its_use_line() {
    let mut desk = desk();
    desk.open("lib/rook.adv", &ROOK.replace("STEP", "STEPS"));
    let told = desk.messages("krk.adv");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("1:0 E0201 "), "{told:?}");
    assert!(told[0].contains("lib/rook.adv:2:"), "{told:?}");
    // The file's own document has it at its place.
    assert!(
        desk.messages("lib/rook.adv")[0].starts_with("1:31 "),
        "{:?}",
        desk.messages("lib/rook.adv")
    );
    // Closed, the file on disk counts again.
    desk.tell(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": address("lib/rook.adv") } }),
    );
    assert_eq!(desk.messages("krk.adv"), Vec::<String>::new());
}

#[test]
fn files_that_change_on_disk_are_read_anew() {
    let mut desk = desk();
    let changed = |desk: &mut Desk| {
        let changes = json!([{ "uri": address("lib/rook.adv"), "type": 2 }]);
        desk.tell(
            "workspace/didChangeWatchedFiles",
            json!({ "changes": changes }),
        );
    };
    let write = |desk: &Desk, text: &str| {
        let mut files = desk.files.0.lock().expect("no test has failed");
        files.insert("/games/lib/rook.adv".to_owned(), text.to_owned());
    };
    write(&desk, "descriptor exposes = true\n");
    changed(&mut desk);
    assert!(
        desk.messages("krk.adv")
            .iter()
            .any(|told| told.contains("`exposed`"))
    );
    write(&desk, ROOK);
    changed(&mut desk);
    assert_eq!(desk.messages("krk.adv"), Vec::<String>::new());
    desk.files.0.lock().expect("no test has failed").clear();
    changed(&mut desk);
    assert!(
        desk.messages("krk.adv")
            .iter()
            .any(|told| told.contains("lib/rook.adv"))
    );
}

fn hover(desk: &mut Desk, of: &str, number: usize) -> String {
    let answer = desk.get("textDocument/hover", on("krk.adv", KRK, of, number));
    answer["contents"]["value"]
        .as_str()
        .unwrap_or("")
        .to_owned()
}

#[test]
fn hover_has_the_signature_the_doc_comment_and_the_squares() {
    let mut desk = desk();
    let board = hover(&mut desk, "WALL", 0);
    for part in [
        "board WALL",
        "The squares at the rim.",
        "8 x  x  x  x  x  x  x  x",
        "28 squares",
    ] {
        assert!(board.contains(part), "{part}: {board}");
    }
    let used = hover(&mut desk, "exposed", 0);
    for part in [
        "descriptor exposed",
        "from `lib/rook.adv`",
        "The rook can be taken.",
    ] {
        assert!(used.contains(part), "{part}: {used}");
    }
    let number = hover(&mut desk, "near = 4", 0);
    assert!(
        number.contains("number near") && number.contains("4"),
        "{number}"
    );
    let call = hover(&mut desk, "dist(", 1);
    assert!(call.contains("dist") && call.contains("= 4"), "{call}");
    let word = hover(&mut desk, "otherwise", 0);
    for part in ["the last rule", "```adv", "grammar/reference.md#tables"] {
        assert!(word.contains(part), "{part}: {word}");
    }
    let piece = hover(&mut desk, "W.K", 0);
    assert!(piece.contains('K'), "{piece}");
    let nothing = desk.get("textDocument/hover", json!({
        "textDocument": { "uri": address("krk.adv") }, "position": { "line": 2, "character": 0 },
    }));
    assert_eq!(nothing, Value::Null);
}

#[test]
fn definitions_lead_into_used_files_and_the_library() {
    let mut desk = desk();
    let mut lead = |of: &str, number: usize| {
        let answer = desk.get("textDocument/definition", on("krk.adv", KRK, of, number));
        let uri = answer["uri"].as_str().unwrap_or("").to_owned();
        let line = answer["range"]["start"]["line"].as_u64();
        (uri, line)
    };
    assert_eq!(lead("exposed", 0), (address("lib/rook.adv"), Some(1)));
    assert_eq!(lead("approach", 2), (address("krk.adv"), Some(12)));
    assert_eq!(lead("lib/rook", 0), (address("lib/rook.adv"), Some(0)));
    assert_eq!(
        lead("std.geometry", 0).0,
        "file:///library/std.geometry.adv"
    );
    assert_eq!(
        lead("mate", 0),
        (String::new(), None),
        "a word of the language"
    );
    // A word of the library leads to the line that defines it.
    let text = "use std.geometry\ndescriptor d = a1 ∈ EDGE\n";
    desk.open("edge.adv", text);
    let answer = desk.get("textDocument/definition", on("edge.adv", text, "EDGE", 0));
    assert_eq!(answer["uri"], "file:///library/std.geometry.adv");
    let line = answer["range"]["start"]["line"].as_u64().expect("a line");
    let library = adv::analysis::library_text("std.geometry").expect("a module");
    let line = library
        .lines()
        .nth(usize::try_from(line).expect("few lines"));
    assert!(
        line.is_some_and(|line| line.contains("board EDGE")),
        "{line:?}"
    );
}

#[test]
fn symbols_are_those_of_the_document_and_of_the_workspace() {
    let mut desk = desk();
    let document = json!({ "textDocument": { "uri": address("krk.adv") } });
    let answer = desk.get("textDocument/documentSymbol", document);
    let names: Vec<&str> = answer
        .as_array()
        .expect("symbols")
        .iter()
        .map(|one| one["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["WALL", "near", "approach", "krk", "near"]);
    let answer = desk.get("workspace/symbol", json!({ "query": "xps" }));
    let found = answer.as_array().expect("symbols");
    assert_eq!(found.len(), 1, "{answer}");
    assert_eq!(found[0]["name"], "exposed");
    assert_eq!(found[0]["location"]["uri"], address("lib/rook.adv"));
}

#[test]
fn formatting_changes_the_lines_that_are_not_in_the_style() {
    let mut desk = desk();
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": address("krk.adv") }, "options": options });
    let wild = KRK.replace("number near = dist", "number   near=  dist");
    desk.replace("krk.adv", &wild);
    let edits = desk.get("textDocument/formatting", params.clone());
    let formatted = edited(&wild, &edits);
    let expected = adv::format_source(&wild, adv::Signs::Keep).expect("it has no errors");
    assert_eq!(formatted, expected);
    let start = edits[0]["range"]["start"]["line"].as_u64();
    assert!(start >= Some(3), "the lines before stay: {edits}");
    desk.replace("krk.adv", &formatted);
    assert_eq!(
        desk.get("textDocument/formatting", params.clone()),
        json!([])
    );
    desk.replace("krk.adv", "table krk (");
    let refused = desk
        .ask("textDocument/formatting", params)
        .expect_err("it has errors");
    assert!(
        refused.message.contains("errors of syntax"),
        "{}",
        refused.message
    );
}

#[test]
fn formatting_of_a_range_changes_its_items_alone() {
    let mut desk = desk();
    let wild = KRK
        .replace("number near = dist", "number   near=  dist")
        .replace("board WALL = EDGE", "board WALL=EDGE")
        .replace("  better   dist", "  better dist");
    desk.replace("krk.adv", &wild);
    let formatted = adv::format_source(&wild, adv::Signs::Keep).expect("it has no errors");
    let mut ranged = |from: &str, to: &str| {
        let (start, _) = place(&wild, from, 0);
        let (end, _) = place(&wild, to, 0);
        let params = json!({
            "textDocument": { "uri": address("krk.adv") },
            "range": { "start": { "line": start, "character": 1 }, "end": { "line": end, "character": 2 } },
            "options": { "tabSize": 2, "insertSpaces": true },
        });
        let edits = desk.get("textDocument/rangeFormatting", params);
        edited(&wild, &edits)
    };
    assert_eq!(
        ranged("number", "number"),
        wild.replace("number   near=  dist", "number near = dist")
    );
    // An item that the range only touches is formatted as a whole.
    let advice = ranged("us       K", "us       K");
    assert_eq!(advice, wild.replace("  better dist", "  better   dist"));
    assert_eq!(ranged("use std", "table krk"), formatted);
    assert_eq!(ranged("table krk", "end-table"), wild);
}

#[test]
fn diagnostics_are_given_to_an_editor_that_asks_and_not_sent() {
    let (mut desk, can) = Desk::able(
        &[("lib/rook.adv", ROOK)],
        json!({
            "textDocument": { "diagnostic": { "dynamicRegistration": false } },
            "workspace": { "diagnostics": { "refreshSupport": true } },
        }),
    );
    assert_eq!(can["diagnosticProvider"]["interFileDependencies"], true);
    let wrong = KRK.replace("if exposed", "if expose");
    desk.open("krk.adv", &wrong);
    assert!(desk.published.is_empty(), "{:?}", desk.published);
    let pull = |desk: &mut Desk| {
        let params = json!({ "textDocument": { "uri": address("krk.adv") } });
        let report = desk.get("textDocument/diagnostic", params);
        assert_eq!(report["kind"], "full");
        let items = report["items"].as_array().expect("items").iter();
        items
            .map(|one| one["code"].as_str().expect("a code").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(pull(&mut desk), ["E0201"]);
    desk.replace("krk.adv", KRK);
    assert_eq!(pull(&mut desk), Vec::<String>::new());
    assert!(desk.told.is_empty(), "{:?}", desk.told);
    // Another file changes the program: the editor is told to ask again.
    desk.open("lib/rook.adv", &ROOK.replace("exposed", "hanging"));
    assert_eq!(desk.told[0].0, "workspace/diagnostic/refresh");
    assert!(!pull(&mut desk).is_empty());
    // An unknown document has none.
    let params = json!({ "textDocument": { "uri": address("nothing.adv") } });
    let none = desk.get("textDocument/diagnostic", params);
    assert_eq!(none["items"], json!([]));
}

#[test]
fn columns_count_what_the_editor_chose() {
    // The clef has four bytes, two units and one character; the sign three, one and one.
    let text = "/* 𝄞 */ board b = e4 ∪ nothing\n";
    for (offered, chosen, column) in [
        (json!(["utf-8", "utf-16"]), "utf-8", 28),
        (json!(["utf-32"]), "utf-32", 23),
        (json!(["utf-16", "utf-8"]), "utf-16", 24),
        (json!(["utf-7"]), "utf-16", 24),
        (Value::Null, "utf-16", 24),
    ] {
        let general = json!({ "general": { "positionEncodings": offered } });
        let (mut desk, can) = Desk::able(&[], general);
        assert_eq!(can["positionEncoding"], chosen);
        desk.open("a.adv", text);
        let told = desk.messages("a.adv");
        assert!(told[0].starts_with(&format!("0:{column} ")), "{told:?}");
        // A change after both signs, and a place that is asked for.
        let at = |character: u32| json!({ "line": 0, "character": character });
        let range = json!({ "start": at(column), "end": at(column + 7) });
        desk.change("a.adv", json!([{ "range": range, "text": "d4" }]));
        assert_eq!(desk.messages("a.adv"), Vec::<String>::new(), "{chosen}");
        let params = json!({
            "textDocument": { "uri": address("a.adv") },
            "position": { "line": 0, "character": column },
        });
        let hover = desk.get("textDocument/hover", params);
        assert_eq!(hover["range"]["start"]["character"], column, "{hover}");
        let document = json!({ "textDocument": { "uri": address("a.adv") } });
        let tokens = desk.get("textDocument/semanticTokens/full", document);
        let comment = tokens["data"][2].as_u64();
        let units = match chosen {
            "utf-8" => 10,
            "utf-16" => 8,
            _ => 7,
        };
        assert_eq!(comment, Some(units), "{chosen}");
    }
}
