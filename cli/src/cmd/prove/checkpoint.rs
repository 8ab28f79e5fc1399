//! Checkpoint files: a proof is kept in one when it is interrupted, and every few minutes while it consults.
//!
//! ```text
//!   claim, prover's bytes (packed) ──sealed with the user's key──▶ FILE.checkpoint
//! ```
//!
//! The seal comes first when one is read: a file that this user's adv did not write is not even unpacked. The prover says whose program it
//! is. The file is written beside its place and renamed, so that an old one stays until the new one is whole; it is removed when the proof
//! that it keeps is finished.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use adv::Checkpoint;

use crate::cmd::prove::arguments::ProveArgs;
use crate::{Trouble, compression, io, reason, state};

/// File of a proof's checkpoint, which may not exist yet.
pub struct CheckpointFile {
    path: PathBuf,
    /// True once this command has written the file.
    written: AtomicBool,
    /// True once the command has reported that the file cannot be written.
    told: AtomicBool,
}

impl CheckpointFile {
    /// Checkpoint file of `--checkpoint`, else beside the program; `None` for a program from standard input without that option.
    pub fn place(args: &ProveArgs) -> Option<CheckpointFile> {
        let path = match &args.checkpoint {
            Some(path) => path.clone(),
            None if io::is_stdin(&args.file) => return None,
            None => {
                let mut name = args.file.clone().into_os_string();
                name.push(".checkpoint");
                PathBuf::from(name)
            }
        };
        Some(CheckpointFile::at(path))
    }

    fn at(path: PathBuf) -> CheckpointFile {
        CheckpointFile {
            path,
            written: AtomicBool::default(),
            told: AtomicBool::default(),
        }
    }

    /// Path of the checkpoint file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True where the checkpoint file exists.
    pub fn exists(&self) -> bool {
        self.path.is_file()
    }

    /// True where this command has written the file.
    pub fn is_written(&self) -> bool {
        self.written.load(Ordering::Relaxed)
    }

    /// Writes a sealed checkpoint to the file.
    ///
    /// # Errors
    /// Where the file cannot be written.
    fn write(&self, sealed: &[u8]) -> Result<(), Trouble> {
        io::write_whole(&self.path, sealed)?;
        self.written.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Writes the checkpoint of a claim whose proof goes on. The first failure is reported, and the proof goes on.
    pub fn write_meanwhile(&self, kept: Checkpoint) {
        let written = sealed(kept).and_then(|sealed| self.write(&sealed));
        let Err(trouble) = written else {
            return;
        };
        if !self.told.swap(true, Ordering::Relaxed) {
            say!(
                "warning: the proof goes on, and is not kept meanwhile: {}",
                trouble.sentence()
            );
        }
    }

    /// Writes the checkpoint of an interrupted proof beside the program, else in the user's own folder; returns the path of the file.
    ///
    /// # Errors
    /// Where neither file can be written, or there is no key to seal the checkpoint with.
    pub fn write_somewhere(&self, kept: Checkpoint) -> Result<PathBuf, Trouble> {
        let elsewhere = "name a place that can be written by `--checkpoint`";
        let sealed = sealed(kept)?;
        let trouble = match self.write(&sealed) {
            Ok(()) => return Ok(self.path.clone()),
            Err(trouble) => trouble,
        };
        let name = self.path.file_name().unwrap_or_default();
        let other = state::folder().and_then(|folder| {
            let path = folder.join("checkpoints").join(name);
            let made = fs::create_dir_all(folder.join("checkpoints"));
            made.map_err(|error| Trouble::new(reason(&error)))?;
            io::write_whole(&path, &sealed).map(|()| path)
        });
        match other {
            Ok(path) => {
                say!("warning: {}", trouble.sentence());
                Ok(path)
            }
            Err(_) if self.is_written() => Err(trouble.help(format!(
                "`{}` holds what was done some minutes ago; go on from there by `--resume`",
                io::shown(&self.path)
            ))),
            Err(_) => Err(trouble.help(elsewhere)),
        }
    }

    /// Reads the checkpoint from the file, and checks its seal.
    ///
    /// # Errors
    /// Where the file does not exist, or is not one that this user's adv has written.
    pub fn read(&self) -> Result<Checkpoint, Trouble> {
        let name = io::shown(&self.path);
        if !self.path.exists() {
            return Err(trouble!("there is no checkpoint `{name}`").help(
                "a proof that is interrupted leaves one; name it by `--checkpoint`, or leave `--resume` out to begin",
            ));
        }
        let begin = "the file is not changed; leave `--resume` out to begin again";
        let what = "a checkpoint of a proof";
        let mut sealed =
            io::read_kept(&self.path, compression::MOST).map_err(|trouble| trouble.help(begin))?;
        let key = state::key()?;
        let bytes = key.open(&sealed).map_err(|fault| {
            trouble!("the checkpoint `{name}` cannot be used: {fault}").help(begin)
        })?;
        // They are not copied: they may be many.
        let head = sealed.len() - bytes.len();
        sealed.drain(..head);
        Checkpoint::from_bytes(sealed)
            .ok_or_else(|| trouble!("`{name}` is not {what}, or is damaged").help(begin))
    }

    /// Removes the file, once the proof is finished.
    ///
    /// # Errors
    /// Where the system does not let us.
    pub fn remove(&self) -> Result<(), Trouble> {
        fs::remove_file(&self.path).map_err(|error| {
            trouble!(
                "the proof is finished, and its checkpoint `{}` cannot be taken away: {}",
                io::shown(&self.path),
                reason(&error)
            )
        })
    }
}

/// Bytes of a checkpoint, sealed by the user's key, as the file holds them.
fn sealed(kept: Checkpoint) -> Result<Vec<u8>, Trouble> {
    Ok(state::key()?.seal(&kept.into_bytes()))
}
