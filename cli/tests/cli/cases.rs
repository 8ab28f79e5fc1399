//! `adv cases`: every action, what is refused, and what is left where a command ends early.

use std::process::Stdio;
use std::time::Duration;

use crate::desk::{Desk, Ran};

/// Two exported cases.
const EXPORTED: &str = r#"{"case":1,"fen":"r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1","viewer":"W","stage":"endgame","facts":[{"pattern":"backward-open","side":"B","squares":["a7"],"worth":50,"plan":["attack-by-file"],"texts":[{"lang":"de","slot":"belief","text":"kein Bauer deckt ihn noch"}]},{"pattern":"rook-halfopen","side":"W","squares":["a1","a4"],"worth":40,"plan":[]}],"note":"Kerner, position 1"}
{"case":4,"fen":"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12","viewer":"B","stage":null,"facts":[{"pattern":"passed","side":"W","squares":["e5"],"worth":-90,"plan":["stop-it","take-it"]}]}
"#;

/// The file of these cases as version 1 wrote it.
const OLD: &str = "adv cases 1
case 1
fen r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1
seen W endgame
xp backward-open B a7 50 attack-by-file
say de belief kein Bauer deckt ihn noch
xp rook-halfopen W a1,a4 40 -
note Kerner, position 1
sum 3ef92fe2280415b5
case 4
fen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12
seen B -
xp passed W e5 -90 stop-it,take-it
sum 363c78a68bb3fe28
end 2 69aedafcd720c21f
";

/// A desk with `club.cases`, a base of these cases.
fn desk() -> Desk {
    let desk = Desk::new();
    let ran = desk.adv_with(&["cases", "club.cases", "import", "-"], EXPORTED);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.all());
    desk
}

fn fails(desk: &Desk, arguments: &[&str], words: &[&str]) -> Ran {
    let ran = desk.adv(arguments);
    assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
    for word in words {
        assert!(ran.err.contains(word), "{word}: {}", ran.all());
    }
    ran
}

fn done(desk: &Desk, arguments: &[&str]) -> Ran {
    let ran = desk.adv(arguments);
    assert_eq!(ran.code, 0, "{arguments:?} {}", ran.all());
    ran
}

#[test]
fn cases_are_listed_and_shown() {
    let desk = desk();
    let ran = done(&desk, &["cases", "club.cases", "list"]);
    let list = "\
1  White  endgame   +0.90  backward-open B a7; rook-halfopen W a1,a4  \"Kerner, position 1\"
4  Black  -         -0.90  passed W e5
2 cases
";
    assert_eq!(ran.out, list);
    let ran = done(&desk, &["cases", "club.cases", "show", "1"]);
    let shown = "\
case 1, seen by White, endgame

8 r . . . . . k .
7 p r . . . . p p
6 . . . p . p . .
5 . . . P p . . .
4 R p P . P . . .
3 . P . . . P . .
2 . . . . . . P P
1 R . . . . . K .
  a b c d e f g h

r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1

1  backward-open B a7  +0.50
   plan  attack-by-file
   de belief  kein Bauer deckt ihn noch
2  rook-halfopen W a1,a4  +0.40

together +0.90 for White
note  Kerner, position 1
";
    assert_eq!(ran.out, shown);
    let ran = done(&desk, &["cases", "club.cases", "show", "4"]);
    assert!(
        ran.out.contains("1 . . . K . . . .\n"),
        "seen by Black: {}",
        ran.out
    );
    fails(
        &desk,
        &["cases", "club.cases", "show", "3"],
        &["has no case 3", "it has 2 cases"],
    );
}

#[test]
fn cases_are_dropped_and_keep_their_numbers() {
    let desk = desk();
    let before = desk.bytes("club.cases");
    fails(
        &desk,
        &["cases", "club.cases", "drop", "1", "9"],
        &["has no case 9"],
    );
    assert_eq!(desk.bytes("club.cases"), before);
    let ran = done(&desk, &["cases", "club.cases", "drop", "1"]);
    assert!(
        ran.err.contains("club.cases: 1 case, 2 before"),
        "{}",
        ran.err
    );
    let ran = done(&desk, &["cases", "club.cases", "list"]);
    assert!(ran.out.starts_with("4  Black"), "{}", ran.out);
    fails(
        &desk,
        &["cases", "none.cases", "drop", "1"],
        &["no such file"],
    );
    assert!(!desk.path("none.cases").exists());
}

