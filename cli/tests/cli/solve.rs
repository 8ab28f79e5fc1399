//! `adv solve`.

use insta::assert_snapshot;

use crate::desk::{Desk, Ran};

/// A program of its own, so that the library may change.
const PROGRAM: &str = r#"example "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"

advice mate-in(n: number)
  better   mate
  us       any by new.replies
  depth    2 * n - 1 shortest
  because  "mate in {n} at the most"
end-advice

advice force(n: number, e: number)
  better   mate
  us       any by new.replies
  cost     after-us bits(new.replies)
  effort   e cheapest
  depth    2 * n - 1
end-advice

plan ablation = force(7, 1), force(7, 2), mate-in(1), mate-in(2)

table problem
  otherwise mate-in(2), force(7, 3), mate-in(3)
end-table
"#;

/// Morphy, the paper's position, Réti, one whose book is wrong, one without a mate.
const EPD: &str = "# problems\n\nkbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"Morphy\";\n\
rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - dm 7; id \"the queen\";\r\n\
rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - bm Qd8+; id \"Réti\";\n\
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 3; id \"too long\";\n\
7k/8/8/8/8/8/8/K5R1 w - - dm 2;\n";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("problems.adv", PROGRAM);
    desk.put("p.epd", EPD);
    desk
}

fn solve(desk: &Desk, more: &[&str]) -> Ran {
    let first = [
        "solve",
        "problems.adv",
        "--positions",
        "p.epd",
        "--no-times",
    ];
    desk.adv(&[&first[..], more].concat())
}

#[test]
fn rows_have_every_form() {
    let desk = desk();
    for form in ["text", "csv", "markdown", "json", "pgn"] {
        let ran = solve(&desk, &["--format", form]);
        assert_eq!(ran.code, 2, "{}", ran.all());
        assert_snapshot!(format!("solve_{form}"), ran.all());
    }
    let text = solve(&desk, &["--duals"]);
    assert_snapshot!("solve_duals", text.all());
    let example = desk.adv(&["solve", "problems.adv", "--no-times", "--duals"]);
    assert_eq!(example.code, 0, "{}", example.all());
    assert_snapshot!("solve_example", example.all());
}

#[test]
fn a_file_of_positions_is_solved_by_the_library() {
    let desk = desk();
    desk.put(
        "p.epd",
        EPD.replace("dm 7; ", "")
            .lines()
            .take(5)
            .collect::<Vec<_>>()
            .join("\n"),
    );
    let ran = desk.adv(&["solve", "p.epd", "--no-times"]);
    assert_eq!(ran.code, 0, "{}", ran.all());
    let row = |id: &str| {
        ran.out
            .lines()
            .find(|line| line.contains(id))
            .unwrap_or_default()
            .to_owned()
    };
    assert!(
        row("Morphy").contains("mate-in(2)") && row("Morphy").contains("as short"),
        "{}",
        ran.out
    );
    assert!(
        row("the queen").contains("force-mate(9, 2)") && row("the queen").contains("Qb6+"),
        "{}",
        ran.out
    );
    assert!(row("Réti").contains("right"), "{}", ran.out);
    let piece = desk.adv(&[
        "solve",
        "p.epd",
        "--no-times",
        "--piece",
        "mate-in(2)",
        "--format",
        "csv",
    ]);
    assert_eq!(piece.code, 2, "{}", piece.all());
    assert_eq!(
        piece.out.matches(",mate-in(2),none,").count(),
        2,
        "{}",
        piece.out
    );
}

