//! `adv prove --slices`: the bytes of a proof without slices, after any interruption, and clear refusals.

use std::process::Stdio;

use crate::desk::{Desk, Ran};

/// The folder of the library.
const LIBRARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/endgames");

/// The claims of a program as it is proved in two ways; both report the same.
fn alike(desk: &Desk, program: &str, claim: &str, more: &[&str]) {
    let program = format!("{LIBRARY}/{program}");
    let arguments = ["prove", &program, "--claim", claim];
    let whole = desk.adv(&[&arguments, more].concat());
    let folder = ["--slices", "slices"];
    let sliced = desk.adv(&[&arguments, more, &folder].concat());
    assert!([0, 5].contains(&whole.code), "{}", whole.all());
    assert_eq!(
        (sliced.code, &sliced.out),
        (whole.code, &whole.out),
        "{claim}: {}",
        sliced.all()
    );
    std::fs::remove_dir_all(desk.path("slices")).expect("the slices are there");
}

#[test]
fn the_library_is_proved_in_slices_alike() {
    if !adv_testkit::runs_in(
        adv_testkit::Size::Long,
        "the_library_is_proved_in_slices_alike",
    ) {
        return;
    }
    let json: &[&str] = &["--format", "json"];
    for (program, claim, more) in [
        (
            "krk-strategy.adv",
            "prove krk from all positions where SQ(B.K) = a1 ∧ dist(W.K, B.K) = 2 reaches mate",
            &["--perfect", "yes"][..],
        ),
        (
            "krk-sdl.adv",
            "prove K-R-VS-K from all positions where SQ(B.K) = a1 ∧ dist(W.K, B.K) = 2 reaches mate",
            json,
        ),
        (
            "kpk.adv",
            "prove kpk from 5 random positions where rank(P) = 6 seed 3 reaches mate any-choice",
            json,
        ),
        (
            "kpk-hold.adv",
            "prove hold from 3 random positions seed 5 keeps drawn",
            json,
        ),
        (
            "kqkr.adv",
            "prove kqkr from \"8/8/8/8/8/1K6/3Q4/kr6 w - - 0 1\" reaches mate",
            &[],
        ),
        (
            "kpkp.adv",
            "prove kpkp from \"8/5P1k/8/5K2/8/8/p7/8 w - - 0 1\" reaches mate",
            json,
        ),
    ] {
        alike(&Desk::new(), program, claim, more);
    }
}

/// Pawn endings of one slice of the pawn, and the queen's and rook's that come of them.
const CLAIM: &str =
    "prove kpk from all positions where SQ(P) = a7 ∧ SQ(W.K) = c6 ∧ dist(B.K, P) > 2 reaches mate";

fn prove(desk: &Desk, more: &[&str]) -> Ran {
    let program = format!("{LIBRARY}/kpk.adv");
    let arguments = ["prove", &program, "--claim", CLAIM, "--format", "json"];
    desk.adv(&[&arguments, more].concat())
}

