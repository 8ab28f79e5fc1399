//! References and renaming, in all files that share a name.

use serde_json::{Value, json};

use crate::basics::{KRK, ROOK, desk};
use crate::desk::{Desk, address, edited, on};

/// Another program that uses the same file, and is not open.
const OTHER: &str = "\
use \"lib/rook.adv\"
material  W: K, R;  B: K
advice flee for W
  better  ¬exposed
  us      R
  depth   1
end-advice
";

fn two() -> Desk {
    let mut desk = Desk::new(&[
        ("lib/rook.adv", ROOK),
        ("krk.adv", KRK),
        ("other.adv", OTHER),
    ]);
    desk.open("krk.adv", KRK);
    desk
}

/// `file:line` of each location, in their order.
fn lines(found: &Value) -> Vec<String> {
    let all = found.as_array().expect("locations").iter();
    all.map(|one| {
        let uri = one["uri"].as_str().expect("an address");
        let name = uri.strip_prefix("file:///games/").unwrap_or(uri);
        format!("{name}:{}", one["range"]["start"]["line"])
    })
    .collect()
}

fn references(desk: &mut Desk, of: &str, number: usize, declared: bool) -> Vec<String> {
    let mut params = on("krk.adv", KRK, of, number);
    params["context"] = json!({ "includeDeclaration": declared });
    lines(&desk.get("textDocument/references", params))
}

#[test]
fn references_are_found_in_all_programs_of_the_workspace() {
    let mut desk = two();
    assert_eq!(
        references(&mut desk, "exposed", 0, true),
        ["krk.adv:21", "lib/rook.adv:1", "other.adv:3"]
    );
    assert_eq!(
        references(&mut desk, "exposed", 0, false),
        ["krk.adv:21", "other.adv:3"]
    );
    assert_eq!(
        references(&mut desk, "near", 0, false),
        ["krk.adv:13", "krk.adv:25"]
    );
    // A word of the library has its uses in this program.
    assert_eq!(references(&mut desk, "EDGE", 0, true), ["krk.adv:7"]);
}

#[test]
fn a_name_is_renamed_in_every_file_and_at_its_end() {
    let mut desk = two();
    let mut params = on("krk.adv", KRK, "exposed", 0);
    params["newName"] = json!("in-danger");
    let edit = desk.get("textDocument/rename", params);
    for (name, text) in [
        ("krk.adv", KRK),
        ("lib/rook.adv", ROOK),
        ("other.adv", OTHER),
    ] {
        let after = edited(text, &edit["changes"][address(name)]);
        assert_eq!(after, text.replace("exposed", "in-danger"), "{name}");
    }
    // The name after `end-advice` goes along.
    let named = KRK.replace("end-advice", "end-advice approach");
    desk.replace("krk.adv", &named);
    let mut params = on("krk.adv", &named, "approach\n  better", 0);
    params["newName"] = json!("walk-up");
    let edit = desk.get("textDocument/rename", params);
    let after = edited(&named, &edit["changes"][address("krk.adv")]);
    assert_eq!(after, named.replace("approach", "walk-up"));
}

#[test]
fn what_keeps_its_name_is_said() {
    let mut desk = desk();
    for (of, number, name, why) in [
        ("EDGE", 0, "RIM", "the library keeps its names"),
        ("dist", 0, "far", "a word of the language"),
        ("exposed", 0, "table", "is no name"),
        ("exposed", 0, "a b", "is no name"),
        (
            "exposed",
            0,
            "near",
            "`near` is in use already where `exposed` is known",
        ),
        ("otherwise", 0, "else-what", "there is no name here"),
    ] {
        let mut params = on("krk.adv", KRK, of, number);
        params["newName"] = json!(name);
        let refused = desk.ask("textDocument/rename", params);
        let message = refused.expect_err(name).message;
        assert!(message.contains(why), "{of} to {name}: {message}");
    }
    let place = desk.get(
        "textDocument/prepareRename",
        on("krk.adv", KRK, "approach", 1),
    );
    assert_eq!(place["placeholder"], "approach");
    let nothing = desk.get("textDocument/prepareRename", on("krk.adv", KRK, "EDGE", 0));
    assert_eq!(nothing, Value::Null);
}

#[test]
fn a_parameter_is_renamed_where_it_is_known() {
    let text = "number twice(x: number) = x + x\nnumber y = twice(3)\nnumber x = 1\n";
    let mut desk = Desk::new(&[]);
    desk.open("a.adv", text);
    let mut params = on("a.adv", text, "x + x", 0);
    params["newName"] = json!("n");
    let edit = desk.get("textDocument/rename", params);
    let after = edited(text, &edit["changes"][address("a.adv")]);
    assert_eq!(
        after,
        "number twice(n: number) = n + n\nnumber y = twice(3)\nnumber x = 1\n"
    );
}

