//! Programs of several files: what is said of them and where, what may be read, and what is made of them.

use std::fs;

use insta::assert_snapshot;

use crate::desk::Desk;

/// Advice that two programs have in common.
const COMMON: &str = "//! Mate in one move, and a king that walks up.
number near = dist(W.K, B.K)

advice walk for W
  better   near < root.near
  us       K
  depth    1
  because  \"the king comes nearer\"
end-advice

advice mate-in(n: number) for W
  better   mate
  depth    2 * n - 1
end-advice

test \"of the common file\" walk position \"8/8/8/3k4/8/8/8/KQ6 w - - 0 1\" expect satisfied
";

const QUEENS: &str = "material W: K, Q;  B: K
example  \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\"
use \"lib/common.adv\"

table kqk for W
  otherwise mate-in(1), mate-in(2), walk
end-table

test \"mate\" kqk position \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\" expect advice mate-in(1)
prove kqk from example reaches mate within 2 moves
";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("games/lib/common.adv", COMMON);
    desk.put("games/queens.adv", QUEENS);
    desk
}

#[test]
fn two_files_are_one_program() {
    let desk = desk();
    let checked = desk.adv(&["check", "games/queens.adv"]);
    assert_eq!(
        (checked.code, checked.out.as_str()),
        (0, "1 file checked: no errors, no warnings\n")
    );
    let ran = desk.adv(&["run", "games/queens.adv", "--why"]);
    assert_snapshot!("run_of_two_files", ran.all());
    let walked = desk.adv(&[
        "run",
        "games/queens.adv",
        "--fen",
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "--why",
    ]);
    assert_snapshot!("walk_of_two_files", walked.all());
    let tested = desk.adv(&["test", "games/queens.adv"]);
    assert_eq!(tested.code, 0, "{}", tested.all());
    assert!(
        tested.out.contains("1 passed") && !tested.out.contains("common"),
        "{}",
        tested.out
    );
    let all = desk.adv(&["test", "games"]);
    assert_eq!(all.code, 0, "{}", all.all());
    assert!(all.out.contains("of the common file"), "{}", all.out);
    let listed = desk.adv(&["disasm", "games/queens.adv"]);
    assert!(listed.out.contains("(lib/common.adv)"), "{}", listed.out);
    let drawn = desk.adv(&["board", "games/queens.adv", "near"]);
    assert_eq!(drawn.code, 0, "{}", drawn.all());
    let asked = desk.adv(&["run", "games/queens.adv", "--advice", "mate-in(2)"]);
    assert_eq!(asked.code, 0, "{}", asked.all());
}

#[test]
fn a_module_of_two_files_runs_elsewhere_and_alone() {
    let desk = desk();
    assert_eq!(
        desk.adv(&["build", "games/queens.adv", "-o", "away/q.advc"])
            .code,
        1
    );
    fs::create_dir(desk.path("away")).expect("a folder");
    let built = desk.adv(&["build", "games/queens.adv", "-o", "away/q.advc"]);
    assert_eq!(built.code, 0, "{}", built.all());
    let source = desk.adv(&["run", "games/queens.adv", "--why"]);
    let proved = ["prove", "games/queens.adv", "--certificate", "q.proof"];
    let proved = desk.adv(&proved);
    assert_eq!(proved.code, 0, "{}", proved.all());
    let verified = desk.adv(&["verify", "q.proof", "games/queens.adv"]);
    assert_eq!(verified.code, 0, "{}", verified.all());
    fs::remove_dir_all(desk.path("games")).expect("the sources go");
    let module = desk.adv(&["run", "away/q.advc", "--why"]);
    assert_eq!((module.code, module.out), (0, source.out));
    let verified = desk.adv(&["verify", "q.proof", "away/q.advc"]);
    assert_eq!(verified.code, 0, "{}", verified.all());
    // Typed claims see the names of all files that the program uses.
    let typed = [
        "prove",
        "away/q.advc",
        "--claim",
        "prove kqk from example reaches near = 2",
    ];
    let typed = desk.adv(&typed);
    assert!(matches!(typed.code, 0 | 5), "{}", typed.all());
    // A text in the module that is not that of its code.
    let mut bytes = desk.bytes("away/q.advc");
    let at = bytes
        .windows(8)
        .rposition(|part| part == b"better  ")
        .expect("its text");
    bytes[at] = b'B';
    desk.put("away/w.advc", bytes);
    let wrong = desk.adv(&["run", "away/w.advc"]);
    assert_eq!(wrong.code, 1, "{}", wrong.all());
}

