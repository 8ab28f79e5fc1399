//! `adv new`: what it writes compiles without a warning, passes its own test, runs, plays and claims something, for all men.

use adv_testkit::{Size, size, sized};
use insta::assert_snapshot;

use crate::desk::Desk;

/// The letters of men besides the kings.
const MEN: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];

/// All materials of three men and of four, White's first.
fn materials() -> Vec<String> {
    let mut found = Vec::new();
    for (at, a) in MEN.into_iter().enumerate() {
        found.push(format!("K{a}vK"));
        found.push(format!("KvK{a}"));
        for b in MEN.into_iter().skip(at) {
            found.push(format!("K{a}{b}vK"));
            found.push(format!("KvK{a}{b}"));
        }
        for b in MEN {
            found.push(format!("K{a}vK{b}"));
        }
    }
    found
}

/// The name of the program for a material.
fn named(material: &str, side: &str) -> String {
    format!("{}-{}", material.to_lowercase(), side.to_lowercase())
}

#[test]
fn programs_for_all_men_compile_without_a_warning_and_pass_their_tests() {
    let desk = Desk::new();
    desk.put("all/notes.txt", "");
    let mut written = 0;
    let step = sized(11, 1);
    let all = materials();
    assert_eq!(all.len(), 5 + 5 + 15 + 15 + 25);
    for material in all.iter().step_by(step) {
        for side in ["W", "B"] {
            let name = named(material, side);
            let mut command = desk.command(&["new", &name, "--material", material, "--side", side]);
            command.current_dir(desk.path("all"));
            let output = command.output().expect("the binary ends");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{material} {side}: {told}");
            written += 1;
            let text = desk.text(&format!("all/{name}.adv"));
            assert!(text.contains("expect advice "), "{text}");
            for line in text.lines() {
                assert!(line.chars().count() <= 140, "{line}");
                assert!(line.trim_end() == line, "{line}");
            }
        }
    }
    assert_eq!(written, 2 * all.len().div_ceil(step));
    let ran = desk.adv(&["test", "all"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    assert!(
        ran.out.contains(&format!("{written} passed, 0 failed")),
        "{}",
        ran.out
    );
    let mut check = vec!["check".to_owned(), "--deny-warnings".to_owned()];
    let names = desk.names("all").into_iter();
    let programs = names.filter(|name| name.ends_with(".adv"));
    check.extend(programs.map(|name| format!("all/{name}")));
    let check: Vec<&str> = check.iter().map(String::as_str).collect();
    let ran = desk.adv(&check);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.contains("no errors, no warnings"), "{}", ran.all());
}

#[test]
fn they_run_and_their_claims_are_settled_at_once() {
    let desk = Desk::new();
    for (material, side) in [
        ("KRvK", "W"),
        ("KvKQ", "B"),
        ("KBvK", "W"),
        ("KPvK", "W"),
        ("KPvK", "B"),
        ("KQvKR", "W"),
        ("KQvKR", "B"),
        ("KBNvK", "W"),
        ("KPvKP", "B"),
        ("KBvKN", "W"),
        ("KRPvKR", "W"),
        ("KPPvKP", "B"),
        ("KQPvKQ", "W"),
        ("KNNvKP", "W"),
        ("KvKBNP", "W"),
        ("KRPPPPvKRPPP", "W"),
    ] {
        // In the short size one that holds, one that takes, and one of more men.
        let short = ["KPvK B", "KQvKR W", "KvKBNP W"];
        if size() == Size::Short && !short.contains(&format!("{material} {side}").as_str()) {
            continue;
        }
        let name = named(material, side);
        let ran = desk.adv(&["new", &name, "--material", material, "--side", side]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
        let file = format!("{name}.adv");
        for command in ["run", "test"] {
            let ran = desk.adv(&[command, &file]);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
        }
        // Of many men only the first moves are looked at, which still takes a while.
        if ["KQPvKQ", "KRPPPPvKRPPP"].contains(&material) {
            continue;
        }
        // A beginning need not be the whole strategy, and the claim may be refuted.
        let ran = desk.adv(&["prove", &file]);
        assert!([0, 5].contains(&ran.code), "{material}: {}", ran.all());
        let verdict = ran.out.split(':').next().unwrap_or_default();
        assert!(
            ["proved", "refuted", "measured"].contains(&verdict),
            "{}",
            ran.all()
        );
    }
}

#[test]
fn the_text_is_the_same_every_time_and_reads_as_a_beginning() {
    let desk = Desk::new();
    let ran = desk.adv(&["new", "rook", "--material", "KRvK"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("new_told", ran.out);
    let first = desk.text("rook.adv");
    assert_snapshot!("new_rook", first);
    let ran = desk.adv(&[
        "new",
        "rook",
        "--material",
        "KRvK",
        "--force",
        "--side",
        "W",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_eq!(desk.text("rook.adv"), first);
    let ran = desk.adv(&["new", "hold.adv", "--material", "KPvK", "--side", "B"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("new_hold", desk.text("hold.adv"));
    let ran = desk.adv(&["new", "fight", "--material", "KPvKR"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_snapshot!("new_fight", desk.text("fight.adv"));
}

#[test]
fn what_cannot_be_written_says_why() {
    let desk = Desk::new();
    let mut all = String::new();
    for arguments in [
        &["new", "kings", "--material", "KRvK"][..],
        &["new", "1st", "--material", "KRvK"],
        &["new", "sub/rook", "--material", "KRvK"],
        &["new", "rook-", "--material", "KRvK"],
        &["new", "take", "--material", "KRvKB"],
        &["new", "table", "--material", "KRvK"],
        &["new", "e4", "--material", "KRvK"],
        &["new", "pen", "--material", "KR"],
        &["new", "rook", "--material", "KXvK"],
        &["new", "rook", "--material", "krvk"],
        &["new", "rook", "--material", "KKvK"],
        &["new", "rook", "--material", "RvK"],
        &["new", "rook", "--material", "KPPPPPPPPPvK"],
        &["new", "rook", "--material", "KvK"],
        &["new", "rook"],
    ] {
        let ran = desk.adv(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        all.push_str(&format!("adv {}\n{}\n", arguments.join(" "), ran.err));
    }
    assert_snapshot!("new_refused", all);
    assert_eq!(desk.names("."), ["kings.adv", "pawn.adv", "queen.adv"]);
}

#[test]
fn the_claim_of_a_program_for_six_men_is_settled() {
    let desk = Desk::new();
    let ran = desk.adv(&["new", "krpkrp", "--material", "KRPvKRP"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let ran = desk.adv(&["prove", "krpkrp.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert!(ran.out.starts_with("proved: `take`"), "{}", ran.out);
    let text = desk.text("krpkrp.adv");
    assert!(
        text.contains("\nprove take  from 100 random positions where "),
        "{text}"
    );
    let claim = "prove krpkrp from 5 random positions keeps us-to-move";
    let ran = desk.adv(&["prove", "krpkrp.adv", "--claim", claim]);
    assert_eq!(ran.code, 5, "{}", ran.all());
}

/// The answers of an author, a line each.
fn asked(desk: &Desk, arguments: &[&str], answers: &str) -> crate::desk::Ran {
    desk.adv_with(&[&["new", "--ask"], arguments].concat(), answers)
}

#[test]
fn a_program_is_asked_for() {
    let desk = Desk::new();
    let ran = asked(
        &desk,
        &[],
        "KR-K\nKRvK\nwhite\n9\n1\n\n\nmy krk\nasked-krk\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    let told = ran.out.split("adv run").next().unwrap_or_default();
    assert_snapshot!(
        "new_asked",
        format!(
            "{told}\n----- asked-krk.adv\n{}",
            desk.text("asked-krk.adv")
        )
    );
    // All positions in the long size.
    let some = [
        "prove",
        "--claim",
        "prove asked-krk from 500 random positions where won(W) keeps won(W)",
    ];
    for words in [
        ["check", "--deny-warnings"].as_slice(),
        &["test"],
        &some[..sized(3, 1)],
    ] {
        let ran = desk.adv(&[words, &["asked-krk.adv"]].concat());
        assert_eq!(ran.code, 0, "{words:?}: {}", ran.all());
    }
}

/// Whatever the men, what is wished compiles without a warning and passes its own test.
#[test]
fn wishes_of_all_kinds_give_programs() {
    let desk = Desk::new();
    let wishes: [(&str, &str, &str); 9] = [
        ("KQvK", "W", "1\n1\n1\n"),
        ("KPvK", "W", "1\n1 2 3\n1\n"),
        ("KPvK", "B", "1\n0\n0\n"),
        ("KvKP", "B", "1\n\n2\n"),
        ("KQvKR", "W", "2\n1 2\n1\n"),
        ("KRvKP", "W", "1\n\ndist(us.K, them.P)\n"),
        ("KBBvK", "W", "1\n2\n2\n"),
        ("KNvKR", "W", "1\n1\n1\n"),
        ("KRPvKR", "W", "1\n\n\n"),
    ];
    let wishes = wishes.into_iter().enumerate();
    for (number, (men, side, answers)) in wishes.step_by(sized(2, 1)) {
        let name = format!("wished-{number}");
        let ran = asked(&desk, &[&name, "--material", men, "--side", side], answers);
        assert_eq!(ran.code, 0, "{men} {side}: {}", ran.all());
        let file = format!("{name}.adv");
        let ran = desk.adv(&["check", "--deny-warnings", &file]);
        assert_eq!(
            ran.code,
            0,
            "{men} {side}: {}\n{}",
            ran.all(),
            desk.text(&file)
        );
        let ran = desk.adv(&["test", &file]);
        assert_eq!(
            ran.code,
            0,
            "{men} {side}: {}\n{}",
            ran.all(),
            desk.text(&file)
        );
    }
}

#[test]
fn answers_that_end_write_nothing() {
    let desk = Desk::new();
    for (answers, lines) in [("", 0), ("KRvK\n", 1), ("KRvK\nW\n1\n1\n", 4)] {
        let ran = asked(&desk, &["ended"], answers);
        assert_eq!(ran.code, 1, "{lines}: {}", ran.all());
        assert!(ran.out.ends_with("nothing is written\n"), "{}", ran.all());
    }
    let ran = asked(&desk, &["ended"], &"no men\n".repeat(50));
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(ran.err.contains("no answer can be used"), "{}", ran.all());
    let ran = asked(&desk, &["ended"], "KRvK\nW\n1\n1\nroom of him\n");
    assert!(
        ran.out.contains("`room of him` is no number"),
        "{}",
        ran.all()
    );
    let without = desk.adv(&["new", "ended"]);
    assert_eq!(without.code, 1, "{}", without.all());
    assert!(without.err.contains("--material"), "{}", without.all());
    assert!(!std::path::Path::new(&desk.path("ended.adv")).exists());
}
