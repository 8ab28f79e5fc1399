//! Tells the command from which commit and for which target it is built, for `adv --version`.
//!
//! A packager names the commit and its day by `ADV_COMMIT` and `ADV_DATE`. Where one of them is not set, both come from git; where the
//! sources are not a checkout of their own, both are unknown.

use std::path::Path;
use std::process::Command;

/// Output of a git command without its line end; `None` where git fails or prints nothing.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.trim().to_owned();
    (output.status.success() && !line.is_empty()).then_some(line)
}

/// The commit and its day, where the folder above is the top of a checkout.
fn checked_out() -> Option<(String, String)> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != Path::new("..").canonicalize().ok()? {
        return None;
    }
    // Every commit and every checkout adds a line to this file.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
    let head = git(&["log", "-1", "--date=short", "--format=%H %cd"])?;
    let (commit, date) = head.split_once(' ')?;
    Some((commit.to_owned(), date.to_owned()))
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ADV_COMMIT");
    println!("cargo::rerun-if-env-changed=ADV_DATE");
    let given = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let (commit, date) = match (given("ADV_COMMIT"), given("ADV_DATE")) {
        (Some(commit), Some(date)) => (commit, date),
        _ => checked_out().unwrap_or_else(|| ("unknown".to_owned(), "unknown".to_owned())),
    };
    let target = given("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=ADV_COMMIT={commit}");
    println!("cargo::rustc-env=ADV_DATE={date}");
    println!("cargo::rustc-env=ADV_TARGET={target}");
}
