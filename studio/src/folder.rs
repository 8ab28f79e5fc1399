//! The folder of a project, where the caller has one.

use std::collections::BTreeMap;

use adv::render::json::value;
use adv::render::studio::{Files, Removed, Saved};
use serde_json::Value;

use crate::question::{Asked, Fault, MOST_FILE_BYTES, check_name};

/// The programs of a folder. Names are those of files in it, never paths.
pub trait Folder: Send + Sync {
    /// The texts by their names, and which is to be opened first.
    ///
    /// # Errors
    /// A sentence for the user where the folder cannot be read.
    fn files(&self) -> Result<(BTreeMap<String, String>, Option<String>), String>;

    /// Writes a file whole, or leaves what was there. `was` is the text that the caller has read, empty where there was no file.
    ///
    /// # Errors
    /// A sentence for the user where it cannot be written, may not be, or holds another text than `was`.
    fn save(&self, name: &str, text: &str, was: Option<&str>) -> Result<(), String>;

    /// Removes a file.
    ///
    /// # Errors
    /// A sentence for the user where it cannot be removed or may not be.
    fn remove(&self, name: &str) -> Result<(), String>;
}

/// A question about the folder.
pub fn ask(folder: Option<&dyn Folder>, asked: &Asked) -> Result<Value, Fault> {
    let folder = folder.ok_or_else(|| Fault::refused("this engine keeps no files"))?;
    if asked.ask == "files" {
        let (files, open) = folder.files().map_err(Fault::refused)?;
        return Ok(value(&Files { files, open }));
    }
    let name = asked.needed_text("name")?;
    check_name(name)?;
    if !name.ends_with(".adv") {
        return Err(Fault::refused("the name of a program ends in `.adv`"));
    }
    if asked.ask == "remove" {
        folder.remove(name).map_err(Fault::refused)?;
        let removed = name.to_owned();
        return Ok(value(&Removed { removed }));
    }
    let text = asked.needed_text("text")?;
    if text.len() > MOST_FILE_BYTES {
        return Err(Fault::too_large(format!(
            "`{name}` has more than {MOST_FILE_BYTES} bytes"
        )));
    }
    let was = asked.text("was")?;
    folder.save(name, text, was).map_err(Fault::refused)?;
    let saved = name.to_owned();
    Ok(value(&Saved { saved }))
}
