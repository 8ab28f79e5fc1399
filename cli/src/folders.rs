//! Arguments of a command that are files, or folders of programs.

use std::path::{Path, PathBuf};

use crate::{Trouble, io, reason, sources};

/// Program files that arguments name, in their order; a folder gives all `.adv` files in it and below, by name, but hidden ones. The
/// programs of a folder may use all files in it.
///
/// # Errors
/// Where a folder cannot be read, or holds no program.
pub fn files(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Trouble> {
    let mut files = Vec::new();
    for path in arguments {
        if io::is_stdin(path) || !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        sources::allow(path)?;
        walk(path, &mut files)?;
        if files.len() == before {
            return Err(trouble!(
                "the folder `{}` holds no .adv file",
                io::shown(path)
            ));
        }
    }
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Trouble> {
    for (path, is_folder) in entries(folder)? {
        if is_folder {
            walk(&path, files)?;
        } else if is_program(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// Files and folders in a folder by name, but hidden ones, each with true for a folder.
///
/// # Errors
/// Where the folder cannot be read.
pub fn entries(folder: &Path) -> Result<Vec<(PathBuf, bool)>, Trouble> {
    let fail = |error: &std::io::Error| {
        trouble!(
            "cannot read the folder `{}`: {}",
            io::shown(folder),
            reason(error)
        )
    };
    let mut entries: Vec<(PathBuf, bool)> = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| fail(&error))? {
        let entry = entry.map_err(|error| fail(&error))?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        // Links to folders are not followed, so that a ring of them has an end.
        let is_folder = entry.file_type().map_err(|error| fail(&error))?.is_dir();
        if !hidden {
            entries.push((entry.path(), is_folder));
        }
    }
    entries.sort();
    Ok(entries)
}

/// True for a file with the ending of a program's text.
pub fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "adv") && path.is_file()
}
