//! `cargo bless`: writes every generated page and every snapshot anew.
//!
//! ```text
//!   cargo bless                        all of them; minutes
//!   cargo bless -p adv-tests tidy      what follows goes to `cargo test`: one crate, one test
//! ```
//!
//! It runs the tests with two variables of the environment set: under `ADV_BLESS` the tests that hold generated pages to their sources
//! write the pages, and under `INSTA_UPDATE` the snapshots are taken from what the tests found. What was written is to be read before it
//! is committed, so it ends with the list of changed files.

use std::process::{Command, ExitCode};

use adv_testkit::{BLESS, root};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> std::io::Result<ExitCode> {
    let tests = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .arg("test")
        .arg("--no-fail-fast")
        .args(std::env::args_os().skip(1))
        .env(BLESS, "1")
        .env("INSTA_UPDATE", "always")
        // A snapshot that was written is no failure.
        .env("INSTA_FORCE_PASS", "1")
        .current_dir(root())
        .status()?;
    println!("\nchanged files, to be read before they are committed:");
    Command::new("git")
        .args(["status", "--short"])
        .current_dir(root())
        .status()?;
    if tests.success() {
        return Ok(ExitCode::SUCCESS);
    }
    println!("\nsome tests fail for other reasons than a page or a snapshot");
    Ok(ExitCode::FAILURE)
}
