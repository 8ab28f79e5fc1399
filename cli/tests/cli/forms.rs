//! `adv run` in the forms that draw a tree, for every kind of subject and for answers without a tree.

use insta::assert_snapshot;

use crate::desk::{Desk, GAP};
use crate::play::LISTING;

/// A strategy that is stuck here at once.
const STUCK: &str = "8/8/8/8/k7/8/8/KR6 w - - 0 1";
/// No rule of the table with a gap applies here.
const NO_RULE: &str = "8/8/8/3k4/8/8/8/3K4 w - - 0 1";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    desk.put("gap.adv", GAP);
    desk
}

/// Every element of an XML text is closed in its turn, attributes are quoted, and no sign is unescaped.
pub fn assert_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains('>'), "a raw `>` in {before:?}");
        for (at, _) in before.match_indices('&') {
            let end = before[at..].find(';').unwrap_or(usize::MAX);
            assert!(end <= 7, "a raw `&` in {before:?}");
        }
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "in {text}");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in <{tag}>");
        let name = tag.split([' ', '/']).next().unwrap_or("");
        assert!(!name.is_empty(), "<{tag}>");
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
    assert_eq!(rest.trim(), "", "text behind the last element");
}

#[test]
fn a_strategy_is_drawn_in_every_form() {
    let desk = desk();
    for form in ["pgn", "dot", "json"] {
        let ran = desk.adv(&["run", "listing.adv", "--format", form]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
        assert_snapshot!(format!("form_strategy_{form}"), ran.out);
    }
    let page = desk.adv(&["run", "listing.adv", "--format", "html"]);
    assert_eq!((page.code, page.err.as_str()), (0, ""), "{}", page.err);
    assert!(page.out.starts_with("<!DOCTYPE html>"));
    assert!(page.out.trim_end().ends_with("</html>"));
    assert!(page.out.contains("K-R-VS-K: action LINE"));
}

#[test]
fn a_table_and_a_piece_of_advice_are_drawn_in_every_form() {
    let desk = desk();
    for (name, subject) in [("table", "--table=kqk"), ("advice", "--advice=mate-in(2)")] {
        let run = |form: &str| {
            let ran = desk.adv(&["run", "queen.adv", subject, "--format", form]);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
            ran.out
        };
        assert_snapshot!(format!("form_{name}_pgn"), run("pgn"));
        assert!(run("dot").starts_with("digraph "));
        assert!(run("html").contains("mate-in("));
        assert!(run("json").contains("\"satisfied\": true"));
    }
}

#[test]
fn without_a_tree_the_forms_stay_themselves() {
    let desk = desk();
    for (file, fen) in [("listing.adv", STUCK), ("gap.adv", NO_RULE)] {
        for form in ["pgn", "dot", "html", "json"] {
            let ran = desk.adv(&["run", file, "--fen", fen, "--format", form, "-o", "out"]);
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.all());
            let said = ran.err.contains("so there is no tree to show");
            assert_eq!(said, form != "json", "{form} {}", ran.err);
            let text = desk.text("out");
            match form {
                "pgn" | "dot" => assert_snapshot!(format!("form_none_{file}_{form}"), text),
                "html" => assert!(text.starts_with("<!DOCTYPE html>")),
                _ => assert!(text.contains("\"satisfied\": false"), "{text}"),
            }
        }
    }
    // Where a limit is reached there is nothing to draw, and no file appears.
    for form in ["pgn", "html"] {
        let ran = desk.adv(&[
            "run",
            "queen.adv",
            "--table",
            "long",
            "--fuel",
            "20000",
            "--format",
            form,
            "-o",
            "none",
        ]);
        assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.all());
        assert!(!desk.path("none").exists());
    }
}

#[test]
fn answers_go_into_files_that_are_whole() {
    let desk = desk();
    for form in ["text", "json", "pgn", "dot", "html"] {
        let run = |output: &str| desk.adv(&["run", "queen.adv", "--format", form, "-o", output]);
        let shown = run("-");
        let filed = run("answer");
        assert_eq!(
            (filed.code, filed.out.as_str(), filed.err.as_str()),
            (0, "", ""),
            "{}",
            filed.all()
        );
        assert_eq!(desk.text("answer"), shown.out, "{form}");
        let nowhere = run("no/such/folder");
        assert_eq!(nowhere.code, 1, "{}", nowhere.all());
        assert!(
            nowhere
                .err
                .contains("cannot write `no/such/folder`: no such file or directory"),
            "{}",
            nowhere.err
        );
        desk.put("folder/file", "");
        let folder = run("folder");
        assert_eq!(folder.code, 1, "{}", folder.all());
        assert!(
            folder.err.contains("cannot write `folder`: it is a folder"),
            "{}",
            folder.err
        );
        assert_eq!(desk.names("folder"), ["file"]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let desk = desk();
    for form in ["pgn", "html"] {
        let ran = desk.adv(&["run", "queen.adv", "--format", form, "-o", "/dev/full"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        assert!(
            ran.err
                .contains("cannot write `/dev/full`: no space left on device"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn forms_for_one_position_are_refused_for_many_and_the_other_way_round() {
    let desk = desk();
    desk.put("p.epd", "7k/8/4K3/8/8/8/8/6Q1 w - -\n");
    for form in ["pgn", "dot", "html", "json"] {
        let ran = desk.adv(&["run", "queen.adv", "--positions", "p.epd", "--format", form]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        let message = format!("the form `{form}` is for one position");
        assert!(ran.err.contains(&message), "{}", ran.err);
    }
    for form in ["csv", "jsonl"] {
        let ran = desk.adv(&["run", "queen.adv", "--format", form]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        assert!(
            ran.err
                .contains("the forms `csv` and `jsonl` are for many positions"),
            "{}",
            ran.err
        );
    }
}
