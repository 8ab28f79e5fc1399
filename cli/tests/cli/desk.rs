//! A folder to work in, the programs that the tests use, and the binary.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Two bare kings: few positions, so that surveys are short.
pub const KINGS: &str = r#"//! The white king walks up to the black one.
material  W: K;  B: K
example   "8/8/8/3k4/8/8/8/K7 w - - 0 1"

advice nearer
  better   dist(W.K, B.K) < root.dist(W.K, B.K)
  us       K
  them     none
  depth    1
  because  "the king comes nearer, {dist(W.K, B.K)} steps away"
end-advice

advice beside for W
  better   dist(W.K, B.K) = 2 ∧ file(W.K) = file(B.K)
  us       K
  depth    3
end-advice

table hunt for W
  if dist(W.K, B.K) > 4 then nearer
  if dist(W.K, B.K) > 2 then beside, nearer
  otherwise beside
end-table

test "the king comes nearer"  hunt  position "8/8/8/8/7k/8/8/K7 w - - 0 1"  expect advice nearer, tree
"#;

/// The queen mates.
pub const QUEEN: &str = r#"//! The queen mates in one move where she can.
material  W: K, Q;  B: K  mirrored
example   "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"

advice mate-in(n: number)
  better   mate
  us       Q then K
  depth    2 * n - 1
  because  "mate in {n}"
end-advice

/// Only replies on the last rank are looked at.
advice hopeful
  better   mate
  us       Q
  them     K to RANK-AT(7)
  depth    3
end-advice

/// The search is long and in vain.
advice endless
  better   file(B.K) * file(B.K) = 2
  us       any
  depth    9
end-advice

table kqk  // allow W0517: the tests ask it for both sides
  if SQ(B.K) ⊆ RANK-AT(7) then mate-in(1), hopeful, mate-in(2)
  otherwise mate-in(2)
end-table

table long
  otherwise endless
end-table
"#;

/// The start of the paper's example: pushing the pawn fails.
pub const PAWN: &str = r#"material  W: K, P;  B: K
example   "5k2/8/8/8/8/2P5/8/3K4 w - - 0 1"

advice push-pawn for W
  better   SQ(W.Q) ≠ ∅ ∧ rank(W.Q) = 7
  holding  SQ(P) ≠ ∅ ∨ SQ(W.Q) ≠ ∅
  us       P as Q
  them     K by manhattan(TO, c8)
  depth    9
end-advice
"#;

/// A table with a gap between its rules, and with a warning because of it.
pub const GAP: &str = r#"material  W: K;  B: K
advice nearer
  better  dist(W.K, B.K) < root.dist(W.K, B.K)
  us      K
  them    none
  depth   1
end-advice
table gap for W
  if dist(W.K, B.K) > 5 then nearer
end-table
"#;

/// What a process left.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// Everything for a snapshot.
    pub fn all(&self) -> String {
        format!(
            "exit code {}\n----- standard output\n{}----- standard error\n{}",
            self.code, self.out, self.err
        )
    }
}

/// A folder with the programs `kings.adv`, `queen.adv`, `pawn.adv`.
pub struct Desk {
    folder: TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        let desk = Desk {
            folder: tempfile::tempdir().expect("a folder for the test"),
        };
        desk.put("kings.adv", KINGS);
        desk.put("queen.adv", QUEEN);
        desk.put("pawn.adv", PAWN);
        desk
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("files lie in the folder"))
            .expect("the folder can be made");
        fs::write(path, bytes).expect("the file can be written");
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("text")
    }

    /// The names in a folder, in order.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        names
    }

    /// The command of another user, with a key and tables in a folder of the desk.
    pub fn command_of(&self, user: &str, arguments: &[&str]) -> Command {
        let mut command = self.command(arguments);
        command
            .env("ADV_STATE", self.path(user))
            .env("ADV_CACHE", self.path(user).join("tables"));
        command
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adv"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            // Tables are kept from one test to the next, and not among those of the person who runs the tests.
            .env("ADV_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/sealed"))
            .env("ADV_STATE", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"))
            .env_remove("NO_COLOR")
            .env_remove("TERM");
        command
    }

    pub fn adv(&self, arguments: &[&str]) -> Ran {
        self.adv_with(arguments, "")
    }

    /// Runs the binary with a text on its standard input.
    pub fn adv_with(&self, arguments: &[&str], input: &str) -> Ran {
        let mut command = self.command(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        if let Some(mut stdin) = child.stdin.take() {
            // A command that does not read its input has gone away by now.
            let _ = stdin.write_all(input.as_bytes());
        }
        let output = child.wait_with_output().expect("the binary ends");
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}
