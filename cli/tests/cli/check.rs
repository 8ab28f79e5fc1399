//! `adv check` and `adv explain`.

use insta::assert_snapshot;

use crate::desk::Desk;

const CASES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../tests/cases/diagnostics/positions"
);

const WRONG: &str = "material  W: K, R;  B: K\n\nadvice squeeze\n  better  rom < root.room ∧ ¬exposed\n  us      R\n  them    none\n  depth   1\nend-advice\n\nnumber room = 8\n";

#[test]
fn a_mistake_in_every_form() {
    let desk = Desk::new();
    desk.put("wrong.adv", WRONG);
    for form in ["plain", "short", "rich", "json"] {
        let ran = desk.adv(&["check", "wrong.adv", "--message-format", form]);
        assert_eq!(ran.code, 1, "{form}");
        assert_snapshot!(format!("check_{form}"), ran.all());
    }
    let plain = desk.adv(&["check", "wrong.adv"]);
    assert_snapshot!("check_plain", plain.all());
    let coloured = desk.adv(&[
        "--color",
        "always",
        "check",
        "wrong.adv",
        "--message-format",
        "rich",
    ]);
    assert!(coloured.out.contains("\u{1b}["));
}

#[test]
fn several_files_are_summed_up() {
    let desk = Desk::new();
    desk.put("wrong.adv", WRONG);
    let ran = desk.adv(&[
        "check",
        "kings.adv",
        "nowhere.adv",
        "wrong.adv",
        "--message-format",
        "short",
    ]);
    assert_snapshot!("check_several", ran.all());
}

