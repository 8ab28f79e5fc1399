//! No output is written over a file that the command reads, whatever the file is called; links are written where they lead.

use crate::desk::{Desk, KINGS};

const CLAIMS: &str = "\nprove hunt from 3 random positions reaches mate\n";
const START: &str = "8/8/8/3k4/8/8/8/K7 w - -\n";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.put("p.adv", format!("{KINGS}{CLAIMS}"));
    desk.put("q.adv", format!("{KINGS}{CLAIMS}"));
    desk.put("p.epd", START);
    desk
}

/// Every option that names an output, with the inputs that the command reads. `OUT` stands for the output.
const WRITERS: &[(&[&str], &[&str])] = &[
    (&["run", "p.adv", "-o", "OUT"], &["p.adv"]),
    (
        &["run", "p.adv", "--format", "html", "-o", "OUT"],
        &["p.adv"],
    ),
    (
        &["run", "p.adv", "--positions", "p.epd", "-o", "OUT"],
        &["p.adv", "p.epd"],
    ),
    (&["survey", "p.adv", "-o", "OUT"], &["p.adv"]),
    (&["board", "p.adv", "MV(B.K)", "-o", "OUT"], &["p.adv"]),
    (
        &[
            "bench", "p.adv", "--rounds", "1", "--sample", "2", "--from", "p.epd", "-o", "OUT",
        ],
        &["p.adv", "p.epd"],
    ),
    (&["build", "p.adv", "-o", "OUT"], &["p.adv"]),
    (&["prove", "p.adv", "-o", "OUT"], &["p.adv"]),
    (
        &["prove", "p.adv", "--format", "html", "-o", "OUT"],
        &["p.adv"],
    ),
    (&["prove", "p.adv", "--certificate", "OUT"], &["p.adv"]),
    (&["prove", "p.adv", "--checkpoint", "OUT"], &["p.adv"]),
    (
        &["diff", "p.adv", "q.adv", "-o", "OUT"],
        &["p.adv", "q.adv"],
    ),
    (
        &[
            "match",
            "p.adv",
            "--from",
            "p.epd",
            "--opponent",
            "random",
            "--pgn",
            "OUT",
        ],
        &["p.adv", "p.epd"],
    ),
    (
        &["play", "p.adv", "--opponent", "random", "--save", "OUT"],
        &["p.adv"],
    ),
];

#[test]
fn no_command_writes_over_its_input() {
    for (arguments, inputs) in WRITERS {
        for input in *inputs {
            let mut names = vec![(*input).to_owned(), format!("./{input}")];
            let desk = desk();
            #[cfg(unix)]
            {
                std::os::unix::fs::symlink(input, desk.path("link.pgn")).expect("a link");
                names.push("link.pgn".to_owned());
            }
            std::fs::hard_link(desk.path(input), desk.path("same.pgn")).expect("another name");
            names.push("same.pgn".to_owned());
            let before = desk.bytes(input);
            for name in &names {
                let arguments: Vec<&str> = arguments
                    .iter()
                    .map(|word| if *word == "OUT" { name.as_str() } else { word })
                    .collect();
                let ran = desk.adv(&arguments);
                assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
                let told = format!("`{name}` would be written over `{input}`, which is read");
                assert!(ran.err.contains(&told), "{arguments:?} {}", ran.err);
                assert!(desk.bytes(input) == before, "{arguments:?}");
            }
        }
    }
}

