//! The protocol: any input to `adv uci` ends in time, with the exit code of success, with lines of the protocol only, and with no more
//! moves than there were lines.
//!
//! The command runs as a process of its own, as chess programs run it, in an empty folder; the variable `ADV` names it.
#![no_main]

use std::process::Command;
use std::time::Duration;

use adv_testkit::uci::{hold, judge};
use libfuzzer_sys::{Corpus, fuzz_target};

/// A session of some lines takes milliseconds; this is enough for a machine that is busy.
const LONGEST: Duration = Duration::from_secs(20);

fuzz_target!(|bytes: &[u8]| -> Corpus {
    if bytes.len() > 2048 {
        return Corpus::Reject;
    }
    let command = std::env::var("ADV").expect("the variable ADV names the command `adv`");
    let program = std::env::var("ADV_PROGRAM").expect("the variable ADV_PROGRAM names a program");
    let mut uci = Command::new(command);
    uci.args(["uci", &program, "--fuel", "2000000"])
        .current_dir(std::env::temp_dir());
    let judged = hold(uci, bytes, LONGEST).and_then(|transcript| judge(bytes, &transcript));
    if let Err(wrong) = judged {
        panic!("{wrong}");
    }
    Corpus::Keep
});
