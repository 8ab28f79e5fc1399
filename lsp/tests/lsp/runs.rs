//! Lenses and what they run.

use serde_json::{Value, json};

use crate::basics::KRK;
use crate::desk::{Desk, address};

const CLAIMS: &str = "\
test \"far\" krk position \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\" expect near = 5
prove krk from example reaches near = 3 within 1 moves
prove near > 0
";

/// A claim that takes a while: every rook of the board against every defence.
const LONG: &str = "prove krk from all positions reaches mate within 40 moves\n";

fn desk(text: &str) -> Desk {
    let mut desk = Desk::new(&[("lib/rook.adv", crate::basics::ROOK)]);
    desk.open("krk.adv", text);
    assert_eq!(desk.messages("krk.adv"), Vec::<String>::new());
    desk
}

fn lenses(desk: &mut Desk) -> Vec<Value> {
    let params = json!({ "textDocument": { "uri": address("krk.adv") } });
    let found = desk.get("textDocument/codeLens", params);
    let all = found.as_array().expect("lenses").iter();
    all.map(|one| one["command"].clone()).collect()
}

fn titles(desk: &mut Desk) -> Vec<String> {
    let all = lenses(desk).into_iter();
    all.map(|one| one["title"].as_str().expect("a title").to_owned())
        .collect()
}

fn params(lens: &Value) -> Value {
    json!({ "command": lens["command"], "arguments": lens["arguments"] })
}

#[test]
fn tests_and_claims_are_run_and_show_their_verdicts() {
    let mut desk = desk(&format!("{KRK}{CLAIMS}"));
    let all = lenses(&mut desk);
    assert_eq!(
        titles(&mut desk),
        [
            "show the board",
            "run the test",
            "run the test",
            "prove",
            "prove"
        ]
    );
    let mut run = |lens: &Value| desk.get("workspace/executeCommand", params(lens));
    let board = run(&all[0]);
    assert!(
        board["text"]
            .as_str()
            .is_some_and(|text| text.contains("R")),
        "{board}"
    );
    let good: Vec<Value> = all[1..]
        .iter()
        .map(|lens| run(lens)["good"].clone())
        .collect();
    assert_eq!(good, [json!(true), json!(false), json!(true), json!(true)]);
    let shown = titles(&mut desk);
    assert!(shown[1].starts_with("✓ passes"), "{shown:?}");
    assert!(shown[2].starts_with("✗ "), "{shown:?}");
    assert!(shown[3].starts_with("✓ proved"), "{shown:?}");
    // Another text has no verdicts yet.
    desk.change(
        "krk.adv",
        json!([{ "range": {
        "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 },
    }, "text": "\n" }]),
    );
    assert_eq!(titles(&mut desk)[3], "prove");
    // A lens of the text before is refused.
    let refused = desk.ask("workspace/executeCommand", params(&all[3]));
    assert!(
        refused
            .expect_err("the text has changed")
            .message
            .contains("changed")
    );
}

#[test]
fn a_proof_is_given_up_by_its_token_and_by_its_request() {
    let mut desk = desk(&format!("{KRK}{LONG}"));
    let lens = lenses(&mut desk).pop().expect("the claim");
    for by_token in [true, false] {
        let id = desk.begin("workspace/executeCommand", params(&lens));
        // Typing goes on meanwhile.
        let hover = crate::desk::on("krk.adv", KRK, "near", 0);
        assert!(desk.get("textDocument/hover", hover).is_object());
        let begun = |(method, params): &(String, Value)| {
            (method == "$/progress" && params["value"]["kind"] == "begin")
                .then(|| params["token"].clone())
        };
        let token = desk
            .told
            .iter()
            .rev()
            .find_map(begun)
            .expect("progress begins");
        if by_token {
            desk.tell("window/workDoneProgress/cancel", json!({ "token": token }));
        } else {
            let number: i32 = id.to_string().parse().expect("a number");
            desk.tell("$/cancelRequest", json!({ "id": number }));
        }
        let ended = desk.answer(&id).expect_err("it was given up");
        assert_eq!(ended.code, -32800, "{}", ended.message);
        let over = desk.told.iter().any(|(method, params)| {
            method == "$/progress" && params["token"] == token && params["value"]["kind"] == "end"
        });
        assert!(over, "{:?}", desk.told);
    }
    assert_eq!(
        lenses(&mut desk).pop().expect("the claim")["title"],
        "prove"
    );
}

#[test]
fn a_program_in_error_has_no_verdict() {
    let mut desk = desk(KRK);
    desk.replace("krk.adv", &KRK.replace("exposed", "exposes"));
    let lens = lenses(&mut desk).pop().expect("the test");
    let refused = desk.ask("workspace/executeCommand", params(&lens));
    assert!(
        refused
            .expect_err("it has errors")
            .message
            .contains("mend them first")
    );
}
