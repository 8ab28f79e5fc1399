//! Completion by place: the right word is among the first three, and what cannot stand there is absent.

use serde_json::{Value, json};

use crate::desk::{Desk, address, at, place};

/// The text before each place.
const HEAD: &str = "\
use std.geometry
material  W: K, R;  B: K
example   \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"

board WALL = EDGE
number room = count(MV(B.K))
descriptor safe = SQ(W.R) ⊄ STEP(B.K)
moves narrowing = R by new.room

advice squeeze for W
  better  room < root.room
  us      narrowing
  them    any
  depth   1
end-advice

plan work = squeeze

table krk for W
  otherwise squeeze
end-table

";

/// The most bytes of an answer.
const MOST_BYTES: usize = 20_000;

/// An item up to the place, what is after the place in its line, a word among the first three, and words that are absent.
type Row = (&'static str, &'static str, &'static [&'static str]);

/// `¦` is the place. The text before it is after [`HEAD`].
const PLACES: &[Row] = &[
    // Items.
    ("¦", "advice", &["better", "mate", "krk"]),
    ("adv¦", "advice", &["better"]),
    ("pro¦", "prove", &["room"]),
    // Claims.
    ("prove ¦", "krk", &["from", "advice", "dist"]),
    (
        "prove krk ¦",
        "from",
        &["krk", "squeeze", "advice", "position"],
    ),
    ("prove krk fr¦", "from", &["reaches"]),
    ("prove krk from ¦", "all", &["krk", "mate", "room"]),
    ("prove krk from ¦", "example", &["positions"]),
    ("prove krk from all ¦", "positions", &["all", "mate"]),
    (
        "prove krk from all positions ¦",
        "reaches",
        &["from", "krk", "advice"],
    ),
    ("prove krk from all positions ¦", "keeps", &["share"]),
    (
        "prove krk from all positions where ¦",
        "safe",
        &["krk", "squeeze"],
    ),
    ("prove krk from all positions where saf¦", "safe", &["room"]),
    (
        "prove krk from all positions reaches ¦",
        "mate",
        &["krk", "squeeze", "work"],
    ),
    (
        "prove krk from all positions never ¦",
        "safe",
        &["krk", "squeeze"],
    ),
    (
        "prove krk from all positions reaches mate ¦",
        "within",
        &["from", "reaches", "krk"],
    ),
    (
        "prove krk from all positions reaches mate within 20 ¦",
        "moves",
        &["mate", "advice"],
    ),
    ("prove krk from 100 ¦", "random", &["all", "krk"]),
    ("prove krk from 100 random ¦", "positions", &["seed"]),
    ("measure krk from 100 random positions ¦", "share", &["krk"]),
    (
        "measure krk from 100 random positions share ¦",
        "of",
        &["krk", "mate"],
    ),
    (
        "measure krk from 100 random positions share of ¦",
        "reaches",
        &["krk", "squeeze"],
    ),
    // Tests.
    ("test \"x\" ¦", "krk", &["expect", "mate", "dist", "advice"]),
    ("test \"x\" ¦", "position", &["room", "safe"]),
    ("test \"x\" krk ¦", "position", &["krk", "expect"]),
    (
        "test \"x\" krk position \"8/8/8/8/8/8/8/8 w - - 0 1\" ¦",
        "expect",
        &["krk", "position"],
    ),
    (
        "test \"x\" krk position \"W: Ka1, Rb1; B: Kd5\" expect ¦",
        "advice",
        &["krk", "squeeze"],
    ),
    (
        "test \"x\" krk position \"W: Ka1, Rb1; B: Kd5\" expect ¦",
        "move",
        &["table"],
    ),
    (
        "test \"x\" krk position \"W: Ka1, Rb1; B: Kd5\" expect advice ¦",
        "squeeze",
        &["krk", "room", "mate"],
    ),
    (
        "test \"x\" krk position \"W: Ka1, Rb1; B: Kd5\" expect only ¦",
        "move",
        &["advice", "mate"],
    ),
    (
        "test \"x\" krk position \"W: Ka1, Rb1; B: Kd5\" expect not ¦",
        "move",
        &["krk"],
    ),
    (
        "test \"x\" position \"W: Ka1, Rb1; B: Kd5\" expect ma¦",
        "mate",
        &["krk", "safe"],
    ),
    (
        "test \"x\" position \"W: Ka1, Rb1; B: Kd5\" expect room = 3, sa¦",
        "safe",
        &["krk"],
    ),
    // Definitions.
    (
        "number y = ¦",
        "room",
        &["krk", "squeeze", "safe", "mate", "from"],
    ),
    ("number y = room + ¦", "room", &["safe", "WALL", "krk"]),
    ("number ¦", "=", &["room", "krk", "mate"]),
    ("board B2 = ¦", "WALL", &["room", "safe", "krk", "mate"]),
    ("board B2 = WALL + ¦", "WALL", &["room", "safe"]),
    ("board B2 = SQ(¦", "W.R", &["room", "krk", "WALL"]),
    ("board B2 = {¦", "WALL", &["room", "krk"]),
    ("descriptor d = ¦", "safe", &["krk", "squeeze", "from"]),
    ("descriptor d = room < ¦", "room", &["krk", "WALL", "safe"]),
    ("descriptor d = safe ¦", "and", &["krk", "room", "better"]),
    ("descriptor d = safe and ¦", "safe", &["krk", "and"]),
    ("descriptor d = not ¦", "safe", &["krk", "squeeze"]),
    ("descriptor d = tr¦", "true", &["krk"]),
    ("descriptor d = fa¦", "false", &["krk"]),
    ("descriptor d = us-¦", "us-to-move", &["krk"]),
    ("descriptor d = them-¦", "them-to-move", &["krk"]),
    ("descriptor d = stale¦", "stalemate", &["krk"]),
    ("descriptor d = in-check(¦", "us", &["krk", "room"]),
    (
        "descriptor d = satisfiable(¦",
        "squeeze",
        &["krk", "room", "mate"],
    ),
    ("descriptor d = exists x ¦", "in", &["room", "krk"]),
    (
        "descriptor d = exists x in ¦",
        "WALL",
        &["room", "krk", "safe"],
    ),
    ("descriptor d = exists x in WALL : ¦", "safe", &["krk"]),
    ("number y = dist(W.K, ¦", "W.K", &["krk", "squeeze", "safe"]),
    (
        "number y = if safe then ¦",
        "room",
        &["krk", "squeeze", "WALL"],
    ),
    ("number y = if ¦", "safe", &["krk", "squeeze"]),
    ("number y = if safe ¦", "then", &["krk"]),
    ("number f(x: ¦", "board", &["krk", "room"]),
    ("number f(x: number) = ¦", "x", &["krk", "x: number"]),
    ("board NEAR(p: piece) = SQ(¦", "p", &["krk"]),
    ("moves m = ¦", "any", &["krk", "room", "squeeze", "WALL"]),
    ("moves m = R by ¦", "room", &["krk", "WALL"]),
    ("moves m = R ¦", "where", &["krk", "from all"]),
    ("moves m = R where n¦", "new.", &["krk"]),
    ("moves m = K toward ¦", "N", &["krk", "room", "mate"]),
    ("moves m = R to ¦", "WALL", &["krk", "room", "safe"]),
    ("plan p = ¦", "squeeze", &["krk", "room", "mate"]),
    // Advice.
    ("advice a ¦", "for", &["krk", "end-table"]),
    ("advice a for ¦", "W", &["krk", "better"]),
    (
        "advice a for W\n  ¦\nend-advice",
        "better",
        &["otherwise", "krk", "material", "mate"],
    ),
    (
        "advice a for W\n  better mate\n  us R\n  ¦\nend-advice",
        "depth",
        &["better", "us", "krk"],
    ),
    (
        "advice a for W\n  better ¦",
        "safe",
        &["squeeze", "krk", "work", "cost"],
    ),
    ("advice a for W\n  better ¦", "mate", &["narrowing"]),
    ("advice a for W\n  better ro¦", "room", &["krk"]),
    (
        "advice a for W\n  better room < ro¦",
        "root.",
        &["krk", "safe"],
    ),
    (
        "advice a for W\n  better mate\n  us ¦",
        "any",
        &["squeeze", "krk", "room", "WALL"],
    ),
    ("advice a for W\n  better mate\n  us ¦", "none", &["mate"]),
    (
        "advice a for W\n  better mate\n  us K where ¦",
        "safe",
        &["squeeze", "krk"],
    ),
    (
        "advice a for W\n  better mate\n  us R then ¦",
        "any",
        &["squeeze", "room"],
    ),
    (
        "advice a for W\n  better mate\n  depth 5 ¦",
        "shortest",
        &["krk", "squeeze"],
    ),
    (
        "advice a for W\n  better mate\n  depth 5 shortest\n  ¦",
        "holding",
        &["shortest", "easiest", "depth"],
    ),
    ("advice a for W\n  better foo bar mate\n  ¦", "us", &["krk"]),
    // Tables.
    (
        "table t for W\n  ¦\nend-table",
        "if",
        &["better", "krk", "material"],
    ),
    ("table t for W\n  ¦\nend-table", "otherwise", &["depth"]),
    ("table t for W\n  if ¦", "safe", &["squeeze", "krk", "work"]),
    (
        "table t for W\n  if safe ¦",
        "then",
        &["squeeze", "krk", "otherwise"],
    ),
    (
        "table t for W\n  if safe then ¦",
        "squeeze",
        &["krk", "room", "mate"],
    ),
    (
        "table t for W\n  otherwise ¦",
        "work",
        &["krk", "room", "mate"],
    ),
    (
        "table t for W\n  otherwise squeeze\n  beyond ¦",
        "krk",
        &["squeeze", "room"],
    ),
    // Strategies, actions, patterns.
    (
        "strat s for W\n  ¦\nend-strat",
        "action",
        &["better", "krk", "material"],
    ),
    ("strat s for W\n  consult ¦", "squeeze", &["krk", "room"]),
    ("strat s for W\n  do-while ¦", "safe", &["squeeze", "krk"]),
    (
        "pattern p in a\n  ¦\nend-pattern",
        "fact",
        &["better", "krk", "material"],
    ),
    (
        "pattern p in a\n  fact WALL each ¦",
        "square",
        &["krk", "room"],
    ),
    (
        "pattern p in a\n  fact WALL\n  for us\n    plan ¦",
        "squeeze",
        &["krk", "room"],
    ),
    (
        "evaluation e\n  ¦\nend-evaluation",
        "of",
        &["better", "krk"],
    ),
    // Letters, paths, values in texts.
    ("number n = W.¦", "R", &["Q", "mate"]),
    ("descriptor d = new.W.¦", "R", &["Q", "mate"]),
    ("material W: ¦", "K", &["krk"]),
    ("use std.¦", "std.geometry", &["room"]),
    (
        "advice a for W\n  better mate\n  because \"room is {¦}\"",
        "room",
        &["krk", "squeeze", "because"],
    ),
    (
        "advice a for W\n  better mate\n  because \"room is {ro¦",
        "room",
        &["krk"],
    ),
    ("number y = root.¦", "room", &["krk", "safe"]),
];

