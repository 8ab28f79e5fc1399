//! Proofs that are interrupted, and resumed.

use insta::assert_snapshot;

use crate::claims::desk;
use crate::desk::Desk;

/// The claim about all positions of the kings, interrupted after so many states.
fn stop(desk: &Desk, after: &str, more: &[&str]) -> (i32, String) {
    let arguments = ["prove", "kings.adv", "--claim", "2", "--stop-after", after];
    let ran = desk.adv(&[&arguments, more].concat());
    assert_eq!(ran.out, "", "{}", ran.all());
    (ran.code, ran.err)
}

#[test]
fn an_interrupted_proof_goes_on_where_it_was() {
    let desk = desk();
    let whole = desk.adv(&["prove", "kings.adv", "--claim", "2"]);
    let (code, told) = stop(&desk, "0", &[]);
    assert_eq!(code, 6, "{told}");
    assert_snapshot!("prove_interrupted", told);
    assert!(desk.path("kings.adv.checkpoint").is_file());
    let ran = desk.adv(&[
        "prove",
        "kings.adv",
        "--claim",
        "2",
        "--resume",
        "--threads",
        "1",
    ]);
    assert_eq!(
        (ran.code, &ran.out),
        (whole.code, &whole.out),
        "{}",
        ran.all()
    );
    assert!(
        !desk.path("kings.adv.checkpoint").exists(),
        "the proof is finished"
    );
}

#[test]
fn a_signal_interrupts_in_the_middle() {
    let desk = desk();
    // Enough positions that the proof is under way when the flag is seen; where it is finished before, there is nothing to resume.
    let arguments = ["prove", "queen.adv", "--claim", "2"];
    let whole = desk.adv(&arguments);
    let mut resume: &[&str] = &[];
    for after in ["10", "40", "90"] {
        let ran = desk.adv(
            &[
                &arguments[..],
                resume,
                &["--stop-after", after, "--threads", "1"],
            ]
            .concat(),
        );
        if ran.code != 6 {
            assert_eq!(ran.out, whole.out);
            return;
        }
        resume = &["--resume"];
    }
    let ran = desk.adv(&[&arguments[..], &["--resume"]].concat());
    assert_eq!((ran.code, ran.out), (whole.code, whole.out));
}

/// A proof that takes much longer than a test: few positions, of each of which a deep search is made.
#[cfg(unix)]
const LONG: &str = "material W: K, R; B: K\nadvice a better mate depth 9 end-advice\ntable t for W otherwise a end-table\nprove t from all positions reaches mate\n";
/// A class of four men, whose table takes longer to make than a signal to arrive.
#[cfg(unix)]
const FOUR: &str = "material W: K, Q; B: K, R\nadvice a better mate depth 3 end-advice\ntable t for W otherwise a end-table\nprove t from all positions reaches mate\nprove t from all positions where won(W) reaches mate\n";

/// Begins the long proof.
#[cfg(unix)]
fn long(desk: &Desk, more: &[&str]) -> std::process::Child {
    use std::process::Stdio;
    desk.put("long.adv", LONG);
    let arguments = [&["prove", "long.adv", "--perfect", "no"], more].concat();
    let mut command = desk.command(&arguments);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary starts")
}

/// Waits until there is a file, a minute at most.
#[cfg(unix)]
fn wait_for(file: &std::path::Path) {
    let begun = std::time::Instant::now();
    while !file.is_file() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[cfg(unix)]
fn send(signal: &str, child: &std::process::Child) {
    let told = std::process::Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(told.is_ok_and(|status| status.success()));
}

#[test]
#[cfg(unix)]
fn a_signal_that_ends_a_command_has_the_proof_kept() {
    // One end may send two signals: `timeout` the same one twice, a terminal and its shell SIGHUP, a supervisor SIGHUP and SIGTERM.
    let signals = [
        ["-TERM", "-TERM"],
        ["-HUP", "-TERM"],
        ["-INT", "-INT"],
        ["-HUP", "-HUP"],
        ["-TERM", "-INT"],
    ];
    for [signal, again] in &signals[..adv_testkit::sized(2, signals.len())] {
        let desk = desk();
        let child = long(&desk, &["--checkpoint-every", "0.0003"]);
        wait_for(&desk.path("long.adv.checkpoint"));
        send(signal, &child);
        send(again, &child);
        let ended = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(6), "{signal} {again}: {told}");
        assert!(desk.path("long.adv.checkpoint").is_file(), "{signal}");
        assert!(told.contains("go on by"), "{signal} {again}: {told}");
    }
}

