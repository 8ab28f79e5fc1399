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
        ("exposed", 0, "near", "is defined already"),
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