#[test]
fn an_error_in_a_used_file_is_shown_there() {
    let desk = desk();
    desk.put(
        "games/lib/common.adv",
        COMMON.replace("better   mate", "better   mated-king"),
    );
    desk.put("games/other.adv", QUEENS);
    let ran = desk.adv(&["check", "games/queens.adv"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!("error_in_a_used_file", ran.all());
    let json = desk.adv(&["check", "games/queens.adv", "--message-format", "json"]);
    for part in [
        "\"file\":\"games/lib/common.adv\"",
        "\"line\":12,",
        "\"column\":12,",
    ] {
        assert!(json.out.contains(part), "{part}: {}", json.out);
    }
    let rich = desk.adv(&["check", "games/queens.adv", "--message-format", "rich"]);
    assert!(
        rich.out.contains("games/lib/common.adv:12:12"),
        "{}",
        rich.out
    );
}

#[test]
fn rings_are_refused() {
    let desk = Desk::new();
    desk.put("a.adv", "use \"b.adv\"\nnumber a = 1\n");
    desk.put("b.adv", "use \"c.adv\"\nnumber b = 1\n");
    desk.put("c.adv", "number c = 1\nuse \"a.adv\"\n");
    desk.put("self.adv", "use \"self.adv\"\nnumber a = 1\n");
    let three = desk.adv(&["check", "a.adv"]);
    assert_eq!(three.code, 1);
    assert_snapshot!("ring_of_three_files", three.all());
    assert_snapshot!("ring_of_one_file", desk.adv(&["check", "self.adv"]).all());
}

#[test]
fn files_outside_are_read_where_that_is_allowed_only() {
    let desk = desk();
    desk.put("common.adv", COMMON);
    let up = QUEENS.replace("lib/common.adv", "../common.adv");
    desk.put("games/up.adv", &up);
    let refused = desk.adv(&["check", "games/up.adv"]);
    assert_eq!(refused.code, 1);
    assert_snapshot!("file_outside", refused.all());
    for allowed in [
        &["check", "games/up.adv", "--root", "."][..],
        &["run", "games/up.adv", "--root", "."],
        &["check", "."],
    ] {
        let ran = desk.adv(allowed);
        assert!(!ran.all().contains("E0215"), "{}", ran.all());
    }
    assert_eq!(desk.adv(&["check", "games/up.adv", "--root", "."]).code, 0);
    assert_eq!(
        desk.adv(&["check", "games/up.adv", "--root", "nowhere"])
            .code,
        1
    );
    // Whether there is such a file makes no difference.
    desk.put("games/up.adv", up.replace("../common", "../no-such"));
    let refused = desk.adv(&["check", "games/up.adv"]);
    assert!(
        refused.out.contains("E0215") && !refused.out.contains("there is no"),
        "{}",
        refused.out
    );
    let absolute = desk.path("common.adv").to_string_lossy().into_owned();
    desk.put("games/up.adv", up.replace("../common.adv", &absolute));
    let refused = desk.adv(&["check", "games/up.adv"]);
    assert!(refused.out.contains("E0215"), "{}", refused.out);
}

#[test]
#[cfg(unix)]
fn links_do_not_lead_out() {
    use std::os::unix::fs::symlink;
    let desk = desk();
    desk.put("secret/common.adv", COMMON);
    symlink(desk.path("secret"), desk.path("games/link")).expect("a link");
    symlink(desk.path("secret/common.adv"), desk.path("games/one.adv")).expect("a link");
    symlink(
        desk.path("games/lib/common.adv"),
        desk.path("games/inside.adv"),
    )
    .expect("a link");
    for (path, code) in [("link/common.adv", 1), ("one.adv", 1), ("inside.adv", 0)] {
        desk.put("games/q.adv", QUEENS.replace("lib/common.adv", path));
        let ran = desk.adv(&["check", "games/q.adv"]);
        assert_eq!(ran.code, code, "{path}: {}", ran.all());
        assert_eq!(ran.out.contains("E0215"), code == 1, "{path}: {}", ran.out);
    }
    // A pipe would never come to an end.
    let made = std::process::Command::new("mkfifo")
        .arg(desk.path("games/pipe.adv"))
        .status();
    if made.is_ok_and(|status| status.success()) {
        desk.put("games/q.adv", QUEENS.replace("lib/common.adv", "pipe.adv"));
        let ran = desk.adv(&["check", "games/q.adv"]);
        assert!(ran.out.contains("no ordinary file"), "{}", ran.all());
    }
}

#[test]
fn what_is_no_source_is_refused_with_what_to_do() {
    let desk = desk();
    desk.put("games/latin.adv", b"number a = 1 // \xe9t\xe9\n");
    assert_eq!(
        desk.adv(&["build", "queen.adv", "-o", "games/module.adv"])
            .code,
        0
    );
    fs::create_dir(desk.path("games/folder.adv")).expect("a folder");
    let mut all = String::new();
    for path in [
        "lib/comon.adv",
        "folder.adv",
        "latin.adv",
        "module.adv",
        "module.advc",
        "lib/common",
        "std.rook",
        "",
    ] {
        desk.put("games/q.adv", QUEENS.replace("lib/common.adv", path));
        let ran = desk.adv(&["check", "games/q.adv"]);
        assert_eq!(ran.code, 1, "{path}: {}", ran.all());
        assert_eq!(ran.out.matches("error[").count(), 1, "{path}: {}", ran.out);
        all.push_str(&ran.out);
    }
    assert_snapshot!("no_source_to_use", all);
    let piped = desk.adv_with(&["check", "-"], QUEENS);
    assert_snapshot!("files_of_standard_input", piped.all());
}

#[test]
fn no_output_is_written_over_a_used_file() {
    let desk = desk();
    let ran = desk.adv(&["build", "games/queens.adv", "-o", "games/lib/common.adv"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert_eq!(desk.text("games/lib/common.adv"), COMMON);
}

#[test]
fn the_example_of_three_files_does_what_it_says() {
    let desk = Desk::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/shared");
    let checked = desk.adv(&["check", folder]);
    assert!(
        checked
            .out
            .contains("3 files checked: no errors, no warnings"),
        "{}",
        checked.all()
    );
    let tested = desk.adv(&["test", folder]);
    assert_eq!(tested.code, 0, "{}", tested.all());
    let queen = format!("{folder}/queen.adv");
    if !adv_testkit::runs_in(adv_testkit::Size::Long, "the proof of shared/queen.adv") {
        return;
    }
    let proved = desk.adv(&["prove", &queen, "--certificate", "queen.proof"]);
    assert_eq!(proved.code, 0, "{}", proved.all());
    let verified = desk.adv(&["verify", "queen.proof", &queen]);
    assert_eq!(verified.code, 0, "{}", verified.all());
}
