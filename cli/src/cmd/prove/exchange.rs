//! Folder of `--dir`: the files by which the shards of a claim tell each other what they have decided and settled.
//!
//! ```text
//!   DIR/claim-1/of-4/shard-2               what shard 2 has decided
//!                    shard-2.lock          held while shard 2 is at work
//!                    wishes-0-from-2       what it wishes of each shard, turn by turn
//!                    settled-0-from-2      what it has settled, and the next round in which something is due
//!                    part-0-from-2         all that it came to
//! ```
//!
//! Each file is sealed with the user's key, and names itself, the program and the claim under the seal. It is written beside its place and
//! renamed, and never again: a shard that is begun anew finds what it said.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use adv::SealKey;

use crate::{Exit, Trouble, io, reason, state};

/// Largest file that is read, in bytes.
const MOST_BYTES: usize = 1 << 36;
/// First pause between two looks at the folder; each is twice as long as the one before.
const PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);
/// Time after which a shard prints what it waits for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Most shards of a proof.
const MOST: u32 = 1 << 16;

/// A shard, from 1, of so many.
#[derive(Clone, Copy, Debug)]
pub struct ShardOf {
    pub number: u32,
    pub of: u32,
}

impl FromStr for ShardOf {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardOf, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST => {
                Ok(ShardOf { number, of })
            }
            _ => Err(format!(
                "expected a shard and the number of all, from 1/1 to {MOST}/{MOST}, such as 2/4"
            )),
        }
    }
}

impl fmt::Display for ShardOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shard {} of {}", self.number, self.of)
    }
}

/// Message of a shard: a piece for each shard or one for all, and a number.
pub struct Message {
    pub pieces: Vec<Vec<u8>>,
    pub number: Option<u32>,
}

impl Message {
    fn write(&self, out: &mut Vec<u8>) {
        let number = self.number.map_or(0, |number| u64::from(number) + 1);
        out.extend(number.to_le_bytes());
        for piece in &self.pieces {
            out.extend((piece.len() as u64).to_le_bytes());
            out.extend(piece);
        }
    }

    fn read(bytes: &[u8]) -> Option<Message> {
        let (number, mut rest) = bytes.split_first_chunk()?;
        let number = u64::from_le_bytes(*number).checked_sub(1);
        let mut pieces = Vec::new();
        while !rest.is_empty() {
            let (length, bytes) = rest.split_first_chunk()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let (piece, behind) = bytes.split_at_checked(length)?;
            pieces.push(piece.to_vec());
            rest = behind;
        }
        Some(Message {
            pieces,
            number: number.map(u32::try_from).transpose().ok()?,
        })
    }
}

/// Files of the shards of one claim.
pub struct Exchange<'a> {
    folder: PathBuf,
    key: SealKey,
    /// Number of shards.
    of: u32,
    /// Program and claim, as each file names them.
    about: &'a str,
    stop: &'a AtomicBool,
}