/// Sends a signal to a command as soon as it has a table in the folder of tables, and returns its exit code and what it told.
#[cfg(unix)]
fn signalled_at_tables(desk: &Desk, arguments: &[&str], signal: &str) -> (Option<i32>, String) {
    let tables = desk.path("tables");
    let mut command = desk.command(arguments);
    let command = command.env("ADV_CACHE", &tables);
    let piped = std::process::Stdio::piped;
    let child = command.stdout(piped()).stderr(piped()).spawn();
    let child = child.expect("the binary starts");
    let begun = std::time::Instant::now();
    let is_there = || std::fs::read_dir(&tables).is_ok_and(|mut files| files.next().is_some());
    while !is_there() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    send(signal, &child);
    let ended = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    (ended.status.code(), told)
}

#[test]
#[cfg(unix)]
fn work_on_tables_ends_at_a_signal_and_says_how_far_it_is() {
    let desk = desk();
    desk.put("won.adv", FOUR);
    // Four men take seconds, five many minutes; the tables of two and three men are finished before.
    let all: [(&[&str], &str); 4] = [
        (&["tables", "KQvKR"], "-TERM"),
        (&["prove", "won.adv", "--claim", "2"], "-HUP"),
        (&["prove", "won.adv", "--claim", "2", "--resume"], "-TERM"),
        (&["tables", "KQRvKR"], "-INT"),
    ];
    for (arguments, signal) in &all[..adv_testkit::sized(2, all.len())] {
        let tables = desk.path("tables");
        let _emptied = std::fs::remove_dir_all(&tables);
        if arguments.first() == Some(&"tables") {
            let _removed = std::fs::remove_file(desk.path("won.adv.checkpoint"));
        }
        let (code, told) = signalled_at_tables(&desk, arguments, signal);
        assert_eq!(code, Some(6), "{arguments:?}: {told}");
        assert!(
            told.contains("interrupted at the table `K")
                && told.contains(" % of the tables made; ")
                && told.contains("kept"),
            "{arguments:?}: {told}"
        );
        assert!(std::fs::read_dir(&tables).is_ok_and(|files| files.count() > 0));
        let is_proof = arguments.first() == Some(&"prove");
        let checkpoint = desk.path("won.adv.checkpoint");
        assert_eq!(checkpoint.is_file(), is_proof, "{arguments:?}: {told}");
    }
}

#[test]
#[cfg(unix)]
fn a_proof_that_is_killed_has_been_kept_meanwhile() {
    let desk = desk();
    let file = desk.path("long.adv.checkpoint");
    // Every sixtieth of a second; a proof is kept once in twenty times the time that it takes.
    let mut child = long(&desk, &["--checkpoint-every", "0.0003"]);
    wait_for(&file);
    send("-KILL", &child);
    child.wait().expect("it ends");
    assert!(file.is_file(), "nothing was kept for a minute");
    let resumed = [
        "prove",
        "long.adv",
        "--perfect",
        "no",
        "--resume",
        "--stop-after",
        "1",
    ];
    let ran = desk.adv(&resumed);
    assert_eq!(ran.code, 6, "{}", ran.all());
}

/// A program whose proof is interrupted in the middle, its checkpoint, and what the whole proof prints.
fn halfway() -> (Desk, Vec<u8>, String) {
    let desk = desk();
    let whole = desk.adv(&["prove", "queen.adv", "--claim", "2"]);
    let arguments = ["prove", "queen.adv", "--claim", "2", "--threads", "1"];
    let ran = desk.adv(&[&arguments[..], &["--stop-after", "10"]].concat());
    assert_eq!(ran.code, 6, "{}", ran.all());
    let bytes = desk.bytes("queen.adv.checkpoint");
    (desk, bytes, whole.out)
}

