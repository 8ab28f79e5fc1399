//! Mends of diagnostics.

use serde_json::{Value, json};

use crate::desk::{Desk, address, edited};

/// The actions on a line, by their titles.
fn actions(desk: &mut Desk, name: &str, line: u32) -> Vec<(String, Value)> {
    let range = json!({
        "start": { "line": line, "character": 0 }, "end": { "line": line, "character": 500 },
    });
    let params = json!({
        "textDocument": { "uri": address(name) }, "range": range, "context": { "diagnostics": [] },
    });
    let found = desk.get("textDocument/codeAction", params);
    let all = found.as_array().expect("a list").iter();
    all.map(|one| {
        (
            one["title"].as_str().expect("a title").to_owned(),
            one.clone(),
        )
    })
    .collect()
}

/// The text after the first action of a title.
fn after(desk: &mut Desk, text: &str, line: u32, title: &str) -> String {
    let found = actions(desk, "a.adv", line);
    let titles: Vec<&String> = found.iter().map(|(title, _)| title).collect();
    let action = found.iter().find(|(other, _)| other == title);
    let (_, action) = action.unwrap_or_else(|| panic!("{title} is not among {titles:?}"));
    edited(text, &action["edit"]["changes"][address("a.adv")])
}

#[test]
fn each_mistake_has_its_mend() {
    for (text, title, expected) in [
        (
            "number room = 3\nnumber n = rom + 1\n",
            "Write `room`",
            "number room = 3\nnumber n = room + 1\n",
        ),
        (
            "material W: K, R; B: K\ndescriptor d = SQ(W.R) ⊆ EDGE\n",
            "Add `use std.geometry`",
            "use std.geometry\n\nmaterial W: K, R; B: K\ndescriptor d = SQ(W.R) ⊆ EDGE\n",
        ),
        (
            "number room = 3\nnumber n = room-1\n",
            "Write `room - 1`",
            "number room = 3\nnumber n = room - 1\n",
        ),
        (
            "material W: K, R; B: K\nadvice a\n  beter mate\n  us R\n  depth 1\nend-advice\n",
            "Write `better`",
            "material W: K, R; B: K\nadvice a\n  better mate\n  us R\n  depth 1\nend-advice\n",
        ),
        (
            "material W: K, R; B: K\nadvice a\n  better mate\n  us R\n  depth 1\n\nnumber n = 1\n",
            "Add `end-advice`",
            "material W: K, R; B: K\nadvice a\n  better mate\n  us R\n  depth 1\nend-advice\n\nnumber n = 1\n",
        ),
        (
            "use std.room\nnumber n = 1\n",
            "Remove the line",
            "number n = 1\n",
        ),
        (
            "use std.room\nnumber n = 1\n",
            "Allow W0203 here",
            "use std.room  // allow W0203: it is meant\nnumber n = 1\n",
        ),
    ] {
        let mut desk = Desk::new(&[]);
        desk.open("a.adv", text);
        let told = &desk.published[&address("a.adv")];
        let line = told
            .as_array()
            .expect("diagnostics")
            .iter()
            .find_map(|one| {
                let line = one["range"]["start"]["line"].as_u64()?;
                (one["severity"] != 3 || title.starts_with("Allow")).then_some(line)
            });
        let line = u32::try_from(line.expect("a diagnostic")).expect("few lines");
        let mended = after(&mut desk, text, line, title);
        assert_eq!(mended, expected, "{title}");
        let before = desk.messages("a.adv");
        desk.replace("a.adv", &mended);
        let now = desk.messages("a.adv");
        let first = before[0].split_once(' ').map(|(_, told)| told.to_owned());
        let first = first.expect("a place and a message");
        assert!(
            !now.iter().any(|told| told.ends_with(&first)),
            "{title}: {now:?}"
        );
    }
}

#[test]
fn a_code_is_explained() {
    let mut desk = Desk::new(&[]);
    desk.open("a.adv", "number n = nothing\n");
    let found = actions(&mut desk, "a.adv", 0);
    let (_, explain) = found
        .iter()
        .find(|(title, _)| title == "Explain E0201")
        .expect("it is offered");
    let params = json!({ "command": explain["command"], "arguments": explain["arguments"] });
    let page = desk.get("workspace/executeCommand", params);
    assert!(
        page.as_str().is_some_and(|page| page.contains("E0201")),
        "{page}"
    );
    let shown = desk
        .told
        .iter()
        .any(|(method, params)| method == "window/showMessage" && params["message"] == page);
    assert!(shown, "{:?}", desk.told);
}

#[test]
fn where_nothing_is_wrong_nothing_is_offered() {
    let mut desk = Desk::new(&[]);
    desk.open("a.adv", "number n = nothing\nnumber m = 2\n");
    assert_eq!(actions(&mut desk, "a.adv", 1), Vec::new());
}

/// What is selected, marked by `[` and `]`, becomes a definition with the parameters that it needs.
#[test]
fn a_selected_expression_becomes_a_definition() {
    for (marked, expected) in [
        (
            "/// Goes on.\nadvice a\n  better [mate ∧ dist(W.K, B.K) < 3]\n  us K\n  depth 1\nend-advice\n",
            Some(
                "descriptor extracted = mate ∧ dist(W.K, B.K) < 3\n\n/// Goes on.\nadvice a\n  better extracted\n  us K\n  depth 1\nend-advice\n",
            ),
        ),
        (
            "number extracted = 1\nnumber n(s: side) = sum x in MV(s.K) : [dist(x, s.K) + extracted]\n",
            Some(
                "number extracted = 1\nnumber extracted-2(x: board, s: side) = dist(x, s.K) + extracted\n\nnumber n(s: side) = sum x in MV(s.K) : extracted-2(x, s)\n",
            ),
        ),
        (
            "descriptor d = dist(W.K, B.K) = 2 ∧ SQ(B.K) ⊆ [ {a1, b1..c1} ]\n",
            Some(
                "board EXTRACTED = {a1, b1..c1}\n\ndescriptor d = dist(W.K, B.K) = 2 ∧ SQ(B.K) ⊆  EXTRACTED \n",
            ),
        ),
        ("descriptor d = mate ∧ [check ∧ draw]\n", None),
        ("number n = 1[ ]+ 2\n", None),
    ] {
        let text = marked.replace(['[', ']'], "");
        let mut desk = Desk::new(&[("a.adv", &text)]);
        desk.open("a.adv", &text);
        let place = |of: &str| {
            let before = marked.split(of).next().unwrap_or_default().replace('[', "");
            let line = before.lines().count() - usize::from(!before.ends_with('\n'));
            let last = before.rsplit('\n').next().unwrap_or_default();
            json!({ "line": line, "character": last.encode_utf16().count() })
        };
        let range = json!({ "start": place("["), "end": place("]") });
        let params = json!({ "textDocument": { "uri": address("a.adv") }, "range": range, "context": { "diagnostics": [] } });
        let found = desk.get("textDocument/codeAction", params);
        let all = found.as_array().expect("a list").iter();
        let mut all = all.filter(|one| one["kind"] == "refactor.extract");
        let after = all
            .next()
            .map(|action| edited(&text, &action["edit"]["changes"][address("a.adv")]));
        assert_eq!(after.as_deref(), expected, "{marked}");
    }
}
