//! The folder of the files that adv keeps for a user: the key that seals others, the entries of the prompt, and checkpoints that could not
//! be written beside their program.
//!
//! ```text
//! $ADV_STATE                                  wherever it is set
//! $XDG_STATE_HOME/adv                         if that is an absolute path
//! %LOCALAPPDATA%\adv                          on Windows
//! $HOME/Library/Application Support/adv       on macOS
//! $HOME/.local/state/adv                      elsewhere
//! ```
//!
//! The key seals checkpoints, the rows of `adv solve --resume`, slices of proofs and tables of perfect play, and is made with the first of
//! them. Only the user may read it: with it, files can be written that are believed.

use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use adv::SealKey;

use crate::{Trouble, io, reason};

/// Folder of adv's files for a user, by the environment variables; `None` where none names one.
fn folder_of(env: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let set = |name| {
        let value = env(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    if let Some(folder) = set("ADV_STATE") {
        return Some(folder);
    }
    let base = match set("XDG_STATE_HOME").filter(|folder| folder.is_absolute()) {
        Some(folder) => folder,
        None if cfg!(windows) => set("LOCALAPPDATA")?,
        None if cfg!(target_os = "macos") => set("HOME")?.join("Library/Application Support"),
        None => set("HOME")?.join(".local/state"),
    };
    Some(base.join("adv"))
}

/// Folder of adv's files for the present user.
///
/// # Errors
/// Where no variable names one.
pub fn folder() -> Result<PathBuf, Trouble> {
    folder_of(&|name| std::env::var_os(name)).ok_or_else(|| {
        Trouble::new("there is no folder for the key that seals what adv keeps")
            .help("name one by the variable ADV_STATE")
    })
}

/// Length of the user's key, in bytes.
const KEY: usize = 32;

/// Key that seals the user's files; it is made where there is none.
///
/// # Errors
/// Where the key cannot be read or made, or other users may read it.
pub fn key() -> Result<SealKey, Trouble> {
    key_in(&folder()?)
}

fn key_in(folder: &Path) -> Result<SealKey, Trouble> {
    let path = folder.join("checkpoint.key");
    let shown = io::shown(&path);
    let failed = |what: &str, error: &std::io::Error| {
        trouble!(
            "cannot {what} the key `{shown}`, which seals what adv keeps: {}",
            reason(error)
        )
        .help("name a folder for it by the variable ADV_STATE")
    };
    match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            make(&path).map_err(|error| failed("make", &error))?;
        }
        Err(error) => return Err(failed("read", &error)),
        Ok(_) => {}
    }
    if others_may_read(&path) {
        return Err(trouble!(
            "others may read the key `{shown}`, so that what it seals could be theirs"
        )
        .help(format!(
            "make it yours alone: `chmod 600 {shown}`; or remove it, and what it sealed with it"
        )));
    }
    // Another command may have made it meanwhile: what is there counts.
    let bytes = fs::read(&path).map_err(|error| failed("read", &error))?;
    let bytes = <[u8; KEY]>::try_from(bytes).map_err(|_| {
        trouble!("`{shown}` is not a key of {KEY} bytes")
            .help("remove it; checkpoints and slices that it sealed can then no longer be resumed")
    })?;
    Ok(SealKey::new(bytes))
}

/// Writes a new random key to a file; one that another command has made meanwhile stays.
fn make(path: &Path) -> std::io::Result<()> {
    let mut key = [0; KEY];
    getrandom::fill(&mut key).map_err(std::io::Error::from)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // Temporary files are readable by their owner only.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&key)?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Err(error) if error.error.kind() != ErrorKind::AlreadyExists => Err(error.error),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn others_may_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn others_may_read(_: &Path) -> bool {
    // A user's own folder is not open to others there.
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_follows_the_environment() {
        let folder = |set: &[(&str, &str)]| {
            let env = |name: &str| {
                let found = set.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| OsString::from(value))
            };
            folder_of(&env)
        };
        let own = [("ADV_STATE", "here"), ("HOME", "/users/ada")];
        assert_eq!(folder(&own), Some(PathBuf::from("here")));
        let xdg = [("XDG_STATE_HOME", "/var/ada"), ("HOME", "/users/ada")];
        assert_eq!(folder(&xdg), Some(PathBuf::from("/var/ada/adv")));
        assert_eq!(folder(&[("ADV_STATE", "")]), None);
        if cfg!(target_os = "linux") {
            let odd = [("XDG_STATE_HOME", "odd"), ("HOME", "/users/ada")];
            let home = PathBuf::from("/users/ada/.local/state/adv");
            assert_eq!(folder(&odd), Some(home));
        }
    }

    #[test]
    fn a_key_is_made_once_and_for_its_user_alone() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("state");
        let sealed = key_in(&folder).expect("it is made").seal(b"bytes");
        let again = key_in(&folder).expect("it is there");
        assert_eq!(again.open(&sealed), Ok(&b"bytes"[..]));
        let other = key_in(&place.path().join("other")).expect("another");
        assert!(other.open(&sealed).is_err());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let path = folder.join("checkpoint.key");
            let mode = fs::metadata(&path).expect("the key").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
            let open = fs::Permissions::from_mode(0o644);
            fs::set_permissions(&path, open).expect("they are ours");
            assert!(key_in(&folder).is_err());
        }
        fs::write(folder.join("checkpoint.key"), "short").expect("a file");
        assert!(key_in(&folder).is_err());
    }
}
