//! The folder in which tables of distances are kept, one file for each class: `KRvK.dtm` to mate, `KRvK.dtc` to conversion.
//!
//! What is in a file is believed, so it is sealed with the user's key; without a key nothing is read or kept. A file is written under
//! another name and then renamed, so that no process ever finds half a table, and two processes that make the same one do no harm: the
//! bytes are the same.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use adv_chess::{Material, SealKey};
use adv_tables::{Distance, LoadError, Tables, oriented, saved_len};

use crate::error::CacheFault;

/// The folder in which tables are kept if the user names none. `env` looks up a variable of the
/// environment; nothing else is read.
///
/// ```text
/// $ADV_CACHE                          wherever it is set
/// $XDG_CACHE_HOME/adv/tables          if that is an absolute path
/// %LOCALAPPDATA%\adv\tables           on Windows
/// $HOME/Library/Caches/adv/tables     on macOS
/// $HOME/.cache/adv/tables             elsewhere
/// ```
///
/// `None` where no variable says anything.
///
/// ```
/// use std::path::PathBuf;
///
/// let env = |name: &str| (name == "ADV_CACHE").then(|| "tables".into());
/// assert_eq!(adv_truth::default_cache(&env), Some(PathBuf::from("tables")));
/// assert_eq!(adv_truth::default_cache(&|_| None), None);
/// ```
pub fn default_cache(env: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let system = if cfg!(windows) {
        System::Windows
    } else if cfg!(target_os = "macos") {
        System::Mac
    } else {
        System::Other
    };
    cache_on(system, env)
}

/// Systems that keep caches in different places.
#[derive(Clone, Copy)]
enum System {
    Windows,
    Mac,
    Other,
}

fn cache_on(system: System, env: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name| {
        env(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(folder) = set("ADV_CACHE") {
        return Some(folder);
    }
    let base = match set("XDG_CACHE_HOME").filter(|folder| folder.is_absolute()) {
        Some(folder) => folder,
        None => match system {
            System::Windows => set("LOCALAPPDATA")?,
            System::Mac => set("HOME")?.join("Library/Caches"),
            System::Other => set("HOME")?.join(".cache"),
        },
    };
    Some(base.join("adv").join("tables"))
}

/// Gives the key of the user, or says why there is none.
pub type KeySource = fn() -> Result<SealKey, String>;

/// A folder of tables, and the key that seals them.
#[derive(Debug)]
pub(crate) struct Cache {
    pub folder: PathBuf,
    source: KeySource,
    key: OnceLock<Result<SealKey, String>>,
}

impl Cache {
    pub fn new((folder, source): (PathBuf, KeySource)) -> Cache {
        let key = OnceLock::new();
        Cache {
            folder,
            source,
            key,
        }
    }

    /// The key, which is asked for with the first table.
    pub fn key(&self) -> io::Result<&SealKey> {
        let key = self.key.get_or_init(self.source).as_ref();
        key.map_err(|why| io::Error::other(why.clone()))
    }
}

/// The file of the distances of a class.
pub(crate) fn file_of(folder: &Path, material: &Material, distance: Distance) -> PathBuf {
    let name = oriented(material).0.name();
    folder.join(format!("{name}.{}", distance.extension()))
}

/// Takes the distances of a class from their file. False where there is none.
pub(crate) fn load(
    tables: &mut Tables,
    material: &Material,
    distance: Distance,
    path: &Path,
    key: &SealKey,
) -> Result<bool, CacheFault> {
    let expected = saved_len(material).map_err(LoadError::from);
    let expected = expected.map_err(CacheFault::Refused)?;
    match read(path, expected) {
        Ok(Ok(bytes)) => tables.load(material, distance, &bytes, key),
        Ok(Err(error)) => Err(error),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(CacheFault::Unreadable(error)),
    }
    .map_err(CacheFault::Refused)?;
    Ok(true)
}

/// The bytes of a file, which may be as many as are expected.
fn read(path: &Path, expected: usize) -> io::Result<Result<Vec<u8>, LoadError>> {
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if about.len() > expected as u64 {
        let found = usize::try_from(about.len()).unwrap_or(usize::MAX);
        return Ok(Err(LoadError::Length { expected, found }));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(expected as u64)
        .read_to_end(&mut bytes)?;
    Ok(Ok(bytes))
}

/// Writes a file whole or not at all; its bytes are the parts one after the other.
pub(crate) fn write(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    // Threads of this process and other processes may write the same table.
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let unfinished = path.with_extension(format!("{}-{number}.tmp", std::process::id()));
    let written = File::create_new(&unfinished)
        .and_then(|mut file| parts.iter().try_for_each(|part| file.write_all(part)))
        .and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        // It may not even exist; the warning about a folder that cannot be written to has been given already.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(system: System, set: &[(&str, &str)]) -> Option<String> {
        let env = |name: &str| {
            let found = set.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| OsString::from(value))
        };
        let folder = cache_on(system, &env)?;
        folder.to_str().map(|text| text.replace('\\', "/"))
    }

    #[test]
    fn the_folder_is_where_the_system_keeps_caches() {
        let home = ("HOME", "/users/ada");
        let xdg = ("XDG_CACHE_HOME", "/var/ada");
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            on(System::Other, &[home]),
            text("/users/ada/.cache/adv/tables")
        );
        assert_eq!(
            on(System::Mac, &[home]),
            text("/users/ada/Library/Caches/adv/tables")
        );
        let local = ("LOCALAPPDATA", "/users/ada/local");
        assert_eq!(
            on(System::Windows, &[home, local]),
            text("/users/ada/local/adv/tables")
        );
        assert_eq!(on(System::Other, &[home, xdg]), text("/var/ada/adv/tables"));
        let ours = ("ADV_CACHE", "here");
        assert_eq!(on(System::Windows, &[ours, xdg, local]), text("here"));
    }

    #[test]
    fn what_says_nothing_is_passed_over() {
        assert_eq!(on(System::Other, &[]), None);
        assert_eq!(on(System::Windows, &[("HOME", "/users/ada")]), None);
        let empty = [("ADV_CACHE", ""), ("XDG_CACHE_HOME", "not/absolute")];
        assert_eq!(on(System::Mac, &empty), None);
    }
}