impl<'a> Exchange<'a> {
    /// Folder of the claim with this index for so many shards; `about` names the program and the claim.
    ///
    /// # Errors
    /// Where there is no key to seal its files with.
    pub fn of(
        dir: &Path,
        index: usize,
        of: u32,
        about: &'a str,
        stop: &'a AtomicBool,
    ) -> Result<Exchange<'a>, Trouble> {
        Ok(Exchange {
            folder: of_claim(dir, index).join(format!("of-{of}")),
            key: state::key()?,
            of,
            about,
            stop,
        })
    }

    /// Path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes the place of a shard, from 1, until the file is closed.
    ///
    /// # Errors
    /// Where another process has it, or the folder cannot be written.
    pub fn lock(&self, shard: u32) -> Result<File, Trouble> {
        io::make_folder(&self.folder)?;
        let path = self.folder.join(format!("shard-{shard}.lock"));
        let shown = io::shown(&path);
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(|error| io::unwritten(&shown, &error))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(trouble!(
                "another process is at work on shard {shard} of {}",
                self.of
            )
            .help("end it first, or name another shard")),
            Err(TryLockError::Error(error)) => {
                Err(trouble!("cannot lock `{shown}`: {}", reason(&error))
                    .help("name a folder by `--dir` whose file system has locks"))
            }
        }
    }

    /// True where a file is there.
    pub fn has(&self, name: &str) -> bool {
        self.folder.join(name).is_file()
    }

    /// Writes a file under a seal. One that is there is replaced.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Trouble> {
        let sealed = self.key.seal(&[&self.head(name), bytes].concat());
        let mut file = io::NewFile::replace(&self.folder.join(name))?;
        file.bytes(&sealed)?;
        file.finish()
    }

    /// Bytes of a file; `None` where there is none.
    ///
    /// # Errors
    /// Where it cannot be read, another key has sealed it, or it is of something else.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Trouble> {
        if !self.has(name) {
            return Ok(None);
        }
        let path = self.folder.join(name);
        let sealed = io::read_kept(&path, MOST_BYTES)?;
        let refused = |why: &str| {
            trouble!("`{}` cannot be used: {why}", io::shown(&path))
                .help("name another folder, or remove this one to begin again")
        };
        let bytes = self
            .key
            .open(&sealed)
            .map_err(|fault| refused(&fault.to_string()))?;
        let own = bytes.strip_prefix(self.head(name).as_slice());
        let own =
            own.ok_or_else(|| refused("it is another file, or of another program or claim"))?;
        Ok(Some(own.to_vec()))
    }

    /// Writes what a shard says in a turn.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn say(&self, name: &str, message: &Message) -> Result<(), Trouble> {
        let mut bytes = Vec::new();
        message.write(&mut bytes);
        self.write(name, &bytes)
    }

    /// Messages of all shards in a turn, in their order; waits until all are there.
    ///
    /// # Errors
    /// Where one cannot be read or used, or the command is interrupted.
    pub fn hear(&self, what: &str, turn: u32) -> Result<Vec<Message>, Trouble> {
        let mut heard = Vec::new();
        for shard in 1..=self.of {
            let name = said(what, turn, shard);
            self.wait(&name, shard)?;
            let bytes = self.read(&name)?.unwrap_or_default();
            heard.push(Message::read(&bytes).ok_or_else(|| {
                trouble!("`{name}` is cut off in `{}`", io::shown(&self.folder))
                    .help("remove the folder to begin again")
            })?);
        }
        Ok(heard)
    }

    fn wait(&self, name: &str, shard: u32) -> Result<(), Trouble> {
        let (begun, mut pause, mut is_told) = (Instant::now(), PAUSE, false);
        while !self.has(name) {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Trouble::Said(Exit::Interrupted));
            }
            if !is_told && begun.elapsed() > PATIENCE {
                is_told = true;
                say!(
                    "note: waits for shard {shard} of {}, which has not written `{}`",
                    self.of,
                    io::shown(&self.folder.join(name))
                );
            }
            sleep(pause);
            pause = LONGEST_PAUSE.min(pause * 2);
        }
        Ok(())
    }

    /// Head of a file: its name, and what it is about.
    fn head(&self, name: &str) -> Vec<u8> {
        format!("shards 1\n{name} of {}\n{}\n", self.of, self.about).into_bytes()
    }
}

/// Name of the file of what a shard, from 1, says in a turn.
pub fn said(what: &str, turn: u32, shard: u32) -> String {
    format!("{what}-{turn}-from-{shard}")
}

/// Number of shards that a claim's folder is shared by.
///
/// # Errors
/// Where there is none, or folders for several numbers of shards are there.
pub fn shards_of(dir: &Path, index: usize) -> Result<u32, Trouble> {
    let folder = of_claim(dir, index);
    let shown = io::shown(&folder);
    let entries = fs::read_dir(&folder).map_err(|error| {
        trouble!("no shards are kept in `{shown}`: {}", reason(&error))
            .help("prove them first, each by `--shard K/N --dir FOLDER`")
    })?;
    let names = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut numbers: Vec<u32> = names
        .filter_map(|name| name.strip_prefix("of-")?.parse().ok())
        .collect();
    numbers.sort_unstable();
    match numbers[..] {
        [of] => Ok(of),
        [] => Err(trouble!("no shards are kept in `{shown}`")
            .help("prove them first, each by `--shard K/N --dir FOLDER`")),
        [first, second, ..] => Err(trouble!(
            "`{shown}` has proofs by {first} and by {second} shards"
        )
        .help("remove the folder of the one that is not wanted")),
    }
}

fn of_claim(dir: &Path, index: usize) -> PathBuf {
    dir.join(format!("claim-{}", index + 1))
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn a_message_is_read_as_it_was_written_and_refused_where_it_is_cut() {
        for (pieces, number) in [
            (vec![], None),
            (vec![vec![]], Some(0)),
            (vec![b"wish".to_vec(), vec![], vec![7; 300]], Some(u32::MAX)),
        ] {
            let mut bytes = Vec::new();
            let message = Message {
                pieces: pieces.clone(),
                number,
            };
            message.write(&mut bytes);
            let read = Message::read(&bytes).expect("whole");
            assert_eq!((read.pieces, read.number), (pieces, number));
            let cut = (0..bytes.len()).filter_map(|at| bytes.get(..at).and_then(Message::read));
            // What is left is whole where a piece ends.
            assert!(cut.map(|of| of.pieces).all(|of| of.len() < 3));
            let longer = [&bytes[..], b"!"].concat();
            assert!(Message::read(&longer).is_none());
        }
    }
}