#[test]
fn entries_of_a_plan_have_a_row_each() {
    let desk = desk();
    let first = ["solve", "problems.adv", "--no-times", "--each", "ablation"];
    let fen = [
        "--fen",
        "rn1k1r2/pp2R3/2pP1pqp/6p1/2BQ4/2P1B3/PP4P1/6K1 w - - 0 1",
    ];
    let text = desk.adv(&[&first[..], &fen].concat());
    assert_eq!(text.code, 0, "{}", text.all());
    assert_snapshot!("solve_each", text.all());
    let wrong = desk.adv(&["solve", "problems.adv", "--each", "ablatoin"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("ablation"), "{}", wrong.err);
}

#[test]
fn rows_are_the_same_for_any_number_of_threads() {
    if !adv_testkit::runs_in(
        adv_testkit::Size::Long,
        "rows_are_the_same_for_any_number_of_threads",
    ) {
        return;
    }
    let desk = desk();
    desk.put("p.epd", EPD.repeat(3));
    let one = solve(&desk, &["--threads", "1", "--shortest"]);
    for threads in ["2", "7"] {
        let more = solve(&desk, &["--threads", threads, "--shortest"]);
        assert_eq!((more.code, &more.out), (one.code, &one.out), "{threads}");
    }
    assert!(one.out.contains("in 2, none in 1"), "{}", one.out);
}

#[test]
fn a_budget_that_ends_says_undecided() {
    let desk = desk();
    let nodes = solve(&desk, &["--nodes", "20"]);
    assert_eq!(nodes.code, 3, "{}", nodes.all());
    assert!(nodes.out.contains("undecided (nodes)"), "{}", nodes.out);
    let long = [
        "solve",
        "problems.adv",
        "--no-times",
        "--piece",
        "mate-in(9)",
        "--nodes",
        "1000G",
    ];
    let fen = [
        "--fen",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
    ];
    let time = desk.adv(&[&long[..], &fen, &["--time", "0.2"]].concat());
    assert_eq!(time.code, 3, "{}", time.all());
    assert!(time.out.contains("undecided (time)"), "{}", time.out);
    let fuel = desk.adv(&[&long[..], &fen, &["--fuel", "100000"]].concat());
    assert_eq!(fuel.code, 3, "{}", fuel.all());
    assert!(fuel.out.contains("undecided (fuel)"), "{}", fuel.out);
}

#[test]
fn a_run_goes_on_after_the_rows_that_are_kept() {
    let desk = desk();
    // Without the long mate, which takes longer than the others together.
    let quick = EPD
        .split_inclusive('\n')
        .filter(|line| !line.contains("the queen"));
    desk.put("p.epd", quick.collect::<String>());
    let whole = solve(&desk, &["--shortest"]);
    let resume = ["--shortest", "--resume", "rows", "--threads", "1"];
    let kept = solve(&desk, &resume);
    assert_eq!(
        (kept.code, &kept.out),
        (whole.code, &whole.out),
        "{}",
        kept.all()
    );
    let rows = desk.bytes("rows");
    assert_eq!(rows.iter().filter(|byte| **byte == b'\n').count(), 4);
    // Cut anywhere, also within a line, the run goes on and comes to the same.
    let mut numbers = adv_testkit::Numbers::new(4);
    for _ in 0..adv_testkit::sized(2, 12) {
        desk.put("rows", &rows[..numbers.below(rows.len() + 1)]);
        let again = solve(&desk, &resume);
        assert_eq!(
            (again.code, &again.out),
            (whole.code, &whole.out),
            "{}",
            again.all()
        );
        assert_eq!(desk.bytes("rows"), rows);
    }
    let other = solve(&desk, &["--resume", "rows"]);
    assert_eq!((other.code, other.out.as_str()), (1, ""), "{}", other.all());
    assert!(
        other
            .err
            .contains("with other questions, or under another budget"),
        "{}",
        other.err
    );
    for at in [3, 40, 90, rows.len() / 2, rows.len() - 2] {
        let mut altered = rows.clone();
        altered[at] ^= 1;
        desk.put("rows", &altered);
        let refused = solve(&desk, &resume);
        assert_eq!(
            (refused.code, refused.out.as_str()),
            (1, ""),
            "{at} {}",
            refused.all()
        );
        assert_eq!(desk.bytes("rows"), altered, "it stays as it is");
    }
    desk.put("notes", "not mine");
    let refused = solve(&desk, &["--resume", "notes"]);
    assert_eq!(refused.code, 1, "{}", refused.all());
    assert_eq!(desk.text("notes"), "not mine");
    let over = solve(&desk, &["--resume", "p.epd"]);
    assert!(over.err.contains("would be written over"), "{}", over.err);
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_keeps_its_rows() {
    use std::process::Stdio;
    let desk = desk();
    // The second position takes far longer than the test waits.
    let long = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - id \"long\";\n";
    desk.put(
        "p.epd",
        format!(
            "{}{long}",
            EPD.lines().nth(2).unwrap_or_default().to_owned() + "\n"
        ),
    );
    let arguments = [
        "solve",
        "problems.adv",
        "--positions",
        "p.epd",
        "--no-times",
        "--piece",
        "mate-in(9)",
        "--nodes",
        "1000G",
        "--resume",
        "rows",
    ];
    let mut command = desk.command(&arguments);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let child = child.expect("the binary starts");
    let begun = std::time::Instant::now();
    let has_row = || std::fs::read(desk.path("rows")).is_ok_and(|rows| rows.ends_with(b"\n"));
    while !has_row() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // `timeout` signals its child, and then its group.
    for _ in 0..2 {
        let told = std::process::Command::new("kill")
            .args(["-TERM", &child.id().to_string()])
            .status();
        assert!(told.is_ok_and(|status| status.success()));
    }
    let output = child.wait_with_output().expect("it ends");
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(output.status.code(), Some(6), "{out}{err}");
    assert!(out.contains("Morphy") && !out.contains("long "), "{out}");
    assert!(err.contains("`--resume rows` goes on"), "{err}");
    let rows = desk.text("rows");
    assert_eq!(rows.lines().count(), 1);
    desk.put("p.epd", EPD.lines().nth(2).unwrap_or_default());
    let ran = desk.adv(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_eq!(desk.text("rows"), rows, "the row was taken up");
}

#[test]
fn lines_that_are_no_positions_are_told_with_their_place() {
    let desk = desk();
    desk.put(
        "p.epd",
        "nonsense\nkbK5/pp6/1P6/8/8/8/8/R7 w - - dm two;\n  kbK5/pp6/1P6/8/8/8/8/R7 w - - bm Ra6 Ra9;\n\
         kbK5/pp6/1P6/8/8/8/8/R7 w - - id \"a\u{1b}[31m red\";\n",
    );
    let ran = solve(&desk, &[]);
    assert_eq!(ran.code, 1);
    assert_snapshot!("solve_bad_lines", ran.all());
    assert!(!ran.out.contains('\u{1b}'));
}

#[test]
fn arguments_that_do_not_go_together_say_what_to_do() {
    let desk = desk();
    for (arguments, part) in [
        (
            &["p.epd", "--fen", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"][..],
            "is read as a file of positions",
        ),
        (&["problems.adv", "--piece", "mate-on(3)"], "mate-in"),
        (&["problems.adv", "--nodes", "many"], "expected a number"),
        (
            &["problems.adv", "--time", "soon"],
            "expected a number of seconds",
        ),
        (
            &["problems.adv", "--positions", "absent.epd"],
            "cannot read `absent.epd`",
        ),
        (
            &["kings.adv", "--fen", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"],
            "the program is for",
        ),
    ] {
        let ran = desk.adv(&[&["solve"], arguments].concat());
        assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
        assert!(ran.err.contains(part), "{arguments:?} {}", ran.err);
    }
    desk.put("empty.epd", "# nothing\n\n");
    let ran = desk.adv(&["solve", "problems.adv", "--positions", "empty.epd"]);
    assert!(
        ran.code == 1 && ran.err.contains("has no position"),
        "{}",
        ran.all()
    );
}

#[test]
fn hostile_files_of_positions_do_no_harm() {
    let desk = desk();
    let line = EPD.lines().nth(2).unwrap_or_default().as_bytes();
    // All cuts of a line, one after the other, and all flips of a bit in a copy of it.
    let mut file = Vec::new();
    for end in 0..line.len() {
        file.extend(&line[..end]);
        file.push(b'\n');
        let mut flipped = line.to_vec();
        flipped[end] ^= 1 << (end % 8);
        file.extend(flipped);
        file.push(b'\n');
    }
    file.extend(vec![b'k'; 1 << 20]);
    file.push(b'\n');
    file.extend([0, 0xff, 0xfe, b'\r', b'\n']);
    file.extend(line);
    desk.put("p.epd", &file);
    let ran = solve(
        &desk,
        &[
            "--piece",
            "mate-in(2)",
            "--nodes",
            "2000",
            "--format",
            "csv",
        ],
    );
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(
        ran.out
            .lines()
            .last()
            .is_some_and(|row| row.contains("Morphy")),
        "{}",
        ran.out
    );
    assert!(ran.err.contains("longer than"), "{}", ran.err);
    for told in ran.err.lines().filter(|told| told.starts_with("p.epd")) {
        let mut parts = told.split(':').skip(1);
        let numbers =
            [parts.next(), parts.next()].map(|part| part.and_then(|n| n.parse::<u64>().ok()));
        assert!(numbers.iter().all(Option::is_some), "{told}");
    }
}

/// Every tenth of the thousand mates of `docs/entropy.md`, whose table has all of them.
#[test]
fn of_the_mates_from_games_as_many_are_found_as_told() {
    let desk = Desk::new();
    desk.put(
        "ways.adv",
        include_str!("../../../examples/mate-in-seven.adv"),
    );
    let all = include_str!("../../../tests/cases/mates/mates.epd");
    assert_eq!(all.lines().count(), 1000);
    let tenth: Vec<&str> = all.lines().step_by(10).collect();
    desk.put("tenth.epd", tenth.join("\n"));
    let ways = "checks-only(9), combination(9, 12), by-proof(9)";
    let first = ["solve", "ways.adv", "--positions", "tenth.epd"];
    let more = ["--each", ways, "--nodes", "10000", "--format", "json"];
    let ran = desk.adv(&[&first[..], &more].concat());
    let object: serde_json::Value = serde_json::from_str(&ran.out).expect("an object");
    let rows = object["rows"].as_array().expect("rows");
    let found = |way: &str| {
        let of_way = rows.iter().filter(|row| row["asked"] == way);
        of_way.filter(|row| row["result"] == "found").count()
    };
    assert_eq!(rows.len(), 300);
    assert_eq!(found("checks-only(9)"), 48);
    assert_eq!(found("combination(9, 12)"), 85);
    assert_eq!(found("by-proof(9)"), 81);
}