#[test]
fn lines_are_exported_and_imported_as_the_same_file() {
    let desk = desk();
    let ran = done(&desk, &["cases", "club.cases", "export"]);
    assert_eq!(ran.out, EXPORTED);
    let export = ["cases", "club.cases", "export", "--format", "jsonl"];
    done(&desk, &[&export[..], &["-o", "out.jsonl"]].concat());
    assert_eq!(desk.text("out.jsonl"), EXPORTED);
    // Lines with the first one and without, and a file of version 1.
    desk.put("old.cases", OLD);
    for text in ["out.jsonl", "club.cases", "old.cases"] {
        let copy = format!("{text}.cases");
        done(&desk, &["cases", &copy, "import", text]);
        assert_eq!(desk.text(&copy), desk.text("club.cases"), "{text}");
        // What is there already is not added again.
        let again = done(&desk, &["cases", &copy, "merge", text]);
        assert!(
            again.err.contains("0 added, 2 there already"),
            "{}",
            again.err
        );
        assert_eq!(desk.text(&copy), desk.text("club.cases"), "{text}");
    }
    for action in [&["list"][..], &["drop", "1"], &["merge", "club.cases"]] {
        let words = [
            "error[K0002]: old.cases:1: this is a case file of version 1",
            "`adv cases NEW import OLD` makes it anew",
        ];
        fails(&desk, &[&["cases", "old.cases"], action].concat(), &words);
        assert_eq!(desk.text("old.cases"), OLD);
    }
    desk.put("game.pgn", "[Event \"?\"]\n\n1. e4 *\n");
    fails(
        &desk,
        &["cases", "new.cases", "import", "game.pgn"],
        &["error[K0001]: game.pgn:1:"],
    );
    assert!(!desk.path("new.cases").exists());
}

#[test]
fn positions_are_exported_for_other_programs() {
    let desk = desk();
    let ran = done(&desk, &["cases", "club.cases", "export", "--format", "epd"]);
    let last = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 hmvc 0; fmvn 12; id \"4\"; c0 \"passed W e5 -0.90; together -0.90\";\n";
    assert!(ran.out.ends_with(last), "{}", ran.out);
    // The first alone: of the other's four men, tables would be made.
    desk.put(
        "out.epd",
        ran.out.split_inclusive('\n').next().unwrap_or_default(),
    );
    let ran = done(&desk, &["assess", "out.epd", "--format", "csv"]);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.all());
    let ran = done(&desk, &["cases", "club.cases", "export", "--format", "pgn"]);
    let note = "[FEN \"r5k1/pr4pp/3p1p2/3Pp3/RpP1P3/1P3P2/6PP/R5K1 w - - 0 1\"]\n[Note \"Kerner, position 1\"]\n";
    assert!(ran.out.contains(note), "{}", ran.out);
    assert_eq!(ran.out.matches(" } *\n").count(), 2, "{}", ran.out);
}

#[test]
fn what_a_person_wrote_is_read() {
    let desk = desk();
    let text = desk.text("club.cases");
    let edited = text
        .replace("\"worth\":50", "\"worth\": 60")
        .replace('\n', "\r\n");
    desk.put("club.cases", edited + "\r\n");
    let ran = done(&desk, &["cases", "club.cases", "drop", "4"]);
    assert!(ran.err.contains("1 case, 2 before"), "{}", ran.err);
    let lines: Vec<&str> = text.lines().collect();
    let saved = format!("{}\n{}\n", lines[0], lines[1]);
    assert_eq!(desk.text("club.cases"), saved.replace(":50", ":60"));
}

#[test]
fn bases_are_merged() {
    let desk = desk();
    let other = EXPORTED.replace("\"worth\":-90", "\"worth\":-80");
    let other = other.replace("r5k1/pr4pp", "r6k/pr4pp");
    desk.put("other.jsonl", other);
    done(&desk, &["cases", "other.cases", "import", "other.jsonl"]);
    let before = desk.bytes("club.cases");
    let merge = ["cases", "club.cases", "merge", "other.cases"];
    let words = [
        "case 4 of club.cases and case 4 of other.cases explain 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12",
        "error[K0005]: one position is explained differently",
        "--prefer second",
    ];
    fails(&desk, &merge, &words);
    assert_eq!(desk.bytes("club.cases"), before);
    let ran = done(&desk, &[&merge[..], &["--prefer", "second"]].concat());
    assert!(
        ran.err
            .contains("1 added, 0 there already, 1 explained differently"),
        "{}",
        ran.err
    );
    let list = done(&desk, &["cases", "club.cases", "list"]).out;
    let totals: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split("  ").find(|w| w.trim().contains("0.")))
        .collect();
    assert_eq!(totals.len(), 3, "{list}");
    assert!(list.contains("-0.80") && !list.contains("-0.90"), "{list}");
}

