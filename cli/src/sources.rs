//! The files that a program uses, from the folders that it may use files of.
//!
//! ```text
//!   adv check games/krk.adv               games and below
//!   adv check games                       games and below, for every program in it
//!   adv check games/krk.adv --root .      also the current folder and below
//! ```
//!
//! A program from elsewhere must not read its user's files, or tell by a message which there are. So a path that leads out of these folders
//! is refused before any lookup, and so is a link that does.

use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use adv::diagnostics::{MAX_SOURCE_BYTES, did_you_mean, suggest};
use adv::{Absent, NoFiles, Sources};

use crate::{Trouble, inputs, io, reason};

/// Folders of `--root` that programs may use, as absolute paths without links.
static GIVEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Most names in a folder that are compared with the name of a missing file, to suggest similar ones.
const MOST_NAMES: usize = 1_000;

/// Allows programs to use files of a folder and below it.
///
/// # Errors
/// Where the path is no folder that can be read.
pub fn allow(folder: &Path) -> Result<(), Trouble> {
    let real = fs::canonicalize(folder).map_err(|error| io::unreadable(folder, &error))?;
    if !real.is_dir() {
        return Err(trouble!("`{}` is no folder", io::shown(folder)));
    }
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !given.contains(&real) {
        given.push(real);
    }
    Ok(())
}

/// Folder of a program, and the folders whose files it may use.
pub struct Folder {
    /// Folder as the user named it; `None` for standard input, which is in no folder.
    named: Option<PathBuf>,
    /// Same folder as an absolute path without links; empty where there is none.
    real: PathBuf,
    allowed: Vec<PathBuf>,
}

impl Folder {
    /// Folder of a program's file, with the folders that it may use.
    pub fn of(file: &Path) -> Folder {
        let nowhere = Folder {
            named: None,
            real: PathBuf::new(),
            allowed: Vec::new(),
        };
        if io::is_stdin(file) {
            return nowhere;
        }
        let named = match file.parent() {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        // A folder that cannot be looked up holds no file that can be read.
        let Ok(real) = fs::canonicalize(&named) else {
            return nowhere;
        };
        let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut allowed = given.clone();
        allowed.push(real.clone());
        Folder {
            named: Some(named),
            real,
            allowed,
        }
    }

    fn is_allowed(&self, real: &Path) -> bool {
        self.allowed.iter().any(|folder| real.starts_with(folder))
    }

    fn outside(&self, what: &str) -> Absent {
        let folder = match &self.named {
            Some(named) if named != Path::new(".") => format!("the folder `{}`", io::shown(named)),
            _ => "the folder of the program".to_owned(),
        };
        Absent {
            reason: format!("{what} outside {folder}"),
            help: Some("allow a larger folder: `--root DIR`".to_owned()),
            is_outside: true,
        }
    }
}

impl Sources for Folder {
    fn read(&self, path: &str) -> Result<String, Absent> {
        let Some(named) = &self.named else {
            return NoFiles.read(path);
        };
        let relative: PathBuf = path.split('/').collect();
        if !self.is_allowed(&without_parents(&self.real.join(&relative))) {
            return Err(self.outside("it is"));
        }
        let file = named.join(&relative);
        let real = match fs::canonicalize(&file) {
            Ok(real) => real,
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(missing(&file)),
            Err(error) => return Err(absent(reason(&error))),
        };
        if !self.is_allowed(&real) {
            return Err(self.outside("it is a link to a place"));
        }
        // What is no ordinary file might never come to an end, and is not opened.
        let data = fs::metadata(&real).map_err(|error| absent(reason(&error)))?;
        if data.is_dir() {
            return Err(absent("it is a folder"));
        }
        if !data.is_file() {
            return Err(absent("it is no ordinary file"));
        }
        let mut bytes = Vec::new();
        let read = File::open(&real).and_then(|file| {
            file.take(MAX_SOURCE_BYTES as u64 + 1)
                .read_to_end(&mut bytes)
        });
        read.map_err(|error| absent(reason(&error)))?;
        inputs::note(&file, &data);
        if bytes.len() > MAX_SOURCE_BYTES {
            let most = format!("it has more than {MAX_SOURCE_BYTES} bytes");
            return Err(absent(most));
        }
        if adv::is_module(path, &bytes) {
            return Err(Absent {
                help: Some("use the source that the module was built from".to_owned()),
                ..absent("it is a compiled module")
            });
        }
        String::from_utf8(bytes).map_err(|error| Absent {
            help: Some("save it as UTF-8".to_owned()),
            ..absent(format!(
                "it is no text: byte {} is not UTF-8",
                error.utf8_error().valid_up_to()
            ))
        })
    }
}

fn absent(reason: impl Into<String>) -> Absent {
    Absent {
        reason: reason.into(),
        ..Absent::default()
    }
}

/// Error for a used file that does not exist, with the similar names in its folder.
fn missing(file: &Path) -> Absent {
    let beside = file.parent().and_then(|folder| fs::read_dir(folder).ok());
    let entries = beside.into_iter().flatten().flatten().take(MOST_NAMES);
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".adv"))
        .collect();
    names.sort();
    let wanted = file.file_name().unwrap_or_default().to_string_lossy();
    let near = suggest(&wanted, None, names.iter().map(|name| (name.as_str(), ())));
    Absent {
        help: did_you_mean(&near),
        ..absent("there is no such file")
    }
}

/// Path without `..` parts, by its text alone: links on it are not resolved.
fn without_parents(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}
