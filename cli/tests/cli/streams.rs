//! Closed pipes and full disks, and reports that do not wait for one another.

use std::io::Read as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::desk::{Desk, KINGS};

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

#[test]
fn each_report_is_written_as_soon_as_it_is_known() {
    let desk = Desk::new();
    // The second claim does not end by itself within the time of the test.
    desk.put(
        "slow.adv",
        format!(
            "{KINGS}\nprove hunt from \"8/8/8/8/7k/8/8/K7 w - - 0 1\" keeps dist(W.K, B.K) > 0\nadvice deep for W\n  better dist(W.K, B.K) = 9\n  us any\n  depth 41\nend-advice\ntable endless for W\n  otherwise deep\nend-table\nprove endless from all positions reaches dist(W.K, B.K) = 9\n"
        ),
    );
    let mut child = desk
        .command(&["prove", "slow.adv"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let mut out = child.stdout.take().expect("a pipe");
    let began = Instant::now();
    let mut first = [0; 8];
    out.read_exact(&mut first).expect("the first report");
    let running = child.try_wait().expect("the process is there").is_none();
    child.kill().expect("it can be ended");
    let _ = child.wait();
    assert!(
        running,
        "the first report came before the second claim was settled"
    );
    assert!(began.elapsed() < Duration::from_secs(60));
}
