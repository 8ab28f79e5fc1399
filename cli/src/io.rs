//! Standard streams and files. Output files are written beside their place and renamed when they are whole, so that a full disk or an
//! interrupted command leaves what was there before (and, if interrupted, the unfinished file `.NAME.NUMBER.tmp`).

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use crate::exit::{Trouble, reason};

/// The name for standard input.
pub const STDIN: &str = "-";

/// What a name stands for in messages.
pub fn shown(name: &str) -> &str {
    if name == STDIN { "<stdin>" } else { name }
}

/// All bytes of a file or of standard input, at most `most`.
pub fn read_all(name: &str, most: usize) -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vec::new();
    let limit = most as u64 + 1;
    let read = if name == STDIN {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        open(name)?.take(limit).read_to_end(&mut bytes)
    };
    read.map_err(|error| unreadable(name, &error))?;
    if bytes.len() > most {
        return Err(Trouble::new(format!(
            "`{}` is too large, expected at most {most} bytes",
            shown(name)
        )));
    }
    Ok(bytes)
}

/// A file or standard input, line by line.
pub fn lines(name: &str) -> Result<Box<dyn BufRead>, Trouble> {
    if name == STDIN {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, open(name)?)))
}

/// A trouble about reading.
pub fn unreadable(name: &str, error: &std::io::Error) -> Trouble {
    Trouble::new(format!("cannot read `{}`: {}", shown(name), reason(error)))
}

fn open(name: &str) -> Result<File, Trouble> {
    let file = File::open(name).map_err(|error| unreadable(name, &error))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(
            Trouble::new(format!("`{name}` is a folder, expected a file"))
                .help("`adv test` takes folders; name the file for everything else"),
        );
    }
    Ok(file)
}

/// Where a command's answer goes.
pub enum Out {
    /// Standard output.
    Standard(BufWriter<std::io::Stdout>),
    /// A file that appears when it is whole.
    File(NewFile),
}

impl Out {
    /// Standard output.
    pub fn standard() -> Out {
        Out::Standard(BufWriter::with_capacity(1 << 16, std::io::stdout()))
    }

    /// A file, or standard output where none is named or it is `-`.
    pub fn to(path: Option<&Path>) -> Result<Out, Trouble> {
        match path {
            Some(path) if path != Path::new(STDIN) => Ok(Out::File(NewFile::create(path)?)),
            _ => Ok(Out::standard()),
        }
    }

    /// Writes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        match self {
            Out::Standard(writer) => writer
                .write_all(bytes)
                .map_err(|error| Trouble::output(&error)),
            Out::File(file) => file.bytes(bytes),
        }
    }

    /// Writes text.
    pub fn text(&mut self, text: &str) -> Result<(), Trouble> {
        self.bytes(text.as_bytes())
    }

    /// Hands on what has been written so far.
    pub fn flush(&mut self) -> Result<(), Trouble> {
        match self {
            Out::Standard(writer) => writer.flush().map_err(|error| Trouble::output(&error)),
            Out::File(_) => Ok(()),
        }
    }

    /// The end: what is left is written, a file gets its name.
    pub fn finish(mut self) -> Result<(), Trouble> {
        self.flush()?;
        match self {
            Out::Standard(_) => Ok(()),
            Out::File(file) => file.finish(),
        }
    }
}

/// True when a person types on standard input.
pub fn stdin_is_terminal() -> bool {
    std::io::stdin().is_terminal()
}

/// True when people read standard output.
pub fn stdout_is_terminal() -> bool {
    std::io::stdout().is_terminal()
}

/// True when people read standard error.
pub fn stderr_is_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// A file in the making. Unless it is finished it leaves nothing behind.
pub struct NewFile {
    writer: Option<BufWriter<File>>,
    /// Where the bytes go until the file is whole; `None` for what is no ordinary file (a pipe, a device), which is written at once.
    interim: Option<PathBuf>,
    target: PathBuf,
    name: String,
}

impl NewFile {
    /// Begins a file.
    pub fn create(path: &Path) -> Result<NewFile, Trouble> {
        let name = path.display().to_string();
        let fail = |error: std::io::Error| {
            Trouble::new(format!("cannot write `{name}`: {}", reason(&error)))
        };
        // A link is followed, so that it stays one.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let before = fs::metadata(&target).ok();
        if before.as_ref().is_some_and(|data| data.is_dir()) {
            return Err(Trouble::new(format!(
                "cannot write `{name}`: it is a folder"
            )));
        }
        if before.as_ref().is_some_and(|data| !data.is_file()) {
            let file = OpenOptions::new().write(true).open(&target).map_err(fail)?;
            return Ok(NewFile {
                writer: Some(BufWriter::new(file)),
                interim: None,
                target,
                name,
            });
        }
        if before
            .as_ref()
            .is_some_and(|data| data.permissions().readonly())
        {
            return Err(Trouble::new(format!(
                "cannot write `{name}`: it is read-only"
            )));
        }
        let stem = target
            .file_name()
            .map(|stem| stem.to_string_lossy().into_owned())
            .unwrap_or_default();
        let interim = target.with_file_name(format!(".{stem}.{}.tmp", std::process::id()));
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&interim)
            .map_err(fail)?;
        if let Some(data) = before {
            // What may read the old file may read the new one. A system that refuses leaves the usual permissions.
            let _ = file.set_permissions(data.permissions());
        }
        Ok(NewFile {
            writer: Some(BufWriter::with_capacity(1 << 16, file)),
            interim: Some(interim),
            target,
            name,
        })
    }

    /// Writes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let written = self
            .writer
            .as_mut()
            .map_or(Ok(()), |writer| writer.write_all(bytes));
        written.map_err(|error| self.fail(&error))
    }

    /// Gives the file its name.
    pub fn finish(mut self) -> Result<(), Trouble> {
        let Some(mut writer) = self.writer.take() else {
            return Ok(());
        };
        let flushed = writer.flush();
        let whole = match &self.interim {
            Some(interim) => {
                let synced = flushed.and_then(|()| writer.get_ref().sync_all());
                drop(writer);
                synced.and_then(|()| fs::rename(interim, &self.target))
            }
            None => flushed,
        };
        whole.map_err(|error| self.fail(&error))?;
        self.interim = None;
        Ok(())
    }

    fn fail(&self, error: &std::io::Error) -> Trouble {
        Trouble::new(format!("cannot write `{}`: {}", self.name, reason(error)))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        self.writer = None;
        if let Some(interim) = &self.interim {
            let _ = fs::remove_file(interim);
        }
    }
}

/// Writes a whole file, or leaves what was there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let mut file = NewFile::create(path)?;
    file.bytes(bytes)?;
    file.finish()
}