/// The reason for which a rename is refused.
fn refused(desk: &mut Desk, name: &str, text: &str, of: (&str, usize), new: &str) -> String {
    let mut params = on(name, text, of.0, of.1);
    params["newName"] = json!(new);
    let refused = desk.ask("textDocument/rename", params);
    refused.expect_err(new).message
}

#[test]
fn a_name_that_is_in_use_is_refused() {
    let text = "\
use std.geometry
use \"lib/rook.adv\"
material  W: K, R;  B: K
number near = dist(W.K, B.K)
board WALL = EDGE \\ CORNERS
descriptor far(far-off: number) = near > far-off \u{2227} \u{ac}exposed
";
    let mut desk = Desk::new(&[("lib/rook.adv", ROOK), ("a.adv", text)]);
    desk.open("a.adv", text);
    assert_eq!(desk.messages("a.adv"), Vec::<String>::new());
    for (of, number, new) in [
        // A definition of the file, one of a file that it uses, and words of a module that it uses.
        ("near", 0, "far"),
        ("near", 0, "exposed"),
        ("WALL", 0, "EDGE"),
        ("WALL", 0, "CORNERS"),
        // A parameter would hide the definition that its body speaks of, and the other way round.
        ("far-off", 0, "near"),
        ("near", 0, "far-off"),
        // A word that is always there.
        ("near", 0, "mate"),
    ] {
        let why = refused(&mut desk, "a.adv", text, (of, number), new);
        assert!(why.contains("is in use already"), "{of} to {new}: {why}");
    }
    let why = refused(&mut desk, "a.adv", text, ("near", 0), "EDGE");
    assert!(why.contains("a word of `std.geometry`"), "{why}");
    // In the file that is used, a name of a program that uses it is in use.
    desk.open("lib/rook.adv", ROOK);
    let why = refused(&mut desk, "lib/rook.adv", ROOK, ("exposed", 0), "near");
    assert!(why.contains("a.adv"), "{why}");
    // A parameter of another definition is not in the way.
    let apart = "number f(x: number) = x\nnumber g(y: number) = y\n";
    desk.open("b.adv", apart);
    let mut params = on("b.adv", apart, "x", 0);
    params["newName"] = json!("y");
    let edit = desk.get("textDocument/rename", params);
    let after = edited(apart, &edit["changes"][address("b.adv")]);
    assert_eq!(after, "number f(y: number) = y\nnumber g(y: number) = y\n");
}

#[test]
fn a_name_in_a_program_with_errors_is_renamed() {
    let text = "number a = 1\nnumber b = a +\nnumber c = unknown\n";
    let mut desk = Desk::new(&[]);
    desk.open("a.adv", text);
    let mut params = on("a.adv", text, "a", 0);
    params["newName"] = json!("alpha");
    let edit = desk.get("textDocument/rename", params);
    let after = edited(text, &edit["changes"][address("a.adv")]);
    assert!(
        after.starts_with("number alpha = 1\nnumber b = alpha +\n"),
        "{after}"
    );
}

#[test]
fn the_places_of_a_name_are_highlighted_in_its_document() {
    let mut desk = two();
    let mut marked = |of: &str, number: usize| -> Vec<(u64, u64)> {
        let answer = desk.get(
            "textDocument/documentHighlight",
            on("krk.adv", KRK, of, number),
        );
        let all = answer.as_array().into_iter().flatten();
        let place = |one: &Value| {
            let line = one["range"]["start"]["line"].as_u64();
            line.zip(one["kind"].as_u64()).expect("a highlight")
        };
        all.map(place).collect()
    };
    // The definition is written, its uses are read.
    assert_eq!(marked("near", 0), [(9, 3), (13, 2), (25, 2)]);
    assert_eq!(marked("root.near", 0), Vec::new());
    assert_eq!(marked("exposed", 0), [(21, 2)]);
    assert_eq!(marked("EDGE", 0), [(7, 2)]);
    assert_eq!(marked("advice", 0), Vec::new());
}

#[test]
fn use_lines_are_links() {
    let mut desk = two();
    let document = json!({ "textDocument": { "uri": address("krk.adv") } });
    let links = desk.get("textDocument/documentLink", document);
    let all = links.as_array().expect("links").iter();
    let told: Vec<_> = all
        .map(|one| {
            let start = &one["range"]["start"];
            let target = one["target"].as_str().expect("an address");
            format!("{}:{} {target}", start["line"], start["character"])
        })
        .collect();
    assert_eq!(
        told,
        [
            "0:4 file:///library/std.geometry.adv".to_owned(),
            format!("1:4 {}", address("lib/rook.adv")),
        ]
    );
}
