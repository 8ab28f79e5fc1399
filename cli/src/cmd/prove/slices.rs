//! Folder of `--slices`: the files of proofs that are made slice by slice.
//!
//! ```text
//!   FOLDER/claim-1/claim                the program and the claim of the other files
//!                  palette              the outcomes and junctions that the other files name by numbers
//!                  KPvK-w-e4.states     the explored states of a slice
//!                  KPvK-w-e4.values     the outcomes of its states
//!                  KPvK-w-e5.states.part    a file that is being written; it replaces one that a killed proof has left
//! ```

use std::fs::File;
use std::io::{BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use adv::SealKey;
use adv::program::Claim;
use adv::proof::{Ground, Report, Shelf};
use adv::render::proof::claim_text;
use adv::render::text::thousands;

use crate::cmd::prove::arguments::ProveArgs;
use crate::{Exit, Outcome, Trouble, reason, say, state};

/// Folder with the slices of all claims of a program.
pub struct SliceFolder {
    path: PathBuf,
}

impl SliceFolder {
    /// Folder of `--slices`; `None` without the option.
    pub fn of(args: &ProveArgs) -> Option<SliceFolder> {
        let path = args.slices.clone();
        path.map(|path| SliceFolder { path })
    }

    /// Store for the slices of a claim, by the claim's index in the program.
    ///
    /// # Errors
    /// Where the claim's folder cannot be made.
    pub fn shelf(&self, claim: usize) -> Result<Arc<dyn Shelf>, Trouble> {
        let folder = self.path.join(format!("claim-{}", claim + 1));
        crate::io::make_folder(&folder)?;
        let key = state::key()?;
        Ok(Arc::new(FolderShelf { folder, key }))
    }

    /// Prints how many states of a proof are from slices of earlier runs.
    pub fn rests_on(&self, report: &Report) {
        let mut grounds = report.rests_on.iter();
        let slices = grounds.find_map(|ground| match ground {
            Ground::Slices { states } => Some(*states),
            _ => None,
        });
        if let Some(states) = slices {
            say!(
                "note: {} of the states were consulted by earlier runs; their slices in `{}` are sealed with your key",
                thousands(states),
                crate::io::shown(&self.path)
            );
        }
    }

    /// Prints how to go on with a proof in slices that was interrupted.
    pub fn interrupted(&self, claim: &Claim) -> Outcome {
        say!(
            "interrupted at the claim `{}`; its slices are kept in `{}`",
            claim_text(claim),
            crate::io::shown(&self.path)
        );
        say("  = help: the same command goes on with the slice that it was at");
        Ok(Exit::Interrupted)
    }
}

/// Store for the slices of one claim, in files of a folder.
struct FolderShelf {
    folder: PathBuf,
    key: SealKey,
}

impl FolderShelf {
    fn failed(path: &Path, what: &str, error: &io::Error) -> String {
        let why = match error.kind() {
            ErrorKind::UnexpectedEof => "it is shorter than it was".to_owned(),
            _ => reason(error),
        };
        format!("cannot {what} `{}`: {why}", crate::io::shown(path))
    }
}

impl Shelf for FolderShelf {
    fn key(&self) -> &SealKey {
        &self.key
    }

    fn length(&self, name: &str) -> Result<Option<u64>, String> {
        let path = self.folder.join(name);
        match fs::metadata(&path) {
            Ok(data) if data.is_file() => Ok(Some(data.len())),
            Ok(_) => Err(format!("`{}` is no file", crate::io::shown(&path))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FolderShelf::failed(&path, "read", &error)),
        }
    }

    fn read(&self, name: &str, at: u64, length: usize) -> Result<Vec<u8>, String> {
        let path = self.folder.join(name);
        let read = || {
            let mut file = File::open(&path)?;
            file.seek(SeekFrom::Start(at))?;
            let mut bytes = Vec::new();
            file.take(length as u64).read_to_end(&mut bytes)?;
            match bytes.len() == length {
                true => Ok(bytes),
                false => Err(io::Error::from(ErrorKind::UnexpectedEof)),
            }
        };
        read().map_err(|error| FolderShelf::failed(&path, "read", &error))
    }

    fn write(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), String> {
        let path = self.folder.join(name);
        let part = self.folder.join(format!("{name}.part"));
        let mut written = || {
            // Whatever an earlier run has left there is removed, and a link is not followed.
            let _ = fs::remove_file(&part);
            let mut file = BufWriter::with_capacity(1 << 18, File::create_new(&part)?);
            write(&mut file)?;
            file.flush()?;
            drop(file);
            fs::rename(&part, &path)
        };
        written().map_err(|error| FolderShelf::failed(&path, "write", &error))
    }
}
