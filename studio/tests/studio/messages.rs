//! What each question is answered by.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use adv_studio::Studio;
use serde_json::{Value, json};

use crate::{ADVICE, QUEEN, about, ask, project, told};

/// Compares an answer with what it was.
macro_rules! assert_shown {
    ($value:expr) => {
        insta::assert_snapshot!(format!("{:#}", $value))
    };
}

const SMALL: &str = "material W: K, Q; B: K\nexample \"8/8/8/3k4/8/8/8/KQ6 w - - 0 1\"\nnumber far = dist(W.K, B.K)\nboard NEAR = MV(W.K)\n";

/// The place before some words of a text.
fn place(text: &str, words: &str) -> Value {
    let at = text.find(words).expect("the words are there");
    let before = &text[..at];
    let line = before.matches('\n').count();
    let character = before
        .rsplit('\n')
        .next()
        .map_or(0, |line| line.encode_utf16().count());
    json!({ "line": line, "character": character })
}

#[test]
fn hello_says_what_there_is() {
    let mut hello = told(&Studio::new(), json!({ "ask": "hello" }));
    let engine = match adv::Engine::HAS_NATIVE {
        true => "native",
        false => "interpreter",
    };
    assert_eq!(hello["engine"], engine);
    hello["engine"] = json!("that of the build");
    assert_shown!(hello);
}

#[test]
fn a_text_with_a_mistake_has_a_repair_that_mends_it() {
    let studio = Studio::new();
    let wrong = SMALL.replace("dist(W.K, B.K)", "dits(W.K, B.K)");
    let checked = told(&studio, project(&wrong));
    assert!(checked["program"].is_null());
    assert_shown!(checked["diagnostics"]);
    let edit = &checked["diagnostics"][0]["repairs"][0]["edits"][0];
    let mended = wrong.replace("dits", edit["newText"].as_str().expect("a text"));
    let checked = told(&studio, project(&mended));
    assert_shown!(checked);
}

#[test]
fn an_editor_is_answered() {
    let studio = Studio::new();
    let at = place(SMALL, "dist(");
    let hover = told(&studio, about("hover", SMALL, json!({ "at": at })));
    assert_shown!(hover);
    let inside = place(SMALL, "W.K, B.K)");
    let help = told(&studio, about("signature", SMALL, json!({ "at": inside })));
    assert_shown!(help);
    let list = told(&studio, about("complete", SMALL, json!({ "at": at })));
    let items = list["answer"]["items"].as_array().expect("a list");
    assert!(items.iter().any(|item| item["label"] == "dist"), "{list}");
    let loose = "number   a=1\n";
    assert_shown!(told(&studio, about("format", loose, json!({}))));
    let uses = about("references", SMALL, json!({ "at": place(SMALL, "far") }));
    assert_shown!(told(&studio, uses));
    let renamed = about(
        "rename",
        SMALL,
        json!({ "at": place(SMALL, "far"), "name": "wide" }),
    );
    assert_shown!(told(&studio, renamed));
    let definition = about("definition", SMALL, json!({ "at": place(SMALL, "NEAR") }));
    assert_shown!(told(&studio, definition));
}

#[test]
fn expressions_under_the_cursor_have_squares_and_numbers() {
    let studio = Studio::new();
    let at = about("at", QUEEN, json!({ "at": place(QUEEN, "MV(B.K) = ∅") }));
    assert_shown!(told(
        &studio,
        about("at", SMALL, json!({ "at": place(SMALL, "W.K)\n") }))
    ));
    let told_here = told(&studio, at);
    assert!(
        told_here["expressions"]
            .as_array()
            .is_some_and(|list| list.len() > 1),
        "{told_here}"
    );
    let root = place(QUEEN, "root.work");
    let of_root = told(&studio, about("at", QUEEN, json!({ "at": root })));
    assert_shown!(of_root);
    // `new.` is the position after a move, and has no value without one.
    let new = place(QUEEN, "new.work");
    let without = told(&studio, about("at", QUEEN, json!({ "at": new })));
    assert!(without["expressions"][0]["value"].is_null(), "{without}");
    let with = told(
        &studio,
        about("at", QUEEN, json!({ "at": new, "new": "b1g6" })),
    );
    assert_shown!(with["expressions"][0]);
}

