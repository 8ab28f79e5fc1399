//! `adv refute`: why a piece-of-advice is not satisfied, in every form, and the main line that `--why` names.

use insta::assert_snapshot;
use serde_json::Value;

use crate::desk::{Desk, Ran};

/// Mates, one of them at a price, and a goal that must hold.
const MATES: &str = r#"//! Looks for mates in various ways.
example   "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"

advice mate-in(n: number)
  better   mate
  depth    2 * n - 1 shortest
end-advice

/// The rook stays where it is safe.
advice careful
  better   mate
  holding  SQ(us.R) ∩ MV(them.*) = ∅
  us       R
  depth    3
end-advice

/// Two bits of replies.
advice forcing
  better   mate
  us       R by new.replies
  cost     after-us bits(new.replies)
  effort   1 cheapest
  depth    5
end-advice

table mates
  otherwise mate-in(1), careful, mate-in(2)
end-table

table vain
  otherwise mate-in(1)
end-table

table priced
  otherwise forcing
end-table
"#;

/// Mate in two by one key.
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
/// No mate in three.
const KRK: &str = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("mates.adv", MATES);
    desk
}

fn run(desk: &Desk, more: &[&str]) -> Ran {
    desk.adv(&[&["run", "mates.adv"], more].concat())
}

fn refute(desk: &Desk, more: &[&str]) -> Ran {
    desk.adv(&[&["refute", "mates.adv"], more].concat())
}

#[test]
fn what_was_tried_in_vain_is_refuted_in_words() {
    let desk = desk();
    let all = refute(&desk, &["--table", "mates"]);
    assert_eq!(all.code, 0, "{}", all.all());
    assert_snapshot!("refute_tried", all.all());
    let one = refute(&desk, &["careful", "--table", "mates"]);
    assert_eq!(one.code, 0, "{}", one.all());
    assert!(
        all.out
            .contains(one.out.split_once("\n\n").map_or("", |(_, text)| text))
    );
    // By itself, at a price, and to its end.
    let priced = refute(&desk, &["--advice", "forcing"]);
    assert_eq!(priced.code, 0, "{}", priced.all());
    assert_snapshot!("refute_priced", priced.all());
    let deep = ["--advice", "mate-in(3)", "--fen", KRK, "--plies"];
    let cut = refute(&desk, &[&deep[..], &["1"]].concat());
    assert_eq!(cut.code, 3, "{}", cut.all());
    assert_snapshot!("refute_cut", cut.all());
    let whole = refute(&desk, &[&deep[..], &["9"]].concat());
    assert_eq!(whole.code, 0, "{}", whole.all());
    assert!(
        whole
            .out
            .ends_with("complete: every line is followed to its end\n")
    );
}

#[test]
fn what_cannot_be_refuted_says_why() {
    let desk = desk();
    let told = |more: &[&str], code: i32| {
        let ran = refute(&desk, more);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (code, ""),
            "{more:?} {}",
            ran.all()
        );
        ran.err
    };
    let texts = [
        told(&["--advice", "mate-in(2)"], 2),
        told(&["mate-in(2)", "--table", "mates"], 2),
        told(&["mate-in(2)", "--table", "vain"], 2),
        told(
            &[
                "--advice",
                "mate-in(4)",
                "--fen",
                KRK,
                "--positions-limit",
                "500",
            ],
            3,
        ),
        told(&["--table", "mates", "--format", "html"], 1),
        told(&["--table", "vain", "--format", "pgn"], 1),
        told(&["--table", "vain", "--stats"], 1),
    ];
    assert_snapshot!("refute_refused", texts.join("\n"));
}

#[test]
fn the_other_forms_hold_the_whole_refutation() {
    let desk = desk();
    let asked = ["--table", "vain", "--fen", KRK, "--format"];
    let form = |word: &str| {
        let ran = refute(&desk, &[&asked[..], &[word]].concat());
        assert_eq!(ran.code, 0, "{}", ran.all());
        ran.out
    };
    let object: Value = serde_json::from_str(&form("json")).expect("it is JSON");
    assert_eq!(object["format"], "adv refutation");
    let one = &object["refutations"][0];
    assert_eq!(
        (&one["advice"], &one["complete"]),
        (&"mate-in(1)".into(), &true.into())
    );
    assert_eq!(one["nodes"][0]["moves"].as_array().map(Vec::len), Some(15));
    assert_eq!(one["nodes"][0]["moves"][0]["ended"]["text"], "mate");
    assert!(form("dot").starts_with("digraph \"no tree of mate-in(1) within 1 ply\""));
    assert!(form("html").contains("<title>no tree of mate-in(1) within 1 ply</title>"));
}

#[test]
fn why_names_the_main_line() {
    let desk = desk();
    let why = run(&desk, &["--why", "--table", "mates"]);
    let lines: Vec<&str> = why.out.lines().collect();
    let refutations: Vec<&str> = lines
        .windows(2)
        .filter(|pair| pair[0] == "  refutation")
        .map(|pair| pair[1])
        .collect();
    assert_snapshot!("refute_why", refutations.join("\n"));
    let text = run(&desk, &["--why", "--table", "mates", "--format", "json"]).out;
    let object: Value = serde_json::from_str(&text).expect("it is JSON");
    let line = &object["why"][0]["refutation"];
    assert_eq!(line["ended"]["by"], "depth", "{line}");
    assert_eq!(line["line"].as_array().map(Vec::len), Some(1), "{line}");
    // The page of an answer has them beside what was tried.
    let page = run(
        &desk,
        &["--table", "mates", "--fen", MORPHY, "--format", "html"],
    );
    assert!(page.out.contains("refuted: 1. "), "{}", page.err);
}
