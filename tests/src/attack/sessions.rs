//! Sessions of the UCI protocol, each with a process of its own, as chess programs hold them.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use adv_testkit::{Numbers, root, uci};

use super::{Attack, Ends};

/// A session of some lines takes milliseconds; this is enough for a machine that is busy.
const LONGEST: Duration = Duration::from_secs(20);

/// The programs that answer.
const PROGRAMS: [&str; 3] = [
    "examples/hello.adv",
    "examples/krk-advice.adv",
    "examples/kpk.adv",
];

/// Positions that the programs answer in, and some that they do not.
const POSITIONS: [&str; 6] = [
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
    "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
    "8/8/8/8/8/2k5/1R6/K7 b - - 0 1",
    "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
];

/// Sessions of wrong, misplaced and repeated commands. Each ends, in time and with success, in lines of the protocol only.
pub struct Sessions {
    /// The command `adv`.
    pub command: PathBuf,
}

impl Attack for Sessions {
    fn name(&self) -> &'static str {
        "sessions"
    }

    fn threads_a_core(&self) -> usize {
        8
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        uci::session(numbers, &POSITIONS)
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let program = PROGRAMS[input.len() % PROGRAMS.len()];
        // The process runs in another folder.
        let command = self.command.canonicalize();
        let mut command = Command::new(command.as_ref().unwrap_or(&self.command));
        command
            .arg("uci")
            .arg(root().join(program))
            .args(["--fuel", "1000000"])
            .current_dir(std::env::temp_dir());
        let transcript = uci::hold(command, input, LONGEST)?;
        uci::judge(input, &transcript)?;
        let moves = transcript.output.windows(9).filter(|w| *w == b"bestmove ");
        *ends.entry("moves").or_default() += moves.count() as u64;
        *ends.entry("ended").or_default() += 1;
        Ok(())
    }
}
