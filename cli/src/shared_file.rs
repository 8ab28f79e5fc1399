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
use std::path::Path;
use std::time::{Duration, Instant};

use crate::io::{self, NewFile};
use crate::{Trouble, reason};

/// Longest time to wait for another process that holds the lock.
const LONGEST: Duration = Duration::from_secs(10);
/// Pause between two attempts to take the lock.
const PAUSE: Duration = Duration::from_millis(10);

/// Steps of a change, each reported once it is done; tests stop a change at one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Locked,
    Read,
    Changed,
    Begun,
    Written,
    Renamed,
}

/// Changes a file of at most `most` bytes under a lock: `change` gets its bytes, `None` where there is no file, and returns the new bytes;
/// `None` leaves it as it is. Returns `None` where another process holds the lock for ten seconds.
///
/// # Errors
/// Where the file cannot be read or written, or `change` fails; the file is then as it was.
pub fn change<T>(
    path: &Path,
    most: usize,
    change: impl FnOnce(Option<Vec<u8>>) -> Result<(Option<Vec<u8>>, T), Trouble>,
) -> Result<Option<T>, Trouble> {
    change_watched(path, most, change, LONGEST, &mut |_| Ok(()))
}

fn change_watched<T>(
    path: &Path,
    most: usize,
    change: impl FnOnce(Option<Vec<u8>>) -> Result<(Option<Vec<u8>>, T), Trouble>,
    longest: Duration,
    done: &mut dyn FnMut(Step) -> Result<(), Trouble>,
) -> Result<Option<T>, Trouble> {
    let target = io::led_to(path);
    if io::is_stdin(path) || std::fs::metadata(&target).is_ok_and(|data| !data.is_file()) {
        let name = io::shown(path);
        let trouble = trouble!("`{name}` cannot be changed: it is no ordinary file");
        return Err(trouble.help("name a file"));
    }
    // The lock is released when the file is closed, at the end of this function.
    let Some(_lock) = locked(&target, longest)? else {
        return Ok(None);
    };
    done(Step::Locked)?;
    let old = match target.exists() {
        true => Some(io::read_kept(path, most)?),
        false => None,
    };
    done(Step::Read)?;
    let (new, result) = change(old)?;
    done(Step::Changed)?;
    if let Some(new) = new {
        let mut file = NewFile::create(path)?;
        done(Step::Begun)?;
        file.bytes(&new)?;
        done(Step::Written)?;
        file.finish()?;
        done(Step::Renamed)?;
    }
    Ok(Some(result))
}

/// Takes the lock of a file, waiting up to `longest` for another process; `None` where that still holds it.
fn locked(target: &Path, longest: Duration) -> Result<Option<File>, Trouble> {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(".lock");
    let path = target.with_file_name(name);
    let failed = |error: &std::io::Error| {
        let name = io::shown(&path);
        trouble!("cannot lock `{name}`: {}", reason(error))
            .help("the folder of the file must be one in which files can be made")
    };
    let mut options = io::not_followed(true);
    let options = options.read(true).write(true).create(true).truncate(false);
    let file = options.open(&path).map_err(|error| failed(&error))?;
    let began = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if began.elapsed() >= longest => return Ok(None),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const STEPS: [Step; 6] = [
        Step::Locked,
        Step::Read,
        Step::Changed,
        Step::Begun,
        Step::Written,
        Step::Renamed,
    ];

    const MOST: usize = 1000;

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
                    &path,
                    MOST,
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
                assert!(ended.is_err(), "{stop:?}");
                let renamed = done.contains(&Step::Renamed);
                let text = fs::read_to_string(&path).ok();
                let before = there.then_some("old text");
                let expected = if renamed { Some("new text") } else { before };
                assert_eq!(text.as_deref(), expected, "{stop:?}");
                let mut left = vec![".base.lock"];
                if text.is_some() {
                    left.push("base");
                }
                assert_eq!(names(place.path()), left, "{stop:?}");
                // And the next change finds no lock in its way.
                let after = change(&path, MOST, |old| Ok((None, old)));
                assert_eq!(after.ok().flatten().flatten(), text.map(String::into_bytes));
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
                        let added = change(&path, MOST, |old| {
                            let mut bytes = old.unwrap_or_default();
                            bytes.push(b'x');
                            Ok((Some(bytes), ()))
                        });
                        assert!(matches!(added, Ok(Some(()))), "{added:?}");
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
        assert!(matches!(held, Ok(Some(_))));
        let nothing = |_| Ok((None, ()));
        let ended = change_watched(&path, MOST, nothing, Duration::ZERO, &mut |_| Ok(()));
        assert!(matches!(ended, Ok(None)), "{ended:?}");
        drop(held);
        assert!(matches!(change(&path, MOST, nothing), Ok(Some(()))));
        assert!(change(place.path(), MOST, nothing).is_err());
    }
}
