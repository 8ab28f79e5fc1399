//! `adv learn`: strategies that are found, written and settled.

use adv_testkit::{Size, runs_in, sized};
use insta::assert_snapshot;

use crate::desk::Desk;

/// A measure with words of its own, and a number of no use.
const QUEEN: &str = "\
//! Numbers of a user.
material  W: K, Q;  B: K
use std.edges
use std.kings
use std.geometry
use std.room

/// The room that is left to him.
board ROOM = PEN(B)

/// The longest way of our king into it.
number way = max x in ROOM : dist(x, W.K)

/// What is to be done.
number work = 2 * count(ROOM \\ EDGE) + 3 * way - flights(B) - 2 * edge-distance(SQ(W.K))

/// Nobody needs it.
number gap = dist(W.K, B.K)
";

/// That rules which solve everything are proved, `adv/tests/adv/learned.rs` shows too.
#[test]
fn a_strategy_is_found_and_proved() {
    if !runs_in(Size::Long, "a_strategy_is_found_and_proved") {
        return;
    }
    let desk = Desk::new();
    desk.put("queen.adv", QUEEN);
    let learn = ["learn", "queen.adv", "--numbers", "work", "-o", "found.adv"];
    let ran = desk.adv(&learn);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    assert_snapshot!("learn_found", ran.out);
    assert_snapshot!("learn_found_program", desk.text("found.adv"));
    let ran = desk.adv(&["check", "--deny-warnings", "found.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let ran = desk.adv(&["test", "found.adv"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    let ran = desk.adv(&["fmt", "--check", "found.adv"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
}

#[test]
fn what_is_not_solved_is_shown_and_threads_change_nothing() {
    let desk = Desk::new();
    desk.put("rook.adv", "material  W: K;  B: K, R\nuse std.vocabulary\n");
    let with = |file, threads, output| {
        let numbers = "kings-apart,their-edge,men-near";
        let learn = ["learn", file, "--numbers", numbers, "--depth", "1"];
        let more = ["--candidates", "12", "--threads", threads, "-o", output];
        desk.adv(&[learn, more].concat())
    };
    // The module of the program holds the same numbers; the snapshot is of one thread and the source.
    assert_eq!(desk.adv(&["build", "rook.adv"]).code, 0);
    for (file, threads) in [("rook.advc", "3"), ("rook.adv", "1")]
        .into_iter()
        .take(sized(1, 2))
    {
        let ran = with(file, threads, "one.adv");
        assert_eq!(ran.code, 5, "{}", ran.all());
        assert_snapshot!("learn_unsolved", ran.out);
        assert_snapshot!("learn_unsolved_program", desk.text("one.adv"));
    }
}

/// A search that is killed goes on with the candidates that it has kept, and writes what one in one piece writes.
#[test]
fn a_killed_search_goes_on_with_its_candidates() {
    let desk = Desk::new();
    for (file, role) in [("rook.adv", "R"), ("queen.adv", "Q")] {
        let numbers = "number gap = dist(W.K, B.K)";
        desk.put(file, format!("material  W: K, {role};  B: K\n{numbers}\n"));
    }
    let learn = |file, output| {
        let bounds = ["--depth", "1", "--candidates", "12", "-o", output];
        [&["learn", file], &bounds[..]].concat()
    };
    let whole = desk.adv(&learn("rook.adv", "out.adv"));
    let text = desk.text("out.adv");
    let kept = [&learn("rook.adv", "out.adv")[..], &["--resume", "kept"]].concat();
    let mut child = desk.command(&kept).spawn().expect("the binary starts");
    let lines = || std::fs::read(desk.path("kept")).map_or(0, |kept| kept.len());
    while lines() == 0 {
        assert!(child.try_wait().expect("it runs").is_none(), "too quick");
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    // A line that was being written.
    let mut torn = std::fs::read(desk.path("kept")).expect("it is there");
    torn.truncate(
        torn.iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1),
    );
    torn.extend(b"41445653");
    std::fs::write(desk.path("kept"), &torn).expect("it can be written");
    let ran = desk.adv(&kept);
    assert_eq!(
        (ran.code, &ran.out),
        (whole.code, &whole.out),
        "{}",
        ran.all()
    );
    assert_eq!(desk.text("out.adv"), text);
    // All candidates are kept by now: none is played again, and none is added.
    let all = desk.text("kept");
    assert_eq!(desk.adv(&kept).out, whole.out);
    assert_eq!(
        (desk.text("out.adv"), desk.text("kept")),
        (text, all.clone())
    );
    let mut refused = String::new();
    let mut refuse = |learn: &[&str]| {
        let ran = desk.adv(&[learn, &["--resume", "kept"]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        refused.push_str(&ran.err);
    };
    refuse(&learn("queen.adv", "other.adv"));
    refuse(&learn("rook.adv", "kept"));
    desk.put("kept", all.replacen("[", "[1", 1));
    refuse(&learn("rook.adv", "other.adv"));
    desk.put("kept", "what I wrote\n");
    refuse(&learn("rook.adv", "other.adv"));
    assert_eq!(desk.text("kept"), "what I wrote\n");
    assert_snapshot!("learn_resume_refused", refused);
}

/// Fewer candidates than there are numbers and signs.
#[test]
fn the_first_candidates_are_enough() {
    if !runs_in(Size::Long, "the_first_candidates_are_enough") {
        return;
    }
    let desk = Desk::new();
    desk.put("rook.adv", "material  W: K;  B: K, R\nuse std.vocabulary\n");
    let ran = desk.adv(&["learn", "rook.adv", "--candidates", "2", "-o", "few.adv"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    assert!(desk.text("few.adv").contains("table few for B"));
}

#[test]
fn what_cannot_be_learned_from_is_refused() {
    let desk = Desk::new();
    let rook = "material W: K, R; B: K\n";
    desk.put("gap.adv", "number gap = dist(W.K, B.K)\n");
    let programs = [
        ("no material", "use std.vocabulary\n".to_owned(), ""),
        ("no numbers", rook.to_owned(), ""),
        (
            "a parameter",
            format!("{rook}number n(x: board) = count(x)\n"),
            "",
        ),
        (
            "unknown",
            format!("{rook}use std.kings\n"),
            "kings-apart,king-apart",
        ),
        ("a file", format!("{rook}use \"gap.adv\"\n"), ""),
        (
            "a pawn",
            "material W: K, P; B: K\nuse std.kings\n".to_owned(),
            "",
        ),
        (
            "two sides",
            "material W: K, Q; B: K, R\nuse std.kings\n".to_owned(),
            "",
        ),
        (
            "four men",
            "material W: K, B, N; B: K\nuse std.kings\n".to_owned(),
            "",
        ),
        (
            "not won",
            "material W: K, N; B: K\nuse std.kings\n".to_owned(),
            "",
        ),
        ("constant", format!("{rook}number n = 2\n"), ""),
        (
            "large",
            format!("{rook}number n = 1000001 * dist(W.K, B.K)\n"),
            "",
        ),
        (
            "least",
            format!("{rook}number n = -9223372036854775807 - min(1, dist(W.K, B.K))\n"),
            "",
        ),
        ("wrong", format!("{rook}number n = e4\n"), ""),
    ];
    let mut shown = String::new();
    for (name, text, numbers) in programs {
        desk.put("given.adv", text);
        let mut learn = vec!["learn", "given.adv", "-o", "out.adv"];
        if !numbers.is_empty() {
            learn.extend(["--numbers", numbers]);
        }
        let ran = desk.adv(&learn);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (1, ""),
            "{name} {}",
            ran.all()
        );
        shown.push_str(&format!("{name}\n{}\n", ran.err));
        assert!(!desk.path("out.adv").exists(), "{name}");
    }
    desk.put("given.adv", format!("{rook}use std.vocabulary\n"));
    let ran = desk.adv(&["learn", "given.adv", "--fuel", "5", "-o", "out.adv"]);
    assert_eq!(ran.code, 3, "{}", ran.all());
    shown.push_str(&ran.err);
    let ran = desk.adv(&["learn", "given.adv", "-o", "given.adv"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert_snapshot!("learn_refused", shown);
}

/// A signal before the first candidate leaves nothing, a later one the best so far.
#[cfg(unix)]
#[test]
fn an_interrupted_search_writes_its_best() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::Stdio;
    use std::time::Duration;

    let desk = Desk::new();
    desk.put("rook.adv", "material  W: K, R;  B: K\nuse std.kings\n");
    let mut waited = Duration::from_millis(500);
    loop {
        let learn = [
            "learn",
            "rook.adv",
            "--candidates",
            "1M",
            "--weights",
            "64",
            "-o",
            "out.adv",
        ];
        let mut command = desk.command(&[&learn[..], &["--depth", "5"]].concat());
        let child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let child = child.expect("the binary starts");
        std::thread::sleep(waited);
        kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT).expect("it runs");
        let output = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&output.stderr);
        if output.status.code() == Some(6) && desk.path("out.adv").exists() {
            assert!(told.contains("the best so far is written"), "{told}");
            assert!(desk.text("out.adv").contains("table out for W"));
            return;
        }
        // Too early: it did not listen yet, or had no candidate.
        assert!(
            told.is_empty() || told.contains("nothing is written"),
            "{told}"
        );
        waited *= 2;
    }
}
