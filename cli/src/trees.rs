//! Forcing-trees and explanations kept beside a program: `krk.adv` keeps them in the folder `krk.trees`, one file for each test that
//! expects a tree or an explanation, named after the test.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use adv::TreeFound;
use adv::program::{ExpectKind, Test};
use adv::render::diff;
use adv::render::report::Case;
use adv::render::text::joined;

use crate::{Trouble, io};

/// Most characters of a file name that is made from a test's name.
const LONGEST_NAME: usize = 60;

/// Files that keep the expected trees and explanations of a program's tests, one for each such test.
pub struct Snapshots {
    folder: Option<PathBuf>,
    /// File name for each test in the order of the program; `None` where the test expects no tree or explanation.
    names: Vec<Option<String>>,
}

impl Snapshots {
    /// Names the files for the tests of a program's file.
    pub fn new(file: &Path, tests: &[Test]) -> Snapshots {
        let folder = (!io::is_stdin(file)).then(|| file.with_extension("trees"));
        let mut taken = BTreeSet::new();
        let names = tests
            .iter()
            .map(|test| {
                let expects = test.expect.iter().any(|expect| {
                    matches!(expect.kind, ExpectKind::Tree | ExpectKind::Explanation)
                });
                expects.then(|| unique(&slug(&test.name), &mut taken))
            })
            .collect();
        Snapshots { folder, names }
    }

    /// Path of the file that keeps a test's tree; `None` where the test expects none, or the program is from standard input.
    pub fn path(&self, test: usize) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(self.names.get(test)?.as_ref()?))
    }

    /// Paths of the files in the folder that belong to no test, in order.
    pub fn stale(&self) -> Vec<PathBuf> {
        let Some(folder) = &self.folder else {
            return Vec::new();
        };
        // No folder, no trees.
        let Ok(entries) = fs::read_dir(folder) else {
            return Vec::new();
        };
        let known: BTreeSet<&str> = self.names.iter().flatten().map(String::as_str).collect();
        let mut stale: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "tree"))
            .filter(|path| {
                !path
                    .file_name()
                    .and_then(|name| name.to_str())
                    .is_some_and(|name| known.contains(name))
            })
            .collect();
        stale.sort();
        stale
    }
}

/// Compares the tree found by a test with the one that its file keeps, or writes it to the file where `accept` is set.
///
/// # Errors
/// Where a file cannot be read or written.
pub fn compare(
    path: Option<PathBuf>,
    found: TreeFound<'_>,
    accept: bool,
    case: &mut Case,
) -> Result<(), Trouble> {
    let Some(path) = path else {
        case.failures.push(format!(
            "expect tree: a program from standard input has no place where the tree of `{}` could be kept",
            case.name
        ));
        return Ok(());
    };
    let shown = io::shown(&path);
    let kept = read(&path)?;
    let differences = kept.as_deref().map(|kept| diff::lines(kept, found.text));
    let same = differences.as_ref().is_some_and(Vec::is_empty);
    if found.negated {
        if same {
            let failure = format!("expect not tree: it is the tree kept in {shown}");
            case.failures.push(failure);
        }
        return Ok(());
    }
    if same {
        return Ok(());
    }
    if accept {
        write(&path, found.text)?;
        case.accepted = Some(shown);
        return Ok(());
    }
    case.failures.push(match differences {
        None => format!(
            "expect tree: no tree is kept yet in {shown}; `--accept` keeps this one\n{}",
            indented(found.text)
        ),
        Some(lines) => format!(
            "expect tree: it is not the tree kept in {shown} (-); `--accept` keeps the new one (+)\n{}",
            indented(&lines.join("\n"))
        ),
    });
    Ok(())
}

fn indented(text: &str) -> String {
    joined(text.lines().map(|line| format!("  {line}")), "\n")
}

/// Text of the tree that a file keeps; `None` where there is no such file.
fn read(path: &Path) -> Result<Option<String>, Trouble> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io::unreadable(path, &error)),
    }
}

/// Writes a tree to its file, and makes the folder where there is none.
fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    if let Some(folder) = path.parent() {
        io::make_folder(folder)?;
    }
    io::write_whole(path, text.as_bytes())
}

/// Test's name as a file name: small letters and digits, hyphens for everything else.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let cut: String = slug.chars().take(LONGEST_NAME).collect();
    match cut.trim_end_matches('-') {
        "" => "test".to_owned(),
        name => name.to_owned(),
    }
}

/// File name of a slug, with a number where another test has the same slug.
fn unique(slug: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = format!("{slug}.tree");
    for number in 2.. {
        if taken.insert(name.clone()) {
            break;
        }
        name = format!("{slug}-{number}.tree");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_files() {
        assert_eq!(slug("Kc2 is the move!"), "kc2-is-the-move");
        assert_eq!(slug("../../etc"), "etc");
        assert_eq!(slug("¬∅"), "test");
        assert_eq!(slug("Zug Ä1"), "zug-ä1");
        assert_eq!(slug(&"ab ".repeat(99)).chars().count(), 59);
        let mut taken = BTreeSet::new();
        assert_eq!(unique("a", &mut taken), "a.tree");
        assert_eq!(unique("a", &mut taken), "a-2.tree");
        assert_eq!(unique("a", &mut taken), "a-3.tree");
    }
}