#[test]
fn an_interrupted_proof_goes_on_with_its_slices() {
    let desk = Desk::new();
    let whole = prove(&desk, &[]);
    let mut interrupted = 0;
    let mut bound = 300;
    let last = loop {
        let ran = prove(
            &desk,
            &["--slices", "slices", "--stop-after", &bound.to_string()],
        );
        // What was decided of a slice that is not finished is done again, so a bound that is smaller than a slice would never lead on.
        bound *= 2;
        if ran.code != 6 {
            break ran;
        }
        assert!(
            ran.err.contains("its slices are kept in `slices`"),
            "{}",
            ran.err
        );
        assert!(ran.err.contains("the same command goes on"), "{}", ran.err);
        interrupted += 1;
        assert!(interrupted < 20, "each time more is done: {}", ran.err);
    };
    assert_eq!((last.code, &last.out), (whole.code, &whole.out));
    assert!(interrupted > 1, "{interrupted}");
    assert!(!desk.path("kpk.adv.checkpoint").exists());
    // A damaged file is made again.
    let name = "slices/claim-1/KPvK-w-a7.states";
    let names = desk.names("slices");
    let folder = names.first().cloned().unwrap_or_default();
    let name = name.replace("claim-1", &folder);
    let mut bytes = desk.bytes(&name);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    desk.put(&name, &bytes);
    let again = prove(&desk, &["--slices", "slices"]);
    assert_eq!((again.code, &again.out), (whole.code, &whole.out));
    assert_ne!(desk.bytes(&name), bytes, "it is made again");
    assert!(
        again.err.contains(
            "consulted by earlier runs; their slices in `slices` are sealed with your key"
        ),
        "{}",
        again.err
    );
    // With another key, as where the own one is lost, they are refused and stay.
    let program = format!("{LIBRARY}/kpk.adv");
    let mut command = desk.command_of(
        "other",
        &["prove", &program, "--claim", CLAIM, "--slices", "slices"],
    );
    let other = command.output();
    let other = other.expect("it runs");
    let told = String::from_utf8_lossy(&other.stderr);
    assert_eq!(other.status.code(), Some(1), "{told}");
    assert!(
        told.contains("sealed with another key than yours") && told.contains("name another folder"),
        "{told}"
    );
    // Without a key nothing can be kept.
    desk.put("file", "");
    let mut command = desk.command_of(
        "file/state",
        &["prove", &program, "--claim", CLAIM, "--slices", "none"],
    );
    let none = command.output();
    let told = String::from_utf8_lossy(&none.expect("it runs").stderr).into_owned();
    assert!(
        told.contains("cannot read the key") && told.contains("ADV_STATE"),
        "{told}"
    );
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let desk = Desk::new();
    let program = |bound: &str| {
        format!(
            "material W: K; B: K\nadvice a better them-to-move us K depth 1 end-advice\ntable t for W otherwise a end-table\nprove t from all positions reaches mate {bound}\n"
        )
    };
    desk.put("a.adv", program(""));
    let ran = desk.adv(&["prove", "a.adv", "--slices", "here"]);
    assert_eq!(ran.code, 5, "{}", ran.all());
    desk.put("a.adv", program("within 3 moves"));
    let ran = desk.adv(&["prove", "a.adv", "--slices", "here"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(
        ran.err.contains("the slices of another claim"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("name another folder by `--slices`"),
        "{}",
        ran.err
    );
    for option in [
        &["--certificate", "c.cert"][..],
        &["--sizes"],
        &["--resume"],
        &["--checkpoint", "c"],
    ] {
        let arguments = [&["prove", "a.adv", "--slices", "there"], option].concat();
        let ran = desk.adv(&arguments);
        assert_eq!(ran.code, 1, "{}", ran.all());
        assert!(ran.err.contains("cannot be used with"), "{}", ran.err);
        assert!(!desk.path("there").exists());
    }
    desk.put("file", "text");
    let ran = desk.adv(&["prove", "a.adv", "--slices", "file"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(ran.err.contains("cannot make the folder"), "{}", ran.err);
    let ran = desk.adv(&["prove", ".", "--slices", "there"]);
    assert_eq!(ran.code, 1, "{}", ran.all());
    assert!(
        ran.err.contains("keeps the proof of one program"),
        "{}",
        ran.err
    );
}

#[test]
fn a_proof_that_is_killed_goes_on_with_its_slices() {
    let desk = Desk::new();
    let whole = prove(&desk, &[]);
    // The program has three claims of its own.
    let folder = desk.path("slices/claim-4");
    let mut killed = 0;
    for files in [1, 30, 80] {
        let program = format!("{LIBRARY}/kpk.adv");
        let mut command =
            desk.command(&["prove", &program, "--claim", CLAIM, "--slices", "slices"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        // It is killed when so many files are there, whatever it is at; or it has come to its end.
        let ended = loop {
            if child.try_wait().expect("it is ours").is_some() {
                break true;
            }
            let there = std::fs::read_dir(&folder).map_or(0, Iterator::count);
            if there >= files {
                break false;
            }
            std::thread::yield_now();
        };
        if !ended {
            child.kill().expect("it is ours");
            child.wait().expect("it is ours");
            killed += 1;
        }
    }
    assert!(killed > 0);
    let last = prove(&desk, &["--slices", "slices"]);
    assert_eq!((last.code, &last.out), (whole.code, &whole.out));
}
