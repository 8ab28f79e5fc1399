//! The files that a command reads, so that no output is written over one of them.
//!
//! Every file that is opened for reading is noted here, and every file that is begun is compared with those: by device and number where
//! the system has such, so that links do not hide that two names are one file. A command therefore cannot forget to ask. Pipes and
//! devices are not compared: nothing of them is lost.

use std::fs::{self, Metadata};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::{Trouble, io};

/// Files read so far by this process, each with the name that it was read by.
static READ: Mutex<Vec<(FileIdentity, String)>> = Mutex::new(Vec::new());

/// Identity of an ordinary file, by device and inode: two names with equal identities are one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(unix)]
struct FileIdentity {
    device: u64,
    inode: u64,
}

/// Identity of an ordinary file, by its path with all links resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(not(unix))]
struct FileIdentity(std::path::PathBuf);

impl FileIdentity {
    /// Identity of an opened file from its metadata; `None` for anything but an ordinary file.
    #[cfg(unix)]
    fn of(_: &Path, data: &Metadata) -> Option<FileIdentity> {
        use std::os::unix::fs::MetadataExt as _;
        data.is_file().then(|| FileIdentity {
            device: data.dev(),
            inode: data.ino(),
        })
    }

    #[cfg(not(unix))]
    fn of(path: &Path, data: &Metadata) -> Option<FileIdentity> {
        let path = fs::canonicalize(path).ok()?;
        data.is_file().then_some(FileIdentity(path))
    }

    fn at(path: &Path) -> Option<FileIdentity> {
        FileIdentity::of(path, &fs::metadata(path).ok()?)
    }
}

/// Records that a file is read, so that no output overwrites it.
pub fn note(name: &Path, data: &Metadata) {
    if let Some(identity) = FileIdentity::of(name, data) {
        keep(identity, name);
    }
}

/// Records that a file will be read, so that no output overwrites it; the file may not exist.
pub fn note_name(name: &Path) {
    if let Some(identity) = FileIdentity::at(name) {
        keep(identity, name);
    }
}

/// Records the file that standard input is redirected from, if it is one, so that no output overwrites it.
pub fn note_stdin() {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        let owned = std::io::stdin().as_fd().try_clone_to_owned();
        if let Some(data) = owned.ok().and_then(|fd| fs::File::from(fd).metadata().ok()) {
            note(Path::new(io::STDIN), &data);
        }
    }
}

fn keep(identity: FileIdentity, name: &Path) {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if !read.iter().any(|(known, _)| *known == identity) {
        read.push((identity, io::shown(name)));
    }
}

/// Refuses an output file that is one of the files read by the command.
///
/// # Errors
/// Where the output is a file that was read; the error has both names.
pub fn refuse(output: &Path) -> Result<(), Trouble> {
    let Some(identity) = FileIdentity::at(output) else {
        return Ok(());
    };
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    match read.iter().find(|(known, _)| *known == identity) {
        None => Ok(()),
        Some((_, name)) => Err(trouble!(
            "`{}` would be written over `{name}`, which is read: they are one file",
            io::shown(output)
        )
        .help("name another file for the output")),
    }
}

/// Refuses two output options that name the same file.
///
/// # Errors
/// Where both options name one file; the error names the options.
pub fn refuse_twice(
    (option, path): (&str, Option<&Path>),
    (other, second): (&str, Option<&Path>),
) -> Result<(), Trouble> {
    let (Some(path), Some(second)) = (path, second) else {
        return Ok(());
    };
    let one = FileIdentity::at(path);
    if path != second && (one.is_none() || one != FileIdentity::at(second)) {
        return Ok(());
    }
    Err(
        trouble!("{option} and {other} name one file, `{}`", io::shown(path))
            .help("name a file for each"),
    )
}