#[test]
fn a_session_saves_over_no_input_and_keeps_the_game() {
    let desk = desk();
    let before = desk.text("p.adv");
    let ran = desk.adv_with(
        &["play", "p.adv"],
        "save ./p.adv\nsave game.xyz\nsave game.pgn\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.all());
    assert_eq!(desk.text("p.adv"), before);
    assert!(
        ran.out
            .contains("`game.xyz` has an ending that no form of a game has: .pgn")
            && ran.out.contains("the game is written to `game.pgn`"),
        "{}",
        ran.out
    );
    assert!(!desk.path("game.xyz").exists());
}

#[test]
fn two_outputs_are_two_files() {
    let desk = desk();
    for arguments in [
        &["prove", "p.adv", "-o", "x", "--certificate", "x"][..],
        &["prove", "p.adv", "-o", "x", "--checkpoint", "x"],
        &["prove", "p.adv", "-o", "p.adv.checkpoint"],
    ] {
        let ran = desk.adv(arguments);
        assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
        assert!(
            ran.err.contains("name one file"),
            "{arguments:?} {}",
            ran.err
        );
    }
}

#[test]
#[cfg(unix)]
fn a_program_from_a_redirected_file_is_not_written_over_either() {
    let desk = desk();
    let before = desk.text("p.adv");
    let input = std::fs::File::open(desk.path("p.adv")).expect("the program");
    let output = desk
        .command(&["run", "-", "-o", "p.adv"])
        .stdin(input)
        .output()
        .expect("the binary ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(
        err.contains("`p.adv` would be written over `<stdin>`"),
        "{err}"
    );
    assert_eq!(desk.text("p.adv"), before);
}

#[test]
#[cfg(unix)]
fn moves_from_a_file_are_not_written_over() {
    let desk = desk();
    desk.put("moves.pgn", "Kd4\nsave ./moves.pgn\n");
    let moves = || std::fs::File::open(desk.path("moves.pgn")).expect("the moves");
    for (arguments, code) in [
        (&["play", "p.adv"][..], 0),
        (&["play", "p.adv", "--save", "moves.pgn"], 1),
    ] {
        let output = desk.command(arguments).stdin(moves()).output();
        let output = output.expect("the binary ends");
        let all = [output.stdout, output.stderr].concat();
        let all = String::from_utf8_lossy(&all);
        assert_eq!(output.status.code(), Some(code), "{all}");
        assert!(
            all.contains("moves.pgn` would be written over `<stdin>`"),
            "{all}"
        );
        assert!(desk.text("moves.pgn").starts_with("Kd4"));
    }
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link_even_where_it_leads_to_nothing() {
    let desk = desk();
    std::os::unix::fs::symlink("there.txt", desk.path("link.txt")).expect("a link");
    for _ in 0..2 {
        let ran = desk.adv(&["run", "p.adv", "-o", "link.txt"]);
        assert_eq!(ran.code, 0, "{}", ran.all());
        let link = std::fs::symlink_metadata(desk.path("link.txt")).expect("the link");
        assert!(link.is_symlink());
        assert!(desk.text("there.txt").contains("the king comes nearer"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn files_need_no_names_in_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let desk = desk();
    let name = |text: &[u8]| OsStr::from_bytes(text).to_owned();
    let (program, positions) = (name(b"k\xff\xfe.adv"), name(b"p\xe9.epd"));
    let folder = desk.path("");
    std::fs::write(folder.join(&program), format!("{KINGS}{CLAIMS}")).expect("the file");
    std::fs::write(folder.join(&positions), START).expect("the file");
    let module = name(b"k\xff.advc");
    let run = |arguments: &[&OsStr]| {
        let output = desk
            .command(&[])
            .args(arguments)
            .output()
            .expect("the binary ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let word = OsStr::new;
    for (arguments, code) in [
        (&[word("check"), &program][..], 0),
        (&[word("run"), &program, word("--positions"), &positions], 0),
        (&[word("build"), &program, word("-o"), &module], 0),
        (&[word("run"), &module], 0),
        (&[word("test"), &program, word("--accept")], 0),
        (&[word("prove"), &program], 5),
        (&[word("survey"), &program], 0),
        (&[word("disasm"), &module], 0),
        (&[word("diff"), &program, &module], 0),
        (
            &[
                word("bench"),
                &program,
                word("--rounds"),
                word("1"),
                word("--from"),
                &positions,
            ],
            0,
        ),
        (
            &[
                word("match"),
                &program,
                word("--from"),
                &positions,
                word("--opponent"),
                word("random"),
            ],
            2,
        ),
    ] {
        let (ended, out, err) = run(arguments);
        assert_eq!(ended, Some(code), "{arguments:?} {out} {err}");
    }
    let (ended, _, err) = run(&[word("run"), &name(b"no\xff.adv")]);
    assert_eq!(ended, Some(1));
    assert!(err.contains("cannot read `no\u{fffd}.adv`"), "{err}");
}

#[test]
#[cfg(target_os = "linux")]
fn positions_without_an_end_are_an_error() {
    let desk = desk();
    for arguments in [
        &["run", "p.adv", "--positions", "/dev/zero"][..],
        &[
            "match",
            "p.adv",
            "--from",
            "/dev/zero",
            "--opponent",
            "random",
        ],
        &["bench", "p.adv", "--from", "/dev/zero"],
    ] {
        let ran = desk.adv(arguments);
        assert_eq!(ran.code, 1, "{arguments:?} {}", ran.all());
        assert!(
            ran.err
                .contains("cannot read `/dev/zero`: it has a line of more than 67108864 bytes"),
            "{arguments:?} {}",
            ran.err
        );
    }
    let endless = std::fs::File::open("/dev/zero").expect("the device");
    let output = desk
        .command(&["play", "p.adv"])
        .stdin(endless)
        .output()
        .expect("the binary ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(
        err.contains("a line of standard input is longer than 65536 bytes"),
        "{err}"
    );
}

/// What is read-only stays as it is, whoever asks.
#[test]
fn a_read_only_file_is_not_written_over() {
    let desk = Desk::new();
    desk.put("kept.advc", "mine");
    let mut rights = std::fs::metadata(desk.path("kept.advc"))
        .expect("it is there")
        .permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(desk.path("kept.advc"), rights).expect("it is ours");
    let ran = desk.adv(&["build", "queen.adv", "-o", "kept.advc"]);
    assert_ne!(ran.code, 0, "{}", ran.all());
    assert!(ran.all().contains("it is read-only"), "{}", ran.all());
    assert_eq!(desk.text("kept.advc"), "mine");
}