#[test]
fn positions_are_shown_or_refused() {
    let studio = Studio::new();
    let mated = json!({ "ask": "position", "fen": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1" });
    assert_shown!(told(&studio, mated));
    let bare = json!({ "ask": "position", "fen": "W: Ka1, Qb1; B: Kd5" });
    assert_eq!(
        told(&studio, bare)["moves"].as_array().map(Vec::len),
        Some(22)
    );
    assert_shown!(ask(&studio, json!({ "ask": "position", "fen": "8/8 w" })));
}

#[test]
fn a_program_is_run_and_played() {
    let studio = Studio::new();
    let mut ran = told(&studio, about("run", QUEEN, json!({})));
    ran["answer"]["tree"] = json!("left out");
    assert_shown!(ran);
    let mut moves: Vec<String> = Vec::new();
    let last = loop {
        let side = if moves.len().is_multiple_of(2) {
            "program"
        } else {
            "person"
        };
        let game = told(
            &studio,
            about("play", QUEEN, json!({ "moves": moves, "side": side })),
        );
        if !game["over"].is_null() {
            break game;
        }
        let next = match side {
            "program" => &game["move"]["uci"],
            _ => &game["moves"][0]["uci"],
        };
        moves.push(next.as_str().expect("a move").to_owned());
    };
    assert_eq!(last["over"], "checkmate", "{moves:?}");
    let illegal = about("play", QUEEN, json!({ "moves": ["a1a8"], "side": "none" }));
    assert_shown!(ask(&studio, illegal));
}

#[test]
fn a_claim_is_refuted_mended_and_proved() {
    let studio = Studio::new();
    let refuted = told(&studio, about("prove", ADVICE, json!({ "claim": 1 })));
    assert_eq!(refuted["good"], false);
    assert_eq!(refuted["report"]["verdict"], "refuted");
    assert_shown!(refuted["headline"]);
    let fixed = include_str!("../../../examples/endgames/krk-advice-fixed.adv");
    let proved = told(&studio, about("prove", fixed, json!({ "claim": 1 })));
    assert_eq!(proved["report"]["verdict"], "proved");
    assert_shown!(ask(&studio, about("prove", QUEEN, json!({ "claim": 9 }))));
}

#[test]
fn a_question_is_given_up_and_ends_when_its_page_is_gone_or_it_takes_too_long() {
    for end in ["given up", "page gone", "too long"] {
        let studio = Arc::new(Studio::new());
        let asked = studio.clone();
        let long = include_str!("../../../examples/endgames/kqkr.adv");
        let long = about("prove", long, json!({ "claim": 1 }));
        let proof = thread::spawn(move || ask(&asked, long));
        while told_progress(&studio)["running"] != true {
            thread::sleep(Duration::from_millis(5));
        }
        match end {
            "given up" => {
                let mut cancel = json!({ "ask": "cancel", "of": 7, "adv": 1, "id": 8 });
                let _ = studio.answer(&cancel.to_string());
                cancel["of"] = json!("all");
                let _ = studio.answer(&cancel.to_string());
            }
            "page gone" => (0..100).for_each(|_| studio.second()),
            _ => (0..19).for_each(|_| {
                assert_eq!(told_progress(&studio)["running"], true);
                (0..50).for_each(|_| studio.second());
            }),
        }
        let answer = proof.join().expect("no panic");
        let code = match end {
            "too long" => "budget",
            _ => "cancelled",
        };
        assert_eq!(answer["error"]["code"], code, "{end}: {answer}");
    }
}

fn told_progress(studio: &Studio) -> Value {
    let question = json!({ "ask": "progress", "of": 7, "adv": 1, "id": 9 });
    let answer: Value = serde_json::from_str(&studio.answer(&question.to_string())).expect("JSON");
    answer["ok"].clone()
}

#[test]
fn tests_run() {
    assert_shown!(told(&Studio::new(), about("test", QUEEN, json!({}))));
}

#[test]
fn positions_are_explained_and_problems_solved() {
    let studio = Studio::new();
    let fen = "r4rk1/p2p1ppp/3Pp3/2R1Pp2/1p3P2/1P6/P1R3PP/6K1 w - - 0 1";
    let assessed = told(&studio, json!({ "ask": "assess", "fen": fen }));
    assert!(
        assessed["svg"]
            .as_str()
            .is_some_and(|svg| svg.starts_with("<svg"))
    );
    assert_shown!(assessed["text"]);
    let problem = json!({ "ask": "solve", "fen": "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate": 2 });
    assert_shown!(told(&studio, problem));
}

#[test]
fn words_are_explained_and_examples_given() {
    let studio = Studio::new();
    assert_shown!(told(&studio, json!({ "ask": "explain", "word": "dist" })));
    assert_shown!(told(&studio, json!({ "ask": "explain", "word": "E0201" })));
    let list = told(&studio, json!({ "ask": "examples" }));
    for row in list["examples"].as_array().expect("a list") {
        let whole = told(&studio, json!({ "ask": "examples", "name": row["name"] }));
        let mut question = json!({ "ask": "check" });
        question["files"] = whole["files"].clone();
        question["open"] = whole["open"].clone();
        let checked = told(&studio, question);
        let name = row["name"].as_str().expect("a name");
        let is_part = name.ends_with("/pen.adv");
        assert!(
            is_part || checked["program"].is_object(),
            "{row}: {}",
            checked["diagnostics"]
        );
    }
}

#[test]
fn a_new_program_compiles_and_says_what_its_men_are() {
    let studio = Studio::new();
    let made = told(&studio, json!({ "ask": "new", "material": "KQvK" }));
    assert_eq!(made["men"], "King and queen against king");
    let mut question = json!({ "ask": "check" });
    question["files"] = made["files"].clone();
    question["open"] = made["open"].clone();
    let checked = told(&studio, question);
    assert_eq!(checked["diagnostics"], json!([]));
    assert_eq!(
        checked["program"]["claims"].as_array().map(Vec::len),
        Some(1)
    );
    for none in ["", "KvK", "KQ", "kqvk", "KKvK", &"KQv".repeat(500)] {
        let refused = ask(&studio, json!({ "ask": "new", "material": none }));
        assert_eq!(refused["error"]["code"], "refused", "{none}");
    }
}

#[test]
fn every_example_and_every_program_of_the_book_is_in_the_gallery() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = told(&Studio::new(), json!({ "ask": "examples" }));
    let list = list["examples"].as_array().expect("a list").clone();
    let mut folders = ["examples", "examples/endgames", "examples/shared"]
        .map(str::to_owned)
        .to_vec();
    for chapter in std::fs::read_dir(root.join("studio/book")).expect("a folder") {
        let chapter = chapter.expect("a chapter").file_name();
        folders.push(format!("studio/book/{}", chapter.to_string_lossy()));
    }
    for row in list.iter().filter(|row| row["group"] == "book") {
        let name = row["name"].as_str().expect("a name");
        let chapter = name.split('/').nth(2).expect("a chapter");
        let page = std::fs::read_to_string(root.join(format!("docs/book/src/{chapter}.md")));
        let heading = format!("# {}\n", row["title"].as_str().expect("a title"));
        assert!(page.expect("a chapter").starts_with(&heading), "{row}");
        assert!(root.join(name).exists(), "{row}");
    }
    for folder in folders {
        for file in std::fs::read_dir(root.join(&folder)).expect("a folder") {
            let name = file
                .expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned();
            let path = format!("{folder}/{name}");
            let listed = list.iter().any(|row| row["name"] == path.as_str());
            assert!(
                listed || !name.ends_with(".adv"),
                "{path} is not in the gallery"
            );
        }
    }
}
