//! How Syzygy files are opened: a file whose sum is known here is read whole and kept in memory, once its
//! sum is right; a larger one is read from the disk with each look-up.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

use crate::checksum;

#[cfg(any(unix, windows))]
pub(crate) use shakmaty_syzygy::filesystem::OsFilesystem as FilesHere;

/// Where there are no files (a module in a browser), each of them is missing.
#[cfg(not(any(unix, windows)))]
#[derive(Default)]
pub(crate) struct FilesHere;

#[cfg(not(any(unix, windows)))]
impl Filesystem for FilesHere {
    fn regular_file_size(&self, _path: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn read_dir(&self, _path: &Path) -> io::Result<Vec<PathBuf>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn open(&self, _path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The files of the system, believed only with their sums.
#[derive(Default)]
pub(crate) struct Storage {
    system: FilesHere,
}

impl Filesystem for Storage {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        if self.regular_file_size(path)? > checksum::MAX_FILE {
            return self.system.open(path);
        }
        let mut bytes = Vec::new();
        fs::File::open(path)?
            .take(checksum::MAX_FILE)
            .read_to_end(&mut bytes)?;
        if !checksum::matches(&bytes) {
            return Err(io::Error::other(WrongSum));
        }
        Ok(Box::new(InMemory(bytes)))
    }
}

/// The bytes of a file do not have the checksum at its end.
#[derive(Debug)]
pub(crate) struct WrongSum;

impl fmt::Display for WrongSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the checksum does not match")
    }
}

impl std::error::Error for WrongSum {}

struct InMemory(Vec<u8>);

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        let start = usize::try_from(offset).unwrap_or(usize::MAX);
        let rest = self.0.get(start..).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..length), rest.get(..length)) {
            to.copy_from_slice(from);
        }
        Ok(length)
    }
}
