//! Files that several commands may change at the same time, such as case bases: each change starts from the bytes that the file has then.
//!
//! ```text
//!   lock .NAME.lock ──▶ read NAME ──▶ change it in memory ──▶ write .NAME.….tmp, sync ──▶ rename to NAME ──▶ unlock
//! ```
//!
//! The lock is the system's, on a file beside the one that is changed, so it ends with the process that holds it, killed or not. The
//! lock file stays: a process that waits for it must not wait for a file that has been removed. A process that ends at any step leaves
//! the old file or the new one, whole.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::exit::{Trouble, reason};
use crate::io::{self, NewFile};

/// Longest time to wait for another process that holds the lock.
const LONGEST: Duration = Duration::from_secs(10);
/// Pause between two attempts to take the lock.
const PAUSE: Duration = Duration::from_millis(10);

/// Reason why a file was not changed.
#[derive(Debug)]
pub enum KeptError {
    /// Another process holds the lock for longer than this one waits.
    InUse,
    /// Any other failure: reading, writing, or the change itself.
    Trouble(Trouble),
}

impl From<Trouble> for KeptError {
    fn from(trouble: Trouble) -> KeptError {
        KeptError::Trouble(trouble)
    }
}

/// A file that [`change`] can change under a lock.
#[derive(Clone, Copy, Debug)]
pub struct KeptFile<'a> {
    /// Path of the file to change.
    pub path: &'a Path,
    /// Greatest size of the file when it is read, in bytes.
    pub most: usize,
    /// Format version of the bytes if it is older than the current one: a copy of such a file is kept as `NAME.vVERSION`.
    pub older: fn(&[u8]) -> Option<u32>,
}

/// Steps of a change, each reported once it is done; tests stop a change at one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Locked,
    Read,
    Changed,
    Kept,
    Begun,
    Written,
    Renamed,
}

/// Changes a file under a lock: `change` gets its bytes, `None` where there is no file, and returns the new bytes; `None` leaves it as it
/// is.
///
/// # Errors
/// Where the file is in use for longer than ten seconds, cannot be read or written, or `change` fails; the file is then as it was.
pub fn change<T>(
    kept: &KeptFile<'_>,
    change: impl FnOnce(Option<Vec<u8>>) -> Result<(Option<Vec<u8>>, T), Trouble>,
) -> Result<T, KeptError> {
    change_watched(kept, change, LONGEST, &mut |_| Ok(()))
}

fn change_watched<T>(
    kept: &KeptFile<'_>,
    change: impl FnOnce(Option<Vec<u8>>) -> Result<(Option<Vec<u8>>, T), Trouble>,
    longest: Duration,
    done: &mut dyn FnMut(Step) -> Result<(), Trouble>,
) -> Result<T, KeptError> {
    let target = io::led_to(kept.path);
    if io::is_stdin(kept.path) || std::fs::metadata(&target).is_ok_and(|data| !data.is_file()) {
        let name = io::shown(kept.path);
        let trouble = Trouble::new(format!(
            "`{name}` cannot be changed: it is no ordinary file"
        ));
        return Err(trouble.help("name a file").into());
    }
    // The lock is released when the file is closed, at the end of this function.
    let _lock = locked(&target, longest)?;
    done(Step::Locked)?;
    let old = match target.exists() {
        true => Some(io::read_kept(kept.path, kept.most)?),
        false => None,
    };
    done(Step::Read)?;
    let before = old.as_deref().and_then(kept.older);
    let copy = before.and(old.clone());
    let (new, result) = change(old)?;
    done(Step::Changed)?;
    let Some(new) = new else {
        return Ok(result);
    };
    if let (Some(version), Some(copy)) = (before, copy) {
        let name = beside(&target, "", &format!(".v{version}"));
        if !name.exists() {
            io::write_whole(&name, &copy)?;
        }
        done(Step::Kept)?;
    }
    let mut file = NewFile::create(kept.path)?;
    done(Step::Begun)?;
    file.bytes(&new)?;
    done(Step::Written)?;
    file.finish()?;
    done(Step::Renamed)?;
    Ok(result)
}

