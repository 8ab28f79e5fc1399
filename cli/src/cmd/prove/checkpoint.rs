//! The file in which an interrupted proof is kept.
//!
//! The prover says whose program it is, and whether its bytes are sound. The file is written beside its place and renamed, so
//! that an old one stays until the new one is whole; it is taken away only when the proof that it was resumed for is finished.

use std::fs;
use std::path::{Path, PathBuf};

use adv::Checkpoint;

use crate::args::ProveArgs;
use crate::exit::{Trouble, reason};
use crate::io;
use crate::packed;

/// Where the checkpoint is, or would be.
pub struct CheckpointFile {
    path: PathBuf,
}

impl CheckpointFile {
    /// The place: that of `--checkpoint`, else beside the program. `None` for a program from standard input without it.
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
        Some(CheckpointFile { path })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True where there is one.
    pub fn exists(&self) -> bool {
        self.path.is_file()
    }

    /// Keeps what was done of a claim.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub fn write(&self, kept: &Checkpoint) -> Result<(), Trouble> {
        packed::write(&self.path, &kept.to_bytes())
    }

    /// Reads it.
    ///
    /// # Errors
    /// Where there is none, or it is damaged.
    pub fn read(&self) -> Result<Checkpoint, Trouble> {
        let name = io::shown(&self.path);
        if !self.path.exists() {
            return Err(Trouble::new(format!("there is no checkpoint `{name}`")).help(
                "a proof that is interrupted leaves one; name it by `--checkpoint`, or leave `--resume` out to begin",
            ));
        }
        let begin = "the file is not changed; leave `--resume` out to begin again";
        let bytes = packed::read(&self.path, "a checkpoint of a proof")
            .map_err(|trouble| trouble.help(begin))?;
        Checkpoint::from_bytes(&bytes).ok_or_else(|| {
            Trouble::new(format!(
                "`{name}` is not a checkpoint of a proof, or is damaged"
            ))
            .help(begin)
        })
    }

    /// Takes it away, the proof being finished.
    ///
    /// # Errors
    /// Where the system does not let us.
    pub fn remove(&self) -> Result<(), Trouble> {
        fs::remove_file(&self.path).map_err(|error| {
            Trouble::new(format!(
                "the proof is finished, and its checkpoint `{}` cannot be taken away: {}",
                io::shown(&self.path),
                reason(&error)
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let checkpoint = CheckpointFile {
            path: folder.path().join("a.checkpoint"),
        };
        assert!(!checkpoint.exists() && checkpoint.read().is_err());
        let before = Checkpoint {
            claim: "prove krk from all positions reaches mate".to_owned(),
            bytes: vec![1, 2, 3],
        };
        checkpoint.write(&before).expect("it can be written");
        let after = checkpoint.read().expect("it can be read");
        assert_eq!(after, before);
        checkpoint.remove().expect("it can be taken away");
        assert!(!checkpoint.exists());
    }
}
