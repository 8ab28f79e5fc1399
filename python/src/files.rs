//! The files that a program uses: given by their names, or those of the program's own folder and below.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use adv::diagnostics::MAX_SOURCE_BYTES;
use adv::{Absent, Sources};

/// Where files come from.
#[derive(Clone, Default)]
pub struct Files {
    /// Texts by their names; they come first.
    pub given: BTreeMap<String, String>,
    /// The folder of the program, if it is in one.
    pub folder: Option<PathBuf>,
}

fn absent(reason: impl Into<String>) -> Absent {
    Absent {
        reason: reason.into(),
        ..Absent::default()
    }
}

impl Sources for Files {
    fn read(&self, path: &str) -> Result<String, Absent> {
        if let Some(text) = self.given.get(path) {
            return Ok(text.clone());
        }
        let Some(folder) = &self.folder else {
            return Err(absent("there is no such file among those that were given"));
        };
        let is_inside = (Path::new(path).components())
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let outside = || absent("it is outside the folder of the program");
        if !is_inside {
            return Err(outside());
        }
        let unreadable = |error: std::io::Error| absent(error.to_string());
        // A link must not lead out of the folder either.
        let real = fs::canonicalize(folder.join(path)).map_err(unreadable)?;
        let home = fs::canonicalize(folder).map_err(unreadable)?;
        if !real.starts_with(home) {
            return Err(outside());
        }
        let found = fs::metadata(&real).map_err(unreadable)?;
        if !found.is_file() || found.len() > MAX_SOURCE_BYTES as u64 {
            return Err(absent("it is no file, or too large for a program"));
        }
        let mut text = String::new();
        let mut file = fs::File::open(&real).map_err(unreadable)?;
        file.read_to_string(&mut text).map_err(unreadable)?;
        Ok(text)
    }
}