/// Path in the target's folder whose name is the target's with `before` and `after` around it.
fn beside(target: &Path, before: &str, after: &str) -> PathBuf {
    let mut name = OsString::from(before);
    name.push(target.file_name().unwrap_or_default());
    name.push(after);
    target.with_file_name(name)
}

/// Takes the lock of a file, waiting up to `longest` for another process.
fn locked(target: &Path, longest: Duration) -> Result<File, KeptError> {
    let path = beside(target, ".", ".lock");
    let failed = |error: &std::io::Error| {
        let name = io::shown(&path);
        Trouble::new(format!("cannot lock `{name}`: {}", reason(error)))
            .help("the folder of the file must be one in which files can be made")
    };
    let mut options = io::not_followed(true);
    let options = options.read(true).write(true).create(true).truncate(false);
    let file = options.open(&path).map_err(|error| failed(&error))?;
    let began = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if began.elapsed() >= longest => {
                return Err(KeptError::InUse);
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(failed(&error).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const STEPS: [Step; 7] = [
        Step::Locked,
        Step::Read,
        Step::Changed,
        Step::Kept,
        Step::Begun,
        Step::Written,
        Step::Renamed,
    ];

    fn kept(path: &Path) -> KeptFile<'_> {
        KeptFile {
            path,
            most: 1000,
            older: |bytes| bytes.starts_with(b"old").then_some(3),
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            let name = entry.expect("an entry").file_name();
            name.to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_change_that_ends_at_any_step_leaves_a_whole_file() {
        for stop in STEPS {
            for there in [true, false] {
                let place = tempfile::tempdir().expect("a folder");
                let path = place.path().join("base");
                if there {
                    fs::write(&path, "old text").expect("a file");
                }
                let mut done = Vec::new();
                let ended = change_watched(
                    &kept(&path),
                    |old| {
                        assert_eq!(old.is_some(), there);
                        Ok((Some(b"new text".to_vec()), ()))
                    },
                    LONGEST,
                    &mut |step| {
                        done.push(step);
                        match step == stop {
                            true => Err(Trouble::new("stopped")),
                            false => Ok(()),
                        }
                    },
                );
                // No old version is kept where there is no file.
                let reached = there || stop != Step::Kept;
                assert_eq!(ended.is_err(), reached, "{stop:?}");
                let renamed = done.contains(&Step::Renamed);
                let text = fs::read_to_string(&path).ok();
                let before = there.then_some("old text");
                let expected = if renamed { Some("new text") } else { before };
                assert_eq!(text.as_deref(), expected, "{stop:?}");
                let mut left = vec![".base.lock"];
                if text.is_some() {
                    left.push("base");
                }
                if done.contains(&Step::Kept) {
                    left.push("base.v3");
                    let copy = fs::read_to_string(place.path().join("base.v3"));
                    assert_eq!(copy.ok().as_deref(), Some("old text"));
                }
                assert_eq!(names(place.path()), left, "{stop:?}");
                // And the next change finds no lock in its way.
                let after = change(&kept(&path), |old| Ok((None, old)));
                assert_eq!(after.ok().flatten(), text.map(String::into_bytes));
            }
        }
    }

    #[test]
    fn changes_of_several_writers_all_count() {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("count");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let added = change(&kept(&path), |old| {
                            let mut bytes = old.unwrap_or_default();
                            bytes.push(b'x');
                            Ok((Some(bytes), ()))
                        });
                        assert!(added.is_ok(), "{added:?}");
                    }
                });
            }
        });
        assert_eq!(fs::read(&path).expect("the file").len(), 100);
    }

    #[test]
    fn a_lock_that_is_held_is_told() {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join("base");
        let held = locked(&path, LONGEST);
        assert!(held.is_ok());
        let ended = change_watched(
            &kept(&path),
            |_| Ok((None, ())),
            Duration::ZERO,
            &mut |_| Ok(()),
        );
        assert!(matches!(ended, Err(KeptError::InUse)), "{ended:?}");
        drop(held);
        assert!(change(&kept(&path), |_| Ok((None, ()))).is_ok());
        assert!(matches!(
            change(&kept(place.path()), |_| Ok((None, ()))),
            Err(KeptError::Trouble(_))
        ));
    }
}