#[test]
fn an_altered_checkpoint_is_refused_before_it_is_read() {
    let (desk, good, whole) = halfway();
    let resume = ["prove", "queen.adv", "--claim", "2", "--resume"];
    let mut numbers = adv_testkit::Numbers::new(1);
    for _ in 0..adv_testkit::sized(20, 60) {
        let mut altered = good.clone();
        match numbers.below(3) {
            0 => altered.truncate(numbers.below(good.len())),
            1 => altered.push(numbers.below(256) as u8),
            _ => {
                let at = numbers.below(good.len());
                altered[at] ^= 1 << numbers.below(8);
            }
        }
        desk.put("queen.adv.checkpoint", &altered);
        let ran = desk.adv(&resume);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        assert!(ran.err.contains("cannot be used"), "{}", ran.err);
        assert_eq!(desk.bytes("queen.adv.checkpoint"), altered);
    }
    desk.put("queen.adv.checkpoint", &good);
    assert_eq!(desk.adv(&resume).out, whole);
}

#[test]
fn a_checkpoint_of_another_user_is_refused() {
    let (desk, _, whole) = halfway();
    let resume = ["prove", "queen.adv", "--claim", "2", "--resume"];
    let mut command = desk.command_of("other", &resume);
    let other = command.output();
    let other = other.expect("the binary runs");
    let told = String::from_utf8_lossy(&other.stderr);
    assert_eq!(
        (other.status.code(), other.stdout.len()),
        (Some(1), 0),
        "{told}"
    );
    assert!(told.contains("its seal does not fit"), "{told}");
    assert_eq!(desk.adv(&resume).out, whole);
}

#[test]
fn a_proof_is_kept_elsewhere_where_its_place_cannot_be_written() {
    let desk = desk();
    let arguments = ["prove", "queen.adv", "--claim", "2", "--stop-after", "10"];
    let place = ["--checkpoint", "nowhere/queen"];
    let run = |arguments: &[&str]| {
        let mut command = desk.command_of("own", arguments);
        let ran = command.output();
        let ran = ran.expect("the binary runs");
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        (ran.status.code(), told)
    };
    let (code, told) = run(&[&arguments[..], &place].concat());
    assert_eq!(code, Some(6), "{told}");
    assert!(
        told.contains("warning: cannot write `nowhere/queen`"),
        "{told}"
    );
    let kept = desk.path("own/checkpoints/queen");
    assert!(
        kept.is_file() && told.contains(&kept.display().to_string()),
        "{told}"
    );
    let kept = kept.display().to_string();
    let resume = [
        "prove",
        "queen.adv",
        "--claim",
        "2",
        "--resume",
        "--checkpoint",
        &kept,
    ];
    let (code, told) = run(&resume);
    assert_eq!(code, Some(5), "{told}");
    // Where it can be kept nowhere, that is what is said.
    desk.put("file", "");
    let mut command = desk.command_of("file/own", &[&arguments[..], &place].concat());
    let ran = command.output();
    let ran = ran.expect("the binary runs");
    let told = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{told}");
    assert!(told.contains("the key"), "{told}");
}

