//! The file in which an interrupted proof is kept.
//!
//! ```text
//!   packed:  the claim's length in bytes, u32 little-endian · the claim's text · what the prover has left behind
//! ```
//!
//! Whose program it is, and whether its bytes are sound, is the prover's to say. The file is written beside its place and renamed, so
//! that an old one stays until the new one is whole; it is taken away only when the proof that it was resumed for is finished.

use std::fs;
use std::path::{Path, PathBuf};

use crate::args::ProveArgs;
use crate::exit::{Trouble, reason};
use crate::io::STDIN;
use crate::packed;

/// Where the checkpoint is, or would be.
pub struct Checkpoint {
    path: PathBuf,
}

/// What a checkpoint holds.
pub struct Kept {
    /// The text of the claim that was interrupted, on one line.
    pub claim: String,
    /// The prover's bytes; none where there was nothing to keep.
    pub bytes: Vec<u8>,
}

impl Checkpoint {
    /// The place: that of `--checkpoint`, else beside the program. `None` for a program from standard input without it.
    pub fn place(args: &ProveArgs) -> Option<Checkpoint> {
        let path = match &args.checkpoint {
            Some(path) => path.clone(),
            None if args.file == STDIN => return None,
            None => PathBuf::from(format!("{}.checkpoint", args.file)),
        };
        Some(Checkpoint { path })
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
    pub fn write(&self, kept: &Kept) -> Result<(), Trouble> {
        let mut bytes = Vec::with_capacity(kept.claim.len() + kept.bytes.len() + 4);
        let length = u32::try_from(kept.claim.len()).unwrap_or(u32::MAX);
        bytes.extend(length.to_le_bytes());
        bytes.extend(kept.claim.as_bytes());
        bytes.extend(&kept.bytes);
        packed::write(&self.path, &bytes)
    }

    /// Reads it.
    ///
    /// # Errors
    /// Where there is none, or it is damaged.
    pub fn read(&self) -> Result<Kept, Trouble> {
        let name = self.path.display().to_string();
        if !self.path.exists() {
            return Err(Trouble::new(format!("there is no checkpoint `{name}`")).help(
                "a proof that is interrupted leaves one; name it by `--checkpoint`, or leave `--resume` out to begin",
            ));
        }
        let begin = "the file is left as it is; leave `--resume` out to begin anew";
        let bytes = packed::read(&name, "a checkpoint of a proof")
            .map_err(|trouble| trouble.help(begin))?;
        kept(&bytes).ok_or_else(|| {
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
                self.path.display(),
                reason(&error)
            ))
        })
    }
}

fn kept(bytes: &[u8]) -> Option<Kept> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (claim, rest) = rest.split_at_checked(length)?;
    Some(Kept {
        claim: std::str::from_utf8(claim).ok()?.to_owned(),
        bytes: rest.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let checkpoint = Checkpoint {
            path: folder.path().join("a.checkpoint"),
        };
        assert!(!checkpoint.exists() && checkpoint.read().is_err());
        let before = Kept {
            claim: "prove krk from all positions reaches mate".to_owned(),
            bytes: vec![1, 2, 3],
        };
        checkpoint.write(&before).expect("it can be written");
        let after = checkpoint.read().expect("it can be read");
        assert_eq!((after.claim, after.bytes), (before.claim, before.bytes));
        checkpoint.remove().expect("it can be taken away");
        assert!(!checkpoint.exists());
    }

    #[test]
    fn bytes_that_say_nothing_are_no_checkpoint() {
        assert!(kept(&[]).is_none());
        assert!(kept(&[1, 0, 0]).is_none());
        assert!(kept(&[5, 0, 0, 0, b'a']).is_none());
        assert!(kept(&[1, 0, 0, 0, 0xff]).is_none());
        assert!(kept(&[255; 4]).is_none());
    }
}