/// Asks for completion at `¦`; returns the words and the answer.
pub fn offered(desk: &mut Desk, text: &str) -> (Vec<String>, Value) {
    let (line, column) = place(text, "¦", 0);
    desk.open("typed.adv", &text.replacen('¦', "", 1));
    let answer = desk.get("textDocument/completion", at("typed.adv", line, column));
    let items = answer["items"].as_array().into_iter().flatten();
    let labels = items.map(|one| one["label"].as_str().expect("a label").to_owned());
    (labels.collect(), answer)
}

#[test]
fn the_right_word_is_among_the_first_three() {
    let mut desk = Desk::new(&[]);
    assert!(PLACES.len() >= 60);
    let mut wrong = Vec::new();
    for (text, has, lacks) in PLACES {
        let (labels, answer) = offered(&mut desk, &format!("{HEAD}{text}\n"));
        let first = labels.iter().take(3);
        let is_there = first.clone().any(|one| one == has);
        if *has != "=" && !is_there {
            let at = labels.iter().position(|one| one == has);
            wrong.push(format!(
                "{text}\n    {has} is at {at:?} of {:?}",
                &labels[..labels.len().min(8)]
            ));
        }
        for word in *lacks {
            if labels.iter().any(|one| one == word) {
                wrong.push(format!("{text}\n    {word} is offered"));
            }
        }
        let bytes = answer.to_string().len();
        if bytes > MOST_BYTES {
            wrong.push(format!("{text}\n    {bytes} bytes"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_file_begins_with_its_material() {
    let mut desk = Desk::new(&[]);
    let (labels, _) = offered(&mut desk, "¦\n");
    assert_eq!(labels.first().map(String::as_str), Some("material"));
    let (labels, _) = offered(&mut desk, &format!("{HEAD}¦\n"));
    assert_eq!(labels.first().map(String::as_str), Some("advice"));
}

#[test]
fn an_answer_that_is_cut_says_so() {
    let mut desk = Desk::new(&[]);
    let (labels, cut) = offered(&mut desk, &format!("{HEAD}board NEAR = ¦\n"));
    assert_eq!(cut["isIncomplete"], true);
    // What was cut comes with its letters.
    assert!(!labels.iter().any(|one| one == "WIDE-CENTRE"), "{labels:?}");
    let (labels, _) = offered(&mut desk, &format!("{HEAD}board NEAR = wide¦\n"));
    assert_eq!(labels.first().map(String::as_str), Some("WIDE-CENTRE"));
    let (_, whole) = offered(&mut desk, &format!("{HEAD}prove krk from ¦\n"));
    assert_eq!(whole["isIncomplete"], false);
}

#[test]
fn snippets_are_for_editors_that_know_them_and_are_programs() {
    let text = "¦\n";
    let mut plain = Desk::new(&[]);
    let (_, answer) = offered(&mut plain, text);
    assert!(!answer.to_string().contains("insertTextFormat"));
    let knows = json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let (mut desk, _) = Desk::able(&[], knows);
    let (_, answer) = offered(&mut desk, text);
    let mut count = 0;
    for item in answer["items"].as_array().expect("items") {
        if item["insertTextFormat"] != 2 {
            continue;
        }
        count += 1;
        let snippet = item["textEdit"]["newText"].as_str().expect("a text");
        let mut filled = filled(snippet);
        if !filled.ends_with('\n') {
            filled.push('\n');
        }
        desk.open("snippet.adv", &filled);
        let params = json!({
            "textDocument": { "uri": address("snippet.adv") },
            "options": { "tabSize": 2, "insertSpaces": true },
        });
        // The style is refused to a text with errors of syntax.
        let edits = desk.get("textDocument/formatting", params);
        assert_eq!(edits, json!([]), "{filled}");
    }
    assert!(count >= 12, "{count}");
}

/// A snippet with the texts of its places.
fn filled(snippet: &str) -> String {
    let mut parts = snippet.split("${");
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (_, rest) = part.split_once(':').expect("a place has a text");
        let (inner, after) = rest.split_once('}').expect("a place ends");
        text.push_str(inner);
        text.push_str(after);
    }
    text.replace("$0", "")
}
