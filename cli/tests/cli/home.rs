//! What the command keeps for its user: a home that cannot be written, none at all, files of an older version, and what is left where all of
//! it is taken away.

use std::fs;
use std::process::{Command, Output};

use crate::desk::{Desk, QUEEN};

/// The command of a user with this home, or without one, and with no variable of ours.
fn at_home(desk: &Desk, home: Option<&str>, arguments: &[&str]) -> Command {
    let mut command = desk.command(arguments);
    for name in [
        "ADV_CACHE",
        "ADV_STATE",
        "XDG_CACHE_HOME",
        "XDG_STATE_HOME",
        "LOCALAPPDATA",
        "HOME",
    ] {
        command.env_remove(name);
    }
    if let Some(home) = home {
        // Windows looks elsewhere.
        command.env("HOME", desk.path(home));
        command.env("LOCALAPPDATA", desk.path(home));
    }
    command
}

fn ran(command: &mut Command) -> (i32, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

const CLAIM: &str = "prove kqk from 300 random positions seed 7 reaches mate";
const SMALL: &str = "\nprove kqk from \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\" reaches mate\n";

#[test]
fn a_home_that_cannot_be_written_costs_time_and_a_sentence() {
    let desk = Desk::new();
    // A file, below which there can be no folder: for root as well, to whom no folder is closed.
    desk.put("file", "");
    desk.put("small.adv", format!("{QUEEN}{SMALL}"));
    let with_home = ran(&mut at_home(&desk, Some("home"), &["tables", "KQvK"]));
    assert_eq!((with_home.0, with_home.2.as_str()), (0, ""));
    let (code, out, told) = ran(&mut at_home(&desk, Some("file"), &["tables", "KQvK"]));
    assert_eq!((code, &out), (0, &with_home.1), "{told}");
    assert!(
        told.contains("cannot be written: ")
            && told.ends_with("the next run makes the tables again, if no other folder is named by the variable ADV_CACHE\n")
            && told.lines().count() == 1,
        "{told}"
    );
    let (code, out, told) = ran(&mut at_home(&desk, None, &["tables", "KQvK"]));
    assert_eq!((code, &out), (0, &with_home.1), "{told}");
    assert_eq!(
        told,
        "warning: there is no home folder, so the next run makes the tables again; name a folder for them by the variable ADV_CACHE\n"
    );
    // What keeps nothing does not mind.
    for arguments in [
        &["run", "small.adv"][..],
        &["check", "small.adv"],
        &["completions", "bash"],
    ] {
        for home in [Some("file"), None] {
            let (code, _, told) = ran(&mut at_home(&desk, home, arguments));
            assert_eq!((code, told.as_str()), (0, ""), "{arguments:?}");
        }
    }
}

#[test]
fn a_checkpoint_that_cannot_be_sealed_names_the_variable() {
    let desk = Desk::new();
    desk.put("file", "");
    let arguments = [
        "prove",
        "queen.adv",
        "--perfect",
        "no",
        "--stop-after",
        "50",
        "--claim",
        CLAIM,
    ];
    for home in [Some("file"), None] {
        let (code, _, told) = ran(&mut at_home(&desk, home, &arguments));
        assert_eq!(code, 1, "{told}");
        let helps = "by the variable ADV_STATE";
        assert!(told.contains("key") && told.contains(helps), "{told}");
    }
    // With a place for it, the same proof can be resumed.
    let mut kept = at_home(&desk, Some("file"), &arguments);
    let (code, _, told) = ran(kept.env("ADV_STATE", desk.path("state")));
    assert_eq!(code, 6, "{told}");
    let names = desk.names(".");
    assert!(
        names.iter().any(|name| name.ends_with(".checkpoint")),
        "{names:?} {told}"
    );
}

#[test]
fn tables_of_another_version_are_made_again_and_kept() {
    let desk = Desk::new();
    let tables = || ran(&mut at_home(&desk, Some("home"), &["tables", "KQvK"]));
    let first = tables();
    assert_eq!((first.0, first.2.as_str()), (0, ""));
    let folder = find(&desk, "KQvK.dtm");
    let good = fs::read(&folder).expect("the table");
    // An upgrade finds files of an older version, a downgrade those of a newer one.
    for version in [1, 200] {
        let mut other = good.clone();
        other[4] = version;
        fs::write(&folder, other).expect("it is ours");
        let (code, out, told) = tables();
        assert_eq!((code, &out), (0, &first.1), "{told}");
        let says = format!("it is of version {version}");
        assert!(told.contains(&says) && told.lines().count() == 1, "{told}");
        assert_eq!(fs::read(&folder).expect("the table"), good);
        assert_eq!(tables().2, "");
    }
}

/// The file of this name, somewhere below the home.
fn find(desk: &Desk, name: &str) -> std::path::PathBuf {
    let mut open = vec![desk.path("home")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.ends_with(name) {
                return path;
            }
        }
    }
    panic!("there is no {name}")
}

/// docs/install.md says that these two folders are all.
#[cfg(target_os = "linux")]
#[test]
fn two_folders_hold_all_that_is_kept() {
    let desk = Desk::new();
    fs::create_dir(desk.path("home")).expect("a folder");
    for arguments in [
        &["tables", "KQvK"][..],
        &[
            "prove",
            "queen.adv",
            "--stop-after",
            "50",
            "--perfect",
            "no",
            "--claim",
            CLAIM,
            "--checkpoint",
            "here.checkpoint",
        ],
        &["run", "queen.adv"],
    ] {
        let (code, _, told) = ran(&mut at_home(&desk, Some("home"), arguments));
        assert!([0, 6].contains(&code), "{told}");
    }
    assert_eq!(desk.names("home"), [".cache", ".local"]);
    assert_eq!(desk.names("home/.cache"), ["adv"]);
    assert_eq!(desk.names("home/.local"), ["state"]);
    assert_eq!(desk.names("home/.local/state"), ["adv"]);
    // Taking them away loses the keys of what is beside programs, and nothing else.
    fs::remove_dir_all(desk.path("home")).expect("they are ours");
    let (code, _, told) = ran(&mut at_home(&desk, Some("home"), &["tables", "KQvK"]));
    assert_eq!((code, told.as_str()), (0, ""));
    let resumed = [
        "prove",
        "queen.adv",
        "--resume",
        "--claim",
        CLAIM,
        "--checkpoint",
        "here.checkpoint",
    ];
    let (code, _, told) = ran(&mut at_home(&desk, Some("home"), &resumed));
    assert_eq!(code, 1);
    assert!(told.contains("cannot be used"), "{told}");
}