#[test]
fn warnings_are_denied_on_request() {
    let desk = Desk::new();
    desk.put("warned.adv", crate::desk::GAP);
    let ran = desk.adv(&["check", "warned.adv", "--message-format", "short"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.contains("warning[W0501]"), "{}", ran.all());
    assert_eq!(
        desk.adv(&["check", "--deny-warnings", "warned.adv"]).code,
        1
    );
    assert_eq!(desk.adv(&["disasm", "warned.adv"]).code, 0);
    let denied = desk.adv(&["disasm", "warned.adv", "--deny-warnings"]);
    assert_eq!(denied.code, 1);
    assert!(
        denied.out.is_empty() && denied.err.contains("denied"),
        "{}",
        denied.all()
    );
}

#[test]
fn standard_input_is_a_program_too() {
    let desk = Desk::new();
    let ran = desk.adv_with(&["check", "-", "--message-format", "short"], "advice\n");
    assert_eq!(ran.code, 1);
    assert!(ran.out.starts_with("<stdin>:"), "{}", ran.all());
    let marked = desk.adv_with(&["check", "-"], &format!("\u{feff}{}", crate::desk::KINGS));
    assert_eq!(marked.code, 0, "{}", marked.all());
}

#[test]
fn what_is_no_text_is_said_to_be_none() {
    let desk = Desk::new();
    desk.put("latin.adv", b"// caf\xe9\n");
    let ran = desk.adv(&["check", "latin.adv"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("byte 6 is not UTF-8"), "{}", ran.all());
}

#[test]
fn codes_are_explained() {
    let desk = Desk::new();
    let page = desk.adv(&["explain", "e0201"]);
    assert!(
        page.code == 0 && page.out.starts_with("# E0201: "),
        "{}",
        page.all()
    );
    let list = desk.adv(&["explain"]);
    assert!(list.code == 0 && list.out.lines().count() > 100);
    let unknown = desk.adv(&["explain", "E02O1"]);
    assert_eq!((unknown.code, unknown.out.as_str()), (1, ""));
    assert!(
        unknown.err.contains("did you mean `E0201`"),
        "{}",
        unknown.err
    );
    // The error is not lost above the list of all codes: it names the nearest, and how to get the list.
    let far = desk.adv(&["explain", "E9999"]);
    assert_eq!((far.code, far.out.as_str()), (1, ""));
    assert!(far.err.lines().count() <= 3, "{}", far.err);
    assert!(far.err.contains("did you mean `E0606`"), "{}", far.err);
    assert!(far.err.contains("`adv explain` lists all"), "{}", far.err);
}

#[test]
fn wrong_arguments_are_no_missing_advice() {
    let desk = Desk::new();
    assert_eq!(desk.adv(&["run"]).code, 1);
    assert_eq!(desk.adv(&["walk"]).code, 1);
    let help = desk.adv(&["--help"]);
    assert!(
        help.code == 0 && help.out.contains("3  the budget is exhausted"),
        "{}",
        help.all()
    );
}

/// The programs of the codes' own pages.
#[test]
fn a_check_finds_in_positions_what_the_pages_say() {
    use adv::diagnostics::Code;
    let desk = Desk::new();
    let mut told = String::new();
    for code in [
        Code::RuleTakesNothing,
        Code::GoalNeverDecides,
        Code::HoldingFalseAtRoot,
        Code::MoveStalemates,
    ] {
        let page = code.explanation();
        let program = page
            .split("```adv\n")
            .nth(1)
            .and_then(|rest| rest.split("```").next())
            .expect("a program");
        let name = format!("{code}.adv");
        desk.put(&name, program);
        let ran = desk.adv(&["check", &name]);
        let message = page
            .split("```text\n")
            .nth(1)
            .and_then(|rest| rest.lines().next())
            .expect("a message");
        assert!(ran.out.contains(message), "{code}: {}", ran.all());
        told.push_str(&ran.out);
        // In the short size one of them for all.
        if told.len() == ran.out.len() || adv_testkit::size() > adv_testkit::Size::Short {
            let denied = desk.adv(&["check", "--deny-warnings", &name]);
            assert_eq!(denied.code, 1, "{code}");
        }
    }
    assert_snapshot!("check_positions", told);
}

/// Claims, classes of moves, parts joined by `∨`, numbers and strategies that no position, or every one, agrees with; in the second program the
/// same kinds say something.
#[test]
fn positions_are_asked_of_every_condition() {
    let desk = Desk::new();
    for name in ["conditions", "conditions-that-decide", "in-class-of-all"] {
        let file = format!("{name}.adv");
        let path = format!("{CASES}/{file}");
        desk.put(&file, std::fs::read_to_string(path).expect("a program"));
        let ran = desk.adv(&["check", &file, "--message-format", "short"]);
        assert_snapshot!(format!("check_{name}"), ran.out);
    }
}

#[test]
fn what_positions_show_can_be_allowed() {
    let desk = Desk::new();
    let rule = "material W: K, R;  B: K\n\nadvice give-mate\n  better  mate\n  depth   1\nend-advice\n\ntable krk for W\n  if dist(W.K, B.K) ≤ 3 then give-mate\n";
    let end = "  otherwise give-mate\nend-table\n";
    let idle = "  if dist(W.K, B.K) = 2 then give-mate";
    desk.put("told.adv", format!("{rule}{idle}\n{end}"));
    desk.put(
        "allowed.adv",
        format!("{rule}{idle}  // allow W0801: it is kept for the reader\n{end}"),
    );
    let told = desk.adv(&["check", "told.adv"]);
    assert!(told.out.contains("warning[W0801]"), "{}", told.all());
    for words in [vec!["check", "--survey"], vec!["check"]] {
        let ran = desk.adv(&[words.as_slice(), &["allowed.adv"]].concat());
        assert!(ran.out.contains("no warnings"), "{}", ran.all());
    }
}

#[test]
fn what_the_text_shows_of_a_rule_is_told_once() {
    let desk = Desk::new();
    let text = "material W: K, R;  B: K\nadvice a\n  better  mate\n  depth   1\nend-advice\ntable krk for W\n  if rank(R) = 8 then a\n  if dist(W.K, B.K) > 3 then a\n  if dist(W.K, B.K) > 5 ∧ rank(R) > 4 then a\n  otherwise a\nend-table\n";
    desk.put("once.adv", text);
    let told = desk.adv(&["check", "once.adv", "--message-format", "short"]);
    let codes: Vec<&str> = told
        .out
        .lines()
        .filter_map(|line| line.split_once("warning[")?.1.get(..5))
        .collect();
    assert_eq!(codes, ["W0302", "W0801"], "{}", told.all());
}

#[test]
fn an_otherwise_that_nothing_reaches_is_told() {
    let desk = Desk::new();
    let text = "material W: K, R;  B: K\nuse std.room\nadvice a\n  better  mate\n  depth   1\nend-advice\ntable krk for W\n  if pen(B) > 0 then a\n  otherwise a\nend-table\n";
    desk.put("otherwise.adv", text);
    let told = desk.adv(&["check", "otherwise.adv"]);
    assert!(
        told.out
            .contains("\n  |   ^^^^^^^^^^^ earlier rules take every position\n"),
        "{}",
        told.all()
    );
}

/// Of many men the classes are left out that cannot be numbered, so nothing is said of a goal that is reached with all men on the board alone;
/// before, the search for a first position of such a class did not end.
#[test]
fn many_men_are_no_obstacle_and_no_reason_for_a_warning() {
    let desk = Desk::new();
    for (men, count) in [
        ("W: K, R, P;  B: K, R", 5),
        ("W: K, Q, R, R, N, N, B;  B: K, Q, R, R, N, B", 13),
    ] {
        let text = format!(
            "material {men}\nadvice a\n  better  after-them count(W.* ∪ B.*) = {count}\n  depth   2\nend-advice\ntable t for W\n  if dist(W.K, B.K) > 3 then a\n  otherwise a\nend-table\n"
        );
        desk.put("men.adv", text);
        let told = desk.adv(&["check", "men.adv"]);
        assert!(
            told.out.ends_with("no errors, no warnings\n"),
            "{}",
            told.all()
        );
    }
    let rook = "material W: K, R, P;  B: K, R\nadvice a\n  better  mate\n  depth   1\nend-advice\ntable t for W\n  if SQ(W.K) = {c8} ∧ SQ(B.K) = {c7} ∧ rank(W.P) = 6 then a\n  otherwise a\nend-table\n";
    desk.put("rook.adv", rook);
    let told = desk.adv(&["check", "rook.adv", "--message-format", "short"]);
    assert!(
        told.out.contains("W0801]: rule 1 of `t` takes no position"),
        "{}",
        told.all()
    );
}

/// The stalemate of the textbook's table, which its counterexample shows too.
#[test]
fn a_check_finds_the_stalemate_of_the_textbook() {
    let desk = Desk::new();
    let ran = desk.adv(&[
        "check",
        "--message-format",
        "short",
        concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/krk-advice.adv"),
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let lines: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.contains("W08"))
        .collect();
    assert!(
        matches!(lines.as_slice(), [only] if only.ends_with("a move of `keep-room` stalemates in 40 positions")),
        "{}",
        ran.all()
    );
}
