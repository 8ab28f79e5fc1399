//! The programs of a folder: its own files that end in `.adv`, and nothing else. Links are not followed: the kind of a path is checked
//! first for the sake of the message, and then a file is opened without following it, and written by a rename over its name.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use adv_studio::{Folder, MOST_FILE_BYTES, MOST_FILES};

use crate::io::{self, NewFile};
use crate::{Trouble, reason};

/// A folder whose programs the page may read and write, and the program that is opened first.
pub struct Disk {
    folder: PathBuf,
    first: Option<String>,
}

impl Disk {
    /// Opens the folder of a program, or a folder itself.
    ///
    /// # Errors
    /// Where there is no such folder, or the path is a file that does not end in `.adv`.
    pub fn open(path: &Path) -> Result<Disk, Trouble> {
        let real = fs::canonicalize(path).map_err(|error| io::unreadable(path, &error))?;
        if real.is_dir() {
            return Ok(Disk {
                folder: real,
                first: None,
            });
        }
        let name = real
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        match (real.parent(), name) {
            (Some(folder), Some(name)) if name.ends_with(".adv") => Ok(Disk {
                folder: folder.to_owned(),
                first: Some(name),
            }),
            _ => Err(
                trouble!("`{}` is no program's text and no folder", io::shown(path))
                    .help("name a file that ends in `.adv`, or a folder of them"),
            ),
        }
    }

    /// Path of a program's file, present or to be made; fails for a link, a folder or a device, and for a name outside of the folder.
    fn path(&self, name: &str) -> Result<PathBuf, String> {
        let is_name = Path::new(name).components().count() == 1 && name.ends_with(".adv");
        if !is_name || name.starts_with('.') || name.contains(['/', '\\', '\0', ':']) {
            return Err(format!("`{name}` is no name of a program"));
        }
        let path = self.folder.join(name);
        match fs::symlink_metadata(&path) {
            Ok(found) if !found.is_file() => Err(format!(
                "`{name}` is a link or no file: it is left as it is"
            )),
            _ => Ok(path),
        }
    }
}

impl Folder for Disk {
    fn files(&self) -> Result<(BTreeMap<String, String>, Option<String>), String> {
        let unreadable =
            |error: &std::io::Error| format!("the folder cannot be read: {}", reason(error));
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(|error| unreadable(&error))? {
            let entry = entry.map_err(|error| unreadable(&error))?;
            if let Ok(name) = entry.file_name().into_string() {
                names.push(name);
            }
        }
        names.sort();
        // The program that was named comes first, so that it is there in a folder of many.
        names.sort_by_key(|name| Some(name) != self.first.as_ref());
        let mut files = BTreeMap::new();
        for name in names {
            let Ok(path) = self.path(&name) else {
                continue;
            };
            // What is too large or no text is not opened; it stays as it is.
            if let Some(text) = io::read_own(&path, MOST_FILE_BYTES).ok().flatten() {
                files.insert(name, text);
            }
            if files.len() >= MOST_FILES {
                break;
            }
        }
        let first = self.first.clone().filter(|name| files.contains_key(name));
        let open = first.or_else(|| files.keys().next().cloned());
        Ok((files, open))
    }

    fn save(&self, name: &str, text: &str, was: Option<&str>) -> Result<(), String> {
        let path = self.path(name)?;
        if let Some(was) = was {
            let now = match io::read_own(&path, MOST_FILE_BYTES) {
                Err(error) if error.kind() == ErrorKind::NotFound => Some(String::new()),
                other => other.unwrap_or(None),
            };
            if now.as_deref() != Some(was) {
                return Err(format!(
                    "`{name}` is no longer the text that was read: another program has written it; save under another name, or load the page again"
                ));
            }
        }
        let written = NewFile::replace(&path).and_then(|mut file| {
            file.bytes(text.as_bytes())?;
            file.finish()
        });
        written.map_err(|_| format!("`{name}` cannot be written"))
    }

    fn remove(&self, name: &str) -> Result<(), String> {
        let path = self.path(name)?;
        fs::remove_file(&path)
            .map_err(|error| format!("`{name}` cannot be removed: {}", reason(&error)))
    }
}
