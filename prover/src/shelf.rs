//! Where slices are kept: the caller's files, or whatever it has instead.

use std::io::{self, Write};

use adv_chess::SealKey;

/// Keeps the files of a proof that is made in slices. Their names are of letters, digits, `.` and `-`. Errors are sentences that name the
/// file as people know it.
pub trait Shelf: Send + Sync {
    /// The key of the user, which seals the files: one that it does not fit is not believed.
    fn key(&self) -> &SealKey;

    /// How many bytes a file has; `None` where there is none of that name.
    ///
    /// # Errors
    /// Where that cannot be found out.
    fn length(&self, name: &str) -> Result<Option<u64>, String>;

    /// So many bytes of a file from a place on.
    ///
    /// # Errors
    /// Where they cannot be read, and where the file is shorter.
    fn read(&self, name: &str, at: u64, length: usize) -> Result<Vec<u8>, String>;

    /// Writes a file, whole or not at all; one of that name is replaced.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn write(
        &self,
        name: &str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), String>;
}
