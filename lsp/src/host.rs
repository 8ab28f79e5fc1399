//! What the server asks of the world around it.

use adv::Absent;

/// Gives texts to the server. Paths are absolute, with `/` between their parts and without `.` and `..`.
pub trait Host: Send + Sync {
    /// The text of a file that the program at `program` uses, or of that program itself.
    ///
    /// # Errors
    /// [`Absent`], with a reason for the author, where it cannot be read or may not be.
    fn read(&self, program: &str, path: &str) -> Result<String, Absent>;

    /// The editor has opened a folder: its programs may use all files in it.
    fn allow(&self, folder: &str);

    /// The programs of a folder and below, in the order of their paths; an empty list where it cannot be read.
    fn programs(&self, folder: &str) -> Vec<String>;

    /// A path under which an editor can open the text of a library module; `None` where there is no place for it.
    fn library(&self, module: &str, text: &str) -> Option<String>;
}

/// A host without files: open documents are all there is.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn read(&self, _: &str, _: &str) -> Result<String, Absent> {
        Err(Absent {
            reason: "there is no such file".to_owned(),
            ..Absent::default()
        })
    }

    fn allow(&self, _: &str) {}

    fn programs(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn library(&self, _: &str, _: &str) -> Option<String> {
        None
    }
}