#[test]
#[cfg(unix)]
fn one_evaluation_is_interrupted() {
    // One evaluation of its goal takes hours.
    let turned = "turned ".repeat(12);
    let text = format!(
        "material W: K, R; B: K\ndescriptor d = {turned}(count(SQ(R)) = 5)\nadvice a better d us any depth 1 end-advice\ntable t for W otherwise a end-table\nprove t from all positions reaches mate\n"
    );
    let desk = desk();
    desk.put("deep.adv", text);
    let mut child = desk
        .command(&["prove", "deep.adv", "--fuel", "1000000000000000"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(std::time::Duration::from_millis(800));
    send("-INT", &child);
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(6));
}

#[test]
fn the_message_says_how_to_go_on() {
    let desk = desk();
    // Reports that are written need not be made again; those of a file that is not finished do.
    let go_on = |arguments: &[&str]| {
        let ran = desk.adv(&[arguments, &["--stop-after", "0"]].concat());
        let help = ran.err.lines().find(|line| line.contains("go on by"));
        let help = help.unwrap_or_else(|| panic!("{}", ran.all()));
        help.split('`').nth(1).unwrap_or("").to_owned()
    };
    let text = "prove hunt from all positions reaches dist(W.K, B.K) = 3";
    assert_eq!(
        go_on(&["prove", "kings.adv"]),
        "adv prove kings.adv --resume"
    );
    assert_eq!(
        go_on(&["prove", "kings.adv", "--claim", "2", "--claim", text]),
        format!("adv prove kings.adv --claim 2 --claim '{text}' --resume")
    );
    assert_eq!(
        go_on(&[
            "prove",
            "kings.adv",
            "--claim",
            text,
            "--checkpoint",
            "my file"
        ]),
        format!("adv prove kings.adv --claim '{text}' --checkpoint 'my file' --resume")
    );
    assert!(desk.path("my file").is_file());
}

#[test]
fn an_earlier_checkpoint_is_told_of() {
    let desk = desk();
    stop(&desk, "0", &[]);
    let before = desk.bytes("kings.adv.checkpoint");
    let ran = desk.adv(&["prove", "kings.adv", "--claim", "2"]);
    assert!(
        ran.err.starts_with(
            "note: `kings.adv.checkpoint` holds an interrupted proof; `--resume` goes on with it\n"
        ),
        "{}",
        ran.err
    );
    assert_eq!(
        desk.bytes("kings.adv.checkpoint"),
        before,
        "it was not resumed"
    );
}

#[test]
fn what_is_no_checkpoint_of_the_proof_is_refused_and_kept() {
    let desk = desk();
    stop(&desk, "0", &["--checkpoint", "good"]);
    let good = desk.bytes("good");
    desk.put("empty", "");
    desk.put("text", "this is a text\n");
    desk.put("short", &good[..good.len() / 2]);
    let mut flipped = good.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x10;
    desk.put("flipped", &flipped);
    let mut all = String::new();
    for (program, claim, file) in [
        ("kings.adv", "2", "nothing"),
        ("kings.adv", "2", "empty"),
        ("kings.adv", "2", "text"),
        ("kings.adv", "2", "short"),
        ("kings.adv", "2", "flipped"),
        ("kings.adv", "1", "good"),
        ("queen.adv", "1", "good"),
    ] {
        let before = (file != "nothing").then(|| desk.bytes(file));
        let ran = desk.adv(&[
            "prove",
            program,
            "--claim",
            claim,
            "--resume",
            "--checkpoint",
            file,
        ]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
        assert_eq!((file != "nothing").then(|| desk.bytes(file)), before);
        all.push_str(&format!("{program}, claim {claim}, {file}\n{}\n", ran.err));
    }
    // The same claim of another program.
    let kings = desk.text("kings.adv");
    desk.put("other.adv", kings.replace("depth    3", "depth    5"));
    let ran = desk.adv(&[
        "prove",
        "other.adv",
        "--claim",
        "2",
        "--resume",
        "--checkpoint",
        "good",
    ]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.all());
    all.push_str(&format!("other.adv\n{}", ran.err));
    assert_snapshot!("prove_checkpoints_refused", all);
    // A comment does not make another program of it.
    desk.put("kings.adv", format!("// Two kings.\n{kings}"));
    let ran = desk.adv(&[
        "prove",
        "kings.adv",
        "--claim",
        "2",
        "--resume",
        "--checkpoint",
        "good",
    ]);
    assert_eq!(ran.code, 5, "{}", ran.all());
}

#[test]
fn a_program_from_standard_input_needs_a_place() {
    let desk = desk();
    let kings = desk.text("kings.adv");
    let arguments = ["prove", "-", "--claim", "2", "--stop-after", "0"];
    let ran = desk.adv_with(&arguments, &kings);
    assert_eq!(ran.code, 6, "{}", ran.all());
    assert!(ran.err.contains("which is not kept"), "{}", ran.err);
    let ran = desk.adv_with(&["prove", "-", "--resume"], &kings);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(ran.err.contains("name it by `--checkpoint`"), "{}", ran.err);
    let ran = desk.adv_with(&[&arguments[..], &["--checkpoint", "c"]].concat(), &kings);
    assert_eq!(ran.code, 6, "{}", ran.all());
    let ran = desk.adv_with(
        &[
            "prove",
            "-",
            "--claim",
            "2",
            "--checkpoint",
            "c",
            "--resume",
        ],
        &kings,
    );
    assert_eq!(ran.code, 5, "{}", ran.all());
}