#[test]
fn files_that_are_not_whole_are_refused_and_left_as_they_are() {
    let desk = desk();
    let text = desk.text("club.cases");
    let table = [
        ("error[K0001]: bad.cases:1:", "material W: K\n".to_owned()),
        (
            "error[K0002]: bad.cases:1:",
            text.replace("\"version\":2", "\"version\":3"),
        ),
        (
            "error[K0003]: bad.cases:3: no case: invalid value",
            text.replace("\"worth\":-90", "\"worth\":9000000000"),
        ),
        ("error[K0004]: bad.cases:2:", text[..200].to_owned()),
    ];
    for (words, bad) in table {
        desk.put("bad.cases", &bad);
        for action in [&["list"][..], &["drop", "1"], &["export"], &["import", "-"]] {
            fails(
                &desk,
                &[&["cases", "bad.cases"], action].concat(),
                &[words, "  = help: "],
            );
            assert_eq!(desk.text("bad.cases"), bad);
        }
        let code = words.get(6..11).expect("a code");
        let page = done(&desk, &["explain", code]);
        assert!(page.out.starts_with(&format!("# {code}: ")), "{}", page.out);
    }
}

#[test]
fn what_is_whole_is_copied_out_of_a_damaged_file() {
    let desk = desk();
    let text = desk.text("club.cases");
    desk.put(
        "bad.cases",
        text.replace("attack-by-file", "attack by file"),
    );
    let ran = done(&desk, &["cases", "bad.cases", "repair", "-o", "new.cases"]);
    assert!(
        ran.err
            .contains("bad.cases:2: the plan is `attack by file`"),
        "{}",
        ran.err
    );
    assert!(
        ran.err
            .contains("new.cases: 1 case copied, 1 line left out"),
        "{}",
        ran.err
    );
    let list = done(&desk, &["cases", "new.cases", "list"]);
    assert!(list.out.ends_with("\n1 case\n"), "{}", list.out);
    let over = ["cases", "bad.cases", "repair", "-o", "bad.cases"];
    fails(&desk, &over, &["bad.cases"]);
}

/// A case of some position, so that each writer adds cases of its own.
fn exported(writer: usize, number: usize) -> String {
    let (file, rank) = (number % 6, writer + 3);
    let (before, after) = (file + 1, 6 - file);
    let row = format!("{before}P{after}");
    let rows: Vec<&str> = (1..=8)
        .rev()
        .map(|r| {
            if r == 8 {
                "4k3"
            } else if r == 1 {
                "4K3"
            } else if r == rank {
                &row
            } else {
                "8"
            }
        })
        .collect();
    let fen = format!("{} w - - 0 {}", rows.join("/"), number + 1);
    let viewer = if number >= 6 { "B" } else { "W" };
    format!(
        "{{\"case\":1,\"fen\":\"{fen}\",\"viewer\":\"{viewer}\",\"stage\":null,\"facts\":[{{\"pattern\":\"p\",\"side\":\"W\",\"squares\":[],\"worth\":1,\"plan\":[]}}]}}\n"
    )
}

#[test]
fn writers_at_the_same_time_lose_nothing() {
    let desk = desk();
    let mut children = Vec::new();
    for number in 0..12 {
        for writer in 0..2 {
            let name = format!("{writer}-{number}.jsonl");
            desk.put(&name, exported(writer, number));
            let mut command = desk.command(&["cases", "club.cases", "import", &name]);
            let command = command.stdout(Stdio::null()).stderr(Stdio::null());
            children.push(command.spawn().expect("it starts"));
        }
    }
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    let list = done(&desk, &["cases", "club.cases", "list"]);
    assert!(list.out.ends_with("\n26 cases\n"), "{}", list.out);
}

#[test]
fn a_writer_that_is_killed_leaves_a_whole_file() {
    let desk = desk();
    let mut whole = 2;
    for number in 0..12 {
        let name = format!("{number}.jsonl");
        desk.put(&name, exported(0, number));
        let mut command = desk.command(&["cases", "club.cases", "import", &name]);
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        // Where it is killed differs from run to run; what must hold does not.
        std::thread::sleep(Duration::from_micros(500 * number as u64));
        let _ = child.kill();
        let _ = child.wait();
        let list = done(&desk, &["cases", "club.cases", "list"]);
        let count: usize = list.out.lines().count() - 1;
        assert!(count == whole || count == whole + 1, "{}", list.out);
        whole = count;
        // Its lock has ended with it.
        done(&desk, &["cases", "club.cases", "import", &name]);
        whole = whole.max(
            done(&desk, &["cases", "club.cases", "list"])
                .out
                .lines()
                .count()
                - 1,
        );
    }
    assert_eq!(whole, 14);
}
