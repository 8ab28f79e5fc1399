//! `adv test`.

use insta::assert_snapshot;

use crate::desk::{Desk, QUEEN};

const PASSING: &str = r#"
number queen-file = file(Q)

test "mate"            kqk     position "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"  expect move "Qg7#", advice mate-in(1), satisfied, not move Kf7
test "only values"             position "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"  expect queen-file = 6, not in-check(B)
test "in two, in full" kqk     position "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1"  expect mate within 2 moves
test "a tree"          mate-in(2)  position "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1"  expect tree
"#;

const FAILING: &str = r#"
number queen-file = file(Q)

test "another move"  kqk  position "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"  expect move "Qg8+", advice mate-in(2), not satisfied
test "values"             position "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"  expect queen-file < 6, in-check(B), not queen-file = 6
test "too long"      kqk  position "7k/8/4K3/8/8/8/8/6Q1 w - - 0 1"  expect mate within 1 moves
test "none"          kqk  position "8/8/4K3/8/7k/8/8/6Q1 w - - 0 1"  expect satisfied, mate within 3 moves

prove kqk  from all positions  reaches mate  within 10 moves
"#;

/// The shared program with tests after it.
fn with(tests: &str) -> String {
    format!("{QUEEN}{tests}")
}

#[test]
fn trees_are_asked_for_accepted_and_compared() {
    let desk = Desk::new();
    desk.put("good.adv", with(PASSING));
    let missing = desk.adv(&["test", "good.adv"]);
    assert_eq!(missing.code, 1);
    assert_snapshot!("test_tree_missing", missing.all());

    let accepted = desk.adv(&["test", "good.adv", "--accept"]);
    assert_eq!(accepted.code, 0, "{}", accepted.all());
    assert_eq!(desk.names("good.trees"), ["a-tree.tree"]);
    assert_snapshot!("test_tree_kept", desk.text("good.trees/a-tree.tree"));

    let passed = desk.adv(&["test", "good.adv"]);
    assert_eq!(passed.code, 0);
    assert!(
        passed.out.ends_with("4 passed, 0 failed\n"),
        "{}",
        passed.all()
    );
    // As version control on some systems hands it out.
    let kept = desk.text("good.trees/a-tree.tree");
    desk.put("good.trees/a-tree.tree", kept.replace('\n', "\r\n"));
    assert_eq!(desk.adv(&["test", "good.adv"]).code, 0);

    desk.put("good.trees/a-tree.tree", kept.replace("1. ", "1. Not"));
    desk.put("good.trees/old-name.tree", "left over");
    let changed = desk.adv(&["test", "good.adv"]);
    assert_eq!(changed.code, 1);
    assert_snapshot!("test_tree_changed", changed.all());
    assert_eq!(desk.adv(&["test", "good.adv", "--accept"]).code, 0);
    assert_eq!(desk.text("good.trees/a-tree.tree"), kept);
}

#[test]
fn failures_show_what_was_found_instead() {
    let desk = Desk::new();
    desk.put("bad.adv", with(FAILING));
    let ran = desk.adv(&["test", "bad.adv"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!("test_failures", ran.all());
    assert_snapshot!(
        "test_json",
        desk.adv(&["test", "bad.adv", "--format", "json", "--filter", "value"])
            .all()
    );
}

#[test]
fn folders_are_walked_and_names_filtered() {
    let desk = Desk::new();
    desk.put("all/b/second.adv", with(PASSING));
    desk.put("all/a.adv", with(PASSING));
    desk.put("all/b/broken.adv", "advice\n");
    desk.put("all/.hidden/c.adv", "advice\n");
    desk.put("all/notes.txt", "nothing");
    let ran = desk.adv(&[
        "test",
        "all",
        "--filter",
        "values",
        "--message-format",
        "short",
    ]);
    assert_eq!(ran.code, 1);
    assert_snapshot!("test_folder", ran.all());
    desk.put("empty/notes.txt", "nothing");
    let empty = desk.adv(&["test", "empty"]);
    assert!(
        empty.code == 1 && empty.err.contains("holds no .adv file"),
        "{}",
        empty.all()
    );
}

#[test]
fn a_budget_holds_in_tests_too() {
    let desk = Desk::new();
    desk.put("good.adv", with(PASSING));
    let ran = desk.adv(&[
        "test",
        "good.adv",
        "--positions-limit",
        "2",
        "--filter",
        "mate",
    ]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out
            .contains("kqk gives no answer: the budget of positions is used up"),
        "{}",
        ran.all()
    );
}
