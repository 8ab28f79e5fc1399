//! The files that a command reads, so that no output is written over one of them.
//!
//! Every file that is opened for reading is noted here, and every file that is begun is compared with those: by device and number where
//! the system has such, so that links do not hide that two names are one file. A command therefore cannot forget to ask. Pipes and
//! devices are not compared: nothing of them is lost.

use std::fs::{self, Metadata};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::exit::Trouble;
use crate::io;

/// The files read so far, each with the name that it was read by.
static READ: Mutex<Vec<(FileIdentity, String)>> = Mutex::new(Vec::new());

/// The identity of an ordinary file: two names with the same one are one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(unix)]
struct FileIdentity {
    device: u64,
    inode: u64,
}

/// The identity of an ordinary file: its path without links.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg(not(unix))]
struct FileIdentity(std::path::PathBuf);

impl FileIdentity {
    /// The identity of an ordinary file; `None` for everything else.
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

/// Notes that a file is read.
pub fn note(name: &Path, data: &Metadata) {
    if let Some(identity) = FileIdentity::of(name, data) {
        keep(identity, name);
    }
}

/// Notes that a file will be read; it may not be there.
pub fn note_name(name: &Path) {
    if let Some(identity) = FileIdentity::at(name) {
        keep(identity, name);
    }
}

/// Notes that standard input is read, which may be a file.
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

/// Makes sure that a file is none of those that are read.
///
/// # Errors
/// Where it is one, with both names.
pub fn refuse(output: &Path) -> Result<(), Trouble> {
    let Some(identity) = FileIdentity::at(output) else {
        return Ok(());
    };
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    match read.iter().find(|(known, _)| *known == identity) {
        None => Ok(()),
        Some((_, name)) => Err(Trouble::new(format!(
            "`{}` would be written over `{name}`, which is read: they are one file",
            io::shown(output)
        ))
        .help("name another file for the output")),
    }
}

/// Makes sure that two outputs are not one file.
///
/// # Errors
/// Where they are, with the options that name them.
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
    Err(Trouble::new(format!(
        "{option} and {other} name one file, `{}`",
        io::shown(path)
    ))
    .help("name a file for each"))
}
