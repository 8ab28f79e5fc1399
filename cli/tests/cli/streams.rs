//! Closed pipes and full disks.

use std::io::Read as _;
use std::process::Stdio;

use crate::desk::Desk;

/// Reads a little of the output, goes away, and waits for the exit code and standard error.
fn read_and_leave(desk: &Desk, arguments: &[&str], bytes: usize) -> (Option<i32>, String) {
    let mut command = desk.command(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdout = child.stdout.take().expect("the output is a pipe");
    let mut little = vec![0; bytes];
    stdout
        .read_exact(&mut little)
        .expect("there is some output");
    drop(stdout);
    let output = child.wait_with_output().expect("the binary ends");
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let desk = Desk::new();
    // More than a pipe holds, so that something is still to be written when the reader is gone.
    let survey = ["survey", "kings.adv", "--format", "csv"];
    assert_eq!(read_and_leave(&desk, &survey, 10), (Some(0), String::new()));
    let line = "7k/8/5K2/8/8/8/8/6Q1 w - -\n";
    desk.put("p.epd", line.repeat(4000));
    assert_eq!(
        read_and_leave(&desk, &["run", "queen.adv", "--positions", "p.epd"], 10),
        (Some(0), String::new())
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported() {
    let desk = Desk::new();
    for arguments in [
        &["explain"][..],
        &["run", "queen.adv"],
        &["survey", "kings.adv", "--format", "csv"],
        &["check", "queen.adv"],
        &["bench", "kings.adv", "--rounds", "1", "--sample", "10"],
        &["disasm", "queen.adv"],
        &["--help"],
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("a device that is full");
        let output = desk
            .command(arguments)
            .stdout(full)
            .output()
            .expect("the binary ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(
            err.contains("error: cannot write the output: no space left on device"),
            "{arguments:?}: {err}"
        );
    }
    let device = desk.adv(&["survey", "kings.adv", "-o", "/dev/full"]);
    assert_eq!(device.code, 1, "{}", device.all());
    assert!(
        std::fs::metadata("/dev/full").is_ok_and(|data| !data.is_file()),
        "a device stays one"
    );
}
