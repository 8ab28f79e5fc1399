//! `adv trace --attempts`, `--format translations`, and the classes of a tree: every attempt with its class and its end.

use insta::assert_snapshot;
use serde_json::Value;

use crate::desk::{Desk, Ran};

/// Mates in two by the king's help: two classes of moves, a phase, a price.
const MATES: &str = r#"example   "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"

/// The king first.
advice king-first
  better   mate
  holding  ¬stalemate
  us       K by dist(TO, f7) then R to FILE(h1)
  them     K to h7 then any
  depth    3
end-advice

/// By steps.
advice by-steps
  better   mate
  us       at 0: K to {f7, g6};  at 2: R where new.check
  depth    3
end-advice

/// No move is cheap enough.
advice dear
  better   mate
  us       any
  cost     after-us 1500 + new.replies
  effort   1
  depth    3
end-advice

/// A proof by numbers.
advice easy
  better   mate
  depth    3 easiest
end-advice

table mates
  otherwise dear, king-first
end-table

table vain
  otherwise dear
end-table
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("mates.adv", MATES);
    desk
}

fn run(desk: &Desk, more: &[&str]) -> Ran {
    desk.adv(&[&["run", "mates.adv"], more].concat())
}

fn trace(desk: &Desk, more: &[&str]) -> Ran {
    desk.adv(&[&["trace", "mates.adv"], more].concat())
}

/// What comes after the tree in a text.
fn last_part(ran: &Ran) -> &str {
    let parts = ran.out.rsplit_once("\n\n");
    parts.map_or(ran.out.as_str(), |(_, last)| last)
}

#[test]
fn every_attempt_has_a_line_in_the_order_of_the_search() {
    let desk = desk();
    let all = trace(&desk, &["--table", "mates", "--attempts"]);
    assert_eq!(all.code, 0, "{}", all.all());
    assert_snapshot!("searched", last_part(&all));
    let cut = trace(&desk, &["--table", "mates", "--attempts=5"]);
    assert_eq!(cut.code, 0, "{}", cut.all());
    assert_snapshot!("searched_cut", last_part(&cut));
    let phases = trace(&desk, &["--advice", "by-steps", "--attempts"]);
    assert_snapshot!("searched_phases", last_part(&phases));
    // Without a tree the attempts are there all the same.
    let none = trace(&desk, &["--table", "vain", "--attempts"]);
    assert_eq!(none.code, 2, "{}", none.all());
    assert!(
        none.out.contains("too dear: the line would cost 1.50"),
        "{}",
        none.out
    );
    // A search by proof numbers has no such order.
    let easy = trace(&desk, &["--advice", "easy", "--attempts"]);
    assert_eq!(easy.code, 0, "{}", easy.all());
    assert_snapshot!("searched_easiest", last_part(&easy));
}

#[test]
fn translations_number_the_branches_depth_first() {
    let desk = desk();
    let asked = ["--table", "mates", "--format", "translations"];
    let tree = run(&desk, &asked);
    assert_eq!(tree.code, 0, "{}", tree.all());
    assert_snapshot!("translations", tree.out);
    let all = trace(&desk, &[&asked[..], &["--attempts"]].concat());
    assert_eq!(all.code, 0, "{}", all.all());
    assert_snapshot!("translations_searched", all.out);
    let none = run(&desk, &["--table", "vain", "--format", "translations"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""), "{}", none.all());
}

#[test]
fn the_object_and_the_page_have_the_attempts() {
    let desk = desk();
    let json = trace(&desk, &["--attempts", "--format", "json"]);
    let object: Value = serde_json::from_str(&json.out).expect("it is JSON");
    let searches = object["searched"]["searches"].as_array().expect("a list");
    let last = searches.last().expect("a search");
    assert_eq!(
        (&last["advice"], &last["found"]),
        (&"king-first".into(), &true.into())
    );
    let first = &last["branches"][0];
    assert_eq!(
        (&first["n"], &first["move"]["san"]),
        (&1.into(), &"Kf7".into())
    );
    assert_eq!(first["class"]["text"], "K by dist(TO, f7)");
    let page = trace(&desk, &["--attempts", "--format", "html"]);
    assert_eq!(page.code, 0, "{}", page.all());
    assert!(
        page.out
            .contains("\"says\":\"too dear: the line would cost "),
        "{}",
        page.out.len()
    );
    // The page of the tree tells the class of a move as well.
    let tree = run(&desk, &["--format", "html"]);
    assert!(
        tree.out
            .contains("\"says\":\"class 1 `K by dist(TO, f7)`\"")
    );
}

#[test]
fn why_tells_the_class_of_each_move_of_the_tree() {
    let desk = desk();
    let why = run(&desk, &["--table", "mates", "--why"]);
    assert_eq!(why.code, 0, "{}", why.all());
    let (_, classes) = why.out.split_once("the classes").expect("they are told");
    assert_snapshot!("classes_of_the_tree", format!("the classes{classes}"));
}

#[test]
fn statistics_tell_what_each_class_costs_and_what_decided() {
    let desk = desk();
    let stats = run(&desk, &["--table", "mates", "--stats"]);
    assert_eq!(stats.code, 0, "{}", stats.all());
    let (_, table) = stats.out.split_once("piece-of-advice").expect("a table");
    assert_snapshot!("stats_by_class", format!("piece-of-advice{table}"));
    let phases = run(
        &desk,
        &["--advice", "by-steps", "--stats", "--format", "json"],
    );
    let object: Value = serde_json::from_str(&phases.out).expect("it is JSON");
    let spent = &object["statistics"][0]["spent"];
    let classes = spent["classes"].as_array().expect("a list");
    let positions = classes.iter().filter_map(|one| one["positions"].as_u64());
    assert_eq!(
        Some(positions.sum()),
        object["positions"].as_u64(),
        "{spent}"
    );
    assert_eq!(spent["leaves"][0]["by"], "`mate`");
    // What is remembered is not searched, so nothing is counted by class.
    let memory = run(&desk, &["--table", "mates", "--stats", "--memory", "1"]);
    assert!(!memory.out.contains("deepest ply"), "{}", memory.out);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let desk = desk();
    let told = |more: &[&str]| {
        let ran = desk.adv(more);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (1, ""),
            "{more:?} {}",
            ran.all()
        );
        ran.err
    };
    let texts = [
        told(&["trace", "mates.adv", "--attempts", "--format", "dot"]),
        told(&["trace", "mates.adv", "--attempts=0"]),
        told(&["trace", "mates.adv", "--attempts=100001"]),
        told(&["trace", "mates.adv", "--atempts"]),
        told(&["trace", "mates.adv", "--lines", "3", "--format", "html"]),
        told(&["trace", "mates.adv", "--positions", "some.epd"]),
        told(&["run", "mates.adv", "--searched", "--whole"]),
        told(&["whole", "mates.adv", "--format", "translations"]),
        told(&["refute", "mates.adv", "--format", "translations"]),
        told(&[
            "run",
            "mates.adv",
            "--format",
            "translations",
            "--positions",
            "some.epd",
        ]),
        told(&["run", "mates.adv", "--format", "translations", "--times"]),
    ];
    assert_snapshot!("searched_refused", texts.join("\n"));
}

/// Which rule made a leaf of Réti's study and which cut is told by name, and every leaf and cut is counted once.
#[test]
fn the_rules_that_decide_a_study_are_counted_by_name() {
    let desk = Desk::new();
    let study = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/reti.adv");
    let ran = desk.adv(&["run", study, "--advice", "hold", "--memory", "0", "--stats"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let counted = |what: &str| {
        let rows = ran.out.lines().skip_while(|row| !row.starts_with(what));
        let rows = rows.take_while(|row| row.starts_with(what) || row.starts_with("   "));
        let of_row = |row: &str| {
            let row = row.trim_start_matches(what).trim();
            let (number, rule) = row.split_once(" by ").unwrap_or_else(|| panic!("{row}"));
            let number: u64 = number.replace(',', "").parse().expect("a count");
            (rule.to_owned(), number)
        };
        rows.map(of_row).collect::<Vec<(String, u64)>>()
    };
    let (leaves, cuts) = (counted("  leaves"), counted("  cuts"));
    assert!(
        leaves.contains(&("`draws-by-rule` of `saved(us, them)`".to_owned(), 348)),
        "{leaves:?}"
    );
    assert!(
        leaves.contains(&("`¬can-win(them)` of `saved(us, them)`".to_owned(), 12)),
        "{leaves:?}"
    );
    let pawn = "`pawn-wins(them, us)` of `¬wins-by-rule(them, us)`";
    assert!(cuts.contains(&(pawn.to_owned(), 504)), "{cuts:?}");
    let sum = |rows: &[(String, u64)]| rows.iter().map(|(_, number)| number).sum::<u64>();
    assert_eq!((sum(&leaves), sum(&cuts)), (625, 1_196));
}
